"""The pages of a tournament: the clock that stands, and what a player is told."""

from __future__ import annotations

import pytest

from croupier.kernel.decisions import Refused
from croupier.players.field import Field
from croupier.tournaments import commands as c
from croupier.web.tournament_desk import desk_regions
from croupier.web.tournament_page import tournament_regions
from tournaments.fields import terms
from web.markup import Reader, check_strict


@pytest.fixture
def field() -> Field:
    field = Field(terms("crown-holdem", {"late_entry": "none"}), 6, 1)
    field.open()
    return field


def pages(field: Field, later: int) -> list[dict[str, str]]:
    """What the desk and the players' page show, so many seconds later."""
    keeper = field.tournament
    now = keeper.stream.at + later
    director = keeper.state.director
    return [desk_regions(keeper, director, ["Tournament Director"], {}, now), tournament_regions(keeper, "p1", [], {}, now)]


def countdown(html: str) -> dict[str, str | None]:
    found: Reader = check_strict(html)
    return dict(found.one("time", css="countdown").attributes)


def test_a_clock_that_stands_says_how_much_is_left_and_no_moment_moves_it(field: Field) -> None:
    at = field.tournament.stream.at
    assert all("data-left" not in countdown(shown["clock"]) for shown in pages(field, 0))
    field.tournament.do(c.PauseClock(), at=at + 100)
    for later in (0, 1, 500):
        for shown in pages(field, later):
            assert countdown(shown["clock"])["data-left"] == str(20 * 60 - 100)
            assert "18:20" in shown["clock"]
    field.tournament.do(c.ResumeClock(), at=at + 700)
    assert all("data-left" not in countdown(shown["clock"]) for shown in pages(field, 0))


def test_whoever_is_not_satisfied_with_a_ruling_reads_of_the_inspector(field: Field) -> None:
    desk, mine = pages(field, 0)
    for shown in (desk["players"], mine["mine"]):
        assert "a ruling? An inspector is on site and may be consulted" in shown
        assert "13.9" in shown
    assert 'data-command="decide-tournament-dispute"' in desk["players"]


def test_the_desk_briefs_who_came_late_and_a_player_signs(field: Field) -> None:
    late = Field(terms("crown-holdem", {"late_entry": 2}, entry={"signed": True}), 6, 1)
    late.open()
    late.tournament.do(c.Enter(person="x9"))
    desk, mine = pages(late, 0)[0], tournament_regions(late.tournament, "x9", [], {}, 0)
    assert 'data-command="brief-players"' in desk["running"]
    assert 'data-command="sign-terms"' in mine["mine"]
    late.tournament.do(c.BriefPlayers())
    late.tournament.do(c.SignTerms(person="x9"), person="x9")
    desk, mine = pages(late, 0)[0], tournament_regions(late.tournament, "x9", [], {}, 0)
    assert 'data-command="brief-players"' not in desk["running"]
    assert 'data-command="sign-terms"' not in mine["mine"]


def test_a_player_makes_a_secret_wager_and_only_they_read_what_it_is() -> None:
    field = Field(terms("crown-caribbean-stud", wagers={"secret": 1, "secret_method": "on a card"}), 6, 1)
    field.open()
    keeper = field.tournament
    person, other = keeper.state.playing[:2]

    def mine(who: str) -> str:
        shown = tournament_regions(keeper, who, [], {}, keeper.stream.at)["mine"]
        check_strict(shown)
        return shown

    assert 'data-command="make-secret-wager"' in mine(person)
    assert 'data-command="make-secret-wager"' not in mine("nobody")
    least = keeper.state.this_round.minimum
    assert not isinstance(keeper.do(c.MakeSecretWager(person=person, amount=least), person=person), Refused)
    assert 'data-command="make-secret-wager"' not in mine(person)
    assert "Your secret wager" in mine(person)
    assert "Your secret wager" not in mine(other)
