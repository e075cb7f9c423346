"""The poker room as a stream beside its tables: what goes by way of it, what it refuses, what it writes and reads back."""

from __future__ import annotations

import msgspec
import pytest

from croupier.books import book_of
from croupier.kernel.actors import HOUSE, Viewer
from croupier.kernel.decisions import Accepted, AwaitingRuling, Decision, Refused
from croupier.kernel.errors import TableError, UnknownGame
from croupier.kernel.lines import LineError
from croupier.poker import commands as at_table
from croupier.poker.rules import Options
from croupier.room import commands
from croupier.room.lines import read_line, write_line
from croupier.room.state import Settings
from croupier.tables.any_game import audit, load
from croupier.tables.poker_room import ROOMS, PokerRoom, RoomStream
from croupier.tables.poker_table import PokerTable, poker_table

THREE = Options(places=3)


def done(decision: Decision) -> Accepted:
    assert isinstance(decision, Accepted), decision
    return decision


def ground(decision: Decision) -> str:
    assert isinstance(decision, Refused), decision
    return decision.ground


def a_room(*lines: str) -> PokerRoom:
    """A room with a game of three places, a table A where p1 sits, and whatever else is said."""
    room = PokerRoom()
    done(room.offer("5-10", "crown-holdem", THREE, needed=1))
    for line in ("list p1 for 5-10", "open table A for 5-10", "seat p1 at A place 1 with 500.00", *lines):
        done(room.say(line))
    return room


def test_every_event_has_a_sentence_and_cites_clauses_of_the_book() -> None:
    assert set(ROOMS.codec.events) == set(ROOMS.tell.sentences)
    known = set(book_of("crown-poker").catalogue.clause)
    rules = ROOMS.rules("crown-poker")
    assert all(set(rules.cite(each)) <= known for each in rules.sentences)


SAID = [
    commands.OpenRoom(),
    commands.OfferGame(game="5-10", played="crown-holdem", limit="no limit, blinds $5.00 and $10.00"),
    commands.OfferGame(game="5-10", played="crown-holdem", limit="no limit", needed=4),
    commands.WithdrawGame(game="5-10"),
    commands.AddTable(table="A", game="5-10", places=9),
    commands.JoinList(person="p7", game="5-10"),
    commands.JoinList(person="guest 12", game="5-10", going=False),
    commands.SayGoing(person="p7", game="5-10"),
    commands.LeaveList(person="p7", game="5-10"),
    commands.RequestSeat(person="p7", game="5-10", table="A", place=3),
    commands.CallPlayer(game="5-10"),
    commands.CallPlayer(game="5-10", table="A", place=3),
    commands.PassOver(person="p7", game="5-10"),
    commands.SeatPlayer(person="p7", table="A", place=3),
    commands.SeatPlayer(person="p7", table="A", place=3, chips=500_50, from_game=True),
    commands.ReserveSeat(person="p7", table="A", place=3),
    commands.ReserveSeat(person="p7", table="A", place=3, seconds=60),
    commands.ReleaseSeat(table="A", place=3),
    commands.AskChange(person="p7"),
    commands.AskChange(person="p7", table="A"),
    commands.TakeBackChange(person="p7"),
    commands.MovePlayer(person="p7", table="A", place=3),
    commands.SetMustMove(table="B", into="A"),
    commands.SetMustMove(table="B"),
    commands.MergeTables(table="B", into="A"),
    commands.CallCollection(),
    commands.NoteTable(table="A", game="5-10", places=9, seats={1: "p1"}, picked_up={"p2": 60}, closed=True),
]


def test_every_command_is_a_line_that_says_it() -> None:
    assert {type(command) for command in SAID} == set(ROOMS.codec.commands)
    for command in SAID:
        assert read_line(write_line(command)) == command, write_line(command)


def test_settings_in_a_line() -> None:
    for settings in (Settings(), Settings(call_seconds=60), Settings(call_seconds=90, missed_call="bottom")):
        command = commands.OpenRoom(settings=settings)
        assert read_line(write_line(command)) == command


def test_what_is_refused_at_a_table_does_not_happen_in_the_room() -> None:
    """Seated from the list is an entry in the room and a seat at the table, or neither."""
    room = a_room("list p2 for 5-10")
    before = (room.stream.head, room.tables["A"].head)
    assert ground(room.say("seat p2 at A place 2 with 199.00")) == "below_buy_in"
    assert (room.stream.head, room.tables["A"].head) == before
    assert [entry.person for entry in room.state.lists["5-10"].waiting] == ["p2"]


def test_what_the_room_refuses_does_not_happen_at_a_table() -> None:
    room = a_room("list p2 for 5-10")
    table = room.tables["A"]
    before = (room.stream.head, table.head)
    assert ground(table.do(at_table.TakeSeat(seat=2, chips=500_00), by=2, person="p3")) == "list_first"
    assert (room.stream.head, table.head) == before


def test_a_command_to_a_table_sent_twice_is_taken_once() -> None:
    room = a_room()
    table = room.tables["A"]
    first = table.do(at_table.TakeSeat(seat=2, chips=500_00), by=2, person="p2", id="x1")
    again = table.do(at_table.TakeSeat(seat=2, chips=500_00), by=2, person="p2", id="x1")
    assert done(first) == done(again)
    assert room.wrong() == []
    assert audit(table.lines())
    assert audit(room.stream.lines())


def test_what_keeps_room_and_tables_together_is_nobody_elses() -> None:
    room = a_room()
    note = commands.NoteTable(table="A", game="5-10", places=3, seats={})
    assert ground(room.do(note, by=HOUSE)) == "command_not_understood"
    assert ground(room.do(commands.AddTable(table="X", game="5-10", places=3))) == "table_opened"
    seat = commands.SeatPlayer(person="p2", table="A", place=2, chips=500_00, id="mine")
    assert ground(room.do(seat)) == "command_not_understood"
    own = f"{room.stream.name} {room.stream.number + 1}.0"
    assert ground(room.tables["A"].do(at_table.StepAway(seat=1), id=own)) == "command_not_understood"
    alone = RoomStream()
    done(alone.do(commands.OpenRoom()))
    assert ground(alone.do(note, by="TG Area Manager")) == "rank_needed"


def test_nothing_is_done_in_a_room_before_it_is_open_nor_by_strangers() -> None:
    stream = RoomStream()
    assert ground(stream.do(commands.JoinList(person="p1", game="5-10"))) == "not_at_this_time"
    assert ground(stream.do(commands.OpenRoom(), by="TG Higher Duties Dealer")) == "rank_needed"
    assert ground(stream.do(commands.OpenRoom(), by="Pit Boss")) == "no_such_rank"
    assert ground(stream.do(commands.OpenRoom(settings=Settings(call_seconds=0)))) == "room_opened"
    done(stream.do(commands.OpenRoom()))
    assert ground(stream.do(commands.OpenRoom())) == "room_opened"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("list p2 for 1-2", "no_such_list"),
        ("unlist p2 for 5-10", "not_on_list"),
        ("unlist p2 for 1-2", "no_such_list"),
        ("p2 is going for 5-10", "not_on_list"),
        ("call for 5-10", "nobody_waiting"),
        ("call for 1-2", "no_such_list"),
        ("pass over p2 for 5-10", "not_on_list"),
        ("pass over p2 for 1-2", "no_such_list"),
        ("seat p2 at B place 1 with 500.00", "no_such_table"),
        ("seat p2 at A place 4 with 500.00", "no_such_place"),
        ("seat p2 at A place 1 with 500.00", "place_occupied"),
        ("reserve A place 1 for p2", "place_occupied"),
        ("reserve B place 1 for p2", "no_such_table"),
        ("release A place 2", "nothing_reserved"),
        ("release B place 2", "no_such_table"),
        ("p2 asks for A", "nobody_sits_there"),
        ("p1 asks for B", "no_such_table"),
        ("p1 stays", "change_not_asked"),
        ("move p2 to A place 2", "nobody_sits_there"),
        ("move p1 to B place 2", "no_such_table"),
        ("move p1 to A place 2", "another_game"),
        ("must move A to A", "must_move_circle"),
        ("must move A to B", "no_such_table"),
        ("must move A to nothing", "must_move"),
        ("merge A into B", "no_such_table"),
        ("merge A into A", "another_game"),
        ("call collection", "no_collection"),
        ("withdraw 5-10", "players_there"),
        ("withdraw 1-2", "no_such_list"),
        ("offer 5-10: crown-holdem", "list_name_taken"),
        ("offer 1-2: crown-caribbean-stud", "no_such_game"),
        ("open table B for 1-2", "no_such_list"),
    ],
)
def test_what_cannot_be(line: str, why: str) -> None:
    room = a_room()
    decision = room.say(line)
    assert ground(decision) == why
    assert isinstance(decision, Refused)
    assert decision.clauses


@pytest.mark.parametrize(
    ("setting", "line", "why"),
    [
        ("list p2 for 5-10", "p2 is going for 5-10", "going_already"),
        ("list p2 for 5-10", "p2 wants A place 4 for 5-10", "no_such_place"),
        ("list p2 for 5-10", "p2 wants A place 0 for 5-10", "no_such_place"),
        ("list p2 for 5-10", "p2 wants B place 1 for 5-10", "no_such_table"),
        ("list p2 for 5-10", "call for 5-10 to A place 1", "place_occupied"),
        ("list p2 for 5-10", "call for 5-10 to A place 4", "no_such_place"),
        ("list p2 for 5-10", "pass over p2 for 5-10", "not_called"),
        ("list p2 for 5-10; reserve A place 2 for p9", "call for 5-10 to A place 2", "seat_reserved"),
        ("list p2 for 5-10; reserve A place 2 for p9; reserve A place 3 for p8", "call for 5-10", "no_vacant_seat"),
        ("list p2 for 5-10, interested", "call for 5-10", "nobody_waiting"),
        ("list p2 for 5-10, interested", "by p3 as player: p2 is going for 5-10", "not_your_place"),
        ("list p2 for 5-10", "by p3 as player: unlist p2 for 5-10", "not_your_place"),
        ("list p2 for 5-10", "by p3 as player: p2 wants A place 3 for 5-10", "not_your_place"),
        ("", "by p3 as player: seat p2 at A place 2 with 500.00", "not_your_place"),
        ("open table B for 5-10", "by p3 as player: p1 asks for B", "not_your_place"),
        ("open table B for 5-10; p1 asks for B", "by p3 as player: p1 stays", "not_your_place"),
        ("open table B for 5-10; p1 asks for B", "p1 asks for B", "change_asked_already"),
        ("open table B for 5-10", "move p1 to B place 0", "no_such_place"),
        ("open table B for 5-10; reserve B place 2 for p9", "move p1 to B place 2", "seat_reserved"),
        ("open table B for 5-10; must move A to B", "p1 asks for B", "must_move_order"),
        ("open table B for 5-10; must move A to B", "p1 asks for any table", "must_move_order"),
        ("open table B for 5-10; must move A to B", "must move A to B", "must_move"),
        ("offer o: crown-omaha for 1; list p2 for o; open table O for o", "must move A to O", "another_game"),
        ("offer o: crown-omaha for 1; list p2 for o; open table O for o", "merge A into O", "another_game"),
        ("offer o: crown-omaha for 1; list p2 for o; open table O for o", "p2 wants A place 2 for o", "another_game"),
        ("table A: away 1; by TG Area Manager: table A: pick up 1; by TG Area Manager: table A: close", "withdraw 5-10",
         "players_there"),
    ],
)  # fmt: skip
def test_what_cannot_be_as_things_stand(setting: str, line: str, why: str) -> None:
    room = a_room(*filter(None, setting.split("; ")))
    before = room.stream.head
    assert ground(room.say(line)) == why
    assert room.stream.head == before


def test_names_and_numbers_that_mean_nothing() -> None:
    room = a_room()
    for name in ("", " ", " p2", "p2 "):
        assert ground(room.do(commands.JoinList(person=name, game="5-10"), by="Chip Runner")) == "who_sits"
        assert ground(room.do(commands.ReserveSeat(person=name, table="A", place=2))) == "who_sits"
    assert ground(room.do(commands.ReserveSeat(person="p2", table="A", place=2, seconds=-1))) == "seat_reserved"
    for offer in ({"game": " "}, {"needed": 0}, {"played": "crown-caribbean-stud"}):
        facts = {"game": "x", "played": "crown-omaha", "limit": "no limit", **offer}
        assert ground(room.do(msgspec.convert(facts | {"do": "offer-game"}, commands.OfferGame))) == "no_such_game"
    assert PokerRoom(settings=Settings(call_seconds=1)).state.settings.call_seconds == 1


def test_who_may_sit_down_without_being_given_the_seat() -> None:
    """Who was called, whose seat is reserved, and anyone where nobody is going to play who waits."""
    room = a_room("list p2 for 5-10, interested")
    done(room.say("by p3 as player: seat p3 at A place 3 with 500.00"))
    done(room.say("p2 is going for 5-10"))
    assert ground(room.say("by p2 as player: seat p2 at A place 2 with 500.00")) == "rank_needed"
    done(room.say("p2 wants A place 2 for 5-10"))
    done(room.say("call for 5-10"))
    done(room.say("by p2 as player: seat p2 at A place 2 with 500.00"))


def test_kept_chips_are_given_back_by_the_rank_that_gives_the_seat() -> None:
    room = a_room("table A: away 1", "by TG Area Manager: table A: pick up 1", "list p1 for 5-10", "call for 5-10")
    assert ground(room.say("by p1 as player: seat p1 at A place 2")) == "rank_needed"
    done(room.say("by TG Higher Duties Dealer: seat p1 at A place 2"))
    assert room.tables["A"].stacks == {2: 500_00}


def test_why_somebody_moves_is_on_record() -> None:
    room = a_room("open table B for 5-10", "open table C for 5-10")
    why = [done(room.say("move p1 to B place 1")).events[0]]
    done(room.say("must move B to A"))
    done(room.say("p1 asks for C"))
    why.append(done(room.say("move p1 to C place 1")).events[0])
    done(room.say("must move C to A"))
    why.append(done(room.say("move p1 to A place 1")).events[0])
    assert [getattr(event, "why", "") for event in why] == ["moved", "asked", "must move"]
    done(room.say("by p5 as player: seat p5 at B place 1 with 500.00"))
    done(room.say("by p6 as player: seat p6 at C place 1 with 500.00"))
    done(room.say("must move C to nothing"))
    assert ground(room.say("move p6 to A place 2")) == "must_move_first"
    done(room.say("reserve A place 2 for p6"))
    done(room.say("move p6 to A place 2"))


def test_a_seat_that_is_released_is_anybodys() -> None:
    room = a_room("reserve A place 2 for p9")
    assert ground(room.say("by p3 as player: seat p3 at A place 2 with 500.00")) == "seat_reserved"
    done(room.say("release A place 2"))
    assert room.state.tables["A"].reserved == {}
    done(room.say("by p3 as player: seat p3 at A place 2 with 500.00"))


def test_a_game_is_withdrawn_when_nobody_plays_or_waits() -> None:
    room = a_room("offer omaha: crown-omaha", "withdraw omaha")
    assert list(room.state.lists) == ["5-10"]


def test_must_move_games_in_a_chain_have_no_circle() -> None:
    room = a_room("open table B for 5-10", "open table C for 5-10", "must move C to B", "must move B to A")
    assert ground(room.say("must move A to C")) == "must_move_circle"
    done(room.say("must move B to nothing"))
    done(room.say("must move A to C"))


def test_what_is_due_is_named_in_its_order() -> None:
    room = a_room("open table B for 5-10", "list p2 for 5-10")
    manager = "TG Area Manager"
    offered = [offer.command for offer in room.stream.legal(by=manager)]
    assert offered == [commands.CallPlayer(game="5-10", table="A", place=2), commands.CallPlayer(game="5-10", table="B", place=1)]
    done(room.say("p1 asks for B"))
    assert room.stream.legal(by=manager)[1].command == commands.MovePlayer(person="p1", table="B", place=1)
    done(room.say("p1 stays"))
    done(room.say("must move A to B"))
    assert room.stream.legal(by=manager)[1].command == commands.MovePlayer(person="p1", table="B", place=1)
    assert room.stream.legal(by="Chip Runner") == room.stream.legal(by="player") == []
    assert [offer.clauses for offer in room.stream.legal(by="TG Higher Duties Dealer")] == [("8.3",), ("8.3", "8.10")]
    done(room.say("call for 5-10"))
    assert [type(offer.command) for offer in room.stream.legal(by=manager)] == [commands.MovePlayer]
    full = a_room("reserve A place 2 for p8", "reserve A place 3 for p9", "list p2 for 5-10")
    assert full.stream.legal(by=manager) == []


def test_a_table_comes_into_the_room_with_its_players() -> None:
    room = PokerRoom()
    done(room.offer("5-10", "crown-holdem", THREE, needed=1))
    done(room.say("list p2 for 5-10"))
    done(room.add("A", poker_table("crown-holdem", seats=2, options=THREE), "5-10"))
    assert room.state.tables["A"].seats == {1: "p1", 2: "p2"}
    assert room.state.lists["5-10"].waiting == ()
    assert ground(room.add("B", poker_table("crown-holdem", seats=1, options=THREE), "5-10")) == "seated_already"
    with pytest.raises(TableError, match="already"):
        room.add("A", PokerTable("crown-holdem", THREE), "5-10")
    with pytest.raises(TableError, match="another game"):
        room.add("C", PokerTable("crown-omaha", THREE), "5-10")
    listed = PokerTable("crown-holdem", THREE)
    done(listed.do(at_table.JoinList(person="p9")))
    with pytest.raises(TableError, match="its own list"):
        room.add("D", listed, "5-10")


def test_a_record_of_the_room_is_read_and_audited_like_any_other() -> None:
    room = a_room("list p2 for 5-10", "call for 5-10")
    lines = list(room.stream.lines())
    stream = load(lines)
    assert isinstance(stream, RoomStream)
    assert stream.state == room.state
    assert audit(lines)
    forged = [line.replace('"person":"p2"', '"person":"p3"') for line in lines]
    assert not audit(forged)
    with pytest.raises(TableError, match="no record of table 'A'"):
        PokerRoom.load(lines, {})


def test_only_a_book_with_a_poker_room_has_one() -> None:
    with pytest.raises(UnknownGame, match="no rules for a poker room"):
        PokerRoom("crown-caribbean-stud")


def test_lines_that_say_nothing() -> None:
    room = a_room()
    for line in ("table X: leave 1", "sing", 'offer 1-2: crown-holdem {"blinds": "x"}', "table A: sing"):
        with pytest.raises(LineError):
            room.say(line)
    with pytest.raises(TableError, match="already"):
        room.say("open table A for 5-10")


def test_the_map_shows_who_sits_where_and_who_waits() -> None:
    room = a_room("list p2 for 5-10", "list p3 for 5-10, interested", "call for 5-10 to A place 3", "table A: away 1")
    assert str(room).splitlines() == [
        "A: 5-10, 1 of 3",
        "  [1] p1             [2] -",
        "      $500.00 away",
        "  [3] -",
        "      for p2",
        "5-10 (crown-holdem, no limit, blinds $5.00 and $10.00; going): 1 p2 (called until 300), 2 p3 (interested)",
    ]


@pytest.mark.parametrize("how", ["move p1 to B place 1", "merge A into B"])
def test_winnings_go_along_to_another_table_and_can_be_seized_there(how: str) -> None:
    room = a_room("list p2 for 5-10", "seat p2 at A place 2 with 500.00", "open table B for 5-10")
    table = room.tables["A"]
    for step in iter(table.next_step, None):
        if isinstance(step, at_table.BeginHand) and table.state.hand.number:
            break
        done(table.do(step))
        if table.turn:
            other = next(s for s in table.state.seats if s != table.state.seat_of("p1"))
            done(table.do(at_table.Fold(seat=table.turn) if table.turn == other else at_table.Call(seat=table.turn)))
            if table.turn:
                done(table.do(at_table.Fold(seat=table.turn)))
    won = table.state.winnings("p1")
    assert won > 0
    if how.startswith("merge"):
        done(room.say("by TG Area Manager: table A: announce closing"))
        for seat in (1, 2):
            done(room.say(f"by p{seat} as seat {seat}: table A: agree {seat} to closing"))
    done(room.say(how))
    there = room.tables["B"]
    assert there.state.winnings("p1") == won
    seat = there.state.seat_of("p1")
    assert isinstance(there.do(at_table.Report(what="device", player=seat, amount=won)), AwaitingRuling)
    done(there.do(at_table.Rule(option="seize winnings"), by="TG Assistant Casino Manager"))
    assert there.state.winnings("p1") == 0
    assert not any(getattr(e, "won", 0) for e in there.view(Viewer(person="p2")))
    assert audit(there.dump().splitlines()).deviation is None
