"""Questions of finance to books with a million lines on PostgreSQL: the day reconciled, balances, a statement, the reason of a line,
hands proved to be cleared.

The other sides are what the database itself takes for the rows that an answer stands on; for the day, the log read and decoded.
"""

from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Any

from domain.policy import SHIPPED
from infra.log import pages
from projections.ledger.ledger import Ledger
from projections.ledger.proof import Verdict
from projections.ledger.prove_books import hands_cleared
from projections.ledger.scope import Scope as OfLedger
from projections.ledger.statement import account_statement
from projections.ledger.trial_balance import trial_balance
from services.reconcile.finance import desk_of
from services.reconcile.run import Papers, Scope, run
from services.reports.fresh import Asked
from services.why import explain
from tests.bench.frame import Benchmark, Figure, Work
from tests.bench.million_lines import million_lines
from tests.services.house import DAY

OF_STATEMENT = 10_000
LINES = "casino_books.ledger_lines_1"
OF_ENTRIES = f"{LINES} JOIN casino_books.ledger_entries_1 USING (position)"


class Question:
    """One question to fresh books, and rows that the other side asks for, both in milliseconds."""

    unit = "ms"
    goal_of = "ours"
    lower_is_better = True
    long = True

    def __init__(self) -> None:
        self.house = million_lines()
        self.chance = Random(5)

    def ours(self) -> Work:
        def ask() -> Figure:
            with self.house.books.read() as connection:
                asked = Asked(connection, lambda _day: SHIPPED)
                return _timed(lambda: self.question(asked))

        return ask

    def beside(self) -> Work:
        return lambda: _timed(self.rows)

    def question(self, asked: Asked) -> Any:
        raise NotImplementedError

    def rows(self) -> Any:
        raise NotImplementedError

    def select(self, sql: str, *values: Any) -> list[Any]:
        return self.house.connection.execute(sql, values).fetchall()


def _timed(work: Callable[[], Any]) -> Figure:
    start = perf_counter()
    assert work() is not None
    return Figure((perf_counter() - start) * 1_000)


class ReconcileMillion(Question, Benchmark):
    """A whole run, R01 to R16, of a day with a million lines."""

    name = "reconcile-million"
    against = "log read"
    goal = 60_000
    runs = 1

    def question(self, asked: Asked) -> Any:
        result = run(desk_of(self.house.store, asked, DAY), Scope(DAY), Papers(), iter)
        assert {one.found.type for one in result.breaks} <= {"SLIP_GAP"}, "only the evenings between the slips are missing"
        return result

    def rows(self) -> Any:
        return sum(len(page) for page in pages(self.house.store, 0, self.house.store.last_position()))


class TrialBalanceMillion(Question, Benchmark):
    name = "trial-balance-million"
    against = "SELECT"
    goal = 150

    def question(self, asked: Asked) -> Any:
        ledger, position = asked.live(Ledger)
        return trial_balance(asked.connection, ledger.tables, OfLedger(as_of=position))

    def rows(self) -> Any:
        return self.select("SELECT account, currency, sum(debits), sum(credits) FROM casino_books.ledger_balances_1 GROUP BY 1, 2")


class Statement(Question, Benchmark):
    """The first ten thousand lines of an account that has more."""

    name = "statement-10000"
    against = "SELECT"
    goal = 100

    def __init__(self) -> None:
        super().__init__()
        sql = f"SELECT position FROM {LINES} WHERE account = '9290' ORDER BY position, n LIMIT %s"
        self.upto = self.select(sql, OF_STATEMENT)[-1][0]

    def question(self, asked: Asked) -> Any:
        ledger, _ = asked.live(Ledger)
        answer = account_statement(asked.connection, ledger.tables, OfLedger(as_of=self.upto), "9290")
        assert len(answer.rows) >= OF_STATEMENT
        return answer

    def rows(self) -> Any:
        return self.select(f"SELECT * FROM {OF_ENTRIES} WHERE account = '9290' AND position <= %s ORDER BY position, n", self.upto)


class Why(Question, Benchmark):
    """The reason of a line that some hand has made."""

    name = "why-of-million"
    against = "SELECT"
    goal = 50

    def __init__(self) -> None:
        super().__init__()
        self.lines = self.select(f"SELECT position, n FROM {LINES} WHERE leg IN ('ODD_CHIP', 'COMMISSION') ORDER BY position, n")

    def question(self, asked: Asked) -> Any:
        position, n = self.chance.choice(self.lines)
        return explain(self.house.store, asked, f"{position}.{n}")

    def rows(self) -> Any:
        return self.select(f"SELECT * FROM {OF_ENTRIES} WHERE position = %s", self.chance.choice(self.lines)[0])


class HandsCleared(Question, Benchmark):
    """I2 of every hand and round in a million lines."""

    name = "hands-cleared-million"
    against = "SELECT"
    goal = 1_000

    def question(self, asked: Asked) -> Any:
        ledger, _ = asked.live(Ledger)
        verdict = Verdict("R04", "hands are cleared", "hands")
        hands_cleared(asked.connection, ledger.tables, verdict, set())
        assert verdict.holds
        assert verdict.checked
        return verdict

    def rows(self) -> Any:
        pots = "account BETWEEN '2120' AND '2122'"
        return self.select(f"SELECT hand, currency, sum(amount) FROM {OF_ENTRIES} WHERE {pots} GROUP BY 1, 2 HAVING sum(amount) <> 0")
