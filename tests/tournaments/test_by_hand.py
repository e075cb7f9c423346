"""Tables that are dealt by hand: nobody follows the cards, and what the desk enters is all that is known."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.kernel.actors import HOUSE
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Command
from croupier.tables.tournament_tables import TournamentTables
from croupier.tournaments import commands as c
from croupier.tournaments.state import DIRECTOR, TableFacts
from tournaments.fields import REBUYS, terms

BUTTONS = {"1": TableFacts(last=2, button=1), "2": TableFacts(last=2, button=1)}


class Desk:
    """A tournament at a desk; whatever is entered must add up."""

    def __init__(self, game: str = "crown-holdem", players: int = 12, **parts: Any) -> None:
        self.keeper = TournamentTables(game, seed=1)
        choices = {"hand_for_hand": "director"} if game == "crown-holdem" else None
        self.do(c.DraftTerms(terms=terms(game, choices, **parts)), at=0)
        opening = (c.MakeTermsAvailable(), c.AdviseInspectorate(), c.AppointDirector(person="d"), c.Attend())
        for step in (*opening, c.DesignateTables(tables=("1", "2"), by_hand=True), c.OpenEntries()):
            self.do(step)
        for number in range(players):
            self.do(c.Enter(person=f"p{number}"))
        self.do(c.BriefPlayers())
        if not self.state.terms.in_rounds:
            self.keeper.draw_seats()
        self.do(c.StartPlay(), at=self.state.starts)
        if self.state.terms.in_rounds:
            self.keeper.draw_seats()

    @property
    def state(self) -> Any:
        return self.keeper.state

    def do(self, command: Command, **who: Any) -> Accepted:
        done = self.try_(command, **who)
        assert isinstance(done, Accepted), done
        return done

    def try_(self, command: Command, **who: Any) -> Decision:
        if HOUSE in command.declared.by:
            who = {"by": DIRECTOR, **who}
        done = self.keeper.do(command, **who)
        assert not self.keeper.wrong()
        return done

    def at(self, table: str) -> list[str]:
        return [*self.state.seats[table].values()]

    def out(self, *people: str, had: int = 1500_00) -> Accepted:
        table = self.state.entrants[people[0]].place.table
        return self.do(c.ReportHand(table=table, hand=0, out=dict.fromkeys(people, had)))

    def count(self, table: str, **more: Any) -> Decision:
        """All at a table have the same but for the first, who has the rest."""
        people = self.at(table)
        stacks = dict.fromkeys(people, 100_00)
        stacks[people[0]] += self.state.chips_at(table) - sum(stacks.values()) + more.pop("off", 0)
        return self.try_(c.CountChips(table=table, stacks=stacks, **more))

    def to_level(self, level: int) -> None:
        at = self.keeper.stream.at
        while self.state.level_number < level:
            at += max(self.state.clock.left_at(at), 0)
            self.do(c.NextLevel(), by="house", at=at)

    def audited(self) -> None:
        """The record gives the same tournament again."""
        again = TournamentTables.load(self.keeper.stream.lines(), {})
        assert again.state == self.state
        assert not again.tables


def reason(done: Decision) -> str:
    assert isinstance(done, Refused), done
    return done.reason


def test_no_table_is_opened_and_everybody_has_the_starting_bank() -> None:
    desk = Desk()
    assert not desk.keeper.tables
    assert {*desk.state.banks.values()} == {1500_00}
    assert [desk.state.chips_at(table) for table in ("1", "2")] == [9000_00, 9000_00]
    assert "how they are dealt" in reason(desk.try_(c.DesignateTables(tables=("1", "2", "3"))))
    desk.do(c.DesignateTables(tables=("1", "2", "3"), by_hand=True))
    desk.audited()


@pytest.mark.parametrize(("off", "why", "refused"), [(0, "", ""), (-500_00, "", "500 are missing"), (500_00, "", "500 too many")])
def test_a_count_is_what_the_table_holds(off: int, why: str, refused: str) -> None:
    desk = Desk()
    done = desk.count("1", off=off, why=why)
    assert refused in reason(done) if refused else not isinstance(done, Refused)


def test_a_difference_with_a_reason_is_on_record() -> None:
    desk = Desk()
    desk.do(c.CountChips(table="1", stacks={desk.at("1")[0]: 2500_00}))
    assert desk.state.loose == {"1": -1000_00}  # the others have so much less
    done = desk.count("1", off=-500_00, why="a chip of 500 was found on the floor, and taken away")
    assert not isinstance(done, Refused)
    assert done.events[0].difference == -500_00  # type: ignore[attr-defined]
    assert desk.state.chips_at("1") == 8500_00
    assert not desk.state.loose
    assert "smallest chip" in reason(desk.try_(c.CountChips(table="1", stacks={desk.at("1")[0]: 1500_10})))
    assert "whole table" in reason(desk.try_(c.CountChips(table="1", stacks={desk.at("1")[0]: 9000_00})))
    assert "reported" in reason(desk.try_(c.CountChips(table="1", stacks={desk.at("1")[0]: 0})))
    assert "does not sit" in reason(desk.try_(c.CountChips(table="1", stacks={"nobody": 1_00})))
    desk.audited()


def test_who_went_out_together_stands_by_what_they_had() -> None:
    desk = Desk()
    first, second = desk.at("1")[:2]
    desk.do(c.ReportHand(table="1", hand=7, out={first: 1500_00, second: 900_00}))
    assert [bust.hand for bust in desk.state.busts] == [7, 7]
    assert desk.state.loose == {"1": 3000_00}
    assert "had before" in reason(desk.try_(c.ReportHand(table="1", hand=0, out={desk.at("1")[0]: 0})))
    assert "had before" in reason(desk.try_(c.ReportHand(table="1", hand=0, out={desk.at("1")[0]: 9500_00})))
    assert "apart" in reason(desk.try_(c.ReportHand(table="1", hand=0, banks={desk.at("1")[0]: 1})))
    desk.audited()


def test_a_bust_out_by_mistake_is_taken_back_with_the_chips_nobody_has() -> None:
    desk = Desk()
    person = desk.at("1")[0]
    desk.out(person)
    desk.do(c.UndoElimination(person=person, why="the wrong name was pressed"))
    assert desk.state.banks[person] == 1500_00
    assert not desk.state.loose
    desk.do(c.RedoElimination(person=person))
    assert desk.state.loose == {"1": 1500_00}
    desk.do(c.UndoElimination(person=person, chips={desk.at("1")[0]: 500_00}, why="he had 500 behind"))
    assert desk.state.banks[person] == 500_00
    assert desk.state.loose == {"1": 1500_00}
    desk.audited()


def test_a_table_breaks_once_its_chips_are_counted() -> None:
    desk = Desk()
    for person in desk.at("2")[:4]:
        desk.out(person)
    desk.do(c.ProposeMoves(facts=BUTTONS))
    assert desk.state.proposal.origins == {"1", "2"}  # all draw new seats
    assert "count them first" in reason(desk.try_(c.ConfirmMoves()))
    assert not isinstance(desk.count("2"), Refused)
    desk.do(c.ConfirmMoves())
    assert [*desk.state.seats] == ["1"]
    assert desk.state.chips_at("1") == 18000_00
    desk.audited()


def test_small_chips_leave_a_table_that_is_counted() -> None:
    desk = Desk()
    desk.to_level(5)
    desk.do(c.CloseEntries())
    person = desk.at("1")[0]
    desk.out(person)
    assert "count them first" in reason(desk.try_(c.ColourUp(table="1", stacks={})))
    people = desk.at("1")
    stacks = dict.fromkeys(people, 1025_00) | {people[0]: 9000_00 - 4 * 1025_00}
    desk.do(c.CountChips(table="1", stacks=stacks))
    for table in ("1", "2"):
        desk.do(c.ColourUp(table=table, stacks={}))
    assert all(stack % 100_00 == 0 for who, stack in desk.state.banks.items() if who in desk.at("1"))
    desk.audited()


def test_one_player_moves_with_what_was_counted() -> None:
    desk = Desk()
    desk.out(*desk.at("2")[:1])
    desk.out(*desk.at("2")[:1])
    desk.do(c.ProposeMoves(facts=BUTTONS))
    (move,) = desk.state.proposal.moves
    desk.do(c.CountChips(table="1", stacks={move.person: 2000_00}))
    desk.do(c.ConfirmMoves())
    assert (desk.state.chips_at("1"), desk.state.chips_at("2")) == (7000_00, 11000_00)


def test_hand_for_hand_ends_a_hand_when_all_tables_have_said_so() -> None:
    desk = Desk()
    desk.do(c.StartHandForHand())
    first, second = desk.at("1")[0], desk.at("2")[0]
    desk.out(first, had=800_00)
    assert "finish this hand" in reason(desk.try_(c.ReportHand(table="1", hand=0)))
    desk.out(second, had=900_00)
    assert len({bust.batch for bust in desk.state.busts}) == 1
    assert desk.state.hand_for_hand == 2


def test_to_the_last_player_and_the_prizes() -> None:
    desk = Desk()
    desk.to_level(5)
    desk.do(c.CloseEntries())
    while len(desk.state.playing) > 1:
        if len(desk.state.seats) > 1 and not isinstance(desk.try_(c.ProposeMoves(facts=BUTTONS)), Refused):
            for table in sorted(desk.state.proposal.origins):
                assert not isinstance(desk.count(table), Refused)
            desk.do(c.ConfirmMoves())
        fullest = max(desk.state.seats, key=lambda table: len(desk.state.seats[table]))
        desk.out(desk.at(fullest)[-1], had=100_00)
    (winner,) = desk.state.playing
    assert desk.state.banks[winner] == 18000_00  # who is left has it all
    desk.do(c.Finish())
    for person in [*desk.state.awarded]:
        desk.do(c.PayOut(person=person))
    desk.audited()


def test_a_re_buy_is_undone() -> None:
    desk = Desk(players=10, **REBUYS)
    person, _, other = desk.at("1")[:3]
    desk.out(person)
    assert not isinstance(desk.count("1"), Refused)
    desk.do(c.BuyAgain(person=person))
    assert (desk.state.banks[person], desk.state.chips_at("1")) == (1500_00, 9000_00)
    desk.do(c.UndoPurchase(person=person, why="somebody else had paid"))
    assert desk.state.entrants[person].status == "out"
    assert (desk.state.entrants[person].rebuys, desk.state.chips_at("1")) == (0, 7500_00)
    assert "not been played with" in reason(desk.try_(c.UndoPurchase(person=person, why="again")))
    desk.do(c.BuyAgain(person=other))
    assert desk.state.banks[other] == 100_00 + 1500_00
    desk.out(desk.at("1")[0], had=100_00)
    assert "not been played with" in reason(desk.try_(c.UndoPurchase(person=other, why="too late")))
    desk.audited()


def test_who_leaves_takes_their_chips_out_of_play() -> None:
    desk = Desk()
    person, other = desk.at("1")[:2]
    desk.do(c.Retire(person=person))
    assert (desk.state.chips_at("1"), desk.state.loose) == (7500_00, {})
    desk.do(c.Disqualify(person=other, why="cheating"))
    assert desk.state.chips_at("1") == 6000_00
    desk.do(c.Penalise(person=desk.at("1")[0], penalty="missed hands", number=1, why="shouting"))
    desk.do(c.ReportHand(table="1", hand=0))
    assert not desk.state.entrants[desk.at("1")[0]].penalty
    desk.audited()


def test_caribbean_stud_by_hand_from_hand_to_hand() -> None:
    desk = Desk("crown-caribbean-stud", 4)
    (table,) = desk.state.seats
    people = desk.at(table)
    banks = dict.fromkeys(people, 1000_00)
    assert "each player" in reason(desk.try_(c.ReportHand(table=table, hand=0, banks={people[0]: 5_00})))
    desk.do(c.ReportHand(table=table, hand=0, banks=banks | {people[0]: 1500_00, people[3]: 0}))
    assert desk.state.chips_at(table) == 3500_00  # the house has paid 500, and won 1,000
    assert [bust.person for bust in desk.state.busts] == [people[3]]
    del banks[people[3]]
    for _ in range(4):
        desk.do(c.ReportHand(table=table, hand=0, banks=banks | {people[0]: 1500_00}))
    assert "all hands" in reason(desk.try_(c.ReportHand(table=table, hand=0, banks=banks)))
    desk.do(c.CloseRound(draws=tuple(people)))
    assert desk.state.playing.count(people[0]) == 1
    assert len(desk.state.playing) == 2
    desk.audited()
