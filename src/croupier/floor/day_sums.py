"""The figures of a house from its record: what each stream adds to drop, win, wagers, jackpots and tournaments, and when.

A stream is read once, in order, and reading can continue later. Every sum belongs to a quarter of an
hour and has the numbers of the entries it comes from, so that every report is made by adding up. `day_sums.toml` says which
movements and events are which figures. All amounts are exact.
"""

import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache, reduce
from importlib import resources
from itertools import product
from operator import attrgetter, or_
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from croupier.books import book_of
from croupier.jackpots.events import OutcomeWithdrawn, PrizePaid
from croupier.jackpots.prizes import GRAINS
from croupier.jackpots.reconciliation import Reckoning
from croupier.kernel.accounts import FLOAT, Account, in_tokens, owner_of
from croupier.kernel.actors import Capacity
from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.entries import Pins
from croupier.kernel.errors import CroupierError
from croupier.kernel.events import Event
from croupier.kernel.money import DOLLARS, Currency
from croupier.stud.rules import Options
from croupier.stud.state import METER
from croupier.tables.any_game import KINDS
from croupier.tables.results import Results
from croupier.training.coach import Question

QUARTER = 900
"""In seconds: every time zone is a whole number of quarters of an hour away from every other."""

DATA: dict[str, Any] = tomllib.loads((resources.files("croupier.floor") / "day_sums.toml").read_text(encoding="utf-8"))
UNSEEN = "mistakes unseen"
"""Mistakes in hands that were not shown to everyone. Only readers who may know the cards see them as mistakes."""
_PLAYS: dict[str, str] = DATA["decisions"]["plays"]
_ROUND, _UNSURE = frozenset(DATA["decisions"]["round"]), frozenset(DATA["decisions"]["unsure"])
_OF_THE_HOUSE = frozenset((FLOAT, in_tokens(FLOAT), METER))
CHANGES = frozenset(DATA["decisions"]["changes"])
_USUAL = ("bet", "exchange", "jackpot")


class Figure(msgspec.Struct, gc=False):
    """An amount, and the entries that it sums: by stream, in ranges. As text: `A 12; cage 3, 7-9`."""

    amount: Any = 0
    entries: dict[str, list[range]] = {}

    def take(self, amount: int | Fraction, entries: Mapping[str, Iterable[range]]) -> None:
        """Add the sum of other entries."""
        self.amount += amount
        for stream, ranges in entries.items():
            known = self.entries.setdefault(stream, [])
            for each in ranges:
                if known and known[-1].start <= each.start <= known[-1].stop:
                    known[-1] = range(known[-1].start, max(known[-1].stop, each.stop))
                else:
                    known.append(each)

    def numbers(self, stream: str) -> Iterator[range]:
        """Its entries in a stream: in order, each once."""
        found = Figure()
        found.take(0, {stream: sorted(self.entries.get(stream, ()), key=attrgetter("start"))})
        return iter(found.entries[stream])

    def __str__(self) -> str:
        return "; ".join(f"{stream} {', '.join(map(_span, self.numbers(stream)))}" for stream in sorted(self.entries))


def _span(each: range) -> str:
    return f"{each[0]}" if len(each) == 1 else f"{each[0]}-{each[-1]}"


Subject = tuple[str, str]
"""The subject of figures: a `table`, `jackpot` or `tournament`, and its name."""


class Terms(NamedTuple):
    """What is played while figures are summed: a table may change its game, and the edition of its book."""

    book: str = ""
    game: str = ""
    edition: str = ""


@cache
def currency_of(terms: Terms) -> Currency:
    """What a table's money is in; dollars for a book that this house no longer has."""
    try:
        return book_of(terms.book, terms.edition).currency
    except CroupierError:
        return DOLLARS


class Place(NamedTuple):
    """Where in a stream something happened: the quarter of an hour, the entry, and the game."""

    quarter: int
    number: int
    terms: Terms


class Played(NamedTuple):
    """A hand that was played: where its ante was decided, the hand, what was done with it, and the antes of the boxes before it,
    or None where it is the first of two decisions. `shown` says whether its cards were shown to everyone.
    """

    place: Place
    asked: Question
    play: str
    before: int | None
    shown: bool = True


class _Hand(msgspec.Struct):
    """What is known of a hand in the round that is played: its cards, before a change too, what was done with it, and whether it
    was turned up for all to see.
    """

    cards: tuple[Card, ...] = ()
    first: tuple[Card, ...] = ()
    given_up: tuple[Card, ...] = ()
    play: str = ""
    shown: bool = False


class Fold:
    """The result of a stream so far: `sums` by quarter, subject and terms. `played` are hands that are not evaluated yet.

    `cash` is what people bought, or redeemed (negative): when, in which entry, who, and how much.
    """

    def __init__(self, stream: str, kind: str) -> None:
        self.stream, self.kind, self.number, self.at = stream, kind, 0, 0
        self.subject: Subject = "tournament" if kind == "tournament" else "table", stream
        self.terms, self.tournament = Terms(), ""
        self.sums: dict[tuple[int, Subject, Terms], dict[str, Figure]] = {}
        self.played: list[Played] = []
        self.cash: list[tuple[int, int, str, int]] = []
        self.notes: dict[str, str] = {}
        self._options = Options()
        self._meters, self._results = Reckoning(), Results()
        self._next_round()

    def _next_round(self) -> None:
        self._hands: dict[int, _Hand] = defaultdict(_Hand)
        self._up: Card | None = None
        self._unsure, self._prizes = False, 0

    def put(self, name: str, amount: int | Fraction = 1, about: Subject | None = None, at: Place | None = None) -> None:
        """Add to a sum here and now, or for another place in the record."""
        quarter, number, terms = at or (self.at // QUARTER, self.number, self.terms)
        there = self.sums.setdefault((quarter, about or self.subject, terms), {})
        there.setdefault(name, Figure()).take(amount, {self.stream: (range(number, number + 1),)})

    def read(self, lines: Iterable[bytes]) -> None:
        """Go on with these lines, which follow those that were read."""
        for entry in map(reader(self.kind), lines):
            self.take(entry)

    def take(self, entry: Any) -> None:
        """Go on with the next entry."""
        counted, of_cage = DATA["counted"].get(self.kind, {}), self.kind == "cage"
        self.number, self.at = entry.number, entry.at
        if entry.pins is not None:
            self.terms = Terms(entry.pins.book, entry.pins.game)
        for event in () if self.tournament else entry.events:  # tournament chips are no money
            tag = event.__struct_config__.tag
            self._take(event, tag)
            for name in counted.get(tag, ()):
                self.put(name)
            for account, amount in event.postings.items():
                for name, sign in _ways(self.kind, tag, account)[amount > 0]:
                    self.put(name, sign * amount, ("table", owner_of(account)) if of_cage else None)

    def _take(self, event: Any, tag: str) -> None:
        """What an event means for figures besides its movements."""
        if tag == "table-opened":
            self._options, self.tournament = event.options, event.options.tournament
        if tag in CHANGES:
            game, edition = getattr(event, "game", "") or self.terms.game, getattr(event, "edition", self.terms.edition)
            self.terms = Terms(self.terms.book, game, edition)
        elif self.kind == "house table":
            self._round(event, tag)
        elif self.kind == "meters":
            self._pools(event)
        elif tag == "result-explained":
            self.notes[f"{event.table} {event.day}"] = event.note
        elif self.kind == "cage" and tag in ("chips-issued", "chips-redeemed"):
            self.cash.append((self.at, self.number, event.person, event.amount if tag == "chips-issued" else -event.amount))

    def _round(self, event: Any, tag: str) -> None:
        if tag in _ROUND or tag in _UNSURE or not _OF_THE_HOUSE.isdisjoint(event.postings):
            self._results.place = Place(self.at // QUARTER, self.number, self.terms)
            self._results.take(event)
        self._unsure |= tag in _UNSURE
        if tag in _PLAYS:
            self._hands[event.box].play = _PLAYS[tag]
        match tag:
            case "jackpot-paid":
                self._prizes -= event.postings.get(METER, 0)
            case "settlement-undone" | "round-voided" if self._prizes:  # the payment is taken back, and was not a wager
                self.put("prizes", self._prizes)
                self.put("jackpot", -self._prizes)
                self._prizes = 0
        match tag:
            case "hand-picked-up" | "hand-shown" | "instant-win-taken":
                self._hands[event.box].cards = event.cards
                self._hands[event.box].shown = tag != "hand-picked-up"
            case "card-turned-up":
                self._up = event.card
            case "card-changed":
                cards = self._hands[event.box].cards
                changed = (*cards[: event.place], event.new, *cards[event.place + 1 :])
                self._hands[event.box] = _Hand(changed, cards, (event.old,))
            case "round-ended" | "round-voided":
                if tag == "round-ended":
                    self._ended()
                self._next_round()

    def _ended(self) -> None:
        """Everything about the round is final: store what was wagered, and the hands that are to be evaluated."""
        boxes: dict[int, dict[str, int]] = defaultdict(dict)
        antes = [row.place for row in self._results.rows if "ante" in row.wagers]
        place, before = max(antes, default=Place(self.at // QUARTER, self.number, self.terms)), 0
        for row in self._results.rows:
            for name, amount in row.wagers.items():
                self.put(f"wagered {name}", amount, at=row.place)
                boxes[row.box][name] = boxes[row.box].get(name, 0) + amount
        for box, lay in boxes.items():
            self.put("hands", at=place)
            if ante := lay.pop("ante", 0):
                self.played += self._weighable(place, box, ante, lay, before)
                before += ante

    def _weighable(self, place: Place, box: int, ante: int, lay: dict[str, int], before: int) -> Iterator[Played]:
        hand, options = self._hands[box], self._options
        asked = Question(
            game=self.terms.game,
            edition=self.terms.edition,
            readings=options.readings,
            payout=Fraction(options.maximum_payout, ante) if options.maximum_payout else None,
            box=box,
            ante=ante,
            hand=hand.cards,
            up=self._up,
            given_up=hand.given_up,
            wagers=tuple(sorted((name, Fraction(on, ante)) for name, on in lay.items() if name not in _USUAL)),
        )
        sure = not self._unsure and hand.cards and HIDDEN not in (*hand.cards, *hand.first)
        if sure and hand.given_up:
            yield Played(place, replace(asked, hand=hand.first, given_up=()), f"change {hand.given_up[0]}", None, shown=False)
        yield Played(place, asked, hand.play if sure else "", before, shown=hand.shown and not hand.given_up)

    def _pools(self, event: Event) -> None:
        """What an event changes in the tallies of the prize meters, pool by pool, and what was paid of their prizes."""
        if not (system := getattr(event, "system", "")):
            self._meters.take(event)
            return
        books, pools = self._meters.books, (system, f"{system}, minor", *getattr(event, "shares", ()))
        if isinstance(event, OutcomeWithdrawn):
            prizes = self._meters.outcomes[event.table, event.round].prizes.values()
            back = sum(prize.pays for prize in prizes if prize.box in event.paid_boxes)
            self.put("paid", -back, ("jackpot", f"{self.terms.book} {system}"))
        before = {(name, each): getattr(books[name], each) for name in pools if name in books for each in DATA["pool"]}
        self._meters.take(event)
        for name, each in product(pools, DATA["pool"]):
            if more := getattr(books[name], each) - before.get((name, each), 0):
                self.put(each, Fraction(more, GRAINS), ("jackpot", f"{self.terms.book} {name}"))
        if isinstance(event, PrizePaid):
            self.put("paid", event.pays, ("jackpot", f"{self.terms.book} {system}"))


@cache
def reader(kind: str) -> Callable[[bytes], Any]:
    """Reads as much of an entry of that kind of stream as is needed."""
    union: Any = reduce(or_, KINDS[kind].engine.codec.events)
    fields: list[Any] = [
        ("number", int),
        ("at", int),
        ("person", str),
        ("capacity", Capacity),
        ("events", tuple[union, ...]),
        ("pins", Pins | None, None),
    ]
    return msgspec.json.Decoder(msgspec.defstruct("Line", fields, gc=False)).decode


@cache
def _ways(kind: str, tag: str, account: Account) -> tuple[list[tuple[str, int]], ...]:
    """The figures that an account's movements in an event change, each with its sign: outgoing and incoming."""
    known, name = DATA["accounts"][kind], account.partition(":")[0]
    lines = ((f"{name} {tag} {way}", f"{name} {tag}", f"{name} {way}", name) for way in ("out", "in"))
    return tuple(signed(next((known[line] for line in fitting if line in known), ())) for fitting in lines)


def signed(names: Iterable[str]) -> list[tuple[str, int]]:
    """Figures with their signs: those after `-` are subtracted."""
    return [(name.removeprefix("-"), -1 if name.startswith("-") else 1) for name in names]
