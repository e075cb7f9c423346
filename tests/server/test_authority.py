"""Authority belongs in the transaction: whoever loses a role, or is kept out, in one process has lost it in every process.

The other process has not heard of it in any of these tests: it must find out as it keeps what it has decided.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.books import book_of
from croupier.floor.bot_players import Bots
from croupier.floor.dealing import TableSettings
from croupier.floor.floor import Undo
from croupier.floor.house import CAGE, PEOPLE, ROOM
from croupier.floor.orders import Order
from croupier.floor.stores import store_of
from croupier.floor.stores.interface import Basis, Conflict, Line
from croupier.jackpots.commands import OpenSystem
from croupier.kernel.actors import HOUSE, Said
from croupier.kernel.decisions import Refused
from croupier.kernel.entries import encode
from croupier.kernel.events import Command
from croupier.people.commands import EndAssignment, ExcludePerson, GrantRole, NoteFailedLogin, RevokeRole, SetReminder
from croupier.people.state import Dealing
from croupier.poker import commands as poker
from croupier.proof.verifying import verify
from croupier.room.commands import OfferGame
from croupier.stud import commands as stud, events as stud_events
from croupier.stud.rules import Options
from croupier.tables.any_table import table as table_of
from croupier.tables.house_terms import terms_for_play
from croupier.tables.poker_table import PokerTable
from croupier.tournaments import commands as tournament
from floor.memory import MemoryStore
from floor.postgres import Cluster, postgres  # noqa: F401
from server.calling import Called

GAME, POKER = "crown-caribbean-stud", "crown-poker"
RANKS = book_of(GAME).title_page.ranks
TOP, AREA = RANKS[-1], RANKS[2]
LIVE = TableSettings(live=True)
Work = Callable[[Called, Called], Awaitable[None]]


def on_memory(folder: Path, work: Work) -> None:
    on(folder, work, lambda: MemoryStore(shared=True), same=True)


def on(folder: Path, work: Work, store: Callable[[], Any], *, same: bool = False) -> None:
    """The same house in two processes that do not listen to one another."""

    async def run() -> None:
        first = store()
        one = await Called(folder / "key", store=first).open()
        await one.demo.people()
        await one.demo.open_table("crown-1", GAME, Options(places=3), LIVE)
        await one.demo.do("crown-1", stud.TakeSeat(seat=1, chips=100_00), "player-1", 1)
        await one.server.floor.transact(lambda: one.server.floor.house.open_room() and None)
        other = await Called(folder / "key", store=first if same else store()).open()
        await other.server.dealer.load()
        await work(one, other)
        for called in (one, other) if not same else ():
            await called.server.close()

    asyncio.run(run())


async def given(called: Called, name: str, command: Command, person: str, by: int | str) -> str:
    """The ground on which a command was refused; nothing where it was not."""
    try:
        decision = (await called.server.floor.do(name, command, person=person, by=by)).decision
    except Undo as undone:
        decision = undone.refusal
    return decision.ground if isinstance(decision, Refused) else ""


def revoked(person: str, capacity: str, book: str = GAME) -> tuple[Command, str, str]:
    return RevokeRole(person=person, book=book, capacity=capacity), "admin-1", "administrator"


def kept_out(person: str) -> tuple[Command, str, str]:
    return ExcludePerson(person=person, reason="asked to"), "manager-1", TOP


SIGN = stud.DisplaySign(says="minimum", amount=20_00)
METERS = f"meters-{GAME}"
TAKEN: dict[str, tuple[Any, Any, str]] = {
    "a rank": (revoked("supervisor-1", AREA), ("crown-1", SIGN, "supervisor-1", AREA), "capacity_not_held"),
    "a rank, at meters": (
        revoked("manager-1", TOP),
        (METERS, OpenSystem(system="x", terms=terms_for_play(GAME, 5_00), tables=("crown-1",)), "manager-1", TOP),
        "capacity_not_held",
    ),
    "a rank, in the room": (
        revoked("manager-1", book_of(POKER).title_page.ranks[-1], POKER),
        (
            ROOM,
            OfferGame(game="a", played="crown-omaha", limit="$1/$2", needed=4),
            "manager-1",
            book_of(POKER).title_page.ranks[-1],
        ),
        "capacity_not_held",
    ),
    "an office, at the cage": (
        revoked("cashier-1", "cashier", "*"),
        (CAGE, msgspec.json.decode(b"null"), "cashier-1", "cashier"),
        "capacity_not_held",
    ),
    "an assignment": (
        (EndAssignment(person="dealer-1", book=GAME, table="crown-1"), "supervisor-1", AREA),
        ("crown-1", stud.Shuffle(), "dealer-1", "Dealer"),
        "not_assigned",
    ),
    "a player who is kept out": (
        kept_out("player-1"),
        ("crown-1", stud.PlaceAnte(seat=1, amount=10_00), "player-1", 1),
        "person_excluded",
    ),
    "a dealer who is kept out": (kept_out("dealer-1"), ("crown-1", stud.Shuffle(), "dealer-1", "Dealer"), "person_excluded"),
}


def attacked(what: str) -> Work:
    from croupier.cage.commands import IssueChips

    (taking, by, rank), (name, command, person, capacity), ground = TAKEN[what]
    command = command if command is not None else IssueChips(person="player-2", amount=10_00)

    async def work(one: Called, other: Called) -> None:
        before = other.server.floor.number(name)
        assert await given(one, PEOPLE, taking, by, rank) == ""
        assert other.server.floor.house.people.number < one.server.floor.house.people.number  # it has not heard of it
        assert await given(other, name, command, person, capacity) == ground
        assert other.server.floor.number(name) == before

    return work


@pytest.mark.parametrize("what", TAKEN)
def test_what_was_taken_in_one_process_is_gone_in_the_other(tmp_path: Path, what: str) -> None:
    on_memory(tmp_path, attacked(what))


@pytest.mark.parametrize("what", ["terms", "a table", "a game of the room"])
def test_what_pages_ask_for_is_kept_under_the_register_of_that_moment(tmp_path: Path, what: str) -> None:
    """The role goes after the other process has looked who asks, and before it keeps what it has decided."""
    from croupier.tables.tournament_stream import sample_text

    rank = book_of(POKER).title_page.ranks[-1]
    text = sample_text("crown-holdem")
    asked = {
        "terms": ("/api/tournaments/evening/terms", {"toml": text.replace("Poker", "Cards")}),
        "a table": ("/api/tables", {"name": "omaha-9", "game": "crown-omaha"}),
        "a game of the room": (
            "/api/room/games",
            {"game": "b", "played": "crown-omaha", "betting": "pot limit", "small": 1_00, "large": 2_00},
        ),
    }
    path, body = asked[what]

    async def work(one: Called, other: Called) -> None:
        game = {"game": "holdem", "played": "crown-holdem", "betting": "no limit", "small": 1_00, "large": 2_00}
        assert (await one.ask("POST", "/api/room/games", "manager-1", game)).status == 201
        planned = await one.ask("POST", "/api/tournaments", "manager-1", {"name": "evening", "terms": text})
        assert planned.status == 201, planned.body
        await other.server.floor.catch_up()
        token = other.tokens["manager-1"] = await one.token("manager-1")
        session = await other.server.sessions.of(token)

        async def of(*asked: Any, **more: Any) -> Any:
            """It has looked just now, and hears nothing more until it keeps something."""
            return session

        other.server.sessions.of = of  # type: ignore[method-assign]
        assert await given(one, PEOPLE, *revoked("manager-1", rank, POKER)) == ""
        before = {name: head.number for name, head in (await one.server.floor.store.heads()).items()}
        reply = await other.ask("POST", path, "manager-1", body)
        assert (reply.status, reply.json["ground"]) == (422, "capacity_not_held"), reply.body
        assert {name: head.number for name, head in (await one.server.floor.store.heads()).items()} == before

    on_memory(tmp_path, work)


def test_authority_is_asked_for_within_a_transaction_alone(tmp_path: Path) -> None:
    """Before it, it says nothing of the moment in which what is decided is kept."""

    async def work(one: Called, other: Called) -> None:
        with pytest.raises(RuntimeError, match="within a transaction"):
            one.server.floor.let(one.server.floor.house.tables["crown-1"], "manager-1", TOP)

    on_memory(tmp_path, work)


def test_the_same_on_postgresql(tmp_path: Path, postgres: Cluster) -> None:  # noqa: F811
    address = postgres.new_database()

    async def work(one: Called, other: Called) -> None:
        for what in ("an assignment", "a rank", "a rank, in the room", "a player who is kept out"):
            await attacked(what)(one, other)
        conflicts = other.server.floor.counts["conflicts"]
        assert conflicts >= 3  # each was decided, and not kept
        # whatever else the register has noted, who may act does so, after one conflict
        assert await given(one, PEOPLE, SetReminder(minutes=30), "player-2", "player") == ""
        assert await given(other, "crown-1", stud.TakeSeat(seat=2, chips=50_00), "player-2", 2) == ""
        assert other.server.floor.counts["conflicts"] == conflicts + 1
        found = await verify(one.server.floor.store)
        assert found, found

    on(tmp_path, work, lambda: store_of(address))


def test_who_was_given_a_role_elsewhere_has_it_at_once(tmp_path: Path) -> None:
    async def work(one: Called, other: Called) -> None:
        grant = GrantRole(person="player-2", book=GAME, capacity=TOP)
        assert await given(one, PEOPLE, grant, "admin-1", "administrator") == ""
        assert await given(other, "crown-1", SIGN, "player-2", TOP) == ""

    on_memory(tmp_path, work)


def test_a_rank_counts_in_its_own_book_alone(tmp_path: Path) -> None:
    """Also for an order that was placed while it was held there, and for whoever never held it there."""

    async def work(one: Called, other: Called) -> None:
        floor, now = one.server.floor, one.server.floor.clock.now()
        change = stud.ChangeLimits(minimum=10_00, maximum=400_00)
        order = Order(id="o1", stream="crown-1", person="manager-1", capacity=TOP, at=now, command=msgspec.Raw(encode(change)))
        await one.server.orders.add(order)
        assert TOP in book_of(POKER).title_page.ranks  # the same rank, which stays theirs in the other book
        assert await given(one, PEOPLE, *revoked("manager-1", TOP)) == ""
        await other.server.orders.give_due()
        await one.server.orders.give_due()
        assert not any(isinstance(event, stud_events.LimitsChanged) for event in floor.house.tables["crown-1"].events)
        assert "does not act as" in one.server.orders.all["o1"].failed
        assert await given(one, "crown-1", SIGN, "manager-1", TOP) == "capacity_not_held"

    on_memory(tmp_path, work)


def test_an_entry_says_under_which_register_it_was_decided(tmp_path: Path) -> None:
    async def work(one: Called, other: Called) -> None:
        house = one.server.floor.house
        await one.demo.do("crown-1", SIGN, "supervisor-1", AREA)
        assert house.streams["crown-1"].entries[-1].register == house.people.number > 0
        await one.demo.do("crown-1", stud.Shuffle(), "house", "house")
        assert house.streams["crown-1"].entries[-1].register == 0
        assert '"register"' not in list(house.streams["crown-1"].lines())[-1]

    on_memory(tmp_path, work)


def test_the_audit_names_an_entry_of_somebody_who_might_not(tmp_path: Path) -> None:
    """A server whose check was taken out: the record shows it all the same."""

    async def work(one: Called, other: Called) -> None:
        store = one.server.floor.store
        await one.demo.do("crown-1", SIGN, "supervisor-1", AREA)
        assert await verify(store)
        assert await given(one, PEOPLE, *revoked("supervisor-1", AREA)) == ""
        for floor in (one.server.floor, other.server.floor):
            await floor.catch_up()
        one.server.floor.house._everywhere.clear()
        await one.demo.do("crown-1", stud.DisplaySign(says="minimum", amount=30_00), "supervisor-1", AREA)
        number = one.server.floor.house.streams["crown-1"].number
        found = await verify(store)
        assert found.fault is not None
        assert (found.fault.stream, found.fault.number) == ("crown-1", number)
        assert "supervisor-1 does not act as TG Area Manager" in found.fault.says

    on_memory(tmp_path, work)


PLACED = stud.PlaceAnte(seat=1, amount=10_00)
NOT_THEIRS: dict[str, tuple[bool, Any, Command, str]] = {
    "not assigned": (True, EndAssignment(person="dealer-1", book=GAME, table="crown-1"), stud.Shuffle(), "not assigned to"),
    "for a player": (False, None, PLACED, "only the player may"),
    "with a purse": (True, None, stud.BuyChips(seat=1, amount=10_00), "purse"),
    "as it should be": (True, None, PLACED, ""),
}


@pytest.mark.parametrize("what", NOT_THEIRS)
def test_the_audit_knows_who_was_assigned_and_where_the_software_dealt(tmp_path: Path, what: str) -> None:
    """A server whose checks were taken out: the register says who dealt where, and the record shows it."""
    live, before, command, says = NOT_THEIRS[what]

    async def work(one: Called, other: Called) -> None:
        floor = one.server.floor
        await one.server.dealer.set("crown-1", TableSettings(live=live))
        if before is not None:
            assert await given(one, PEOPLE, before, "supervisor-1", AREA) == ""
        floor.house._everywhere.clear()
        await one.demo.do("crown-1", command, "dealer-1", "Dealer")
        number = floor.house.streams["crown-1"].number
        await one.server.dealer.set("crown-1", TableSettings(live=not live))  # later: it does not count
        found = await verify(floor.store)
        assert (found.fault is None) == (not says), found
        if found.fault is not None:
            assert (found.fault.stream, found.fault.number) == ("crown-1", number)
            assert says in found.fault.says

    on_memory(tmp_path, work)


def test_the_audit_names_an_entry_that_does_not_say_who_let_somebody_act(tmp_path: Path) -> None:
    """Earlier entries do not say it; one after others that do would be a way around the audit."""

    async def work(one: Called, other: Called) -> None:
        floor = one.server.floor
        await one.demo.do("crown-1", PLACED, "dealer-1", "Dealer")
        assert await verify(floor.store)
        said = Said("player-2", "Dealer", floor.clock.now())
        floor.house._everywhere.clear()
        await floor.transact(lambda: floor.house.streams["crown-1"].do(stud.Shuffle(), said=said))
        number = floor.house.streams["crown-1"].number
        found = await verify(floor.store)
        assert found.fault is not None
        assert (found.fault.stream, found.fault.number) == ("crown-1", number)

    on_memory(tmp_path, work)


def test_how_an_earlier_house_deals_is_put_on_record_when_it_opens(tmp_path: Path) -> None:
    """Its tables say it in their settings alone; what was done there before is not held against it."""

    async def work(one: Called, other: Called) -> None:
        house = one.server.floor.house
        for called in (one, other):
            called.server.floor.house.people.state.dealing = {}
        house._everywhere.clear()
        await one.demo.do("crown-1", PLACED, "dealer-1", "Dealer")
        assert one.server.dealer.of("crown-1").live  # as its settings say
        assert house.people.state.dealt("crown-1") is None
        number = house.people.number
        await one.server.dealer.begin(assigned=True)
        assert house.people.state.dealing == {"*": Dealing(), "crown-1": Dealing(live=True)}
        await one.server.dealer.begin(assigned=True)
        assert house.people.number == number + 2
        await one.server.dealer.begin(assigned=False)
        assert house.people.state.dealt("crown-1") == Dealing(live=True, assigned=False)

    on_memory(tmp_path, work)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_store_keeps_nothing_on_what_has_moved(tmp_path: Path, kind: str, postgres: Cluster) -> None:  # noqa: F811
    """In one commit, and in a group of several."""
    address = str(tmp_path / "house.db") if kind == "sqlite" else postgres.new_database()

    async def run() -> None:
        called = await Called(tmp_path / "key", store=store_of(address)).open()
        await called.demo.people()
        house, store, kept = called.server.floor.house, called.server.floor.store, list[Line]()
        called.server.floor._keep = lambda lines, on, under: _kept(kept, lines)  # type: ignore[method-assign]
        await called.demo.open_table("crown-1", GAME, Options(places=3), TableSettings())
        people = [line for line in kept if line.stream == PEOPLE]
        table = [line for line in kept if line.stream != PEOPLE]
        moved, now = people[-1], Basis(PEOPLE, people[0].number - 1, people[0].previous)
        later = Basis(PEOPLE, moved.number, moved.hash)
        assert later.number == house.people.number
        with pytest.raises(Conflict) as early:
            await store.append(table, later)
        assert (early.value.stream, early.value.number) == (PEOPLE, now.number)
        fine, behind = await asyncio.gather(
            store.append(people, now), store.append(table, now), return_exceptions=True
        )  # one group: what the second was decided on moves within it
        assert fine is None
        assert isinstance(behind, Conflict)
        with pytest.raises(Conflict):
            await store.append(table, now)
        assert await store.heads(["crown-1"]) == {}
        await store.append(table, later)
        await store.stop()

    asyncio.run(run())


async def _kept(kept: list[Line], lines: list[Line]) -> None:
    kept += lines


def test_an_old_entry_without_a_register_is_no_fault(tmp_path: Path) -> None:
    async def work(one: Called, other: Called) -> None:
        assert await given(one, PEOPLE, NoteFailedLogin(person="player-2"), "house", "house") == ""
        assert await verify(one.server.floor.store)
        assert any(not line.line.count(b'"register"') for line in one.server.floor.store.lines["crown-1"])  # type: ignore[attr-defined]

    on_memory(tmp_path, work)


def test_after_the_hand_the_software_stands_up_who_is_kept_out_at_a_poker_table() -> None:
    """And nobody else says for a player that they leave a table where the software deals, nor does it in the hand."""
    found = table_of("crown-holdem", seats=3, seed=2)
    assert isinstance(found, PokerTable)
    found.run()
    assert isinstance(found.do(poker.LeaveSeat(seat=1), by=HOUSE), Refused)
    while found.turn:
        assert not isinstance(found.do(poker.Fold(seat=found.turn)), Refused)
        if found.state.phase == "between":
            break
        found.run()
    assert found.state.hand.known
    assert isinstance(found.do(poker.LeaveSeat(seat=1), by="TG Area Manager"), Refused)
    assert not isinstance(found.do(poker.LeaveSeat(seat=1), by=HOUSE), Refused)
    assert found.audit()


async def played(called: Called, steps: int) -> None:
    """Every table of a house goes on by so many steps, of its software or of a bot."""
    floor, dealer, bots = called.server.floor, called.server.dealer, Bots(called.server.floor, seed=1)
    for _ in range(steps):
        for name in list(floor.house.tables):
            await bots._act_at(name)
            if (step := dealer._next(name)) is not None:
                floor.clock.at = max(floor.clock.at, step.at)  # type: ignore[attr-defined]
                await dealer._step(name, step.at)


def test_the_audit_of_a_whole_house_finds_nothing(tmp_path: Path) -> None:
    """The demo with every game, and its tournament: blinds are posted for players, duties of a rank are done by the software."""

    async def run() -> None:
        called = await Called(tmp_path / "key", seed=3).open()
        await called.demo.furnish()
        keeper = called.server.floor.house.tournaments["evening"]
        await called.demo.do("evening", tournament.BriefPlayers(), "director-1", "Tournament Director")
        draw = tournament.DrawSeats(order=keeper.draw_order(), source=keeper.source)
        await called.demo.do("evening", draw, HOUSE, HOUSE)
        await played(called, 25)
        tables = called.server.floor.house.tables
        said = {entry.command.declared.tag for table in tables.values() for entry in table.entries if entry.command is not None}
        assert {"post-blind", "perform", "deal-board", "settle", "place-bet"} <= said
        found = await verify(called.server.floor.store)
        assert found, found

    asyncio.run(run())
