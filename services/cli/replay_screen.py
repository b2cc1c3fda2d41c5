"""One step of a hand on one screen: what happened and by which article, the table as it stood, the money, what was refused."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from domain.cards import UNKNOWN
from services.refusals import Refusal
from services.reports.language import LANGUAGES, Language
from services.reports.report import display
from services.steps import Step

_SUITS = {"s": ("♠", "bold"), "h": ("♥", "bold red"), "d": ("♦", "bold red"), "c": ("♣", "bold")}
_DOTS_MAX = 60
ROOMY = 32
"""Lines of a terminal: with fewer of them the blank ones go, and the article is told in the reader's language alone."""
_NAMES = {"holdem": "Texas Hold'em", "baccarat": "Baccarat"}
_ASIDE = frozenset({"do", "table", "at", "actor", "approver", "key"})
"""What a refused command is told without: it stands beside it."""


@dataclass(frozen=True, slots=True)
class Screen:
    """`row` is the hand's line in the index, `told` its steps in `language`."""

    row: Mapping[str, Any]
    told: Sequence[Step]
    language: Language

    def draw(self, index: int, keys: str = "", height: int = ROOMY) -> RenderableType:
        """The step with this index; `keys` says at the foot what a person may press. `height`: lines that there are for it."""
        step, roomy = self.told[index], height >= ROOMY
        between = [Text()] if roomy else []
        parts: list[RenderableType] = [
            self._track(index),
            *between,
            self._sentence(step),
            *between,
            self._article(step, all_languages=roomy),
        ]
        parts += [*between, Columns([self._table(step), self._ledger(step)], padding=(0, 3))]
        if step.refused:
            parts += [*between, self._refused(step.refused)]
        if keys:
            parts += [*between, Text(keys, style="dim")]
        game = f"{_NAMES[self.row['game']]} · {self.row['ruleset']} · {self.row['currency']}"
        place = self._says("step {step} of {steps}", step=step.step, steps=len(self.told))
        title = Text.assemble((self.row["id"], "bold"), f"  {game}")
        return Panel(Group(*parts), title=title, subtitle=place, title_align="left", subtitle_align="right", padding=(int(roomy), 2))

    def _says(self, english: str, **names: object) -> str:
        return self.language.says(english, **names)

    def _word(self, word: str) -> str:
        return self.language.value("story", word)

    def _money(self, amount: int) -> str:
        return display(amount, self.row["currency"])

    def _track(self, index: int) -> Text:
        """Where in the hand this is: every stage with a dot for each of its steps."""
        track, number = Text(), 0
        dots = len(self.told) <= _DOTS_MAX
        for stage, run in groupby(self.told, key=lambda step: step.stage):
            count = len(list(run))
            here = number <= index < number + count
            track.append(f" {self._word(stage)} ", style="reverse bold" if here else "bold" if index >= number else "dim")
            done = min(max(index - number + 1, 0), count)
            told = "●" * done + "○" * (count - done) if dots else f"{done}/{count}"
            track.append(f" {told}  ", style="cyan" if here else "dim")
            number += count
        return track

    def _sentence(self, step: Step) -> Text:
        who = self._says("command {command}", command=step.command) if step.command else self._says("follows from the command")
        if step.actor:
            who += " · " + self._says("by {who}", who=step.actor)
        if step.approver:
            who += " · " + self._says("approved by {who}", who=step.approver)
        day, _, time = step.time.rstrip("Z").partition("T")
        return Text.assemble((step.text, "bold"), "\n", (f"{day} {time[:12]} UTC · {who} · {step.event}", "dim"))

    def _article(self, step: Step, *, all_languages: bool) -> RenderableType:
        """The reader's own language first."""
        if step.rule is None or step.article is None:
            return Text()
        languages = sorted(LANGUAGES, key=lambda code: code != self.language.code)[: None if all_languages else 1]
        grid = Table.grid(padding=(0, 2))
        for number, code in enumerate(languages):
            style = "dim" if number else ""
            grid.add_row(Text("" if number else step.rule, style="yellow"), Text(step.article[code], style=style))
        return grid

    def _table(self, step: Step) -> RenderableType:
        state = step.state or {}
        if self.row["game"] == "baccarat":
            return Group(*self._round(step, state))
        return Group(*self._hand(step, state))

    def _hand(self, step: Step, state: Mapping[str, Any]) -> Iterator[RenderableType]:
        board = step.cards["board"] + [""] * (5 - len(step.cards["board"]))
        yield Text.assemble((f"{self._says('board')}  ", "dim"), *_spaced(board), "\n")
        table = self._grid("seat", "player", "cards", ">stack", ">bet", "status")
        for seat in state.get("seats", ()):
            mine = step.cards["hands"].get(str(seat["seat"]), ())
            mark = "●" if seat["seat"] == state["button"] else " "
            bet = self._money(seat["bet"]) if seat["bet"] else ""
            style = "dim" if seat["status"] in ("folded", "out") else "bold" if seat["seat"] == state["to_act"] else ""
            cells = [f"{mark} {seat['seat']}", seat["player"], Text.assemble(*_spaced(mine)), self._money(seat["stack"]), bet]
            table.add_row(*cells, self._says(f"status={seat['status']}"), style=style)
        yield table
        for number, pot in enumerate(state.get("pots", ()), 1):
            seats = " ".join(map(str, pot["eligible"]))
            yield Text(self._says("pot {pot}: {amount}, for seats {seats}", pot=number, amount=self._money(pot["amount"]), seats=seats))
        yield self._due(state)

    def _due(self, state: Mapping[str, Any]) -> Text:
        if state.get("to_act") is None:
            return Text(self._says("the table waits for {due}", due=state.get("due")), style="green")
        legal = ", ".join(f"{name}{self._amounts(allowed)}" for name, allowed in state["legal"].items())
        return Text(self._says("seat {seat} may: {legal}", seat=state["to_act"], legal=legal), style="green")

    def _amounts(self, allowed: Any) -> str:
        if isinstance(allowed, Mapping):
            return f" {self._money(allowed['min'])} to {self._money(allowed['max'])}"
        return "" if allowed is True else f" {self._money(allowed)}"

    def _round(self, step: Step, state: Mapping[str, Any]) -> Iterator[RenderableType]:
        totals = state.get("totals") or {}
        sides = Table.grid(padding=(0, 3))
        for side in ("player", "banker"):
            dealt = Text.assemble(*_spaced(step.cards[side])) if step.cards[side] else Text("··", style="dim")
            sides.add_row(Text(self._word(side), style="bold"), dealt, Text(str(totals[side]) if side in totals else "", style="cyan bold"))
        yield from (sides, Text())
        table = self._grid("bet", "player", "seat", "on", ">amount", "status")
        for kind in ("bets", "held"):
            for bet in state.get(kind, ()):
                seat = "" if bet["seat"] is None else str(bet["seat"])
                held = self._says("status=held") if kind == "held" else ""
                table.add_row(bet["bet"], bet["player"], seat, self._word(bet["on"]), self._money(bet["amount"]), held)
        yield table
        exposure = state.get("exposure") or {}
        room = ", ".join(f"{self._word(side)} {self._money(exposure[side]['room'])}" for side in exposure)
        yield Text(self._says("room for bets: {room}", room=room), style="dim")
        yield Text(self._says("the table waits for {due}", due=state.get("due")), style="green")

    def _grid(self, *titles: str) -> Table:
        """A title with `>` before it is of figures."""
        table = Table(box=box.SIMPLE_HEAD, padding=(0, 2, 0, 0), pad_edge=False, show_edge=False, header_style="dim")
        for title in titles:
            table.add_column(self._says(title.removeprefix(">")), justify="right" if title.startswith(">") else "left", no_wrap=True)
        return table

    def _ledger(self, step: Step) -> RenderableType:
        if not step.postings:
            return Text(self._says("no ledger lines"), style="dim")
        table = self._grid("book", "account", ">amount")
        sums: Counter[tuple[str, str]] = Counter()
        for line in step.postings:
            sums[line["book"], line["currency"]] += line["amount"]
            table.add_row(line["book"], line["account"], self._money(line["amount"]))
        told = ", ".join(f"{book} {currency} {display(total, currency)}" for (book, currency), total in sums.items())
        return Group(table, Text(self._says("sum {sums}", sums=told), style="dim"))

    def _refused(self, refused: Sequence[Refusal]) -> RenderableType:
        grid = Table.grid(padding=(0, 2))
        for one in refused:
            asked = " ".join(f"{name}={value}" for name, value in one.command.items() if name not in _ASIDE)
            told = f"{one.command.get('do', '')} {asked}"
            grid.add_row(Text("✗", style="red bold"), Text(one.actor or "", style="dim"), Text(told.strip()), Text(one.code, style="red"))
            grid.add_row("", "", Text(one.message, style="dim"), Text(one.rule or "", style="yellow"))
        return Group(Text(self._says("refused while the table stood so"), style="red"), grid)


def _spaced(cards: Sequence[str]) -> Iterator[tuple[str, str] | str]:
    for number, card in enumerate(cards):
        if number:
            yield " "
        if not card:
            yield ("··", "dim")
        elif card == UNKNOWN:
            yield (UNKNOWN, "white on blue")
        else:
            suit, style = _SUITS[card[1]]
            yield (card[0] + suit, style)
