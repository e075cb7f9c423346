"""Every language says what English says: no text of a player's page is missing, and what cannot be translated is listed."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import product

import pytest

import croupier
from croupier import stud
from croupier.drawing.playing_cards import card_name
from croupier.jackpots.telling import tell as tell_meters
from croupier.kernel.actors import PLAYER, Said
from croupier.kernel.cards import DECK, HIDDEN, Card
from croupier.kernel.decisions import Refused
from croupier.kernel.events import Command
from croupier.kernel.hands import Category, high, parse_cards
from croupier.kernel.incidents import Perform
from croupier.kernel.languages import ENGLISH, form_for, languages, speaking, words_in
from croupier.kernel.money import currency
from croupier.kernel.telling import _SHARED as SHARED
from croupier.stud import commands
from croupier.stud.telling import tell as tell_stud
from croupier.tables.house_table import HouseTable
from croupier.web import documentation
from croupier.web.spoken import spoken
from croupier.web.texts import text, texts
from languages import UNTRANSLATED, differing, english_in, lacking, untranslated
from web.tables import house, table_regions, table_says

VENICE = "venezia-caribbean-poker"
OTHERS = sorted(set(languages()) - {ENGLISH})


@pytest.mark.parametrize("code", OTHERS)
def test_a_language_has_everything_that_a_player_in_venice_meets(code: str) -> None:
    assert lacking(code) == {}


@pytest.mark.parametrize("code", OTHERS)
def test_a_language_shows_the_same_fields_as_english(code: str) -> None:
    assert differing(code) == []


def test_what_cannot_be_translated_is_listed_and_grows_no_more() -> None:
    found = "".join(f"{line}\n" for line in untranslated())
    if os.environ.get("UPDATE_GOLDEN"):
        UNTRANSLATED.write_text(found, encoding="utf-8")
    known = UNTRANSLATED.read_text(encoding="utf-8")
    assert found == known, "put new words into refusals.toml; for a shorter list: UPDATE_GOLDEN=1 pytest tests/test_languages.py"


def test_a_language_without_a_file_is_told_in_english_and_one_that_is_unknown_too() -> None:
    with speaking("it"):
        assert text("floor.needs") == texts()["floor.needs"]  # staff pages stay in English
        assert words_in("croupier.stud", "no such file.toml", "it") == {}


def test_plurals_go_by_the_rule_of_the_language() -> None:
    with speaking("it"):
        assert [text("me.rounds", number=number) for number in (0, 1, 2)] == ["0 mani", "1 mano", "2 mani"]
        assert form_for(1, ["carta", "carte"]) == "carta"
    assert text("me.rounds", number=2) == "2 rounds"


def test_cards_hands_and_sums_in_italian() -> None:
    euro = currency("EUR")
    with speaking("it"):
        assert card_name(Card.Qh) == "donna di cuori"
        assert card_name(HIDDEN) == "carta coperta"
        assert len({card_name(card) for card in DECK}) == 52
        assert high(parse_cards("Ad 9s 4d Kd 6d")).name == "carta alta, asso (A-K-9-6-4)"
        assert high(parse_cards("Kd Kh 4d 4c As")).name == "doppia coppia, re e quattro, con asso"
        assert high(parse_cards("8s 7h 6d 5c 4s")).name == "scala all'otto"
        assert str(Category.ROYAL_FLUSH) == "scala reale"
        assert euro.told("$1,012.50, -$3, $12.3k") == "1.012,50\xa0€, -3\xa0€, 12,3k\xa0€"
        assert euro.pattern == "#.###,##\xa0€"
    assert euro.told("$1,012.50, -$3, $12.3k") == "€1,012.50, -€3, €12.3k"
    assert euro.pattern == "€#.##"


ROUND = """
hand 1: Kh Kd 9c 5s 2h
hand dealer: Ac Kc 7d 4s 3s
"""


def test_one_record_is_told_in_both_languages_and_is_the_same() -> None:
    records = []
    for code in (ENGLISH, "it"):
        with speaking(code):
            table = croupier.house_table(VENICE, seats=2, seed=5)
            table.do(stud.PlaceAnte(seat=1, amount=10_00))
            refused = table.do(stud.PlaceAnte(seat=2, amount=1_00))
            table.deal()
            table.play_hand()
        assert isinstance(refused, Refused) and refused.reason == "the minimum is €10.00"  # noqa: PT018
        records.append(table.dump())
    assert records[0] == records[1]
    for event in table.events:
        english = table.engine.tell(event, table.rules)
        with speaking("it"):
            assert table.engine.tell(event, table.rules) != english
    assert isinstance(refused, Refused)
    with speaking("it"):
        assert refused.told() == "il minimo è 10,00\xa0€"


def test_every_event_of_a_table_has_an_italian_sentence() -> None:
    for telling in (tell_stud, tell_meters, SHARED):
        assert set(telling.templates("it")) == set(telling.sentences)


def test_what_is_read_aloud_speaks_to_the_player() -> None:
    table = house(VENICE, f"{ROUND}deal\nbet 1\nreveal\nsettle", seats=1, ante="10.00")
    with speaking("it"):
        said = table_says(table, "p1", capacity=1, since=0)
    assert "Punti un'ante di 10\xa0€." in said
    assert "Ricevi re di cuori, re di quadri, nove di fiori, cinque di picche e due di cuori." in said
    assert "Mostri re di cuori, re di quadri, nove di fiori, cinque di picche e due di cuori: coppia di re (9-5-2)." in said
    assert "La tua puntata, 20\xa0€, vince 1 a 1: ricevi 20\xa0€ e la puntata torna a te." in said
    assert said[-1] == "Vinci 30\xa0€."
    assert not any(re.search(r"[♠♥♦♣]", line) for line in said)
    assert english_in("\n".join(said)) == set()


def test_others_are_called_by_their_names() -> None:
    with speaking("it"):
        assert spoken("Il posto 2 punta 10,00 € sul box 2.", {2: "Ana"}) == "Ana punta 10 € sul box 2."


STATES = {
    "antes": "",
    "ante lies": "ante 1 25.00",
    "jackpot lies": "ante 1 25.00\njackpot 1",
    "deciding": f"{ROUND}ante 1 10.00\ndeal",
    "exchanged": f"{ROUND}ante 1 10.00\njackpot 1\ndeal\nchange 1 2h",
    "settled": f"{ROUND}ante 1 10.00\ndeal\nbet 1\nreveal\nsettle",
}


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("seat", [0, 1])
def test_no_english_is_left_on_the_page_of_a_table(state: str, seat: int) -> None:
    table = house(VENICE, STATES[state], seats=1, jackpot="1.00")
    with speaking("it"):
        regions = table_regions(table, f"p{seat}", capacity=seat or None, now=0)
    assert english_in("".join(regions.values())) == set()
    assert english_in("".join(table_regions(table, "p1", capacity=1, now=0).values())) >= {"hand", "dealer"}  # the check sees it


def test_the_page_that_teaches_the_game_has_the_same_numbers_in_italian() -> None:
    english, italian = (documentation.page(f"play/{VENICE}", code) for code in (ENGLISH, "it"))
    assert '<main lang="it">' in italian
    assert "Come si gioca" in italian
    assert _numbers(english) == _numbers(italian)


def _numbers(page: str) -> list[str]:
    return re.findall(r"\d+", re.sub(r"<[^>]*>|&[^;]*;", " ", page.split("<main")[1].split("<footer")[0]))


def asked_by_a_player(table: HouseTable) -> Iterator[Command]:
    """Everything that a player can ask for, rightly and wrongly: sums, boxes, cards and duties."""
    values: dict[str, tuple[object, ...]] = {
        **dict.fromkeys(("seat", "box", "to"), (1, 2, 3, 99)),
        **dict.fromkeys(("amount", "chips", "tokens", "money"), (-1, 0, 1, 10_00, 20_00, 900_00, 10**12)),
        "cards": ((), tuple(parse_cards("Ah Kd"))),
        "card": (Card("Ah"), HIDDEN),
        "duty": tuple(name for name, duty in table.rules.duties.items() if duty.by == "player"),
    }
    for kind in (
        Perform,
        *(each for each in vars(commands).values() if PLAYER in getattr(getattr(each, "declared", None), "by", ())),
    ):
        known = [name for name in kind.__struct_fields__ if name in values]
        for chosen in product(*(values[name] for name in known)):
            with suppress(TypeError):  # it needs something else as well
                yield kind(**dict(zip(known, chosen, strict=True)))


@pytest.mark.parametrize("state", STATES)
def test_what_a_player_in_venice_is_refused_is_said_in_italian(state: str) -> None:
    table, english = house(VENICE, STATES[state], seats=2, jackpot="1.00", chip="1.00"), set[tuple[str, str]]()
    refused = 0
    for command in asked_by_a_player(table):
        decision = table.engine.decide(table.rules, table.state, command, Said("p1", 1, table.at))
        if isinstance(decision, Refused):
            refused += 1
            with speaking("it"):
                if decision.told() == decision.reason:
                    english.add((command.declared.tag, decision.reason))
    assert refused > 100
    assert english == set()
