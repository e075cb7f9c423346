"""The figures of a house from its record: what each stream adds to drop, win, wagers, jackpots and tournaments, and when.

A stream is read once, in its order, and can be read on from where one stopped. Whatever is summed is put down for a quarter of an
hour, with the numbers of the entries it comes from, so that every report is made by adding up. All amounts are whole numbers
(cents, grains on prize meters, counts), but for what decisions have cost, which is exact too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache, reduce
from operator import itemgetter, or_
from typing import Any, NamedTuple

import msgspec

from croupier.cage import events as cage
from croupier.jackpots import events as meters
from croupier.jackpots.prizes import grains
from croupier.jackpots.reconciliation import Reckoning
from croupier.kernel.accounts import CHIPS, FLOAT, Account, in_tokens, kind_of, owner_of
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


class Sum(msgspec.Struct, gc=False):
    """An amount, and the entries that it is the sum of: the first and the last of each row of them."""

    amount: Any = 0
    entries: list[int] = []

    def add(self, amount: int | Fraction, number: int) -> None:
        self.amount += amount
        if self.entries and self.entries[-1] in (number, number - 1):
            self.entries[-1] = number
        else:
            self.entries += (number, number)


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


Wagered = dict[str, Sum]
"""By terms: `antes` are their sum, `squares` that of their squares, `pairs` of the products of two boxes of one round, twice."""


class Fold:
    """What a stream comes to so far. Subjects are `table/A`, `jackpot/main`, `tournament/cup`; `sums` has them by quarter.

    `theory` is what was wagered by its terms, `choices` are decisions that nobody has weighed yet.
    """

    def __init__(self, stream: str, kind: str) -> None:
        self.stream, self.kind, self.number = stream, kind, 0
        self.game = self.tournament = ""
        self.sums: dict[int, dict[str, dict[str, Sum]]] = {}
        self.theory: dict[int, dict[Terms, Wagered]] = {}
        self.choices: dict[Terms, list[Choice]] = {}
        self.cash: list[Cash] = []
        self.notes: dict[str, str] = {}
        self.meters = Reckoning()
        self.round = _Round()
        self.options, self.edition = Options(), ""
        self.now = 0

    def put(self, subject: str, name: str, amount: int, number: int, quarter: int = -1) -> None:
        """Add to a sum of now, or of an earlier quarter."""
        there = self.sums.setdefault(self.now if quarter < 0 else quarter, {}).setdefault(subject, {})
        if (found := there.get(name)) is None:
            found = there[name] = Sum(0, [])
        found.add(amount, number)

    def read(self, lines: Iterable[bytes]) -> None:
        """Go on with these lines, which follow those that were read."""
        decode, take = _reader(self.kind), _TAKES[self.kind]
        for line in lines:
            entry = decode(line)
            self.number, self.now = entry.number, entry.at // QUARTER
            if entry.pins is not None:
                self.game = entry.pins.game
            if not self.tournament:  # tournament chips are no money
                for event in entry.events:
                    take(self, event, entry)


@cache
def _reader(kind: str) -> Callable[[bytes], Any]:
    """Reads as much of an entry of that kind of stream as is needed."""
    union: Any = reduce(or_, KINDS[kind].engine.codec.events)
    fields: list[Any] = [("number", int), ("at", int), ("events", tuple[union, ...]), ("pins", Pins | None, None)]
    return msgspec.json.Decoder(msgspec.defstruct("Line", fields, gc=False)).decode


# House tables


class _Decided(NamedTuple):
    """A wager that was decided, when, and by which entry; `stays` where undoing the settlement does not undo it."""

    number: int
    quarter: int
    name: str
    amount: int
    stays: bool


class _Box:
    """What is known of a box in the round that is played."""

    __slots__ = ("changed", "decided", "hand", "play")

    def __init__(self) -> None:
        self.decided: list[_Decided] = []
        self.hand: tuple[Card, ...] = ()
        self.changed: tuple[tuple[Card, ...], Card] | None = None
        self.play = ""


class _Round(dict[int, _Box]):
    """The boxes of a round, the dealer's card, and whether anything happened by which a decision cannot be weighed."""

    up: Card | None = None
    unsure = False

    def __missing__(self, box: int) -> _Box:
        found = self[box] = _Box()
        return found


def _moved(fold: Fold, event: Event, number: int) -> None:
    """What an event moves between players, float, chip box and meter of a table."""
    subject, postings = f"table/{fold.stream}", event.postings
    for name, amount in postings.items():
        if name == FLOAT:
            fold.put(subject, "float", amount, number)
            if SLIDE in postings or TIME_CHARGES in postings or isinstance(event, poker.FeesCollected):
                fold.put(subject, "commission", amount, number)
        elif name == METER:
            fold.put(subject, "prizes" if amount < 0 and isinstance(event, stud.JackpotPaid) else "jackpot", amount, number)
        elif name == CHIP_BOX:
            fold.put(subject, "box", amount, number)
            fold.put(subject, "commission", amount, number)
        elif name == _TOKENS:
            fold.put(subject, "tokens", amount, number)
        elif name.startswith("purse"):
            brought = "brought" if fold.kind == "poker table" else "drop"
            fold.put(subject, brought if amount < 0 else "taken away", abs(amount), number)


_TOKENS: Account = in_tokens(FLOAT)

_UNDONE = (
    stud.HandVoided,
    stud.WagersForfeited,
    stud.WagersRetracted,
    stud.CardsReturned,
    stud.AnteReinstated,
    stud.ChoiceCorrected,
    stud.InstantWinUndone,
)
"""What was decided on a box is not, and its cards may be others."""
_UNSURE = (stud.BetReopened, stud.ExposedCardStays, stud.DealerCardSeen, stud.DealerHandVoided, stud.ChangeCorrected)


def _house(fold: Fold, event: Any, entry: Any) -> None:
    number, here = entry.number, fold.round
    if event.postings:
        _moved(fold, event, number)
    match event:
        case stud.CardsDealt():
            for place, cards in event.hands.items():
                here[place].hand += cards
        case stud.HandPickedUp() | stud.HandShown():
            here[event.box].hand = event.cards
        case stud.BetPlaced():
            here[event.box].play = "bet"
        case stud.WagerSettled():
            at_once = here[event.box].play == "instant win"
            here[event.box].decided.append(_Decided(number, fold.now, event.wager, event.stake, stays=at_once))
        case stud.HandFolded() | stud.HandConceded():
            here[event.box].play = "fold" if isinstance(event, stud.HandFolded) else here[event.box].play
            _given_up(fold, event, number)
        case stud.RoundEnded():
            _ended(fold, event, number)
        case stud.CardTurnedUp():
            here.up = event.card
        case stud.JackpotLost() | stud.JackpotHandKept():
            if lay := -sum(amount for name, amount in event.postings.items() if kind_of(name) == "jackpot"):
                here[event.box].decided.append(_Decided(number, fold.now, "jackpot", lay, stays=False))
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
            fold.put(f"table/{fold.stream}", "voided", 1, number)
            fold.round = _Round()
        case stud.TableOpened():
            fold.options, fold.edition, fold.tournament = event.options, event.edition, event.options.tournament
        case EditionAdopted():
            fold.edition = event.edition
        case _ if isinstance(event, _UNDONE):
            here[event.box].decided, here[event.box].play, here.unsure = [], "", True
            if isinstance(event, stud.WagersForfeited):
                _given_up(fold, event, number)
        case _ if isinstance(event, _UNSURE):
            here.unsure = True


def _given_up(fold: Fold, event: Any, number: int) -> None:
    box = fold.round[event.box]
    lay, back = dict.fromkeys(("bet", "ante", "exchange"), 0), 0
    for name, amount in event.postings.items():
        if (kind := kind_of(name)) in lay:
            lay[kind] -= amount
        elif kind == "stack":
            back += amount
    for kind, amount in lay.items():  # what was too much goes back and was no wager
        lost, back = max(amount - back, 0), max(back - amount, 0)
        if lost:
            box.decided.append(_Decided(number, fold.now, kind, lost, stays=True))


def _ended(fold: Fold, event: stud.RoundEnded, number: int) -> None:
    """Everything about the round is final."""
    subject, now, antes = f"table/{fold.stream}", fold.now, list[int]()
    terms = None
    for box in fold.round.values():
        if box.decided:
            fold.put(subject, "hands", 1, number)
        if ante := sum(one.amount for one in box.decided if one.name == "ante"):
            terms = _terms(fold, ante, box.decided)
            _put(fold.theory, now, terms, "antes", ante, number)
            _put(fold.theory, now, terms, "squares", ante * ante, number)
            antes.append(ante)
            if not fold.round.unsure:
                fold.choices.setdefault(terms, []).extend(_choices(fold.round, box, ante, now, number))
    for one in sorted((one for box in fold.round.values() for one in box.decided), key=itemgetter(0)):
        fold.put(subject, f"wagered {one.name}", one.amount, one.number, one.quarter)
    if terms is not None and (pairs := sum(antes) ** 2 - sum(ante * ante for ante in antes)):
        _put(fold.theory, now, terms, "pairs", pairs, number)
    fold.put(subject, "rounds", 1, number)
    fold.round = _Round()


def _put(theory: dict[int, dict[Terms, Wagered]], now: int, terms: Terms, name: str, amount: int, number: int) -> None:
    theory.setdefault(now, {}).setdefault(terms, {}).setdefault(name, Sum(0, [])).add(amount, number)


def _terms(fold: Fold, ante: int, decided: list[_Decided]) -> Terms:
    usual = ("ante", "bet", "exchange", "jackpot")
    beside = {one.name: Fraction(one.amount, ante) for one in decided if one.name not in usual}
    most = fold.options.maximum_payout
    payout = Fraction(most, ante) if most else None
    return Terms(fold.game, fold.edition, fold.options.readings, payout, tuple(sorted(beside.items())))


def _choices(round_: _Round, box: _Box, ante: int, now: int, number: int) -> Iterable[Choice]:
    if box.changed is not None:
        first, old = box.changed
        yield Choice(now, number, ante, first, round_.up, None, f"change {old}")
    if box.play and box.hand and HIDDEN not in box.hand:
        yield Choice(now, number, ante, box.hand, round_.up, box.changed[1] if box.changed else None, box.play)


# The other streams


def _poker(fold: Fold, event: Event, entry: Any) -> None:
    if event.postings:
        _moved(fold, event, entry.number)
    match event:
        case poker.TableOpened():
            fold.tournament = event.options.tournament
        case poker.HandEnded():
            fold.put(f"table/{fold.stream}", "rounds", 1, entry.number)
        case poker.SideWagerSettled():
            fold.put(f"table/{fold.stream}", "wagered side", event.stake, entry.number)


def _cage(fold: Fold, event: Event, entry: Any) -> None:
    match event:
        case cage.TransferMade(transfer=made) if made.table and made.currency == CHIPS:
            fold.put(f"table/{made.table}", f"{made.what}s", made.amount, entry.number)
        case cage.FloatFilled():
            fold.put(f"table/{event.table}", "fills", event.amount, entry.number)
        case cage.FloatCounted() if event.count.currency == CHIPS:
            fold.put(f"table/{event.table}", "counted", event.count.variance, entry.number)
        case cage.DropCollected():
            fold.put(f"table/{event.table}", "collected", event.amount, entry.number)
        case cage.ResultExplained():
            fold.notes[f"{event.table} {event.day}"] = event.note
        case cage.ChipsIssued() | cage.ChipsRedeemed():
            sign = 1 if isinstance(event, cage.ChipsIssued) else -1
            fold.cash.append(Cash(entry.at, entry.number, event.person, sign * event.amount))


_POOL = ("wagers", "contributions", "prizes", "transfers", "added", "seed")


def _meter(fold: Fold, event: Event, entry: Any) -> None:
    """What an event changes in the tallies of the prize meters, pool by pool, and what was paid of their prizes."""
    books = fold.meters.books
    before = {name: [getattr(tally, each) for each in _POOL] for name, tally in books.items()}
    fold.meters.take(event)
    for name, tally in books.items():
        for each, was in zip(_POOL, before.get(name, [0] * len(_POOL)), strict=True):
            if more := getattr(tally, each) - was:
                fold.put(f"jackpot/{name}", each, more, entry.number)
    if isinstance(event, meters.PrizePaid):
        fold.put(f"jackpot/{event.system}", "paid", grains(event.pays), entry.number)


def _tournament(fold: Fold, event: Event, entry: Any) -> None:
    subject, number = f"tournament/{fold.stream}", entry.number
    if isinstance(event, tournaments.EntryTaken):
        fold.put(subject, "entries", 1, number)
    elif isinstance(event, tournaments.EntryWithdrawn):
        fold.put(subject, "withdrawn", 1, number)
    for name, amount in event.postings.items():
        if name == FEES:
            fold.put(subject, "fees", amount, number)
        elif name == POOL:
            fold.put(subject, "pool", amount, number)
        elif name == ADDED:
            fold.put(subject, "overlay", -amount, number)
        elif kind_of(name) == "purse" and amount > 0 and owner_of(name):
            fold.put(subject, "paid", amount, number)


_TAKES: dict[str, Callable[[Fold, Any, Any], None]] = {
    "house table": _house,
    "poker table": _poker,
    "cage": _cage,
    "meters": _meter,
    "tournament": _tournament,
}
KINDS_READ = frozenset(_TAKES)
"""The kinds of streams that have figures."""
