"""Counts of trays, commission boxes, drop boxes and cages, and the removal of drop boxes from their tables."""
