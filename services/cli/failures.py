"""Which error ends a command with which status: everything that is not a defect is listed here."""

import errno

from domain.rules import RuleBroken
from infra.cursors import Fenced
from infra.folder import FolderBusy, HouseMoved
from infra.sealing import SealBroken
from infra.settings import SettingRefused
from infra.store_errors import Busy, StoreTrouble, TopicRefused, UnknownEvent, UnreadableEvent
from projections.filters import FilterRefused
from projections.ledger.errors import UnknownName
from services.cli.exits import Exit, Failure
from services.commands import Contended
from services.errors import AnotherHouse, BadOverride, CopyDiffers, HandOpen, HistoryChanged, NotFound
from services.follower import Halted
from services.lanes import LogReplaced
from services.projector import NotBuilt
from services.proof.check import Refused
from services.rebuild import UnderWay
from services.reconcile.files import FileRefused, FileTaken
from services.reports.forms import ExtraMissing, TooLong
from services.reports.fresh import NotReached

_STATUS: tuple[tuple[type[Exception], Exit], ...] = (
    (RuleBroken, Exit.REFUSED),
    (Halted, Exit.REFUSED),
    (LogReplaced, Exit.REFUSED),
    (UnknownEvent, Exit.REFUSED),
    (UnreadableEvent, Exit.REFUSED),
    (TopicRefused, Exit.REFUSED),
    (CopyDiffers, Exit.REFUSED),
    (HandOpen, Exit.REFUSED),
    (HistoryChanged, Exit.REFUSED),
    (Refused, Exit.REFUSED),
    (FileRefused, Exit.REFUSED),
    (FilterRefused, Exit.USAGE),
    (TooLong, Exit.USAGE),
    (ExtraMissing, Exit.USAGE),
    (NotFound, Exit.NOT_FOUND),
    (UnknownName, Exit.NOT_FOUND),
    (StoreTrouble, Exit.UNREACHABLE),
    (SealBroken, Exit.UNREACHABLE),
    (SettingRefused, Exit.UNREACHABLE),
    (BadOverride, Exit.UNREACHABLE),
    (NotBuilt, Exit.UNREACHABLE),
    (NotReached, Exit.UNREACHABLE),
    (FileTaken, Exit.CONFLICT),
    (FolderBusy, Exit.CONFLICT),
    (HouseMoved, Exit.CONFLICT),
    (AnotherHouse, Exit.CONFLICT),
    (Busy, Exit.CONFLICT),
    (Contended, Exit.CONFLICT),
    (Fenced, Exit.CONFLICT),
    (UnderWay, Exit.CONFLICT),
)


def failure_of(error: Exception) -> Failure | None:
    """None for a defect of the program."""
    if isinstance(error, Failure):
        return error
    if isinstance(error, Halted) and error.defect:
        return Failure(Exit.DEFECT, str(error))
    for kind, status in _STATUS:
        if isinstance(error, kind):
            return Failure(status, str(error))
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EIO, errno.EROFS):
        return Failure(Exit.UNREACHABLE, f"the output cannot be written: {error.strerror}")
    return None
