"""Reports to be written in every form: small ones, wide ones, long ones."""

from typing import Any

from services.reports.columns import CURRENCY, GAMING_DAY, TABLE, amounts, counts, texts, words
from services.reports.report import Chart, Column, Report

ROOT = "5e" * 32
HEAD = {
    "version": 1,
    "days": {"from": "2026-11-01", "to": "2026-11-30"},
    "root": ROOT,
    "policy": "FINANCE-2026",
    "posting_rules": 1,
}


def revenue(*amounts_of_days: int) -> Report:
    """A row a day from 2026-11-01 on, with a chart and a total."""
    rows = [
        {"gaming_day": f"2026-11-{day:02}", "game": "baccarat", "currency": "HKD", "hands": day, "ggr": amount, "ggr_mop": amount * 2}
        for day, amount in enumerate(amounts_of_days, 1)
    ]
    total = {
        "currency": "HKD",
        "hands": sum(row["hands"] for row in rows),
        "ggr": sum(amounts_of_days),
        "ggr_mop": 2 * sum(amounts_of_days),
    }
    columns = [
        GAMING_DAY,
        *words(game="game"),
        CURRENCY,
        *counts(hands="hands"),
        *amounts(ggr="ggr"),
        Column("ggr_mop", "ggr in MOP", "amount", "MOP"),
    ]
    charts = [Chart("Gross gaming revenue by day", "gaming_day", "ggr_mop")]
    return Report("ggr", "Gross gaming revenue", 4711, columns, rows, [total] if rows else [], HEAD, charts=charts)


def reasons(*reasons: str) -> Report:
    """A row a text that people wrote."""
    rows = [{"table": f"BA-{number}", "currency": "HKD", "stakes": 100, "reason": reason} for number, reason in enumerate(reasons)]
    return Report(
        "voids", "Void hands and rounds", 7, [TABLE, CURRENCY, *amounts(stakes="stakes"), *texts(reason="reason")], rows, (), HEAD
    )


def wide(columns: int, rows: int) -> Report:
    """So many columns of amounts behind table and currency."""
    keys = {f"amount_{number}": f"amount {number}" for number in range(columns)}
    table: list[dict[str, Any]] = [
        {"table": f"T-{row}", "currency": "HKD", **{key: 10**9 + row * 100 + number for number, key in enumerate(keys)}}
        for row in range(rows)
    ]
    return Report("wide", "Wide", 7, [TABLE, CURRENCY, *amounts(**keys)], table, (), HEAD)
