"""The paper: what stands on every page, what is never alone on one, all three languages, the same bytes each time."""

import re
from dataclasses import replace
from io import BytesIO

import pytest
from pypdf import PdfReader

from services.reports import pdf
from services.reports.forms import TooLong, written
from services.reports.language import Language
from services.reports.report import Report
from tests.services.papers import HEAD, ROOT, reasons, revenue, wide

SIGNATURES = ("Prepared by", "Checked by")


def made(report: Report, lang: str = "en") -> bytes:
    return written(report, "pdf", Language(lang))


def reader(report: Report, lang: str = "en") -> PdfReader:
    return PdfReader(BytesIO(made(report, lang)))


def pages(report: Report, lang: str = "en") -> list[str]:
    return [page.extract_text() for page in reader(report, lang).pages]


def size(report: Report) -> tuple[int, int]:
    box = reader(report).pages[0].mediabox
    return round(box.width), round(box.height)


def at_the_foot(report: Report) -> set[str]:
    """What stands below the line at the foot of any page, but for the page's number."""
    found: set[str] = set()

    def visit(text: str, _matrix: object, place: list[float], _font: object, _size: float) -> None:
        if text.strip() and place[5] < pdf.MARGIN / 2 + pdf._FOOT - 12 and not text.startswith("page "):
            found.add(text.strip())

    for page in reader(report).pages:
        page.extract_text(visitor_text=visit)
    return found


FOOT = {f"as of position 4711 · root {ROOT} · policy FINANCE-2026 · posting rules 1", "report version 1"}


def test_every_page_has_its_number_and_what_the_figures_stand_on() -> None:
    found = pages(revenue(*range(100, 28_00, 9)))
    assert len(found) > 3
    for number, text in enumerate(found, 1):
        assert f"page {number} of {len(found)}" in text
        for part in ("as of position 4711", f"root {ROOT}", "policy FINANCE-2026", "posting rules 1", "report version 1"):
            assert part in text, (number, part)
        assert "gaming day" in text


def test_every_row_and_total_is_printed_once() -> None:
    amounts = [-1_234_567, 12_345_678_901, *range(1_00, 60_00, 1_00)]
    lines = "\n".join(pages(replace(revenue(*amounts), charts=()))).split("\n")
    for day, amount in enumerate(amounts, 1):
        assert lines.count(f"2026-11-{day:02} baccarat HKD {day} {amount / 100:,.2f} {amount / 50:,.2f}") == 1, day
    total = sum(amounts)
    assert lines.count(f"HKD {sum(range(len(amounts) + 1)):,} {total / 100:,.2f} {total / 50:,.2f}") == 1


def test_two_people_sign_at_the_end_and_never_on_a_page_alone() -> None:
    for rows in range(1, 60):
        found = pages(report := replace(revenue(*range(1, rows + 1)), charts=()))
        assert at_the_foot(report) == FOOT, rows
        assert [text for text in found if all(word in text for word in SIGNATURES)] == found[-1:]
        assert f"2026-11-{rows:02}" in found[-1], rows
        for text in found:
            assert "gaming" in text, rows  # the header of the table


def test_a_report_says_who_has_signed_and_the_hash_of_its_proof_where_it_knows() -> None:
    head = {**HEAD, "proof": "c0ffee", "prepared_by": "E-2001", "checked_by": "E-3001"}
    (text,) = pages(replace(revenue(1), head=head))
    assert all(part in text for part in ("E-2001", "E-3001", "proof c0ffee"))


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        (
            "zh",
            [
                "博彩毛收入",
                "博彩日 2026-11-01 至 2026-11-30",
                "百家樂",
                "編製",
                "覆核",
                "第 1 頁，共 1 頁",
                "記帳規則 1",
                "每日博彩毛收入 (MOP)",
            ],
        ),
        ("pt", ["Receita bruta do jogo", "bacará", "Elaborado por", "Verificado por", "página 1 de 1", "regras de lançamento 1"]),
    ],
)
def test_it_is_in_the_readers_language_with_the_same_figures(lang: str, told: list[str]) -> None:
    (text,) = pages(revenue(-1_234_567, 89), lang)
    for part in (*told, "-12,345.67", "-24,691.34", "0.89", "4711", ROOT):
        assert part in text, part


def test_its_letters_are_embedded_so_that_it_looks_the_same_everywhere() -> None:
    fonts = [font.get_object() for font in reader(revenue(1, 2), "zh").pages[0]["/Resources"]["/Font"].values()]
    used = [font for font in fonts if font["/BaseFont"] != "/Helvetica"]  # which its library names in every document
    assert used
    assert all("/FontFile2" in font["/FontDescriptor"].get_object() for font in used)


def test_a_letter_that_the_font_lacks_is_printed_as_its_number() -> None:
    (text,) = pages(reasons("荷官派錯 🂡 é"))
    assert "荷官派錯 [U+1F0A1] é" in text


def test_a_text_that_is_longer_than_a_page_goes_on_on_the_next() -> None:
    words = [f"word{number}" for number in range(2_000)]
    report = replace(reasons(" ".join(words)), as_of=4711)
    assert at_the_foot(report) == FOOT
    text = " ".join(" ".join(pages(report)).split())
    assert [word for word in words if word not in text] == []
    assert re.search(r"Checked by", text)


def test_paper_lies_across_where_the_table_is_wide_and_a_wider_one_comes_in_parts() -> None:
    assert size(wide(4, 3)) == (595, 842)
    assert size(wide(9, 3)) == (842, 595)
    (narrow,) = pages(wide(9, 3))
    assert "part 1 of" not in narrow
    text = "\n".join(pages(wide(24, 3)))
    assert size(wide(24, 3)) == (842, 595)
    assert ("part 1 of 2" in text, "part 2 of 2" in text) == (True, True)
    assert text.count("\nT-2 HKD 10,000,0") == 2
    for number in range(24):
        assert text.count(f"10,000,0{(200 + number) // 100:02}.{number % 100:02}") == 1, number


def test_a_chart_and_the_signatures_below_it_lie_above_the_foot_however_many_rows_there_are() -> None:
    for rows in range(2, 60, 4):
        assert at_the_foot(revenue(*range(1, rows + 1))) == FOOT, rows


def test_without_rows_it_says_so() -> None:
    (text,) = pages(revenue())
    assert "no rows" in text
    assert "Checked by" in text


def test_the_same_report_gives_the_same_bytes() -> None:
    assert made(revenue(1, 2), "zh") == made(revenue(1, 2), "zh")
    assert made(revenue(1, 2)) != made(revenue(1, 3))


def test_no_clock_is_in_it() -> None:
    found = reader(revenue(1, 2)).metadata
    assert found is not None
    assert (str(found["/CreationDate"])[:10], str(found["/ModDate"])[:10]) == ("D:20000101", "D:20000101")


def test_more_rows_than_anybody_reads_on_paper_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "ROWS_MAX", 2)
    with pytest.raises(TooLong, match="paper holds 2 rows, and this report has 3"):
        made(revenue(1, 2, 3))
