"""The table of who does what where software deals is complete and true: the software does its part, players have their time."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from functools import cache
from math import inf
from typing import Any

import pytest

from croupier.books import BOOKS, GAMES, book_of, game_of, poker_rules_of, rules_of
from croupier.floor.dealing import Dealer, Pace, TableSettings
from croupier.floor.floor import Floor
from croupier.jackpots.commands import OpenSystem
from croupier.kernel.actors import HOUSE
from croupier.kernel.decisions import Refused
from croupier.kernel.duties import parts_of
from croupier.kernel.events import Command, PlayersCommand
from croupier.kernel.incidents import Report
from croupier.poker import commands as poker
from croupier.poker.rules import Bonus, Commission, Options
from croupier.stud import commands as stud
from croupier.stud.rules import Options as HouseOptions
from croupier.tables.house_table import HouseTable
from croupier.tables.house_terms import terms_for_play
from croupier.tables.poker_table import PokerTable
from floor.memory import MemoryStore
from server.calling import Still
from tournaments.fields import small

POKER, STUD = parts_of("croupier.poker"), parts_of("croupier.stud")
PACE = Pace()
LONG = {"between": PACE.between, "wagering": PACE.wagering, "asking": PACE.asking, "antes": PACE.antes}
LONG |= {"closing": PACE.closing, "deciding": PACE.deciding, "step": PACE.step, "time_to_act": 30.0, "any": 0.0}


class Watched:
    """A table that software deals, with what the house did there and how long each right was open to a player."""

    def __init__(self, game: str, options: Any) -> None:
        self.floor = Floor(MemoryStore(), Still(), seed=11)
        self.dealer, self.open, self.game, self.options = Dealer(self.floor), dict[str, float](), game, options

    async def begin(self, chips: int, people: int = 3) -> Watched:
        await self.floor.open()
        await self.floor.transact(lambda: self.floor.house.open_table("t1", self.game, self.options) and None)
        await self.dealer.set("t1", TableSettings(pace=PACE))
        kind: Any = stud if isinstance(self.table, HouseTable) else poker
        for seat in range(1, people + 1):
            await self.do(kind.TakeSeat(seat=seat, chips=chips), seat)
        return self

    @property
    def table(self) -> Any:
        return self.floor.house.tables["t1"]

    async def do(self, command: Command, by: Any = None) -> Any:
        seat = by if by is not None else command.seat  # type: ignore[attr-defined]
        answer = await self.floor.do("t1", command, person=f"p{seat}", by=seat)
        self.look()
        return answer.decision

    def look(self) -> None:
        """What is open to players now, and for how long at least if nobody does anything."""
        step, now = self.dealer.next_step("t1"), self.floor.clock.exact()
        wait = inf if step is None else round(step.at - now, 3)
        for seat in range(1, self.table.state.options.places + 1):
            for offer in self.table.legal(seat=seat):
                tag = str(type(offer.command).__struct_config__.tag)
                self.open[tag] = max(self.open.get(tag, 0.0), wait)

    async def step(self) -> None:
        step = self.dealer._next("t1")
        assert step is not None
        self.look()
        self.floor.clock.at = max(self.floor.clock.at, step.at)  # type: ignore[attr-defined]
        await self.dealer._step("t1", step.at)
        assert self.dealer.waiting() == {}
        self.look()

    async def until(self, there: Callable[[], object], act: Callable[[], Awaitable[Any]] | None = None) -> None:
        for _ in range(200):
            if there():
                return
            if act is not None and self.table.turn:
                await act()
            else:
                await self.step()
        raise AssertionError("never there")

    def issued(self) -> set[str]:
        """The commands that the house's software gave."""
        entries = [json.loads(line.line) for line in self.floor.store.lines["t1"]]  # type: ignore[attr-defined]
        return {entry["command"]["do"] for entry in entries if entry["capacity"] == HOUSE}


def test_every_command_is_in_the_table() -> None:
    for rows, commands in ((POKER, poker), (STUD, stud)):
        kinds = [each for each in vars(commands).values() if isinstance(each, type) and issubclass(each, Command)]
        named = {kind.declared.tag: kind for kind in kinds if kind.declared.by}  # those above others are nobody's
        assert set(rows) == set(named)
        for tag, kind in named.items():
            assert (rows[tag].by == "player") == issubclass(kind, PlayersCommand) or tag == "agree-to-split", tag
        assert {row.time for row in rows.values()} <= {"", *LONG}


@pytest.mark.parametrize("book", BOOKS)
def test_every_duty_and_every_ground_of_the_table_is_known(book: str) -> None:
    assert not [name for name, duty in book_of(book).duties.items() if not duty.automatic]
    for game in (game for game, of in GAMES.items() if of == book):
        is_poker = game_of(game).poker is not None
        rules: Any = poker_rules_of(game) if is_poker else rules_of(game)
        for tag, part in (POKER if is_poker else STUD).items():
            has = not part.feature or (bool(rules.discard) if part.feature == "discards" else part.feature in rules.features)
            assert not has or not part.grounds or any(ground in rules.grounds for ground in part.grounds), tag


@pytest.mark.parametrize("game", [game for game in GAMES if game_of(game).poker is None])
def test_the_opening_duties_of_a_house_table_are_done_by_the_software(game: str) -> None:
    for device in ("shoe", "shuffler"):
        rules = rules_of(game)
        try:
            table = HouseTable(game, HouseOptions(places=rules.usual_places(), device=device))
        except Exception:  # noqa: S112  a device that the book does not have
            continue
        table.do(stud.TakeSeat(seat=1, chips=1000_00))
        table.make_ready()
        opening = rules.opening_duties(table.state)
        assert [rules.duties[name].automatic for name in opening] == ["software"] * len(opening)
        assert set(opening) <= set(table.state.done)
        assert {name for name, duty in rules.duties.items() if duty.automatic == "software" and not duty.opening} == set()


# The poker room

SIGN = Options(
    places=5,
    time_to_act=30,
    extra_time=10,
    extra_times=1,
    straddle=True,
    flop_chase=(5_00, 50_00),
    bonuses=tuple(Bonus(hand=name, cash=5_00) for name in ("high card", "one pair", "two pairs", "three of a kind", "straight")),
    commission=Commission(hourly=12_00),
    committed_decks=True,
    chip=1_00,
)


@cache
def poker_evening(game: str) -> Watched:
    """Some hands of a game at a table with everything on its signs."""

    async def play() -> Watched:
        at = await Watched(game, SIGN).begin(400_00)
        table: PokerTable = at.table

        async def act() -> None:
            seat, hand = table.turn, table.state.hand
            if hand.number == 4 and hand.turn:
                await at.do(poker.Fold(seat=seat))
            elif not hand.turn or hand.phase == "discard":
                await at.do(poker.Discard(seat=seat, card=hand.players[seat].cards[0]))
            elif hand.to_call(hand.players[seat]):
                await at.do(poker.Call(seat=seat))
            else:
                await at.do(poker.Check(seat=seat))

        await at.until(lambda: table.state.phase == "blinds")
        await at.do(poker.SitOut(seat=1))
        await at.do(poker.StepAway(seat=3))
        await at.do(poker.SitOut(seat=2))
        await at.until(lambda: table.state.phase == "between")  # called off
        for seat in (1, 2, 3):
            await at.do(poker.ComeBack(seat=seat))
        await at.do(poker.TakeSeat(seat=4, chips=400_00))
        await at.do(poker.VerifyFees(), rules.supervisor)
        for number in range(6):
            await at.until(lambda: table.state.phase == "blinds")
            await at.until(lambda: not isinstance(table.next_step(), poker.PostBlind))
            await at.do(poker.PlaceSideWager(seat=2, colour="red", amount=5_00))
            if number == 1:
                await at.do(poker.TakeBackSideWager(seat=2))
            await at.until(lambda: table.turn)
            if number == 0:
                await at.step()  # nobody acts, and time is called
            if number == 5:
                await at.do(poker.AllIn(seat=table.turn))
            if number == 3:
                await at.until(lambda: table.state.hand.board and not table.state.hand.actors, act)
                await at.do(Report(what="flop-too-many"), "Dealer")
            if number == 4:
                await at.do(poker.Call(seat=table.state.hand.next_to_act(table.turn) or table.turn))
            await at.until(lambda: table.state.phase == "between", act)
            for prize in list(table.state.prizes.values()):
                await at.do(poker.AwardBonus(player=prize.seat), rules.supervisor)
        await at.do(poker.AnnounceClosing(), rules.manager)
        return at

    rules = poker_rules_of(game)
    return asyncio.run(play())


_AT_ONCE = ("crown-holdem", "crown-crazy-pineapple-hi-lo")
POKER_GAMES = [
    pytest.param(game, marks=[] if game in _AT_ONCE else [pytest.mark.slow]) for game in GAMES if game_of(game).poker is not None
]
NOT_AT_ONE_TABLE = {"exclude-player", "call-off"}
"""What the software does for the whole room, or after a ruling on someone before the first card: shown by the cases."""
NOT_OFFERED = {"remove-chips", "put-chips", "show-to", "agree-to-split", "make-up", "take-back", "come-back"}
"""What no page offers, or only after someone's slip: shown by the cases of sections 6 and 8."""


@pytest.mark.parametrize("game", POKER_GAMES)
def test_at_a_poker_table_the_software_does_its_part_and_players_have_their_time(game: str) -> None:
    at = poker_evening(game)
    features = {"", "discards"} if poker_rules_of(game).discard else {""}
    issued = at.issued()
    for tag, part in POKER.items():
        if part.feature not in features:
            continue
        if part.by == "software" and tag not in NOT_AT_ONE_TABLE:
            assert tag in issued, tag
        if part.by == "player" and tag not in NOT_OFFERED:
            assert at.open.get(tag, -1.0) >= LONG[part.time or "any"], (tag, at.open.get(tag))
    assert issued <= {tag for tag, part in POKER.items() if part.by == "software"} | {"post-blind"}


def test_what_a_tournament_does_at_its_tables() -> None:
    field = small("crown-holdem", 3, players=6)
    field.open()
    found = set[str]()
    for _ in range(40):
        if field.over():
            break
        field.step()
    for table in field.tournament.tables.values():
        found |= {str(type(e.command).__struct_config__.tag) for e in table.entries if e.capacity == HOUSE and e.command}
    assert {tag for tag, part in POKER.items() if part.by == "tournament"} <= found


# The house tables


@cache
def house_evening(game: str) -> Watched:
    async def play() -> Watched:
        device: Any
        minimum, device = 10_00, "shoe" if game == "crown-wild-aruba" else "shuffler"
        blind = "blind bets" in rules_of(game).features
        sign: dict[str, Any] = {"places": 5, "minimum": minimum, "maximum": 500_00, "committed_decks": True, "blind_bets": blind}
        options = HouseOptions(device=device, **sign)
        at = await Watched(game, options).begin(1000_00, 2)
        meters = at.floor.house.casinos[at.table.rules.book].meters
        opening = OpenSystem(system="t1", terms=terms_for_play(game, 5_00), tables=("t1",))
        answer = await at.floor.do(meters.name, opening, person="manager", by=meters.rules.ranks[-1])
        assert not isinstance(answer.decision, Refused)
        cost = at.table.state.options.jackpot
        table: HouseTable = at.table
        for number in range(3):
            await at.until(lambda: table.state.phase == "wagers" and table.state.committed)
            for seat in (1, 2):
                await at.do(stud.PlaceAnte(seat=seat, amount=10_00))
            if cost and number < 2:
                await at.do(stud.PlaceJackpot(seat=1, amount=cost))

            async def bet() -> None:
                await at.do(stud.PlaceBet(seat=table.turn, amount=20_00))

            await at.until(lambda: table.state.phase == "deciding")
            if number == 2:
                await at.step()  # nobody decides: the hand is folded for them, or it is reported
            if table.state.question is not None:
                await at.do(stud.Rule(option="void"), table.state.question.rank)
            await at.until(lambda: table.state.phase in ("wagers", "prizes"), bet)
            if table.state.phase == "prizes":
                break
        return at

    return asyncio.run(play())


NOT_AT_HAND = {
    "change-seat",
    "take-instant-win",
    "retract",
    "play-on",
    "make-up-ante",
    "buy-chips",
    "speak-ante",
    "take-tokens",
    "take-back-bet",
}
"""What takes a certain hand, an irregularity or money in hand: shown by the cases."""


@pytest.mark.parametrize("game", [game for game in GAMES if game_of(game).poker is None])
def test_at_a_house_table_the_software_does_its_part_and_players_have_their_time(game: str) -> None:
    at, features = house_evening(game), {"", *rules_of(game).features}
    issued = at.issued()
    for tag, part in STUD.items():
        if part.feature not in features:
            continue
        if part.by == "software" and not (tag == "cut" and at.table.state.options.device != "shoe"):
            assert tag in issued, tag
        if part.by == "player" and tag not in NOT_AT_HAND:
            assert at.open.get(tag, -1.0) >= LONG[part.time or "any"], (tag, at.open.get(tag))
    assert issued <= {tag for tag, part in STUD.items() if part.by == "software"} | {
        "report" if rules_of(game).reports_no_decision else "fold",
        "perform",
        "open-table",
    }


@pytest.mark.parametrize(
    ("game", "reading", "ruled", "stack", "clause"),
    [
        ("crown-caribbean-stud", (), "", 990_00, "7.5.2"),
        ("venezia-caribbean-poker", (), "", 990_00, "4.9"),
        ("nz-caribbean-stud", (), "", 990_00, "12.12"),
        ("star-caribbean-stud", (), "void", 1000_00, "14.14"),
        ("star-caribbean-stud", (), "wait", 990_00, "14.14"),
        ("star-caribbean-stud", ("no-decision-void",), "", 1000_00, "14.14"),
    ],
)
def test_whoever_does_not_decide_in_time_has_what_the_book_says(
    game: str, reading: tuple[str, ...], ruled: str, stack: int, clause: str
) -> None:
    async def test() -> None:
        options = HouseOptions(places=2, device="shuffler", readings=reading)
        at = await Watched(game, options).begin(1000_00, 1)
        table: HouseTable = at.table
        await at.do(stud.PlaceAnte(seat=1, amount=10_00))
        await at.until(lambda: table.state.phase == "deciding")
        before, began = len(table.events), at.floor.clock.exact()
        await at.step()
        assert at.floor.clock.exact() == began + PACE.deciding
        assert any(clause in event.clauses for event in table.events[before:])
        assert (table.state.question is not None) == bool(ruled)
        if ruled:
            assert at.dealer.next_step("t1") is None  # a person says whether the time is over
            await at.do(stud.Rule(option=ruled), "Gaming Supervisor")
        if ruled == "wait":
            await at.do(stud.Fold(seat=1))
        assert table.state.stack(1) == stack

    asyncio.run(test())


def test_whoever_does_not_answer_an_offer_to_take_wagers_back_plays_on() -> None:
    async def test() -> None:
        at = await Watched("crown-caribbean-stud", HouseOptions(places=5, device="shuffler")).begin(1000_00, 2)
        table: HouseTable = at.table
        for seat in (1, 2):
            await at.do(stud.PlaceAnte(seat=seat, amount=10_00))
        await at.until(lambda: table.state.phase == "deciding")
        await at.do(Report(what="miscount", box=1, count=4), "dealer")
        assert at.dealer.next_step("t1") is None  # nothing goes on before the ruling
        await at.do(stud.Rule(option="52 cards"), "TG Area Manager")
        assert list(table.state.retracting) == [2]
        await at.do(stud.PlaceBet(seat=2, amount=20_00))
        assert not table.state.boxes[2].choice  # the offer comes first
        began = at.floor.clock.exact()
        await at.step()
        assert at.floor.clock.exact() == began + PACE.deciding
        assert table.state.retracting == ()
        assert table.state.ante(2) == 10_00
        assert "play-on" in at.issued()
        await at.do(stud.PlaceBet(seat=2, amount=20_00))
        assert str(table.state.boxes[2].choice) == "bet"

    asyncio.run(test())


def test_a_hand_that_too_few_are_left_for_is_called_off_and_what_was_posted_goes_back() -> None:
    async def test() -> None:
        at = await Watched("crown-holdem", Options(places=3)).begin(1000_00, 2)
        table: PokerTable = at.table
        await at.until(lambda: table.state.phase == "betting")
        await at.do(poker.StepAway(seat=1))
        await at.do(Report(what="defective-deck", count=51), "dealer")
        await at.until(lambda: table.state.phase == "between")
        assert "call-off" in at.issued()
        assert table.stacks == {1: 1000_00, 2: 1000_00}
        await at.do(poker.ComeBack(seat=1))
        await at.until(lambda: table.state.phase == "betting")

    asyncio.run(test())
