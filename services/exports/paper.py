"""A hand or round on A4 for the file: who played and what it came to, its story with the articles, and the hash of its events.

One page, set as small as can be read before it becomes two. No clock: the same facts give the same bytes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import count

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from services.exports.paper_rows import Cell, columns_of, rows_of
from services.hands import Hand, in_short
from services.reports.language import Language
from services.reports.pdf_type import folded, font_of, printable, width_of
from services.senses import sense
from services.why import cards_shown

_MARGIN = 40.0
_INK, _GREY, _LINE = (HexColor(colour) for colour in ("#222222", "#5A6268", "#D5DADD"))
_SIZES = (8.5, 8.0, 7.5, 7.0, 6.5, 6.0, 5.5)
"""Points; what does not fit in the last goes on over the page."""
_LEADING = 1.3
_FOOT = _MARGIN + 26
_LEFT = 0.66
"""The story's part of the page's width; the articles have the rest."""
_GAP = 14.0
_TAGS = {"en": "en", "zh": "zh-Hant-MO", "pt": "pt-MO"}
_WIDTH = A4[0] - 2 * _MARGIN

Line = tuple[str, bool]
"""A text, and whether it is in grey."""


def to_paper(hand: Hand, language: Language) -> bytes:
    """A hand that is still open is told as far as it has come."""
    out = BytesIO()
    canvas = Canvas(out, pagesize=A4, invariant=1, pageCompression=1, lang=_TAGS[language.code])
    canvas.setTitle(_title(hand, language))
    canvas.setAuthor("pataca")
    canvas.setSubject(hand.digest)
    _Paper(canvas, hand, language).draw()
    canvas.save()
    return out.getvalue()


def _title(hand: Hand, language: Language) -> str:
    return language.says("Round {id}" if hand.row["game"] == "baccarat" else "Hand {id}", id=hand.id)


@dataclass(slots=True)
class _Paper:
    canvas: Canvas
    hand: Hand
    language: Language

    def draw(self) -> None:
        top = self._players(self._head(A4[1] - _MARGIN))
        for size in _SIZES:
            story, articles = list(self._story(size)), list(self._articles(size))
            room = int((top - _FOOT) / (size * _LEADING))
            if max(len(story), len(articles)) <= room:
                break
        for page in count(1):
            self._column(story[:room], _MARGIN, top, size)
            self._column(articles[:room], _MARGIN + _WIDTH * _LEFT + _GAP, top, size)
            self._footer(page)
            self.canvas.showPage()
            story, articles, top = story[room:], articles[room:], A4[1] - _MARGIN
            if not (story or articles):
                return
            room = int((top - _FOOT) / (size * _LEADING))

    def _head(self, top: float) -> float:
        row, says = self.hand.row, self.language.says
        self._say("pataca", _MARGIN, top - 8, 8, colour=_GREY)
        self._say(_title(self.hand, self.language), _MARGIN, top - 28, 16)
        about = [
            says("gaming day {day}", day=row["gaming_day"]),
            says("table {table}", table=row["table"]),
            row["ruleset"],
            row["currency"],
        ]
        about.append(self.language.value("story", row["status"]))
        self._say(" · ".join(about), _MARGIN, top - 44, 9.5)
        self._say(self._cards(), _MARGIN, top - 58, 9.5)
        return top - 70

    def _cards(self) -> str:
        """What lay open on the table."""
        shown = cards_shown(self.hand)
        if "board" not in shown:
            return "   ".join(f"{self.language.value('story', side)}: {' '.join(cards)}" for side, cards in shown.items())
        return f"{self.language.says('board')}: {' '.join(shown['board']) or self.language.value('story', 'none')}"

    def _players(self, top: float) -> float:
        """A line a player: what each came with, put in and got back."""
        columns = columns_of(self.hand.row, self.language)
        left = 0.0
        lefts = []
        for column in columns:
            lefts.append(left)
            left += column.share * _WIDTH
        rows = [[Cell(column.title) for column in columns], *rows_of(self.hand, self.language)]
        size = 8.5 if len(rows) <= 12 else 6.5
        for number, row in enumerate(rows):
            baseline = top - size * 1.15
            for column, start, cell in zip(columns, lefts, row, strict=True):
                width = column.share * _WIDTH - 6
                text = folded(printable(cell.text), width, size)[0] if cell.text else ""
                at = _MARGIN + start + (width - width_of(text, size) if column.figures else 0)
                self._say(text, at, baseline, size, colour=_GREY if number == 0 else _INK)
            top -= size * 1.5
            self._rule(top)
        return top - 10

    def _story(self, size: float) -> Iterator[Line]:
        """Time, sentence and article of each event; what one sentence has too much of stands indented below it."""
        width = _WIDTH * _LEFT
        for record, text in in_short(self.hand, self.language):
            rule = getattr(record.event, "rule", None)
            item = f"  [{rule.partition(' ')[2]}]" if rule else ""
            first, *more = folded(printable(f"{record.meta.time[11:19]}  {text}{item}"), width, size)
            yield first, False
            for line in more:
                yield from ((f"    {part}", False) for part in folded(line, width - width_of("    ", size), size))

    def _articles(self, size: float) -> Iterator[Line]:
        """Each article that is cited, once, in the order of the hand."""
        rules = [getattr(record.event, "rule", None) for record in self.hand.events]
        width = _WIDTH * (1 - _LEFT) - _GAP
        for rule in dict.fromkeys(filter(None, rules)):
            yield str(rule), True
            for line in folded(printable(sense(str(rule))[self.language.code]), width, size):
                yield line, False

    def _column(self, lines: Sequence[Line], left: float, top: float, size: float) -> None:
        for number, (line, grey) in enumerate(lines, 1):
            self._say(line, left, top - number * size * _LEADING, size, colour=_GREY if grey else _INK)

    def _footer(self, page: int) -> None:
        """What the page stands on: which events, and their hash."""
        first, last = self.hand.events[0], self.hand.events[-1]
        says = self.language.says
        self._rule(_MARGIN + 18)
        told = says(
            "events {first} to {last}, positions {begin} to {end}", first=first.id, last=last.id, begin=first.position, end=last.position
        )
        self._say(f"{told} · {says('page {number}', number=page)}", _MARGIN, _MARGIN + 8, 6.5, colour=_GREY)
        self._say(f"SHA-256 {self.hand.digest} · {says('times in UTC')}", _MARGIN, _MARGIN - 1, 6.5, colour=_GREY)

    def _rule(self, height: float) -> None:
        self.canvas.setStrokeColor(_LINE)
        self.canvas.setLineWidth(0.4)
        self.canvas.line(_MARGIN, height, _MARGIN + _WIDTH, height)

    def _say(self, text: str, left: float, baseline: float, size: float, *, colour: HexColor = _INK) -> None:
        text = printable(text)
        self.canvas.setFillColor(colour)
        self.canvas.setFont(font_of(text), size)
        self.canvas.drawString(left, baseline, text)
