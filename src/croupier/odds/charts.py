"""Strategy charts: for hands whose best play depends on the dealer's card, what betting gains over folding, by up card.

A row is a kind of hand with a common name; a cell sums all hands of the row against all up cards of one rank. Hands of a
row may still differ: `bet` of `all` says how many of them bet.
"""

from typing import Literal

import msgspec
import numpy as np

from croupier.books import rules_of
from croupier.kernel.cards import RANKS, rank_name
from croupier.odds.cells import code_of, fours, gains, ranks_of, steps_of
from croupier.odds.counting import Array, up_cards
from croupier.odds.exchange import ExchangeSolution
from croupier.odds.instant_wins import instant_rule
from croupier.odds.solution import Solution
from croupier.odds.thumb_language import BETTER, DEUCE, PAIR, step_name

UP_CARDS = tuple(rank.replace("T", "10") for rank in RANKS)
"""The columns: the ranks of the dealer's card."""

Detail = Literal["short", "full"]

_ACE_KING = 1413


class Cell(msgspec.Struct, frozen=True):
    """Hands of one row against up cards of one rank: how many there are, how many bet, and how many change a card.

    The gain of betting over folding is the mean over all of them, in antes. An impossible cell counts zero hands.
    """

    all: int
    bet: int
    gain: float
    change: int = 0

    @property
    def mark(self) -> str:
        """`B` if all bet, `C` if all change a card, `.` if all fold.

        Otherwise the percentage that bets; with a `C` after it, the percentage that changes a card, if that is larger.
        """
        if not self.all:
            return ""
        for number, letter in ((self.bet, "B"), (self.change, "C"), (self.all - self.bet - self.change, ".")):
            if number == self.all:
                return letter
        most = max(self.bet, self.change)
        share = min(99, max(1, round(100 * most / self.all)))
        return f"{share}C" if self.change > self.bet else str(share)


class Row(msgspec.Struct, frozen=True):
    label: str
    cells: tuple[Cell, ...]


class Chart(msgspec.Struct, frozen=True):
    """Rows from the best hands down, and the hands they are between: above all bet, below all fold.

    `instant` says when to take an instant win instead, in a game that has one; `ups` are the columns: only one if the dealer
    shows no card.
    """

    always: str
    never: str
    rows: tuple[Row, ...]
    instant: str = ""
    ups: tuple[str, ...] = UP_CARDS

    @property
    def told(self) -> str:
        """When to bet and when to fold, apart from the rows."""
        if not self.rows:
            return f"bet with {self.always} or better, fold with less"
        return f"bet with {self.always} or better, fold with less than {self.never}"


def chart(solution: Solution, *, wild: bool, detail: Detail = "short") -> Chart:
    """The chart of a solution. In `full`, hands without a pair are distinguished by all their ranks."""
    if solution.table.places is not None:
        return _chart_by_value(solution, solution.table.places)
    steps = steps_of(wild)
    if isinstance(solution, ExchangeSolution):
        return _chart_with_changes(solution, steps)
    played = solution.bets | (solution.instant > 0) if solution.instants else solution.bets
    open_hand: Array = np.array(played.any(axis=1) & ~played.all(axis=1))
    low, high = int(steps[open_hand].min()), int(steps[open_hand].max())
    middle = (steps >= low) & (steps <= high)
    ranks = ranks_of(solution.table.cards)
    keys = _keys(steps, ranks, wild=wild, fine=detail == "full", narrow=bool(low == high))
    rows = []
    for key in sorted(set(keys[middle].tolist()), reverse=True):
        chosen = middle & (keys == key)
        if detail == "short" or open_hand[chosen].any():
            row = int(np.flatnonzero(chosen)[0])
            rows.append(Row(_label(int(steps[row]), ranks[row].tolist(), key, wild), _cells(solution, chosen)))
    always = min((int(step) for step in np.unique(steps) if step > high), default=high)
    return Chart(step_name(always), step_name(low), tuple(rows), instant_rule(solution))


def _chart_by_value(solution: Solution, places: Array) -> Chart:
    """The chart of a game of another shape: a row for each hand value whose play depends on more than the value."""
    read, bets = rules_of(solution.game).value, solution.bets
    some, not_all = (np.unique(places[chosen]) for chosen in (bets.any(axis=1), ~bets.all(axis=1)))
    low, high = int(some.min(initial=places.max())), int(not_all.max(initial=-1))
    ordered = np.unique(places)

    def name(place: int) -> str:
        return read(solution.held(int(np.flatnonzero(places == place)[0]))).name

    rows = [Row(name(value), _cells(solution, places == value)) for value in ordered[::-1].tolist() if low <= value <= high]
    always = min((value for value in ordered.tolist() if value > high), default=int(places.max()))
    return Chart(name(always), name(low), tuple(rows), ups=UP_CARDS if solution.table.shown else ("",))


def _chart_with_changes(solution: ExchangeSolution, steps: Array) -> Chart:
    """The chart of a game in which a card may be changed: hands by what four of their cards are one card short of."""
    ranks, draws = ranks_of(solution.table.cards), fours(solution.table.cards)[0].tolist()
    names = [_name_with_draw(*hand) for hand in zip(draws, steps.tolist(), ranks.tolist(), strict=True)]
    label, back = np.unique(names, return_inverse=True)
    depends = [n for n, name in enumerate(label.tolist()) if name]
    height = steps << 20 | code_of(ranks)
    ordered = sorted(depends, key=lambda n: -int(height[back == n].max()))
    rows = tuple(Row(str(label[n]), _cells(solution, back == n)) for n in ordered)
    return Chart("two pair", "ace and king without four to anything", rows)


def _name_with_draw(four: str, step: int, ranks: list[int]) -> str:
    """The row of a hand with four cards to something; empty for one that always bets, or that never bets or changes."""
    draw = "flush" if four.endswith("flush") else four
    if step >= BETTER:
        return ""
    if step >= PAIR:
        pair = rank_name((step - PAIR) // 100, plural=True)
        return f"{pair} and four to a flush" if draw == "flush" else "any other pair"
    if draw:
        return f"four to {'an' if draw[0] in 'io' else 'a'} {draw}"
    if step == _ACE_KING:
        return "-".join(UP_CARDS[rank - 2] for rank in ranks[:3])
    return ""


def _keys(steps: Array, ranks: Array, *, wild: bool, fine: bool, narrow: bool) -> Array:
    """A number for each row that sorts as the rows do: the step, then the cards that distinguish them."""
    third = ranks[:, 2]
    rest = np.zeros_like(steps)
    if fine:
        rest = np.where(steps < PAIR, third << 8 | ranks[:, 3] << 4 | ranks[:, 4], 0)
    elif narrow:  # hands of one step differ by the next card
        rest = third << 8
    if wild:
        rest = np.where((steps >= PAIR) & (ranks[:, 4] == DEUCE), 1, rest)
        if not fine:
            steps = np.where(steps < PAIR, steps // 100 * 100, steps)
    return steps << 12 | rest


def _label(step: int, ranks: list[int], key: int, wild: bool) -> str:
    letters = [UP_CARDS[rank - 2] for rank in ranks]
    rest = key & 0xFFF
    if step >= PAIR:
        name = rank_name((step - PAIR) // 100, plural=True)
        return f"{name} with a deuce" if wild and rest else f"pair of {name}"
    if rest & 0xFF:
        return "-".join(letters)
    return "-".join(letters[:3]) if rest else f"{rank_name(ranks[0])} high"


def _cells(solution: Solution, chosen: Array) -> tuple[Cell, ...]:
    weight = solution.table.weight[chosen]
    bets = solution.bets[chosen] * weight[:, None]
    ups = up_cards(solution.table.cards[chosen]) // 4 if solution.table.shown else np.zeros(bets.shape, np.int64)
    numbers = np.broadcast_to(weight[:, None], ups.shape)
    changes = np.zeros_like(bets)
    if isinstance(solution, ExchangeSolution):
        changes = (solution.given_up[chosen] >= 0) * weight[:, None]
    columns = len(RANKS) if solution.table.shown else 1
    count, bet, change, won = (
        np.bincount(ups.ravel(), values.ravel(), columns) for values in (numbers, bets, changes, gains(solution, chosen))
    )
    whole = solution.table.completions * solution.terms.parts
    return tuple(
        Cell(int(n), int(b), float(w / (n * whole)) if n else 0.0, int(c))
        for n, b, c, w in zip(count, bet, change, won, strict=True)
    )
