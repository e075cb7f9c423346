"""Hand histories: read, replayed by the book, written from a table, and told as text that trackers import."""

from __future__ import annotations

import contextlib
import re
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, strategies as st

from croupier.books.crown_poker import GAMES
from croupier.histories import phh_format
from croupier.histories.phh_format import Differs, HandHistory
from croupier.histories.phh_replay import Replay
from croupier.histories.phh_write import histories
from croupier.histories.tracker_text import tracker_text
from croupier.kernel.actors import INSPECTOR, ONLOOKER, Viewer
from croupier.kernel.cards import DECK, parse_cards
from croupier.kernel.decisions import Refused
from croupier.kernel.errors import HistoryError
from croupier.kernel.events import Command
from croupier.poker import commands as ask
from croupier.poker.rules import Betting, Commission, Options
from croupier.poker.signs import ANTES
from croupier.tables.poker_table import PokerTable, poker_table
from croupier.tables.stacking import before_cut

FIXTURES = sorted((Path(__file__).parents[1] / "fixtures" / "hands").glob("*.phh"))
SHARED = Path(__file__).parents[2].parent / "shared" / "hands"

HAND = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [100, 100, 100]
actions = ['d dh p1 AsAd', 'd dh p2 ????', 'd dh p3 KsKd', 'p3 cbr 30', 'p1 cc # thinks long', 'p2 f',
  'd db 2c7d9h', '# a pause', 'p1 cbr 40', 'p3 f']
finishing_stacks = [140, 90, 70]
"""


def played(history: HandHistory) -> Replay:
    replay = Replay(history)
    for _ in replay.steps():
        pass
    return replay


def differs(text: str) -> Differs:
    (history,) = phh_format.read(text)
    with pytest.raises(Differs) as caught:
        played(history)
    return caught.value


@pytest.mark.parametrize("file", FIXTURES, ids=lambda file: file.stem)
def test_a_real_hand_comes_out_as_it_was(file: Path) -> None:
    (history,) = phh_format.read(file.read_text(encoding="utf-8"))
    assert played(history).payment.odd_chip == (file.stem == "pluribus-32-23")


def test_every_real_hand_comes_out_as_it_was() -> None:
    if not SHARED.is_dir():
        pytest.skip("the folder of real hands, shared/hands beside the project, is not here")
    files = sorted(SHARED.rglob("*.phh"))
    odd = 0
    for file in files:
        (history,) = phh_format.read(file.read_text(encoding="utf-8"))
        assert phh_format.read(phh_format.write([history])) == [history]
        odd += played(history).payment.odd_chip
    assert (len(files), odd) == (500, 1)


@pytest.mark.parametrize("file", FIXTURES, ids=lambda file: file.stem)
def test_load_dump_load_is_unchanged(file: Path) -> None:
    hands = phh_format.read(file.read_text(encoding="utf-8"))
    written = phh_format.write(hands)
    assert phh_format.read(written) == hands
    assert phh_format.write(phh_format.read(written)) == written


VALUES = st.recursive(
    st.booleans()
    | st.integers(-(10**15), 10**15)
    | st.decimals(allow_nan=False, places=3)
    | st.just(Decimal("Infinity"))
    | st.text(st.characters(exclude_categories=["Cs"]))
    | st.dates()
    | st.times(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner),
    max_leaves=8,
)


@given(st.dictionaries(st.text("abc_ é'\"\n", min_size=1).map(lambda name: f"_{name}"), VALUES))
def test_fields_that_phh_does_not_know_are_kept(own: dict[str, object]) -> None:
    (history,) = phh_format.read(HAND)
    richer = HandHistory(history.fields | own)
    assert phh_format.read(phh_format.write([richer])) == [richer]
    assert phh_format.read(phh_format.write([richer, history])) == [richer, history]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "empty"),
        ("variant =", "not a hand history"),
        ("variant = 'NT'", "starting_stacks"),
        (HAND.replace("[100, 100, 100]", "[100]"), "two players"),
        (HAND.replace("[100, 100, 100]", "[100, 'x', 100]"), "list of 3 amounts"),
        (HAND.replace("[5, 10, 0]", "[5, 10]"), "blinds_or_straddles"),
        (HAND.replace("min_bet = 10", "min_bet = true"), "min_bet"),
        (HAND.replace("'# a pause'", "7"), "actions"),
        ("[1]\nvariant = 'NT'\n[2]\nvariant = 'NT'", "hand 1: "),
    ],
)
def test_what_is_no_hand_history_is_said_in_words(text: str, why: str) -> None:
    with pytest.raises(HistoryError, match=why):
        phh_format.read(text)


@pytest.mark.parametrize(
    ("old", "new", "at", "why"),
    [
        ("variant = 'NT'", "variant = 'F7S'", "", "not a game"),
        ("p3 cbr 30", "p3 cbr 15", "before the flop, action 4: p3 cbr 15", "minimum"),
        ("p3 cbr 30", "p1 cbr 30", "before the flop, action 4: p1 cbr 30", "turn of p3"),
        ("p3 cbr 30", "p3 cbr 101", "before the flop, action 4", "on the table"),
        ("p3 cbr 30", "p9 f", "action 4: p9 f", "p1 to p3"),
        ("p3 cbr 30", "p3 dances", "action 4: p3 dances", "not understood"),
        ("p3 cbr 30", "p3 cbr lots", "action 4", "not an amount"),
        ("'p2 f',", "", "before the flop, action 6: d db 2c7d9h", "seat 2 must act first"),
        ("p1 cbr 40", "p3 cbr 40", "flop, action 9: p3 cbr 40", "turn of p1"),
        ("2c7d9h", "2cAd9h", "the cards", "Ad appears twice"),
        ("2c7d9h", "2c7d", "before the flop, action 7: d db 2c7d", "3 cards"),
        ("2c7d9h", "2c7d1x", "the cards", "not a card"),
        ("p1 AsAd", "p1 AsAdAc", "the deal", "3 cards"),
        ("[140, 90, 70]", "[141, 90, 69]", "the end of the hand", "p1 finishes with 140, the file says 141"),
        ("[5, 10, 0]", "[5, 0, 10]", "before the flop, action 4: p3 cbr 30", "turn of p1"),
        ("antes = [0, 0, 0]", "antes = [0, 0, 5]", "the end of the hand", "p1 finishes with 145, the file says 140"),
        ("[100, 100, 100]", "[100, 100, 0]", "the table", "p3"),
    ],
)
def test_the_first_difference_is_named_by_street_and_action(old: str, new: str, at: str, why: str) -> None:
    changed = HAND.replace(old, new)
    assert changed != HAND
    if not at:
        with pytest.raises(HistoryError, match=why):
            played(phh_format.read(changed)[0])
        return
    found = differs(changed)
    assert found.at.startswith(at)
    assert why in found.why


def test_chips_may_be_fractions_and_stacks_unknown() -> None:
    text = HAND.replace("[5, 10, 0]", "[0.5, 1, 0]").replace("min_bet = 10", "min_bet = 1.0").replace("cbr 30", "cbr 2.5")
    text = text.replace("cbr 40", "cbr 3.25").replace("[100, 100, 100]", "[100, inf, 100]")
    text = text.replace("[140, 90, 70]", "[103.5, inf, 97.50]")
    replay = played(phh_format.read(text)[0])
    assert not replay.payment.odd_chip
    assert replay.stack(1) == Decimal("103.5")


TWO = """variant = 'NT'
antes = {antes}
blinds_or_straddles = {blinds}
min_bet = 2
starting_stacks = [100, 50]
actions = ['d dh p1 AsAd', 'd dh p2 KsKd', {acts}]
finishing_stacks = {end}
"""


@pytest.mark.parametrize(
    ("antes", "blinds", "acts", "end"),
    [
        ("[0, 0]", "[1, 2]", "'p2 cc', 'p1 cc', 'd db 2c7d9h', 'p1 cbr 4', 'p2 f'", "[102, 48]"),
        ("[0, 0]", "[2, 1]", "'p1 cc', 'p2 cc', 'd db 2c7d9h', 'p1 cbr 4', 'p2 f'", "[102, 48]"),
        ("[0, 3]", "[1, 2]", "'p2 cbr 6', 'p1 f'", "[95, 55]"),
        ("[1, 1]", "[1, 2]", "'p2 cbr 6', 'p1 f'", "[97, 53]"),
        ("[0, 0]", "[1, 2]", "'p2 cbr 50', 'p1 cc', 'p1 sm AsAd', 'p2 sm KsKd', 'd db 2c7d9hJc3s'", "[150, 0]"),
        ("[0, 0]", "[1, 2]", "'p2 cc'", "[98, 48]"),
    ],
    ids=["button first", "as the book has it", "ante of the last blind", "antes", "shown before the board", "unfinished"],
)
def test_two_players(antes: str, blinds: str, acts: str, end: str) -> None:
    text = TWO.format(antes=antes, blinds=blinds, acts=acts, end=end)
    if "Jc3s" in text:
        text = text.replace("'d db 2c7d9hJc3s'", "'d db 2c7d9h', 'd db Jc', 'd db 3s'")
    assert not played(phh_format.read(text)[0]).payment.odd_chip


def test_a_straddle_is_a_further_blind() -> None:
    text = HAND.replace("[5, 10, 0]", "[5, 10, 20]").replace("'p3 cbr 30', 'p1 cc # thinks long', 'p2 f'", "'p1 f', 'p2 f'")
    text = re.sub(r"'d db.*\]", "]", text, flags=re.DOTALL).replace("p2 f',", "p2 f'")
    assert not played(phh_format.read(text + "finishing_stacks = [95, 90, 115]\n")[0]).payment.odd_chip


@pytest.mark.parametrize(("end", "odd"), [("[111, 110, 79]", False), ("[110.5, 110.5, 79]", True), ("[110, 111, 79]", True)])
def test_odd_chips_may_lie_elsewhere(end: str, odd: bool) -> None:
    text = f"""variant = 'NT'
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [100, 100, 100]
actions = ['d dh p1 AsKd', 'd dh p2 AdKs', 'd dh p3 2c2d', 'p3 cbr 21', 'p1 cc', 'p2 cc',
  'd db AhKh7c', 'p1 cc', 'p2 cc', 'p3 cc', 'd db 8d', 'p1 cc', 'p2 cc', 'p3 cc', 'd db 9s', 'p1 cc', 'p2 cc', 'p3 cc']
finishing_stacks = {end}
"""
    assert played(phh_format.read(text)[0]).payment.odd_chip == odd


ODD_VALUES: tuple[Any, ...] = (
    0,
    -1,
    10**30,
    Decimal("0.5"),
    Decimal("inf"),
    True,
    "x",
    [],
    ["a"],
    [["x"]],
    {},
    {"cap": "x"},
    [0] * 3,
    [-5, 10, 0],
)
ODD_ACTIONS = (
    "p1 f",
    "d db ??????",
    "p3 sm",
    "p4 sm AsAd",
    "p3 cbr 0",
    "p2 sd 2c",
    "d dh p1 2c",
    "d db",
    "p3 sd",
    "p1 cbr 1.2345678",
)
FIELDS = ("variant", "antes", "blinds_or_straddles", "min_bet", "starting_stacks", "finishing_stacks", "players", "_bets")
OWN = ("_burns", "_readings", "_commission", "_chip", "_most")


@given(st.data())
def test_no_file_makes_anything_but_a_difference(data: st.DataObject) -> None:
    (history,) = phh_format.read(HAND)
    fields = dict(history.fields)
    for name in data.draw(st.lists(st.sampled_from(FIELDS + OWN), max_size=2)):
        fields[name] = data.draw(st.sampled_from(ODD_VALUES))
    for action in data.draw(st.lists(st.sampled_from(ODD_ACTIONS), max_size=2)):
        place = data.draw(st.integers(0, len(history.actions) - 1))
        fields["actions"] = [*fields["actions"][:place], action, *fields["actions"][place + 1 :]]
    with contextlib.suppress(HistoryError, Differs):  # nothing else may come of it
        played(phh_format.read(phh_format.write([HandHistory(fields)]))[0])


# Written from a table

ACTS = (ask.Check, ask.Call, ask.Bet, ask.Raise, ask.Fold, ask.AllIn, ask.Discard)


def evening(game: str, seed: int) -> PokerTable:
    """Four hands at a table, played at random."""
    chance = Random(seed)
    betting: Betting = chance.choice(("no limit", "pot limit", "half pot limit", "fixed limit", "spread limit"))
    limited = betting in ("fixed limit", "spread limit")
    options = Options(
        places=8,
        betting=betting,
        bets=(10_00, 10_00, 20_00, 20_00) if limited else (),
        most=40_00 if betting == "spread limit" else 0,
        commission=chance.choice((Commission(), Commission(percent=5, cap=10_00), Commission(percent=7.5, cap=20_00))),
        ante=chance.choice((0, 1_00)),
        readings=(ANTES,),
        ante_by_last_blind=chance.random() < 0.5,
    )
    table = poker_table(game, seats=chance.randint(2, 6), seed=seed, chips=300_00, options=options)
    for _ in range(4):
        for seat in table.state.seats:
            if not table.state.stack(seat):
                table.do(ask.AddChips(seat=seat, chips=200_00))
        table.run()
        while table.state.phase != "between":
            state = table.state
            turn = state.hand.turn or next(seat.number for seat in state.hand.in_hand if not seat.discarded)
            offers = [offer for offer in table.legal(seat=turn) if isinstance(offer.command, ACTS)]
            command: Command = chance.choice(offers).command
            assert not isinstance(table.do(command), Refused)
            table.run()
    return table


@pytest.mark.parametrize("game", list(GAMES))
def test_hands_of_a_table_replay_from_what_is_written(game: str) -> None:
    for seed in range(4):
        written = histories(evening(game, seed))
        read = phh_format.read(phh_format.write(written))
        assert read == written
        assert len(read) == 4
        for history in read:
            assert not played(history).payment.odd_chip


def stacked() -> PokerTable:
    """One hand with known cards: seat 1 wins from seat 2, whose hand is not shown; seat 3 folds."""
    table = poker_table("crown-holdem", seats=3, options=Options(places=6, commission=Commission(percent=5, cap=10_00)))
    hands = [parse_cards("As Ad"), parse_cards("Kc Qc"), parse_cards("7h 2s")]
    top = [*(hand[0] for hand in hands), *(hand[1] for hand in hands), *parse_cards("3c Kh 9d 4s 3d Jh 3h 5c")]
    deck = (*top, *(card for card in DECK if card not in top))
    for command in (ask.BeginHand(), ask.PostBlind(seat=1), ask.PostBlind(seat=2)):
        table.do(command)
    for step in (ask.Shuffle(deck=before_cut(deck), source="stacked"), ask.Cut(place=20), ask.Deal()):
        table.do(step)
    for act in (ask.Fold(seat=3), ask.Raise(seat=1, to=30_00), ask.Call(seat=2)):
        table.do(act)
    for _ in range(3):
        table.run()
        table.do(ask.Check(seat=1) if table.state.hand.street < 3 else ask.Bet(seat=1, amount=50_00))
        table.do(ask.Check(seat=2) if table.state.hand.street < 3 else ask.Call(seat=2))
    table.run()
    return table


def test_our_own_fields() -> None:
    (history,) = histories(stacked())
    fields = history.fields
    assert (fields["_burns"], fields["_button"], fields["_blinds_at"]) == ("3c3d3h", 3, [1, 2])
    assert (fields["_commission"], fields["_commission_taken"]) == ({"percent": 5, "cap": 10}, 8)
    assert fields["winnings"] == [152, 0, 0]
    assert fields["actions"][-2:] == ["p1 sm AsAd", "p2 sm"]


def test_discards_are_written_where_the_player_made_them() -> None:
    actions = [action for seed in range(3) for hand in histories(evening("crown-pineapple", seed)) for action in hand.actions]
    assert any(re.fullmatch(r"p\d sd \w\w", action) for action in actions)


def test_a_viewer_is_told_no_card_that_they_may_not_see() -> None:
    table = stacked()
    for viewer in (ONLOOKER, Viewer(seat=1), Viewer(seat=3)):
        text = phh_format.write(histories(table, viewer)) + tracker_text(
            table, viewer, name="Main", when=datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
        )
        assert not re.search("Kc ?Qc", text)
        assert ("7h2s" in text) == (viewer.seat == 3)
    assert "d dh p2 KcQc" in phh_format.write(histories(table, INSPECTOR))


TOLD = """\
PokerStars Hand #1: Hold'em No Limit ($5/$10) - 2026/01/02 03:04:05 UTC
Table 'Main' 6-max Seat #3 is the button
Seat 1: Player1 ($1000 in chips)
Seat 2: Player2 ($1000 in chips)
Seat 3: Player3 ($1000 in chips)
Player1: posts small blind $5
Player2: posts big blind $10
*** HOLE CARDS ***
Dealt to Player2 [Kc Qc]
Player3: folds
Player1: raises $20 to $30
Player2: calls $20
*** FLOP *** [Kh 9d 4s]
Player1: checks
Player2: checks
*** TURN *** [Kh 9d 4s] [Jh]
Player1: checks
Player2: checks
*** RIVER *** [Kh 9d 4s Jh] [5c]
Player1: bets $50
Player2: calls $50
*** SHOW DOWN ***
Player1: shows [As Ad] (pair of aces (K-J-9))
Player2: mucks hand
Player1 collected $152 from pot
*** SUMMARY ***
Total pot $160 | Rake $8
Board [Kh 9d 4s Jh 5c]
Seat 1: Player1 (small blind) showed [As Ad] and won ($152) with pair of aces (K-J-9)
Seat 2: Player2 (big blind) mucked
Seat 3: Player3 (button) folded before Flop (didn't bet)
"""


def test_the_text_that_trackers_import() -> None:
    when = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    assert tracker_text(stacked(), Viewer(seat=2), name="Main", when=when) == TOLD


def test_a_hand_in_play_is_written_as_far_as_it_has_come() -> None:
    table = poker_table("crown-omaha", seats=3, seed=2)
    table.run()
    (history,) = histories(table, Viewer(seat=1))
    assert "winnings" not in history.fields
    assert history.actions[1:] == ["d dh p2 ????????", "d dh p3 ????????"]
    assert played(history).stack(1) == 995


def test_the_text_of_every_game_can_be_written() -> None:
    for game in GAMES:
        table = evening(game, 3)
        text = tracker_text(table, Viewer(seat=1), name="Main", when=datetime(2026, 1, 1, tzinfo=UTC))
        assert text.count("*** SUMMARY ***") == 4
        assert text.count("Total pot") == 4
