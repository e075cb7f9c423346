"""Hands of online rooms: posts as they lie, hands that nobody knows, the room's rake, and long files read hand by hand."""

from __future__ import annotations

import io
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from croupier.histories import phh_format
from croupier.histories.phh_check import Count, Finding, checked, findings
from croupier.histories.phh_format import Differs, HandHistory
from croupier.histories.phh_replay import Replay
from croupier.histories.phh_write import histories
from croupier.kernel.decisions import Refused
from croupier.kernel.errors import HistoryError
from croupier.kernel.events import Command
from croupier.poker import commands as ask
from croupier.poker.events import Called
from croupier.tables.poker_table import PokerTable, poker_table

SHARED = Path(__file__).parents[2].parent / "shared" / "hands"


def hand(actions: str, **fields: object) -> HandHistory:
    """Three players with 100 each and blinds of 1 and 2, unless the fields say otherwise; actions between commas."""
    given: dict[str, object] = {
        "variant": "NT",
        "antes": [0, 0, 0],
        "blinds_or_straddles": [1, 2, 0],
        "min_bet": 2,
        "starting_stacks": [100, 100, 100],
        "actions": [action.strip() for action in actions.split(",")],
        "currency_symbol": "$",
    }
    return phh_format.read(phh_format.write([HandHistory(given | fields)]))[0]


def played(history: HandHistory) -> Replay:
    replay = Replay(history)
    for _ in replay.steps():
        pass
    return replay


# Posts


@pytest.mark.parametrize(
    ("blinds", "antes", "stacks", "actions", "end"),
    [
        ([2, 0, 0], [0, 0, 0], [100, 100, 100], "p2 f, p3 cbr 6, p1 f", [98, 100, 102]),
        ([0, 2, 0], [0, 0, 0], [100, 100, 100], "p3 f, p1 cc, p2 cbr 4, p1 f", [98, 102, 100]),
        ([1, 2, -2], [0, 0, 0], [100, 100, 100], "p3 cc, p1 f, p2 cbr 6, p3 f", [99, 103, 98]),
        ([1, 2, -2], [0, 0, 0], [100, 100, 100], "p3 cbr 8, p1 f, p2 f", [99, 98, 103]),
        ([1, 2, -1], [0, 0, 0], [100, 100, 100], "p3 cc, p1 f, p2 cbr 6, p3 f", [99, 104, 97]),
        ([1, 2, -1], [0, 0, 0], [100, 100, 100], "p3 cbr 4, p1 f, p2 f", [99, 98, 103]),
        (
            [1, 2, -3],
            [0, 0, 0],
            [100, 100, 100],
            "p3 cc, p1 cc, p2 cbr 6, p3 cc, p1 f, d db 2c7d9h, p2 cbr 2, p3 f",
            [98, 109, 93],
        ),
        ([5, 0, 10], [0, 0, 0], [100, 100, 100], "p1 cc, p2 f, p3 cbr 20, p1 f", [90, 100, 110]),
        ([2, 2, 0], [0, 0, 0], [100, 100, 100], "p3 f, p1 cc, p2 cc, d db 2c7d9h, p1 f", [98, 102, 100]),
        ([0, 0, 0], [1, 1, 1], [100, 100, 100], "p1 cc, p2 cbr 2, p3 f, p1 f", [99, 102, 99]),
        ([1, 2, 0], [0, 0, 1], [100, 100, 100], "p3 cbr 6, p1 f, p2 f", [99, 98, 103]),
        ([1, 2, 4], [0, 0, 0], [100, 100, 100], "p1 f, p2 f", [99, 98, 103]),
        ([0, 0, -2], [0, 0, 0], [100, 100, 100], "p1 cc, p2 f, p3 cc, d db 2c7d9h, p1 f", [98, 100, 102]),
        ([1, 0, 0], [0, 0, 0], [100, 100, 100], "p2 cc, p3 f, p1 cc, d db 2c7d9h, p1 f", [98, 102, 100]),
        ([1, 2, -5], [0, 0, 0], [100, 100, 1], "p1 f", None),
    ],
    ids=[
        "no small blind",
        "nobody before the big blind",
        "a late post is a bet",
        "and may be raised with",
        "a post below the big blind is dead",
        "and counts for no raise",
        "what is above the big blind is dead",
        "a gap",
        "both blinds alike",
        "antes and no blinds",
        "an ante of one",
        "a straddle",
        "a late post alone",
        "a small blind alone: the call is the least bet",
        "last chips are a bet",
    ],
)
def test_posts_lie_as_the_file_has_them(
    blinds: list[int], antes: list[int], stacks: list[int], actions: str, end: list[int] | None
) -> None:
    replay = played(hand(actions, blinds_or_straddles=blinds, antes=antes, starting_stacks=stacks))
    if end is None:
        assert replay.table.hand.players[3].wagered == 1_00
        assert replay.unknown
        return
    assert [replay.stack(player) for player in (1, 2, 3)] == end
    told = hand(actions, blinds_or_straddles=blinds, antes=antes, starting_stacks=stacks, finishing_stacks=end)
    assert checked(told).outcome == "equal"


@pytest.mark.parametrize(("to", "why"), [("6", ""), ("5", "the minimum is $6.00, not $5.00"), ("8", "")])
def test_over_a_straddle_one_raises_by_what_it_adds(to: str, why: str) -> None:
    """6.5.1: blinds of 1 and 2 and a straddle of 4 are a bet of 2, raised by 2."""
    four = {"antes": [0] * 4, "blinds_or_straddles": [1, 2, 4, 0], "starting_stacks": [100] * 4}
    found = checked(hand(f"p4 cbr {to}, p1 f, p2 f, p3 f", **four, finishing_stacks=[99, 98, 96, 107]))
    assert (found.outcome, found.why) == (("different", why) if why else ("equal", ""))


@pytest.mark.parametrize(
    ("listed", "actions", "end"),
    [([0, 2], "p2 cbr 6, p1 f", [98, 102]), ([2, 0], "p1 cbr 6, p2 f", [102, 98])],
    ids=["the big blind left of the button", "the big blind at the button"],
)
def test_one_blind_between_two(listed: list[int], actions: str, end: list[int]) -> None:
    two = {"antes": [0, 0], "starting_stacks": [100, 100], "finishing_stacks": end}
    assert checked(hand(actions, blinds_or_straddles=listed, **two)).outcome == "equal"


def test_an_ante_with_the_last_chip_leaves_the_blind_to_be_called_in_full() -> None:
    replay = played(hand("p3 cc, p1 f", antes=[0, 3, 0], starting_stacks=[100, 3, 100]))
    assert [event.amount for event in replay.events if isinstance(event, Called)] == [2_00]


@pytest.mark.parametrize(
    ("blinds", "acts", "readings"),
    [
        ([1, 2], "p2 f", ("heads_up_button_small_blind",)),
        ([2, 1], "p1 f", ()),
        ([0, 2], "p2 f", ()),
        ([1, 2, -2], "p3 f, p1 f", ("post_anywhere",)),
        ([1, 2, -2, 0], "p3 f, p4 f, p1 f", ()),
        ([-2, 0, 2, 0], "p4 f, p1 f, p2 f", ("post_anywhere",)),
    ],
)
def test_a_room_that_posts_by_another_reading_is_named(blinds: list[int], acts: str, readings: tuple[str, ...]) -> None:
    players = {"antes": [0] * len(blinds), "starting_stacks": [100] * len(blinds)}
    found = checked(hand(acts, blinds_or_straddles=blinds, **players))
    assert (found.outcome, found.readings) == ("equal", readings)
    chosen = hand(acts, blinds_or_straddles=blinds, **players, _readings=[*readings, "last_bettor_shows_first"])
    assert checked(chosen).readings == ()
    count = Count()
    count.add(found)
    assert count.document()["readings"] == dict.fromkeys(readings, 1)
    assert ("another reading of the book" in count.sentence()) == bool(readings)


def test_a_short_ante_is_a_share_of_what_it_is_worth() -> None:
    """p1 has 3 for an ante of 5: of the antes 9 can be won, and the blinds are beside it."""
    board = "d db 2c7d9h, p2 cc, p3 cc, d db Jc, p2 cc, p3 cc, d db 3s, p2 cc, p3 cc"
    acts = f"p3 cc, p2 cc, {board}, p1 sm AsAd, p2 sm KsKd, p3 sm QsQd"
    posts = {"antes": [5, 5, 5], "blinds_or_straddles": [0, 2, 0], "starting_stacks": [3, 100, 100]}
    assert checked(hand(acts, **posts, finishing_stacks=[9, 101, 93])).outcome == "equal"
    assert checked(hand(acts, **posts, finishing_stacks=[15, 95, 93])).outcome == "different"


def test_our_own_files_say_what_is_dead_of_a_post() -> None:
    acts = "p1 cc, p2 f, p3 cc, d db 2c7d9h, p1 f"
    told = hand(acts, blinds_or_straddles=[0, 0, -2], _dead=[0, 0, 1], finishing_stacks=[98, 100, 102])
    assert checked(told).outcome == "equal"
    assert played(told).pot == 5


def entered() -> PokerTable:
    """Eight hands: in the second seat 5 posts to come in; seat 1 misses both blinds and posts them, one dead, in the last."""
    table = poker_table("crown-holdem", seats=4, seed=3)
    before: dict[int, tuple[Command, ...]] = {
        2: (ask.TakeSeat(seat=5, chips=500_00),),
        5: (ask.StepAway(seat=1),),
        7: (ask.ComeBack(seat=1),),
    }
    for number in range(1, 9):
        for command in (*before.get(number, ()), ask.BeginHand()):
            assert not isinstance(table.do(command), Refused)
        while isinstance(step := table.next_step(), ask.PostBlind):
            table.do(step)
        for seat, taken in table.state.seats.items():
            if taken.owes:
                table.do(ask.PostBlind(seat=seat))
        table.run()
        while table.state.phase != "between":
            assert not isinstance(table.do(ask.Fold(seat=table.turn)), Refused)
            table.run()
    return table


def test_posts_of_our_own_tables_replay() -> None:
    written = histories(entered())
    posts = [amount for history in written for amount in history.fields["blinds_or_straddles"] if amount < 0]
    assert (posts, sum(sum(history.dead) for history in written)) == ([-10, -10], 5)
    assert [checked(history).outcome for history in written] == ["equal"] * len(written)


# Showdowns

CALLED = "p3 cbr 10, p1 cc, p2 f, d db 2c7d9h, p1 cc, p3 cc, d db Jc, p1 cc, p3 cc, d db 3s, p1 cc, p3 cc"
"""A pot of 22 between p1 and p3."""


@pytest.mark.parametrize(
    ("shown", "fields", "outcome"),
    [
        ("p1 sm AsAd, p3 sm KsKd", {"finishing_stacks": [112, 98, 90]}, "equal"),
        ("p1 sm AsAd, p3 sm KsKd", {"finishing_stacks": [111, 98, 90]}, "raked"),
        ("p1 sm AsAd, p3 sm ????", {"finishing_stacks": [112, 98, 90]}, "unknown"),
        ("p1 sm ????, p3 sm ????", {"finishing_stacks": [89, 98, 111]}, "different"),
        ("p1 sm ????, p3 sm ????", {"finishing_stacks": [90, 98, 111]}, "unknown"),
        ("p1 sm ????, p3 sm ????", {"winnings": [0, 0, 21]}, "unknown"),
        ("p1 sm ????, p3 sm ????", {"winnings": [0, 0, 23]}, "different"),
        ("p1 sm ????, p3 sm ????", {"winnings": [0, 21, 0]}, "different"),
        ("p1 sm ????, p3 sm ????", {"winnings": [0, 0, 0]}, "unknown"),
        ("p1 sm ????, p3 sm ????", {}, "unknown"),
        ("p1 sm As??, p3 sm KsKd", {}, "unknown"),
        ("p1 sm", {"finishing_stacks": [90, 98, 112]}, "equal"),
        ("p1 sm, p3 sm", {"finishing_stacks": [90, 98, 112]}, "equal"),
        ("p1 sm ????, p3 sm", {"finishing_stacks": [112, 98, 90]}, "equal"),
        ("p1 sm ????, p3 sm ????, p3 sm KsKd, p1 sm AsAd", {"finishing_stacks": [112, 98, 90]}, "equal"),
        ("p2 sm 4c4d, p1 sm AsAd, p3 sm KsKd", {"finishing_stacks": [112, 98, 90]}, "equal"),
        ("p1 sm KcQc, p3 sm KhQh", {"finishing_stacks": [101, 98, 101]}, "equal"),
        ("p1 sm KcQc, p3 sm KhQh", {"finishing_stacks": [100.48, 98, 100.47]}, "raked"),
        ("p1 sm KcQc, p3 sm KhQh", {"finishing_stacks": [104, 98, 97]}, "different"),
    ],
)
def test_what_comes_of_a_showdown(shown: str, fields: dict[str, object], outcome: str) -> None:
    if "finishing_stacks" in fields:
        fields = {"finishing_stacks": [Decimal(str(amount)) for amount in fields["finishing_stacks"]]}  # type: ignore[attr-defined]
    assert checked(hand(f"{CALLED}, {shown}", **fields)).outcome == outcome


def test_the_winner_of_unknown_hands_is_taken_from_the_file() -> None:
    replay = played(hand(f"{CALLED}, p1 sm ????, p3 sm ????", finishing_stacks=[90, 98, 111]))
    assert [replay.stack(player) for player in (1, 2, 3)] == [90, 98, 111]
    assert (str(replay.rake), str(replay.pot)) == ("1", "22")


def test_a_known_hand_that_another_beats_is_not_paid() -> None:
    actions = CALLED.replace("p2 f", "p2 cc").replace("p3 cc, d db", "p2 cc, p3 cc, d db") + ", p2 cc"
    shown = f"{actions}, p1 sm KsKd, p2 sm AsAd, p3 sm ????".replace("p1 cc, p3 cc, p2 cc", "p1 cc, p2 cc, p3 cc")
    for winner, outcome in ((1, "different"), (2, "unknown"), (3, "unknown")):
        winnings = [30 * (player == winner) for player in (1, 2, 3)]
        assert checked(hand(shown, winnings=winnings)).outcome == outcome


def test_nobody_is_paid_from_a_pot_that_others_contest() -> None:
    """p1 is all-in with 10: the side pot of 20 is not for them."""
    board = "d db 2c7d9h, p2 cc, p3 cc, d db Jc, p2 cc, p3 cc, d db 3s, p2 cc, p3 cc"
    actions = f"p3 cbr 20, p1 cc, p2 cc, {board}, p1 sm ????, p2 sm ????, p3 sm ????"
    stacks = [10, 100, 100]
    assert checked(hand(actions, starting_stacks=stacks, winnings=[30, 20, 0])).outcome == "unknown"
    assert checked(hand(actions, starting_stacks=stacks, winnings=[50, 0, 0])).outcome == "different"


def test_a_file_that_does_not_know_that_players_are_all_in_ends_early() -> None:
    stacks = [Decimal("Infinity")] * 3
    assert checked(hand("p3 cbr 10, p1 cc, p2 f, d db 2c7d9h, d db Jc", starting_stacks=stacks)).outcome == "different"
    assert checked(hand("p3 cbr 10, p1 cc, p2 f, d db 2c7d9h", starting_stacks=stacks)).outcome == "unknown"
    assert checked(hand("p3 cbr 10, p1 cc, p2 f, d db 2c7d9h", finishing_stacks=[90, 98, 90])).outcome == "equal"
    assert checked(hand("p3 cbr 10, p1 cc, p2 f, d db 2c7d9h", finishing_stacks=[90, 98, 112])).outcome == "different"


def test_the_best_low_of_a_known_hand_may_be_paid() -> None:
    board = "d db 2c7d8h, p1 cc, p2 cc, p3 cc, d db Jc, p1 cc, p2 cc, p3 cc, d db Kc, p1 cc, p2 cc, p3 cc"
    acts = f"p3 cbr 10, p1 cc, p2 cc, {board}, p1 sm As3d, p2 sm KsKd, p3 sm ????"
    assert checked(hand(acts, variant="NT/8", winnings=[15, 15, 0])).outcome == "unknown"
    assert checked(hand(acts, variant="NT/8", winnings=[15, 0, 15])).outcome == "unknown"
    assert checked(hand(acts.replace("As3d", "AsQd"), variant="NT/8", winnings=[15, 15, 0])).outcome == "different"


def test_equal_halves_leave_no_odd_chip() -> None:
    board = "d db 2c7d8h, p1 cc, p2 cc, d db Jc, p1 cc, p2 cc, d db Kc, p1 cc, p2 cc"
    acts = f"p3 f, p1 cbr 10, p2 cc, {board}, p1 sm As3d, p2 sm KsKd"
    for end, outcome in (([100, 100, 100], "equal"), ([101, 99, 100], "different")):
        history = hand(acts, variant="NT/8", finishing_stacks=end)
        chips = {name: value for name, value in history.fields.items() if name != "currency_symbol"}
        assert checked(HandHistory(chips)).outcome == outcome


def test_known_hands_do_not_decide_before_the_last_card() -> None:
    acts = "d dh p1 AsAd, d dh p2 ????, d dh p3 KsKd, p3 cbr 100, p1 cc, p2 f"
    assert checked(hand(acts, winnings=[0, 0, 202])).outcome == "unknown"
    assert checked(hand(acts, winnings=[0, 202, 0])).outcome == "different"


def test_what_nobody_called_at_the_end_is_in_no_pot() -> None:
    acts = CALLED.removesuffix("p1 cc, p3 cc") + "p1 cbr 50, p3 cc, p1 sm ????, p3 sm ????"
    assert checked(hand(acts, starting_stacks=[100, 100, 30], winnings=[0, 0, 62])).outcome == "unknown"
    assert checked(hand(acts, starting_stacks=[100, 100, 30], winnings=[0, 0, 92])).outcome == "different"


@pytest.mark.parametrize(
    ("winnings", "outcome"),
    [([22, 0, 0], "equal"), ([21, 0, 0], "raked"), ([14, 0, 0], "unknown")],
    ids=["called in full", "raked", "called for less"],
)
def test_a_caller_of_an_unbounded_stack_may_have_been_all_in(winnings: list[int], outcome: str) -> None:
    stacks = [100, 100, Decimal("Infinity")]
    shown = f"{CALLED}, p1 sm AsAd, p3 sm KsKd"
    assert checked(hand(shown, starting_stacks=stacks, winnings=winnings)).outcome == outcome
    unknown = shown.replace("AsAd", "????")
    assert checked(hand(unknown, starting_stacks=stacks, winnings=winnings)).outcome == "unknown"
    assert checked(hand(unknown, starting_stacks=stacks, winnings=[23, 0, 0])).outcome == "different"


# Rake

FOLDED = "p3 cbr 10, p1 cc, p2 f, d db 2c7d9h, p1 cbr 30, p3 f"
"""A pot of 22 for p1, and 30 that go back."""


@pytest.mark.parametrize(
    ("fields", "outcome", "rake"),
    [
        ({"finishing_stacks": [112, 98, 90]}, "equal", 0),
        ({"finishing_stacks": [111, 98, 90]}, "raked", 1),
        ({"finishing_stacks": [Decimal("107.8"), 98, 90]}, "raked", Fraction(42, 10)),
        ({"finishing_stacks": [Decimal("107.79"), 98, 90]}, "different", 0),
        ({"finishing_stacks": [113, 98, 90]}, "different", 0),
        ({"finishing_stacks": [111, 99, 90]}, "different", 0),
        ({"finishing_stacks": [112, 98, 89]}, "different", 0),
        ({"winnings": [22, 0, 0]}, "equal", 0),
        ({"winnings": [21, 0, 0]}, "raked", 1),
        ({"winnings": [52, 0, 0]}, "equal", 0),
        ({"winnings": [Decimal("51.25"), 0, 0]}, "raked", Fraction(3, 4)),
        ({"winnings": [53, 0, 0]}, "different", 0),
        ({"winnings": [30, 0, 0]}, "different", 0),
        ({"winnings": [0, 0, 22]}, "different", 0),
        ({"winnings": [0, 0, 0]}, "equal", 0),
        ({"winnings": [1]}, "equal", 0),
        ({"winnings": [21, 0, 0], "finishing_stacks": [112, 98, 90]}, "equal", 0),
    ],
)
def test_the_rake_is_told_from_a_difference(fields: dict[str, object], outcome: str, rake: Fraction) -> None:
    found = checked(hand(FOLDED, **fields))
    assert (found.outcome, found.rake) == (outcome, rake)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"winnings": [30, 0, 0]}, "p1 is paid 22; the file says only what went back, 30"),
        ({"winnings": [53, 0, 0]}, "p1 is paid 22, the file says 23"),
        ({"finishing_stacks": [50, 98, 90]}, "p1 finishes with 112, the file says 50"),
        (
            {"finishing_stacks": [50, 98, 90], "winnings": [21, 0, 0]},
            "p1 finishes with 112, the file says 50; the winnings in the same file are as the book has them, rake aside",
        ),
    ],
)
def test_a_payment_that_differs_is_said_in_words(fields: dict[str, object], why: str) -> None:
    assert checked(hand(FOLDED, **fields)).why == why


def test_an_act_that_the_book_does_not_allow_is_named_by_its_clauses() -> None:
    found = checked(hand("p3 cbr 6, p1 cbr 8"))
    assert (found.outcome, found.at) == ("different", "before the flop, action 2: p1 cbr 8")
    assert found.clauses


def test_an_act_that_another_reading_allows_is_named_with_it() -> None:
    """Two short all-ins that make a full raise together: the room lets p3 raise again."""
    acts = "p3 cbr 10, p4 cc, p1 cbr 14, p2 cbr 19, p3 cbr 40, p4 f"
    four = {"antes": [0] * 4, "blinds_or_straddles": [1, 2, 0, 0], "starting_stacks": [14, 19, 100, 100]}
    found = checked(hand(acts, **four))
    assert (found.outcome, found.at) == ("different", "before the flop, action 5: p3 cbr 40")
    assert found.why.endswith("; a house may allow it by the reading short_all_ins_add_up")
    assert checked(hand(acts, **four, _readings=["short_all_ins_add_up"])).outcome == "unknown"


def test_money_is_divided_to_the_cent_and_chips_are_not() -> None:
    shown = f"{CALLED.replace('10', '11')}, p1 sm KcQc, p3 sm KhQh"
    odd = [101, 97, 102]
    split = hand(shown, blinds_or_straddles=[1, 3, 0], min_bet=3, finishing_stacks=[Decimal("101.5"), 97, Decimal("101.5")])
    assert checked(split).outcome == "equal"
    chips = HandHistory({name: value for name, value in split.fields.items() if name != "currency_symbol"})
    assert checked(chips).outcome == "odd chip"
    assert checked(HandHistory(chips.fields | {"finishing_stacks": odd})).outcome == "odd chip"
    assert checked(HandHistory(split.fields | {"finishing_stacks": odd})).outcome == "odd chip"
    assert checked(HandHistory(split.fields | {"finishing_stacks": [103, 97, 100]})).outcome == "different"


@pytest.mark.parametrize("variant", ["F7S", "FR", "N2L1D", "NS", "FB"])
def test_other_games_are_named_as_not_played_here(variant: str) -> None:
    found = checked(hand("p3 f", variant=variant))
    assert (found.outcome, found.variant) == ("not played", variant)
    assert variant in found.why


# Files


def test_a_long_file_is_read_hand_by_hand() -> None:
    one = phh_format.write([hand(FOLDED)])
    file = io.StringIO("\n".join(f"[{number}]\n{one}" for number in range(1, 101)))
    read = phh_format.hands_in(file)
    next(read)
    assert file.tell() < 3 * len(one)
    assert sum(1 for _ in read) == 99


def test_a_hand_that_cannot_be_read_does_not_hide_the_others() -> None:
    one = phh_format.write([hand(FOLDED)])
    text = f"# ours\n[1]\nvariant = 'NT\n['two']\n{one}\n[3] # half\nvariant = 'NT'\n[\"four\"]\n{one}[4._more]\nx = 1\n"
    found = list(findings(phh_format.hands_in(io.StringIO(text))))
    assert [finding.outcome for finding in found] == ["different", "equal", "different", "equal"]
    assert [finding.where for finding in found if finding.why] == ["hand 1, the file", "hand 3, the file"]
    with pytest.raises(HistoryError, match="hand 1"):
        phh_format.read(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "empty"),
        ("# nothing\n\n", "empty"),
        ("[1]\nx = 1\n[2]\n", "hand 1"),
        ("x" * 1_000_001, "letters"),
        ("<html>", "not a hand"),
    ],
    ids=["empty", "comments", "tables", "endless", "something else"],
)
def test_what_has_no_hand_in_it_is_no_hand_history(text: str, why: str) -> None:
    with pytest.raises(HistoryError, match=why):
        list(findings(phh_format.hands_in(io.StringIO(text))))


def test_a_hand_that_is_too_long_is_passed_over() -> None:
    one = phh_format.write([hand(FOLDED)])
    endless = "# nothing\n" * 200_000
    text = f"[1]\n{one}[2]\n{endless}\n[3]\n{one}"
    found = list(findings(phh_format.hands_in(io.StringIO(text))))
    assert [finding.outcome for finding in found] == ["equal", "different", "equal"]
    assert "no hand is longer" in found[1].why


def test_what_follows_bytes_that_are_no_text_is_said_to_be_unread(tmp_path: Path) -> None:
    one = phh_format.write([hand(FOLDED)])
    file = tmp_path / "hands.phhs"
    file.write_bytes(f"[1]\n{one}[2]\n{one}".encode() + b"\n" * 100_000 + b"\xff\n[3]\n" + one.encode())
    with file.open(encoding="utf-8") as opened:
        *_, last = findings(phh_format.hands_in(opened))
    assert (last.outcome, last.why) == ("different", "it is not text from here on, and is read no further")


def test_amounts_reckoned_in_binary_fractions_are_read_as_they_were_meant() -> None:
    told = hand("p3 cbr 6.800000000000001, p1 f, p2 f", finishing_stacks=[99, 98, Decimal("102.99999999999999")])
    assert checked(told).outcome == "equal"
    assert checked(hand("p3 cbr 6.80001234567, p1 f, p2 f")).why == "an amount has more than 6 decimals"


@pytest.mark.parametrize("amount", ["0.000001", "1"])
def test_what_is_unbounded_is_more_than_anybody_bets(amount: str) -> None:
    stacks = [Decimal("Infinity"), 10**9, 10**9]
    blinds = [Decimal(amount), Decimal(amount) * 2, 0]
    acts = f"p3 cbr {10**8}, p1 cbr {10**9}, p2 f, p3 f"
    told = hand(acts, starting_stacks=stacks, blinds_or_straddles=blinds, min_bet=Decimal(amount) * 2)
    assert checked(told).outcome == "equal"


def test_fields_of_one_hand_may_be_tables() -> None:
    (history,) = phh_format.read(f"{phh_format.write([hand(FOLDED)])}[_own]\nx = 1\n")
    assert history.fields["_own"] == {"x": 1}


def test_counting() -> None:
    count = Count()
    for finding in (
        Finding(outcome="equal"),
        Finding(outcome="raked", rake=Fraction(5, 4)),
        Finding(outcome="raked", rake=Fraction(1, 2)),
        Finding(outcome="not played", variant="FR"),
        Finding(outcome="unknown"),
    ):
        count.add(finding)
    assert count.document() == {
        "hands": 5,
        "equal": 1,
        "odd_chip": 0,
        "odd_chip_hands": [],
        "raked": {"hands": 2, "sum": 1.75},
        "unknown": 1,
        "not_played": {"FR": 1},
        "readings": {},
        "different": [],
        "unread": [],
    }
    assert count.sentence() == (
        "5 hands: 1 equal, 0 equal but for an odd chip (8.5), 2 equal but for the room's rake (1.75 in all), "
        "1 whose payment the known cards do not decide, 1 of games that are not played here (FR), 0 different."
    )


def test_hands_of_six_online_rooms() -> None:
    rooms = SHARED / "online"
    if not rooms.is_dir():
        pytest.skip("the folder of online hands, shared/hands/online beside the project, is not here")
    count, different = Count(), {}
    for file in sorted(rooms.glob("*.phhs")):
        with file.open(encoding="utf-8") as opened:
            for finding in findings(phh_format.hands_in(opened)):
                count.add(finding)
                if finding.outcome == "different":
                    different[file.stem, finding.number] = finding.at
    assert (count.hands, count.outcomes) == (3000, {"equal": 2136, "raked": 656, "unknown": 204, "different": 4})
    assert count.rake == Fraction("1329.73")
    assert count.readings == {"heads_up_button_small_blind": 235, "post_anywhere": 1}
    assert different == {
        ("abs-200nlh", 228): "the end of the hand",  # the file says what went back for what was won
        ("ftp-600nlh", 1): "the end of the hand",  # more is paid than was in the pot
        ("ong-1000nlh", 4): "the end of the hand",  # the stacks are not those of its own winnings
        ("pty-600nlh", 150): "the end of the hand",  # more is paid than was in the pot
    }


def test_a_difference_is_raised_with_its_clauses() -> None:
    with pytest.raises(Differs) as caught:
        played(hand("p3 cbr 3"))
    assert caught.value.clauses


def test_somebody_who_sits_down_between_the_beginning_of_a_hand_and_its_cards_is_in_its_history() -> None:
    table = poker_table("crown-holdem", seats=2, seed=3)
    late = (ask.TakeSeat(seat=3, chips=600_00), ask.AddChips(seat=3, chips=100_00))
    for command in (ask.BeginHand(), *late, *(ask.PostBlind(seat=seat) for seat in (1, 2, 3))):
        assert not isinstance(table.do(command), Refused), command
    table.play_hand()
    found = histories(table)[0].fields
    assert dict(zip(found["seats"], found["starting_stacks"], strict=True)) == {1: 1000, 2: 1000, 3: 700}
