"""Bad input at a table: each gets a typed refusal or a one-line error, and nothing is ever half changed."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.books import BOOKS, GAMES, book_of, game_of, rules_of
from croupier.kernel.cards import DECK, HIDDEN, Card, CardError, parse_cards
from croupier.kernel.clauses import BookError
from croupier.kernel.decisions import Accepted, Refused
from croupier.kernel.events import Command
from croupier.kernel.money import MoneyError
from croupier.stud import commands
from croupier.stud.engine import decide
from croupier.stud.lines import LineError, read_line
from croupier.stud.record import COMMANDS, read_command
from croupier.stud.rules import Options
from croupier.stud.table import Table as State
from croupier.tables.house_table import HouseTable
from croupier.tables.house_table import table as open_table
from properties.play import PLAYABLE, stray

GAME = "crown-caribbean-stud"
every_game = pytest.mark.parametrize("game", PLAYABLE)


def refusal(table: HouseTable, command: Command, **how: Any) -> Refused:
    """The refusal of a command, after which the table is as it was."""
    state, events = table.state, list(table.events)
    answer = table.do(command, **how)
    assert isinstance(answer, Refused), answer
    assert table.state == state
    assert table.events == events
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
    answer = refusal(open_table(game), commands.Shuffle(deck=deck))
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


# who and when


def test_a_stale_command() -> None:
    table = open_table(GAME)
    seen = table.state.version
    table.do(commands.TakeSeat(seat=2, chips=100_00))
    late = commands.PlaceAnte(seat=1, amount=10_00)
    assert refusal(table, late, seen=seen).ground == "stale_command"
    assert refusal(table, late, seen=10**6).ground == "stale_command"
    assert isinstance(table.do(late, seen=table.state.version), Accepted)


def test_a_repeated_command_is_taken_once() -> None:
    table = open_table(GAME)
    sit = commands.TakeSeat(seat=2, chips=100_00)
    assert isinstance(table.do(sit, id="a1"), Accepted)
    table.do(commands.LeaveSeat(seat=2))
    assert refusal(table, sit, id="a1").ground == "repeated_command"


def test_a_refused_command_may_be_sent_again() -> None:
    table = open_table(GAME)
    bet = commands.CallNoMoreBets()
    assert refusal(table, bet, id="b1").ground == "nothing_wagered"
    table.do(commands.PlaceAnte(seat=1, amount=10_00))
    table.do(commands.Shuffle())
    assert isinstance(table.do(bet, id="b1"), Accepted)


@every_game
@pytest.mark.parametrize("who", ["", "seat 0", "seat 99", "a stranger", "Dealer 2"])
def test_a_command_without_authority(game: str, who: str) -> None:
    """A stranger can do nothing. A command without a name counts as that of the player whose seat it names."""
    table = open_table(game, seats=2)
    for kind in COMMANDS:
        if who or "seat" not in kind.__struct_fields__:
            refusal(table, stray(table, Random(7), of=kind, by=who))


@every_game
def test_a_player_acts_for_nobody_else(game: str) -> None:
    table = open_table(game, seats=2)
    answer = refusal(table, commands.PlaceAnte(seat=1, amount=10_00, by="seat 2"))
    assert answer.ground == "not_your_place"


@every_game
def test_a_command_before_the_table_is_open(game: str) -> None:
    for kind in COMMANDS:
        if kind is not commands.OpenTable:
            answer = decide(rules_of(game), State(), stray(open_table(game), Random(7), of=kind))
            assert isinstance(answer, Refused)
            assert answer.ground == "table_opened"


def test_a_command_of_another_kind() -> None:
    assert refusal(open_table(GAME), Command(by="dealer")).ground == "command_not_understood"


# books and games


@pytest.mark.parametrize("find", [book_of, game_of, rules_of, open_table])
@pytest.mark.parametrize("name", ["", "nowhere", "crown_caribbean_stud", "../crown-poker", "crown-caribbean-stud "])
def test_an_unknown_book_or_game(find: Any, name: str) -> None:
    with pytest.raises(BookError, match=r"there is no (book or )?game") as error:
        find(name)
    assert repr(name) in str(error.value)
    assert "crown-caribbean-stud" in str(error.value)


@pytest.mark.parametrize("game", [game for game in GAMES if game_of(game).rules is None])
def test_a_game_of_the_poker_room_is_not_played_against_the_house(game: str) -> None:
    with pytest.raises(BookError, match=f"{game} is played in the poker room.*crown-caribbean-stud"):
        open_table(game)


@pytest.mark.parametrize("book", BOOKS)
def test_an_unknown_clause(book: str) -> None:
    with pytest.raises(BookError, match=r"has no clause '99\.9'"):
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
    with pytest.raises(BookError) as error:
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
        read_line(line, State())
    assert str(error.value)
    assert "\n" not in str(error.value)


_WORDS = """sit ante bet fold deal show cut report rule sign at by do box note tokens 1 99999999999999999999 10.00 ٣ ² -1 : As
?? dealer count due to limits personal change for"""


@given(text=st.text() | st.lists(st.sampled_from(_WORDS.split())).map(" ".join))
def test_any_line_is_a_command_or_a_clear_error(text: str) -> None:
    try:
        said: object = read_line(text, State())
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
        ("{}", "type"),
        ('{"type":"Dance"}', "Dance"),
        ('{"type":"PlaceAnte","seat":1}', "amount"),
        ('{"type":"PlaceAnte","seat":1,"amount":10.5}', "$.amount"),
        ('{"type":"PlaceAnte","seat":"1","amount":1000}', "$.seat"),
        ('{"type":"PlaceAnte","seat":1,"amount":1000,"tip":5}', "tip"),
        ('{"type":"DealCards","box":1,"cards":["As","Zz"]}', "$.cards[1]"),
        ('{"type":"Settle","by":7}', "$.by"),
    ],
)
def test_a_command_in_json_that_is_none(text: str, says: str) -> None:
    with pytest.raises(msgspec.DecodeError) as error:
        read_command(text)
    assert says in str(error.value)
    assert "\n" not in str(error.value)
