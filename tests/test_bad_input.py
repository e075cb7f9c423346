"""Bad input at a table: each gets a typed refusal or a one-line error, and nothing is ever half changed."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, strategies as st

from croupier.books import BOOKS, GAMES, book_of, game_of, rules_of
from croupier.kernel.accounts import purse_of
from croupier.kernel.actors import Said
from croupier.kernel.cards import DECK, HIDDEN, Card, CardError, parse_cards
from croupier.kernel.decisions import Accepted, Refused
from croupier.kernel.errors import CroupierError, TableError, UnknownGame
from croupier.kernel.events import Command
from croupier.kernel.incidents import GuessRefused
from croupier.kernel.money import MoneyError
from croupier.stud import commands
from croupier.stud.lines import LineError, read_line, said_by
from croupier.stud.rules import Options
from croupier.stud.state import State
from croupier.tables.house_table import ENGINE, HouseTable, house_table as open_table
from properties.play import COMMANDS, PLAYABLE, stray

GAME = "crown-caribbean-stud"
every_game = pytest.mark.parametrize("game", PLAYABLE)


def refusal(table: HouseTable, command: Command, **how: Any) -> Refused:
    """The refusal of a command, after which the table is as it was; one that had to look at hidden cards is on record."""
    state, events = table.state, list(table.events)
    answer = table.do(command, **how)
    assert isinstance(answer, Refused), answer
    assert table.state == state
    assert [type(event) for event in table.events[len(events) :]] == [GuessRefused] * answer.looked
    assert answer.reason
    assert "\n" not in answer.reason
    return answer


def dealing(game: str, device: str = "shuffler") -> HouseTable:
    """A table with one ante, a shuffled deck that nobody knows, and nothing dealt yet."""
    device = device if device in rules_of(game).upcard_place else "shuffler"
    table = open_table(game, options=Options(device=device))  # type: ignore[arg-type]
    steps = [commands.PlaceAnte(seat=1, amount=10_00), commands.Shuffle(), commands.Cut(place=20)]
    for step in (*steps, commands.CallNoMoreBets()):
        table.do(step)
    assert table.state.phase == "dealing"
    return table


# cards


@every_game
@pytest.mark.parametrize(
    ("deck", "says"),
    [
        ((*DECK[:51], DECK[0]), "Ac is in the deck twice"),
        (DECK[:51], "51 cards"),
        ((*DECK, Card.As), "As is in the deck twice"),
        ((*DECK, HIDDEN), "53 cards"),
        ((HIDDEN, *DECK[1:]), "say the whole order"),
    ],
    ids=["twice", "51", "53", "53 hidden", "half known"],
)
def test_a_deck_that_is_not_52_different_cards(game: str, deck: tuple[Card, ...], says: str) -> None:
    answer = refusal(open_table(game), commands.Shuffle(deck=deck, source="stacked"))
    assert answer.ground == "deck_not_complete"
    assert says in answer.reason


@every_game
def test_a_sixth_card_at_once(game: str) -> None:
    table = dealing(game)
    first = table.legal()[0].command
    box = getattr(first, "box", -1)
    answer = refusal(table, commands.DealCards(box=box, cards=(HIDDEN,) * 6))
    assert answer.ground == "deal_out_of_order"


@every_game
def test_a_sixth_card_after_five(game: str) -> None:
    table = dealing(game, "shoe")
    while offers := [o.command for o in table.legal() if isinstance(o.command, commands.DealCards)]:
        unseen = next(card for card in DECK if card not in table.state.known_cards())
        cards = (unseen, *(HIDDEN,) * (len(offers[0].cards) - 1))
        assert isinstance(table.do(commands.DealCards(box=offers[0].box, cards=cards)), Accepted)
    for box in (0, 1):
        assert refusal(table, commands.DealCards(box=box, cards=(Card.C2,))).ground == "deal_out_of_order"


def test_a_card_that_lies_on_the_table_already() -> None:
    table = dealing(GAME)
    table.do(commands.DealCards(box=1, cards=parse_cards("As Ad 9c 7h 2s")))
    answer = refusal(table, commands.DealCards(box=0, cards=parse_cards("Kd Qc As 5s 3d")))
    assert (answer.ground, answer.reason) == ("deck_not_complete", "As is on the table already")


def test_a_card_twice_in_one_hand() -> None:
    answer = refusal(dealing(GAME), commands.DealCards(box=1, cards=parse_cards("As As 9c 7h 2s")))
    assert answer.ground == "deck_not_complete"


# money


@every_game
@pytest.mark.parametrize("amount", [-10_00, -1, 0, 10**25])
def test_a_wager_that_is_no_sum_of_chips(game: str, amount: int) -> None:
    assert refusal(open_table(game), commands.PlaceAnte(seat=1, amount=amount)).ground == "wagers_in_chips"
    assert refusal(open_table(game), commands.TakeSeat(seat=2, chips=amount)).ground == "wagers_in_chips"


@pytest.mark.parametrize("amount", [1000.5, float("nan"), float("inf"), "10.00", None, True, [1000]])
def test_a_wager_that_is_no_whole_number_of_cents(amount: Any) -> None:
    for command in (commands.PlaceAnte(seat=1, amount=amount), commands.TakeSeat(seat=2, chips=amount)):
        answer = refusal(open_table(GAME), command)
        assert answer.ground == "command_not_understood"
        assert "int" in answer.reason


@every_game
@pytest.mark.parametrize("short", [-10_00, -1, 1, 10_00])
def test_a_bet_that_is_not_twice_the_ante(game: str, short: int) -> None:
    table = open_table(game, seed=1)
    table.do(commands.PlaceAnte(seat=1, amount=10_00))
    assert isinstance(table.deal(), Accepted)
    assert refusal(table, commands.PlaceBet(seat=1, amount=20_00 + short)).ground == "bet_not_twice_ante"


@every_game
@pytest.mark.parametrize("source", ["house", "seeded", "stacked", "live"])
def test_only_hands_leave_a_deck_whose_order_nobody_knows(game: str, source: Any) -> None:
    deck = DECK if source == "live" else ()
    answer = refusal(open_table(game), commands.Shuffle(deck=deck, source=source))
    assert answer.ground == "deck_not_complete"


# who and when


def test_a_stale_command() -> None:
    table = open_table(GAME)
    seen = table.number
    table.do(commands.TakeSeat(seat=2, chips=100_00))
    late = commands.PlaceAnte(seat=1, amount=10_00)
    assert refusal(table, late, seen=seen).ground == "stale_command"
    assert refusal(table, late, seen=10**6).ground == "stale_command"
    assert isinstance(table.do(late, seen=table.number), Accepted)


def test_a_repeated_command_is_taken_once_and_gets_the_first_answer() -> None:
    table = open_table(GAME)
    sit = commands.TakeSeat(seat=2, chips=100_00)
    first = table.do(sit, id="a1")
    assert isinstance(first, Accepted)
    table.do(commands.LeaveSeat(seat=2))
    entries = table.number
    assert table.do(sit, id="a1") == first
    assert (table.number, table.state.seats) == (entries, (1,))


def test_a_refused_command_may_be_sent_again() -> None:
    table = open_table(GAME)
    bet = commands.CallNoMoreBets()
    assert refusal(table, bet, id="b1").ground == "nothing_wagered"
    table.do(commands.PlaceAnte(seat=1, amount=10_00))
    table.do(commands.Shuffle())
    assert isinstance(table.do(bet, id="b1"), Accepted)


@every_game
@pytest.mark.parametrize("who", [0, 99, -1, "seat 1", "a stranger", "Dealer 2", "dealer "])
def test_a_command_without_authority(game: str, who: Any) -> None:
    """Whom the book does not know can do nothing, whatever they call themselves."""
    table = open_table(game, seats=2)
    for kind in COMMANDS:
        command = stray(table, Random(7), of=kind).command
        answer = refusal(table, command, by=who)
        assert answer.ground != "command_not_understood"
        assert answer.clauses or answer.ground in ("no_such_duty", "not_in_this_book"), answer


@every_game
def test_a_player_acts_for_nobody_else(game: str) -> None:
    table = open_table(game, seats=2)
    answer = refusal(table, commands.PlaceAnte(seat=1, amount=10_00), by=2)
    assert answer.ground == "not_your_place"


@every_game
def test_nobody_acts_for_a_seat_where_another_person_sits(game: str) -> None:
    table = open_table(game, seats=2)
    for person in ("p2", "somebody"):
        answer = refusal(table, commands.PlaceAnte(seat=1, amount=10_00), by=1, person=person)
        assert answer.ground == "not_your_place"
        assert person in answer.reason


@every_game
@pytest.mark.parametrize(
    ("command", "ground"),
    [
        (commands.CallNoMoreBets(), "rank_needed"),
        (commands.Shuffle(), "rank_needed"),
        (commands.Reveal(), "rank_needed"),
        (commands.Report(what="miscount", box=1, count=6), "rank_needed"),
        (commands.CloseTable(), "rank_needed"),
        (commands.Cut(place=20), "cut_by_player"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Command) else "",
)
def test_what_is_the_houses_no_player_does(game: str, command: Command, ground: str) -> None:
    answer = refusal(open_table(game, seats=2), command, by=1)
    assert answer.ground == ground
    assert answer.clauses


@every_game
def test_one_person_has_one_seat_and_says_who_they_are(game: str) -> None:
    table = open_table(game, seats=2)
    assert refusal(table, commands.TakeSeat(seat=3, chips=100_00), person="p1").ground == "place_occupied"
    assert "say who" in refusal(table, commands.TakeSeat(seat=3, chips=100_00), by="dealer").reason
    blank = refusal(table, commands.TakeSeat(seat=3, chips=100_00, person="  "), by="dealer")
    assert "say who" in blank.reason


@pytest.mark.parametrize("person", ["p@house", "p@tokens", "stack:1", "float", "seat 1", "é", "a as b", "x" * 200])
def test_people_are_called_what_they_are_called(person: str) -> None:
    table = open_table(GAME)
    assert isinstance(table.do(commands.TakeSeat(seat=2, chips=100_00), person=person), Accepted)
    assert isinstance(table.do(commands.PlaceAnte(seat=2, amount=10_00), by=2, person=person), Accepted)
    table.do(commands.TakeBackAnte(seat=2))
    assert isinstance(table.do(commands.LeaveSeat(seat=2)), Accepted)
    again = HouseTable.load(table.dump().splitlines())
    assert again.state == table.state
    assert again.audit().deviation is None
    assert purse_of(person) not in again.state.money


@every_game
def test_a_command_before_the_table_is_open(game: str) -> None:
    for kind in COMMANDS:
        if kind is not commands.OpenTable:
            tried = stray(open_table(game), Random(7), of=kind)
            answer = ENGINE.decide(rules_of(game), State(), tried.command, tried.said(open_table(game)))
            assert isinstance(answer, Refused)
            assert answer.ground == "table_opened"


def test_a_command_of_another_kind() -> None:
    assert refusal(open_table(GAME), Command()).ground == "command_not_understood"


@pytest.mark.parametrize(
    "said",
    [
        Said("", 1, 0),
        Said("p1", "", 0),
        Said("x" * 10_000, 1, 0),
        Said(None, 1, 0),  # type: ignore[arg-type]
        Said("p1", None, 0),  # type: ignore[arg-type]
        Said("p1", 1.5, 0),  # type: ignore[arg-type]
        Said("p1", (1,), 0),  # type: ignore[arg-type]
        Said("p1", 1, "noon"),  # type: ignore[arg-type]
        Said("p1", 1, 0.5),  # type: ignore[arg-type]
        Said("p1", 1, float("nan")),  # type: ignore[arg-type]
        Said("p1", 1, 10**30),
    ],
    ids=repr,
)
def test_somebody_who_cannot_be(said: Said) -> None:
    table = open_table(GAME)
    for command in (commands.PlaceAnte(seat=1, amount=10_00), commands.CallNoMoreBets()):
        refusal(table, command, said=said)


def test_time_never_goes_back() -> None:
    table = open_table(GAME)
    table.do(commands.PlaceAnte(seat=1, amount=10_00), at=500)
    for how in ({"at": 499}, {"at": -1}, {"at": 0}, {"said": Said("p1", 1, 0)}):
        answer = table.do(commands.TakeBackAnte(seat=1), **how)
        assert table.at == 500, how
        if isinstance(answer, Accepted):
            assert table.entries[-1].at == 500
            table.do(commands.PlaceAnte(seat=1, amount=10_00))
    assert HouseTable.load(table.dump().splitlines()).state == table.state


@pytest.mark.parametrize("text", ["\ud800", "a\ud800b"])
def test_text_that_is_none(text: str) -> None:
    """A lone surrogate cannot be written down, so it cannot be said."""
    table = open_table(GAME)
    for command in (
        commands.Report(what="dispute", player=1, note=text),
        commands.TakeSeat(seat=2, chips=100_00, person=text),
        commands.Perform(duty=text),
    ):
        assert refusal(table, command).ground == "command_not_understood"
    sit = commands.TakeSeat(seat=2, chips=100_00)
    for how in ({"person": text}, {"by": text}, {"id": text}):
        refusal(table, sit, **how)


# books and games


@pytest.mark.parametrize("find", [book_of, game_of, rules_of, open_table])
@pytest.mark.parametrize("name", ["", "nowhere", "crown_caribbean_stud", "../crown-poker", "crown-caribbean-stud "])
def test_an_unknown_book_or_game(find: Any, name: str) -> None:
    with pytest.raises(UnknownGame, match=r"there is no (book or )?game") as error:
        find(name)
    assert repr(name) in str(error.value)
    assert "crown-caribbean-stud" in str(error.value)


@pytest.mark.parametrize("game", [game for game in GAMES if game_of(game).rules is None])
def test_a_game_of_the_poker_room_is_not_played_against_the_house(game: str) -> None:
    with pytest.raises(UnknownGame, match=f"{game} is played in the poker room.*crown-caribbean-stud"):
        open_table(game)


@pytest.mark.parametrize("book", BOOKS)
def test_an_unknown_clause(book: str) -> None:
    with pytest.raises(CroupierError, match=r"has no clause '99\.9'"):
        book_of(book).clause("99.9")


@every_game
@pytest.mark.parametrize(
    ("options", "says"),
    [
        (Options(places=0), "places"),
        (Options(places=10), "places"),
        (Options(minimum=0), "minimum"),
        (Options(minimum=20_00, maximum=10_00), "minimum"),
        (Options(unit=0), "unit"),
        (Options(chip=-1), "chip"),
        (Options(maximum_payout=-1), "payout"),
        (Options(device="hat"), "hat"),  # type: ignore[arg-type]
        (Options(readings=("mine",)), "mine"),
        (Options(places=2.5), "int"),  # type: ignore[arg-type]
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_table_that_the_book_does_not_allow(game: str, options: Options, says: str) -> None:
    with pytest.raises(TableError) as error:
        HouseTable(game, options)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


# lines and JSON


@pytest.mark.parametrize(
    "line",
    [
        "",
        "   # only a comment",
        "dance",
        "ante",
        "ante one 10.00",
        "ante 1 -10.00",
        "ante 1 10.005",
        "ante 1 ten",
        "ante 1 1e3",
        "ante 1 1,00",
        "ante 1 10.00 box x",
        "bet 1 20.00.00",
        "deal 1: Ax",
        "deal 1: As Kd Zz",
        "deal 1: 11h",
        "show 1: nothing",
        "turn up As Kd",
        "shuffle As Xx",
        "cut deep",
        "at noon: settle",
        "at -5: settle",
        "at ²: settle",
        "report miscount box",
        "report miscount count many",
        "report miscount amount -5",
        "report miscount hat 3",
        "rule",
        "by : settle",
    ],
)
def test_a_line_that_nobody_understands(line: str) -> None:
    with pytest.raises((LineError, CardError, MoneyError)) as error:
        read_line(said_by(line)[1], State(), rules_of("crown-caribbean-stud"))
    assert str(error.value)
    assert "\n" not in str(error.value)


_WORDS = """sit ante bet fold deal show cut report rule sign at by do box note tokens 1 99999999999999999999 10.00 ٣ ² -1 : As
?? dealer count due to limits personal change for"""


@given(text=st.text() | st.lists(st.sampled_from(_WORDS.split())).map(" ".join))
def test_any_line_is_a_command_or_a_clear_error(text: str) -> None:
    try:
        said: object = read_line(said_by(text)[1], State(), rules_of("crown-caribbean-stud"))
    except (LineError, CardError, MoneyError) as error:
        said = error
    assert isinstance(said, Command) or str(said)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "truncated"),
        ("{", "truncated"),
        ("nonsense", "malformed"),
        ("[]", "Expected `object`"),
        ("{}", "do"),
        ('{"do":"dance"}', "dance"),
        ('{"do":"PlaceAnte","seat":1,"amount":1000}', "PlaceAnte"),
        ('{"do":"place-ante","seat":1}', "amount"),
        ('{"do":"place-ante","seat":1,"amount":10.5}', "$.amount"),
        ('{"do":"place-ante","seat":"1","amount":1000}', "$.seat"),
        ('{"do":"place-ante","seat":1,"amount":1000,"tip":5}', "tip"),
        ('{"do":"deal-cards","box":1,"cards":["As","Zz"]}', "$.cards[1]"),
        ('{"do":"settle","by":"dealer"}', "by"),
        ('{"do":"settle","at":7}', "at"),
    ],
)
def test_a_command_in_json_that_is_none(text: str, says: str) -> None:
    with pytest.raises(msgspec.DecodeError) as error:
        ENGINE.codec.read_command(text)
    assert says in str(error.value)
    assert "\n" not in str(error.value)
