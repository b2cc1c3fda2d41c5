"""When the books stop. Nothing is skipped and nothing is balanced by force: the batch is rolled back and people are told."""

from typing import Literal

from domain.event import Recorded
from projections.projection import Poison

Code = Literal["unbalanced", "chips-gap", "chain", "other-body", "not-opened", "unknown-seat", "unknown-bet", "unknown-event"]


class BooksHalted(Poison):
    """`unbalanced` is I1, or a line that cannot be built; `chips-gap` I3; `chain` a stored head that is not its last entry's;
    `other-body` the same event id with another body.

    What the posting rules themselves made wrong is a defect; the others are faults of what was read.
    """

    def __init__(self, code: Code, record: Recorded, message: str) -> None:
        super().__init__(record, f"{code}: {message}", defect=code in ("unbalanced", "chips-gap"))
        self.code = code
