"""The lookup tables of the simulation, made from a game's rules and a solved way of playing it."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations, product
from math import comb
from typing import NamedTuple

import msgspec
import numpy as np

from croupier.kernel.errors import TableError
from croupier.kernel.hands import Category
from croupier.odds import counting, kernels, simulation_kernels
from croupier.odds.bankroll import Spread, spread_of
from croupier.odds.counting import CARDS, Array, NotCounted, choose_by_place, not_held, plans, renamings, up_cards
from croupier.odds.exchange import ExchangeSolution
from croupier.odds.shapes import classes_for, lowest_place, shape_of, shown_as_usual
from croupier.odds.simulation_kernels import BET, CHANGE, FOLD, LOWEST, MIXED, SHAPES, Tables
from croupier.odds.solution import Solution, Terms
from croupier.stud.rules import Options, Rules
from croupier.stud.state import Box, Choice

_NO_PRIZE_BELOW = Category.STRAIGHT
"""No lower hand wins in the five books; in another book, a kind of hand wins if its first one does."""
_CHOICES: tuple[Choice, ...] = ("fold", "bet", "instant")
"""What the engine calls `FOLD`, `BET` and `INSTANT`."""

MOST_ANTES = 100_000
"""Results are counted one by one, so a round may not pay more than this."""


class Play(msgspec.Struct, frozen=True, kw_only=True):
    """A way of playing a game, by class of hands (`counting.hands`), and its value in one round if that is known.

    `actions` has a column for each up card that a class can meet (`Counts.ups`): `FOLD`, `BET`, `INSTANT`, or `CHANGE` plus the
    number of the card to change. `stands`, in a game with changes, says by class of the hand with the new card and by up
    card (52 columns) for which cards given up that hand bets: a bit for each. `terms`, `changed` and `instant` are what a
    round brings in antes, as dealt, with a changed card, and by an instant win; `wager` is what is put up in one on average.
    """

    terms: Terms
    changed: Terms | None = None
    instant: Mapping[Category, int] = {}
    actions: Array
    stands: Array | None = None
    exact: Spread | None = None
    wager: float | None = None


def play_of(solution: Solution) -> Play:
    """The way of playing that a solution evaluates; `TableError` if it pays parts of an ante, which are not simulated."""
    terms = solution.terms
    if terms.parts != 1:
        raise TableError("a simulation counts whole antes: choose a maximum payout that is a whole number of them")
    every = [terms.with_extra(hand) for hand in terms.wins]
    if max(max(paying.wins.values()) for paying in every) > MOST_ANTES or min(paying.lose for paying in every) < 1 - LOWEST:
        raise TableError(f"a simulation counts wins up to {MOST_ANTES:,} and losses below {LOWEST} antes a round")
    actions = np.minimum(solution.plays, CHANGE).astype(np.uint8)
    at_once = solution.instant.max(axis=1)
    paid = at_once > 0
    pairs = zip(solution.table.category[paid].tolist(), at_once[paid].tolist(), strict=True)
    play = Play(
        terms=terms,
        instant={Category(category): antes for category, antes in pairs},
        actions=actions,
        exact=spread_of(solution.outcomes),
        wager=solution.average_wager,
    )
    if not isinstance(solution, ExchangeSolution):
        return play
    changes = solution.given_up >= 0
    which = np.take_along_axis(solution.table.cards, np.maximum(solution.given_up, 0).astype(np.int64), axis=1)
    actions[changes] = CHANGE + which[changes]
    return msgspec.structs.replace(play, changed=solution.changed, stands=solution.standing())


class SideBet(msgspec.Struct, frozen=True, kw_only=True):
    """A jackpot wager with a fixed meter: its cost and what each hand wins, in cents, as if it won alone."""

    cost: int
    prizes: Mapping[str, int]
    option: int = 0

    @property
    def nets(self) -> list[int]:
        """By the number of the prize, 0 for none: what the wager brings."""
        return [-self.cost, *(pays - self.cost for pays in self.prizes.values())]


@cache
def shapes(wild: bool) -> tuple[Array, Array, Array]:
    """The shape of every class of hands, and the two tables that number shapes: by rank and place, and by suit."""
    by_rank = np.zeros((6, 52), np.int32)
    for place in range(1, 6):
        by_rank[place] = [comb(card // 4 + place - 1, place) for card in range(52)]
    colours = np.array([0x1111 if wild and card < 4 else 1 << 4 * (card % 4) for card in range(52)], np.uint16)
    return simulation_kernels.shapes(counting.hands(wild)[2], by_rank, colours), by_rank, colours


class ShapeTables(NamedTuple):
    """A game of another shape, by the index of a hand: `places` in the order of values, `kinds`, and `actions` by the dealer's
    card, or in one column; `units` are antes by kind of hand and end of the round; `prize` and `takes_part` as in `Tables`.
    `shape_kernels.run` reads them.
    """

    size: int
    choose: Array
    places: Array
    kinds: Array
    actions: Array
    units: Array
    qualifying: int
    prize: Array
    takes_part: Array


def shape_tables(rules: Rules, play: Play, side: SideBet | None = None) -> ShapeTables:
    """The tables of a game of another shape played in this way."""
    if rules.cards == 5:
        values, class_of, renaming = counting.hands(False)[0], plans() // 24, plans() % 24
        distinct, places = np.unique(values, return_inverse=True)
        kinds, lowest = values >> 20, int(np.searchsorted(distinct, counting.qualifying_value(shown_as_usual(rules))))
    else:
        shape = shape_of(rules)
        places, class_of, renaming = shape.places, shape.class_of, shape.renaming
        kinds, lowest = shape.classes.value[class_of] >> 20, lowest_place(rules, shape)
    actions = play.actions[class_of]
    if rules.has_upcard:
        rank, suit = np.divmod(np.arange(52), 4)
        own = rank * 4 + renamings()[0][renaming][:, suit]  # each card as in the class of the hand
        actions = np.take_along_axis(by_card(shape.classes.cards, play.actions)[class_of], own, axis=1)
    choose, units, prize = kernels.choose_table().astype(np.int64), play.terms.by_kind, _prizes(rules, side, class_of)
    hands = places.astype(np.int32), kinds.astype(np.int64)
    return ShapeTables(rules.cards, choose, *hands, actions, units, lowest, prize, _takes_part(rules))


def tables_of(rules: Rules, play: Play, side: SideBet | None = None) -> Tables:
    """The tables of a game played in this way, with a jackpot wager or without."""
    if play.terms.extra:
        raise NotCounted(f"{rules.game}: five cards with a wager that is paid on the ante are not simulated")
    wild = rules.has("wild cards")
    by_index, _, cards, where = counting.hands(wild)
    values, order_of = np.unique(by_index[where], return_inverse=True)
    shape_of, by_rank, colours = shapes(wild)
    order = np.zeros(SHAPES, np.uint16)
    order[shape_of] = order_of
    if (order[shape_of] != order_of).any():
        raise TableError(f"{rules.title} values hands by more than ranks and one suit, which is not simulated")
    usual = _usual(cards, play.actions, shape_of)
    mixed = (usual[shape_of] == MIXED).any(axis=1)  # only these need a row of their own
    class_of = plans() // 24
    prize_of = _prizes(rules, side, class_of)
    prized = np.zeros(SHAPES, bool)
    prized[shape_of[class_of[prize_of > 0]]] = True
    there, back, _ = renamings()
    changed = play.changed or play.terms
    return Tables(
        choose=choose_by_place(),
        by_rank=by_rank,
        colours=colours,
        order=order,
        usual=usual,
        usual_changed=np.zeros((1, 13), np.uint8) if play.stands is None else _usual_changed(cards, play.stands, shape_of),
        prized=prized,
        win=_antes(play.terms.wins, values >> 20),
        win_changed=_antes(changed.wins, values >> 20),
        ends=np.array([[t.unqualified, t.stand_off, t.lose, t.fold] for t in (play.terms, changed)], np.int64),
        instant=_antes(play.instant, values >> 20),
        qualifying=int(np.searchsorted(values, counting.qualifying_value(rules))),
        plan=_led_to(np.where(mixed, np.cumsum(mixed) - 1, 0)),
        actions=by_card(cards[mixed], play.actions[mixed]) if mixed.any() else np.zeros((1, 52), np.uint8),
        plan_changed=np.zeros(1, np.int32) if play.stands is None else plans(),
        stands=np.zeros((1, 52), np.uint64) if play.stands is None else play.stands,
        suits=there,
        suits_back=back,
        prize=prize_of,
        takes_part=_takes_part(rules),
    )


def _usual_changed(cards: Array, stands: Array, shape_of: Array) -> Array:
    """The same for hands with a changed card, whatever card was given up for it."""
    bit = np.uint64(1)
    held = np.bitwise_or.reduce(bit << cards.astype(np.uint64), axis=1)
    others = ~(held[:, None] | (bit << np.arange(52, dtype=np.uint64))) & np.uint64(2**52 - 1)
    bets = stands & others
    chosen = np.where(bets == others, BET, np.where(bets == 0, FOLD, MIXED)).astype(np.uint8)
    return _usual(cards, np.take_along_axis(chosen, up_cards(cards), axis=1), shape_of)


def _usual(cards: Array, chosen: Array, shape_of: Array) -> Array:
    """By shape and rank of the up card: the action on all of those hands and up cards, or that there are several."""
    order = np.argsort(shape_of, kind="stable")
    starts = np.flatnonzero(np.r_[True, np.diff(shape_of[order]) != 0])
    least, most = (
        end.reduceat(end.reduce(by_card(cards, chosen, held).reshape(-1, 13, 4), axis=2)[order], starts, axis=0)
        for end, held in ((np.minimum, MIXED), (np.maximum, FOLD))
    )
    actions = np.full((SHAPES, 13), MIXED, np.uint8)
    actions[shape_of[order][starts]] = np.where((least == most) & (most < CHANGE), most, MIXED)
    return actions


def _led_to(rows: Array) -> Array:
    """For every hand the row that its class has, and the renaming."""
    every = plans()
    return rows.astype(np.int32)[every // 24] * 24 + every % 24


def _antes(pays: Mapping[Category, int], category: Array) -> Array:
    by_category = np.zeros(len(Category), np.int32)
    for hand, antes in pays.items():
        by_category[hand] = antes
    return by_category[category]


def by_card(cards: Array, columns: Array, held: int = 0) -> Array:
    """A table with 47 columns, those of the cards that a class of hands can meet, as one with 52."""
    table = np.full((len(cards), 52), held, columns.dtype)
    table[not_held(cards)] = columns.reshape(-1)
    return table


def _prizes(rules: Rules, side: SideBet | None, class_of: Array) -> Array:
    """For every hand, by its index, the number of its jackpot prize by the book's own functions, 0 for none."""
    if side is None:
        return np.zeros(len(class_of), np.uint8)
    known, numbers = classes_for(rules), {hand: number for number, hand in enumerate(side.prizes, 1)}
    options = Options(jackpot=side.cost, jackpot_option=side.option)

    def number_of(cards: Sequence[int]) -> int:
        return numbers.get(rules.jackpot_hand(options, rules.jackpot_value(tuple(CARDS[card] for card in cards))), 0)

    by_class = np.zeros(len(known.cards), np.uint8)
    for row in may_win(rules, options, known.value >> 20, known.cards):
        by_class[row] = number_of(known.cards[row])
    by_hand = by_class[class_of]
    if any(" in " in hand for hand in numbers):  # prizes for one suit, which the hands of a class do not share
        choose = kernels.choose_table()
        for ranks, suit in product(combinations(range(13), rules.cards), range(4)):
            cards = [rank * 4 + suit for rank in ranks]
            by_hand[sum(choose[card, place] for place, card in enumerate(cards, 1))] = number_of(cards)
    return by_hand


def may_win(rules: Rules, options: Options, kinds: Array, cards: Array) -> list[int]:
    """The classes of hands, by their kinds and cards, that may win a jackpot prize."""
    won = []
    for kind in np.unique(kinds).tolist():
        first = tuple(CARDS[card] for card in cards[(kinds == kind).argmax()])
        won += [kind] if kind >= _NO_PRIZE_BELOW or rules.jackpot_hand(options, rules.jackpot_value(first)) else []
    return [int(row) for row in np.isin(kinds, won).nonzero()[0]]


def _takes_part(rules: Rules) -> Array:
    """Whether a hand folded, bet, paid at once, or bet with a changed card takes part in the jackpot."""
    options = Options()
    parts = [rules.jackpot_counts(options, Box(seat=1, choice=choice)) for choice in _CHOICES]
    changed = rules.jackpot_counts(options, Box(seat=1, choice="bet", given_up=(CARDS[0],)))
    return np.array([*parts, changed], bool)
