"""Everything that can become so in a promotion."""

from typing import Self

from msgspec.structs import replace

from croupier.kernel.actors import Viewer
from croupier.kernel.events import Event, Public
from croupier.kernel.money import dollars
from croupier.promotions.state import Promotion
from croupier.promotions.terms import Terms


class PromotionDrafted(Public, frozen=True, kw_only=True):
    terms: Terms
    readings: tuple[str, ...] = ()

    def apply(self, promotion: Promotion) -> Promotion:
        return replace(promotion, phase="draft", terms=self.terms, readings=self.readings)


class PromotionOpened(Public, frozen=True, kw_only=True):
    def apply(self, promotion: Promotion) -> Promotion:
        return replace(promotion, phase="open")


class DrawHeld(Public, frozen=True, kw_only=True):
    at: int
    winners: dict[int, str]
    scrutineer: str = ""

    def apply(self, promotion: Promotion) -> Promotion:
        return replace(promotion, phase="drawn", drawn_at=self.at, winners=self.winners)


class CashAlternativeChosen(Public, frozen=True, kw_only=True):
    prize: int
    amount: int

    def apply(self, promotion: Promotion) -> Promotion:
        paid = {**promotion.payments, self.prize: f"{dollars(self.amount)} instead of the prize"}
        return replace(promotion, payments=paid)


class PaymentChosen(Public, frozen=True, kw_only=True):
    prize: int
    parts: dict[str, int]

    def apply(self, promotion: Promotion) -> Promotion:
        said = ", ".join(f"{dollars(amount)} {how}" for how, amount in self.parts.items())
        return replace(promotion, payments={**promotion.payments, self.prize: said})


class WinnerNotified(Public, frozen=True, kw_only=True):
    """An attempt to notify; `late` says that it came after the time that the book allows."""

    prize: int
    method: str
    at: int
    reached: bool
    late: bool = False

    def apply(self, promotion: Promotion) -> Promotion:
        if not self.reached:
            return promotion
        return replace(promotion, notified=tuple(sorted({*promotion.notified, self.prize})))


class ClaimRefused(Event, frozen=True, kw_only=True):
    """The patron learns why; where `kept`, name and address stay on record, which only the inspector sees."""

    prize: int
    reason: str
    kept: bool
    name: str = ""
    address: str = ""

    def seen_by(self, viewer: Viewer) -> Self:
        return self if viewer.role == "inspector" else replace(self, name="", address="")

    def apply(self, promotion: Promotion) -> Promotion:
        return replace(promotion, claims_kept=promotion.claims_kept + self.kept)


class PromotionDisputeDecided(Public, frozen=True, kw_only=True):
    decision: str
    about: str = ""

    def apply(self, promotion: Promotion) -> Promotion:
        return replace(promotion, disputes=(*promotion.disputes, self.about))


class PatronAdvised(Public, frozen=True, kw_only=True):
    """Somebody who is not satisfied hears of the right to complain."""

    advice: str

    def apply(self, promotion: Promotion) -> Promotion:
        return promotion


class PromotionPostponed(Public, frozen=True, kw_only=True):
    why: str
    regulator_by: int

    def apply(self, promotion: Promotion) -> Promotion:
        return replace(promotion, phase="postponed", regulator_by=self.regulator_by)


class IntegrityValidated(Public, frozen=True, kw_only=True):
    """What was put off goes on: a draw that was held counts, and its winners may be told from now on; else one can be held."""

    at: int = 0

    def apply(self, promotion: Promotion) -> Promotion:
        if not promotion.winners:
            return replace(promotion, phase="open")
        return replace(promotion, phase="drawn", drawn_at=max(self.at, promotion.drawn_at))


class DrawCancelled(Public, frozen=True, kw_only=True):
    """There is no draw, and a draw that was held has no winners."""

    why: str
    regulator_by: int

    def apply(self, promotion: Promotion) -> Promotion:
        none: dict[int, str] = {}
        return replace(promotion, phase="cancelled", regulator_by=self.regulator_by, winners=none, notified=())


class RegulatorNotified(Public, frozen=True, kw_only=True):
    at: int
    late: bool = False

    def apply(self, promotion: Promotion) -> Promotion:
        return replace(promotion, regulator_by=None)
