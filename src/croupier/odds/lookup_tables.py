"""The lookup tables for poker hands, built at first use in a fraction of a second.

Everything from numba here is called from Python only; `showdown_kernels` has what uses the tables.
"""

from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any

import numpy as np
from numba import njit

from croupier.odds.kernels import choose_table, flushes, values_of_ranks, wild_values
from croupier.odds.showdown_kernels import Tables, slot

Array = np.ndarray[Any, np.dtype[Any]]

NO_LOW = -2 << 20
"""The packed value of a hand without a low: below every low, whose category is -1."""


@cache
def tables() -> Tables:
    """The tables of natural hands and lows."""
    rank_keys, sevens, seven_shifts, seven_slots, fives, five_shifts, five_slots = _hashes()
    seven_values = np.zeros(len(seven_slots), np.int32)
    seven_values[seven_slots >= 0] = values_of_ranks(sevens)[seven_slots[seven_slots >= 0]]
    flush = flushes()
    pairs = multisets(2)
    pair_number = np.zeros((13, 13), np.int64)
    pair_number[pairs[:, 0], pairs[:, 1]] = pair_number[pairs[:, 1], pairs[:, 0]] = np.arange(len(pairs))
    small = [multisets(size) for size in range(6)]
    padded = np.zeros((sum(map(len, small)), 5), np.int64)
    ends = np.cumsum([0, *map(len, small)])
    for size, rows in enumerate(small):
        padded[ends[size] : ends[size + 1], :size] = rows
    low_bit = np.array([1 << (r + 1) if r < 7 else int(r == 12) for r in range(13)])
    masks = [np.bitwise_or.reduce(1 << rows, axis=1) for rows in small]
    differ = [np.bitwise_count(mask) == size for size, mask in enumerate(masks)]
    return Tables(
        card_keys=np.array([(int(rank_keys[card >> 2]) << 16) | (1 << (4 * (card & 3))) for card in range(52)]),
        rank_keys=rank_keys,
        seven_shifts=seven_shifts,
        seven_slots=seven_values,
        five_shifts=five_shifts,
        five_slots=np.maximum(five_slots, 0).astype(np.int16),
        flush=flush,
        pair_number=pair_number,
        omaha_best=_omaha_best(five_values(False)[0], fives, rank_keys, five_shifts, five_slots),
        low_bit=low_bit,
        low=_lows(),
        omaha_low=_omaha_lows(),
        multisets=padded,
        multiset_ends=ends,
        multiset_keys=np.concatenate([rank_keys[rows].sum(axis=1) for rows in small]),
        multiset_lows=np.concatenate([np.bitwise_or.reduce(low_bit[rows], axis=1) for rows in small]),
        multiset_masks=np.concatenate([np.where(alone, mask, -1) for mask, alone in zip(masks, differ, strict=True)]),
        choose=np.array([[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]]),
    )


@cache
def five_values(wild: bool) -> tuple[Array, Array]:
    """The values of all rows of five ranks where suits differ, and where there is one; 0 where a suit cannot have them all."""
    ranks = multisets(5)
    plain, suited = values_of_ranks(ranks), flushes()[np.bitwise_or.reduce(1 << ranks, axis=1)]
    if wild:
        deuces = ranks[:, 0] == 0
        plain[deuces], suited[deuces] = wild_values(ranks[deuces])
    return plain, suited


@cache
def five_by_index(wild: bool) -> tuple[Array, Array]:
    """The same by the index of the ranks in the combinatorial number system; -1 for a rank that occurs five times."""
    index = choose_table()[multisets(5) + np.arange(5), np.arange(1, 6)].sum(axis=1)
    plain, suited = np.full(6_188, -1, np.int32), np.full(6_188, -1, np.int32)
    plain[index], suited[index] = five_values(wild)
    return plain, suited


@cache
def low_values() -> Array:
    """The packed value of each low by its number: category -1, then five ranks taken from 15, so that the lowest is greatest."""
    packed = [NO_LOW]
    for ranks in _low_hands():
        value = -1
        for rank in ranks:
            value = (value << 4) | (15 - rank)
        packed.append(value)
    return np.array(packed, np.int32)


def multisets(size: int) -> Array:
    """All rising rows of this many ranks, none more than four times."""
    rows = np.array(list(combinations_with_replacement(range(13), size)), np.int64)
    return rows[(rows[:, 4:] != rows[:, :-4]).all(axis=1)] if size > 4 else rows


@cache
def all_hands(size: int) -> Array:
    """Every hand of this many cards, rising, in the order of the solver's index."""
    rows = np.fromiter((card for hand in combinations(range(52), size) for card in hand), np.uint8).reshape(-1, size)
    return rows[np.lexsort(rows.T)]


def _hashes() -> tuple[Array, Array, Array, Array, Array, Array, Array]:
    """Keys of the ranks for which both perfect hashes can be built, and the hashes: the number of each row of ranks by slot."""
    fives, sevens = multisets(5), multisets(7)
    for seed in range(1000):
        rank_keys = np.random.default_rng(seed).integers(1, 1 << 43, 13)
        seven = _hash(rank_keys[sevens].sum(axis=1), 1 << 13, 1 << 16)
        five = _hash(rank_keys[fives].sum(axis=1), 1 << 10, 1 << 13)
        if seven and five:
            return rank_keys, sevens, *seven, fives, *five
    raise AssertionError("no keys found")  # the search is the same every time, and ends quickly


def _hash(keys: Array, buckets: int, size: int) -> tuple[Array, Array] | None:
    spots = (keys & (buckets - 1)) << 32 | ((keys >> 13) & (size - 1))
    if len(np.unique(spots)) < len(keys):
        return None
    bucket = keys & (buckets - 1)
    counts = np.bincount(bucket, minlength=buckets)
    starts = np.concatenate([[0], np.cumsum(counts)])
    fullest = np.argsort(-counts, kind="stable")  # first, while there is room
    shifts, where = perfect_hash(keys, np.argsort(bucket, kind="stable"), starts, fullest, size)
    if not len(shifts):
        return None
    slots = np.full(size, -1, np.int64)
    slots[where] = np.arange(len(keys))
    return shifts, slots


def _omaha_best(plain: Array, fives: Array, rank_keys: Array, shifts: Array, slots: Array) -> Array:
    """The best of each pair of ranks with three of each board's five. Five of one rank never meet: that entry is unused."""
    pairs = rank_keys[multisets(2)].sum(axis=1)
    best = np.zeros((len(fives), len(pairs)), np.int32)
    for three in combinations(range(5), 3):
        keys = pairs[None, :] + rank_keys[fives[:, three]].sum(axis=1)[:, None]
        best = np.maximum(best, plain[slots[slot.py_func(keys, shifts, slots)]])
    return best


def _low_hands() -> list[tuple[int, ...]]:
    """The 56 lows as falling ranks, ace 1, the worst first."""
    return sorted((tuple(sorted(ranks, reverse=True)) for ranks in combinations(range(1, 9), 5)), reverse=True)


def _low_number() -> dict[int, int]:
    return {sum(1 << (rank - 1) for rank in ranks): number for number, ranks in enumerate(_low_hands(), 1)}


def _lows() -> Array:
    """The number of the best low within each mask of the ranks ace to eight."""
    best = np.zeros(256, np.uint8)
    masks = np.arange(256)
    for five, number in _low_number().items():  # the best comes last
        best[masks & five == five] = number
    return best


def _omaha_lows() -> Array:
    """The number of the best low of two ranks of one mask and three of the other."""
    best = np.zeros((256, 256), np.uint8)
    masks = np.arange(256)
    for five, number in _low_number().items():
        ranks = [bit for bit in range(8) if five >> bit & 1]
        for two in combinations(ranks, 2):
            pair = sum(1 << bit for bit in two)
            best[np.ix_(masks & pair == pair, masks & (five - pair) == five - pair)] = number
    return best


@njit(cache=True)
def perfect_hash(keys, members, starts, order, size):
    """The shift of each bucket that keeps all keys apart, and each key's slot; no shifts if this is impossible.

    `members` lists the keys by bucket, each bucket from its start; they are placed in the given order.
    """
    shifts, slots = np.zeros(len(order), np.int32), np.zeros(len(keys), np.int64)
    taken = np.zeros(size, np.bool_)
    for bucket in order:
        mine = members[starts[bucket] : starts[bucket + 1]]
        for shift in range(size):
            placed = 0
            for n in mine:
                where = ((keys[n] >> 13) + shift) & (size - 1)
                if taken[where]:
                    break
                taken[where] = True
                slots[n] = where
                placed += 1
            if placed == len(mine):
                shifts[bucket] = shift
                break
            for n in mine[:placed]:
                taken[slots[n]] = False
        else:
            return shifts[:0], slots
    return shifts, slots
