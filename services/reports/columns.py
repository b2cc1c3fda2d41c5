"""The columns that the reports are made of, each worded once."""

from services.reports.report import Column

GAMING_DAY = Column("gaming_day", "gaming day")
GAME = Column("game", "game", worded=True)
TABLE = Column("table", "table")
CURRENCY = Column("currency", "currency")
HANDS = Column("hands", "hands", "count")
RULE = Column("rule", "rule")


def words(**titles: str) -> list[Column]:
    """Values are the house's own words, in the reader's language where a report is printed."""
    return [Column(key, title, worded=True) for key, title in titles.items()]


def moments(**titles: str) -> list[Column]:
    return [Column(key, title, clock=True) for key, title in titles.items()]


def amounts(**titles: str) -> list[Column]:
    return [Column(key, title, "amount") for key, title in titles.items()]


def counts(**titles: str) -> list[Column]:
    return [Column(key, title, "count") for key, title in titles.items()]


def texts(**titles: str) -> list[Column]:
    return [Column(key, title) for key, title in titles.items()]
