"""What a command ends with: 0 fine, and otherwise a status that a script can act on."""

import os
import sys
import traceback
from enum import IntEnum

import typer


class Exit(IntEnum):
    FINE = 0
    REFUSED = 1
    USAGE = 2
    NOT_FOUND = 3
    UNREACHABLE = 4
    CONFLICT = 5
    DEFECT = 70
    INTERRUPTED = 130
    READER_GONE = 141


class Failure(Exception):
    """A command ends here with a status and one sentence for the person at the terminal."""

    def __init__(self, status: Exit, message: str) -> None:
        super().__init__(message)
        self.status = status


def run_app(app: typer.Typer) -> int:
    """Run the command line and turn whatever ends it into a status; a defect alone shows where it happened."""
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115  a caller may have closed it
    if sys.stdout is None:
        print("pataca: the output cannot be written: standard output is closed", file=sys.stderr)
        return Exit.UNREACHABLE
    try:
        status = _run(app)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except (BrokenPipeError, SystemExit):
        # Typer and rich meet a broken pipe with an exit of their own, and nothing else ends the process from within.
        _silence(sys.stdout.fileno())
        return Exit.READER_GONE
    except OSError as error:
        status = _explained(error)
        _silence(sys.stdout.fileno())
    return status


def _run(app: typer.Typer) -> int:
    try:
        result = app(prog_name="pataca", standalone_mode=False)
        return result if isinstance(result, int) else Exit.FINE
    except typer.Abort:
        return Exit.INTERRUPTED
    except typer.TyperException as error:
        error.show()  # type: ignore[attr-defined]  # what its parser refuses can show itself, with the usage
        return Exit.USAGE
    except OSError:
        raise
    except Exception as error:
        return _explained(error)


def _explained(error: Exception) -> int:
    from services.cli.failures import failure_of

    failure = failure_of(error)
    if failure is None:
        traceback.print_exc()
        print("pataca: this is a defect in the program; nothing beyond what was answered has been stored", file=sys.stderr)
        return Exit.DEFECT
    print(f"pataca: {failure}", file=sys.stderr)
    return failure.status


def _silence(descriptor: int) -> None:
    """Nobody takes our output any more: what is left of it goes nowhere, and Python has nothing to tell of it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), descriptor)
