"""R16: the bank accounts of the books against the lines of statements, by reference, then by amount and date. Never by a guess."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import select

from domain.wallet import FundsDeposited
from projections.days import days_apart, shifted
from services.reconcile.bank_file import StatementLine
from services.reconcile.desk import Desk
from services.reconcile.found import Break, Findings, Matched, Missing, Unmatched
from services.reconcile.severity import of_kind

_RULE: Final = "R16"


@dataclass(frozen=True, slots=True)
class Move:
    """A line of 1510, + into the bank. `reference` is the bank's own, None where the house has none of it."""

    line: str
    position: int
    event_id: str
    gaming_day: str
    bank: str
    currency: str
    amount: int
    reference: str | None


def compare_bank(desk: Desk, lines: Sequence[StatementLine] | None) -> Findings:
    """`lines` are those of the file, None without one."""
    if lines is None:
        return Findings(missing=[Missing(_RULE, "bank statement", "not-given", "1510 is compared with no statement")])
    findings = Findings()
    for bank, currency in sorted({(line.bank, line.currency) for line in lines}):
        mine = [line for line in lines if (line.bank, line.currency) == (bank, currency)]
        window = desk.figures(desk.day).bank_days
        matching = _Matching(window, mine, list(_moves(desk, bank, currency, mine, window)))
        matching.by_reference()
        matching.by_amount()
        matching.rest()
        findings.take([matching.findings])
    return findings


def _moves(desk: Desk, bank: str, currency: str, lines: Sequence[StatementLine], window: int) -> Iterator[Move]:
    """Of the days of the statements, and of those that a line may lie apart from them. The log alone knows the bank's references."""
    first, last = min(line.booked_on for line in lines), max(line.booked_on for line in lines)
    line, entry = desk.books.lines.c, desk.books.entries.c
    query = (
        select(line.position, line.n, entry.event_id, entry.gaming_day, line.amount)
        .join_from(desk.books.lines, desk.books.entries, entry.position == line.position)
        .where(line.account == f"1510:{bank}", line.currency == currency)
        .where(entry.gaming_day.between(shifted(first, -window), shifted(last, window)))
        .order_by(line.position, line.n)
    )
    for position, n, event_id, day, amount in desk.connection.execute(query):
        record = desk.record(event_id)
        reference = record.event.reference if record and isinstance(record.event, FundsDeposited) else None
        yield Move(f"{position}.{n}", position, event_id, day, bank, currency, int(amount), reference)


class _Matching:
    """One account in one currency. What is settled leaves `lines` and `moves`."""

    def __init__(self, window: int, lines: Sequence[StatementLine], moves: Sequence[Move]) -> None:
        self.findings = Findings()
        self._window = window
        self._first, self._last = min(line.booked_on for line in lines), max(line.booked_on for line in lines)
        self._lines, self._moves = list(lines), list(moves)

    def by_reference(self) -> None:
        for reference in sorted({move.reference for move in self._moves if move.reference is not None}):
            moves = [move for move in self._moves if move.reference == reference]
            lines = [line for line in self._lines if line.reference == reference]
            if len(moves) == len(lines) == 1:
                self._pair(lines[0], moves[0])
            elif lines:
                text = f"the reference {reference} stands on {len(lines)} lines and in {len(moves)} entries"
                for line in lines:
                    self._ambiguous(line, moves, text)
                self._moves = [move for move in self._moves if move not in moves]

    def by_amount(self) -> None:
        """A pair is one that nothing else could be: one move for the line, and one line for the move."""
        could = {line: [move for move in self._moves if self._fit(line, move)] for line in self._lines}
        of_move: dict[Move, int] = defaultdict(int)
        for moves in could.values():
            for move in moves:
                of_move[move] += 1
        doubtful: set[Move] = set()
        for line, moves in could.items():
            if len(moves) == 1 and of_move[moves[0]] == 1:
                self._pair(line, moves[0])
            elif moves:
                self._ambiguous(line, moves, f"{len(moves)} entries have this amount within {self._window} days")
                doubtful.update(moves)
        self._moves = [move for move in self._moves if move not in doubtful]

    def rest(self) -> None:
        """What is young enough may still find its other half."""
        for line in self._lines:
            waits = days_apart(line.booked_on, self._last) <= self._window
            text = f"line {line.number} of statement {line.statement} has no entry"
            self.findings.counts.append(
                Unmatched(_RULE, "statement", line.bank, line.booked_on, line.currency, line.amount, line.source, text)
            )
            self.findings.breaks.append(self._of_line("TIMING" if waits else "MISSING_ENTRY", line, 0, line.amount, text))
        for move in self._moves:
            if not self._first <= move.gaming_day <= self._last:
                continue
            waits = days_apart(move.gaming_day, self._last) <= self._window
            text = f"entry {move.position} is on no statement"
            self.findings.events.append(
                Unmatched(_RULE, "1510", move.bank, move.gaming_day, move.currency, move.amount, move.event_id, text)
            )
            self.findings.breaks.append(_of_move("TIMING" if waits else "ORPHAN_ENTRY", move, text))

    def _fit(self, line: StatementLine, move: Move) -> bool:
        """References that differ are two things."""
        if line.reference is not None and move.reference is not None:
            return False
        return line.amount == move.amount and abs(days_apart(line.booked_on, move.gaming_day)) <= self._window

    def _pair(self, line: StatementLine, move: Move) -> None:
        self._lines.remove(line)
        self._moves.remove(move)
        agrees = line.amount == move.amount
        self.findings.compared.append(
            Matched(
                rule=_RULE,
                what="statement",
                place=line.bank,
                gaming_day=move.gaming_day,
                currency=line.currency,
                side_a=move.amount,
                side_b=line.amount,
                state="matched" if agrees else None,
                source=line.source,
            )
        )
        if not agrees:
            text = f"the bank has another amount under the reference {line.reference}"
            found = self._of_line("AMOUNT", line, move.amount, line.amount, text, move)
            self.findings.breaks.append(found)

    def _ambiguous(self, line: StatementLine, moves: Sequence[Move], text: str) -> None:
        self._lines.remove(line)
        self.findings.counts.append(Unmatched(_RULE, "statement", line.bank, line.booked_on, line.currency, line.amount, line.source, text))
        self.findings.breaks.append(self._of_line("AMBIGUOUS", line, 0, line.amount, text, *moves))

    def _of_line(self, kind: str, line: StatementLine, side_a: int, side_b: int, text: str, *moves: Move) -> Break:
        return Break(
            rule=_RULE,
            type=kind,
            key=f"{line.bank} {line.statement} {line.number}",
            gaming_day=moves[0].gaming_day if moves else line.booked_on,
            position=moves[0].position if moves else 0,
            side_a=side_a,
            side_b=side_b,
            severity=of_kind(kind),
            text=text,
            currency=line.currency,
            place=line.bank,
            account=f"1510:{line.bank}",
            event_ids=tuple(move.event_id for move in moves),
            lines=tuple(move.line for move in moves),
        )


def _of_move(kind: str, move: Move, text: str) -> Break:
    about: dict[str, Any] = {"currency": move.currency, "place": move.bank, "account": f"1510:{move.bank}"}
    return Break(
        rule=_RULE,
        type=kind,
        key=move.event_id + " " + move.bank,
        gaming_day=move.gaming_day,
        position=move.position,
        side_a=move.amount,
        side_b=0,
        severity=of_kind(kind),
        text=text,
        event_ids=(move.event_id,),
        lines=(move.line,),
        **about,
    )
