"""numba kernels of the simulation. All are in this one file: numba's cache does not see edits elsewhere.

Round n of a seed is one deck, found from the two numbers alone (Philox 4x64-10, a counter-based generator), so any machine can
deal any round and the order of the work changes nothing. Cards are numbered as in `kernels`: rank times four plus suit.

A hand's *plan* is a row of the table of actions and the renaming of suits that makes the hand that row's own. An action says
fold, bet, instant win, or from `CHANGE` on which card to change (its number after the renaming).
"""

from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

RANKINGS = 6_188
"""The ways to have five ranks, in any number of each."""

SHAPES = 3 * RANKINGS

MIXED = 255
"""The action if hands of one shape are not all played the same way."""

FOLD, BET, INSTANT, CHANGE = 0, 1, 2, 3
"""Actions, and places in the count of decisions: a changed hand is counted as bet or folded too."""

LOWEST = 64
"""A round costs a seat at most four antes, so the count of results in antes begins there."""

_BATCH = 256
_ENDS = (10, 21, 34, 52)  # the cards that each of the four words of a deck decides
_M0, _M1 = np.uint64(0xD2E7470EE14C6C93), np.uint64(0xCA5A826395121157)
_W0, _W1 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBB67AE8584CAA73B)
_ZERO, _ONE = np.uint64(0), np.uint64(1)


def _product(start: int, end: int) -> int:
    found = 1
    for place in range(start, end):
        found *= 52 - place
    return found


_STARTS = (0, *_ENDS[:-1])
_PRODUCTS = tuple(np.uint64(_product(start, end)) for start, end in zip(_STARTS, _ENDS, strict=True))
_SHORT = tuple(np.uint64(2**64 % _product(start, end)) for start, end in zip(_STARTS, _ENDS, strict=True))
"""How many of the 2^64 words must be drawn again, so that every order of the cards has the same number of words."""


@intrinsic
def _high(typing_context, a, b):
    """The upper half of the product of two 64-bit numbers."""

    def generate(context, builder, signature, arguments):
        wide = ir.IntType(128)
        first, second = (builder.zext(argument, wide) for argument in arguments)
        upper = builder.lshr(builder.mul(first, second), ir.Constant(wide, 64))
        return builder.trunc(upper, ir.IntType(64))

    return types.uint64(types.uint64, types.uint64), generate


@njit(cache=True, nogil=True)
def words(seed, number, attempt):
    """Four random words of 64 bits for a round; another attempt gives four others."""
    c0, c1, c2, c3 = np.uint64(number), np.uint64(attempt), _ZERO, _ZERO
    k0, k1 = np.uint64(seed), _ZERO
    for _ in range(10):
        high0, low0 = _high(_M0, c0), _M0 * c0
        high1, low1 = _high(_M1, c2), _M1 * c2
        c0, c1, c2, c3 = high1 ^ c1 ^ k0, low1, high0 ^ c3 ^ k1, low0
        k0 += _W0
        k1 += _W1
    return c0, c1, c2, c3


@njit(cache=True, nogil=True)
def _fair(word, seed, number, group):
    """The word that decides a group of cards: this one, or if it would favour some orders the next that does not."""
    attempt = 0
    while word * _PRODUCTS[group] < _SHORT[group]:
        attempt += 1
        word = words(seed, number, attempt)[group]
    return word


@njit(cache=True, nogil=True)
def _draw(word, group, deck):
    """Let one word decide the group's cards.

    It is multiplied by the number of cards left: the upper half says which one comes, the lower half decides the next
    (Brackett-Rozinsky and Lemire 2024).
    """
    for place in range(_STARTS[group], _ENDS[group]):
        left = np.uint64(52 - place)
        other = place + np.int64(_high(word, left))
        word = word * left
        card = deck[other]
        deck[other] = deck[place]
        deck[place] = card


@njit(cache=True, nogil=True)
def deal(seed, number, count, deck):
    """Put the first `count` cards of round `number` on top of the deck; the count does not change which they are."""
    for card in range(52):
        deck[card] = card
    w0, w1, w2, w3 = words(seed, number, 0)
    _draw(_fair(w0, seed, number, 0), 0, deck)
    if count > _ENDS[0]:
        _draw(_fair(w1, seed, number, 1), 1, deck)
    if count > _ENDS[1]:
        _draw(_fair(w2, seed, number, 2), 2, deck)
    if count > _ENDS[2]:
        _draw(_fair(w3, seed, number, 3), 3, deck)


@njit(cache=True, nogil=True)
def _rising(a, b, c, d, e):
    """Five cards in rising order."""
    a, b = min(a, b), max(a, b)
    d, e = min(d, e), max(d, e)
    c, e = min(c, e), max(c, e)
    c, d = min(c, d), max(c, d)
    a, d = min(a, d), max(a, d)
    a, c = min(a, c), max(a, c)
    b, e = min(b, e), max(b, e)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    return a, b, c, d, e


@njit(cache=True, nogil=True)
def _index(hand, choose):
    """The index of a hand of rising cards among all hands."""
    a, b, c, d, e = hand
    return a + choose[2, b] + choose[3, c] + choose[4, d] + choose[5, e]


@njit(cache=True, nogil=True)
def _shape(hand, by_rank, colours):
    """The shape of a hand of rising cards: its ranks, and whether five cards share a suit, four, or fewer.

    The colour of a card counts one in the four bits of its suit; a wild card counts in all four suits.
    """
    a, b, c, d, e = hand
    shape = np.int64(by_rank[1, a] + by_rank[2, b] + by_rank[3, c] + by_rank[4, d] + by_rank[5, e])
    alike = np.int64(colours[a]) + np.int64(colours[b]) + np.int64(colours[c]) + np.int64(colours[d]) + np.int64(colours[e])
    four = alike & 0x4444
    if not four:
        return shape
    return shape + (RANKINGS if (four >> 2) & alike else 2 * RANKINGS)


class Tables(NamedTuple):
    """What a game and a way of playing it come to. Most hands are decided by their shape and the up card's
    rank, in tables that stay in cache.

    - By shape: `order` is the place of its value among all values, `prized` whether some of its hands win a
      jackpot prize, and `usual`, by rank of the up card, the action on all its hands or `MIXED`;
      `usual_changed` is that for hands with a changed card.
    - By order: `win`, `win_changed` and `instant` are antes; a dealer qualifies from the order `qualifying` on. `ends` are the
      antes of a bet against a dealer who does not, a stand-off, a loss and a fold: a row for hands as dealt, and one for
      hands with a changed card.
    - By index: `plan` leads to a row of `actions` (by the up card), `plan_changed` to a row of `stands` (by the up card, a bit
      for each card given up: whether a hand with a changed card bets); `prize` is the number of a jackpot prize.
    - `takes_part` says whether a hand folded, bet, paid at once or changed can win a prize. `suits` are the 24 renamings and
      `suits_back` their inverses; `choose`, `by_rank` and `colours` serve to number hands and shapes.
    """

    choose: Any
    by_rank: Any
    colours: Any
    order: Any
    usual: Any
    usual_changed: Any
    prized: Any
    win: Any
    win_changed: Any
    ends: Any
    instant: Any
    qualifying: int
    plan: Any
    actions: Any
    plan_changed: Any
    stands: Any
    suits: Any
    suits_back: Any
    prize: Any
    takes_part: Any


@njit(cache=True, nogil=True)
def _hand_at(deck, at):
    return _rising(
        np.int64(deck[at]), np.int64(deck[at + 1]), np.int64(deck[at + 2]), np.int64(deck[at + 3]), np.int64(deck[at + 4])
    )


@njit(cache=True, nogil=True)
def _renamed(card, suits, number):
    return (card & 0xFC) | suits[number, card & 3]


@njit(cache=True, nogil=True)
def _against(order, dealer, qualifying, pays, ends):
    """Antes won by a hand that bet."""
    if dealer < qualifying:
        return ends[0]
    if order > dealer:
        return np.int64(pays[order])
    return ends[2] if order < dealer else ends[1]


@njit(cache=True, nogil=True)
def _with_new_card(hand, given, drawn):
    a, b, c, d, e = hand
    new = np.int64(drawn)
    a, b, c = new if a == given else a, new if b == given else b, new if c == given else c
    return _rising(a, b, c, new if d == given else d, new if e == given else e)


@njit(cache=True, nogil=True)
def play(tables, decks, seats, found):
    """Play given decks. By deck and seat `found` gets antes won, the last action, whether a card was changed, and the
    number of the prize.

    On top of a deck are the hands of the seats, then the dealer's with the card face up first, then those that changes bring.
    The tables are taken apart once, because each use of a tuple of arrays costs as much as a hand.
    """
    choose, by_rank, colours, order_of = tables.choose, tables.by_rank, tables.colours, tables.order
    usual, usual_changed = tables.usual, tables.usual_changed
    plans, actions, suits, suits_back = tables.plan, tables.actions, tables.suits, tables.suits_back
    win, win_changed, instant, qualifying = tables.win, tables.win_changed, tables.instant, tables.qualifying
    plans_changed, stands, ends = tables.plan_changed, tables.stands, tables.ends
    prized, prizes, takes_part = tables.prized, tables.prize, tables.takes_part
    for number in range(len(decks)):
        deck = decks[number]
        dealer = np.int64(order_of[_shape(_hand_at(deck, 5 * seats), by_rank, colours)])
        up, fresh = np.int64(deck[5 * seats]), 5 * seats + 5
        for seat in range(seats):
            hand = _hand_at(deck, 5 * seat)
            shape = _shape(hand, by_rank, colours)
            action, plan, changed = np.int64(usual[shape, up >> 2]), 0, 0
            if action == MIXED:
                plan = np.int64(plans[_index(hand, choose)])
                action = np.int64(actions[plan // 24, _renamed(up, suits, plan % 24)])
            part = action
            if action >= CHANGE:
                given = _renamed(action - CHANGE, suits_back, plan % 24)
                hand = _with_new_card(hand, given, deck[fresh])
                shape = _shape(hand, by_rank, colours)
                action = np.int64(usual_changed[shape, up >> 2])
                if action == MIXED:
                    plan = np.int64(plans_changed[_index(hand, choose)])
                    cards = stands[plan // 24, _renamed(up, suits, plan % 24)]
                    action = BET if (cards >> np.uint64(_renamed(given, suits, plan % 24))) & _ONE else FOLD
                fresh += 1
                changed, part = 1, CHANGE
            if action == FOLD:
                units = ends[changed, 3]
            elif action == INSTANT:
                units = np.int64(instant[order_of[shape]])
            else:
                units = _against(order_of[shape], dealer, qualifying, win_changed if changed else win, ends[changed])
            prize = 0
            if prized[shape] and takes_part[part] and (part != CHANGE or action == BET):
                prize = np.int64(prizes[_index(hand, choose)])
            found[number, seat, 0], found[number, seat, 1] = units, action
            found[number, seat, 2], found[number, seat, 3] = changed, prize


@njit(cache=True, nogil=True)
def run(tables, seed, first, paths, length, every, seats, ante, prizes, results, together, decisions, wealth, lowest):
    """Play `paths` paths of `length` rounds from path number `first` on, and add to the counts.

    `results` counts the seats by antes won and number of prize, `together` the rounds by antes won by all seats, `decisions`
    the seats by action. `wealth` and `lowest` have a row for each of the first paths: what the first seat has won after
    each `every` rounds and at the end, and the least it has stood at until then, in cents. `prizes` are in cents, the
    wager's cost taken off.
    """
    needed = 5 * (seats + 1) + (seats if len(tables.stands) > 1 else 0)
    decks = np.empty((_BATCH, 52), np.uint8)
    found = np.empty((_BATCH, seats, 4), np.int32)
    for path in range(paths):
        stands, least = 0, 0
        for start in range(0, length, _BATCH):
            batch = min(_BATCH, length - start)
            for step in range(batch):
                deal(seed, (first + path) * length + start + step, needed, decks[step])
            play(tables, decks[:batch], seats, found)
            for step in range(batch):
                total = 0
                for seat in range(seats):
                    units, prize = np.int64(found[step, seat, 0]), np.int64(found[step, seat, 3])
                    results[units + LOWEST, prize] += 1
                    decisions[found[step, seat, 1]] += 1
                    decisions[CHANGE] += found[step, seat, 2]
                    total += units
                together[total + LOWEST * seats] += 1
                stands += np.int64(found[step, 0, 0]) * ante + prizes[found[step, 0, 3]]
                least = min(least, stands)
                done = start + step + 1
                if path < len(wealth) and (done % every == 0 or done == length):
                    wealth[path, (done - 1) // every] = stands
                    lowest[path, (done - 1) // every] = least


@njit(cache=True, nogil=True)
def plans(where, choose, renamings):
    """For every hand: the number of its class times 24, plus the renaming of suits that turns it into that class's hand."""
    number_of = np.full(2_598_960, -1, np.int32)
    for number in range(len(where)):
        number_of[where[number]] = number
    found = np.empty(2_598_960, np.int32)
    masks = np.empty(4, np.int64)
    place = np.empty(4, np.int64)
    cards = np.empty(5, np.int64)
    index = 0
    for e in range(4, 52):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        masks[:] = 0
                        cards[0], cards[1], cards[2], cards[3], cards[4] = a, b, c, d, e
                        for card in cards:
                            masks[card & 3] |= 1 << (card >> 2)
                        for s in range(4):  # the suit with the greatest mask becomes the first, equals keep their order
                            place[s] = 0
                            for other in range(4):
                                if masks[other] > masks[s] or (masks[other] == masks[s] and other < s):
                                    place[s] += 1
                        for k in range(5):
                            cards[k] = (cards[k] & 0xFC) | place[cards[k] & 3]
                        hand = _rising(cards[0], cards[1], cards[2], cards[3], cards[4])
                        same = number_of[_index(hand, choose)]
                        found[index] = same * 24 + renamings[place[0], place[1], place[2]]
                        index += 1
    return found


@njit(cache=True, nogil=True)
def shapes(cards, by_rank, colours):
    """The shape of each of these hands of rising cards."""
    found = np.empty(len(cards), np.int32)
    for number in range(len(cards)):
        hand = cards[number]
        rising = (np.int64(hand[0]), np.int64(hand[1]), np.int64(hand[2]), np.int64(hand[3]), np.int64(hand[4]))
        found[number] = _shape(rising, by_rank, colours)
    return found
