"""Deciding what is asked of a promotion. The operator's commands are for a rank; the winner chooses how a prize is paid."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from croupier.kernel.actors import Capacity, Said
from croupier.kernel.clauses import cited
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.entries import Codec
from croupier.kernel.events import Command
from croupier.kernel.money import dollars
from croupier.kernel.streams import Engine
from croupier.promotions import commands, events
from croupier.promotions.state import METHODS, WINNER, Phase, Promotion, PromotionRules, notify_by
from croupier.promotions.telling import tell
from croupier.promotions.terms import NO_CASH, Finding, Prize, findings, ground, required


def _draft(rules: PromotionRules, promotion: Promotion, command: commands.DraftPromotion, said: Said) -> Decision:
    if strange := set(command.readings) - rules.readings:
        return rules.refuse("promotion_drafted", f"there is no reading {min(strange)!r} of what the book says here")
    clauses = rules.cite("promotion_drafted")
    return Accepted((events.PromotionDrafted(terms=command.terms, readings=command.readings, clauses=clauses),))


def _open(rules: PromotionRules, promotion: Promotion, command: commands.OpenPromotion, said: Said) -> Decision:
    found = findings(rules, promotion.terms)
    if banned := [finding for finding in found if finding.prohibited]:
        return _not_open("prize_not_allowed", "; ".join(finding.says for finding in banned), rules, banned)
    if found:
        missing = "; ".join(f"{finding.says} ({cited(finding.clauses)})" for finding in found)
        return _not_open("terms_incomplete", f"the terms do not say: {missing}", rules, found)
    return Accepted((events.PromotionOpened(clauses=required(rules, promotion.terms)),))


def _not_open(ground: str, reason: str, rules: PromotionRules, found: list[Finding]) -> Refused:
    general = rules.cite(*dict.fromkeys(finding.under for finding in found))
    single = (clause for finding in found for clause in finding.clauses)
    return Refused(ground, reason, tuple(dict.fromkeys((*general, *single))))


def _draw(rules: PromotionRules, promotion: Promotion, command: commands.HoldDraw, said: Said) -> Decision:
    prizes = promotion.terms.prizes
    if len(command.entries) != len(prizes) or not all(entry.strip() for entry in command.entries):
        return rules.refuse("draw_incomplete", f"say an entry for each of the {len(prizes)} prizes")
    worth = max(prize.value for prize in prizes)
    if worth > rules.scrutineer_above and not command.scrutineer.strip():
        return rules.refuse("scrutineer_needed", f"a prize of {dollars(worth)} is drawn under the eyes of a scrutineer")
    held = events.DrawHeld(
        at=said.at,
        winners=dict(enumerate(command.entries, 1)),
        scrutineer=command.scrutineer,
        clauses=rules.cite("draw_held", "draw_incomplete"),
    )
    return Accepted((held,))


def _cash(rules: PromotionRules, promotion: Promotion, command: commands.ChooseCashAlternative, said: Said) -> Decision:
    prize = _won(rules, promotion, command.prize, "cash_alternative")
    if isinstance(prize, Refused):
        return prize
    if prize.kind in NO_CASH:
        return rules.refuse("no_cash_alternative", f"there is no cash alternative to {prize.kind}")
    if not prize.cash_alternative:
        return rules.refuse("no_cash_alternative", "the terms offer no cash instead of this prize")
    if command.prize in promotion.payments:
        return rules.refuse("payment_settled", f"how prize {command.prize} is paid is settled")
    clauses = rules.cite("cash_alternative")
    chosen = events.CashAlternativeChosen(prize=command.prize, amount=prize.cash_alternative, clauses=clauses)
    return Accepted((chosen,))


def _payment(rules: PromotionRules, promotion: Promotion, command: commands.ChoosePayment, said: Said) -> Decision:
    prize = _won(rules, promotion, command.prize, "payment_chosen")
    if isinstance(prize, Refused):
        return prize
    if prize.kind != "cash" or prize.value <= rules.payment_choice_above:
        least = dollars(rules.payment_choice_above)
        reason = f"the winner chooses the payment of cash prizes above {least}; this one is paid as the terms say"
        return rules.refuse("no_payment_choice", reason)
    if command.prize in promotion.payments:
        return rules.refuse("payment_settled", f"how prize {command.prize} is paid is settled")
    parts = {"in cash": command.cash, "by crossed cheque": command.cheque, "by transfer": command.transfer}
    if min(parts.values()) < 0 or sum(parts.values()) != prize.value:
        return rules.refuse("payment_not_whole", f"the parts must come to {dollars(prize.value)}")
    chosen = {how: amount for how, amount in parts.items() if amount}
    return Accepted((events.PaymentChosen(prize=command.prize, parts=chosen, clauses=rules.cite("payment_chosen")),))


def _notify(rules: PromotionRules, promotion: Promotion, command: commands.NotifyWinner, said: Said) -> Decision:
    prize = _won(rules, promotion, command.prize, "winner_told")
    if isinstance(prize, Refused):
        return prize
    if command.method not in METHODS:
        return rules.refuse("no_such_method", f"a winner is told {', '.join(METHODS)}, not {command.method}")
    present = bool(promotion.terms.presence_required)
    grounds = ("terms_notification",) if present else ("winner_told", ground("told", command.method))
    notified = events.WinnerNotified(
        prize=command.prize,
        method=command.method,
        at=said.at,
        reached=command.reached,
        late=not present and said.at > notify_by(rules, promotion),
        clauses=rules.cite(*grounds),
    )
    return Accepted((notified,))


def _refuse_claim(rules: PromotionRules, promotion: Promotion, command: commands.RefuseClaim, said: Said) -> Decision:
    prize = promotion.prize(command.prize)
    if prize is None:
        return _not_now(rules, f"there is no prize {command.prize} to claim", "claim_refused")
    if not command.reason.strip():
        return rules.refuse("claim_details_missing", "the patron is told why: say the reason")
    kept = prize.value > rules.claims_kept_above
    if kept and not (command.name.strip() and command.address.strip()):
        more = dollars(rules.claims_kept_above)
        reason = f"for a prize above {more} the claimant's name and address are kept: say them"
        return rules.refuse("claim_details_missing", reason)
    refused = events.ClaimRefused(
        prize=command.prize,
        reason=command.reason,
        kept=kept,
        name=command.name if kept else "",
        address=command.address if kept else "",
        clauses=rules.cite("claim_refused", *(["claim_kept"] if kept else [])),
    )
    return Accepted((refused,))


def _dispute(rules: PromotionRules, promotion: Promotion, command: commands.DecideDispute, said: Said) -> Decision:
    clauses, about = rules.cite("dispute_decided"), command.about.strip()
    if about in promotion.disputes:
        settled = f"the dispute about {about}" if about else "that dispute, unless it is said what else it is about,"
        return rules.refuse("dispute_decided", f"{settled} was decided, and that is final")
    decided = events.PromotionDisputeDecided(decision=command.decision, about=about, clauses=clauses)
    if command.satisfied:
        return Accepted((decided,))
    return Accepted((decided, events.PatronAdvised(advice=rules.advice, clauses=clauses)))


def _postpone(rules: PromotionRules, promotion: Promotion, command: commands.Postpone, said: Said) -> Decision:
    due = _regulator_by(rules, promotion, said)
    return Accepted((events.PromotionPostponed(why=command.why, regulator_by=due, clauses=rules.cite("integrity")),))


def _regulator_by(rules: PromotionRules, promotion: Promotion, said: Said) -> int:
    """Until when the regulator is told: time that runs already, since an earlier step, does not begin anew."""
    due = said.at + rules.regulator_within
    return due if promotion.regulator_by is None else min(due, promotion.regulator_by)


def _validate(rules: PromotionRules, promotion: Promotion, command: commands.ValidateIntegrity, said: Said) -> Decision:
    return Accepted((events.IntegrityValidated(at=said.at, clauses=rules.cite("integrity")),))


def _cancel(rules: PromotionRules, promotion: Promotion, command: commands.CancelDraw, said: Said) -> Decision:
    due = _regulator_by(rules, promotion, said)
    return Accepted((events.DrawCancelled(why=command.why, regulator_by=due, clauses=rules.cite("integrity")),))


def _regulator(rules: PromotionRules, promotion: Promotion, command: commands.NotifyRegulator, said: Said) -> Decision:
    if promotion.regulator_by is None:
        return _not_now(rules, "there is nothing that the regulator has yet to hear of", "integrity")
    late = said.at > promotion.regulator_by
    return Accepted((events.RegulatorNotified(at=said.at, late=late, clauses=rules.cite("integrity")),))


def _won(rules: PromotionRules, promotion: Promotion, number: int, ground: str) -> Prize | Refused:
    prize = promotion.prize(number)
    if promotion.phase == "postponed" and promotion.winners:
        return _not_now(rules, "the draw is put off until it is found to be in order", "integrity")
    if prize is None or number not in promotion.winners:
        return _not_now(rules, f"prize {number} has no winner yet", ground)
    return prize


def _not_now(rules: PromotionRules, reason: str, ground: str) -> Refused:
    return Refused("not_at_this_time", reason, rules.cite(ground))


class _Act(NamedTuple):
    """How a command is decided, the ground that says whose it is, and in which phases it has a place, or why not."""

    decide: Callable[[PromotionRules, Promotion, Any, Said], Decision]
    ground: str
    phases: tuple[Phase, ...] = ()
    otherwise: str = ""


_OFFERED: tuple[Phase, ...] = ("open", "postponed", "drawn", "cancelled")
_RUNNING: tuple[Phase, ...] = ("open", "postponed", "drawn")
_WINNERS = (commands.ChooseCashAlternative, commands.ChoosePayment)
_ACTS: dict[type[Command], _Act] = {
    commands.DraftPromotion: _Act(
        _draft, "promotion_drafted", ("", "draft"), "the terms do not change once the promotion is open"
    ),
    commands.OpenPromotion: _Act(_open, "promotion_opened", ("draft",), "a promotion opens once its terms are drafted"),
    commands.HoldDraw: _Act(_draw, "draw_held", ("open",), "a draw is held while the promotion is open"),
    commands.ChooseCashAlternative: _Act(_cash, "cash_alternative"),
    commands.ChoosePayment: _Act(_payment, "payment_chosen"),
    commands.NotifyWinner: _Act(_notify, "winner_told"),
    commands.RefuseClaim: _Act(_refuse_claim, "claim_refused", _OFFERED, "nothing has been offered to be claimed"),
    commands.DecideDispute: _Act(
        _dispute, "dispute_decided", _OFFERED, "nothing has been offered that could be disputed"
    ),
    commands.Postpone: _Act(_postpone, "integrity", _RUNNING, "only a promotion that runs is postponed"),
    commands.ValidateIntegrity: _Act(_validate, "integrity", ("postponed",), "the promotion is not postponed"),
    commands.CancelDraw: _Act(_cancel, "integrity", _RUNNING, "there is no draw to cancel"),
    commands.NotifyRegulator: _Act(_regulator, "integrity"),
}


class PromotionEngine(Engine[PromotionRules, Promotion]):
    """A promotion as a stream. `rules_of` gives the rules of a book by an edition."""

    kind = "promotion"
    codec = Codec(commands, events)
    state = Promotion

    def decide(self, rules: PromotionRules, state: Promotion, command: Command, said: Said) -> Decision:
        if (refusal := rules.stranger(said)) is not None:
            return refusal
        act = _ACTS[type(command)]
        theirs = isinstance(command, _WINNERS) and said.capacity == WINNER
        if not theirs and (refusal := rules.needs_rank(said, rules.operator, rules.cite(act.ground))) is not None:
            return refusal
        if act.phases and state.phase not in act.phases:
            return _not_now(rules, act.otherwise, act.ground)
        return act.decide(rules, state, command, said)

    tell = staticmethod(tell)

    def obvious(self, state: Promotion, command: Command) -> Capacity:
        return WINNER if isinstance(command, _WINNERS) else "operator"
