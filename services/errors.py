"""What services raise besides refusals (domain/rules.py) and what the adapters report (infra)."""


class NotFound(Exception):
    """No such hand, wallet, table, line or projection; the message says what there is instead."""


class BadOverride(ValueError):
    """A line of the house's own working days that says nothing: the message has its number and what a line says."""
