"""The type of the house's papers: Noto Sans TC, whose Latin, Portuguese and Chinese letters are of one hand, embedded as far as it is used.

Nothing is left to the reader's machine: a paper looks the same where it is read and where it is printed.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

REGULAR, BOLD = "NotoSansTC", "NotoSansTC-Bold"
_FILES = {REGULAR: "NotoSansTC-Regular.ttf", BOLD: "NotoSansTC-Bold.ttf"}
_PIECES = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]|[^\s\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+|\s+")
"""Where a line may end: after a Chinese character, and between words."""
_REMEMBERED = 100_000
"""Texts: the cells of a table repeat each other."""


@cache
def _glyphs(name: str) -> frozenset[int]:
    """The characters of a font; it is ready for use from then on."""
    font = TTFont(name, BytesIO(files("services.reports").joinpath("fonts", _FILES[name]).read_bytes()))
    pdfmetrics.registerFont(font)
    return frozenset(font.face.charToGlyph)


@lru_cache(_REMEMBERED)
def font_of(text: str, *, bold: bool = False) -> str:
    """The bold font has the house's own words alone; what people wrote is set in the regular one where it goes beyond them."""
    fonts = (BOLD, REGULAR) if bold else (REGULAR,)
    return next((name for name in fonts if all(ord(letter) in _glyphs(name) for letter in text)), REGULAR)


@lru_cache(_REMEMBERED)
def printable(text: str) -> str:
    """Tabs as spaces; a character that the font lacks as its number, so that nothing is lost without a trace."""
    known = _glyphs(REGULAR)
    text = text.replace("\t", " ")
    return "".join(letter if letter == "\n" or ord(letter) in known else f"[U+{ord(letter):04X}]" for letter in text)


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """In points."""
    return _thousandths(text, bold) * size / 1000


@lru_cache(_REMEMBERED)
def _thousandths(text: str, bold: bool) -> float:
    """Of the letters' size, whatever that is."""
    return float(pdfmetrics.stringWidth(text, font_of(text, bold=bold), 1000))


def folded(text: str, width: float, size: float, *, bold: bool = False) -> list[str]:
    """The text in lines of at most `width` points: between words, after a Chinese character, and within a word that is wider."""
    lines = []
    for line in text.split("\n"):
        if width_of(line, size, bold=bold) <= width:
            lines.append(line)
        else:
            lines.extend(_lines(line, width, size, bold))
    return lines


def _lines(text: str, width: float, size: float, bold: bool) -> Iterator[str]:
    line = ""
    for piece in _PIECES.findall(text):
        if width_of(line + piece.rstrip(), size, bold=bold) <= width:
            line += piece
            continue
        if line.strip():
            yield line.rstrip()
        line = piece.lstrip()
        while width_of(line, size, bold=bold) > width and len(line) > 1:
            fits = next(n for n in range(len(line) - 1, 0, -1) if n == 1 or width_of(line[:n], size, bold=bold) <= width)
            yield line[:fits]
            line = line[fits:]
    if line.strip():
        yield line.rstrip()
