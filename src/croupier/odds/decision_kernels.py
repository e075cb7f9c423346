"""numba kernels that evaluate decisions. All but two small ones are in this one file: numba's cache does not see edits elsewhere.

They read the tables of `rank_kernels`. A *kind* is the worth of a hand: its pattern, or PATTERNS plus its set for a hand of
one suit. For each kind `marks` has four places in the order of the sets: of the dealer's hands of one suit, those before the
first place have lower ranks and those before the third are lower; second and fourth, lower or equal. Then come the category,
and, for kinds where `few` has the answer of the four places, its column there; its first column is for the qualifying hand.
`pays` is what a round brings, in parts of an ante: by category where the player wins, then for the four other ends.
"""

import numpy as np
from numba import njit

from croupier.odds.kernels import bits, index

PATTERNS, SETS, NO_STRAIGHT = 6_175, 1_287, 1_277
ALL_AFTER_CHANGE = 148_995
"""The dealer's other four cards out of the 45 that neither the player's six nor the up card takes."""
ALL_TWO, ALL_AFTER_CHANGE_TWO, NEXT_CARDS = 14_190, 13_244, 42
"""The dealer's other three cards where two are known, without a change and with one; and the cards that may be dealt next, by
which the one is multiplied to count the same deals as the 45 new cards and the other."""
UNQUALIFIED, BELOW_FULL_HOUSE, ALL, OWN = 0, 1, 2, 3
"""The columns of the counts by rank: hands that do not qualify, hands below a full house, all hands; then lower and equal
ones for each card that may have been given up."""
STOPS, STANDS, LOSES, FOLDS = 12, 13, 14, 15
"""The places in `pays` for a dealer who does not qualify, a stand-off, a loss, and a fold."""


@njit(cache=True, nogil=True)
def _by_rank(ranked, dead, known, slot, kind):
    """The dealer's hands by ranks alone: not qualified, lower, equal."""
    unqualified = np.int64(ranked[dead, known, UNQUALIFIED])
    if kind < PATTERNS:
        column = OWN + 2 * slot
        return unqualified, np.int64(ranked[dead, known, column]), np.int64(ranked[dead, known, column + 1])
    column = BELOW_FULL_HOUSE if kind < PATTERNS + NO_STRAIGHT else ALL
    return unqualified, np.int64(ranked[dead, known, column]), np.int64(0)


@njit(cache=True, nogil=True)
def _by_suit(suited, few, marks, row, rank, kind):
    """What the dealer's hands of one suit change in the counts of lower and equal hands."""
    which = marks[kind, 5]
    if which:
        return -np.int64(few[row, rank, which]), np.int64(0)
    lower = _with_rank(suited, row, rank, marks[kind, 2]) - _with_rank(suited, row, rank, marks[kind, 0])
    either = _with_rank(suited, row, rank, marks[kind, 3]) - _with_rank(suited, row, rank, marks[kind, 1])
    return lower, either - lower


@njit(cache=True, nogil=True)
def _with_rank(suited, row, rank, place):
    """The sets before a place that hold a rank and no dead one: those without dead ones, minus those also without the rank."""
    return np.int64(suited[row, place]) - np.int64(suited[row | 1 << rank, place])


@njit(cache=True, nogil=True)
def _counts(ranked, suited, few, marks, qualifying, dead, slot, known, row, without, rank, kind):
    """How many of the dealer's hands with the `known` cards do not qualify, lose to the player's hand, equal it.

    Hands of one suit have all known cards: the highest, of this rank, and where `without` is not -1 another one, so those that
    lack it are taken off again. A `row` of -1 says that the known cards are of different suits.
    """
    unqualified, lower, equal = _by_rank(ranked, dead, known, slot, kind)
    if row >= 0:
        unqualified -= np.int64(few[row, rank, 0])
    if without >= 0:
        unqualified += np.int64(few[without, rank, 0])
    if kind < qualifying:
        return unqualified, np.int64(0), np.int64(0)
    if row >= 0:
        moved = _by_suit(suited, few, marks, row, rank, kind)
        lower, equal = lower + moved[0], equal + moved[1]
    if without >= 0:
        moved = _by_suit(suited, few, marks, without, rank, kind)
        lower, equal = lower - moved[0], equal - moved[1]
    return unqualified, lower - unqualified, equal


@njit(cache=True, nogil=True)
def _value(pays, all_hands, unqualified, wins, ties, category):
    """The value of a bet, added up over the dealer's hands."""
    lost = all_hands - unqualified - wins - ties
    return pays[category] * wins + pays[STOPS] * unqualified + pays[STANDS] * ties + pays[LOSES] * lost


@njit(cache=True, nogil=True)
def _look(hand, places, kind_of, flush_of, masks):
    """The index of a hand's ranks and its kind; into `masks` its ranks in each suit."""
    masks[:] = 0
    index = 0
    for i in range(5):
        masks[hand[i] & 3] |= 1 << (hand[i] >> 2)
        index += places[hand[i] >> 2, i]
    kind = kind_of[index]
    for suit in range(4):
        if flush_of[masks[suit]] >= 0:
            kind = flush_of[masks[suit]]
    return index, kind


@njit(cache=True, nogil=True)
def stud_counts(cards, ranked, suited, few, marks, places, kind_of, flush_of, qualifying):
    """For each hand and each of its 47 up cards: the dealer's hands that do not qualify, lose, and tie."""
    number = len(cards)
    unqualified = np.empty((number, 47), np.int32)
    wins, ties = np.empty((number, 47), np.int32), np.empty((number, 47), np.int32)
    masks = np.empty(4, np.int64)
    for n in range(number):
        dead, kind = _look(cards[n], places, kind_of, flush_of, masks)
        column, held = 0, 0
        for up in range(52):
            if held < 5 and cards[n, held] == up:
                held += 1
                continue
            row, rank = masks[up & 3], up >> 2
            counts = _counts(ranked, suited, few, marks, qualifying, dead, 0, rank, row, -1, rank, kind)
            unqualified[n, column], wins[n, column], ties[n, column] = counts
            column += 1
    return unqualified, wins, ties


@njit(cache=True, nogil=True)
def _prepare(hand, places, kind_of, dead, slots, kinds):
    """For each rank of a new card: the index of the six ranks that the dealer cannot complete with, and for each card
    that may be given up its place among them and the kind of the new hand, suits aside.
    """
    for rank in range(13):
        above = 0
        while above < 5 and hand[above] >> 2 < rank:
            above += 1
        total = places[rank, above]
        for i in range(5):
            total += places[hand[i] >> 2, i if i < above else i + 1]
        dead[rank] = total
        for given in range(5):
            old = hand[given] >> 2
            slot, index, at, placed = 0, 0, 0, False
            for i in range(5):
                now = hand[i] >> 2
                if now < old:
                    slot += 1
                if not placed and now >= rank:
                    index += places[rank, at]
                    at += 1
                    placed = True
                if i != given:
                    index += places[now, at]
                    at += 1
            if not placed:
                index += places[rank, at]
            slots[given, rank] = slot + 1 if rank < old else slot
            kinds[given, rank] = kind_of[index]


@njit(cache=True, nogil=True)
def _kept_suit(hand, given):
    """The suit of the four cards kept, if they are of one, or -1."""
    suit = hand[1 if given == 0 else 0] & 3
    for i in range(5):
        if i != given and hand[i] & 3 != suit:
            return -1
    return suit


@njit(cache=True, nogil=True)
def _change_values(
    hand, low, high, ranked, suited, few, marks, places, flush_of, qualifying, pays, masks, dead, slots, kinds, values
):  # fmt: skip
    """For each card of a hand: what changing it is worth, added up over the new cards and the dealer's hands. Of the dealer's
    cards the `high` one is known, and where `low` is not -1 that one as well.

    The cards that are dead to the dealer do not depend on which card is given up, so a hand too low to qualify is worth
    the same whichever it was. Of the new card's suit it matters only whether it is that of the known cards, and, with four kept
    cards of one suit, whether it makes a flush; those few are corrected at the end.
    """
    suit, rank, alike = high & 3, high >> 2, low < 0 or low & 3 == high & 3
    known = rank if low < 0 else places[low >> 2, 0] + places[rank, 1]
    gone, other = masks[suit], 0 if low < 0 else 1 << (low >> 2)
    all_hands = np.int64(ALL_AFTER_CHANGE if low < 0 else ALL_AFTER_CHANGE_TWO)
    fold = pays[FOLDS] * all_hands
    values[:] = 0
    for new in range(13):
        free = 15
        for card in (low, high):
            if card >> 2 == new:
                free &= ~(1 << (card & 3))
        for i in range(5):
            if hand[i] >> 2 == new:
                free &= ~(1 << (hand[i] & 3))
        same = (free >> suit) & 1 if alike else 0
        for number, mask in ((bits(free) - same, gone), (same, gone | 1 << new)):
            if not number:
                continue
            row, without = mask if alike else -1, mask | other if alike and other else -1
            unqualified = _counts(
                ranked, suited, few, marks, qualifying, dead[new], 0, known, row, without, rank, 0
            )[0]  # fmt: skip
            weak = number * max(_value(pays, all_hands, unqualified, 0, 0, 0), fold)
            for given in range(5):
                kind = kinds[given, new]
                if kind < qualifying:
                    values[given] += weak
                    continue
                a, b, c = _counts(
                    ranked, suited, few, marks, qualifying, dead[new], slots[given, new], known, row, without, rank, kind
                )  # fmt: skip
                values[given] += number * max(_value(pays, all_hands, a, b, c, marks[kind, 4]), fold)
    for given in range(5):
        kept = _kept_suit(hand, given)
        if kept < 0:
            continue
        own = masks[kept] & ~(1 << (hand[given] >> 2)) if hand[given] & 3 == kept else masks[kept]
        for new in range(13):
            card = new * 4 + kept
            if card in (low, high) or (masks[kept] >> new) & 1:
                continue
            mask = gone | 1 << new if kept == suit else gone
            row, without = mask if alike else -1, mask | other if alike and other else -1
            for sign in (-1, 1):
                kind = np.int64(flush_of[own | 1 << new]) if sign == 1 else kinds[given, new]
                a, b, c = _counts(
                    ranked, suited, few, marks, qualifying, dead[new], slots[given, new], known, row, without, rank, kind
                )  # fmt: skip
                values[given] += sign * max(_value(pays, all_hands, a, b, c, marks[kind, 4]), fold)


@njit(cache=True, nogil=True)
def change_values(cards, ups, ranked, suited, few, marks, places, kind_of, flush_of, qualifying, pays, values):
    """For each hand and up card: what changing each of its five cards is worth, over the new cards and the dealer's hands."""
    masks, dead = np.empty(4, np.int64), np.empty(13, np.int64)
    slots, kinds = np.empty((5, 13), np.int64), np.empty((5, 13), np.int64)
    for n in range(len(cards)):
        _look(cards[n], places, kind_of, flush_of, masks)
        _prepare(cards[n], places, kind_of, dead, slots, kinds)
        for column in range(ups.shape[1]):
            _change_values(
                cards[n], -1, np.int64(ups[n, column]), ranked, suited, few, marks, places, flush_of, qualifying,
                pays, masks, dead, slots, kinds, values[n, column],
            )  # fmt: skip


@njit(cache=True, nogil=True)
def change_outcomes(
    cards, ups, given_up, ranked, suited, few, marks, places, kind_of, flush_of, qualifying, pays,
    fixed, stands, matched, plans, suits, choose, tally,
):  # fmt: skip
    """How rounds with a change come out, added to `tally` by hand and up card, in the places of `pays`: all new cards and
    dealer's hands where `given_up` names a place. The new hand bets where that is worth more than a fold, or, if the
    strategy is `fixed`, where `stands` (by class and up card) says so, or `matched` once a card of the up card's rank has
    been given up.
    """
    masks, dead = np.empty(4, np.int64), np.empty(13, np.int64)
    slots, kinds = np.empty((5, 13), np.int64), np.empty((5, 13), np.int64)
    hand = np.empty(5, np.int64)
    all_hands = np.int64(ALL_AFTER_CHANGE)
    for n in range(len(cards)):
        _look(cards[n], places, kind_of, flush_of, masks)
        _prepare(cards[n], places, kind_of, dead, slots, kinds)
        for column in range(ups.shape[1]):
            given = given_up[n, column]
            if given < 0:
                continue
            up, ends = ups[n, column], tally[n, column]
            suit, known, gone = up & 3, up >> 2, masks[up & 3]
            kept, old, held = _kept_suit(cards[n], given), cards[n, given], 0
            for new in range(52):
                if held < 5 and cards[n, held] == new:
                    held += 1
                    continue
                if new == up:
                    continue
                rank = new >> 2
                kind = kinds[given, rank]
                if kept == new & 3:
                    own = masks[kept] & ~(1 << (old >> 2)) if old & 3 == kept else masks[kept]
                    kind = np.int64(flush_of[own | 1 << rank])
                row = gone | 1 << rank if new & 3 == suit else gone
                a, b, c = _counts(
                    ranked, suited, few, marks, qualifying, dead[rank], slots[given, rank], known, row, -1, known, kind
                )  # fmt: skip
                if fixed:
                    for i in range(5):
                        hand[i] = new if i == given else cards[n, i]
                    bets = _stands(hand, up, matched if old >> 2 == known else stands, plans, suits, choose)
                else:
                    bets = _value(pays, all_hands, a, b, c, marks[kind, 4]) > pays[FOLDS] * all_hands
                if bets:
                    ends[marks[kind, 4]] += b
                    ends[STOPS] += a
                    ends[STANDS] += c
                    ends[LOSES] += all_hands - a - b - c
                else:
                    ends[FOLDS] += all_hands


@njit(cache=True, nogil=True)
def _stands(hand, up, stands, plans, suits, choose):
    """What a table by class and up card says of a hand whose suits are not those of its class: `plans` has its class and the
    renaming of suits, a row of `suits`, that makes it the class's own.
    """
    plan = plans[index(hand, choose)]
    card = up & ~3 | suits[plan % 24, up & 3]
    column = card
    for held in hand:
        column -= (held & ~3 | suits[plan % 24, held & 3]) < card
    return stands[plan // 24, column]


@njit(cache=True, nogil=True)
def looked_up(hands, ups, table, plans, suits, choose, found):
    """What a table by class and up card has for each of some hands, whatever their suits."""
    for n in range(len(hands)):
        found[n] = _stands(hands[n], ups[n], table, plans, suits, choose)


@njit(cache=True, nogil=True)
def standing(cards, ups, ranked, suited, few, marks, places, kind_of, flush_of, qualifying, pays, stands):
    """For each hand that a change has made, and each of 52 up cards: for which cards given up it bets, a bit for each."""
    masks, all_hands = np.empty(4, np.int64), np.int64(ALL_AFTER_CHANGE)
    dead, slots = np.zeros(13, np.int64), np.zeros(13, np.int64)
    for n in range(len(cards)):
        _, kind = _look(cards[n], places, kind_of, flush_of, masks)
        for old in range(13):
            slots[old] = 0
            for i in range(5):
                slots[old] += cards[n, i] >> 2 < old
            dead[old] = places[old, slots[old]]
            for i in range(5):
                dead[old] += places[cards[n, i] >> 2, i if i < slots[old] else i + 1]
        for column in range(ups.shape[1]):
            up = ups[n, column]
            suit, found = up & 3, np.uint64(0)
            for given in range(52):
                old = given >> 2
                if given == up or (masks[given & 3] >> old) & 1:
                    continue
                row = masks[suit] | 1 << old if given & 3 == suit else masks[suit]
                rank = up >> 2
                a, b, c = _counts(ranked, suited, few, marks, qualifying, dead[old], slots[old], rank, row, -1, rank, kind)
                if _value(pays, all_hands, a, b, c, marks[kind, 4]) > pays[FOLDS] * all_hands:
                    found |= np.uint64(1) << np.uint64(given)
            stands[n, up] = found


@njit(cache=True, nogil=True)
def two_seen(
    cards, kept, ranked, suited, few, marks, places, kind_of, flush_of, qualifying, pays, changes, pays_changed, best, plays
):  # fmt: skip
    """For each hand, over the 1,081 pairs of dealer's cards that it may see: the value of the best play over the dealer's hands,
    and how often that is a bet and a change. `kept` are the counts by rank for an unchanged hand. Where the game has `changes`,
    values are over the new cards as well.

    Two cards of different suits leave the dealer no flush; what they are worth then depends on the ranks alone. Two of one
    suit are worth the same for all hands of the same ranks with the same ones in that suit. So hands of the same ranks,
    which must follow each other, share what was found. Four of a suit are worth more to the player: such hands do not
    share, and it matters whether one of the dealer's cards has that suit.
    """
    masks, dead = np.empty(4, np.int64), np.empty(13, np.int64)
    slots, kinds = np.empty((5, 13), np.int64), np.empty((5, 13), np.int64)
    values, subsets = np.empty(5, np.int64), np.empty(4, np.int64)
    shared, alone, once = np.empty((33, 13, 13, 2), np.int64), np.empty((3, 13, 13, 2), np.int64), np.empty(2, np.int64)
    next_cards = NEXT_CARDS if changes else 1
    fold = next_cards * pays[FOLDS] * np.int64(ALL_TWO)
    last = -1
    for n in range(len(cards)):
        own, kind = _look(cards[n], places, kind_of, flush_of, masks)
        _prepare(cards[n], places, kind_of, dead, slots, kinds)
        if own != last:
            shared[:] = -1
            last = own
        four = -1
        for suit in range(4):
            if bits(masks[suit]) >= 4:
                four = suit
            subsets[suit] = 0
            for i in range(5):
                if (masks[suit] >> (cards[n, i] >> 2)) & 1 and (i == 0 or cards[n, i] >> 2 != cards[n, i - 1] >> 2):
                    subsets[suit] |= 1 << i
        alone[:] = -1
        held = 0
        for high in range(52):
            if held < 5 and cards[n, held] == high:
                held += 1
                continue
            also = 0
            for low in range(high):
                if also < 5 and cards[n, also] == low:
                    also += 1
                    continue
                suit, alike = high & 3, low & 3 == high & 3
                if four < 0:
                    at = shared[subsets[suit] if alike else 32, low >> 2, high >> 2]
                elif alike:
                    at = once
                    at[1] = -1
                else:
                    at = alone[(low & 3 == four) + 2 * (suit == four), low >> 2, high >> 2]
                if at[1] < 0:
                    row = masks[suit] if alike else -1
                    without = masks[suit] | 1 << (low >> 2) if alike else -1
                    known = places[low >> 2, 0] + places[high >> 2, 1]
                    a, b, c = _counts(kept, suited, few, marks, qualifying, own, 0, known, row, without, high >> 2, kind)
                    bet = next_cards * _value(pays, np.int64(ALL_TWO), a, b, c, marks[kind, 4])
                    change = fold
                    if changes:
                        _change_values(
                            cards[n], low, high, ranked, suited, few, marks, places, flush_of, qualifying,
                            pays_changed, masks, dead, slots, kinds, values,
                        )  # fmt: skip
                        change = values.max()
                    at[0] = max(bet, fold, change)
                    at[1] = 2 if change > max(bet, fold) else 1 if bet > fold else 0
                best[n] += at[0]
                if at[1]:
                    plays[n, at[1] - 1] += 1
