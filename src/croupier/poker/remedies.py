"""What procedures for irregularities share: a new deal, a void or a dead hand, undone betting."""

from collections.abc import Iterable

from croupier.kernel.accounts import FLOAT, Account, stack_of, withheld_of
from croupier.kernel.events import Event
from croupier.kernel.rulings import STEPS, Clauses, reported, whom
from croupier.poker import events
from croupier.poker.blinds import antes, present
from croupier.poker.commission import due_now
from croupier.poker.hand import Player
from croupier.poker.pots import pots
from croupier.poker.rules import Rules
from croupier.poker.state import POT, SLIDE, State, held_of, side_of

SIDES_BACK = "misdeal_returns_side_wagers"
"""The other reading of a misdeal: wagers on the flop go back instead of counting for the new deal."""


def misdeal(rules: Rules, table: State, why: str, clauses: Clauses, *, all_back: bool = False) -> list[Event]:
    """A new deal: wagers other than blinds and straddles go back, or all of them; commission goes back with them.

    A blind that had partly gone back because nobody could call it is put up in full again.
    """
    postings: dict[Account, int] = {}
    total, taken = 0, table.hand.collected
    sides_back = all_back or SIDES_BACK in table.options.readings
    for number, player in table.hand.players.items():
        back = player.put_in + player.dead if all_back else player.put_in - player.forced
        if back:
            postings[player.stack] = back
            total += back
        side = table.money.get(side_of(number), 0)
        if side and sides_back:
            postings |= {side_of(number): -side, player.stack: postings.get(player.stack, 0) + side}
    if taken:
        postings[SLIDE] = -taken
    if total - taken:
        postings[POT] = taken - total
    again = events.Misdealt(why=why, all_back=all_back, sides_back=sides_back, clauses=clauses, postings=postings)
    fallen = _bonuses_fall(rules, table, table.seats, clauses)
    if not (all_back and table.options.ante):
        return [*fallen, again]
    after = table.after([*fallen, again])
    return [*fallen, again, *antes(rules, after, present(after), after.positions)]


def _bonuses_fall(rules: Rules, table: State, seats: Iterable[int], clauses: Clauses) -> list[Event]:
    """The bonus prizes of this hand that were reported, or awarded before its end, lapse with it."""
    return prizes_back(table, seats, (*clauses, *rules.cite("bonus_falls"))) if table.options.bonuses else []


def prizes_back(table: State, seats: Iterable[int], clauses: Clauses) -> list[Event]:
    """Bonus prizes of this hand that these seats were reported to have won, or had before its end, are not theirs."""
    back: list[Event] = []
    for number in seats:
        prize, awarded = table.prizes.get(table.person_at(number)), table.hand.awarded.get(number)
        if awarded is None and (prize is None or prize.number != table.hand.number):
            continue
        hand, cash = awarded or (prize.hand if prize else "", 0)
        postings = _won_back(table, number, cash)
        postings |= {FLOAT: -sum(postings.values())} if postings else {}
        back.append(events.BonusDeclined(player=number, hand=hand, cash=cash, clauses=clauses, postings=postings))
    return back


def less_commission(table: State, leaving: Event, clauses: Clauses) -> list[Event]:
    """The commission on wagers that are about to leave the pot, or that nobody calls any more as a result, goes back into it."""
    over = table.hand.collected - due_now(table.after([leaving])) if table.hand.collected else 0
    if over <= 0:
        return []
    return [events.CommissionCollected(amount=-over, clauses=clauses, postings={SLIDE: -over, POT: over})]


def void_hand(rules: Rules, table: State, player: Player, why: str, clauses: Clauses) -> list[Event]:
    """The hand is out, and all that its player put in goes back; if no other hand is left, all wagers do."""
    if table.hand.in_hand == [player]:
        return misdeal(rules, table, why, (*clauses, *rules.cite("nobody_can_win")), all_back=True)
    amount = player.put_in + player.dead
    postings = {POT: -amount, player.stack: amount} if amount else {}
    void = events.HandVoided(seat=player.number, amount=amount, why=why, clauses=clauses, postings=postings)
    return [*_bonuses_fall(rules, table, (player.number,), clauses), *less_commission(table, void, clauses), void]


def dead_hand(rules: Rules, table: State, player: Player, why: str, clauses: Clauses) -> list[Event]:
    """The hand is out and its wagers stay; once all betting is over, a pot that only it contested goes back.

    If no other hand is left, nobody could win, and all wagers go back.
    """
    if table.hand.in_hand == [player]:
        return misdeal(rules, table, why, (*clauses, *rules.cite("nobody_can_win")), all_back=True)
    dead = events.Folded(seat=player.number, dead=why, in_turn=False, clauses=clauses)
    hand, fallen = table.hand, _bonuses_fall(rules, table, (player.number,), clauses)
    if (hand.turn and hand.phase != "discard") or hand.phase == "blinds":
        return [*fallen, dead]
    others = [other.put_in for other in hand.in_hand if other is not player]
    lone = [pot for pot in pots(hand) if pot.seats == (player.number,)]
    if not lone:
        return [*fallen, dead]
    level = max(others)
    amounts = {n: over for n in hand.ring if (over := hand.players[n].put_in - level) > 0}
    total = sum(amounts.values())
    postings = {stack_of(n): amount for n, amount in amounts.items()} | {POT: -total}
    back = rules.cite("nobody_can_win")
    returned = events.PotReturned(amounts=amounts, clauses=back, postings=postings)
    return [*fallen, *less_commission(table, returned, back), returned, dead]


def betting_undone(table: State, clauses: Clauses, *, discards: int = 0) -> list[Event]:
    """The round that began on a wrong card does not count; `discards` is who has to discard before it begins again.

    If no round has begun on it, because the flop was dealt for side wagers alone, there is nothing to undo.
    """
    if not table.hand.begun_on_board:
        return []
    players = table.hand.players
    amounts = {n: players[n].wagered for n in table.hand.ring if players[n].wagered}
    total = sum(amounts.values())
    postings = {stack_of(n): amount for n, amount in amounts.items()}
    if total:
        postings[POT] = -total
    undone = events.BettingUndone(
        amounts=amounts, phase="discard" if discards else "betting", turn=discards, clauses=clauses, postings=postings
    )
    return [undone]


def _won_back(table: State, number: int, amount: int) -> dict[Account, int]:
    """Winnings of this hand go back: from where they are held, or from what was seized of them."""
    seized = withheld_of(table.person_at(number))
    held = min(amount, table.money.get(held_of(number), 0))
    more = min(amount - held, table.money.get(seized, 0))
    return {name: -part for name, part in ((held_of(number), held), (seized, more)) if part}


def side_wagers_reopened(table: State, clauses: Clauses) -> list[Event]:
    """Wagers that were settled on a withdrawn flop stand again."""
    postings: dict[Account, int] = {}
    house = 0
    for number, (_, stake, pays) in table.hand.side_results.items():
        postings[side_of(number)] = stake
        if pays:
            back = _won_back(table, number, stake + pays)
            postings |= back
            house -= stake + sum(back.values())
        else:
            house -= stake
    if not postings:
        return []
    if house:
        postings[FLOAT] = house
    return [events.SideWagersReopened(clauses=clauses, postings=postings)]


STEPS.update(
    {
        "note": lambda rules, table, report, step: [reported(rules, report, step.clauses)],
        "find": lambda rules, table, report, step: [
            events.FindingMade(person=whom(table, report), says=step.says, clauses=step.clauses)
        ],
        "dead hand": lambda rules, table, report, step: dead_hand(
            rules, table, table.hand.players[report.player], step.says, step.clauses
        ),
        "misdeal": lambda rules, table, report, step: misdeal(rules, table, step.says, step.clauses),
        "misdeal, all back": lambda rules, table, report, step: misdeal(rules, table, step.says, step.clauses, all_back=True),
    }
)
"""The steps that a book's `rulings.toml` can use at a table of the poker room."""
