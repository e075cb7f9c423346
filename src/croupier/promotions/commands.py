"""Everything that somebody can ask for in a promotion: the operator, or the winner of a prize."""

from croupier.kernel.events import Command
from croupier.promotions.terms import Terms


class DraftPromotion(Command, frozen=True, kw_only=True):
    """Write the terms down, or write them anew before the promotion opens."""

    terms: Terms
    readings: tuple[str, ...] = ()


class OpenPromotion(Command, frozen=True, kw_only=True):
    pass


class HoldDraw(Command, frozen=True, kw_only=True):
    """The entries that were drawn, one for each prize, and who oversaw it if anybody did."""

    entries: tuple[str, ...]
    scrutineer: str = ""


class ChooseCashAlternative(Command, frozen=True, kw_only=True):
    prize: int


class ChoosePayment(Command, frozen=True, kw_only=True):
    """How a cash prize is paid: the parts in cash, by crossed cheque and by electronic transfer."""

    prize: int
    cash: int = 0
    cheque: int = 0
    transfer: int = 0


class NotifyWinner(Command, frozen=True, kw_only=True):
    """An attempt to tell a winner, which may be in vain."""

    prize: int
    method: str
    reached: bool = True


class RefuseClaim(Command, frozen=True, kw_only=True):
    prize: int
    reason: str
    name: str = ""
    address: str = ""


class DecideDispute(Command, frozen=True, kw_only=True):
    """A dispute about the terms; `about` tells it from others, `satisfied` says whether the person leaves it at that."""

    decision: str
    about: str = ""
    satisfied: bool = False


class Postpone(Command, frozen=True, kw_only=True):
    why: str


class ValidateIntegrity(Command, frozen=True, kw_only=True):
    pass


class CancelDraw(Command, frozen=True, kw_only=True):
    why: str


class NotifyRegulator(Command, frozen=True, kw_only=True):
    pass
