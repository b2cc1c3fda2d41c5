from datetime import UTC, datetime

from domain.fields import utc_text


def test_texts_of_times_sort_like_the_times() -> None:
    times = [datetime(year, 1, 1, microsecond=micro, tzinfo=UTC) for year in (1, 33, 999, 2026, 9999) for micro in (0, 1, 999_999)]
    assert sorted(times) == times
    texts = [utc_text(time) for time in times]
    assert sorted(texts) == texts
    assert {len(text) for text in texts} == {len("2026-11-30T04:00:00.000000Z")}
