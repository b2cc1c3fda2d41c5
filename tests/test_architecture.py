"""What the design forbids, checked in the source: arrows, libraries, size, floats, clocks. Each check is first seen to find something."""

import ast
import sys
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import packages_distributions
from inspect import isclass
from pathlib import Path

import pytest
from importlinter import cli

ROOT = Path(__file__).parent.parent
ROOMS = ("domain", "projections", "infra", "services")

LINES_PER_FILE_MAX = 250
LINES_PER_FUNCTION_MAX = 40

LIBRARIES = {"domain": {"pydantic", "pydantic_core"}, "projections": {"pydantic", "pydantic_core", "sqlalchemy"}}
"""What these rooms may import besides the standard library and each other as the arrows go."""

OUTSIDE_WORLD = {
    "asyncio", "getpass", "io", "locale", "logging", "multiprocessing", "os", "pathlib", "platform", "queue", "random", "secrets",
    "shutil", "socket", "sqlite3", "subprocess", "sys", "tempfile", "threading", "time", "urllib", "uuid", "zoneinfo",
}  # fmt: skip
"""Clock, randomness, files, processes and networks of the standard library."""

OUTSIDE_CALLS = {"breakpoint", "input", "open", "print"}
CLOCK_CALLS = {"now", "today", "utcnow"}
FLOATS = {"Double", "Float", "REAL", "float"}

Finding = tuple[int, str]
"""Line and what is wrong there."""


def imports(tree: ast.Module) -> Iterator[Finding]:
    """Line and top-level name of every import."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name.split(".")[0]) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.lineno, str(node.module).split(".")[0]


def foreign_libraries(tree: ast.Module, allowed: set[str]) -> Iterator[Finding]:
    for line, name in imports(tree):
        if name not in allowed | sys.stdlib_module_names | set(ROOMS):
            yield line, f"imports {name}"


def outside_world(tree: ast.Module) -> Iterator[Finding]:
    for line, name in imports(tree):
        if name in OUTSIDE_WORLD:
            yield line, f"imports {name}"
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in OUTSIDE_CALLS:
                yield node.lineno, f"calls {name}()"
            case ast.Call(func=ast.Attribute(attr=name)) if name in CLOCK_CALLS:
                yield node.lineno, f"reads the clock with {name}()"


def floats(tree: ast.Module) -> Iterator[Finding]:
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=float()):
                yield node.lineno, f"has the float {node.value}"
            case ast.Name(id=name) | ast.Attribute(attr=name) if name in FLOATS:
                yield node.lineno, f"names {name}"
            case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
                yield node.lineno, "divides with /, which makes a float; // does not"


def adapters() -> set[str]:
    """Classes of infra that hold something open: all but values, errors and protocols."""
    modules = [import_module(".".join(path.relative_to(ROOT).with_suffix("").parts)) for path in files("infra")]
    classes = {found for module in modules for found in vars(module).values() if isclass(found) and found.__module__.startswith("infra.")}
    return {
        found.__name__
        for found in classes
        if not (is_dataclass(found) or issubclass(found, Exception | tuple) or getattr(found, "_is_protocol", False))
    }


def made_adapters(tree: ast.Module, names: set[str]) -> Iterator[Finding]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(value=ast.Name(id=name))) if name in names:
                yield node.lineno, f"makes a {name}"


def long_functions(tree: ast.Module) -> Iterator[Finding]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > LINES_PER_FUNCTION_MAX:
                yield node.lineno, f"{node.name} has {lines} lines, at most {LINES_PER_FUNCTION_MAX} are wanted"


def files(*rooms: str) -> list[Path]:
    return [path for room in rooms for path in sorted((ROOT / room).rglob("*.py"))]


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def found_in(rooms: tuple[str, ...], check: Callable[[ast.Module], Iterator[Finding]]) -> list[str]:
    return [f"{path.relative_to(ROOT)}:{line} {what}" for path in files(*rooms) for line, what in check(parsed(path))]


def assert_nothing(found: list[str]) -> None:
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("check", "bad", "good"),
    [
        (lambda tree: foreign_libraries(tree, {"pydantic"}), "from rich.table import Table", "import json, pydantic, domain.money"),
        (outside_world, "from os import path", "from datetime import date"),
        (outside_world, "seen = date.today()", "seen = given.now"),
        (outside_world, "text = open('file').read()", "text = door.open()"),
        (floats, "rate = 0.05", "rate = 5"),
        (floats, "def half(amount: float): ...", "def half(amount: int): ..."),
        (floats, "half = amount / 2", "half = amount // 2"),
        (floats, "column = sqlalchemy.Float()", "column = sqlalchemy.BigInteger()"),
        (lambda tree: made_adapters(tree, {"Books"}), "books = Books.at(path)", "def catch_up(books: Books): books.begin()"),
        (long_functions, "def long():\n" + " pass\n" * 40, "def short():\n" + " pass\n" * 39),
    ],
)
def test_each_check_finds_what_it_is_for(check, bad, good):
    assert list(check(ast.parse(bad)))
    assert not list(check(ast.parse(good)))


def test_the_arrows_between_the_rooms(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    status = cli.lint_imports(config_filename="pyproject.toml", no_cache=True, no_logo=True)
    assert status == cli.EXIT_STATUS_SUCCESS, capsys.readouterr().out


@pytest.mark.parametrize("room", LIBRARIES)
def test_a_room_imports_no_other_library(room):
    assert_nothing(found_in((room,), lambda tree: foreign_libraries(tree, LIBRARIES[room])))


def test_only_the_app_makes_adapters():
    makers = [path for path in files("services") if path not in (ROOT / "services" / "app.py", ROOT / "services" / "processes.py")]
    assert {"EventStore", "Books", "Vault"} <= adapters()
    assert_nothing([f"{path.relative_to(ROOT)}:{line} {what}" for path in makers for line, what in made_adapters(parsed(path), adapters())])


def test_the_domain_has_no_clock_no_randomness_and_no_input_or_output():
    assert_nothing(found_in(("domain",), outside_world))


def test_no_float_in_domain_and_projections():
    assert_nothing(found_in(("domain", "projections"), floats))


def test_no_long_function():
    assert_nothing(found_in(ROOMS, long_functions))


def test_no_long_file():
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in files(*ROOMS)}
    assert_nothing(
        [
            f"{path.relative_to(ROOT)} has {lines} lines, at most {LINES_PER_FILE_MAX} are wanted"
            for path, lines in lengths.items()
            if lines > LINES_PER_FILE_MAX
        ]
    )


def test_no_module_is_named_like_a_library():
    libraries = {name for name, owners in packages_distributions().items() if owners != ["pataca"]} | sys.stdlib_module_names
    modules = {path.stem if path.stem != "__init__" else path.parent.name: path for path in files(*ROOMS)}
    assert_nothing([f"{path.relative_to(ROOT)} is named like the library {name}" for name, path in modules.items() if name in libraries])
