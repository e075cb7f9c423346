"""The state of a promotion, folded from its events, and the rules that a book gives it."""

from typing import Literal

import msgspec

from croupier.kernel.changing import Changing
from croupier.kernel.grounds import grounds_of
from croupier.kernel.rulebook import Rulebook
from croupier.promotions.terms import Prize, Terms

GROUNDS = grounds_of("croupier.promotions")
METHODS = ("face to face", "mail", "telephone", "email")
"""How a winner may be notified."""

WINNER = "winner"
"""The capacity in which the winner of a prize speaks."""

BY_THE_HOUR = "two-days-by-the-hour"
"""The other reading of the days for notifying a winner: that many times 24 hours."""

Phase = Literal["", "draft", "open", "postponed", "drawn", "cancelled"]
DAY = 86400


class PromotionRules(Rulebook, frozen=True, kw_only=True):
    """What a book says about promotional prizes: sums in cents, times in seconds.

    The `operator` is the rank that acts for the operator; `advice` is for a person who does not accept a decision.
    """

    declared = GROUNDS
    offices = ("operator",)
    onlookers = (WINNER,)

    operator: str
    scrutineer_above: int
    payment_choice_above: int
    claims_kept_above: int
    most_liquor: int
    notify_days: int
    regulator_within: int
    advice: str


class Promotion(Changing, kw_only=True):
    """A promotion after its events. `winners`, `notified` and `payments` are by the number of the prize.

    `drawn_at` is when the draw was held, or when one that was postponed afterwards was found to be in order. `disputes` are the
    decided matters. The record has the details of refused claims; here is only how many are kept.
    """

    phase: Phase = ""
    terms: Terms = Terms()
    readings: tuple[str, ...] = ()
    drawn_at: int = 0
    winners: dict[int, str] = msgspec.field(default_factory=dict)
    notified: tuple[int, ...] = ()
    payments: dict[int, str] = msgspec.field(default_factory=dict)
    claims_kept: int = 0
    disputes: tuple[str, ...] = ()
    regulator_by: int | None = None

    def prize(self, number: int) -> Prize | None:
        return self.terms.prizes[number - 1] if 1 <= number <= len(self.terms.prizes) else None


class Owed(msgspec.Struct, frozen=True):
    """Something that the operator has yet to do, by when (in seconds), and under which clauses."""

    what: str
    by: int
    clauses: tuple[str, ...]


def notify_by(rules: PromotionRules, promotion: Promotion) -> int:
    """The last second for notifying a winner who need not be present: the end of the last day, or that many hours."""
    if BY_THE_HOUR in promotion.readings:
        return promotion.drawn_at + rules.notify_days * DAY
    return (promotion.drawn_at // DAY + rules.notify_days + 1) * DAY - 1


def owed(rules: PromotionRules, promotion: Promotion) -> list[Owed]:
    """What the operator still owes to winners and the regulator."""
    duties = []
    if promotion.phase == "drawn" and not promotion.terms.presence_required:
        due, clauses = notify_by(rules, promotion), rules.cite("winner_told")
        left = (number for number in promotion.winners if number not in promotion.notified)
        duties += [Owed(f"tell the winner of prize {number}", due, clauses) for number in left]
    if promotion.regulator_by is not None:
        duties.append(Owed("tell the regulator", promotion.regulator_by, rules.cite("integrity")))
    return duties
