"""The command that signs a checkpoint: what stands signed before it is looked up, and the notary gives the next one."""

from domain.checkpoints import Checkpoints, CheckpointSigned, SignCheckpoint, decide_sign_checkpoint
from domain.command import Command
from domain.event import key_of, proof_stream
from services.case import Case, Decided
from services.handlers import Handler, Outcome
from services.proof.notary import CHECKPOINTS


def sign_checkpoint(case: Case) -> Outcome:
    """A day's checkpoints never come before those of a day behind it, whatever a new policy says of when days begin."""
    latest = case.states.latest(CHECKPOINTS)
    last: CheckpointSigned | None = None
    if latest is not None:
        signed_last = case.states.get(latest, Checkpoints)
        case.in_order(signed_last)
        last = signed_last.state.last
    given = case.supply("checkpoint", lambda facts: facts.checkpoint(last))
    events = decide_sign_checkpoint(last, signed=CheckpointSigned.model_validate(given) if given else None)
    if not events:
        return Outcome([])
    day = max(case.gaming_day, key_of(latest) if latest else "")
    return Outcome([Decided(case.states.get(proof_stream(day), Checkpoints), events, case.gaming_day, lambda _event: day)])


HANDLERS: dict[type[Command], Handler] = {SignCheckpoint: sign_checkpoint}
