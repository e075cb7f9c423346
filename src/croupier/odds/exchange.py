"""Games in which a player may change one card and then bet or fold: every change evaluated exactly.

The new card comes off the remaining pack, so a deal here is a deal of the other games plus the card that would be dealt
next: 42 times as many. Of these 42 x C(46, 4) = 46 x C(45, 4) for a hand and an up card, a change leaves 45 cards, of which
the dealer holds four: neither the card given up nor the new one can be among them.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from math import comb

import numpy as np
from msgspec.structs import asdict, replace

from croupier.kernel.cards import HIDDEN, Card, CardError
from croupier.kernel.hands import Category
from croupier.odds import decision_kernels, information_kernels, kernels
from croupier.odds.counting import CARDS, COMPLETIONS, DEALS, Array, Classes, classes, hands, plans, rank_tables, renamings
from croupier.odds.solution import Advice, Outcome, Solution, Tally, Terms, cards_of
from croupier.odds.threads import all_done, side_by_side
from croupier.stud.rules import Options, Rules

NEXT_CARDS = 42
"""The cards left after dealing the player's and the dealer's hand: each may be the next."""
CHANGES = 46 * comb(45, 4)
"""The new cards and dealer's hands that a change may meet: COMPLETIONS times NEXT_CARDS."""

Exchange = Callable[[tuple[Card, ...], Card], Card | None]
"""Which card of a hand to change against the dealer's up card, if any."""

Bets = tuple[Array, Array]
"""By class and up card whether a strategy bets, and whether it does after giving up a card of the up card's rank."""

_CHUNKS = 64


class ExchangeSolution(Solution, frozen=True, kw_only=True, dict=True):
    """A way of playing a game with an exchange. `bets` are those made on the first five cards.

    By class of hand and up card: `given_up` is the place in the hand of the card that is changed, or -1. `changed` is what
    a round with a change brings, and `after` in how many deals it ends in each way. `fixed` says that the play follows a given
    strategy, whose bets on any five cards are `stands`, and after giving up a card of the up card's rank `matched`.
    """

    changed: Terms
    given_up: Array
    after: Tally
    qualifying: int
    fixed: bool
    stands: Array
    matched: Array

    @property
    def deals(self) -> int:
        return DEALS * NEXT_CARDS

    @property
    def plays(self) -> Array:
        """The same, with changes as three times the place of the card, from one on."""
        return super().plays + 3 * (self.given_up + np.int8(1))

    @cached_property
    def decisions(self) -> dict[str, int]:
        """In how many of all deals the player bets, folds, or changes a card and then bets or folds."""
        weight = self.table.weight
        bets = int((self.bets.sum(axis=1) * weight).sum()) * COMPLETIONS * NEXT_CARDS
        played = {"bet": bets, "change and bet": self.after.bets, "change and fold": self.after.fold}
        return played | {"fold": self.deals - sum(played.values())}

    @property
    def change_share(self) -> float:
        """How often the player changes a card."""
        return (self.after.bets + self.after.fold) / self.deals

    @property
    def wagered(self) -> Fraction:
        bets = self.decisions["bet"] + self.decisions["change and bet"]
        terms, changed = self.changed, self.after.bets + self.after.fold
        return 1 + Fraction(terms.bet * bets + terms.price * changed, terms.parts * self.deals)

    def _outcomes(self, *, apart: bool) -> list[Outcome]:
        """Hands paid after a change have their own lines."""
        kept = self.tally(self.bets)
        whole = Tally(
            wins={hand: number * NEXT_CARDS for hand, number in kept.wins.items()},
            unpaid=kept.unpaid * NEXT_CARDS,
            unqualified=kept.unqualified * NEXT_CARDS,
            stand_off=kept.stand_off * NEXT_CARDS,
            lose=kept.lose * NEXT_CARDS,
            fold=self.decisions["fold"],
        )
        outcomes = whole.outcomes(self.terms, apart=apart)
        outcomes += self.after.outcomes(self.changed, " after a change", apart=apart)
        return sorted(outcomes, key=lambda outcome: -outcome.units)

    def advice(self, hand: Sequence[Card] | str, up: Card | str | None = None) -> Advice:
        """What to do with this hand, and the value of each choice; a change counts with the best play after it."""
        unchanged = super().advice(hand, up)
        hand, card_shown = cards_of(hand, up, self.table)
        shown = card_shown or HIDDEN  # a card was given, or there would be no advice
        number, column, numbers = self._find(hand, shown)
        cards = self.table.cards[number : number + 1]
        sums = change_values(cards, np.array([[numbers[shown]]], np.int8), self.changed, self.qualifying)
        by_number = dict(zip(cards[0].tolist(), sums[0, 0].tolist(), strict=True))
        changes = {card: Fraction(by_number[numbers[card]], CHANGES * self.changed.parts) for card in hand}
        place = int(self.given_up[number, column])
        if place < 0:
            return replace(unchanged, changes=changes)
        change = next(card for card in hand if numbers[card] == cards[0, place])
        return replace(unchanged, play=f"change {change}", change=change, changes=changes)

    def standing(self) -> Array:
        """For each class of hands that a change has made and each of 52 up cards: for which cards given up the hand bets,
        a bit for each by its number in `CARDS`.
        """
        hand_classes = classes(False)
        stands = np.zeros((len(hand_classes.cards), 52), np.uint64)
        if self.fixed:
            ups = hand_classes.ups.astype(np.int64)
            alike = np.uint64(15) << (ups // 4 * 4).astype(np.uint64)  # the cards of the up card's rank
            bits = np.where(self.stands, ~alike, np.uint64(0)) | np.where(self.matched, alike, np.uint64(0))
            np.put_along_axis(stands, ups, bits & np.uint64(2**52 - 1), axis=1)
            return stands
        tables, row, ups = rank_tables(6, 1, self.qualifying), self.changed.row, hand_classes.ups
        all_done(
            lambda part: decision_kernels.standing(hand_classes.cards[part], ups[part], *tables, row, stands[part]),
            parts_of(len(hand_classes.cards)),
        )
        return stands


def changed_terms(rules: Rules, after: Terms, readings: Collection[str]) -> Terms:
    """What a round with a change brings: the card costs an ante, which by one reading is returned if the hand does not lose."""
    price = rules.exchange_price * after.parts
    kept = 0 if rules.exchange_returned(Options(readings=tuple(readings))) else price
    return Terms(
        wins={hand: units - kept for hand, units in after.wins.items()},
        unqualified=after.unqualified - kept,
        stand_off=after.stand_off - kept,
        lose=after.lose - price,
        fold=after.fold - price,
        bet=after.bet,
        price=price,
        parts=after.parts,
    )


def weigh_changes(
    solution: Solution, changed: Terms, qualifying: int, *, fixed: bool, exchange: Exchange | None, matched: Array | None
) -> ExchangeSolution:
    """A solution of the game without changes, extended to changes: the best one, or a fixed strategy's.

    `matched` are the bets after giving up a card of the up card's rank, if different.
    """
    hand_classes = classes(False)
    ups = hand_classes.ups
    changes = given_up(hand_classes, exchange) if fixed else _best_changes(solution, hand_classes, ups, changed, qualifying)
    tables = (solution.bets, solution.bets if matched is None else matched)
    after = _after(hand_classes, changes, changed, qualifying, tables if fixed else None)
    found = {"changed": changed, "given_up": changes, "after": after, "qualifying": qualifying, "fixed": fixed}
    found |= {"bets": solution.bets & (changes < 0), "stands": tables[0], "matched": tables[1]}
    return ExchangeSolution(**asdict(solution) | found)


def played(solution: ExchangeSolution, stands: Array, matched: Array, places: Array) -> ExchangeSolution:
    """The same game played by tables over classes of hands and up cards: which five cards bet, which do after a card of the
    up card's rank has been given up, and which card is changed, by its place in the hand, or -1.
    """
    after = _after(classes(False), places, solution.changed, solution.qualifying, (stands, matched))
    bets = stands & (places < 0)
    return replace(solution, bets=bets, given_up=places, after=after, fixed=True, stands=stands, matched=matched)


def change_values(cards: Array, ups: Array, changed: Terms, qualifying: int) -> Array:
    """By hand and up card, the value of changing each of the five cards, over the new cards and the dealer's hands."""
    sums = np.empty((*ups.shape, 5), np.int64)
    decision_kernels.change_values(cards, ups, *rank_tables(6, 1, qualifying), changed.row, sums)
    return sums


def _best_changes(solution: Solution, hand_classes: Classes, ups: Array, changed: Terms, qualifying: int) -> Array:
    """The place of the card to change if a change is worth more than a bet and a fold, otherwise -1."""
    places = np.full(ups.shape, -1, np.int8)
    fold = solution.terms.fold * COMPLETIONS

    def weigh(part: slice) -> None:
        sums = change_values(hand_classes.cards[part], ups[part], changed, qualifying)
        stay = np.maximum(solution.bet_value[part].astype(np.int64), fold) * NEXT_CARDS
        places[part] = np.where(sums.max(axis=2) > stay, sums.argmax(axis=2), -1)

    all_done(weigh, parts_of(len(ups)))
    return places


def _after(classes: Classes, places: Array, changed: Terms, qualifying: int, stands: Bets | None) -> Tally:
    """In how many deals a round with a change ends in each way."""
    total = np.zeros(16, np.int64)
    rows = np.flatnonzero((places >= 0).any(axis=1))
    for part, ends in change_ends(classes, rows, places, changed, qualifying, stands):
        total += classes.weight[part] @ ends.sum(axis=1)
    ended = total.tolist()
    return Tally(
        wins={hand: ended[hand] for hand in changed.wins},
        unqualified=ended[decision_kernels.STOPS],
        stand_off=ended[decision_kernels.STANDS],
        lose=ended[decision_kernels.LOSES],
        fold=ended[decision_kernels.FOLDS],
    )


def change_ends(
    classes: Classes, rows: Array, places: Array, changed: Terms, qualifying: int, stands: Bets | None
) -> Iterator[tuple[Array, Array]]:
    """How rounds end in which the cards at these places are changed, for some classes of hands at a time: their rows, and by
    class and up card how many new cards and dealer's hands end the round in each way that `Terms.row` lists.

    After the change the best play goes on, or the bets of a strategy.
    """
    fixed = stands is not None
    bets, matched = stands or (np.zeros((1, 47), bool),) * 2
    classed = (plans() if fixed else np.zeros(1, np.int32), renamings()[0])
    tables, row, choose = rank_tables(6, 1, qualifying), changed.row, kernels.choose_table()

    def count(part: slice) -> tuple[Array, Array]:
        some = rows[part]
        ends = np.zeros((len(some), 47, 16), np.int64)
        hands = (classes.cards[some], classes.ups_of(some), places[some])
        decision_kernels.change_outcomes(*hands, *tables, row, fixed, bets, matched, *classed, choose, ends)
        return some, ends

    yield from side_by_side(count, parts_of(len(rows)))


def parts_of(number: int) -> list[slice]:
    """So many rows in parts, for work done one part at a time on each processor."""
    return [slice(number * part // _CHUNKS, number * (part + 1) // _CHUNKS) for part in range(_CHUNKS)]


def given_up(classes: Classes, exchange: Exchange | None) -> Array:
    """The places of the cards that a strategy changes, by class of hand and up card."""
    places = np.full((len(classes.cards), 47), -1, np.int8)
    if exchange is None:
        return places
    for number, (hand, ups) in enumerate(classes.dealt()):
        chosen = [exchange(hand, up) for up in ups]
        if any(chosen):
            places[number] = [-1 if card is None else _place(hand, card) for card in chosen]
    return places


def _place(hand: tuple[Card, ...], card: Card) -> int:
    if card not in hand:
        raise CardError(f"the strategy changes {card}, which is not in {' '.join(map(str, hand))}")
    return hand.index(card)


def bet_after_change(solution: ExchangeSolution, hand: Sequence[Card], up: Card, given_up: Card) -> Fraction:
    """The value in antes of betting on a hand after a change; folding it loses ante and price, two antes.

    The card given up is known, so the dealer's hands are counted one by one.
    """
    dealt, ends = np.array([[CARDS.index(card) for card in (*hand, up, given_up)]]), np.empty((1, 4), np.int64)
    information_kernels.completed(dealt, hands(False)[0], solution.qualifying, kernels.choose_table(), ends)
    unqualified, won, tied, category = ends[0].tolist()
    pays, every = solution.changed, comb(45, 4)
    total = pays.wins[Category(category)] * won + pays.unqualified * unqualified + pays.stand_off * tied
    return Fraction(total + pays.lose * (every - unqualified - won - tied), every * pays.parts)
