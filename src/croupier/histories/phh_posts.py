"""Posts as a file has them where they are not the blinds of the book: one missing, late or dead ones, antes of some.

What is posted is not decided here but taken as it lies, so that the rest of the hand can be played. Below nil stands what a
player posts to come in: as much of it as the big blind is a bet, the rest is dead, as is a post too small to be that blind.
A player's last chips are always a bet, up to the big blind.
"""

from __future__ import annotations

from collections.abc import Iterator

from croupier.kernel.accounts import stack_of
from croupier.kernel.events import Event
from croupier.poker.events import BlindPosted, HandBegun, Posting
from croupier.poker.rules import Rules
from croupier.poker.table import POT, Table


def big_blind(forced: list[int], minimum: int) -> int:
    """The bet that the first player to act faces: the largest blind or straddle, or where there is none the least bet."""
    return max((amount for amount in forced if amount > 0), default=minimum)


def as_they_lie(rules: Rules, table: Table, forced: list[int], antes: list[int], big: int) -> Iterator[Event]:
    """The button at the last player, antes and posts of p1, p2, ...; each is to be taken before the next is asked for."""
    blinds = [seat for seat, amount in enumerate(forced, 1) if amount > 0]
    positions = (len(forced), *blinds[-1:])
    yield HandBegun(hand=1, positions=positions, clauses=rules.cite("button_moves"))
    alike = len(set(antes)) == 1
    for seat, ante in enumerate(antes, 1):
        if ante > 0:
            paid = min(ante, table.stack(seat))
            live, dead = (paid, 0) if alike else (0, paid)
            yield _posted(rules, table, seat, "ante", live, dead, 0, "ante_posted")
    for seat, amount in enumerate(forced, 1):
        stack = table.stack(seat)
        if not amount or not stack:
            continue
        paid = min(abs(amount), stack)
        if amount > 0:
            ground = "last_blind" if seat == blinds[-1] else "first_blind" if seat == blinds[0] else "next_blind"
            yield _posted(rules, table, seat, "blind", paid, 0, amount, ground)
        else:
            live = min(paid, big) if paid >= big or paid == stack else 0
            ground = "missed_blinds_posted" if paid > live else "new_player_posts"
            yield _posted(rules, table, seat, "post", live, paid - live, big if live else 0, ground)


def _posted(
    rules: Rules, table: Table, seat: int, kind: Posting, live: int, dead: int, level: int, ground: str
) -> BlindPosted:
    return BlindPosted(
        seat=seat,
        kind=kind,
        live=live,
        dead=dead,
        level=level,
        all_in=live + dead == table.stack(seat),
        clauses=rules.cite(ground),
        postings={stack_of(seat): -live - dead, POT: live + dead},
    )
