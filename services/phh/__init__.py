"""Poker Hand History: hands recorded elsewhere, played again at a real table under `CARDROOM-TDA`.

files -> hand (with amounts, actions) -> play -> importing: a file's text, what one hand says, the commands that a
terminal would send for it, and the comparison with the stacks that the file ends with.
"""
