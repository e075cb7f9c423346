"""Prizes that were won: who verifies them, and when they are paid."""

from croupier.jackpots import commands, events
from croupier.jackpots.games import MAJOR
from croupier.jackpots.groups import halted, is_split
from croupier.jackpots.systems import MeterRules, MeterState, Prize
from croupier.kernel.actors import HOUSE, Said
from croupier.kernel.decisions import Accepted, Decision, Refused


def verify_prize(rules: MeterRules, state: MeterState, command: commands.VerifyPrize, said: Said) -> Decision:
    """Different people verify a large prize, one of them of the rank that the book names.

    The book is cited only for as many as it requires: if a house wants more, no clause covers them.
    """
    prize = state.prizes[command.prize]
    again = said.person in prize.verified
    counts = command.deck > 0 and not prize.counted and _deck_owed(rules, state, prize)  # also after all have verified it
    ground = _verifying(rules)
    if len(prize.verified) >= prize.needs and not counts:
        return rules.refuse(ground, "nobody else needs to verify this prize")
    if said.capacity == HOUSE or (again and not counts):
        wanted = rules.cite(ground) if said.capacity == HOUSE or prize.needs <= rules.verifiers else ()
        return Refused(ground, "different people must verify a prize, and the software does not count", wanted)
    if command.deck not in (0, rules.number("deck_size")):  # a wrong count matters even if no count was required
        reason = f"the deck has {command.deck} cards: no prize is paid until that is ruled on"
        owed = ["deck_counted"] if _deck_owed(rules, state, prize) else []
        return Refused("deck_short", reason, rules.cite(*owed, "deck_short"))
    grounds, clauses = [ground], rules.cite(ground)
    last = len(prize.verified) == prize.needs - 1 and not prize.by_rank and not again
    if (refusal := rules.needs_rank(said, rules.verify_rank if last else rules.ranks[0], clauses)) is not None:
        return refusal
    of_rank = rules.needs_rank(said, rules.verify_rank, clauses) is None
    if prize.needs > rules.verifiers and (prize.by_rank or not of_rank):
        grounds = ["prize_paid"]
    grounds += ["deck_counted"] if counts else []
    return rules.accept(events.PrizeVerified, command, *grounds, person=said.person, by=said.role, of_rank=of_rank)


def _verifying(rules: MeterRules) -> str:
    return next((g for g in ("prize_verified", "supervisor_notified") if g in rules.grounds), "prize_paid")


def pay_prize(rules: MeterRules, state: MeterState, command: commands.PayPrize, said: Said) -> Decision:
    prize = state.prizes[command.prize]
    if len(prize.verified) < prize.needs:
        wanted = rules.cite(_verifying(rules)) if not prize.by_rank or prize.needs <= rules.verifiers else ()
        return Refused(_verifying(rules), f"{prize.needs - len(prize.verified)} more must verify this prize first", wanted)
    system = state.won_by(prize)[0]
    if (refusal := halted(rules, system)) is not None:
        return refusal
    if system.stopped:
        return rules.refuse("tables_stopped", "prizes are paid once all hands are known and play resumes")
    if (first := rules.pays_first({p.box: p.hand for p in state.prizes_of(prize.table, prize.round)})) not in (0, prize.box):
        return rules.refuse("payment_order", f"box {first} of that table is paid first")
    owed = _deck_owed(rules, state, prize)
    if owed and not prize.counted:
        return rules.refuse("deck_counted", "the deck is counted before a prize is paid")
    cited = rules.cite("prize_paid", "deck_counted" if owed else "", "major_deck_count" if is_split(rules, system) else "")
    clauses = tuple(dict.fromkeys((*prize.clauses, *cited)))
    return Accepted((events.PrizePaid(prize=command.prize, system=system.name, pays=prize.pays, clauses=clauses),))


def _deck_owed(rules: MeterRules, state: MeterState, prize: Prize) -> bool:
    """Whether the book requires a count of the deck before this prize is paid; with divided pools only for the major one."""
    if "deck_counted" not in rules.grounds:
        return False
    return prize.hand in MAJOR or not is_split(rules, state.won_by(prize)[0])
