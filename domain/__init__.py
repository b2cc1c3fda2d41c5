"""The rules of the games and of the house's money: no clock, no randomness, no I/O."""
