"""The end of a tournament: deals if the terms allow them, places, prizes, chips, receipts."""

from fractions import Fraction

from croupier.kernel.accounts import purse_of
from croupier.kernel.actors import Said
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.money import dollars, together
from croupier.tournaments import commands, events
from croupier.tournaments.funds import chips_in_play, removed, uncounted
from croupier.tournaments.prize_pool import PrizeError, award, chip_chop, even_chop, icm, rounded
from croupier.tournaments.ranking import batch, ranking
from croupier.tournaments.state import FEES, POOL, WITHHELD, Entrant, PrizeDeal, Tournament, TournamentRules


def propose_deal(rules: TournamentRules, state: Tournament, command: commands.ProposeDeal, said: Said) -> Decision:
    """What each remaining player would get of the remaining prizes, whatever they then agree to."""
    if state.terms.choices.deals != "agreed by all":
        return rules.refuse("terms_distribution", "these terms have no deals")
    if not state.closed:
        return rules.refuse("terms_distribution", "what there is to win is not fixed yet")
    people = sorted(state.playing, key=lambda person: state.entrants[person].number)
    if len(people) < 2 or state.terms.in_rounds:
        return rules.refuse("terms_distribution", "a deal needs at least two remaining players")
    if barred := [person for person in people if state.entrants[person].staff == "employee"]:
        return rules.refuse("terms_staff", f"{barred[0]} cannot win a prize, so cannot be part of a deal")
    if (refusal := uncounted(rules, state, state.seats)) is not None:
        return refusal
    if not (left := state.prizes[: len(people)]):
        return rules.refuse("terms_distribution", "there is nothing left to win for so many")
    try:
        sums = _sums(command, people, left, state.terms.prizes.unit)
    except PrizeError as error:
        return rules.refuse("terms_distribution", str(error))
    if sum(sums.values()) != sum(left) or set(sums) != set(people) or min(sums.values()) < 0:
        return rules.refuse(
            "terms_distribution", f"a deal must share out the remaining {dollars(sum(left))} among all players left"
        )
    return rules.accept(events.DealProposed, command, deal=PrizeDeal(how=command.how, sums=sums))


def _sums(command: commands.ProposeDeal, people: list[str], left: tuple[int, ...], unit: int) -> dict[str, int]:
    if command.how == "named":
        return command.sums
    if set(command.stacks) != set(people):
        raise PrizeError("say what each of those left has in chips")
    stacks = [command.stacks[person] for person in people]
    if command.how == "icm":  # counted exactly up to ten players; above, the same finishing orders are drawn every time
        values: tuple[Fraction, ...] = icm(stacks, left).values
    else:
        values = chip_chop(stacks, left) if command.how == "chip chop" else even_chop(len(people), left)
    return dict(zip(people, rounded(values, max(unit, 1)), strict=True))


def agree(rules: TournamentRules, state: Tournament, command: commands.AgreeToDeal, said: Said) -> Decision:
    if state.deal is None or command.person not in state.deal.sums or command.person in state.deal.agreed:
        return Refused("nothing_changes", "no deal is waiting for their agreement", rules.cite("terms_distribution"))
    return rules.accept(events.DealAgreed, command)


def finish(rules: TournamentRules, state: Tournament, command: commands.Finish, said: Said) -> Decision:
    """With one player left or nobody, after the last round, or by a deal of all who are left. Employees and disqualified people
    win nothing: the next player takes their place.
    """
    if state.phase != "playing":
        return rules.refuse("play_not_begun")
    dealt = state.deal_stands
    if state.terms.in_rounds:
        over = not state.seats and state.round == len(state.terms.format.rounds)
        if not over and len(state.playing) > 1:
            return rules.refuse("terms_winners", "the rounds are not over")
    elif len(state.playing) > 1 and not dealt:
        return rules.refuse("terms_winners", f"{len(state.playing)} players are left")
    if not state.closed:
        return rules.refuse("terms_pool", "entries are not closed, and the prizes not fixed")
    deal = state.deal if dealt else None
    ranks = _with_deal(state, deal) if deal is not None else ranking(state)
    barred = _barred(state)
    made = deal.sums if deal is not None else {}
    sums, left = _awarded(state, made, ranks[len(made) :], barred)
    passed = tuple(person for rank in ranks for person in rank if person in barred)
    grounds = ["terms_winners", "terms_distribution", "terms_chips_at_end"]
    grounds += ["terms_staff"] if any(state.entrants[person].staff == "employee" for person in passed) else []
    return rules.accept(
        events.TournamentFinished,
        command,
        *grounds,
        ranking=tuple(tuple(rank) for rank in ranks),
        awarded=sums,
        passed_over=passed,
        returned=left,
        chips=state.terms.format.chips_at_end,
        postings=together({POOL: -left, WITHHELD: left}, removed(chips_in_play(state))),
    )


def _awarded(state: Tournament, made: dict[str, int], ranks: list[list[str]], barred: set[str]) -> tuple[dict[str, int], int]:
    """What each person wins: sums from a deal (`made`), and the other prizes by rank; and what nobody wins."""
    others = award(_by_receipt(state, ranks), state.prizes[len(made) :] or (0,), barred)
    return {**made, **{payment.person: payment.cents for payment in others.paid}}, others.left


def _by_receipt(state: Tournament, ranks: list[list[str]]) -> list[list[str]]:
    """A tie in the order of receipts: a cent that cannot be shared goes to the player who entered first."""
    return [sorted(rank, key=lambda person: state.entrants[person].number) for rank in ranks]


def _barred(state: Tournament) -> set[str]:
    """People who cannot win a prize."""
    out = ("disqualified", "withdrawn")
    return {entrant.person for entrant in state.entrants.values() if entrant.staff == "employee" or entrant.status in out}


def disqualified(rules: TournamentRules, state: Tournament, entrant: Entrant, why: str) -> Decision:
    """A player whose play is over is disqualified, before any prize is paid that would change because of it."""
    clauses = rules.cite("terms_disqualified", "terms_abide")
    if entrant.status == "disqualified" or entrant.status == "withdrawn":
        return Refused("nothing_changes", f"{entrant.person} is no longer in the tournament", clauses)
    if state.phase != "over":
        out = events.PlaceDisqualified(person=entrant.person, why=why, clauses=clauses)
        refusal = overpaid(rules, state.copied().take(out))
        return refusal if refusal is not None else Accepted((out,))
    if state.deal is not None and entrant.person in state.deal.sums:
        return rules.refuse("terms_disqualified", "the prizes were shared out by a deal in which that person took part")
    dealt = {person: sum_ for person, sum_ in state.awarded.items() if state.deal and person in state.deal.sums}
    ranks = [rank for rank in ranking(state) if not set(rank) & set(dealt)]
    sums, nobodys = _awarded(state, dealt, ranks, _barred(state) | {entrant.person})
    if any(sums.get(person, 0) != paid for person, paid in state.paid.items()):
        return rules.refuse("terms_disqualified", "a prize has been paid that would be another one")
    left = nobodys - (sum(state.prizes) - sum(state.awarded.values()))
    postings = {POOL: -left, WITHHELD: left} if left else {}
    clauses = (*clauses, *rules.cite("terms_distribution"))
    out = events.PlaceDisqualified(
        person=entrant.person, why=why, awarded=sums, returned=nobodys, clauses=clauses, postings=postings
    )
    return Accepted((out,))


def _with_deal(state: Tournament, deal: PrizeDeal) -> list[list[str]]:
    """Those who made the deal rank in the order of their sums, ahead of everyone else."""
    ordered = sorted(deal.sums, key=lambda person: -deal.sums[person])
    return [[person] for person in ordered] + [rank for rank in ranking(state) if not set(rank) & set(ordered)]


def allot(rules: TournamentRules, state: Tournament, command: commands.AllotWithheld, said: Said) -> Decision:
    """The operator's decision on a prize that nobody could win: to an eligible person, or to the house."""
    person, held = command.person, state.money.get(WITHHELD, 0)
    if person and (person not in state.entrants or person in _barred(state)):
        return rules.refuse("terms_distribution", f"{person} cannot win a prize here")
    if not 0 < command.amount <= held or not command.why.strip():
        return rules.refuse("terms_distribution", f"say why, and give at most the {dollars(held)} withheld")
    postings = {WITHHELD: -command.amount, purse_of(person) if person else FEES: command.amount}
    return rules.accept(events.WithheldAllotted, command, postings=postings)


def pay_out(rules: TournamentRules, state: Tournament, command: commands.PayOut, said: Said) -> Decision:
    amount = certain(state).get(command.person, 0) - state.paid.get(command.person, 0)
    if amount <= 0:
        return rules.refuse("terms_distribution", f"{command.person} has no prize to be paid")
    postings = {POOL: -amount, purse_of(command.person): amount}
    return rules.accept(events.PrizePaidOut, command, amount=amount, receipt=state.payouts + 1, postings=postings)


def certain(state: Tournament) -> dict[str, int]:
    """What people have certainly won: at the end all prizes, and before it the least that eliminated players can get.

    Their place is final once the hand is over at all tables that play it together. If someone ahead of them wins no prize in
    the end, they move up a place, and are paid the rest then.
    """
    if state.phase == "over" or not state.closed:
        return state.awarded
    together = {bust.person for bust in state.busts if bust.batch == batch(state)} if state.hand_for_hand else set()
    ranks, out = _by_receipt(state, ranking(state)), {bust.person for bust in state.busts}
    won = award(ranks, state.prizes or (0,), _barred(state) & out).paid
    return {payment.person: payment.cents for payment in won if payment.person in out - together and payment.cents}


def overpaid(rules: TournamentRules, state: Tournament) -> Refused | None:
    """Why this cannot be: a person would have been paid more than they have won."""
    won = certain(state)
    person = next((person for person, paid in state.paid.items() if paid > won.get(person, 0)), "")
    reason = f"{person} has been paid a prize that would not be theirs then: take it back first"
    return rules.refuse("terms_distribution", reason) if person else None


def take_back(rules: TournamentRules, state: Tournament, command: commands.TakeBackPrize, said: Said) -> Decision:
    """A prize paid by mistake is in the pool again, and may be paid later."""
    amount = state.paid.get(command.person, 0)
    if not amount or not command.why.strip():
        return rules.refuse("terms_distribution", f"say why, and whose prize: {command.person} has been paid {dollars(amount)}")
    postings, grounds = {POOL: amount, purse_of(command.person): -amount}, ("terms_distribution", "terms_director_final")
    return rules.accept(events.PrizeTakenBack, command, *grounds, amount=amount, postings=postings)
