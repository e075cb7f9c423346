"""What the house owes players where its software deals: no table stands still in silence, and every right has its time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.books import book_of
from croupier.floor.dealing import Dealer, Pace, TableSettings
from croupier.floor.floor import Undo
from croupier.kernel.actors import HOUSE
from croupier.kernel.cards import parse_cards
from croupier.kernel.decisions import Refused
from croupier.kernel.events import Command
from croupier.kernel.incidents import Report, Rule
from croupier.kernel.links import Ask, Link
from croupier.poker import commands as poker
from croupier.poker.rules import Bonus, Commission, Options
from croupier.poker.state import TIME_CHARGES
from croupier.stud import commands as stud
from croupier.stud.rules import Options as HouseOptions
from croupier.tables.poker_table import PokerTable
from croupier.tables.stacking import CUT, before_cut, filled
from croupier.tournaments.commands import NoteAbsent
from server.calling import Called
from tournaments.fields import small

PACE = Pace(between=4.0, step=1.0, wagering=6.0, asking=5.0)
PINEAPPLES = ("crown-pineapple", "crown-crazy-pineapple", "crown-crazy-pineapple-hi-lo")
MANAGER = book_of("crown-poker").title_page.ranks[-1]
PLAYERS = ("player-1", "player-2", "player-3")


class Dealt:
    """A poker table on a floor whose clock stands unless the house's next step is waited for."""

    def __init__(self, called: Called, name: str = "t1") -> None:
        self.called, self.name, self.floor, self.dealer = called, name, called.server.floor, called.server.dealer

    @property
    def table(self) -> PokerTable:
        found = self.floor.house.tables[self.name]
        assert isinstance(found, PokerTable)
        return found

    @property
    def pause(self) -> float:
        """How long it is to the house's next step."""
        step = self.dealer.next_step(self.name)
        assert step is not None
        return round(step.at - self.floor.clock.exact(), 3)

    async def step(self) -> None:
        """Wait for the next step of the house, and let it be done."""
        step = self.dealer._next(self.name)
        assert step is not None
        self.floor.clock.at = max(self.floor.clock.at, step.at)  # type: ignore[attr-defined]
        await self.dealer._step(self.name, step.at)

    async def until(self, there: Callable[[PokerTable], object], most: int = 60) -> None:
        for _ in range(most):
            if there(self.table):
                return
            await self.step()
        raise AssertionError(f"never there: {self.table}")

    async def do(self, command: Command, by: int | str = 0) -> None:
        seat = by or command.seat  # type: ignore[attr-defined]
        person = self.table.state.person_at(seat) if isinstance(seat, int) else "manager-1"
        await self.called.demo.do(self.name, command, person, seat)

    async def around(self) -> None:
        """Everyone checks or calls until the betting round is over."""
        while (hand := self.table.state.hand).turn and hand.phase == "betting":
            calls = hand.to_call(hand.players[hand.turn])
            await self.do(poker.Call(seat=hand.turn) if calls else poker.Check(seat=hand.turn))

    async def needs(self, person: str = "manager-1") -> str:
        page = (await self.called.ask("GET", "/floor", person)).body.decode()
        return page.partition('id="needs"')[2].partition("</section>")[0]

    async def order(self, person: str, command: dict[str, Any], seat: int) -> tuple[int, Any]:
        sent = {"command": command, "at": 0, "as": str(seat)}
        answer = await self.called.ask("POST", f"/api/streams/{self.name}/orders", person, sent)
        return answer.status, answer.json


async def dealt(key: Path, game: str, options: Options, people: tuple[str, ...] = PLAYERS) -> Dealt:
    called = await Called(key, seed=5).open()
    await called.demo.people()
    floor = called.server.floor
    await floor.transact(lambda: floor.house.open_table("t1", game, options) and None)
    await called.server.dealer.set("t1", TableSettings(pace=PACE))
    for seat, person in enumerate(people, 1):
        if person not in floor.house.people.state.people:
            await called.demo.register(person, person)
            await called.demo.give(person, 1000_00)
        await called.demo.do("t1", poker.TakeSeat(seat=seat, chips=1000_00), person, seat)
    return Dealt(called)


def stack(table: PokerTable, first: str, second: str, board: str) -> None:
    """Deal these cards to the first two of three players in the next hand of Holdem, and this board."""
    (a, b), (c, d), (*flop, turn, river) = map(parse_cards, (first, second, board))
    deck = filled((a, c, None, b, d, None, None, *flop, None, turn, None, river))
    table.shuffled = lambda cards: before_cut(deck)  # type: ignore[method-assign]
    table.cut_place = lambda: CUT  # type: ignore[method-assign]


def run(test: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(test())  # type: ignore[arg-type]


# Nobody stops a table


@pytest.mark.parametrize("away", [False, True], ids=["seated", "away"])
@pytest.mark.parametrize("game", PINEAPPLES)
def test_a_player_who_never_discards_stops_no_cash_table(game: str, away: bool, tmp_path: Path) -> None:
    async def test() -> None:
        at = await dealt(tmp_path / "key", game, Options(places=6, time_to_act=30))
        await at.until(lambda table: table.state.phase == "betting" and table.turn)
        if away:
            await at.do(poker.StepAway(seat=1))
        while not (at.table.turn and not at.table.state.hand.turn):
            await at.around()
            if at.table.next_step() is not None:
                await at.step()
        began, silent = at.floor.clock.now(), at.table.turn
        assert at.dealer.deadline(at.table) == began + 30
        await at.step()
        assert at.floor.clock.now() == began + 31
        assert not at.table.state.hand.players[silent].live
        await at.until(lambda table: table.state.phase == "between")
        await at.until(lambda table: table.state.hand.number == 2)

    run(test)


@pytest.mark.parametrize("game", PINEAPPLES)
def test_a_tournament_with_a_player_who_never_discards_is_played_to_its_end(game: str) -> None:
    field = small(game, 3, players=6)
    field.open()
    field.tournament.do(NoteAbsent(person="p2"), at=field._now)
    for _ in range(4000):
        if field.over():
            break
        field.step()
    assert field.over()
    assert field.finish().wrong == []


def test_the_houses_kill_is_for_those_who_are_absent_alone() -> None:
    field = small("crown-pineapple", 3, players=6)
    field.open()
    table = next(iter(field.tournament.tables.values()))
    assert isinstance(table, PokerTable)
    while not (table.turn and not table.state.hand.turn):
        step = table.next_step()
        decision = table.do(step, by=HOUSE) if step is not None else table.do(field._act(table, table.turn))
        if isinstance(decision, Refused):
            table.do(poker.PostBlind(seat=step.seat))  # type: ignore[union-attr]
    seat = table.turn
    kill = poker.Fold(seat=seat)
    refused = table.do(kill, by=HOUSE)
    assert isinstance(refused, Refused)
    assert refused.ground == "terms_penalties"
    field.tournament.do(NoteAbsent(person=table.state.person_at(seat)), at=field._now)
    assert not isinstance(field.tournament.fold_for_absent(table.name), Refused)
    assert not table.state.hand.players[seat].live


def test_a_player_without_an_end_to_their_time_is_shown_to_the_floor_and_ruled_on(tmp_path: Path) -> None:
    async def test() -> None:
        at = await dealt(tmp_path / "key", "crown-pineapple", Options(places=6))
        await at.until(lambda table: table.turn)
        await at.around()
        assert at.dealer.next_step("t1") is None
        assert "The table waits" not in await at.needs()
        await at.step()
        says = await at.needs()
        assert "The table is waiting: seat 1 has not acted" in says
        assert 'href="/dealer/t1"' in says
        await at.do(Report(what="missed-discard", player=1), MANAGER)
        says = await at.needs()
        assert "The table waits" not in says
        assert "Seat 1 has to discard and does not" in says
        await at.do(Rule(option="dead hand"), MANAGER)
        assert at.table.turn == 2

    run(test)


def test_a_step_that_is_refused_twice_is_shown_to_the_floor_until_the_table_goes_on(tmp_path: Path) -> None:
    async def test() -> None:
        at = await dealt(tmp_path / "key", "crown-holdem", Options(places=6))

        class No(Link):
            def refuses(self, ask: Ask) -> Refused | None:
                begins = isinstance(ask.command, poker.BeginHand)
                no = Refused("cards_not_shuffled", "the cards are still being changed", ("5.3.2",))
                return no if begins else None

        at.floor.house.link_all(No())
        await at.step()
        assert "cannot go on" not in await at.needs()
        before = at.floor.clock.exact()
        await at.step()
        says = await at.needs()
        assert "<b>t1</b>" in says
        assert "“begin hand”: the cards are still being changed" in says
        assert "5.3.2" in says
        again = Dealer(at.floor)  # as another process, or after a restart
        await again.load()
        assert again.waiting() == at.dealer.waiting() != {}
        at.floor.house._everywhere.pop()
        at.dealer._plan("t1")
        assert at.dealer._due[0][0] >= before + 4.9
        await at.until(lambda table: table.state.hand.number == 1)
        assert at.dealer.waiting() == {}
        assert "cannot go on" not in await at.needs()

    run(test)


def test_what_only_has_to_wait_is_shown_to_nobody(tmp_path: Path) -> None:
    async def test() -> None:
        at = await dealt(tmp_path / "key", "crown-holdem", Options(places=6))

        class Break(Link):
            def refuses(self, ask: Ask) -> Refused | None:
                return Refused("between_rounds", "the tournament is on a break")

        at.floor.house.link_all(Break())
        for _ in range(3):
            await at.step()
        assert at.dealer.waiting() == {}

        class Undone(Link):
            def refuses(self, ask: Ask) -> Refused | None:
                if isinstance(ask.command, poker.BeginHand):
                    raise Undo(Refused("purse_too_small", "there is not enough"))
                return None

        at.floor.house._everywhere[-1] = Undone()
        for _ in range(2):
            await at.step()
        assert at.dealer.waiting()["t1"].why == "there is not enough"

    run(test)


# What the dealer tells and collects


def test_bonus_prizes_are_told_of_before_the_pots_are_pushed(tmp_path: Path) -> None:
    async def test() -> None:
        sign = Options(places=6, bonuses=(Bonus(hand="royal flush", cash=500_00),))
        at = await dealt(tmp_path / "key", "crown-holdem", sign)
        stack(at.table, "As Ks", "9c 9d", "Qs Js Ts 4h 2d")
        await at.until(lambda table: table.state.phase == "blinds")
        while at.table.state.phase != "showdown" or not at.table.state.prizes:
            await at.around()
            await at.step()
        (told,) = at.table.state.prizes.values()
        assert (told.hand, told.told_by, at.table.state.phase) == ("royal flush", HOUSE, "showdown")
        says = await at.needs()
        assert "Seat 1 wins a bonus prize (royal flush)" in says
        assert "11.3" in says
        await at.do(poker.DeclineBonus(player=1), MANAGER)
        await at.until(lambda table: table.state.phase == "between")  # and it is told of once only
        assert at.table.state.prizes == {}

    run(test)


def test_the_hourly_fee_is_collected_before_a_hand_and_dropped_once_it_is_verified(tmp_path: Path) -> None:
    async def test() -> None:
        at = await dealt(tmp_path / "key", "crown-holdem", Options(places=6, commission=Commission(hourly=12_00)))
        begins = at.table.do(poker.BeginHand(), by=HOUSE)
        assert isinstance(begins, Refused)
        assert begins.clauses == ("7.2.2(b)",)
        await at.until(lambda table: table.state.phase == "blinds")
        assert at.table.state.money[TIME_CHARGES] == 36_00
        assert "Hourly charges of $36 are waiting to be verified" in await at.needs()
        await at.do(poker.VerifyFees(), MANAGER)
        await at.until(lambda table: table.turn)
        while at.table.state.phase != "between":
            if at.table.turn:
                await at.do(poker.Fold(seat=at.table.turn))
            else:
                await at.step()
        await at.step()
        assert at.table.state.money[TIME_CHARGES] == 0
        at.floor.clock.at += 3600  # type: ignore[attr-defined]
        await at.step()
        assert (at.table.state.money[TIME_CHARGES], at.table.state.phase) == (36_00, "between")

    run(test)


# Time for rights


SIGN = Options(places=6, straddle=True, flop_chase=(5_00, 50_00))


def test_people_have_time_before_the_first_card_and_bots_need_none(tmp_path: Path) -> None:
    async def pauses(people: tuple[str, ...], sign: Options) -> float:
        at = await dealt(tmp_path / "key", "crown-holdem", sign, people)
        await at.until(lambda table: table.state.phase == "blinds" and isinstance(table.next_step(), poker.Shuffle))
        return at.pause

    async def test() -> None:
        assert await pauses(PLAYERS, SIGN) == 6.0
        assert await pauses(("bot-1", "bot-2", "bot-3"), SIGN) == 0.1
        assert await pauses(("bot-1", "bot-2", "player-3"), replace(SIGN, flop_chase=(0, 0))) == 6.0  # may straddle
        assert await pauses(("player-1", "bot-2", "bot-3"), replace(SIGN, flop_chase=(0, 0))) == 0.1  # may not
        assert await pauses(PLAYERS, Options(places=6)) == 0.1

    run(test)


def test_the_time_before_the_first_card_runs_once_whatever_people_do_in_it(tmp_path: Path) -> None:
    async def test() -> None:
        at = await dealt(tmp_path / "key", "crown-holdem", SIGN)
        await at.until(lambda table: isinstance(table.next_step(), poker.Shuffle))
        assert at.pause == 6.0
        for _ in range(2):
            at.floor.clock.at += 2.5  # type: ignore[attr-defined]
            await at.do(poker.PlaceSideWager(seat=1, colour="red", amount=5_00))
            await at.do(poker.TakeBackSideWager(seat=1))
        assert at.pause == 1.0
        await at.until(lambda table: table.turn)

    run(test)


def test_people_have_time_to_ask_for_a_hand_before_the_pots_are_pushed(tmp_path: Path) -> None:
    async def test() -> None:
        for people, seconds in ((PLAYERS, 5.0), (("bot-1", "bot-2", "bot-3"), 1.0)):
            at = await dealt(tmp_path / "key", "crown-holdem", Options(places=6), people)
            stack(at.table, "As Ah", "7c 3d", "Ad Kd Jh 4h 2s")
            while not (at.table.state.phase == "showdown" and isinstance(at.table.next_step(), poker.PushPots)):
                await at.around()
                await at.step()
            assert at.pause == seconds

    run(test)


def test_a_house_table_waits_for_jackpot_wagers_of_people(tmp_path: Path) -> None:
    async def test() -> None:
        called = await Called(tmp_path / "key", seed=5).open()
        await called.demo.people()
        floor, dealer = called.server.floor, called.server.dealer
        options = HouseOptions(places=2, jackpot=5_00)
        await floor.transact(lambda: floor.house.open_table("t1", "nz-caribbean-stud", options) and None)
        await dealer.set("t1", TableSettings(pace=PACE))
        await called.demo.do("t1", stud.TakeSeat(seat=1, chips=500_00), "player-1", 1)
        await called.demo.do("t1", stud.PlaceAnte(seat=1, amount=10_00), "player-1", 1)
        offered = any(isinstance(offer.command, stud.PlaceJackpot) for offer in floor.house.tables["t1"].legal(seat=1))
        step = dealer.next_step("t1")
        assert step is not None
        assert round(step.at - floor.clock.exact(), 3) == (6.0 if offered else PACE.closing)

    run(test)


# Chosen in advance


def test_what_a_player_has_chosen_in_advance_is_done_in_the_next_hand_that_allows_it(tmp_path: Path) -> None:
    async def test() -> None:
        at = await dealt(tmp_path / "key", "crown-holdem", SIGN)
        assert (await at.order("player-3", {"do": "straddle", "seat": 3}, 3))[0] == 200
        wager = {"do": "place-side-wager", "seat": 1, "colour": "red", "amount": 5_00}
        assert (await at.order("player-1", wager, 1))[0] == 200
        assert (await at.order("player-1", {"do": "straddle", "seat": 1}, 1))[0] == 200
        assert (await at.order("player-2", {"do": "straddle", "seat": 1}, 1))[0] == 403
        assert (await at.order("player-2", {"do": "fold", "seat": 2}, 2))[0] == 403
        assert (await at.order("player-2", {"do": "straddle", "seat": 3}, 2))[0] == 403
        page = (await at.called.ask("GET", "/tables/t1", "player-1")).body.decode()
        assert page.count('data-post="/api/orders/cancel"') == 2
        await at.until(lambda table: table.state.phase == "betting")
        assert at.table.state.hand.straddles == (3,)
        assert at.table.state.hand.players[1].side == "red"
        (left,) = at.called.server.orders.at("t1")  # seat 1 was not to straddle, and keeps its order
        assert (left.person, b"straddle" in bytes(left.command)) == ("player-1", True)
        await at.called.server.orders.give_due()
        assert at.called.server.orders.at("t1") == [left]
        while at.table.state.phase != "between":
            await at.step() if not at.table.turn else await at.do(poker.Fold(seat=at.table.turn))
        await at.do(poker.LeaveSeat(seat=1))
        await at.called.server.orders.give_due()
        assert at.called.server.orders.at("t1") == []

    run(test)


def test_no_more_is_chosen_in_advance_than_there_is_to_choose(tmp_path: Path) -> None:
    async def test() -> None:
        at = await dealt(tmp_path / "key", "crown-holdem", SIGN)
        said = [(await at.order("player-3", {"do": "straddle", "seat": 3}, 3))[0] for _ in range(4)]
        assert said == [200, 200, 200, 422]
        assert (await at.order("player-3", {"do": "straddle", "seat": 0}, 0))[0] in (400, 403)

    run(test)
