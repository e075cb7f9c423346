"""The state of a tournament, folded from its events, and the rules that a book gives it.

Like a poker table it changes in place, because fields are large; only events change it.
"""

from collections.abc import Callable, Iterable
from typing import Any, Literal, NamedTuple

import msgspec

from croupier.kernel.accounts import Account, Currency, account
from croupier.kernel.actors import Capacity, Role
from croupier.kernel.changing import Changing
from croupier.kernel.grounds import grounds_of
from croupier.kernel.roles import DEPUTY as DEPUTY, ENTRANT as ENTRANT
from croupier.kernel.rulebook import Rulebook
from croupier.tournaments.terms import Level, Round, Terms

GROUNDS = grounds_of("croupier.tournaments")

DIRECTOR = "Tournament Director"

CHIPS: Currency = "tournament"
BANK = account("bank", "", CHIPS)
"""Tournament chips of the house: what it has issued, as a negative amount."""
IN_PLAY = account("in-play", "", CHIPS)
REMOVED = account("removed", "", CHIPS)
"""Tournament chips that have left play."""
POOL = account("prize-pool")
FEES = account("fees")
ADDED = account("added-by-the-house")
"""What the house puts into the pool: money added, and the cost of a guarantee."""
WITHHELD = account("withheld")
"""Prizes that nobody may win: the operator decides what happens to them."""

DEPUTY_STANDS_IN = "deputy_stands_in"
"""The other reading of the Director's presence: a Deputy may be present instead."""

Phase = Literal["", "draft", "entries", "playing", "over", "cancelled"]
Status = Literal["entered", "alternate", "out", "withdrawn", "disqualified", "retired"]
Staff = Literal["", "employee", "contractor", "associate"]


class TournamentRules(Rulebook, frozen=True, kw_only=True):
    """What a book says about tournaments. The `operator` is the rank that acts for the operator, the `officer` the least one that
    lets staff play. `contradictions` says what in some terms goes against the rules of the game, with their clauses.
    `notice_hands` are played at each table of a level before it may end ahead of its time. `table_options` gives the signs of a
    table from the terms, a level or round of them, the smallest chip in play and the name of the tournament.
    """

    declared = GROUNDS
    offices = ("operator", "officer")
    onlookers = (ENTRANT,)

    operator: str
    officer: str
    rules_name: str
    operator_name: str
    regulator: str
    contradictions: Callable[[Terms], Iterable[tuple[str, tuple[str, ...]]]]
    table_options: Callable[[Terms, Any, int, str], Any]
    deputy_stands_in: bool = True
    notice_hands: int = 0

    def role_of(self, who: Capacity) -> Role:
        return "supervisor" if who in (DIRECTOR, DEPUTY) else super().role_of(who)


class Place(NamedTuple):
    """A seat at a table of the tournament."""

    table: str
    seat: int


class Entrant(msgspec.Struct, gc=False):
    """Someone who has entered. `paid` is all that they paid and have not had back: `fees` are the entry fees in it, `pooled` is
    what of it is for the prizes by the terms under which it was paid, and the rest of the buy-ins is the house's. `version` is
    that of the terms under which they entered, `signed` of those that they signed,
    `briefed` says whether they were briefed. `bought` are chips of a re-buy that wait for
    a seat, `penalty` is how many hands they still sit out, `secrets` how many secret wagers they have made in the round.
    `paid_last` says that they were moved after a hand in which they paid the last blind. `went` counts those who have left with
    chips still at their place, in order.
    """

    person: str
    number: int
    status: Status = "entered"
    staff: Staff = ""
    entries: int = 1
    rebuys: int = 0
    add_ons: int = 0
    paid: int = 0
    fees: int = 0
    pooled: int = 0
    version: int = 0
    signed: int = 0
    bought: int = 0
    briefed: bool = False
    place: Place | None = None
    absent: bool = False
    penalty: int = 0
    warnings: int = 0
    secrets: int = 0
    paid_last: bool = False
    went: int = 0

    @property
    def playing(self) -> bool:
        return self.status == "entered"

    def give_back(self, amount: int) -> None:
        """Money goes back: first what was for the prizes, then the rest of the buy-ins, the fees last."""
        self.paid -= amount
        self.pooled = max(self.pooled - amount, 0)
        self.fees = min(self.fees, self.paid)


class Clock(msgspec.Struct):
    """The current level, how much of it was left when the clock was last set, and since when it runs (None: it is stopped).

    `given` is how long the level is, with what was added to it and taken off; `hands` the number of the hand that each table
    was at when it began.
    """

    level: int = 0
    left: int = 0
    since: int | None = None
    given: int = 0
    hands: dict[str, int] = {}

    def left_at(self, now: int) -> int:
        return self.left if self.since is None else self.left - (now - self.since)

    def passed_at(self, now: int) -> int:
        """How much of the level has been played."""
        return self.given - self.left_at(now)


class Extra(msgspec.Struct, frozen=True):
    """Extra time of one table for a level, by its place in the schedule, or for a round."""

    of: int
    seconds: int


Why = Literal["no chips", "retired", "disqualified", "rank"]


class Bust(msgspec.Struct, frozen=True):
    """A player is out: where, in which hand, with how much before it. Those of one `batch` went out together."""

    person: str
    table: str
    seat: int
    hand: int
    stack: int
    order: int
    batch: int
    why: Why = "no chips"


class Undone(msgspec.Struct, frozen=True):
    """An elimination that was taken back, and the chips that others, or the house, handed over for it. `loose` are those that
    nobody had been counted to have yet.
    """

    bust: Bust
    chips: dict[str, int]
    house: int = 0
    loose: int = 0

    @property
    def given(self) -> int:
        return sum(self.chips.values()) + self.house + self.loose


class Purchase(msgspec.Struct, frozen=True):
    """A re-buy or add-on: what it cost, what of that was for the prizes, and the elimination that it took back, if any."""

    what: str
    cost: int
    pooled: int
    chips: int
    bust: Bust | None = None


class Move(msgspec.Struct, frozen=True):
    """A player moves from one place to another."""

    person: str
    origin: Place
    to: Place


class Proposal(msgspec.Struct, frozen=True):
    """Moves that wait for the director's word; `breaks` names the table that they leave empty.

    `paid` are those of them who paid the last blind in the hand before, `last` where it was then at each table.
    """

    moves: tuple[Move, ...]
    why: str
    breaks: str = ""
    paid: tuple[str, ...] = ()
    last: dict[str, int] = {}

    @property
    def origins(self) -> set[str]:
        """The tables that people will leave: no hand begins there until this is confirmed or declined."""
        return {move.origin.table for move in self.moves}


class TableFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the director sees at a table: where the last blind was, the button, and who has had no hand there yet."""

    last: int = 0
    button: int = 0
    new: tuple[int, ...] = ()


class PrizeDeal(msgspec.Struct, frozen=True):
    """Another division of the remaining prizes, and which of the players concerned have agreed to it."""

    how: str
    sums: dict[str, int]
    agreed: tuple[str, ...] = ()


class Tournament(Changing, kw_only=True):
    """A tournament after its events.

    - `version` counts the terms, `owed` says that the regulator has yet to hear of a change. `starts` is the start in seconds.
    - `receipts` counts those given for entries; `forfeited` are entries that were withdrawn too late, of people who re-entered.
    - `tables` are those designated; `seats` says who sits where at those in use. `by_hand` says that people deal there whom the
      software does not follow: then `banks` is what everyone was last counted to have, and `loose` by table what nobody was
      counted to have since someone went out.
    - `bought` is the last purchase of each person.
    - `chip` is the smallest in play, `coloured` the tables where it has left play already.
    - `hand_for_hand` is the number of the hand that all tables play together, zero when they do not; `done` the tables that
      have finished it, and `hands_off` how many such hands have counted on the clock of this level.
    - `extra` is the time that single tables have more than the others.
    - By person: `paid_in` is all that someone has ever paid, `refunded` what went back, `awarded` and `paid` are prizes won and
      paid out (in `payouts` payments), `cashed` is what chips were paid for, and `allotted` what they have of prizes withheld
      (nobody: the house).
    - `busts` are those who are out, in order; `undone` those taken back, in case they are put back.
    - `disputes` are what those were about that are decided, nothing where that was not said.
    - In rounds: `round` and whether it is being played, the `hands` that each table has played, the `banks` at its end, the
      tables `ended`, who `agreed` to end theirs, and `secrets`, wagers not yet revealed.
    """

    phase: Phase = ""
    terms: Terms = Terms()
    readings: tuple[str, ...] = ()
    version: int = 0
    available: bool = False
    advised: bool = False
    owed: bool = False
    director: str = ""
    deputies: tuple[str, ...] = ()
    present: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    briefed: bool = False
    practice: int = 0
    starts: int = 0
    entrants: dict[str, Entrant] = msgspec.field(default_factory=dict)
    approved: tuple[str, ...] = ()
    waiting: dict[str, Staff] = msgspec.field(default_factory=dict)
    closed: bool = False
    receipts: int = 0
    forfeited: list[Entrant] = msgspec.field(default_factory=list)
    seats: dict[str, dict[int, str]] = msgspec.field(default_factory=dict)
    clock: Clock = msgspec.field(default_factory=Clock)
    extra: dict[str, Extra] = msgspec.field(default_factory=dict)
    proposal: Proposal | None = None
    hand_for_hand: int = 0
    done: tuple[str, ...] = ()
    hands_off: int = 0
    rounds_held: int = 0
    chip: int = 0
    coloured: tuple[str, ...] = ()
    busts: list[Bust] = msgspec.field(default_factory=list)
    undone: dict[str, Undone] = msgspec.field(default_factory=dict)
    outs: int = 0
    round: int = 0
    round_open: bool = False
    round_began: int = 0
    secondary: bool = False
    hands: dict[str, int] = msgspec.field(default_factory=dict)
    banks: dict[str, int] = msgspec.field(default_factory=dict)
    ended: tuple[str, ...] = ()
    agreed: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    secrets: dict[str, int] = msgspec.field(default_factory=dict)
    prizes: tuple[int, ...] = ()
    overlay: int = 0
    deal: PrizeDeal | None = None
    disputes: tuple[str, ...] = ()
    awarded: dict[str, int] = msgspec.field(default_factory=dict)
    cashed: dict[str, int] = msgspec.field(default_factory=dict)
    paid: dict[str, int] = msgspec.field(default_factory=dict)
    paid_in: dict[str, int] = msgspec.field(default_factory=dict)
    refunded: dict[str, int] = msgspec.field(default_factory=dict)
    allotted: dict[str, int] = msgspec.field(default_factory=dict)
    money: dict[Account, int] = msgspec.field(default_factory=dict)

    by_hand: bool = False
    loose: dict[str, int] = msgspec.field(default_factory=dict)
    bought: dict[str, Purchase] = msgspec.field(default_factory=dict)
    payouts: int = 0

    @property
    def banked(self) -> bool:
        """Whether the tournament itself keeps everyone's chips: in rounds, and if tables are dealt by hand."""
        return self.by_hand or self.terms.in_rounds

    def chips_at(self, table: str) -> int:
        """What a table holds in chips, if the tournament keeps that."""
        return sum(self.banks.get(person, 0) for person in self.seats.get(table, {}).values()) + self.loose.get(table, 0)

    def loosen(self, table: str, chips: int) -> None:
        """So many chips more, or fewer, at a table are uncounted. The only player left there has them all."""
        if not self.by_hand or self.terms.in_rounds:
            return
        loose = self.loose.pop(table, 0) + chips
        there = [*self.seats.get(table, {}).values()]
        if len(there) == 1:
            self.banks[there[0]] = self.banks.get(there[0], 0) + loose
        elif loose and there:
            self.loose[table] = loose

    @property
    def playing(self) -> list[str]:
        """Those who are still in."""
        return [person for person, entrant in self.entrants.items() if entrant.playing]

    def player(self, person: str) -> Entrant | None:
        """A player who is still in."""
        entrant = self.entrants.get(person)
        return entrant if entrant is not None and entrant.playing else None

    def has_entry(self, person: str) -> bool:
        """Whether a person has entered and not withdrawn, still in or not."""
        return person in self.entrants and self.entrants[person].status != "withdrawn"

    @property
    def deal_stands(self) -> bool:
        """Whether everyone left at the time has agreed. Then the deal stands, even if one of them goes out in the last hand."""
        if (deal := self.deal) is None or not set(deal.agreed) == set(deal.sums) >= set(self.playing):
            return False
        return all(self.entrants[person].status != "disqualified" for person in deal.sums)

    def comes_in(self, person: str) -> None:
        """A person now has an entry: they no longer wait, and money of one withdrawn too late is kept separately."""
        self.waiting.pop(person, None)
        if (before := self.entrants.get(person)) is not None and before.paid:
            self.forfeited.append(before)

    @property
    def payers(self) -> list[Entrant]:
        """Everyone whose money the tournament has or had: those who have entered, and entries given up too late."""
        return [*self.entrants.values(), *self.forfeited]

    @property
    def total(self) -> int:
        """How many have entered and not withdrawn."""
        return sum(entrant.status not in ("withdrawn", "alternate") for entrant in self.entrants.values())

    @property
    def room(self) -> int:
        """How many more people fit, by the maximum field and the tables in the terms."""
        return max(min(self.terms.details.most_players - self.total, self.free_seats), 0)

    @property
    def free_seats(self) -> int:
        """How many more may sit at the tables that the terms have."""
        f = self.terms.format
        return f.tables * f.seats - len(self.playing) if f.tables * f.seats > 0 else self.terms.details.most_players

    @property
    def invited(self) -> list[str]:
        """Those on the waiting list who can have a place now by entering."""
        return [*self.waiting][: self.room]

    @property
    def level(self) -> Level | None:
        """The current level; the last one lasts for ever."""
        levels = self.terms.format.levels
        return levels[min(self.clock.level, len(levels)) - 1] if levels and self.clock.level else None

    def more(self, table: str, of: int) -> int:
        """A table's extra time for a level or a round."""
        extra = self.extra.get(table)
        return extra.seconds if extra is not None and extra.of == of else 0

    def place_at(self, table: str, now: int) -> int:
        """A table's place in the schedule: one with extra time is still at the earlier one."""
        return self.clock.level - (self.clock.passed_at(now) < self.more(table, self.clock.level - 1))

    def level_at(self, table: str, now: int) -> Level | None:
        """The level that a table plays."""
        levels = self.terms.format.levels
        return levels[min(self.place_at(table, now), len(levels)) - 1] if levels and self.clock.level else None

    @property
    def level_number(self) -> int:
        """The number of the level, breaks not counted; in a break that of the level before it."""
        return self.numbered(self.clock.level)

    def numbered(self, place: int) -> int:
        """The number of the level at a place of the schedule, breaks not counted."""
        levels = self.terms.format.levels
        return sum(not level.is_break for level in levels[:place]) + max(place - len(levels), 0)

    @property
    def this_round(self) -> Round | None:
        rounds = self.terms.format.rounds
        return rounds[self.round - 1] if 0 < self.round <= len(rounds) else None

    def at(self, place: Place) -> str:
        """Who sits there, or nobody."""
        return self.seats.get(place.table, {}).get(place.seat, "")

    def sit(self, person: str, place: Place) -> None:
        self.stand(person)
        self.entrants[person].place = place
        self.seats.setdefault(place.table, {})[place.seat] = person

    def stand(self, person: str) -> None:
        """A player gives up their place; an empty table is no longer in use."""
        entrant = self.entrants[person]
        if entrant.place is not None:
            there = self.seats[entrant.place.table]
            there.pop(entrant.place.seat, None)
            if not there:
                del self.seats[entrant.place.table]
            entrant.place = None

    def give_up(self, person: str) -> None:
        """A player leaves a place with all chips. If theirs was the last table with small chips, those have left play."""
        self.stand(person)
        if self.coloured and set(self.seats) <= set(self.coloured):
            self.chip, self.coloured = self.next_chip, ()

    @property
    def next_chip(self) -> int:
        """The next larger chip than the smallest in play; zero if there is none."""
        return min((chip for chip in self.terms.wagers.denominations if chip > self.chip), default=0)

    def pays(self, person: str, amount: int) -> None:
        self.paid_in[person] = self.paid_in.get(person, 0) + amount

    def gets_back(self, entrant: Entrant, amount: int) -> None:
        self.refunded[entrant.person] = self.refunded.get(entrant.person, 0) + amount
        entrant.give_back(amount)
