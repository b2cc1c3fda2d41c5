"""A service that is missing skips a test, unless it must be there."""

import pytest

from tests.required import require


@pytest.mark.parametrize("required", [None, "", "kafka", " kafka , "])
def test_a_missing_service_skips(monkeypatch: pytest.MonkeyPatch, required: str | None) -> None:
    monkeypatch.delenv("CASINO_REQUIRE", raising=False)
    if required is not None:
        monkeypatch.setenv("CASINO_REQUIRE", required)
    with pytest.raises(pytest.skip.Exception, match="postgres is missing: no server answers"):
        require("postgres", "no server answers")


@pytest.mark.parametrize("required", ["postgres", "kafka,postgres", "postgres, kafka"])
def test_a_missing_service_that_must_be_there_fails(monkeypatch: pytest.MonkeyPatch, required: str) -> None:
    monkeypatch.setenv("CASINO_REQUIRE", required)
    with pytest.raises(pytest.fail.Exception, match="postgres is required"):
        require("postgres", "no server answers")


def test_a_service_that_is_there_is_no_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASINO_REQUIRE", "postgres,kafka")
    require("postgres")
    require("kafka", None)


def test_a_name_that_no_service_has_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASINO_REQUIRE", "postgress")
    with pytest.raises(pytest.fail.Exception, match="names postgress; there are kafka, postgres"):
        require("postgres")
    with pytest.raises(AssertionError, match="redis is none of"):
        require("redis")
