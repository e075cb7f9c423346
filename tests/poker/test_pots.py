"""Main and side pots against a plain count, chip by chip, and the division of a pot."""

from __future__ import annotations

from collections import Counter

from hypothesis import example, given, strategies as st

from croupier.kernel.accounts import stack_of
from croupier.poker.hand import Hand, Player
from croupier.poker.pots import divided, pots
from how_many import examples

_PLAYER = st.tuples(st.integers(0, 12), st.booleans())


def hand_of(players: list[tuple[int, bool]], dead: int = 0) -> Hand:
    """A hand in which players have put in so much, and are live or not."""
    hand = Hand(ring=list(range(1, len(players) + 1)), dead=dead)
    for number, (put_in, live) in enumerate(players, 1):
        hand.players[number] = Player(number=number, stack=stack_of(number), put_in=put_in, live=live)
    return hand


@examples(100)
@example([(2, True), (5, True), (9, True), (12, False), (7, True)], 3)
@given(st.lists(_PLAYER, min_size=2, max_size=6), st.integers(0, 5))
def test_pots_are_what_a_count_chip_by_chip_gives(players: list[tuple[int, bool]], dead: int) -> None:
    """The nth chip of every player lies in one pot, contested by the live players who put in as many."""
    players[0] = (players[0][0], True)
    hand = hand_of(players, dead)
    live_seats = tuple(number for number, (_, live) in enumerate(players, 1) if live)
    contested: Counter[tuple[int, ...]] = Counter({live_seats: dead})
    claim = live_seats
    for chip in range(1, 13):
        claim = tuple(number for number in live_seats if players[number - 1][0] >= chip) or claim
        contested[claim] += sum(put_in >= chip for put_in, _ in players)
    found = pots(hand)
    assert {pot.seats: pot.amount for pot in found} == {seats: n for seats, n in contested.items() if n}
    assert [pot.level for pot in found] == [min(players[seat - 1][0] for seat in pot.seats) for pot in found]


@example([(4, True), (9, True), (12, True), (9, False)], 5)
@given(st.lists(_PLAYER, min_size=2, max_size=6), st.integers(0, 12))
def test_what_is_about_to_go_back_is_in_no_pot(players: list[tuple[int, bool]], most: int) -> None:
    players[0] = (players[0][0], True)
    highest = max(range(len(players)), key=lambda place: players[place][0])
    put_in, live = players[highest]
    back = min(put_in, most)
    after = [*players[:highest], (put_in - back, live), *players[highest + 1 :]]
    assert pots(hand_of(players), {highest + 1: back}) == pots(hand_of(after))


@given(st.integers(0, 500), st.integers(1, 6), st.sampled_from((1, 5, 25)), st.booleans())
def test_a_divided_pot_is_whole_and_shares_differ_by_a_chip_at_most(amount: int, n: int, chip: int, nearest: bool) -> None:
    winners = list(range(1, n + 1))
    shares, odd = divided(amount, winners, chip, all_to_first=nearest)
    assert sum(shares.values()) == amount
    assert list(odd) == winners[: len(odd)]
    if nearest:
        assert len({shares[seat] for seat in winners[1:]}) <= 1
    else:
        assert max(shares.values()) - min(shares.values()) <= chip
