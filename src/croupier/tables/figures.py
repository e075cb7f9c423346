"""The figures of a house from its record: what each stream adds to drop, win, wagers, jackpots and tournaments, and when.

A stream is read once, in its order, and can be read on from where one stopped. Whatever is summed is put down for a quarter of an
hour, with the numbers of the entries it comes from, so that every report is made by adding up. All amounts are whole numbers
(cents, grains on prize meters, counts), but for what decisions have cost, which is exact too.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache, reduce
from importlib import resources
from operator import itemgetter, or_
from typing import Any, NamedTuple

import msgspec

from croupier.cage import events as cage
from croupier.jackpots import events as meters
from croupier.jackpots.prizes import grains
from croupier.jackpots.reconciliation import Reckoning
from croupier.kernel.accounts import CHIPS, FLOAT, in_tokens, kind_of
from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.entries import Pins
from croupier.kernel.events import Event
from croupier.kernel.incidents import EditionAdopted
from croupier.poker import events as poker
from croupier.poker.state import CHIP_BOX, SLIDE, TIME_CHARGES
from croupier.stud import events as stud
from croupier.stud.rules import Options
from croupier.stud.state import METER
from croupier.tables.any_game import KINDS
from croupier.tournaments import events as tournaments
from croupier.tournaments.state import ADDED, FEES, POOL

QUARTER = 900
"""Seconds: every clock on earth is a whole number of quarters of an hour away from every other."""


DATA: dict[str, Any] = tomllib.loads((resources.files("croupier.tables") / "figures.toml").read_text(encoding="utf-8"))


class Figure(msgspec.Struct, gc=False):
    """An amount, and the entries that it sums: by stream, the first and the last of each row of them."""

    amount: Any = 0
    entries: dict[str, list[int]] = {}

    def add(self, amount: int | Fraction, stream: str, number: int) -> None:
        self.amount += amount
        rows = self.entries.setdefault(stream, [])
        if rows and rows[-1] in (number, number - 1):
            rows[-1] = number
        else:
            rows += (number, number)

    def take(self, *others: Figure) -> Figure:
        """Add others to it; this same figure is given back."""
        for each in others:
            self.amount += each.amount
            for stream, rows in each.entries.items():
                self.entries.setdefault(stream, []).extend(rows)
        return self

    def rows(self, stream: str) -> list[tuple[int, int]]:
        """Its entries in a stream: the first and the last of each row, in order, none of them twice."""
        found: list[tuple[int, int]] = []
        listed = self.entries.get(stream, [])
        for first, last in sorted(zip(listed[::2], listed[1::2], strict=True)):
            if found and first <= found[-1][1] + 1:
                found[-1] = found[-1][0], max(found[-1][1], last)
            else:
                found.append((first, last))
        return found

    def numbers(self, stream: str) -> list[int]:
        return [number for first, last in self.rows(stream) for number in range(first, last + 1)]

    def listed(self, stream: str) -> str:
        """Its entries in a stream in words: `3, 7-9`."""
        return ", ".join(f"{first}" if first == last else f"{first}-{last}" for first, last in self.rows(stream))

    @property
    def sums(self) -> str:
        """The entries in words: `A 12; cage 3, 7-9`."""
        return "; ".join(f"{stream} {self.listed(stream)}" for stream in sorted(self.entries) if self.entries[stream])


class Terms(NamedTuple):
    """What the value of a wager depends on: the game and its edition, readings, the most that is paid in antes, and the wagers
    beside the ante, in antes.
    """

    game: str
    edition: str
    readings: tuple[str, ...]
    payout: Fraction | None
    wagers: tuple[tuple[str, Fraction], ...]


class Choice(NamedTuple):
    """A decision on a hand: the quarter and the entry in which it counts, and all that its value depends on."""

    quarter: int
    number: int
    ante: int
    hand: tuple[Card, ...]
    up: Card | None
    given_up: Card | None
    play: str


class Cash(NamedTuple):
    """Chips that somebody bought or redeemed (below zero) at the cage."""

    at: int
    number: int
    person: str
    amount: int


Wagered = dict[str, Figure]
"""By terms: `antes` are their sum, `squares` that of their squares, `pairs` of the products of two boxes of one round, twice."""


class Fold:
    """What a stream comes to so far. Subjects are `table/A`, `jackpot/main`, `tournament/cup`; `sums` has them by quarter.

    `theory` is what was wagered by its terms, `choices` are decisions that nobody has weighed yet.
    """

    def __init__(self, stream: str, kind: str) -> None:
        self.stream, self.kind, self.number = stream, kind, 0
        self.subject = f"{'tournament' if kind == 'tournament' else 'table'}/{stream}"
        self.game = self.tournament = ""
        self.sums: dict[int, dict[str, dict[str, Figure]]] = {}
        self.theory: dict[int, dict[Terms, Wagered]] = {}
        self.choices: dict[Terms, list[Choice]] = {}
        self.cash: list[Cash] = []
        self.notes: dict[str, str] = {}
        self.meters = Reckoning()
        self.round = _Round()
        self.options, self.edition = Options(), ""
        self.at = self.now = 0

    def put(self, name: str, amount: int = 1, subject: str = "") -> None:
        """Add to a sum of now."""
        self.put_at(self.now, self.number, name, amount, subject or self.subject)

    def put_at(self, quarter: int, number: int, name: str, amount: int, subject: str) -> None:
        there = self.sums.setdefault(quarter, {}).setdefault(subject, {})
        if (found := there.get(name)) is None:
            found = there[name] = Figure()
        found.add(amount, self.stream, number)

    def put_wagered(self, terms: Terms, **amounts: int) -> None:
        there = self.theory.setdefault(self.now, {}).setdefault(terms, {})
        for name, amount in amounts.items():
            there.setdefault(name, Figure()).add(amount, self.stream, self.number)

    def read(self, lines: Iterable[bytes]) -> None:
        """Go on with these lines, which follow those that were read."""
        decode, take = _reader(self.kind), _TAKES[self.kind]
        for line in lines:
            entry = decode(line)
            self.number, self.at, self.now = entry.number, entry.at, entry.at // QUARTER
            if entry.pins is not None:
                self.game = entry.pins.game
            if not self.tournament:  # tournament chips are no money
                for event in entry.events:
                    take(self, event)


@cache
def _reader(kind: str) -> Callable[[bytes], Any]:
    """Reads as much of an entry of that kind of stream as is needed."""
    union: Any = reduce(or_, KINDS[kind].engine.codec.events)
    fields: list[Any] = [("number", int), ("at", int), ("events", tuple[union, ...]), ("pins", Pins | None, None)]
    return msgspec.json.Decoder(msgspec.defstruct("Line", fields, gc=False)).decode


_TABLE = {FLOAT: ("float", 1), CHIP_BOX: ("box", 1), in_tokens(FLOAT): ("tokens", 1)}
_MOVES = {**_TABLE, FEES: ("fees", 1), POOL: ("pool", 1), ADDED: ("overlay", -1)}
_PURSES = {"house table": ("drop", "taken away"), "poker table": ("brought", "taken away"), "tournament": ("", "paid")}
"""What comes out of purses is, and what goes into them."""


def _moved(fold: Fold, event: Event) -> None:
    """What an event moves between players, float, chip box and meter of a table, or the accounts of a tournament."""
    postings = event.postings
    for name, amount in postings.items():
        if name in _MOVES:
            figure, sign = _MOVES[name]
            fold.put(figure, sign * amount)
            charged = name == FLOAT and (SLIDE in postings or TIME_CHARGES in postings or isinstance(event, poker.FeesCollected))
            if charged or name == CHIP_BOX:
                fold.put("commission", amount)
        elif name == METER:
            fold.put("prizes" if amount < 0 and isinstance(event, stud.JackpotPaid) else "jackpot", amount)
        elif name.startswith("purse") and (figure := _PURSES[fold.kind][amount > 0]):
            fold.put(figure, abs(amount))


# House tables


class _Decided(NamedTuple):
    """A wager that was decided, when, and by which entry; `stays` where undoing the settlement does not undo it."""

    number: int
    quarter: int
    name: str
    amount: int
    stays: bool


class _Box(msgspec.Struct):
    """What is known of a box in the round that is played."""

    decided: list[_Decided] = []
    hand: tuple[Card, ...] = ()
    changed: tuple[tuple[Card, ...], Card] | None = None
    play: str = ""


class _Round(dict[int, _Box]):
    """The boxes of a round, the dealer's card, and whether anything happened by which a decision cannot be weighed."""

    up: Card | None = None
    unsure = False

    def __missing__(self, box: int) -> _Box:
        found = self[box] = _Box()
        return found


def _house(fold: Fold, event: Any) -> None:
    here = fold.round
    if event.postings:
        _moved(fold, event)
    match event:
        case stud.CardsDealt():
            for place, cards in event.hands.items():
                here[place].hand += cards
        case stud.HandPickedUp() | stud.HandShown():
            here[event.box].hand = event.cards
        case stud.BetPlaced():
            here[event.box].play = "bet"
        case stud.WagerSettled():
            _decided(fold, event.box, event.wager, event.stake, stays=here[event.box].play == "instant win")
        case stud.HandFolded():
            here[event.box].play = "fold"
            _given_up(fold, event)
        case stud.HandConceded():
            _given_up(fold, event)
        case stud.RoundEnded():
            _ended(fold)
        case stud.CardTurnedUp():
            here.up = event.card
        case stud.JackpotLost() | stud.JackpotHandKept():
            if lay := -sum(amount for name, amount in event.postings.items() if kind_of(name) == "jackpot"):
                _decided(fold, event.box, "jackpot", lay, stays=False)
        case stud.CardChanged():
            box = here[event.box]
            box.changed = box.hand, event.old
            box.hand = (*box.hand[: event.place], event.new, *box.hand[event.place + 1 :])
        case stud.InstantWinTaken():
            here[event.box].hand, here[event.box].play = event.cards, "instant win"
        case stud.SettlementUndone():
            for each in here.values():
                each.decided = [one for one in each.decided if one.stays]
        case stud.RoundVoided():
            fold.put("voided")
            fold.round = _Round()
        case stud.TableOpened():
            fold.options, fold.edition, fold.tournament = event.options, event.edition, event.options.tournament
        case EditionAdopted():
            fold.edition = event.edition
        case _ if (tag := event.__struct_config__.tag) in _UNDONE:
            here[event.box].decided, here[event.box].play, here.unsure = [], "", True
            if isinstance(event, stud.WagersForfeited):
                _given_up(fold, event)
        case _:
            here.unsure |= tag in _UNSURE


_UNDONE, _UNSURE = frozenset(DATA["undone"]), frozenset(DATA["unsure"])


def _decided(fold: Fold, box: int, name: str, amount: int, *, stays: bool) -> None:
    fold.round[box].decided.append(_Decided(fold.number, fold.now, name, amount, stays))


def _given_up(fold: Fold, event: Any) -> None:
    lay, back = dict.fromkeys(("bet", "ante", "exchange"), 0), 0
    for name, amount in event.postings.items():
        if (kind := kind_of(name)) in lay:
            lay[kind] -= amount
        elif kind == "stack":
            back += amount
    for kind, amount in lay.items():  # what was too much goes back and was no wager
        lost, back = max(amount - back, 0), max(back - amount, 0)
        if lost:
            _decided(fold, event.box, kind, lost, stays=True)


def _ended(fold: Fold) -> None:
    """Everything about the round is final."""
    terms, antes = None, list[int]()
    for box in fold.round.values():
        if box.decided:
            fold.put("hands")
        if ante := sum(one.amount for one in box.decided if one.name == "ante"):
            terms = _terms(fold, ante, box.decided)
            fold.put_wagered(terms, antes=ante, squares=ante * ante)
            antes.append(ante)
            if not fold.round.unsure:
                fold.choices.setdefault(terms, []).extend(_choices(fold, box, ante))
    for one in sorted((one for box in fold.round.values() for one in box.decided), key=itemgetter(0)):
        fold.put_at(one.quarter, one.number, f"wagered {one.name}", one.amount, fold.subject)
    if terms is not None and (pairs := sum(antes) ** 2 - sum(ante * ante for ante in antes)):
        fold.put_wagered(terms, pairs=pairs)
    fold.put("rounds")
    fold.round = _Round()


def _terms(fold: Fold, ante: int, decided: list[_Decided]) -> Terms:
    usual = ("ante", "bet", "exchange", "jackpot")
    beside = {one.name: Fraction(one.amount, ante) for one in decided if one.name not in usual}
    most = fold.options.maximum_payout
    payout = Fraction(most, ante) if most else None
    return Terms(fold.game, fold.edition, fold.options.readings, payout, tuple(sorted(beside.items())))


def _choices(fold: Fold, box: _Box, ante: int) -> Iterable[Choice]:
    made, up, old = (fold.now, fold.number, ante), fold.round.up, None
    if box.changed is not None:
        first, old = box.changed
        yield Choice(*made, first, up, None, f"change {old}")
    if box.play and box.hand and HIDDEN not in box.hand:
        yield Choice(*made, box.hand, up, old, box.play)


# The other streams


def _poker(fold: Fold, event: Event) -> None:
    if event.postings:
        _moved(fold, event)
    match event:
        case poker.TableOpened():
            fold.tournament = event.options.tournament
        case poker.HandEnded():
            fold.put("rounds")
        case poker.SideWagerSettled():
            fold.put("wagered side", event.stake)


def _cage(fold: Fold, event: Event) -> None:
    match event:
        case cage.TransferMade(transfer=made) if made.table and made.currency == CHIPS:
            fold.put(f"{made.what}s", made.amount, f"table/{made.table}")
        case cage.FloatFilled():
            fold.put("fills", event.amount, f"table/{event.table}")
        case cage.FloatCounted() if event.count.currency == CHIPS:
            fold.put("counted", event.count.variance, f"table/{event.table}")
        case cage.DropCollected():
            fold.put("collected", event.amount, f"table/{event.table}")
        case cage.ResultExplained():
            fold.notes[f"{event.table} {event.day}"] = event.note
        case cage.ChipsIssued():
            fold.cash.append(Cash(fold.at, fold.number, event.person, event.amount))
        case cage.ChipsRedeemed():
            fold.cash.append(Cash(fold.at, fold.number, event.person, -event.amount))


_POOL = ("wagers", "contributions", "prizes", "transfers", "added", "seed")


def _meter(fold: Fold, event: Event) -> None:
    """What an event changes in the tallies of the prize meters, pool by pool, and what was paid of their prizes."""
    books = fold.meters.books
    before = {(name, each): getattr(tally, each) for name, tally in books.items() for each in _POOL}
    fold.meters.take(event)
    for name, tally in books.items():
        for each in _POOL:
            if more := getattr(tally, each) - before.get((name, each), 0):
                fold.put(each, more, f"jackpot/{name}")
    if isinstance(event, meters.PrizePaid):
        fold.put("paid", grains(event.pays), f"jackpot/{event.system}")


def _tournament(fold: Fold, event: Event) -> None:
    if isinstance(event, tournaments.EntryTaken | tournaments.EntryWithdrawn):
        fold.put("entries" if isinstance(event, tournaments.EntryTaken) else "withdrawn")
    _moved(fold, event)


_TAKES: dict[str, Callable[[Fold, Any], None]] = {
    "house table": _house,
    "poker table": _poker,
    "cage": _cage,
    "meters": _meter,
    "tournament": _tournament,
}
KINDS_READ = frozenset(_TAKES)
"""The kinds of streams that have figures."""
