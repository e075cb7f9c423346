"""Pots: uncalled bets, main and side pots, and how a pot is divided."""

from collections.abc import Iterable

import msgspec

from croupier.kernel.events import Event
from croupier.poker.events import PotPushed, UncalledReturned
from croupier.poker.hand import Hand, Player
from croupier.poker.rules import Rules
from croupier.poker.state import POT


class Pot(msgspec.Struct, frozen=True, gc=False):
    """One pot: its amount, who contests it, and what a player must have put in to do so."""

    amount: int
    seats: tuple[int, ...]
    level: int = 0


def unmatched(hand: Hand) -> tuple[Player | None, int]:
    """A player who has put in more than anyone else in the hand, and how much more: the part that nobody has called."""
    put_in = [player.put_in for player in hand.players.values()]
    if not put_in or put_in.count(max(put_in)) > 1:  # the usual case: two have put in as much as anyone
        return None, 0
    highest = second = 0
    holder: Player | None = None
    for player in hand.players.values():
        if player.put_in > highest:
            second, highest, holder = highest, player.put_in, player
        elif player.put_in > second:
            second = player.put_in
    return holder, highest - second


def uncalled(rules: Rules, hand: Hand) -> list[UncalledReturned]:
    """What a player with a live hand has put in that no other player matched, or that nobody matches any more."""
    holder, back = unmatched(hand)
    if holder is None or not back or not holder.live:
        return []
    return [
        UncalledReturned(
            seat=holder.number, amount=back, clauses=rules.cite("uncalled_returned"), postings={POT: -back, holder.stack: back}
        )
    ]


def pushed(events: Iterable[Event]) -> dict[int, int]:
    """What each seat was pushed from the pots."""
    pushed = [event.shares for event in events if isinstance(event, PotPushed)]
    return {seat: sum(won.get(seat, 0) for won in pushed) for seat in dict.fromkeys(seat for won in pushed for seat in won)}


def pots(hand: Hand, returned: dict[int, int] | None = None) -> list[Pot]:
    """The main pot and the side pots, dead chips in the main pot; `returned` is what is about to go back to a seat.

    A hand passed in at the showdown no longer contests a pot, but does not split one pot into two.
    """
    players = hand.players
    live, made, levels = [], [], set()
    for number in hand.ring:
        player = players[number]
        if player.live or player.mucked:
            made.append(number)
            levels.add(player.put_in)
            if player.live:
                live.append(number)
    if not returned and len(levels) == 1:
        # the usual case: one pot, which includes what the dead hands put in
        amount = sum([player.put_in for player in players.values()]) + hand.dead
        return [Pot(amount, tuple(live), levels.pop())] if amount else []
    shares = {number: player.put_in for number, player in players.items()}
    for number, back in (returned or {}).items():
        shares[number] -= back
    levels = {shares[number] for number in made}
    all_pots: list[Pot] = []
    below, left = 0, hand.dead
    for level in sorted(levels):
        seats = tuple(number for number in live if shares[number] >= level)
        if not seats:
            break
        amount = sum(min(share, level) - min(share, below) for share in shares.values())
        all_pots.append(Pot(amount + left, seats, level))
        below, left = level, 0
    over = sum(max(share - below, 0) for share in shares.values())
    if over and all_pots:  # of hands that are dead by now: nobody else can claim it
        all_pots[-1] = Pot(all_pots[-1].amount + over, all_pots[-1].seats, all_pots[-1].level)
    return [pot for pot in all_pots if pot.amount]


def divided(amount: int, winners: list[int], chip: int, *, all_to_first: bool = False) -> tuple[dict[int, int], tuple[int, ...]]:
    """Equal shares down to the smallest chip, and the odd chips one each in the order of `winners`, or all to the first.

    >>> divided(25_00, [3, 7], 5_00)
    ({3: 1500, 7: 1000}, (3,))
    """
    number = len(winners)
    share = amount // number // chip * chip
    left = amount - share * number
    shares = dict.fromkeys(winners, share)
    odd = []
    if all_to_first and left:
        shares[winners[0]] += left
        return shares, (winners[0],)
    for winner in winners:
        if left <= 0:
            break
        extra = min(chip, left)
        shares[winner] += extra
        left -= extra
        odd.append(winner)
    return shares, tuple(odd)
