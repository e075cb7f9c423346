"""Every event of a tournament has its sentence, every command its line; what was asked is read back the same."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from croupier.kernel.lines import LineError
from croupier.tables.tournament_stream import TOURNAMENTS, sample_terms
from croupier.tournaments.commands import ChangeTerms, DraftTerms
from croupier.tournaments.items import CHOICES, ITEMS, statements
from croupier.tournaments.lines import GRAMMAR, read_line, write_line
from croupier.tournaments.telling import TELLING
from croupier.tournaments.terms import Choices, presets, read_terms
from tournaments.fields import small


def test_every_event_has_a_sentence() -> None:
    assert set(TOURNAMENTS.codec.events) == set(TELLING.sentences)


def test_every_command_has_a_line() -> None:
    assert set(TOURNAMENTS.codec.commands) <= set(GRAMMAR._writers)


def test_what_was_asked_is_read_back_the_same() -> None:
    for game, seed in (("crown-holdem", 0), ("crown-caribbean-stud", 1)):
        field = small(game, seed, 9)
        field.play()
        for entry in field.tournament.stream.entries:
            if entry.command is not None and not isinstance(entry.command, DraftTerms | ChangeTerms):
                line = write_line(entry.command)
                assert read_line(line) == entry.command, line


def test_what_is_no_line_says_so() -> None:
    with pytest.raises(LineError, match="open entries"):
        read_line("dance")


def test_every_item_and_choice_has_a_ground_of_its_own_book() -> None:
    grounds = [item.ground for part in ITEMS.values() for item in part]
    assert len(grounds) == len(set(grounds))
    for game in ("crown-holdem", "crown-caribbean-stud"):
        rules = TOURNAMENTS.rules(game)
        for ground in (*grounds, *(choice.ground for choice in CHOICES.values())):
            assert rules.cite(ground), ground


def test_presets_choose_everything_and_name_rules_only_for_what_they_choose() -> None:
    fields = set(Choices.__struct_fields__) - {"preset", "practice"}
    for name, preset in presets().items():
        assert set(preset) - {"practice"} == fields, name
        assert set(preset["practice"]) <= fields | {"missed_rounds"}, name


def test_every_rule_of_a_published_practice_has_a_case_that_names_it() -> None:
    """The numbers are data of the preset; a case shows each of them at work, by a name that ends with it."""
    files = (Path(__file__).parents[1] / "cases" / "crown_poker").glob("s12_*.toml")
    names = [each["name"] for file in files for each in tomllib.loads(file.read_text(encoding="utf-8"))["case"]]
    named = {rule for name in names for rule in re.findall(r"\(TDA ([^)]+)\)$", name)}
    wanted = {rule for preset in presets().values() for rule in preset["practice"].values()}
    assert named == wanted


def test_a_choice_of_ones_own_names_no_rule_of_the_preset() -> None:
    whole = sample_terms("crown-holdem")
    as_published = read_terms(whole)
    own = read_terms(whole | {"choices": {"preset": "tda-2024", "ties": "shared", "hand_seconds": 60}})
    assert {"ties", "hand_seconds"} <= set(as_published.choices.practice)
    assert set(as_published.choices.practice) - set(own.choices.practice) == {"ties", "hand_seconds"}


def test_every_choice_reads_as_a_sentence_whatever_was_chosen() -> None:
    rules = TOURNAMENTS.rules("crown-holdem")
    for field, kind in get_type_hints(Choices).items():
        options: list[Any] = [one for one in get_args(kind) if one and isinstance(one, str)]
        for chosen in options or ([0, 2] if kind == int | None else [[], [1], [2, 1]] if "tuple" in str(kind) else []):
            terms = read_terms(sample_terms("crown-holdem") | {"choices": {"preset": "tda-2024", field: chosen}})
            said = [text for text, _ in statements(rules, terms)["What these terms choose"]]
            assert not [text for text in said if not re.fullmatch(r"[A-Z0-9].*\.", text) or "[" in text], (field, chosen)
