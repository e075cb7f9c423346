from __future__ import annotations

from itertools import pairwise
from typing import Self

import msgspec
import pytest
from msgspec.structs import replace

from croupier.kernel.accounts import CHIPS, TOKENS, account, currency_of, kind_of, owner_of
from croupier.kernel.actors import INSPECTOR, ONLOOKER, Said, Viewer
from croupier.kernel.clauses import Catalogue, Clause, Parameter, cited, number_key
from croupier.kernel.decisions import Accepted, Refused
from croupier.kernel.events import Command, Event, HousePractice, Public, check_events, tag_of
from croupier.kernel.money import MoneyError
from croupier.kernel.streams import on_record
from croupier.tables.any_game import KINDS


class AntePlaced(Public, frozen=True, kw_only=True):
    seat: int = 1


class Whispered(Event, frozen=True, kw_only=True):
    words: str

    def seen_by(self, viewer: Viewer) -> Self:
        return self if viewer.role == "dealer" else replace(self, words="")


class Ask(Command, frozen=True, kw_only=True):
    seat: int = 0


STACK, ANTE, FLOAT = account("stack", 1), account("ante", 1), account("float")
PLACED = AntePlaced(clauses=("5.4",), postings={STACK: -500, ANTE: 500})


def test_an_event_on_record_names_a_clause() -> None:
    check_events((PLACED,))
    with pytest.raises(ValueError, match=r"^AntePlaced cites no clause$"):
        check_events((PLACED, AntePlaced(clauses=())))
    with pytest.raises(TypeError):
        AntePlaced()  # type: ignore[call-arg]


def test_what_the_house_does_of_its_own_accord_names_none_and_moves_nothing() -> None:
    class SignCleaned(HousePractice, frozen=True, kw_only=True):
        sign: int = 1

    assert SignCleaned().clauses == ()
    assert msgspec.json.encode(SignCleaned()) == b'{"event":"sign-cleaned"}'
    for wrong in ({"clauses": ("5.4",)}, {"postings": {STACK: -500, ANTE: 500}}):
        with pytest.raises(ValueError, match="names no clause and moves no money"):
            SignCleaned(**wrong)


def test_the_postings_of_an_event_on_record_sum_to_zero() -> None:
    with pytest.raises(MoneyError, match=r"^AntePlaced does not balance: {'stack:1': -500, 'ante:1': 499}$"):
        check_events((PLACED, AntePlaced(clauses=("5.4",), postings={STACK: -500, ANTE: 499})))
    with pytest.raises(MoneyError, match="does not balance"):  # nor does one currency stand in for another
        check_events((AntePlaced(clauses=("5.4",), postings={STACK: -500, account("ante", 1, TOKENS): 500}),))
    assert AntePlaced(clauses=("5.4",)).postings == {}


def test_no_decision_goes_on_record_with_such_an_event() -> None:
    for wrong in (replace(PLACED, clauses=()), replace(PLACED, postings={FLOAT: 1})):
        with pytest.raises(ValueError, match=r"cites no clause|does not balance"):
            on_record(Accepted((PLACED, wrong)))
    assert on_record(Accepted((PLACED,))) == (PLACED,)
    with pytest.raises(AttributeError):
        PLACED.seat = 2  # type: ignore[misc]


def test_an_event_that_moves_nothing_says_nothing_of_it_on_record() -> None:
    still = AntePlaced(clauses=("5.4",), postings={})
    check_events((still,))
    assert msgspec.json.encode(still) == b'{"event":"ante-placed","clauses":["5.4"]}'
    assert still.postings is AntePlaced(clauses=("5.4",)).postings


@pytest.mark.parametrize(
    ("stored", "wrong"),
    [
        ('{"event":"ante-placed"}', "missing required field `clauses`"),
        ('{"event":"ante-placed","clauses":["5.4"],"postings":{"float":0.5}}', "Expected `int`, got `float`"),
        ('{"event":"ante-placed","clauses":["5.4"],"amount":1}', "unknown field `amount`"),
        ('{"event":"bet-placed","clauses":["5.4"]}', "Invalid value 'bet-placed'"),
        ('{"event":"AntePlaced","clauses":["5.4"]}', "Invalid value 'AntePlaced'"),
    ],
)
def test_an_event_is_read_only_as_it_is_written(stored: str, wrong: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=wrong):
        msgspec.json.decode(stored, type=AntePlaced)


def test_an_event_is_read_back_as_it_was_written() -> None:
    written = msgspec.json.encode(PLACED)
    assert written == b'{"event":"ante-placed","clauses":["5.4"],"postings":{"stack:1":-500,"ante:1":500}}'
    assert msgspec.json.decode(written, type=AntePlaced) == PLACED


def test_an_event_type_that_does_not_say_who_may_see_it_cannot_be_defined() -> None:
    with pytest.raises(TypeError, match=r"^Secret does not say who may see it$"):

        class Secret(Event, frozen=True):
            pass


def test_an_event_is_seen_as_its_type_says() -> None:
    secret = Whispered(clauses=("1",), words="two kings")
    assert PLACED.seen_by(ONLOOKER) is PLACED
    assert secret.seen_by(Viewer(role="dealer")) is secret
    assert secret.seen_by(Viewer(seat=1)).words == ""
    assert secret.seen_by(Viewer(seat=1)).clauses == ("1",)


def test_viewers_name_themselves() -> None:
    assert [str(viewer) for viewer in (Viewer(seat=3), Viewer(person="p7"), ONLOOKER, INSPECTOR)] == [
        "seat 3",
        "p7",
        "onlooker",
        "inspector",
    ]


def test_a_command_does_not_say_who_asks_or_when() -> None:
    asked = Ask(seat=3)
    assert msgspec.json.encode(asked) == b'{"do":"ask","seat":3}'
    assert msgspec.json.decode(msgspec.json.encode(asked), type=Ask) == asked
    for more in ('"by":"dealer"', '"at":12', '"person":"p1"'):
        with pytest.raises(msgspec.ValidationError, match="unknown field"):
            msgspec.json.decode(f'{{"do":"ask","seat":3,{more}}}', type=Ask)


def test_who_says_it_cannot_be_left_out() -> None:
    with pytest.raises(TypeError):
        Said("p3", 3)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Said()  # type: ignore[call-arg]


def test_people_name_themselves() -> None:
    said = (Said("p7", 3, 0), Said("dealer", "dealer", 0), Said("TG Area Manager", "TG area manager", 0))
    assert [str(each) for each in said] == ["p7 as seat 3", "dealer", "TG area manager"]
    assert [(each.seat, each.role) for each in said] == [(3, "seat 3"), (0, "dealer"), (0, "TG area manager")]


@pytest.mark.parametrize(("name", "tag"), [("PlaceAnte", "place-ante"), ("Cut", "cut"), ("CallNoMoreBets", "call-no-more-bets")])
def test_tags_are_not_class_names(name: str, tag: str) -> None:
    assert tag_of(name) == tag


def test_accounts_are_taken_apart_as_they_were_made() -> None:
    for kind, owner in (("stack", 3), ("purse", "p7"), ("purse", "a: b"), ("purse", "p@house"), ("float", "")):
        for currency in (CHIPS, TOKENS):
            made = account(kind, owner, currency)
            assert (kind_of(made), owner_of(made), currency_of(made)) == (kind, str(owner), currency)


@pytest.mark.parametrize(
    "in_order",
    [
        ["1", "1.1", "1.2", "1.10", "2", "10"],
        ["5.2", "5.2(a)", "5.2(b)", "5.10"],
        ["3.2.2", "3.2.2(a)", "3.2.2(b)", "3.3"],
        ["9.3", "9.3(a)", "9.3A", "9.4"],
        ["11.6", "11.6(a)", "11.6(b)", "11.6A", "11.6A(a)", "11.6A(b)", "11.6B", "11.6C", "11.10"],
        ["11.10(b)", "11.10(c)", "11.10(c)(i)", "11.10(c)(ii)", "11.10(c)(iii)", "11.10(d)", "11.11"],
        ["12.6.3", "12.6.3(a)", "12.6.4", "12.10.1"],
    ],
)
def test_clause_numbers_sort_as_the_books_do(in_order: list[str]) -> None:
    keys = [number_key(number) for number in in_order]
    assert all(earlier < later for earlier, later in pairwise(keys))


def test_refusals_print_with_their_clauses() -> None:
    reason = "a bet is exactly twice the ante, here $20.00"
    assert str(Refused("bet_not_twice_ante", reason, ("5.5",))) == f"Refused: {reason} (5.5)"
    assert str(Refused("bet_not_twice_ante", reason, ("5.5", "7.5.3"))) == f"Refused: {reason} (5.5, 7.5.3)"
    assert str(Refused("stale", "the table has moved on")) == "Refused: the table has moved on"
    assert cited(()) == ""


def test_a_catalogue_finds_the_clauses_of_a_ground_by_game() -> None:
    catalogue = Catalogue(
        {
            "5.5": Clause("Twice the ante.", "procedure", grounds=("bet_twice",)),
            "7.5": Clause("Bet or fold.", "procedure", grounds=("bet_twice", "folded")),
            "12.7": Clause("Wild odds.", "parameter", grounds=("folded",), games=("wild",)),
        }
    )
    assert catalogue.cites("stud") == {"bet_twice": ("5.5", "7.5"), "folded": ("7.5",)}
    assert catalogue.cites("wild") == {"bet_twice": ("5.5", "7.5"), "folded": ("7.5", "12.7")}


@pytest.mark.parametrize(
    ("kind", "executable"),
    [
        ("procedure", True),
        ("parameter", True),
        ("discretion", True),
        ("record", True),
        ("definition", False),
        ("physical", False),
        ("heading", False),
    ],
)
def test_which_kinds_of_clause_are_executable(kind: str, executable: bool) -> None:
    clause = msgspec.convert({"line": "A line.", "kind": kind}, Clause)
    assert clause.executable is executable


def test_a_clause_of_no_known_kind_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="Invalid enum value 'poetry'"):
        msgspec.convert({"line": "A line.", "kind": "poetry"}, Clause)


def test_a_parameter_has_one_clause_or_several() -> None:
    assert Parameter(clause="5.5", value=2).clauses == ("5.5",)
    assert Parameter(clause=["5.5", "7.5"], value=2).clauses == ("5.5", "7.5")


def test_every_event_gives_back_the_state_that_it_leads_to() -> None:
    """One convention for all engines: `apply` returns the state. Where states change in place, events define `alter`."""
    kinds = {kind for stream in KINDS.values() for kind in stream.engine.codec.events}
    assert [kind.__name__ for kind in kinds if kind.apply.__annotations__["return"] in (None, "None")] == []
    assert [kind.__name__ for kind in kinds if kind.apply is not Event.apply and kind.alter is not Event.alter] == []
