"""The decisions on all commands to a promotion."""

from croupier.kernel.actors import Said
from croupier.kernel.clauses import cited
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.money import dollars
from croupier.promotions import commands, events
from croupier.promotions.state import METHODS, Promotion, PromotionRules, notify_by
from croupier.promotions.terms import NO_CASH, Finding, Prize, findings, ground, required


def draft(rules: PromotionRules, promotion: Promotion, command: commands.DraftPromotion, said: Said) -> Decision:
    if strange := set(command.readings) - rules.readings:
        return rules.refuse("promotion_drafted", f"there is no reading {min(strange)!r} of what the book says here")
    return rules.accept(events.PromotionDrafted, command)


def open_promotion(rules: PromotionRules, promotion: Promotion, command: commands.OpenPromotion, said: Said) -> Decision:
    lacking = findings(rules, promotion.terms)
    if banned := [finding for finding in lacking if finding.prohibited]:
        return _not_open("prize_not_allowed", "; ".join(finding.says for finding in banned), rules, banned)
    if lacking:
        missing = "; ".join(f"{finding.says} ({cited(finding.clauses)})" for finding in lacking)
        return _not_open("terms_incomplete", f"the terms do not say: {missing}", rules, lacking)
    return Accepted((events.PromotionOpened(clauses=required(rules, promotion.terms)),))


def _not_open(ground: str, reason: str, rules: PromotionRules, findings: list[Finding]) -> Refused:
    general = rules.cite(*dict.fromkeys(finding.under for finding in findings))
    single = (clause for finding in findings for clause in finding.clauses)
    return Refused(ground, reason, tuple(dict.fromkeys((*general, *single))))


def hold_draw(rules: PromotionRules, promotion: Promotion, command: commands.HoldDraw, said: Said) -> Decision:
    prizes = promotion.terms.prizes
    if len(command.entries) != len(prizes) or not all(entry.strip() for entry in command.entries):
        return rules.refuse("draw_incomplete", f"name an entry for each of the {len(prizes)} prizes")
    worth = max(prize.value for prize in prizes)
    if worth > rules.scrutineer_above and not command.scrutineer.strip():
        return rules.refuse("scrutineer_needed", f"a prize of {dollars(worth)} must be drawn in front of a scrutineer")
    winners = dict(enumerate(command.entries, 1))
    return rules.accept(events.DrawHeld, command, "draw_held", "draw_incomplete", at=said.at, winners=winners)


def choose_cash(rules: PromotionRules, promotion: Promotion, command: commands.ChooseCashAlternative, said: Said) -> Decision:
    if isinstance(prize := _won(rules, promotion, command.prize, "cash_alternative"), Refused):
        return prize
    if prize.kind in NO_CASH:
        return rules.refuse("no_cash_alternative", f"there is no cash alternative to {prize.kind}")
    if not prize.cash_alternative:
        return rules.refuse("no_cash_alternative", "the terms offer no cash instead of this prize")
    if command.prize in promotion.payments:
        return rules.refuse("payment_settled", f"how prize {command.prize} is paid has already been chosen")
    return rules.accept(events.CashAlternativeChosen, command, amount=prize.cash_alternative)


def choose_payment(rules: PromotionRules, promotion: Promotion, command: commands.ChoosePayment, said: Said) -> Decision:
    if isinstance(prize := _won(rules, promotion, command.prize, "payment_chosen"), Refused):
        return prize
    if prize.kind != "cash" or prize.value <= rules.payment_choice_above:
        least = dollars(rules.payment_choice_above)
        reason = f"the winner chooses the payment of cash prizes above {least}; this one is paid as the terms say"
        return rules.refuse("no_payment_choice", reason)
    if command.prize in promotion.payments:
        return rules.refuse("payment_settled", f"how prize {command.prize} is paid has already been chosen")
    parts = {"in cash": command.cash, "by crossed cheque": command.cheque, "by transfer": command.transfer}
    if min(parts.values()) < 0 or sum(parts.values()) != prize.value:
        return rules.refuse("payment_not_whole", f"the parts must come to {dollars(prize.value)}")
    return rules.accept(events.PaymentChosen, command, parts={how: amount for how, amount in parts.items() if amount})


def notify_winner(rules: PromotionRules, promotion: Promotion, command: commands.NotifyWinner, said: Said) -> Decision:
    if isinstance(prize := _won(rules, promotion, command.prize, "winner_told"), Refused):
        return prize
    if command.method not in METHODS:
        return rules.refuse("no_such_method", f"a winner is notified {', '.join(METHODS)}, not {command.method}")
    present = bool(promotion.terms.presence_required)
    grounds = ("terms_notification",) if present else ("winner_told", ground("told", command.method))
    late = not present and said.at > notify_by(rules, promotion)
    return rules.accept(events.WinnerNotified, command, *grounds, at=said.at, late=late)


def refuse_claim(rules: PromotionRules, promotion: Promotion, command: commands.RefuseClaim, said: Said) -> Decision:
    if (prize := promotion.prize(command.prize)) is None:
        return not_now(rules, f"there is no prize {command.prize} to claim", "claim_refused")
    if not command.reason.strip():
        return rules.refuse("claim_details_missing", "give the reason: the patron must be told it")
    kept = prize.value > rules.claims_kept_above
    if kept and not (command.name.strip() and command.address.strip()):
        more = dollars(rules.claims_kept_above)
        reason = f"for a prize above {more} the claimant's name and address are kept: say them"
        return rules.refuse("claim_details_missing", reason)
    kept_of = {"name": command.name, "address": command.address} if kept else {"name": "", "address": ""}
    return rules.accept(events.ClaimRefused, command, "claim_refused", "claim_kept" if kept else "", kept=kept, **kept_of)


def decide_dispute(rules: PromotionRules, promotion: Promotion, command: commands.DecideDispute, said: Said) -> Decision:
    about = command.about.strip()
    if about in promotion.disputes:
        settled = f"the dispute about {about}" if about else "that dispute (unless you say what else it is about)"
        return rules.refuse("dispute_decided", f"{settled} was decided, and that is final")
    decided = rules.event(events.PromotionDisputeDecided, command, about=about)
    if command.satisfied:
        return Accepted((decided,))
    return Accepted((decided, rules.event(events.PatronAdvised, command, advice=rules.advice)))


def stop_draw(
    rules: PromotionRules, promotion: Promotion, command: commands.Postpone | commands.CancelDraw, said: Said
) -> Decision:
    """The regulator must be notified in time; the time of an earlier step keeps running and does not start again."""
    stops = events.PromotionPostponed if isinstance(command, commands.Postpone) else events.DrawCancelled
    due, runs = said.at + rules.regulator_within, promotion.regulator_by
    return rules.accept(stops, command, regulator_by=due if runs is None else min(due, runs))


def validate(rules: PromotionRules, promotion: Promotion, command: commands.ValidateIntegrity, said: Said) -> Decision:
    return rules.accept(events.IntegrityValidated, command, at=said.at)


def notify_regulator(rules: PromotionRules, promotion: Promotion, command: commands.NotifyRegulator, said: Said) -> Decision:
    if promotion.regulator_by is None:
        return not_now(rules, "there is nothing to notify the regulator of", "integrity")
    return rules.accept(events.RegulatorNotified, command, at=said.at, late=said.at > promotion.regulator_by)


def _won(rules: PromotionRules, promotion: Promotion, number: int, ground: str) -> Prize | Refused:
    prize = promotion.prize(number)
    if promotion.phase == "postponed" and promotion.winners:
        return not_now(rules, "the draw is postponed until it has been checked", "integrity")
    if prize is None or number not in promotion.winners:
        return not_now(rules, f"prize {number} has no winner yet", ground)
    return prize


def not_now(rules: PromotionRules, reason: str, ground: str) -> Refused:
    return Refused("not_at_this_time", reason, rules.cite(ground))
