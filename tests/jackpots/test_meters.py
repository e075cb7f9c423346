"""Prize meters under every treatment: many tables, hits, cancellations, closures, moves, new terms and crashes.

What a meter must hold is calculated here a second time, in fractions of a dollar, from the commands alone.
"""

from __future__ import annotations

from fractions import Fraction
from importlib import resources
from math import ceil
from pathlib import Path
from random import Random
from typing import Any, Literal, get_args

import msgspec
import pytest
from hypothesis import given, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from croupier.books import add_edition
from croupier.jackpots import commands
from croupier.jackpots.lines import read_line
from croupier.jackpots.reconciliation import differences, reckon
from croupier.jackpots.systems import MeterState, Terms
from croupier.jackpots.telling import tell
from croupier.kernel.decisions import Accepted, Refused
from croupier.kernel.events import Command
from croupier.kernel.grounds import GENERAL
from croupier.kernel.lines import said_by
from croupier.tables.meters import METERS, Meters
from how_many import examples

GAME = "crown-caribbean-stud"
OPERATOR = "TG Area Manager"
RATES = {
    (1, 10_000): Fraction(3406, 10_000),
    (1, 75_000): Fraction(2350, 10_000),
    (2, 10_000): Fraction(3102, 10_000),
    (2, 50_000): Fraction(2470, 10_000),
}
COSTS = {"main": 1_00, "side": 2_50, "high": 5_00}
TABLES = "ABCDEFGH"
HANDS = ("royal flush", "straight flush", "straight flush", "four of a kind", "full house", "flush")
TWENTY_MINUTES = 1_200


def cent_up(amount: Fraction) -> Fraction:
    return Fraction(ceil(amount * 100), 100)


class Model:
    """One meter in dollars, by the words of the book."""

    def __init__(self, cost: int, row: tuple[int, int]) -> None:
        self.cost = Fraction(cost, 100)
        self.row = row
        self.value = self.floor
        self.starts_again = False

    @property
    def floor(self) -> Fraction:
        return self.row[1] * self.cost

    def wager(self, hands: int) -> None:
        self.value += RATES[self.row] * hands * self.cost

    def settle(self, royals: int, straights: int) -> Fraction:
        """What leaves the meter, which is never below its floor afterwards."""
        j, r = Fraction(ceil(self.value)), self.floor
        if royals:
            pool = j + r * (royals - 1)
            parts = 10 * royals + straights
            paid = royals * cent_up(pool * 10 / parts) + straights * cent_up(pool / parts)
        elif straights:
            terms = (Fraction(9 ** (n - 1), 10**n) for n in range(1, straights + 1))
            tenths = sum(terms, Fraction(0)) / straights
            paid = straights * cent_up((j - r) * tenths + r / 10)
        else:
            self.starts_again = False
            return Fraction(0)
        self.starts_again = royals > 0 or self.value - paid < r
        self.value = r if royals > 1 else max(r, self.value - paid)
        return paid


class ManyTables(RuleBasedStateMachine):
    """Three meters and eight tables; the state may be lost at any time and is folded again from the dump."""

    def __init__(self) -> None:
        super().__init__()
        self.meters = Meters(GAME)
        self.models: dict[str, Model] = {}
        self.at_table: dict[str, tuple[str, int, int]] = {}  # table: system, round, hands
        self.spent: set[str] = set()  # tables whose wagers went with a meter that has started again since
        self.rounds = dict.fromkeys(TABLES, 0)
        self.now = 0

    def do(self, command: Command, by: str = OPERATOR, person: str = "") -> None:
        decision = self.meters.do(command, by=by, person=person, at=self.now)
        assert isinstance(decision, Accepted), decision

    def served(self) -> dict[str, str]:
        return {t: s.name for s in self.meters.state.systems.values() if not s.closed for t in s.tables}

    def terms(self, system: str, row: tuple[int, int]) -> Terms:
        return Terms(game=GAME, cost=COSTS[system], seed=row[1] * 100, option=row[0])

    @initialize(row=st.sampled_from(sorted(RATES)))
    def open(self, row: tuple[int, int]) -> None:
        for system, tables in (("main", "ABCD"), ("side", "EF"), ("high", "G")):
            self.do(commands.OpenSystem(system=system, terms=self.terms(system, row), tables=tuple(tables)))
            self.models[system] = Model(COSTS[system], row)

    @rule(seed=st.integers(0, 2**32), steps=st.integers(5, 60))
    def play(self, seed: int, steps: int) -> None:
        """Some steps at tables chosen again for each: wagers where there are none in play, else their end or cancellation."""
        chance = Random(seed)
        for _ in range(steps):
            table = chance.choice(TABLES)
            if table not in self.at_table:
                self.register(table, chance.randint(1, 7))
            elif chance.random() < 0.7:
                self.settle(table, [chance.choice(HANDS) for _ in range(chance.choice((0, 0, 1, 1, 2, 7)))])
            else:
                self.cancel(table)
            self.meters_are_exact()

    def register(self, table: str, hands: int) -> None:
        number = self.rounds[table] + 1
        command = commands.RegisterWagers(table=table, round=number, boxes=tuple(range(1, hands + 1)))
        system = self.served().get(table)
        if system is None:
            assert isinstance(self.meters.do(command), Refused)
            return
        self.do(command)
        assert isinstance(self.meters.do(command), Refused), "the same wagers twice"
        self.rounds[table] = number
        self.at_table[table] = (system, number, hands)
        self.spent.discard(table)
        self.models[system].wager(hands)

    def cancel(self, table: str) -> None:
        command = commands.CancelGame(table=table, why="a retraction")
        self.do(command)
        assert isinstance(self.meters.do(command), Refused), "cancelled twice"
        system, _, hands = self.at_table.pop(table)
        model = self.models[system]
        if table not in self.spent:
            model.wager(-hands)
        model.value = max(model.value, model.floor)

    def settle(self, table: str, won: list[str]) -> None:
        system, number, hands = self.at_table.pop(table)
        won = won[:hands]
        self.now += 1
        boxes = dict(enumerate(won, 1))
        self.do(commands.RecordOutcome(table=table, round=number, hands=boxes))
        paid = self.models[system].settle(won.count("royal flush"), won.count("straight flush"))
        if self.models[system].starts_again:
            self.spent |= {name for name, (other, _, _) in self.at_table.items() if other == system}
        prizes = {n: p for n, p in self.meters.state.prizes.items() if (p.table, p.round) == (table, number)}
        from_meter = sum(prize.pays for prize in prizes.values() if prize.source == "meter")
        assert Fraction(from_meter, 100) == paid
        assert len(prizes) == len(won)

    @precondition(lambda self: self.meters.state.prizes)
    @rule(data=st.data(), verified=st.booleans())
    def pay(self, data: st.DataObject, verified: bool) -> None:
        key = data.draw(st.sampled_from(sorted(self.meters.state.prizes)))
        prize = self.meters.state.prizes[key]
        if prize.needs and not verified:
            assert isinstance(self.meters.do(commands.PayPrize(prize=key)), Refused)
            return
        if prize.needs:
            self.do(commands.VerifyPrize(prize=key), by="TG Assistant Casino Manager", person="y")
        self.do(commands.PayPrize(prize=key))

    @rule(table=st.sampled_from(TABLES), system=st.sampled_from(sorted(COSTS)), patience=st.booleans())
    def move(self, table: str, system: str, patience: bool) -> None:
        served, open_ones = self.served(), [s for s in self.meters.state.systems.values() if not s.closed]
        if system not in [s.name for s in open_ones] or served.get(table) == system or table in self.at_table:
            return
        change: Literal["move", "link"] = "move" if table in served else "link"
        hangs = self.meters.state.notices.get(f"{change} {table} {system}")
        says = hangs.due if hangs is not None and hangs.due >= self.now else self.now + TWENTY_MINUTES
        self.do(commands.ShowNotice(of=change, system=system, table=table))
        self.now += TWENTY_MINUTES - (0 if patience else 1)
        kind = commands.MoveTable if table in served else commands.LinkTable
        decision = self.meters.do(kind(table=table, system=system), by=OPERATOR, at=self.now)
        waits = any(prize.table == table for prize in self.meters.state.prizes.values())
        last = list(served.values()).count(served.get(table, "")) == 1
        assert isinstance(decision, Accepted) == (self.now >= says and not waits and not last)

    @rule(row=st.sampled_from(sorted(RATES)))
    def change_terms(self, row: tuple[int, int]) -> None:
        for table in list(self.at_table):
            self.settle(table, [])
        names = [s.name for s in self.meters.state.systems.values() if not s.closed]
        for system in names:
            self.do(commands.ShowNotice(of="terms", system=system))
        self.now += TWENTY_MINUTES
        changed = commands.ChangeTerms(terms={name: self.terms(name, row) for name in names})
        if any(self.meters.state.systems[name].outcomes for name in names):
            assert isinstance(self.meters.do(changed, by=OPERATOR, at=self.now), Refused), "while a prize waits"
            return
        self.do(changed)
        for name in names:
            self.models[name].row = row
            self.models[name].value = max(self.models[name].value, self.models[name].floor)

    @rule(system=st.sampled_from(sorted(COSTS)), cut=st.fractions(0, 1))
    def close(self, system: str, cut: Fraction) -> None:
        state = self.meters.state.systems[system]
        others = [s.name for s in self.meters.state.systems.values() if not s.closed and s.name != system]
        if state.closed or state.games or state.outcomes or not others:
            return
        self.do(commands.ShowNotice(of="close", system=system))
        self.now += TWENTY_MINUTES
        above = int((self.models[system].value - self.models[system].floor) * 1_000_000)
        rest = int(above * cut) if len(others) > 1 else 0
        shares = {others[0]: above - rest, others[-1]: rest} if rest else {others[0]: above}
        self.do(commands.CloseSystem(system=system, shares=shares))
        self.models[system].value = Fraction(0)
        for name, amount in shares.items():
            self.models[name].value += Fraction(amount, 1_000_000)

    @rule()
    def crash(self) -> None:
        """All that was in memory is lost; the dump is not."""
        before = self.meters.state
        self.meters = Meters.load(self.meters.dump().splitlines())
        assert self.meters.state == before

    @invariant()
    def meters_are_exact(self) -> None:
        for name, model in self.models.items():
            system = self.meters.state.systems[name]
            assert Fraction(system.major.value, 1_000_000) == model.value, name
            assert system.closed or model.value >= model.floor, name
        assert differences(self.meters.events, self.meters.state) == []


TestManyTables = ManyTables.TestCase
TestManyTables.settings = examples(50, stateful_step_count=25)


def meters(*lines: str) -> Meters:
    made = Meters(GAME)
    for line in lines:
        who, said = said_by(line)
        decision = made.do(read_line(said, GAME), **({"by": OPERATOR} | who))
        assert isinstance(decision, Accepted), decision
    return made


def test_every_event_has_a_sentence() -> None:
    assert set(tell.sentences) == set(METERS.codec.events)


def test_a_meter_that_was_tampered_with_does_not_reconcile() -> None:
    made = meters("open main: option 1 seed 10000 cost 1 tables A", "register A 1: 1, 2", "outcome A 1")
    assert differences(made.events, made.state) == []
    assert differences(made.events[:-2], made.state) != []


def test_the_account_of_a_meter_keeps_wagers_hits_and_transfers_apart() -> None:
    made = meters(
        "open main: option 1 seed 10000 cost 1 tables A",
        "open side: option 1 seed 10000 cost 2 tables B",
        "register A 1: 1, 2",
        "at 50: outcome A 1: 1 straight flush, 2 flush",
        "pay A/1/2",
    )
    account = reckon(made.events)["main"]
    assert (account.wagers, account.contributions) == (2_000_000, 681_200)
    assert account.prizes == 1_000_100_000
    assert account.value == 10_000_000_000
    assert [(hit.hand, hit.pays, hit.paid) for hit in account.hits.values()] == [
        ("straight flush", 1_000_10, False),
        ("flush", 100_00, True),
    ]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("by TG Area Managr: stop main", "'TG Area Managr' is not a role in this book"),
        ("by seat 3: register A 1: 1", "that takes the Dealer or above, not seat 3"),
        ("by dealer: close main", "that takes the TG Area Manager or above, not dealer"),
        ("contribute main 5.00", "no rule for contributions"),
        ("stop main", "no rule for all stop"),
        ("register B 1: 1", "belongs to no prize meter"),
    ],
)
def test_what_is_refused_names_its_clause(line: str, complaint: str) -> None:
    made = meters("open main: option 1 seed 10000 cost 1 tables A")
    who, said = said_by(line)
    decision = made.do(read_line(said, GAME), **({"by": OPERATOR} | who))
    assert isinstance(decision, Refused)
    assert complaint in decision.reason
    assert decision.clauses or decision.ground == "not_in_this_book"


def test_a_round_with_prizes_to_pay_is_not_registered_again() -> None:
    made = meters("open main: option 1 seed 10000 cost 1 tables A", "register A 1: 1", "outcome A 1: 1 flush")
    again = commands.RegisterWagers(table="A", round=1, boxes=(1,))
    assert isinstance(made.do(again), Refused)
    assert isinstance(made.do(commands.PayPrize(prize="A/1/1")), Accepted)
    assert isinstance(made.do(again), Accepted)


def test_the_state_does_not_grow_with_the_history() -> None:
    made = meters("open main: option 1 seed 10000 cost 1 tables A", "open side: option 1 seed 10000 cost 2 tables B")

    def size(rounds: range) -> int:
        for number in rounds:
            meters_after = [f"register A {number}: 1", f"outcome A {number}: 1 flush", f"pay A/{number}/1"]
            for line in meters_after:
                assert isinstance(made.do(read_line(line, GAME)), Accepted)
        return len(msgspec.json.encode(made.state))

    assert size(range(1000, 1010)) >= size(range(1010, 1100)) - 8  # the sums have a digit more


def test_the_state_survives_as_json() -> None:
    made = meters(
        "open main: option 1 seed 10000 cost 1 tables A, B",
        "notice link C main due 1200",
        "register A 1: 1, 2",
        "outcome A 1: 1 royal flush, 2 flush",
        "by x as TG Assistant Casino Manager: verify A/1/1",
        "register B 1: 3",
    )
    assert msgspec.json.decode(msgspec.json.encode(made.state), type=MeterState) == made.state


def test_another_edition_is_adopted_once_nothing_is_in_play(tmp_path: Path) -> None:
    folder = tmp_path / "other rates"
    folder.mkdir()
    params = (resources.files("croupier.books") / "crown_caribbean_stud" / "params.toml").read_text(encoding="utf-8")
    (folder / "params.toml").write_text(params.replace('"34.06"', '"35.00"').replace('"31.02"', '"31.03"'))
    add_edition(GAME, folder)
    made = meters("open main: option 1 seed 10000 cost 1 tables A", "register A 1: 1")
    adopt = commands.AdoptEdition(edition="other rates")
    assert isinstance(made.do(adopt, by=OPERATOR), Refused)
    assert isinstance(made.do(adopt, by="Chief Executive Officer"), Refused)
    for line in ("outcome A 1", "by Chief Executive Officer: adopt edition other rates", "register A 2: 1"):
        who, said = said_by(line)
        assert isinstance(made.do(read_line(said, GAME), **who), Accepted)
    assert made.state.systems["main"].major.increments == 3406_00 + 3500_00
    assert made.audit().deviation is None


NAMES = st.sampled_from(["", "main", "side", "A", "B", "C", "A/1/1", "royal flush", "straight", "34.06", "-1", "link", "close"])
NUMBERS = st.sampled_from([-1, 0, 1, 2, 1_00, 10_000_00, 2**70])
VALUES: dict[Any, st.SearchStrategy[Any]] = {
    str: NAMES,
    int: NUMBERS,
    bool: st.booleans(),
    tuple[str, ...]: st.lists(NAMES, max_size=3).map(tuple),
    tuple[int, ...]: st.lists(NUMBERS, max_size=3).map(tuple),
    dict[str, int]: st.dictionaries(NAMES, NUMBERS, max_size=2),
    dict[int, str]: st.dictionaries(NUMBERS, NAMES, max_size=2),
}


def some(kind: Any) -> st.SearchStrategy[Any]:
    """Anything of a type, sensible or not."""
    if kind in VALUES:
        return VALUES[kind]
    if kind == dict[str, Terms]:
        return st.dictionaries(NAMES, some(Terms), max_size=2)
    if not isinstance(kind, type):
        return st.sampled_from(get_args(kind))
    games = {"game": st.sampled_from([GAME, "crown-wild-aruba", "nz-caribbean-stud", "none"])} if kind is Terms else {}
    return st.builds(kind, **({field.name: some(field.type) for field in msgspec.structs.fields(kind)} | games))


@examples(300)
@given(
    st.lists(st.one_of(*(some(kind) for kind in METERS.codec.commands)), max_size=8),
    st.sampled_from([GAME, "nz-caribbean-stud", "star-caribbean-stud", "venezia-caribbean-poker"]),
)
def test_nothing_is_raised_whatever_is_asked(asked: list[Command], book: str) -> None:
    made = Meters(book)
    terms = "option 1 seed 10000 cost 1" if book == GAME else "seed 10000 cost 1 increment 50 approval R1"
    pays = " pays four of a kind=500, full house=100, flush=50" if book.startswith("venezia") else ""
    opening = ("open main: " + terms + pays + " tables A, B", "register A 1: 1, 2", "outcome A 1: 1 flush", "register A 2: 1")
    for command in (*(read_line(line, book) for line in opening), *asked):
        decision = made.do(command, by=made.rules.ranks[-1])
        if isinstance(decision, Refused):
            assert decision.clauses or decision.ground in ("not_in_this_book", "command_not_understood")
            assert decision.ground in {*GENERAL, *made.rules.sentences}
        else:
            assert made.tell(decision)
        assert differences(made.events, made.state) == []
    assert made.audit().deviation is None
    assert msgspec.json.decode(msgspec.json.encode(made.state), type=MeterState) == made.state
