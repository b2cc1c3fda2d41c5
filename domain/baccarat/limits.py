"""What one bet may be, whoever asks: a new one, what is left of one, what a change would make of it (article 13)."""

from domain.baccarat.refusals import refusal
from domain.baccarat.rules import On
from domain.baccarat.table import Table
from domain.money import ceil_to


def check_amount(table: Table, on: On, amount: int, most: int) -> None:
    """`not-in-units`, `below-minimum-bet`, `above-maximum-bet` or `not-exact`. `most` is what would be taken here."""
    house, limits = table.house, table.house.limits(on)
    if amount % house.unit:
        message = f"{amount} is not made of chips of {house.unit}, the smallest"
        raise refusal(table, "not-in-units", message, {"unit": house.unit})
    if amount < limits.least:
        least = ceil_to(limits.least, limits.step)
        raise refusal(table, "below-minimum-bet", f"the smallest bet on {on} is {least}, not {amount}", {"min": least})
    if limits.most is not None and amount > limits.most:
        raise refusal(table, "above-maximum-bet", f"the largest bet on {on} is {limits.most}, not {amount}", {"max": most})
    if amount % limits.step:
        message = f"a bet on {on} is a multiple of {limits.step}, so that the commission on it is exact"
        raise refusal(table, "not-exact", message, {"unit": limits.step})
