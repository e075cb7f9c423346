"""The engine of a room: by which rules, in whose name, and who has a vacant place next."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from croupier.books import book_of, rules_of_room
from croupier.kernel.actors import PLAYER, Said
from croupier.kernel.decisions import Accepted
from croupier.kernel.errors import BookError
from croupier.poker.rules import Options
from croupier.room import commands
from croupier.room.engine import RoomEngine
from croupier.room.state import Reservation, Room, RoomRules, RoomTable
from croupier.tables.poker_room import ROOMS, PokerRoom

RULES = rules_of_room("crown-poker")


def test_a_book_without_a_ground_or_with_an_unknown_rank_has_no_room() -> None:
    lacking = {ground: clauses for ground, clauses in RULES.grounds.items() if ground != "must_move"}
    with pytest.raises(BookError, match="no clause is given for must_move"):
        replace(RULES, grounds=lacking)
    for rank in ("host", "supervisor", "manager"):
        with pytest.raises(BookError, match="'nobody' is not a rank"):
            replace(RULES, **{rank: "nobody"})
    assert (RULES.role_of(PLAYER), RULES.role_of("inspector")) == ("onlooker", "inspector")
    assert (RULES.game, RULES.return_seconds) == ("crown-poker", 1200)
    assert rules_of_room("crown-poker").grounds == book_of("crown-poker").page("crown-holdem")["grounds"]


def test_an_engine_has_the_rules_and_ranks_that_it_was_given() -> None:
    asked: list[tuple[str, str]] = []

    def rules_of(game: str, edition: str) -> RoomRules:
        asked.append((game, edition))
        return RULES

    engine = RoomEngine(rules_of)
    assert engine.rules("g", "e") is RULES
    assert asked == [("g", "e")]
    room = Room()
    assert engine.obvious(room, commands.JoinList(person="p1", game="5-10")) == PLAYER
    assert engine.obvious(room, commands.MovePlayer(person="p1", table="A", place=1)) == "supervisor"
    assert RULES.acting("supervisor") == RULES.supervisor


def test_a_player_is_moved_because_they_must_or_because_they_asked() -> None:
    room = PokerRoom()
    room.offer("5-10", "crown-holdem", Options(places=3), needed=1)
    apart = replace(RULES, grounds={**RULES.grounds, "must_move": ("1.1",), "change_asked": ("1.2",)})
    for line in (
        "list p1 for 5-10",
        "open table A for 5-10",
        "seat p1 at A place 1 with 500.00",
        "open table B for 5-10",
        "p1 asks for B",
    ):
        assert isinstance(room.say(line), Accepted), line
    moves = [offer.clauses for offer in ROOMS.legal(apart, room.stream.state, RULES.supervisor)]
    assert [clauses[0] for clauses in moves] == ["1.2"]
    for line in ("p1 stays", "must move A to B"):
        assert isinstance(room.say(line), Accepted), line
    moves = [offer.clauses for offer in ROOMS.legal(apart, room.stream.state, RULES.supervisor)]
    assert [clauses[0] for clauses in moves] == ["1.1"]


def test_a_place_is_named_with_its_table() -> None:
    room = PokerRoom()
    room.offer("5-10", "crown-holdem", Options(places=3), needed=1)
    for line in ("list p1 for 5-10", "open table A for 5-10", "seat p1 at A place 1 with 500.00", "list p2 for 5-10"):
        assert isinstance(room.say(line), Accepted), line
    who = Said("h", RULES.supervisor, 0)
    refused = ROOMS.decide(RULES, room.stream.state, commands.CallPlayer(game="5-10", place=2), who)
    assert not isinstance(refused, Accepted)
    called = ROOMS.decide(RULES, room.stream.state, commands.CallPlayer(game="5-10", table="A", place=2), who)
    assert isinstance(called, Accepted)


def test_somebody_who_waits_is_called_to_the_one_vacant_place() -> None:
    room = PokerRoom()
    room.offer("5-10", "crown-holdem", Options(places=2), needed=1)
    for line in ("list p1 for 5-10", "open table A for 5-10", "seat p1 at A place 1 with 500.00", "list p2 for 5-10"):
        assert isinstance(room.say(line), Accepted), line
    offers = [offer.command for offer in ROOMS.legal(RULES, room.stream.state, RULES.supervisor)]
    assert offers == [commands.CallPlayer(game="5-10", table="A", place=2)]


def test_a_place_is_kept_for_one_person_alone() -> None:
    table = RoomTable("5-10", 3, reserved={2: Reservation("p1", until=60)})
    assert table.kept_for("p1", 2, 60)
    assert not table.kept_for("p2", 2, 60)
    assert not table.kept_for("p1", 2, 61)
    assert not table.kept_for("p1", 3, 60)
