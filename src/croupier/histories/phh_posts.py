"""Blinds, antes and posts as in a file: one missing, late or dead ones, antes of everyone or of some.

What is posted before the cards is not decided here but taken from the file, so that the rest can be played by the book.
A post above the smallest bet, once that has been posted, is a straddle; a raise over it adds at least what it added.
A negative amount is what a player posts to come in: the part up to the big blind is a bet, the rest is dead, as is a post too
small to be that blind. A player's last chips are always a bet, up to the big blind.
"""

from collections.abc import Iterator

import msgspec

from croupier.kernel.events import Event
from croupier.poker.blinds import POST_ANYWHERE, posting
from croupier.poker.events import BlindPosted, HandBegun, Posting
from croupier.poker.positions import HEADS_UP_BUTTON
from croupier.poker.rules import Rules
from croupier.poker.state import State


class Posts(msgspec.Struct, frozen=True):
    """What p1, p2, ... post, in the table's cents: antes, blinds and straddles; negative amounts are posts to come in.

    `dead` are the dead posts in our own files; other files have them in one sum with the rest.
    """

    antes: list[int]
    blinds: list[int]
    dead: list[int]
    minimum: int

    @property
    def big(self) -> int:
        """The bet that the first player to act faces: the largest blind or straddle, at least the smallest bet."""
        return max(*self.blinds, self.minimum)

    @property
    def last(self) -> int:
        """Who posts that, the last one if several; nobody if there is none."""
        return max((amount, player) for player, amount in enumerate(self.blinds, 1))[1] if max(self.blinds) > 0 else 0

    @property
    def readings(self) -> tuple[str, ...]:
        """The other readings of the book that allow these posts: between two players, and by a player who comes in."""
        button, last = len(self.blinds), self.last
        button_first = button == 2 and self.blinds[0] > self.blinds[1] > 0
        behind = any(amount < 0 and (seat == button or seat < last) for seat, amount in enumerate(self.blinds, 1))
        return (HEADS_UP_BUTTON,) * button_first + (POST_ANYWHERE,) * behind

    def lie(self, rules: Rules, table: State) -> Iterator[Event]:
        """The button at the last player, then what each posts; every event is to be taken before the next is asked for."""
        button, last = len(self.blinds), self.last
        positions = (button, last) if last else (button,)
        yield HandBegun(hand=1, positions=positions, clauses=rules.cite("button_moves"))
        yield from self._antes(rules, table)
        first = next((seat for seat, amount in enumerate(self.blinds, 1) if amount > 0), 0)
        for seat, amount in enumerate(self.blinds, 1):
            stack = table.stack(seat)
            if not amount or not stack:
                continue
            paid = min(abs(amount), stack)
            if amount > self.minimum and table.hand.bet >= self.minimum:
                yield _posted(rules, table, seat, "straddle", paid, 0, amount, "straddle")
            elif amount > 0:
                ground = "last_blind" if seat == last else "first_blind" if seat == first else "next_blind"
                yield _posted(rules, table, seat, "blind", paid, 0, self.big if seat == last else amount, ground)
            else:
                live = paid if self.dead else min(paid, self.big) if paid >= self.big or paid == stack else 0
                dead = min(self.dead[seat - 1], stack - live) if self.dead else paid - live
                ground = "missed_blinds_posted" if dead else "new_player_posts"
                yield _posted(rules, table, seat, "post", live, dead, self.big if live else 0, ground)

    def _antes(self, rules: Rules, table: State) -> Iterator[Event]:
        """An ante from everyone is each one's share of the pot; one that a player pays for all belongs to nobody."""
        alike = len(set(self.antes)) == 1
        for seat, ante in enumerate(self.antes, 1):
            if ante > 0:
                stack = table.stack(seat)
                paid = min(ante, stack)
                live, dead = (paid, 0) if alike else (0, paid)
                level = self.blinds[seat - 1] if paid == stack else 0  # the others still call the full blind
                yield _posted(rules, table, seat, "ante", live, dead, max(level, 0), "ante_posted")


def _posted(rules: Rules, table: State, seat: int, kind: Posting, live: int, dead: int, level: int, ground: str) -> BlindPosted:
    all_in = live + dead == table.stack(seat)
    return posting(rules, table.seats[seat], kind, live, ground, dead=dead, level=level, all_in=all_in)
