"""What a question to the books may be answered with instead of rows; see also projections/filters.py, FilterRefused."""


class UnknownName(LookupError):
    """No such wallet, account, table, hand or line."""
