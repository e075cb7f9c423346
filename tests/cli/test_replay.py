"""`croupier replay`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cli.program import Run
from croupier.kernel.actors import Viewer
from croupier.kernel.cards import HIDDEN, parse_cards
from croupier.kernel.decisions import Accepted
from croupier.kernel.entries import encode
from croupier.kernel.events import tag_of
from croupier.poker.commands import Call, Check, Discard
from croupier.poker.deal import discards_due
from croupier.stud.commands import (
    CallBetOrFold,
    CallNoMoreBets,
    Deal,
    Fold,
    LeaveSeat,
    PlaceAnte,
    PlaceBet,
    Reveal,
    Settle,
    Shuffle,
    TakeSeat,
)
from croupier.tables.house_table import HouseTable, house_table
from croupier.tables.poker_table import PokerTable, poker_table
from croupier.tables.stacking import stacked_deck
from record.forging import Json, entries_of, forged

RECORDS = Path(__file__).parents[1] / "fixtures" / "records"
FACE = re.compile(r"\b(?:[2-9AKQJT]|10)[♣♦♥♠]")


@pytest.fixture(scope="module")
def played() -> HouseTable:
    """One round that is over and one in which two hands have been picked up."""
    opened = house_table("crown-caribbean-stud", seats=2, seed=1)
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
    assert f"{played.number} entries with {len(played.events)} events, seen by onlooker" in done.out
    assert "the chain is unbroken; use --audit to check it against the rules" in done.out
    assert "seat 1 has $1,100.00" in done.out


def test_a_player_sees_the_own_hand(run: Run, dump: Path, played: HouseTable) -> None:
    faces = FACE.findall(second_round(run("replay", str(dump), "--as", "seat 2").out))
    shown = [played.state.dealer.cards[0], *played.state.boxes[2].cards]
    assert faces == [card.symbol for card in shown]


def test_a_person_is_told_what_they_saw_and_not_what_others_saw_at_the_seat(run: Run) -> None:
    """Someone who takes over a seat is shown none of its last player's cards, nor the other way round."""
    opened = house_table("crown-caribbean-stud", seats=1, seed=1)
    for person in ("p1", "p2"):
        if person == "p2":
            opened.do(LeaveSeat(seat=1))
            opened.do(TakeSeat(seat=1, chips=100_00), person=person)
        opened.do(PlaceAnte(seat=1, amount=10_00))
        opened.deal()
        opened.do(Fold(seat=1))
        for command in (Reveal(), Settle()):
            opened.do(command)
    told = {who: run("replay", "-", "--as", who, said=opened.dump()) for who in ("p1", "p2", "seat 1", "p9")}
    assert {done.status for done in told.values()} == {0}
    picked_up = {who: re.findall(r"picks up the hand of box 1: (.*?)\.", done.out) for who, done in told.items()}
    hidden = "5 cards face down"
    assert [hand == hidden for hand in picked_up["p1"]] == [False, True]
    assert [hand == hidden for hand in picked_up["p2"]] == [True, False]
    assert picked_up["seat 1"] == picked_up["p2"]  # who sits there at the end
    assert picked_up["p9"] == [hidden, hidden]


@pytest.mark.parametrize("role", ["dealer", "supervisor", "inspector"])
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
    assert "head" not in found  # anyone who may not see a hand may not try its hash either
    assert [event["event"] for event in found["events"]] == [tag_of(type(event).__name__) for event in played.events]
    hands = [event for event in found["events"] if event["event"] == "hand-picked-up" and event["seat"] == 2]
    assert [set(event["cards"]) for event in hands] == [{str(HIDDEN)}, {str(HIDDEN)}]
    assert found["events"] == json.loads(encode(played.view(Viewer(seat=1))))


def test_standard_input(run: Run, dump: Path) -> None:
    assert run("replay", "-", said=dump.read_bytes()).out == run("replay", str(dump)).out


def test_missing_and_unreadable_files(run: Run, tmp_path: Path) -> None:
    assert run("replay", str(tmp_path / "nothing")).complains("nothing cannot be read: No such file")
    assert run("replay", str(tmp_path)).complains("cannot be read: Is a directory")
    (tmp_path / "picture").write_bytes(b"\xff\xd8\xff")
    assert run("replay", str(tmp_path / "picture")).complains("not text")


def test_nobody_of_that_name(run: Run, dump: Path) -> None:
    assert run("replay", str(dump), "--as", "the cleaner").complains("'the cleaner'", "seat 1", "inspector")


def line_of(text: str, tag: str) -> int:
    """The number of the line that has the first event of that kind."""
    tags = [[event["event"] for event in entry["events"]] for entry in entries_of(text.splitlines())]
    return next(number for number, found in enumerate(tags, 1) if tag in found)


def event_of(entry: Json, tag: str) -> Json:
    return next(event for event in entry["events"] if event["event"] == tag)


def test_damaged_records(run: Run, played: HouseTable) -> None:
    whole = played.dump()
    lines = whole.splitlines()
    bet = line_of(whole, "bet-placed")

    def with_bet(**fields: object) -> str:
        return "\n".join(forged(lines, bet - 1, lambda entry: event_of(entry, "bet-placed").update(fields)))

    def with_pins(**fields: object) -> str:
        return "\n".join(forged(lines, 0, lambda entry: entry["pins"].update(fields)))

    for text, *words in (
        ("", "line 1", "there is no entry"),
        (whole[:300], "line 1", "truncated"),
        ("\n".join(lines[1:]), "line 1", "begins with"),
        (whole.replace('"bet-placed"', '"bet-stolen"'), f"line {bet}", "bet-stolen"),
        (whole.replace('"amount":2000', '"amount":2001'), f"line {bet}", "its text does not match its hash"),
        (with_bet(box=77), f"line {bet}", "does not fit"),
        (with_bet(postings={"stack:1": -2000}), f"line {bet}", "does not balance"),
        (with_bet(clauses=[]), f"line {bet}", "cites no clause"),
        (with_pins(game="bridge"), "game 'bridge'"),
        (with_pins(kind="roulette"), "line 1", "no kind of stream 'roulette'"),
    ):
        assert run("replay", "-", said=text).complains("standard input cannot be replayed", *words), words


def test_a_record_made_by_other_data_is_read_with_a_warning(run: Run, played: HouseTable) -> None:
    lines = forged(played.dump().splitlines(), 0, lambda entry: entry["pins"].update(digest="0123456789abcdef"))
    done = run("replay", "-", said="\n".join(lines))
    assert done.status == 0
    assert "0123456789abcdef" in done.err
    assert played.rules.digest in done.err
    assert "Round 1 is over." in done.out
    audited = run("replay", "-", "--audit", said="\n".join(lines))
    assert audited.status == 1
    assert "0123456789abcdef" in audited.out


def test_an_audit_says_that_all_is_well(run: Run, dump: Path, played: HouseTable) -> None:
    done = run("replay", str(dump), "--audit")
    assert (done.status, done.err) == (0, "")
    said = "the chain is unbroken and every command, decided again, gave the same result"
    assert done.out == f"{played.number} entries, {said}. Head {played.head}\n"
    found = run("replay", str(dump), "--audit", "--json").json
    assert found == {"entries": played.number, "head": played.head, "deviation": None}


def test_an_audit_names_what_is_not_by_the_rules(run: Run, played: HouseTable) -> None:
    """Entry, command, clause, and both versions of the result."""
    lines = played.dump().splitlines()
    place = line_of(played.dump(), "dealer-revealed") - 1

    def turn(entry: Json) -> None:
        shown = event_of(entry, "dealer-revealed")
        shown["qualifies"] = not shown["qualifies"]

    text = "\n".join(forged(lines, place, turn))
    assert run("replay", "-", said=text).status == 0  # it folds as well as the right one
    done = run("replay", "-", "--audit", said=text)
    assert done.status == 1
    first, recorded, decided = done.out.splitlines()
    assert first.startswith(f"entry {place + 1}, Reveal: what was recorded is not what the rules give (")
    assert "7.5.4" in first
    assert recorded.startswith("  recorded: ")
    assert decided.startswith("  decided:  ")
    assert {'"qualifies":true' in line for line in (recorded, decided)} == {True, False}
    found = run("replay", "-", "--audit", "--json", said=text)
    assert found.status == 1
    assert found.json["deviation"]["number"] == place + 1
    assert found.json["deviation"]["command"] == "Reveal"


def test_a_known_head_tells_a_cut_off_end_and_a_record_made_anew(run: Run, played: HouseTable) -> None:
    lines = played.dump().splitlines()
    assert run("replay", "-", "--audit", "--head", played.head[:12], said="\n".join(lines)).status == 0
    cut_off = "\n".join(lines[:-1])
    other = house_table("crown-caribbean-stud", seats=2, seed=2).dump()
    for text in (cut_off, other):
        assert run("replay", "-", "--audit", said=text).status == 0
        done = run("replay", "-", "--audit", "--head", played.head, said=text)
        assert done.status == 1
        assert played.head in done.out
    assert run("replay", "-", "--head", played.head, said=cut_off).complains("--head needs --audit")


def test_what_cannot_be_audited(run: Run, tmp_path: Path) -> None:
    for text in ("", "once upon a time", "{}", '{"pins":{}}'):
        assert run("replay", "-", "--audit", said=text).complains("standard input cannot be audited", "line 1"), text
    assert run("replay", str(tmp_path / "nothing"), "--audit").complains("cannot be read")


def test_the_help_says_what_each_way_checks(run: Run) -> None:
    said = " ".join(run("replay", "--help").out.split())
    assert "every line has its hash, that the chain is unbroken and that the events fold" in said
    assert "It does not check it against the rules; --audit does." in said
    assert "decide every command again under the rules that the record was made with" in said


@pytest.mark.parametrize("kind", ["stud", "poker", "meters"])
def test_records_of_the_first_schema_are_still_told(run: Run, kind: str) -> None:
    file = RECORDS / f"schema-0-{kind}.jsonl"
    told = run("replay", str(file))
    assert told.status == 0
    assert "events, seen by onlooker" in told.out
    audited = run("replay", str(file), "--audit")
    assert audited.status == 1
    assert "commands were not recorded" in audited.out


@pytest.fixture(scope="module")
def evening() -> PokerTable:
    """A hand of pineapple that is over, and one in which the cards are dealt."""
    opened = poker_table("crown-pineapple", seats=3, seed=4)
    opened.run()
    while opened.state.hand.number < 2:
        hand = opened.state.hand
        if number := hand.turn or (hand.in_hand[0].number if discards_due(opened.rules, hand) else 0):
            offers = (offer.command for offer in opened.legal(seat=number))
            opened.do(next(each for each in offers if isinstance(each, Check | Call | Discard)))
        opened.run()
    return opened


def test_a_poker_table_is_told_as_each_person_may_see_it(run: Run, evening: PokerTable, tmp_path: Path) -> None:
    file = tmp_path / "poker.jsonl"
    file.write_text(evening.dump(), encoding="utf-8")
    own = [card.symbol for card in evening.state.hand.players[2].cards]
    seen = {who: run("replay", str(file), "--as", who) for who in ("onlooker", "seat 2", "inspector")}
    assert {done.status for done in seen.values()} == {0}
    told = {who: done.out.split("Hand 2: ") for who, done in seen.items()}
    assert {who: FACE.findall(second) for who, (_, second) in told.items()} == {"onlooker": [], "seat 2": own, "inspector": []}
    assert "Seat 1 discards a card." in told["seat 2"][0]
    assert "Seat 1 discards a card." not in told["inspector"][0]
    assert f"seat 1 has ${evening.state.stack(1) / 100:,.2f}" in seen["onlooker"].out


def test_a_poker_table_as_a_document(run: Run, evening: PokerTable) -> None:
    found = run("replay", "-", "--as", "seat 3", "--json", said=evening.dump()).json
    assert (found["game"], found["book"], found["viewer"]) == ("crown-pineapple", "crown-poker", "seat 3")
    dealt = [event["hands"] for event in found["events"] if event["event"] == "hands-dealt"]
    assert [{seat: "??" in cards for seat, cards in hands.items()} for hands in dealt] == [{"1": True, "2": True, "3": False}] * 2


def test_a_poker_history_that_does_not_fit_is_one_clear_line(run: Run, evening: PokerTable) -> None:
    lines = evening.dump().splitlines()
    wrong = [line for line in lines if '"seat-taken"' not in line]
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


def a_round(other: str) -> HouseTable:
    """A round in which seat 2 folds cards that nobody else sees."""
    table = house_table("crown-caribbean-stud", seats=2)
    for seat in (1, 2):
        table.do(PlaceAnte(seat=seat, amount=10_00))
    hands = {1: "9c 9d 4h 6s 8d", 2: other, 0: "Ac Kd 8h 5s 3d"}
    deck = stacked_deck(table, {box: parse_cards(cards) for box, cards in hands.items()})
    commands = (Shuffle(deck=deck, source="stacked"), CallNoMoreBets(), Deal(), CallBetOrFold())
    for command in (*commands, PlaceBet(seat=1, amount=20_00), Fold(seat=2), Reveal(), Settle()):
        assert isinstance(table.do(command), Accepted), command
    return table


@pytest.mark.parametrize("viewer", ["seat 1", "onlooker"])
def test_a_page_of_one_round_has_nothing_in_it_that_its_viewer_was_not_shown(run: Run, tmp_path: Path, viewer: str) -> None:
    pages = []
    for name, other in (("one", "2c 3c 5d 7h Jd"), ("two", "Qs Qh Tc Td 7s")):
        file = tmp_path / f"{name}.jsonl"
        file.write_text(a_round(other).dump(), encoding="utf-8")
        done = run("replay", str(file), "--html", "--as", viewer)
        assert done.status == 0, done.err
        pages.append(done.out)
    assert pages[0] == pages[1]
    assert not re.findall(r'(?:src|href)="(?!#|data:)|url\(|@import|<link|https?://(?!www\.w3\.org)', pages[0])
    assert pages[0].count("data-step=") == pages[0].count("data-to=") > 8
    assert 'id="clause-7.5.3"' in pages[0]


def test_a_page_of_one_round_says_which_rounds_there_are_not(run: Run, dump: Path) -> None:
    assert "Round 1" in run("replay", str(dump), "--html", "--round", "1").out
    done = run("replay", str(dump), "--html", "--round", "2")
    assert done.status == 2
    assert "there is no round 2 that is over" in done.err
    assert "shows a round of a table" in run("replay", str(RECORDS / "schema-0-meters.jsonl"), "--html").err
