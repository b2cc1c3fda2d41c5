"""What a test needs from outside: without it the test is skipped, or fails where it must not be missing.

`CASINO_REQUIRE=postgres,kafka` says which services must be there, so that nothing is left out unseen.
"""

import os

import pytest

SERVICES = frozenset({"postgres", "kafka"})


def require(service: str, missing: str | None = None) -> None:
    """`missing` says why the service cannot be used; None: it is there, and the test goes on."""
    assert service in SERVICES, f"{service} is none of {', '.join(sorted(SERVICES))}"
    must_be_there = {name.strip() for name in os.environ.get("CASINO_REQUIRE", "").split(",")} - {""}
    if unknown := must_be_there - SERVICES:
        pytest.fail(f"CASINO_REQUIRE names {', '.join(sorted(unknown))}; there are {', '.join(sorted(SERVICES))}")
    if missing is None:
        return
    if service in must_be_there:
        pytest.fail(f"{service} is required (CASINO_REQUIRE) and missing: {missing}")
    pytest.skip(f"{service} is missing: {missing}")
