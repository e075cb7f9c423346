"""`croupier replay`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cli.program import Run
from croupier.kernel.cards import HIDDEN
from croupier.kernel.events import Viewer
from croupier.poker.commands import Call, Check, Discard
from croupier.poker.deal import discards_due
from croupier.stud.commands import Fold, PlaceAnte, PlaceBet, Reveal, Settle
from croupier.tables.house_table import HouseTable, table
from croupier.tables.poker_table import PokerTable, poker_table

FACE = re.compile(r"\b(?:[2-9AKQJT]|10)[♣♦♥♠]")


@pytest.fixture(scope="module")
def played() -> HouseTable:
    """One round that is over and one in which two hands have been picked up."""
    opened = table("crown-caribbean-stud", seats=2, seed=1)
    for _ in range(2):
        for seat in (1, 2):
            opened.do(PlaceAnte(seat=seat, amount=10_00))
        opened.deal()
        if opened.state.round == 1:
            for command in (PlaceBet(seat=1, amount=20_00), Fold(seat=2), Reveal(), Settle()):
                opened.do(command)
    return opened


@pytest.fixture
def dump(played: HouseTable, tmp_path: Path) -> Path:
    file = tmp_path / "evening.jsonl"
    file.write_text(played.dump(), encoding="utf-8")
    return file


def second_round(text: str) -> str:
    return text.split("Round 1 is over.")[1]


def test_an_onlooker_sees_the_card_that_is_up_and_no_other(run: Run, dump: Path, played: HouseTable) -> None:
    done = run("replay", str(dump))
    assert done.status == 0
    assert FACE.findall(second_round(done.out)) == [played.state.dealer.cards[0].symbol]
    assert "seen by onlooker" in done.out
    assert "seat 1 has $1,100.00" in done.out


def test_a_player_sees_the_own_hand(run: Run, dump: Path, played: HouseTable) -> None:
    faces = FACE.findall(second_round(run("replay", str(dump), "--as", "seat 2").out))
    shown = [played.state.dealer.cards[0], *played.state.boxes[2].cards]
    assert faces == [card.symbol for card in shown]


@pytest.mark.parametrize("role", ["dealer", "inspector"])
def test_nobody_sees_the_hands_of_a_round_in_play(run: Run, dump: Path, role: str) -> None:
    assert len(FACE.findall(second_round(run("replay", str(dump), "--as", role).out))) == 1


def test_the_inspector_sees_all_of_a_round_that_is_over(run: Run, dump: Path) -> None:
    folded = "Seat 2 picks up the hand of box 2: "
    first, second = run("replay", str(dump), "--as", "inspector").out.split("Round 1 is over.")
    assert folded + "5 cards face down" not in first
    assert folded + "5 cards face down" in second
    assert folded + "5 cards face down" in run("replay", str(dump), "--as", "dealer").out.split("Round 1 is over.")[0]


def test_json_has_the_redacted_events(run: Run, dump: Path, played: HouseTable) -> None:
    found = run("replay", str(dump), "--as", "seat 1", "--json").json
    assert found["viewer"] == "seat 1"
    assert (found["game"], found["digest"]) == (played.rules.game, played.rules.digest)
    assert [event["type"] for event in found["events"]] == [type(event).__name__ for event in played.events]
    hands = [event for event in found["events"] if event["type"] == "HandPickedUp" and event["seat"] == 2]
    assert [set(event["cards"]) for event in hands] == [{str(HIDDEN)}, {str(HIDDEN)}]
    view = [type(event).__name__ for event in played.view(Viewer(seat=1))]
    assert [event["type"] for event in found["events"]] == view


def test_standard_input(run: Run, dump: Path) -> None:
    assert run("replay", "-", said=dump.read_bytes()).out == run("replay", str(dump)).out


def test_missing_and_unreadable_files(run: Run, tmp_path: Path) -> None:
    assert run("replay", str(tmp_path / "nothing")).complains("nothing cannot be read: No such file")
    assert run("replay", str(tmp_path)).complains("cannot be read: Is a directory")
    (tmp_path / "picture").write_bytes(b"\xff\xd8\xff")
    assert run("replay", str(tmp_path / "picture")).complains("not text")


def test_nobody_of_that_name(run: Run, dump: Path) -> None:
    assert run("replay", str(dump), "--as", "the cleaner").complains("'the cleaner'", "seat 1", "inspector")


def damaged(text: str, *, line: int, **fields: object) -> str:
    """The history with some fields of one event changed."""
    lines = text.splitlines()
    lines[line - 1] = json.dumps({**json.loads(lines[line - 1]), **fields})
    return "\n".join(lines)


def number_of(text: str, kind: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if json.loads(line)["type"] == kind)


def test_damaged_histories(run: Run, played: HouseTable) -> None:
    whole = played.dump()
    bet = number_of(whole, "BetPlaced")
    for text, *words in (
        ("", "line 1", "TableOpened"),
        (whole[:700], "line"),
        ("\n".join(whole.splitlines()[1:]), "line 1", "TableOpened"),
        (whole.replace('"BetPlaced"', '"BetStolen"'), f"line {bet}", "BetStolen"),
        (damaged(whole, line=bet, box=77), f"line {bet}", "BetPlaced does not fit"),
        (damaged(whole, line=bet, postings={"stack 1": -2000}), f"line {bet}", "does not balance"),
        (damaged(whole, line=bet, clauses=[]), f"line {bet}", "names no clause"),
        (damaged(whole, line=1, game="bridge"), "no game 'bridge'"),
        (damaged(whole, line=1, digest="0123456789abcdef"), "0123456789abcdef", played.rules.digest),
        (damaged(whole, line=1, options={"places": 10**12}), "line 1", "1 to 9 places"),
    ):
        assert run("replay", "-", said=text).complains("standard input cannot be replayed", *words), words


@pytest.fixture(scope="module")
def evening() -> PokerTable:
    """A hand of pineapple that is over, and one in which the cards are dealt."""
    opened = poker_table("crown-pineapple", seats=3, seed=4)
    opened.run()
    while opened.state.hand < 2:
        state = opened.state
        if number := state.turn or (state.in_hand[0].number if discards_due(opened.rules, state) else 0):
            offers = (offer.command for offer in opened.legal(seat=number))
            opened.do(next(each for each in offers if isinstance(each, Check | Call | Discard)))
        opened.run()
    return opened


def test_a_poker_table_is_told_as_each_person_may_see_it(run: Run, evening: PokerTable, tmp_path: Path) -> None:
    file = tmp_path / "poker.jsonl"
    file.write_text(evening.dump(), encoding="utf-8")
    own = [card.symbol for card in evening.state.seats[2].cards]
    seen = {who: run("replay", str(file), "--as", who) for who in ("onlooker", "seat 2", "inspector")}
    assert {done.status for done in seen.values()} == {0}
    told = {who: done.out.split("Hand 2: ") for who, done in seen.items()}
    assert {who: FACE.findall(second) for who, (_, second) in told.items()} == {
        "onlooker": [],
        "seat 2": own,
        "inspector": [],
    }
    assert "Seat 1 discards a card." in told["seat 2"][0]
    assert "Seat 1 discards a card." not in told["inspector"][0]
    assert f"seat 1 has ${evening.state.stack(1) / 100:,.2f}" in seen["onlooker"].out


def test_a_poker_table_as_a_document(run: Run, evening: PokerTable) -> None:
    found = run("replay", "-", "--as", "seat 3", "--json", said=evening.dump()).json
    assert (found["game"], found["book"], found["viewer"]) == ("crown-pineapple", "crown-poker", "seat 3")
    dealt = [event["hands"] for event in found["events"] if event["type"] == "HandsDealt"]
    assert [{seat: "??" in cards for seat, cards in hands.items()} for hands in dealt] == [
        {"1": True, "2": True, "3": False}
    ] * 2


def test_a_poker_history_that_does_not_fit_is_one_clear_line(run: Run, evening: PokerTable) -> None:
    lines = evening.dump().splitlines()
    wrong = [line for line in lines if '"SeatTaken"' not in line]
    assert run("replay", "-", said="\n".join(wrong)).complains("cannot be replayed: line ")


def test_one_event_at_a_time(run: Run, evening: PokerTable, tmp_path: Path) -> None:
    file = tmp_path / "poker.jsonl"
    file.write_text(evening.dump(), encoding="utf-8")
    done = run("replay", str(file), "--step", said="\n" * 8 + "q\n")
    lines = done.out.splitlines()
    assert done.status == 0
    assert "[pot $5.00] " in done.out
    assert sum(line.startswith("[") for line in lines) == 9
    assert "events, seen by" not in done.out
    whole = run("replay", str(file), "--step", said="\n" * len(evening.events))
    assert "seat 3 to act] " in whole.out
    assert f"{len(evening.events)} events, seen by onlooker" in whole.out
    assert run("replay", "-", "--step", said=evening.dump()).complains("--step needs a file")


def test_a_house_table_one_event_at_a_time(run: Run, dump: Path) -> None:
    assert "[round 1, wagers] " in run("replay", str(dump), "--step", said="\n\n\nq\n").out
