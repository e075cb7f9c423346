"""What tables tell the room, what that means for lists and seats kept, and what a power cut leaves half done."""

from __future__ import annotations

import pytest

from croupier.kernel.actors import HOUSE, PLAYER, Said
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.errors import TableError
from croupier.kernel.events import Command
from croupier.poker import commands as at_table
from croupier.poker.rules import Options
from croupier.poker.telling import limits
from croupier.room import commands
from croupier.room.events import TableNoted
from croupier.room.state import Reservation
from croupier.tables.any_game import audit
from croupier.tables.poker_room import PokerRoom, RoomStream
from properties.test_room import check, loaded
from room.test_room import THREE, a_room, done, ground


class Notes:
    """A room's stream by itself: games x and y, and tables A and B of x that note whatever they are told to."""

    def __init__(self) -> None:
        self.stream = RoomStream()
        self.do(commands.OpenRoom())
        for game in ("x", "y"):
            self.do(commands.OfferGame(game=game, played="crown-holdem", limit=game, needed=1))
            self.do(commands.JoinList(person="p9", game=game))
        for table in ("A", "B"):
            self.do(commands.AddTable(table=table, game="x", places=3))

    def do(self, command: Command) -> Accepted:
        return done(self.stream.do(command))

    def note(self, table: str = "A", game: str = "x", places: int = 3, **facts: object) -> Decision:
        seats = facts.pop("seats", {})
        return self.stream.do(commands.NoteTable(table=table, game=game, places=places, seats=seats, **facts))  # type: ignore[arg-type]

    def noted(self, table: str = "A", **facts: object) -> TableNoted:
        (event,) = done(self.note(table, **facts)).events  # type: ignore[arg-type]
        assert isinstance(event, TableNoted)
        return event

    @property
    def waiting(self) -> list[str]:
        return [entry.person for entry in self.stream.state.lists["x"].waiting]


def test_tables_that_do_not_open() -> None:
    notes = Notes()

    def add(table: str = "C", game: str = "x", places: int = 3) -> Decision:
        return notes.stream.do(commands.AddTable(table=table, game=game, places=places))

    assert ground(add(game="z")) == "no_such_list"
    assert ground(add("A")) == "table_opened"
    assert ground(add(" ")) == "table_opened"
    assert ground(add(places=0)) == "no_such_place"
    done(add(places=1))


def test_notes_that_cannot_be() -> None:
    notes = Notes()
    assert ground(notes.note("C")) == "no_such_table"
    assert ground(notes.note(game="z")) == "no_such_table"
    assert ground(notes.note(seats={1: "p1", 2: "p1"})) == "seated_already"
    notes.noted(seats={1: "p1"})
    assert ground(notes.note("B", seats={1: "p1"})) == "seated_already"


def test_each_note_cites_what_it_is_about() -> None:
    notes = Notes()
    assert notes.noted(seats={1: "p1", 2: "p2", 3: "p3"}).clauses == ("8.1",)
    assert notes.noted(seats={1: "p1", 2: "p2"}).clauses == ("8.3",)
    picked = notes.noted(seats={1: "p1"}, picked_up={"p2": 60, "p7": 5})
    assert (picked.clauses, picked.picked_up, picked.gone) == (("8.11",), {"p2": 60}, ("p2",))
    assert notes.noted(seats={1: "p1"}, paid_until=3600).clauses == ("7.2.2(a)", "7.2.2(b)")
    assert notes.noted(seats={1: "p1"}, paid_until=3600, away=("p1",)).clauses == ("8.1",)
    notes.do(commands.CallPlayer(game="x"))
    won = notes.noted(seats={1: "p1"}, won={2: "p9", 3: "p8"}, paid_until=3600)
    assert (won.clauses, won.won, won.until) == (("8.1.1",), {2: "p9"}, 300)
    closed = notes.noted(closed=True)
    assert (closed.clauses, closed.on_list) == (("13.3", "8.10"), ("p1",))
    assert notes.waiting == ["p1", "p9"]
    last = notes.noted("B", closed=True)
    assert (last.clauses, last.on_list) == (("13.3",), ())


def test_who_plays_a_game_without_another_table_waits_for_nothing_when_it_closes() -> None:
    notes = Notes()
    notes.noted("B", closed=True)
    notes.noted(seats={1: "p1"})
    assert notes.noted(closed=True).on_list == ()
    assert notes.waiting == ["p9"]


def test_who_sits_down_is_off_the_list_and_nobody_else() -> None:
    notes = Notes()
    assert notes.noted(seats={1: "p9", 2: "p1"}).off_list == ("p9",)
    assert notes.waiting == []


def test_a_table_with_fewer_places_or_another_game_keeps_nothing_for_anybody() -> None:
    notes = Notes()
    for place in (2, 3):
        notes.do(commands.ReserveSeat(person=f"p{place}", table="A", place=place))
    notes.do(commands.SetMustMove(table="A", into="B"))
    notes.noted(places=2)
    assert notes.stream.state.tables["A"].reserved == {2: Reservation("p2")}
    assert notes.stream.state.tables["A"].must_move == "B"
    notes.noted(game="y", places=2)
    assert notes.stream.state.tables["A"].reserved == {}
    assert notes.stream.state.tables["A"].must_move == ""


def test_a_charge_is_not_called_for_twice() -> None:
    notes = Notes()
    notes.noted(seats={1: "p1"}, hourly=True)
    notes.do(commands.CallCollection())
    assert notes.stream.state.tables["A"].owes
    assert ground(notes.stream.do(commands.CallCollection())) == "collection_due"
    notes.noted(seats={1: "p1"}, hourly=True, paid_until=3600)
    assert not notes.stream.state.tables["A"].owes


def test_as_whom_people_look_at_a_room() -> None:
    stream = Notes().stream
    assert stream.viewer_of(Said("p1", PLAYER, 0)).role == "onlooker"
    assert stream.viewer_of(Said("m", "TG Area Manager", 0)).role == "supervisor"
    assert stream.who(commands.JoinList(person="p1", game="x")) == Said("p1", PLAYER, 0)
    assert stream.who(commands.NoteTable(table="A", game="x", places=3, seats={})).capacity == HOUSE


# With tables


def test_tables_of_one_game_may_have_other_places() -> None:
    room = a_room()
    done(room.open("B", "5-10", Options(places=2)))
    assert room.state.tables["B"].places == 2
    offer = commands.OfferGame(game="as usual", played="crown-omaha", limit=limits(Options()), needed=1)
    done(room.do(offer))
    done(room.say("list p2 for as usual"))
    done(room.open("C", "as usual"))


def test_tables_are_merged_when_the_last_place_is_taken_and_kept_ones_stay_kept() -> None:
    room = a_room("open table B for 5-10", "reserve A place 2 for p9", "by p2 as player: seat p2 at B place 1 with 500.00")
    done(room.say("by TG Area Manager: table B: announce closing"))
    done(room.say("by p2 as seat 1: table B: agree 1 to closing"))
    done(room.say("merge B into A"))
    assert room.state.tables["A"].seats == {1: "p1", 3: "p2"}
    assert room.wrong() == []


def test_no_table_is_merged_while_the_hourly_charge_is_due() -> None:
    room = PokerRoom()
    done(room.say('offer h: crown-holdem {"places": 3, "commission": {"hourly": 500}} for 1'))
    for line in ("list p1 for h", "open table A for h", "open table B for h", "seat p1 at A place 1 with 500.00"):
        done(room.say(line))
    done(room.say("by p2 as player: seat p2 at A place 2 with 500.00"))
    done(room.say("table A: begin"))
    done(room.say("call collection"))
    assert ground(room.say("merge A into B")) == "collection_due"


def test_who_is_away_stays_away_when_moved() -> None:
    room = a_room("open table B for 5-10", "table A: away 1", "p1 asks for any table", "move p1 to B place 2")
    assert (room.state.tables["A"].away, room.state.tables["B"].away) == ((), ("p1",))
    assert room.tables["B"].state.seats[2].away
    assert room.state.changes == ()
    assert room.wrong() == []


def test_a_wish_for_one_table_does_not_stand_in_the_way_at_another() -> None:
    room = a_room("open table B for 5-10", "open table C for 5-10", "p1 asks for C")
    done(room.say("by p2 as player: seat p2 at B place 1 with 500.00"))
    assert ground(room.say("by p3 as player: seat p3 at C place 1 with 500.00")) == "change_first"


def test_who_leaves_wants_no_other_table() -> None:
    for wish in ("p1 asks for B", "p1 asks for any table"):
        room = a_room("open table B for 5-10", wish, "table A: leave 1")
        assert room.state.changes == ()


def test_who_sits_down_gives_up_only_what_was_kept_for_them() -> None:
    room = a_room("list p2 for 5-10", "reserve A place 3 for p9", "call for 5-10 to A place 2", "open table B for 5-10")
    done(room.say("by p2 as player: seat p2 at B place 1 with 500.00"))
    assert room.state.tables["A"].reserved == {3: Reservation("p9")}


def test_a_place_that_a_player_of_the_table_moves_to_is_kept_no_more() -> None:
    room = a_room("reserve A place 3 for p9", "table A: want 1 place 3", "table A: move 1 to 3")
    assert room.state.tables["A"].reserved == {}


def test_nothing_happens_at_a_table_that_has_closed() -> None:
    room = a_room("table A: leave 1", "by TG Area Manager: table A: close")
    for command in (at_table.BeginHand(), at_table.TakeSeat(seat=1, chips=500_00)):
        assert ground(room.tables["A"].do(command)) == "table_closed"
    assert room.state.tables == {}
    done(room.say("list p1 for 5-10"))
    done(room.say("open table B for 5-10"))


def test_time_goes_on_in_the_room_and_at_every_table() -> None:
    """What is noted in one place of something in another is not earlier than what was there."""
    room = a_room("at 500: list p2 for 5-10", "at 100: table A: away 1", "at 900: table A: want 1 place 3")
    assert (room.stream.at, room.tables["A"].at) == (500, 900)
    done(room.say("at 600: by TG Higher Duties Dealer: seat p2 at A place 2 with 500.00"))
    assert (room.stream.at, room.tables["A"].at) == (600, 900)
    for stream in room.streams:
        assert audit(stream.lines()), str(audit(stream.lines()))


def test_players_of_a_merged_table_are_no_new_players() -> None:
    room = a_room("by p2 as player: seat p2 at A place 2 with 500.00", "table A: begin", "open table B for 5-10")
    done(room.say("by p3 as player: seat p3 at B place 1 with 500.00"))
    done(room.say("by TG Area Manager: table B: announce closing"))
    done(room.say("by p3 as seat 1: table B: agree 1 to closing"))
    done(room.say("merge B into A"))
    assert not room.tables["A"].state.seats[3].new


def test_a_place_kept_without_a_time_is_kept_until_it_is_released() -> None:
    room = a_room("reserve A place 2 for p9")
    assert ground(room.say("at 99999: by p3 as player: seat p3 at A place 2 with 500.00")) == "seat_reserved"
    done(room.say("at 99999: by p9 as player: seat p9 at A place 2 with 500.00"))


def test_who_wants_away_from_a_table_keeps_nobody_from_it() -> None:
    room = a_room("open table B for 5-10", "p1 asks for any table")
    done(room.say("by p2 as player: seat p2 at A place 2 with 500.00"))


def test_a_kept_place_is_given_up_by_who_sits_down_elsewhere() -> None:
    room = a_room("list p2 for 5-10", "call for 5-10 to A place 2", "open table B for 5-10")
    done(room.say("by p2 as player: seat p2 at B place 1 with 500.00"))
    assert room.state.tables["A"].reserved == {}


def journal_of(*lines: str) -> tuple[list[tuple[str, bytes]], PokerRoom]:
    written: list[tuple[str, bytes]] = []
    room = PokerRoom(follower=lambda entry, line: written.append((entry.stream, line)))
    done(room.offer("5-10", "crown-holdem", THREE, needed=1))
    for line in lines:
        assert not isinstance(answer := room.say(line), Refused), answer
    return written, room


@pytest.mark.parametrize("cut", [0, 1, 2])
def test_a_move_that_was_cut_short_is_finished_with_the_chips_of_the_one_who_moved(cut: int) -> None:
    written, room = journal_of(
        "list p1 for 5-10",
        "open table A for 5-10",
        "open table B for 5-10",
        "seat p1 at A place 1 with 500.00",
        "by p2 as player: seat p2 at A place 2 with 300.00",
        "by p3 as player: seat p3 at A place 3 with 200.00",
        "table A: leave 2",
        "table A: leave 3",
        "move p1 to B place 1",
    )
    again = loaded(written[: len(written) - cut])
    check(again)
    assert again.tables["B"].stacks == room.tables["B"].stacks == {1: 500_00}
    assert again.tables["A"].stacks == {}


@pytest.mark.parametrize("cut", [0, 1, 2, 3])
def test_a_merging_that_was_cut_short_is_finished_with_everybodys_chips(cut: int) -> None:
    written, _ = journal_of(
        "list p1 for 5-10",
        "open table A for 5-10",
        "open table B for 5-10",
        "seat p1 at B place 1 with 500.00",
        "by p2 as player: seat p2 at B place 2 with 300.00",
        "by TG Area Manager: table B: announce closing",
        "by p1 as seat 1: table B: agree 1 to closing",
        "by p2 as seat 2: table B: agree 2 to closing",
        "merge B into A",
    )
    again = loaded(written[: len(written) - cut])
    check(again)
    assert again.tables["A"].stacks == {1: 500_00, 2: 300_00}
    assert again.tables["B"].state.closed


def test_what_cannot_go_on_is_said() -> None:
    written, _ = journal_of("list p1 for 5-10", "open table A for 5-10", "seat p1 at A place 1 with 500.00")
    other = PokerRoom()
    done(other.offer("5-10", "crown-holdem", Options(places=3, minimum_buy_in=900_00), needed=1))
    done(other.say("list p1 for 5-10"))
    done(other.open("A", "5-10"))
    room = [line for stream, line in written if stream == "crown-poker"]
    with pytest.raises(TableError, match="A cannot go on as the room says: the minimum buy-in is"):
        PokerRoom.load(room, {"A": list(other.tables["A"].lines())})


@pytest.mark.parametrize("cut", [0, 1, 2])
def test_an_exclusion_that_was_cut_short_reaches_the_table_where_the_person_sits(cut: int) -> None:
    written, room = journal_of(
        "list p1 for 5-10",
        "open table A for 5-10",
        "open table B for 5-10",
        "seat p1 at B place 1 with 500.00",
        "by p2 as player: seat p2 at B place 2 with 300.00",
        "table A: report device person p1",
        "by TG Assistant Casino Manager: table A: rule exclude",
    )
    again = loaded(written[: len(written) - cut])
    check(again)
    assert again.tables["B"].state.excluded == room.tables["B"].state.excluded == ("p1",)
    assert again.state.excluded == ("p1",)
    assert audit(again.tables["B"].lines())


def test_only_the_software_says_at_a_table_who_was_excluded_at_another() -> None:
    room = a_room("table A: away 1")
    excluding = at_table.ExcludePlayer(person="p1")
    assert ground(room.tables["A"].do(excluding, by="TG Assistant Casino Manager")) == "rank_needed"
    assert ground(room.tables["A"].do(at_table.ExcludePlayer(person="p9"), by=HOUSE)) == "nobody_sits_there"
    done(room.tables["A"].do(excluding, by=HOUSE))
    assert ground(room.tables["A"].do(excluding, by=HOUSE)) == "excluded"


@pytest.mark.parametrize("cut", [0, 1, 2])
def test_kept_chips_go_along_to_another_table_of_the_game_also_when_that_was_cut_short(cut: int) -> None:
    written, _ = journal_of(
        "list p1 for 5-10",
        "open table A for 5-10",
        "open table B for 5-10",
        "seat p1 at A place 1 with 350.00",
        "table A: away 1",
        "by TG Area Manager: table A: pick up 1",
        "list p1 for 5-10",
        "seat p1 at B place 1",
    )
    again = loaded(written[: len(written) - cut])
    check(again)
    assert again.tables["B"].stacks == {1: 350_00}
    assert again.tables["A"].state.picked_up == {}
