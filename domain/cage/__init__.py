"""A cage in one gaming day: its chips, its cash as its own facts move it, and its slips on the way."""
