"""Past rounds of the house: by table, time, person, hand or amount. Only finished rounds can be found."""

from collections.abc import Iterable
from contextlib import suppress
from heapq import nlargest
from operator import attrgetter
from typing import Any
from zlib import compress, decompress

import msgspec

from croupier.floor.day_sums import CHANGES, Terms
from croupier.kernel.errors import CroupierError
from croupier.kernel.hands import spoken
from croupier.stud import events as stud
from croupier.tables.any_game import KINDS
from croupier.tables.results import ENDS, Results, Row


class RoundFound(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One round: where, its number, its entries, when it ended, who was in it, what hands were shown and what was paid.

    `told` is what the record says about it, compressed, and `nets` what it brought people. Without a number, it is what moved
    money between two rounds: a fee, a prize, winnings that were held back.
    """

    stream: str
    terms: Terms
    number: int
    first: int
    last: int
    at: int
    people: tuple[str, ...] = ()
    hands: tuple[str, ...] = ()
    most: int = 0
    clauses: frozenset[str] = frozenset()
    nets: dict[str, int] = {}
    told: bytes = b""

    def says(self, words: str) -> bool:
        """Whether the words are in a hand, as the record or a player says it, or in what was told of the round."""
        hands = "; ".join(f"{hand}; {spoken(hand)}" for hand in self.hands)
        return words in hands.casefold() or words in decompress(self.told).decode().casefold()


class Past:
    """The rounds of a table that are over, as its entries come in."""

    def __init__(self, stream: str, kind: str) -> None:
        self.stream, self.engine, self.terms, self.tournament = stream, KINDS[kind].engine, Terms(), ""
        self.found: list[RoundFound] = []
        self._results, self._number, self._apart = Results(), 0, list[Row]()
        self._cited: dict[frozenset[str], frozenset[str]] = {}
        self._next(1)

    def _next(self, first: int) -> None:
        self._first, self._people, self._hands = first, dict[str, None](), dict[str, None]()
        self._most, self._clauses, self._told = 0, set[str](), list[str]()

    def take(self, entry: Any) -> None:
        """Go on with the next entry."""
        if entry.pins is not None:
            self.terms = Terms(entry.pins.book, entry.pins.game)
        if isinstance(entry.capacity, int):
            self._people[entry.person] = None
        over = False
        for event in entry.events:
            tag = event.__struct_config__.tag
            if tag == "table-opened":
                self.tournament = event.options.tournament
            if tag in CHANGES:
                game, edition = getattr(event, "game", "") or self.terms.game, getattr(event, "edition", self.terms.edition)
                self.terms = Terms(self.terms.book, game, edition)
            self._say(event)
            self._results.take(event)
            self._take_apart(entry)
            if isinstance(event, ENDS):
                over = True
                self._number = getattr(event, "round", 0) or getattr(event, "hand", 0) or self._number + 1
        if over:
            clauses, nets = frozenset(self._clauses), {person: self._results.net(person) for person in self._results.players}
            self._put(
                entry,
                self._number,
                nets,
                people=tuple(self._people),
                hands=tuple(self._hands),
                most=self._most,
                clauses=self._cited.setdefault(clauses, clauses),
                told=compress(" ".join(self._told).encode(), 1),
            )
            self._next(entry.number + 1)

    def _put(self, entry: Any, number: int, nets: dict[str, int], **said: Any) -> None:
        place: dict[str, Any] = {"stream": self.stream, "terms": self.terms, "first": self._first, "last": entry.number}
        self.found.append(RoundFound(**place, number=number, at=entry.at, nets=nets, **said))

    def _say(self, event: Any) -> None:
        """What a round can be found by."""
        with suppress(CroupierError):  # there are no words of a book that this house no longer has
            self._told.append(self.engine.tell(event, self.engine.rules(self.terms.game, self.terms.edition)))
        self._clauses.update(event.clauses)
        self._most = max(self._most, max(event.postings.values(), default=0))
        if (hand := getattr(event, "hand", "")) and isinstance(hand, str):
            self._hands[hand] = None
        if isinstance(event, stud.WagerSettled) and event.odds:
            self._hands[event.odds] = None
        if value := getattr(event, "value", ""):
            self._hands[str(value)] = None

    def _take_apart(self, entry: Any) -> None:
        """What moved money between rounds, if that has changed: rows are added, and may be undone."""
        rows, known = self._results.between, self._apart
        if len(rows) == len(known) and (not rows or rows[-1] is known[-1]):
            return
        nets: dict[str, int] = {}
        grown = len(rows) > len(known) and (not known or rows[len(known) - 1] is known[-1])
        for row in rows[len(known) :] if grown else rows:
            nets[row.person] = nets.get(row.person, 0) + row.net
        for row in () if grown else known:
            nets[row.person] = nets.get(row.person, 0) - row.net
        self._apart = list(rows)
        if nets := {person: net for person, net in nets.items() if net}:
            self._put(entry, 0, nets)


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """What a reader looks for: parts of names, of hands and of what was told, amounts in cents, times in seconds. An empty field
    fits everything.
    """

    table: str = ""
    person: str = ""
    hand: str = ""
    clause: str = ""
    least: int = 0
    after: int = 0
    before: int = 0

    def fits(self, round_found: RoundFound) -> bool:
        return (
            (not self.person or any(self.person in person for person in round_found.people))
            and (not self.hand or round_found.says(self.hand.casefold()))
            and (not self.clause or self.clause in round_found.clauses)
            and round_found.most >= self.least
            and (not self.after or round_found.at >= self.after)
            and (not self.before or round_found.at <= self.before)
        )


MOST = 100
"""How many rounds are listed at most, the latest matches."""


def search(tables: Iterable[Past], wanted: Wanted, most: int = MOST, book: str = "") -> list[RoundFound]:
    """Rounds that fit, the latest first."""
    places = (past for past in tables if wanted.table in ("", past.stream) and book in ("", past.terms.book))
    found = (each for past in places for each in past.found if each.number and wanted.fits(each))
    return nlargest(most, found, key=attrgetter("at", "number"))
