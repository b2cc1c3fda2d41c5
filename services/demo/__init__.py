"""An evening of the house, played through the same services that a terminal uses."""
