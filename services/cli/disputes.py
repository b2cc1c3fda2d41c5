"""`pataca dispute`: a claim about a hand, from the first word to the corrected ledger."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from services.cli import evidence, what_if
from services.cli.changes import ChangeTexts, changes_of
from services.cli.exits import Exit, Failure
from services.cli.options import Data, Json, Table, Wait
from services.cli.output import json_line, line
from services.errors import NotFound

app = typer.Typer(help="A claim about a hand: opened, tried, decided, and the money that moves because of it.", no_args_is_help=True)
app.command("what-if")(what_if.what_if)
app.command("evidence")(evidence.evidence)

CaseName = Annotated[str, typer.Argument(metavar="CASE", help="A case's id.")]
Actor = Annotated[str, typer.Option("--actor", metavar="WHO", help="Who does this.")]
Approver = Annotated[str | None, typer.Option("--approver", metavar="WHO", help="The second person.", show_default=False)]
ApprovedAt = Annotated[
    str | None,
    typer.Option("--approved-at", metavar="TIME", help="When he agreed, if before: at most a day.", show_default=False),
]
Reason = Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why.")]
OfPlayer = Annotated[str, typer.Option("--player", metavar="ID", help="The player.")]
Amount = Annotated[int, typer.Option("--amount", metavar="N", help="In minor units, such as cents.")]
Means = Annotated[str, typer.Option("--to", metavar="MEANS", help="`wallet`, `cash` or `chips`.")]
Source = Annotated[str, typer.Option("--from", metavar="MEANS", help="`wallet`, `cash` or `chips`.")]
Cage = Annotated[str | None, typer.Option("--cage", metavar="ID", help="The cage of cash or chips.", show_default="MAIN")]
Tray = Annotated[str | None, typer.Option("--table", metavar="CODE", help="The table whose tray has the chips.", show_default=False)]

STATUS = {
    **dict.fromkeys(("no-such-case", "no-such-hand"), Exit.NOT_FOUND),
    **dict.fromkeys(("case-exists", "decided-before", "reversed-before", "same-person", "day-closed"), Exit.CONFLICT),
}
"""Refusals that end otherwise than with 1."""


@app.command("open")
def open_case(
    hand: Annotated[str, typer.Argument(metavar="HAND", help="A hand's id, such as `PK-07/2026-11-30/12`.")],
    claimant: Annotated[str, typer.Option("--claimant", metavar="ID", help="The player who claims.")],
    claim: Annotated[str, typer.Option("--claim", metavar="TEXT", help="What he says.")],
    actor: Actor,
    approver: Approver = None,
    case: Annotated[
        str | None, typer.Option("--case", metavar="ID", help="The case's id; else it is given one.", show_default=False)
    ] = None,
    json: Json = False,
    data: Data = None,
) -> None:
    """Write down a claim about a hand; it is answered within working days."""
    _send(data, json, "open-dispute", hand=hand, claimant=claimant, claim=claim, case=case, actor=actor, approver=approver)


@app.command()
def note(
    case: CaseName,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What is to be remembered.")],
    actor: Actor,
    video: Annotated[str | None, typer.Option("--video", metavar="TIME", help="The moment of a recording.", show_default=False)] = None,
    json: Json = False,
    data: Data = None,
) -> None:
    """Attach a note to a case."""
    _send(data, json, "attach-note", case=case, note=text, video=video, actor=actor)


@app.command()
def decide(
    case: CaseName,
    level: Annotated[str, typer.Option("--level", help="`floor`, `house` or `regulator`.")],
    ruling: Annotated[str, typer.Option("--ruling", help="`upheld` or `dismissed`.")],
    article: Annotated[str, typer.Option("--article", metavar="RULE", help="The article it rests on, such as `MO-THP-2008 10(5)`.")],
    reason: Reason,
    actor: Actor,
    approver: Approver = None,
    approved_at: ApprovedAt = None,
    change: ChangeTexts = None,
    json: Json = False,
    data: Data = None,
) -> None:
    """Decide a case. With corrected facts, the hand's settlement is reversed and settled anew."""
    changes = _changes(data, case, change) if change else None
    told = {"level": level, "ruling": ruling, "article": article, "reason": reason, "change": changes}
    _send(data, json, "decide-dispute", case=case, **told, actor=actor, approver=approver, approved_at=approved_at)


@app.command()
def pay(
    case: CaseName,
    player: OfPlayer,
    amount: Amount,
    to: Means,
    actor: Actor,
    approver: Approver = None,
    approved_at: ApprovedAt = None,
    cage: Cage = None,
    table: Tray = None,
    json: Json = False,
    data: Data = None,
) -> None:
    """Pay a player what the case owes him, or a part of it."""
    moved = {"player": player, "amount": amount, "to": to, "cage": cage, "table": table}
    _send(data, json, "pay-dispute", case=case, **moved, actor=actor, approver=approver, approved_at=approved_at)


@app.command()
def collect(
    case: CaseName,
    player: OfPlayer,
    amount: Amount,
    source: Source,
    actor: Actor,
    approver: Approver = None,
    approved_at: ApprovedAt = None,
    cage: Cage = None,
    table: Tray = None,
    json: Json = False,
    data: Data = None,
) -> None:
    """Collect what a player owes, or a part of it."""
    moved = {"player": player, "amount": amount, "source": source, "cage": cage, "table": table}
    _send(data, json, "collect-dispute", case=case, **moved, actor=actor, approver=approver, approved_at=approved_at)


@app.command()
def bear(
    case: CaseName,
    player: OfPlayer,
    amount: Amount,
    reason: Reason,
    actor: Actor,
    approver: Approver = None,
    approved_at: ApprovedAt = None,
    json: Json = False,
    data: Data = None,
) -> None:
    """Let the house bear what a player owes, or owe him something by grace."""
    _send(
        data,
        json,
        "bear-dispute",
        case=case,
        player=player,
        amount=amount,
        reason=reason,
        actor=actor,
        approver=approver,
        approved_at=approved_at,
    )


@app.command("list")
def list_cases(table: Table = None, json: Json = False, wait: Wait = False, data: Data = None) -> None:
    """Every case, in the order in which they were opened."""
    from domain.disputes.events import EVENTS
    from projections.cases import case_row, cases_of
    from projections.papers import Papers
    from services.cli.asking import asking, known_table
    from services.story_dispute import case_line

    with asking(data, Papers, wait=wait) as (records, asked):
        known_table(records, table)
        papers, position = asked.live(Papers)
        for name, told in cases_of(papers.read(asked.connection, *EVENTS, as_of=position)).items():
            row = case_row(name, told)
            if table in (None, row["table"]):
                json_line(row) if json else line(case_line(row))


@app.command()
def show(case: CaseName, json: Json = False, wait: Wait = False, data: Data = None) -> None:
    """One case, step by step, and what is left to be paid or collected."""
    from domain.disputes.events import EVENTS
    from projections.cases import case_detail, cases_of
    from projections.papers import Papers
    from services.cli.asking import asking
    from services.story_dispute import case_told

    with asking(data, Papers, wait=wait) as (_records, asked):
        papers, position = asked.live(Papers)
        told = cases_of(papers.read(asked.connection, *EVENTS, as_of=position)).get(case)
    if told is None:
        raise NotFound(f"there is no case {case}; `pataca dispute list` names them all")
    if json:
        json_line(case_detail(case, told))
        return
    for sentence in case_told(case, told):
        line(sentence)


def _changes(data: Path | None, case: str, texts: Sequence[str]) -> list[dict[str, Any]]:
    """As the command takes them. How a change is written depends on the game of the case's hand."""
    from services.app import open_records
    from services.stored_hands import stored_hand

    with open_records(data) as records:
        hand = stored_hand(records.store, what_if.hand_of_case(records.store, case))
    assert hand is not None, "a case is opened on a hand that is there"
    return [change.model_dump(mode="json", exclude_unset=True) for change in changes_of(texts, hand.row["game"])]


def _send(data: Path | None, json: bool, word: str, **fields: Any) -> None:
    """The command; what it did as sentences, or its answer as `pataca run` writes it."""
    from domain.rules import RuleBroken
    from services.answers import answer_text
    from services.app import open_house

    raw = {"do": word, **{key: value for key, value in fields.items() if value is not None}}
    with open_house(data) as house:
        try:
            answer = house.commands.handle(raw)
        except RuleBroken as refusal:
            raise Failure(STATUS.get(refusal.code, Exit.REFUSED), f"{refusal.code}: {refusal.message}") from None
        option, case = house.place.option, _standing(house.store, answer.events)
    if json:
        line(answer_text(1, answer))
        return
    for sentence in _told(answer.events, case, option):
        line(sentence)


def _standing(store: Any, records: Sequence[Any]) -> Any:
    from domain.disputes.case import DisputeCase

    case = DisputeCase()
    store.fold(next(record.stream for record in records if record.stream.startswith("cases/")), case.evolve)
    return case


def _told(records: Sequence[Any], case: Any, option: str) -> "list[str]":
    from services.story_dispute import left_to_do, step_text

    steps = [record for record in records if record.stream.startswith("cases/")]
    currency, name = case.opened.currency, steps[0].key
    told = [f"{name}  {step_text(record.event, currency)}" for record in steps]
    return [*told, *(f"{next_one}{option}" for next_one in left_to_do(name, case.balances, currency))]
