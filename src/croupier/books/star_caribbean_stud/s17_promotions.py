"""Section 17: promotional prizes, from the draft of the terms to the draw, the payment and what may go wrong.

As at a table, `decide` answers a command with events or a refusal and `evolve` takes the events; nothing here reads a clock.
The operator's commands are those of an Assistant Gaming Manager or above; the winner of a prize chooses how it is paid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, Self

import msgspec
from msgspec.structs import replace

from croupier.books.book import Book
from croupier.books.star_caribbean_stud.people import REVIEWER
from croupier.books.star_caribbean_stud.s17_terms import CREDITS, Prize, Terms, findings, required
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import INSPECTOR, Command, Event, Public, Viewer
from croupier.kernel.money import cents, dollars

WINNER = "winner"
BY_THE_HOUR = "two-days-by-the-hour"
READINGS = frozenset({BY_THE_HOUR})
"""The other reading of 17.8 that a house may choose; see `docs/interpretations/star-caribbean-stud.md`."""

METHODS: dict[str, str] = {"face to face": "17.8.1", "mail": "17.8.2", "telephone": "17.8.3", "email": "17.8.4"}
"""How a winner may be notified, each with its clause."""

_HOUR, _DAY = 3600, 86400

Phase = Literal["", "draft", "open", "postponed", "drawn", "cancelled"]


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """The numbers of section 17: sums in cents, times in seconds."""

    book: Book
    scrutineer_above: int
    payment_choice_above: int
    claims_kept_above: int
    notify_days: int
    regulator_within: int

    def rank_of(self, by: str) -> int:
        ranks = self.book.title_page.ranks
        return ranks.index(by) if by in ranks else -1


def rules_of(book: Book) -> Rules:
    return Rules(
        book=book,
        scrutineer_above=cents(str(book.value("scrutineer_prize"))),
        payment_choice_above=cents(str(book.value("payment_choice_prize"))),
        claims_kept_above=cents(str(book.value("refused_claim_record"))),
        notify_days=book.number("winner_notice"),
        regulator_within=book.number("compromised_promotion_notice") * _HOUR,
    )


class Claim(msgspec.Struct, frozen=True, kw_only=True):
    """A claim that was refused: which prize, why, and by whom where the details must be kept."""

    prize: int
    reason: str
    name: str = ""
    address: str = ""


class Promotion(msgspec.Struct, frozen=True, kw_only=True):
    """A promotion as its events have left it. `winners`, `notified` and `payments` are by the number of the prize."""

    phase: Phase = ""
    terms: Terms = Terms()
    readings: tuple[str, ...] = ()
    drawn_at: int = 0
    winners: dict[int, str] = {}
    notified: tuple[int, ...] = ()
    payments: dict[int, str] = {}
    claims: tuple[Claim, ...] = ()
    regulator_by: int | None = None
    version: int = 0

    def prize(self, number: int) -> Prize | None:
        return self.terms.prizes[number - 1] if 1 <= number <= len(self.terms.prizes) else None


# what somebody may ask for


class OperatorCommand(Command, frozen=True, kw_only=True):
    by: str = REVIEWER


class DraftPromotion(OperatorCommand, frozen=True, kw_only=True):
    """Write the terms down, or write them anew before the promotion opens."""

    terms: Terms
    readings: tuple[str, ...] = ()


class OpenPromotion(OperatorCommand, frozen=True, kw_only=True):
    pass


class HoldDraw(OperatorCommand, frozen=True, kw_only=True):
    """The entries that were drawn, one for each prize, and who oversaw it if anybody did."""

    entries: tuple[str, ...]
    scrutineer: str = ""


class ChooseCashAlternative(Command, frozen=True, kw_only=True):
    prize: int
    by: str = WINNER


class ChoosePayment(Command, frozen=True, kw_only=True):
    """How a cash prize is paid: the parts in cash, by crossed cheque and by electronic transfer."""

    prize: int
    cash: int = 0
    cheque: int = 0
    transfer: int = 0
    by: str = WINNER


class NotifyWinner(OperatorCommand, frozen=True, kw_only=True):
    """An attempt to tell a winner, which may be in vain."""

    prize: int
    method: str
    reached: bool = True


class RefuseClaim(OperatorCommand, frozen=True, kw_only=True):
    prize: int
    reason: str
    name: str = ""
    address: str = ""


class DecideDispute(OperatorCommand, frozen=True, kw_only=True):
    """A dispute about the terms; `satisfied` says whether the person leaves it at that."""

    decision: str
    satisfied: bool = False


class Postpone(OperatorCommand, frozen=True, kw_only=True):
    why: str


class ValidateIntegrity(OperatorCommand, frozen=True, kw_only=True):
    pass


class CancelDraw(OperatorCommand, frozen=True, kw_only=True):
    why: str


class NotifyRegulator(OperatorCommand, frozen=True, kw_only=True):
    pass


# what then is so


class PromotionDrafted(Public, frozen=True, kw_only=True):
    """The terms as drafted, with the book and the digest of its data that they are held against."""

    book: str
    digest: str
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
    """The patron is told why; where `kept`, name and address stay on record, which only the inspector sees."""

    prize: int
    reason: str
    kept: bool
    name: str = ""
    address: str = ""

    def seen_by(self, viewer: Viewer) -> Self:
        return self if viewer == INSPECTOR else replace(self, name="", address="")

    def apply(self, promotion: Promotion) -> Promotion:
        claim = Claim(prize=self.prize, reason=self.reason, name=self.name, address=self.address)
        return replace(promotion, claims=(*promotion.claims, claim)) if self.kept else promotion


class PromotionDisputeDecided(Public, frozen=True, kw_only=True):
    decision: str

    def apply(self, promotion: Promotion) -> Promotion:
        return promotion


class PatronAdvised(Public, frozen=True, kw_only=True):
    """Somebody who is not satisfied is told of the right to complain."""

    advice: str

    def apply(self, promotion: Promotion) -> Promotion:
        return promotion


class PromotionPostponed(Public, frozen=True, kw_only=True):
    why: str
    regulator_by: int

    def apply(self, promotion: Promotion) -> Promotion:
        return replace(promotion, phase="postponed", regulator_by=self.regulator_by)


class IntegrityValidated(Public, frozen=True, kw_only=True):
    def apply(self, promotion: Promotion) -> Promotion:
        return replace(promotion, phase="open")


class DrawCancelled(Public, frozen=True, kw_only=True):
    why: str
    regulator_by: int

    def apply(self, promotion: Promotion) -> Promotion:
        return replace(promotion, phase="cancelled", regulator_by=self.regulator_by)


class RegulatorNotified(Public, frozen=True, kw_only=True):
    at: int
    late: bool = False

    def apply(self, promotion: Promotion) -> Promotion:
        return replace(promotion, regulator_by=None)


# decisions


def decide(rules: Rules, promotion: Promotion, command: Command) -> Decision:
    """What comes of a command. Nothing changes but by the events of the answer."""
    wanted = rules.rank_of(REVIEWER)
    if isinstance(command, OperatorCommand):
        if rules.rank_of(command.by) < wanted:
            return Refused("rank_needed", f"that takes the {REVIEWER} or above, not {command.by}", ("1.1",))
    elif command.by != WINNER and rules.rank_of(command.by) < wanted:
        return Refused("rank_needed", f"that is for the winner, not for {command.by}", ("1.1",))
    return _DECIDERS[type(command)](rules, promotion, command)


def evolve(promotion: Promotion, event: Event) -> Promotion:
    after: Promotion = event.apply(promotion)
    return replace(after, version=promotion.version + 1)


def fold(events: Iterable[Event]) -> Promotion:
    """The promotion after these events, from nothing."""
    promotion = Promotion()
    for event in events:
        promotion = evolve(promotion, event)
    return promotion


def _draft(rules: Rules, promotion: Promotion, command: DraftPromotion) -> Decision:
    if promotion.phase not in ("", "draft"):
        return _not_now("the terms do not change once the promotion is open", "17.6")
    if strange := set(command.readings) - READINGS:
        return Refused("options_not_allowed", f"there is no reading {min(strange)!r} of section 17", ("17.1",))
    drafted = PromotionDrafted(
        book=rules.book.id,
        digest=rules.book.digest,
        terms=command.terms,
        readings=command.readings,
        clauses=("17.1",),
    )
    return Accepted((drafted,))


def _open(rules: Rules, promotion: Promotion, command: OpenPromotion) -> Decision:
    if promotion.phase != "draft":
        return _not_now("a promotion opens once its terms are drafted", "17.6")
    found = findings(rules.book, promotion.terms)
    banned = [finding for finding in found if finding.prohibited]
    if banned:
        clauses = tuple(dict.fromkeys(finding.clause for finding in banned))
        general = ("17.5",) if any(clause.startswith("17.5") for clause in clauses) else ()
        return Refused("prize_not_allowed", "; ".join(finding.says for finding in banned), (*general, *clauses))
    if found:
        clauses = tuple(dict.fromkeys(finding.clause for finding in found))
        missing = "; ".join(f"{finding.says} ({finding.clause})" for finding in found)
        return Refused("terms_incomplete", f"the terms do not say: {missing}", ("17.7", *clauses))
    return Accepted((PromotionOpened(clauses=required(promotion.terms)),))


def _draw(rules: Rules, promotion: Promotion, command: HoldDraw) -> Decision:
    if promotion.phase != "open":
        return _not_now("a draw is held while the promotion is open", "17.2")
    prizes = promotion.terms.prizes
    if len(command.entries) != len(prizes) or not all(entry.strip() for entry in command.entries):
        return Refused("draw_incomplete", f"say an entry for each of the {len(prizes)} prizes", ("17.7.1",))
    worth = max(prize.value for prize in prizes)
    if worth > rules.scrutineer_above and not command.scrutineer.strip():
        reason = f"a prize of {dollars(worth)} is drawn under the eyes of a scrutineer"
        return Refused("scrutineer_needed", reason, ("17.2",))
    winners = dict(enumerate(command.entries, 1))
    held = DrawHeld(at=command.at, winners=winners, scrutineer=command.scrutineer, clauses=("17.2", "17.7.1"))
    return Accepted((held,))


def _cash_alternative(rules: Rules, promotion: Promotion, command: ChooseCashAlternative) -> Decision:
    prize = _won(promotion, command.prize, "17.3")
    if isinstance(prize, Refused):
        return prize
    if prize.kind == "cash" or prize.kind in CREDITS:
        return Refused("no_cash_alternative", f"there is no cash alternative to {prize.kind}", ("17.3",))
    if not prize.cash_alternative:
        return Refused("no_cash_alternative", "the terms offer no cash instead of this prize", ("17.3",))
    if command.prize in promotion.payments:
        return Refused("decided_already", f"how prize {command.prize} is paid is settled", ("17.3",))
    chosen = CashAlternativeChosen(prize=command.prize, amount=prize.cash_alternative, clauses=("17.3",))
    return Accepted((chosen,))


def _payment(rules: Rules, promotion: Promotion, command: ChoosePayment) -> Decision:
    prize = _won(promotion, command.prize, "17.4")
    if isinstance(prize, Refused):
        return prize
    if prize.kind != "cash" or prize.value <= rules.payment_choice_above:
        least = dollars(rules.payment_choice_above)
        reason = f"the winner chooses the payment of cash prizes above {least}; this one is paid as the terms say"
        return Refused("no_payment_choice", reason, ("17.4",))
    if command.prize in promotion.payments:
        return Refused("decided_already", f"how prize {command.prize} is paid is settled", ("17.4",))
    parts = {"in cash": command.cash, "by crossed cheque": command.cheque, "by transfer": command.transfer}
    if min(parts.values()) < 0 or sum(parts.values()) != prize.value:
        return Refused("payment_not_whole", f"the parts must come to {dollars(prize.value)}", ("17.4",))
    chosen = {how: amount for how, amount in parts.items() if amount}
    return Accepted((PaymentChosen(prize=command.prize, parts=chosen, clauses=("17.4",)),))


def notify_by(rules: Rules, promotion: Promotion) -> int:
    """The last second for telling a winner who need not be present: the end of the last day, or that many hours."""
    if BY_THE_HOUR in promotion.readings:
        return promotion.drawn_at + rules.notify_days * _DAY
    return (promotion.drawn_at // _DAY + rules.notify_days + 1) * _DAY - 1


def _notify(rules: Rules, promotion: Promotion, command: NotifyWinner) -> Decision:
    prize = _won(promotion, command.prize, "17.8")
    if isinstance(prize, Refused):
        return prize
    if command.method not in METHODS:
        return Refused("no_such_method", f"a winner is told {', '.join(METHODS)}, not {command.method}", ("17.8",))
    in_time = promotion.terms.presence_required or command.at <= notify_by(rules, promotion)
    clauses = ("17.7.9",) if promotion.terms.presence_required else ("17.8", METHODS[command.method])
    notified = WinnerNotified(
        prize=command.prize,
        method=command.method,
        at=command.at,
        reached=command.reached,
        late=not in_time,
        clauses=clauses,
    )
    return Accepted((notified,))


def _refuse_claim(rules: Rules, promotion: Promotion, command: RefuseClaim) -> Decision:
    prize = promotion.prize(command.prize)
    if prize is None or promotion.phase in ("", "draft"):
        return _not_now(f"there is no prize {command.prize} to claim", "17.9")
    if not command.reason.strip():
        return Refused("claim_details_missing", "the patron is told why: say the reason", ("17.9",))
    kept = prize.value > rules.claims_kept_above
    if kept and not (command.name.strip() and command.address.strip()):
        more = dollars(rules.claims_kept_above)
        reason = f"for a prize above {more} the claimant's name and address are kept: say them"
        return Refused("claim_details_missing", reason, ("17.9.1",))
    refused = ClaimRefused(
        prize=command.prize,
        reason=command.reason,
        kept=kept,
        name=command.name if kept else "",
        address=command.address if kept else "",
        clauses=("17.9", "17.9.1"),
    )
    return Accepted((refused,))


def _dispute(rules: Rules, promotion: Promotion, command: DecideDispute) -> Decision:
    if promotion.phase in ("", "draft"):
        return _not_now("nothing has been offered that could be disputed", "17.10")
    decided = PromotionDisputeDecided(decision=command.decision, clauses=("17.10",))
    if command.satisfied:
        return Accepted((decided,))
    advice = "a complaint may be made to an inspector under section 33 of the Gaming and Liquor Administration Act 2007"
    return Accepted((decided, PatronAdvised(advice=advice, clauses=("17.10",))))


def _postpone(rules: Rules, promotion: Promotion, command: Postpone) -> Decision:
    if promotion.phase != "open":
        return _not_now("only a promotion that is open is postponed", "17.11")
    due = command.at + rules.regulator_within
    return Accepted((PromotionPostponed(why=command.why, regulator_by=due, clauses=("17.11",)),))


def _validate(rules: Rules, promotion: Promotion, command: ValidateIntegrity) -> Decision:
    if promotion.phase != "postponed":
        return _not_now("the promotion is not postponed", "17.11")
    return Accepted((IntegrityValidated(clauses=("17.11",)),))


def _cancel(rules: Rules, promotion: Promotion, command: CancelDraw) -> Decision:
    if promotion.phase not in ("open", "postponed"):
        return _not_now("there is no draw to cancel", "17.11")
    due = command.at + rules.regulator_within
    if promotion.regulator_by is not None:  # a postponement that the regulator has yet to hear of runs already
        due = min(due, promotion.regulator_by)
    return Accepted((DrawCancelled(why=command.why, regulator_by=due, clauses=("17.11",)),))


def _regulator(rules: Rules, promotion: Promotion, command: NotifyRegulator) -> Decision:
    if promotion.regulator_by is None:
        return _not_now("there is nothing that the regulator has yet to hear of", "17.11")
    late = command.at > promotion.regulator_by
    return Accepted((RegulatorNotified(at=command.at, late=late, clauses=("17.11",)),))


def _won(promotion: Promotion, number: int, clause: str) -> Prize | Refused:
    prize = promotion.prize(number)
    if prize is None or number not in promotion.winners:
        return _not_now(f"prize {number} has no winner yet", clause)
    return prize


def _not_now(reason: str, clause: str) -> Refused:
    return Refused("not_at_this_time", reason, (clause,))


_DECIDERS: Mapping[type[Command], Callable[[Rules, Promotion, Any], Decision]] = {
    DraftPromotion: _draft,
    OpenPromotion: _open,
    HoldDraw: _draw,
    ChooseCashAlternative: _cash_alternative,
    ChoosePayment: _payment,
    NotifyWinner: _notify,
    RefuseClaim: _refuse_claim,
    DecideDispute: _dispute,
    Postpone: _postpone,
    ValidateIntegrity: _validate,
    CancelDraw: _cancel,
    NotifyRegulator: _regulator,
}


class Owed(msgspec.Struct, frozen=True):
    """Something that the operator has yet to do, by when (in seconds), and under which clause."""

    what: str
    by: int
    clause: str


def owed(rules: Rules, promotion: Promotion) -> list[Owed]:
    """What the operator still owes winners and regulator."""
    found = []
    if promotion.phase == "drawn" and not promotion.terms.presence_required:
        due = notify_by(rules, promotion)
        left = [number for number in promotion.winners if number not in promotion.notified]
        found += [Owed(f"tell the winner of prize {number}", due, "17.8") for number in left]
    if promotion.regulator_by is not None:
        found.append(Owed("tell the regulator", promotion.regulator_by, "17.11"))
    return found
