"""What services raise besides refusals (domain/rules.py) and what the adapters report (infra)."""


class NotFound(Exception):
    """No such hand, wallet, table, line or projection; the message says what there is instead."""


class BadOverride(ValueError):
    """A line of the house's own working days that says nothing: the message has its number and what a line says."""


class AnotherHouse(Exception):
    """What lies where a house is to move to is not a beginning of that house; nothing was changed there."""

    def __init__(self, where: str, what: str, at: str) -> None:
        super().__init__(
            f"{where} is not empty, and its {what} are not this house's: they differ at {at}. It is another house, or this one has gone "
            "on there since it was moved; name an empty database"
        )


class CopyDiffers(Exception):
    """What has arrived is not what was sent; the house was not moved."""

    def __init__(self, where: str, what: str, at: str) -> None:
        super().__init__(
            f"the {what} that arrived in {where} differ at {at} from those in the folder: somebody has changed them meanwhile. The house "
            "goes on in its folder; name an empty database and begin again"
        )


class HistoryChanged(Exception):
    """The store no longer holds what its tree, or a signed checkpoint, was made from."""


class HandOpen(Exception):
    """The hand is not over: what is to come of it would be missing."""
