"""Equities: the share of the pot that each hand or range wins at a showdown, exact or sampled. The answer says which.

Every possible board counts the same. With ranges, every combination of hands that fit together counts by the product of their
weights. In the hi-lo games each half of the pot is calculated separately.

**Discards.** In pineapple one of three cards is given up before the flop, in crazy pineapple after it. As usual, hands are
face up here. In the order given, each player gives up the card that leaves the largest share of the pot, knowing the board so
far and expecting the best answers of those who follow. A hand may also be given as the two cards that were kept.

>>> found = equity("crown-holdem", ["AdAc", "KhKs"])
>>> [(player.win, player.tie) for player in found.players]
[(1388072, 6538), (317694, 6538)]
"""

from collections.abc import Sequence
from fractions import Fraction
from html import escape
from math import sqrt
from secrets import randbelow

import msgspec

from croupier.books import poker_rules_of
from croupier.kernel.cards import HIDDEN, Card, CardError, faces, parse_cards, twice
from croupier.kernel.drawing import table_html
from croupier.kernel.errors import UnknownGame
from croupier.odds import matchups
from croupier.odds.counting import CARDS
from croupier.odds.lookup_tables import Array
from croupier.odds.matchups import Spot, pot_shares, share_unit
from croupier.odds.ranges import Range, RangeError
from croupier.odds.threads import Progress

MOST_DISCARDING = 5
"""With more players than this holding three cards each, there are too many discards to count."""

PATIENCE = 30.0
"""How many seconds of one processor an exact answer may take if nobody asked for it."""

MOST_SAMPLES = 10**10


class FlopGame(msgspec.Struct, frozen=True, kw_only=True):
    """What a flop game is to a showdown. `discard_on` is the size of the board on which a third hole card is given up."""

    hole: int = 2
    most_players: int = 11
    hi_lo: bool = False
    discard_on: int = -1

    def sizes(self, board: int) -> tuple[int, ...]:
        """How many cards a hand may have with so many on the board."""
        if self.discard_on < 0 or board < self.discard_on:
            return (self.hole,)
        return (2, 3) if board == self.discard_on else (2,)


_DISCARDS = {"": -1, "before the flop": 0, "after the flop": 3}


def flop_game(name: str) -> FlopGame:
    """A poker game as its book defines it; a game that cannot be counted is refused by name."""
    rules = poker_rules_of(name)
    if not rules.variant:
        raise UnknownGame(f"{name} deals or reads hands in a way that equities are not counted for")
    hi_lo, discard = rules.lows is not None, _DISCARDS[rules.discard]
    return FlopGame(hole=rules.hole_cards, most_players=rules.most_players, hi_lo=hi_lo, discard_on=discard)


class Half(msgspec.Struct, frozen=True, kw_only=True):
    """What a player gets out of one half of the pot: deals won alone, deals shared, and the part of the whole pot."""

    win: int = 0
    tie: int = 0
    share: Fraction = Fraction(0)


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """What one player gets: counts are of `Equity.deals`, shares of the whole pot, `error` is the share's standard error.

    `win` is the whole pot alone (in hi-lo, a scoop) and `tie` any smaller part of it. The high half is the whole pot where there
    is no low. `quarter` counts the deals that bring just a quarter of the pot.
    """

    hand: str
    win: int
    tie: int
    quarter: int
    share: Fraction
    error: float
    high: Half
    low: Half


class Equity(msgspec.Struct, frozen=True, kw_only=True):
    """The answer. If it is `exact`, `deals` are all of them by weight; otherwise they are `samples` drawn with `seed`.

    `discards` says that players gave up a third card on the way, as described above.
    """

    game: str
    board: tuple[Card, ...]
    dead: tuple[Card, ...]
    exact: bool
    deals: int
    no_low: int
    players: tuple[Standing, ...]
    samples: int = 0
    seed: int = 0
    discards: bool = False

    def _repr_html_(self) -> str:
        of = self.deals
        rows = [
            (escape(one.hand), *(f"{part:.2%}" for part in (one.win / of, one.tie / of, float(one.share))))
            for one in self.players
        ]
        return table_html(f"{self.game} {faces(self.board)}", [("", "win", "tie", "equity"), *rows])


def equity(
    game: str,
    hands: Sequence[str],
    *,
    board: str = "",
    dead: str = "",
    exact: bool = False,
    samples: int = 0,
    seed: int | None = None,
    progress: Progress | None = None,
) -> Equity:
    """What each of these hands or ranges is worth. `dead` are cards known to be out: exposed, folded or burned.

    The answer is exact if one processor can count it in about half a minute, or if you ask for `exact`. Otherwise, or if you give
    a number of `samples`, it is sampled. `CardError` says what is wrong with the cards.
    """
    if exact and samples:
        raise CardError("an exact answer has no samples: ask for one or for the other")
    if samples and not 2 <= samples <= MOST_SAMPLES:
        raise CardError(f"samples are from 2 to {MOST_SAMPLES:,}, not {samples:,}")
    shared, out = _known(board, "board"), _known(dead, "dead cards")
    spot = _spot(game, hands, shared, out)
    work, players = None if samples else matchups.work(spot), spot.players
    if work is not None and (exact or work.seconds <= PATIENCE):
        counts, errors, seed = _by_pot(matchups.count(work, progress)), [0.0] * players, 0
    elif exact:
        raise CardError("these ranges have too many hands to count one by one: take samples, or narrow them")
    else:
        samples, seed = samples or spot.samples, randbelow(2**32) if seed is None else seed
        pots, moments = matchups.sample(spot, samples, seed, progress)
        counts = _by_pot(pots)
        errors = _errors(moments, samples, players) if spot.discarding else _spread(counts, players)
    return Equity(
        game=game,
        board=shared,
        dead=out,
        exact=not samples,
        deals=sum(counts.values()),
        no_low=sum(n for pot, n in counts.items() if not pot >> players) if spot.hi_lo else 0,
        players=tuple(_standing(p, hand, counts, players, errors[p]) for p, hand in enumerate(hands)),
        samples=samples,
        seed=seed,
        discards=spot.discarding,
    )


def _known(text: str, what: str) -> tuple[Card, ...]:
    cards = parse_cards(text)
    if HIDDEN in cards:
        raise CardError(f"the {what} must be known: a face-down card changes nothing, leave it out")
    return cards


def _spot(name: str, hands: Sequence[str], board: tuple[Card, ...], dead: tuple[Card, ...]) -> Spot:
    game = flop_game(name)
    if not 2 <= len(hands) <= game.most_players:
        raise CardError(f"{name} is played by 2 to {game.most_players}: name as many hands, not {len(hands)}")
    if len(board) not in (0, 3, 4, 5):
        raise CardError(f"the board cannot have {len(board)}: give no cards, the flop's 3, 4 with the turn, or all 5")
    if double := twice((*board, *dead)):
        raise CardError(f"{double} appears twice")
    gone = sum(1 << CARDS.index(card) for card in dead)
    seen = gone | sum(1 << CARDS.index(card) for card in board)
    ranges = tuple(_range(hand, game, len(board)) for hand in hands)
    clear = tuple(hand_range.without(seen) for hand_range in ranges)
    for hand_range, rest in zip(ranges, clear, strict=True):
        if not len(rest.hands):
            raise CardError(f"no hand of {hand_range.text!r} is possible: board or dead cards have its cards")
    threes = sum(hand_range.size == 3 for hand_range in clear)
    if threes > MOST_DISCARDING:
        raise CardError(f"{threes} players with a card to give up are too many: name the two cards kept, or fewer players")
    if 5 + len(dead) + sum(hand_range.size for hand_range in clear) > 52:
        raise CardError("there are not enough cards for these hands and a board")
    return Spot(
        ranges=clear,
        board=tuple(CARDS.index(card) for card in board),
        gone=gone,
        anything=tuple(hand_range.everything for hand_range in ranges),
        hi_lo=game.hi_lo,
        discard_on=game.discard_on if threes else -1,
    )


def _range(hand: str, game: FlopGame, board: int) -> Range:
    try:
        return Range.parse(hand, *game.sizes(board))
    except RangeError as error:
        if game.hole == 3 and game.sizes(board) == (2,):
            raise RangeError(f"{error}, since the third was given up before: it may be named as dead") from None
        raise


def _by_pot(pots: Array) -> dict[int, int]:
    """The deals of each pot that was ever won."""
    return {pot: int(pots[pot]) for pot in pots.nonzero()[0].tolist()}


def _standing(player: int, hand: str, counts: dict[int, int], players: int, error: float) -> Standing:
    unit, deals = share_unit(players), sum(counts.values())
    parts: dict[int, int] = {}
    for pot, n in counts.items():
        part = pot_shares(pot, players, unit)[player]
        parts[part] = parts.get(part, 0) + n
    total = sum(part * n for part, n in parts.items())
    high, low = _half(player, counts, players, 0), _half(player, counts, players, players)
    return Standing(
        hand=hand.strip(),
        win=parts.get(unit, 0),
        tie=deals - parts.get(unit, 0) - parts.get(0, 0),
        quarter=parts.get(unit // 4, 0),
        share=Fraction(total, unit * deals),
        error=error,
        high=high,
        low=low,
    )


def _half(player: int, counts: dict[int, int], players: int, above: int) -> Half:
    """The high half, whose winners are the lowest bits of a pot, or the low half, whose winners stand `above` them."""
    alone, shared, share = 0, 0, Fraction(0)
    for pot, n in counts.items():
        winners = pot >> above & ((1 << players) - 1)
        if winners >> player & 1:
            several = winners.bit_count()
            alone, shared = (alone + n, shared) if several == 1 else (alone, shared + n)
            share += Fraction(n, several * (2 if pot >> players else 1))
    return Half(win=alone, tie=shared, share=share / sum(counts.values()))


def _errors(moments: Array, samples: int, players: int) -> list[float]:
    """Standard errors from the sums of shares and of their squares, in units of a pot."""
    unit = share_unit(players)
    mean, square = moments[0] / samples / unit, moments[1] / samples / unit**2
    return [sqrt(max(0.0, float(square[p] - mean[p] ** 2)) / (samples - 1)) for p in range(players)]


def _spread(counts: dict[int, int], players: int) -> list[float]:
    """Standard errors where each sample is one deal."""
    unit, number = share_unit(players), sum(counts.values())
    errors = []
    for p in range(players):
        parts = [(pot_shares(pot, players, unit)[p] / unit, n) for pot, n in counts.items()]
        mean = sum(part * n for part, n in parts) / number
        errors.append(sqrt(sum((part - mean) ** 2 * n for part, n in parts) / number / (number - 1)))
    return errors
