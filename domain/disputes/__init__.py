"""Disputes: a player's claim about a hand or round, what was decided on it, and the money that moved because of that."""
