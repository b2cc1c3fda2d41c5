"""Reports: rows with a head, and the forms that people and programs read them in."""
