"""A hand of poker as its table's page shows the result of it: who won what with which cards, from what one person was shown."""

from collections.abc import Iterable
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from croupier.kernel.accounts import stack_of
from croupier.kernel.cards import Card
from croupier.kernel.events import Event
from croupier.kernel.hands import spoken
from croupier.kernel.strength import NO_LOW, low_named, named
from croupier.poker import events
from croupier.poker.state import POT
from croupier.tables.results import Results, Row, people_before
from croupier.web.acts import NOTED
from croupier.web.pieces import joined
from croupier.web.regions import last_of, total
from croupier.web.texts import text

if TYPE_CHECKING:
    from croupier.web.poker_page import PokerSeen

BEGINS = (events.HandBegun,)
ENDS = (events.HandEnded, events.HandCalledOff)


def pot_name(number: int) -> str:
    """What a pot is called where there are several."""
    return text("poker.side_pot", number=number) if number else text("poker.main_pot")


class Played:
    """A hand as it was played, from what happened in it: who was who, what each put in, who showed what.

    `back` is how many hands before the present one it was.
    """

    def __init__(self, seen: "PokerSeen", back: int = 0) -> None:
        self.seen, self.rules = seen, seen.rules
        begun = max(last_of(seen.events, BEGINS, back + 1), 0) if seen.hand.number else len(seen.events)
        until = last_of(seen.events, BEGINS, back) if back else len(seen.events)
        self.events = seen.events[begun:until]
        ended = last_of(self.events, ENDS)
        later = seen.events[begun + ended + 1 :] if ended >= 0 else ()
        seats = {number: seat.person for number, seat in seen.picture.seats.items()}
        self.people = people_before(later, seats)
        self.events = self.events[: ended + 1] if ended >= 0 else self.events
        self.ended = bool(self.events) and isinstance(self.events[-1], events.HandEnded)
        self.pushed = [event for event in self.events if isinstance(event, events.PotPushed)]
        self.shown = {event.seat: event for event in self.events if isinstance(event, events.HandShown)}

    def who(self, seat: int) -> str:
        person = self.people.get(seat, "")
        return self.seen.extras.names.get(person, person) if person else text("poker.seat", number=seat)

    @cached_property
    def seat(self) -> int:
        """Where this person sat in that hand, or 0."""
        mine = self.seen.viewer.person
        return next((number for number, person in self.people.items() if mine and person == mine), 0)

    @cached_property
    def rows(self) -> list[Row]:
        """What moved this person's money in that hand."""
        results = Results.of(self.events, self.people)
        return [row for row in results.rows if self.seat and row.person == self.seen.viewer.person]

    @property
    def wagers(self) -> list[tuple[str, int, int, tuple[str, ...]]]:
        """What this person put into the pots and got out of them, and whatever else they won or paid."""
        pots = [row for row in self.rows if POT in row.event.postings]
        put, got = sum(row.stake for row in pots), sum(row.back for row in pots)
        others = [row for row in self.rows if POT not in row.event.postings]
        rows = [(self.seen.tell_me(row.event), row.stake, row.back, row.event.clauses) for row in others]
        return [(text("result.pots"), put, got, ()), *rows] if pots else rows

    @cached_property
    def board(self) -> tuple[Card, ...]:
        """What lay in the middle in the end."""
        cards: list[Card] = []
        for event in self.events:
            if isinstance(event, events.BoardDealt | events.CardsOpened):
                cards += event.cards
            elif isinstance(event, events.CardsTakenBack):
                del cards[len(cards) - len(event.cards) :]
        return tuple(cards)

    @property
    def number(self) -> int:
        return next((event.hand for event in self.events if isinstance(event, events.HandBegun)), 0)

    @cached_property
    def winning(self) -> dict[int, set[Card]]:
        """The five cards with which each winner who showed them won, the board's among them."""
        cards: dict[int, set[Card]] = {}
        for event in self.pushed:
            for seat in event.shares:
                if seat in self.shown and len(self.board) == 5:
                    cards.setdefault(seat, set()).update(self._five(self.shown[seat].cards, low=event.half == "low"))
        return cards

    def _five(self, hole: tuple[Card, ...], *, low: bool) -> tuple[Card, ...]:
        value = self.rules.low if low else self.rules.high
        best = value(hole, self.board)
        for five in combinations((*hole, *self.board), 5):
            mine = tuple(card for card in five if card in hole)
            if len(mine) != 2 and len(hole) == 4:  # in Omaha two hole cards count, no more and no fewer
                continue
            if value(mine, tuple(card for card in five if card not in hole)) == best:
                return five
        return ()

    @property
    def over(self) -> bool:
        return bool(self.pushed) or self.ended

    @property
    def total(self) -> tuple[str, str] | None:
        """How the hand came out for this person, once it is known."""
        least = self.seen.picture.options.blinds[-1]
        return total(sum(row.net for row in self.rows), least) if self.rows and self.over else None

    @property
    def noted(self) -> list[Event]:
        return [event for event in self.events if event.__struct_config__.tag in NOTED]

    def names(self, seats: Iterable[int]) -> str:
        return joined(map(self.who, seats))

    def pot_name(self, event: events.PotPushed) -> str:
        several = any(push.pot for push in self.pushed)
        name = pot_name(event.pot) if several else text("result.only_pot")
        return text("result.half", pot=name, half=event.half) if event.half else name

    def best_beaten(self, event: events.PotPushed) -> tuple[int, str] | None:
        """Who had the best of the hands that lost a pot and were shown, and what it was."""
        value = self.rules.low if event.half == "low" else self.rules.high
        lost = [seat for seat in self.contesting(event.pot) if seat not in event.shares and seat in self.shown]
        beaten = [(value(self.shown[seat].cards, self.board), seat) for seat in lost]
        if event.half == "low":
            beaten = [pair for pair in beaten if pair[0] != NO_LOW]
        if not beaten:
            return None
        strength, seat = max(beaten)
        return seat, spoken(low_named(strength) if event.half == "low" else named(strength))

    @cached_property
    def rivals(self) -> dict[int, int]:
        """Who came to the showdown, in its order, and what each had in the pots."""
        begun = next((event for event in self.events if isinstance(event, events.ShowdownBegun)), None)
        if begun is None:
            return {}
        put_in = dict.fromkeys(begun.order, 0)
        for event in self.events:
            if isinstance(event, events.PotPushed):
                break
            for seat in put_in:
                dead = getattr(event, "dead", 0) if isinstance(event, events.BlindPosted) else 0
                if POT in event.postings:
                    put_in[seat] -= event.postings.get(stack_of(seat), 0)
                if dead and getattr(event, "seat", 0) == seat:
                    put_in[seat] -= dead
        return put_in

    def contesting(self, number: int) -> list[int]:
        """Who could win a pot: all who put in as much as it takes."""
        levels = sorted(set(self.rivals.values()))
        level = levels[number] if number < len(levels) else 0
        return [seat for seat, amount in self.rivals.items() if amount >= level]
