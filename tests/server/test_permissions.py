"""Role by command by book by assignment, over HTTP, against a table that was written beforehand (`permissions.txt`)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from croupier.books import BOOKS, GAMES, book_of, game_of
from croupier.floor.dealing import TableSettings
from croupier.floor.house import PEOPLE
from croupier.kernel.accounts import CHIPS
from croupier.kernel.actors import HOUSE
from croupier.people.commands import AssignDealer, EndAssignment, ExcludePerson
from croupier.poker.rules import Options as PokerOptions
from croupier.proof.verifying import verify
from croupier.stud import commands as stud
from croupier.stud.rules import Options
from croupier.tables.any_table import AnyTable
from server.calling import Called
from server.test_roles import example

FILE = Path(__file__).parent / "permissions.txt"
WANTING = {
    "capacity_not_held",
    "cut_by_player",
    "no_such_rank",
    "not_assigned",
    "not_your_capacity",
    "not_your_place",
    "own_purse",
    "person_excluded",
    "players_own_act",
    "rank_needed",
    "spoken_to_dealer",
}
"""The grounds on which someone is refused for who they are."""
FOR_NOBODY = {"system_opened", "not_at_this_table", "not_in_this_book"}
"""The grounds on which all are refused: the table has no prize meter or no tournament, or the book no such thing."""


class Written(NamedTuple):
    """The table: what is expected of each role, and the kinds of commands."""

    roles: dict[str, dict[str, str]]
    kinds: dict[str, set[str]]


def written() -> Written:
    roles, kinds, head = dict[str, dict[str, str]](), dict[str, set[str]](), list[str]()
    for line in FILE.read_text("utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        if kind := re.fullmatch(r"([a-z ]+): (.*)", line):
            kinds.setdefault(kind[1], set()).update(kind[2].split())
        elif not head:
            head = line.split()[1:]
        else:
            *role, cells = line.rsplit(maxsplit=len(head))[0], line.rsplit(maxsplit=len(head))[1:]
            roles[" ".join(role)] = dict(zip(head, cells, strict=True))
    return Written(roles, kinds)


PERSON = {
    "the player": "player-1",
    "another player": "player-2",
    "a supervisor": "supervisor-1",
    "a manager": "manager-1",
    "an inspector": "inspector-1",
    "a cashier": "cashier-1",
    "an administrator": "admin-1",
    "nobody": "trainee-1",
    "a dealer, assigned": "dealer-1",
    "a dealer, assigned next door": "next-door",
    "a dealer, not any more": "no-more",
    "a dealer, kept out": "kept-out",
    "below the dealer": "below",
    "a dealer of another book": "elsewhere",
    "a manager of another book": "visitor",
}


async def furnished(folder: Path, game: str, *, live: bool) -> tuple[Called, AnyTable]:
    """A table of a game, its people in every role, and player-1 in seat 1."""
    called = await Called(folder / "key", seed=3).open()
    demo, floor, book = called.demo, called.server.floor, book_of(game).id
    await demo.people()
    other = next(each for each in BOOKS if each != book and not {book, each} <= {"crown-poker", "crown-caribbean-stud"})
    dealer = floor.house.people.rules.dealer_of(book)
    for person in ("next-door", "no-more", "kept-out", "elsewhere", "visitor", "below"):
        await demo.register(person, person)
    await demo.grant("below", book, book_of(book).title_page.ranks[0])
    for person in ("next-door", "no-more", "kept-out"):
        await demo.grant(person, book, dealer)
    await demo.grant("elsewhere", other, floor.house.people.rules.dealer_of(other))
    await demo.grant("visitor", other, book_of(other).title_page.ranks[-1])
    if game_of(game).poker is None:
        await demo.open_table("t1", game, Options(places=4), TableSettings(live=live))
    else:
        await floor.transact(lambda: floor.house.open_table("t1", game, PokerOptions(places=4)) and None)
        await called.server.dealer.set("t1", TableSettings(live=live))
        await demo.assign("t1", book)
    rank = book_of(book).title_page.ranks[-1]
    for person, where in (("next-door", "t2"), ("no-more", "t1"), ("kept-out", "t1")):
        await demo.do(PEOPLE, AssignDealer(person=person, book=book, table=where), "manager-1", rank)
    await demo.do(PEOPLE, AssignDealer(person="elsewhere", book=other, table="t1"), *_top(other))
    await demo.do(PEOPLE, EndAssignment(person="no-more", book=book, table="t1"), "manager-1", rank)
    await demo.do(PEOPLE, ExcludePerson(person="kept-out", reason="for this"), "manager-1", rank)
    table = floor.house.tables["t1"]
    sits: Any = stud.TakeSeat if game_of(game).poker is None else __import__("croupier.poker").poker.commands.TakeSeat
    await demo.do("t1", sits(seat=1, chips=500_00), "player-1", 1)
    return called, table


def _top(book: str) -> tuple[str, str]:
    return "manager-1", book_of(book).title_page.ranks[-1]


def kind_of(known: dict[str, set[str]], command: dict[str, Any]) -> str:
    if command["do"] in known["purse"]:
        return "purse"
    if command["do"] in known["above"]:
        return "above"
    return "act" if "seat" in command else "deals"


def commands_of(table: AnyTable) -> Iterator[dict[str, Any]]:
    """One of each kind, of seat 1 where a seat is named; chips are asked for that the purse has."""
    for kind in table.engine.codec.commands:
        command = example(kind)
        if command["do"] == "take-seat":
            command |= {"seat": 3, "chips": 200_00, "person": "player-2"}
        elif "seat" in command:
            command |= {"seat": 1} | {"buy-chips": {"amount": 100_00}, "add-chips": {"chips": 100_00}}.get(command["do"], {})
        command |= {name: "As" for name in ("card", "was", "now") if command.get(name) == []}
        yield command


async def compare(called: Called, table: AnyTable, command: dict[str, Any], role: str, expected: str) -> str:
    """What is wrong with the answer, if anything."""
    floor, person = called.server.floor, PERSON[role]
    if command["do"] == "take-seat" and role in ("the player", "another player"):
        command = command | {"person": "trainee-1"} if role == "another player" else command
        expected = "no"  # nobody sits down for someone else
    before = {name: stream.number for name, stream in floor.house.streams.items() if name != PEOPLE}
    purses = {each: floor.house.cage.state.patron(each).hand.get(CHIPS, 0) for each in ("player-1", "player-2")}
    ranks = [each for each in called.server.access.capacities(person, table) if isinstance(each, str)]
    sent = {"command": command} | ({"as": ranks[0]} if ranks else {})
    reply = await called.ask("POST", f"/api/streams/{table.name}/commands", person, sent)
    grounds = WANTING | FOR_NOBODY if expected == "no" else WANTING
    refused = reply.status == 401 or (reply.status != 200 and reply.json["ground"] in grounds)
    what = f"{table.rules.game}: {role}, {command}: {reply.status} {reply.body.decode()[:160]}"
    if expected == "book":
        return ""
    if refused != (expected == "no"):
        return what
    after = {name: stream.number for name, stream in floor.house.streams.items() if name != PEOPLE}
    if expected == "no" and after != before:
        return f"{what}: refused, and something was kept"
    hands = {each: floor.house.cage.state.patron(each).hand.get(CHIPS, 0) for each in purses}
    if role.startswith("a dealer") and any(hands[each] < purses[each] for each in purses):
        return f"{what}: the purse of somebody is lighter"
    return ""


def wrong(folder: Path, game: str, *, live: bool, every: int = 1, first: int = 0) -> list[str]:
    """Every command in every role, or each in some of them, those first of whom nothing is kept."""

    async def run() -> list[str]:
        called, table = await furnished(folder, game, live=live)
        known, found, where = written(), list[str](), "live" if live else "soft"
        pairs = list(islice(product(commands_of(table), known.roles), first, None, every))
        assert set(known.roles) == set(PERSON)
        for expects in ("no", "book", "yes"):
            for command, role in pairs:
                expected = known.roles[role][f"{kind_of(known.kinds, command)}.{where}"]
                if command["do"] in known.kinds["own word"] and role not in ("the player", "another player"):
                    expected = "no"
                if command["do"] in known.kinds["nobody"]:
                    expected = "no"
                ends = command["do"] in ("close-table", "leave-seat", "change-seat", "exclude-player", "vacate-seat")
                if expected == expects and not (expected != "no" and ends):
                    found.append(await compare(called, table, command, role, expected))
        assert not called.server.floor.aside
        return [each for each in found if each]

    return asyncio.run(run())


ONE_EACH = {book: next(game for game, of in GAMES.items() if of == book) for book in BOOKS}


@pytest.mark.parametrize("live", [True, False])
@pytest.mark.parametrize("book", ONE_EACH)
def test_a_sample_of_every_book_is_as_written(tmp_path: Path, book: str, live: bool) -> None:
    assert wrong(tmp_path, ONE_EACH[book], live=live, every=5, first=sorted(ONE_EACH).index(book)) == []


@pytest.mark.slow
@pytest.mark.parametrize("live", [True, False])
@pytest.mark.parametrize("game", GAMES)
def test_every_role_and_command_of_every_game_is_as_written(tmp_path: Path, game: str, live: bool) -> None:
    assert wrong(tmp_path, game, live=live) == []


def test_a_house_may_do_without_assignments(tmp_path: Path) -> None:
    """A dealer then acts at every table of the book, and still not with a purse, nor where the software deals."""

    async def run() -> None:
        called, table = await furnished(tmp_path, "crown-caribbean-stud", live=True)
        await called.server.dealer.begin(assigned=False)
        for person, status in (("no-more", 200), ("elsewhere", 403)):
            ante = {"command": {"do": "place-ante", "seat": 1, "amount": 10_00}}
            reply = await called.ask("POST", "/api/streams/t1/commands", person, ante)
            assert reply.status == status, reply.body
        buys = {"command": {"do": "buy-chips", "seat": 1, "amount": 10_00}}
        assert (await called.ask("POST", "/api/streams/t1/commands", "no-more", buys)).json["ground"] == "own_purse"
        await called.server.dealer.set("t1", TableSettings())
        bet = {"command": {"do": "take-back-ante", "seat": 1}}
        assert (await called.ask("POST", "/api/streams/t1/commands", "no-more", bet)).json["ground"] == "spoken_to_dealer"
        assert table.entries[-1].capacity != HOUSE

    asyncio.run(run())


@pytest.mark.parametrize(("person", "ground"), [("dealer-1", "own_purse"), ("runner", "own_purse"), ("supervisor-1", "")])
def test_the_list_of_the_room_is_no_way_to_a_purse_for_who_deals(tmp_path: Path, person: str, ground: str) -> None:
    """Nor for who stands below: by 8.3 seats are given by those above the dealer, and the record says by whom."""

    async def run() -> None:
        called = await Called(tmp_path / "key").open()
        await called.demo.people()
        await called.demo._room()
        await called.demo.register("runner", "runner")
        await called.demo.grant("runner", "crown-poker", "Chip Runner")
        sits = {"do": "seat-player", "person": "player-2", "table": "holdem-1", "place": 1, "chips": 200_00}
        reply = await called.ask("POST", "/api/streams/room/commands", person, {"command": sits})
        assert reply.json.get("ground", "") == ground
        table = called.server.floor.house.tables["holdem-1"]
        assert bool(table.state.seat_of("player-2")) == (not ground)
        assert ground or table.entries[-1].person == person
        assert await verify(called.server.floor.store)

    asyncio.run(run())


def test_the_player_sees_who_put_their_ante_down(tmp_path: Path) -> None:
    async def run() -> None:
        called, table = await furnished(tmp_path, "crown-caribbean-stud", live=True)
        ante = {"command": {"do": "place-ante", "seat": 1, "amount": 10_00}}
        assert (await called.ask("POST", "/api/streams/t1/commands", "dealer-1", ante)).status == 200
        entry = table.entries[-1]
        assert (entry.person, entry.capacity) == ("dealer-1", "Dealer")
        page = (await called.ask("GET", "/tables/t1", "player-1")).body.decode()
        assert "Dealer Dealer entered this for you." in page
        page = (await called.ask("GET", "/tables/t1", "player-2")).body.decode()
        assert "Dealer Dealer entered this for seat 1." in page

    asyncio.run(run())


def test_a_supervisor_assigns_dealers_on_the_floor_page(tmp_path: Path) -> None:
    async def run() -> None:
        called, _ = await furnished(tmp_path, "crown-caribbean-stud", live=True)
        page = (await called.ask("GET", "/floor", "supervisor-1")).body.decode()
        assert 'data-command="assign-dealer"' in page
        assert 'data-command="end-assignment"' in page
        rank = called.server.access.capacities("supervisor-1", called.server.floor.house.tables["t1"])[0]
        sent = {"command": {"do": "assign-dealer", "person": "no-more", "book": "crown-caribbean-stud", "table": "t1"}}
        for person, status in (("dealer-1", 403), ("player-1", 403), ("supervisor-1", 200)):
            as_ = {"as": rank} if status == 200 else {}
            reply = await called.ask("POST", "/api/streams/people/commands", person, sent | as_)
            assert reply.status == status, (person, reply.body)
        wrong = {**sent["command"], "book": "nz-caribbean-stud"}
        other = {"command": wrong, "as": rank}  # the rank is of another book
        assert (await called.ask("POST", "/api/streams/people/commands", "supervisor-1", other)).status == 422
        assert "no-more" in called.server.floor.house.people.state.dealers("t1")

    asyncio.run(run())
