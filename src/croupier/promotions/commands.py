"""Every command in a promotion: from the operator, or the winner of a prize."""

from croupier.kernel.events import Command
from croupier.promotions.state import WINNER
from croupier.promotions.terms import Terms

OPERATOR = "operator"
"""The rank that acts for the operator."""

WINNERS = (WINNER, OPERATOR)
DRAFTS, OFFERED, RUNNING = ("", "draft"), ("open", "postponed", "drawn", "cancelled"), ("open", "postponed", "drawn")


class DraftPromotion(
    Command, line="draft {terms}[ readings {readings:names}]", by=OPERATOR, ground="promotion_drafted", when=DRAFTS
):
    """Write the terms down, or write them again before the promotion opens."""

    terms: Terms
    readings: tuple[str, ...] = ()


class OpenPromotion(Command, line="open", by=OPERATOR, ground="promotion_opened", when=("draft",)):
    pass


class HoldDraw(Command, line="draw {entries}[ under {scrutineer}]", by=OPERATOR, ground="draw_held", when=("open",)):
    """The entries that were drawn, one for each prize, and who oversaw it, if anyone did."""

    entries: tuple[str, ...]
    scrutineer: str = ""


class ChooseCashAlternative(Command, line="cash instead {prize}", by=WINNERS, ground="cash_alternative"):
    prize: int


class ChoosePayment(
    Command, line="pay {prize}[ cash {cash:$}][ cheque {cheque:$}][ transfer {transfer:$}]", by=WINNERS, ground="payment_chosen"
):
    """How a cash prize is paid: the parts in cash, by crossed cheque and by electronic transfer."""

    prize: int
    cash: int = 0
    cheque: int = 0
    transfer: int = 0


class NotifyWinner(Command, line="notify {prize} by {method}[ in vain{!reached}]", by=OPERATOR, ground="winner_told"):
    """An attempt to notify a winner, which may fail."""

    prize: int
    method: str
    reached: bool = True


class RefuseClaim(
    Command, line="refuse claim {prize}:{reason:item}[;{name:item};{address}]", by=OPERATOR, ground="claim_refused", when=OFFERED
):
    prize: int
    reason: str
    name: str = ""
    address: str = ""


class DecideDispute(
    Command,
    line="decide dispute[ about {about:part}]: {decision:part}[; agreed{=satisfied}]",
    by=OPERATOR,
    ground="dispute_decided",
    when=OFFERED,
):
    """A dispute about the terms; `about` tells it from others, `satisfied` says whether the person leaves it at that."""

    decision: str
    about: str = ""
    satisfied: bool = False


class Postpone(Command, line="postpone: {why}", by=OPERATOR, ground="integrity", when=RUNNING):
    why: str


class ValidateIntegrity(Command, line="validated", by=OPERATOR, ground="integrity", when=("postponed",)):
    pass


class CancelDraw(Command, line="cancel: {why}", by=OPERATOR, ground="integrity", when=RUNNING):
    why: str


class NotifyRegulator(Command, line="tell regulator", by=OPERATOR, ground="integrity"):
    pass
