"""Everything that can happen in a promotion."""

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

    def alter(self, promotion: Promotion) -> None:
        promotion.phase, promotion.terms, promotion.readings = "draft", self.terms, self.readings


class PromotionOpened(Public, frozen=True, kw_only=True):
    def alter(self, promotion: Promotion) -> None:
        promotion.phase = "open"


class DrawHeld(Public, frozen=True, kw_only=True):
    at: int
    winners: dict[int, str]
    scrutineer: str = ""

    def alter(self, promotion: Promotion) -> None:
        promotion.phase, promotion.drawn_at, promotion.winners = "drawn", self.at, self.winners


class CashAlternativeChosen(Public, frozen=True, kw_only=True):
    prize: int
    amount: int

    def alter(self, promotion: Promotion) -> None:
        promotion.payments[self.prize] = f"{dollars(self.amount)} instead of the prize"


class PaymentChosen(Public, frozen=True, kw_only=True):
    prize: int
    parts: dict[str, int]

    def alter(self, promotion: Promotion) -> None:
        promotion.payments[self.prize] = ", ".join(f"{dollars(amount)} {how}" for how, amount in self.parts.items())


class WinnerNotified(Public, frozen=True, kw_only=True):
    """An attempt to notify; `late` says that it came after the time that the book allows."""

    prize: int
    method: str
    at: int
    reached: bool
    late: bool = False

    def alter(self, promotion: Promotion) -> None:
        if self.reached:
            promotion.notified = tuple(sorted({*promotion.notified, self.prize}))


class ClaimRefused(Event, frozen=True, kw_only=True):
    """The patron learns why; if `kept`, name and address stay on record, which only the inspector sees."""

    prize: int
    reason: str
    kept: bool
    name: str = ""
    address: str = ""

    def seen_by(self, viewer: Viewer) -> Self:
        return self if viewer.role == "inspector" else replace(self, name="", address="")

    def alter(self, promotion: Promotion) -> None:
        promotion.claims_kept += self.kept


class PromotionDisputeDecided(Public, frozen=True, kw_only=True):
    decision: str
    about: str = ""

    def alter(self, promotion: Promotion) -> None:
        promotion.disputes = (*promotion.disputes, self.about)


class PatronAdvised(Public, frozen=True, kw_only=True):
    """A person who is not satisfied is informed of the right to complain."""

    advice: str


class PromotionPostponed(Public, frozen=True, kw_only=True):
    why: str
    regulator_by: int

    def alter(self, promotion: Promotion) -> None:
        promotion.phase, promotion.regulator_by = "postponed", self.regulator_by


class IntegrityValidated(Public, frozen=True, kw_only=True):
    """What was postponed goes on: a draw that was held counts, and its winners may now be notified; otherwise one can be held."""

    at: int = 0

    def alter(self, promotion: Promotion) -> None:
        promotion.phase = "drawn" if promotion.winners else "open"
        if promotion.winners:
            promotion.drawn_at = max(self.at, promotion.drawn_at)


class DrawCancelled(Public, frozen=True, kw_only=True):
    """There is no draw, or the draw that was held has no winners."""

    why: str
    regulator_by: int

    def alter(self, promotion: Promotion) -> None:
        promotion.phase, promotion.regulator_by = "cancelled", self.regulator_by
        promotion.winners, promotion.notified = {}, ()


class RegulatorNotified(Public, frozen=True, kw_only=True):
    at: int
    late: bool = False

    def alter(self, promotion: Promotion) -> None:
        promotion.regulator_by = None
