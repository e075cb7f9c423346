"""The exact solution of a house game: the value of every decision over all deals, as integers.

The counts of `counting` are the same for every book with the same hands and the same qualifying hand; a pay table only
weights them, so a changed one costs next to nothing.
"""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from math import lcm

import numpy as np

from croupier.books import rules_of
from croupier.kernel.hands import Category
from croupier.kernel.money import Odds
from croupier.odds.counting import CARDS, Array, Classes, Counts, NotCounted, qualifying_value
from croupier.odds.exchange import Exchange, changed_terms, weigh_changes
from croupier.odds.shapes import classes_for, counts_for
from croupier.odds.solution import (
    ByRanks,
    Extra,
    Solution as Solution,  # documented by this name
    Strategy,
    Terms,
    Units,
    folded,
)
from croupier.stud.rules import ALWAYS_PAID, Options, Rules, Wager


def solve(
    rules: Rules | str,
    *,
    pay: Mapping[Category, Units] | None = None,
    pay_changed: Mapping[Category, Units] | None = None,
    strategy: Strategy | None = None,
    exchange: Exchange | None = None,
    matched: Strategy | None = None,
    readings: Collection[str] = (),
    maximum_payout: Fraction | None = None,
    wagers: Mapping[str, Units] | None = None,
) -> Solution:
    """The best play of a game, given by its name or its rules, and its value; or the value of a `strategy`.

    `pay` replaces rows of the book's pay table, and `pay_changed` rows of the table for hands with a changed card. A `strategy`
    changes the card that `exchange` names; `matched` are its bets after giving up a card of the up card's rank, if different.
    `readings` are those that the house chose, and `maximum_payout` limits a bet or an instant win, in antes. An instant win is
    taken if it is worth more than a bet. `wagers` are wagers next to the ante, with their stakes in antes; bonuses paid on the
    ante always count.
    """
    rules = rules_of(rules) if isinstance(rules, str) else rules
    pays = _units(rules.bet_odds) | dict(pay or {})
    table = counts_for(rules)
    terms = terms_of(rules, pays, readings=readings, maximum_payout=maximum_payout, wagers=wagers or {})
    unpaid = _unpaid(rules, readings)
    partly = [int(hand) for hand in pays if not unpaid[table.category == hand].all()]  # the terms cover only whole kinds
    unpaid &= np.isin(table.category, partly)
    value = _bet_value(table, terms, unpaid)
    classes = classes_for(rules)
    bets = value > folded(terms, table) if strategy is None else _decisions(classes, strategy, table)
    instant = np.zeros(value.shape, np.int64 if rules.instant_odds else np.int8)
    instants = {}
    for category, odds in rules.instant_odds.items():
        prize = int(odds.pays(terms.parts))
        worth = terms.instant + (prize if maximum_payout is None else min(prize, int(maximum_payout * terms.parts)))
        instant[(table.category == category)[:, None] & (value < table.completions * worth)] = worth
        instants[category] = worth
    bets = bets & (instant == 0) if instants else bets
    solution = Solution(
        game=rules.game,
        table=table,
        pays=pays,
        terms=terms,
        bet_value=value,
        bets=bets,
        instant=instant,
        instants=instants,
        unpaid=unpaid,
    )
    if not rules.has("exchange"):
        return solution
    odds_changed = _units(rules.bet_odds_after_exchange) | dict(pay_changed or {})
    after = terms_of(rules, odds_changed, readings=readings, maximum_payout=maximum_payout)
    changed = changed_terms(rules, after, readings)
    return weigh_changes(
        *(solution, changed, qualifying_value(rules)),
        fixed=strategy is not None,
        exchange=exchange,
        matched=None if matched is None else _decisions(classes, matched, table),
    )


def _units(odds: Mapping[Category, Odds]) -> dict[Category, Units]:
    """The odds of each hand per unit, as a whole number if possible."""
    return {hand: rate.to if rate.each == 1 else Fraction(rate.to, rate.each) for hand, rate in odds.items()}


def terms_of(
    rules: Rules,
    pays: Mapping[Category, Units],
    *,
    readings: Collection[str] = (),
    maximum_payout: Fraction | None = None,
    wagers: Mapping[str, Units] | None = None,
) -> Terms:
    """What a round without a change brings by this pay table, for each way it can end."""
    times, ante, instant = rules.bet_multiple, rules.ante_odds, rules.instant_ante_odds
    every = [*pays.values(), *(Fraction(one.to, one.each) for one in (ante, instant, *rules.instant_odds.values()))]
    beside = _stakes(rules, wagers or {})
    every += [stake * Fraction(odds.to, odds.each) for wager, stake in beside for odds in wager.odds.values()]
    every += [stake for _, stake in beside]
    parts = lcm(*(Fraction(one).denominator for one in (*every, maximum_payout or 1)))
    unpaid, category = _unpaid(rules, readings), classes_for(rules).value >> 20
    wins = {}
    for hand, odds in pays.items():
        paid = int(times * odds * parts)
        if maximum_payout is not None:
            paid = min(paid, int(maximum_payout * parts))
        of_kind = unpaid[category == hand]
        if len(of_kind) and of_kind.all():
            paid = 0
        wins[hand] = int(ante.pays(parts)) + paid
    return Terms(
        wins=wins,
        unqualified=int(ante.pays(parts)),
        stand_off=0,
        lose=-(1 + times) * parts,
        fold=-parts,
        bet=times * parts,
        instant=int(instant.pays(parts)),
        parts=parts,
        extra=_extra(rules, beside, parts, maximum_payout),
        staked=sum(int(stake * parts) for wager, stake in beside if wager.placed),
    )


def _stakes(rules: Rules, said: Mapping[str, Units]) -> list[tuple[Wager, Fraction]]:
    """The side wagers that depend on the player's hand, with their stakes in antes. One that stays whatever the player
    decides, and looks at the dealer's cards, brings the same with every choice and is left out.
    """
    if strange := set(said) - {name for name, wager in rules.wagers.items() if wager.placed}:
        raise NotCounted(f"{rules.game} takes no wager {min(strange)!r}")
    stakes = {name: Fraction(said.get(name, 0)) if wager.placed else Fraction(1) for name, wager in rules.wagers.items()}
    staked = [(rules.wagers[name], stake) for name, stake in stakes.items() if stake]
    for wager, _ in staked:
        if wager.cards != "player" and wager.fold == "loses":
            raise NotCounted(
                f"{rules.game}: {wager.title} looks at the dealer's cards and is lost with a fold: that is not counted"
            )
    return [(wager, stake) for wager, stake in staked if wager.cards == "player"]


def _extra(
    rules: Rules, beside: Sequence[tuple[Wager, Fraction]], parts: int, maximum_payout: Fraction | None
) -> dict[Category, Extra]:
    """What side wagers bring by kind of hand, for each way a round can end."""
    extras: dict[Category, Extra] = {}
    for kind in rules.kinds if beside else ():
        ends = [0] * 5
        for wager, stake in beside:
            lost = -int(stake * parts) if wager.placed else 0
            won = lost
            if (odds := wager.odds.get(kind)) is not None:
                won = int(odds.pays(int(stake * parts)))
                won = won if maximum_payout is None else min(won, int(maximum_payout * parts))
            brings = (won,) * 4 if wager.regardless else (0, won, 0, lost)
            folded = won if wager.placed and wager.fold == "stays" else lost
            ends = [end + more for end, more in zip(ends, (*brings, folded), strict=True)]
        if any(ends):
            extras[kind] = (ends[0], ends[1], ends[2], ends[3], ends[4])
    return extras


def _unpaid(rules: Rules, readings: Collection[str]) -> Array:
    """The classes of hands whose bet wins nothing by a reading; one hand of each value is asked for."""
    classes, options = classes_for(rules), Options(readings=tuple(readings))
    if rules.bet_unpaid is ALWAYS_PAID:
        return np.zeros(len(classes.cards), bool)
    _, first, back = np.unique(classes.value, return_index=True, return_inverse=True)
    hands = (tuple(CARDS[card] for card in cards) for cards in classes.cards[first])
    return np.array([rules.bet_unpaid(options, rules.value(hand)) for hand in hands])[back]


def _bet_value(table: Counts, terms: Terms, unpaid: Array) -> Array:
    """The value of a bet by class of hand and up card, over the dealer's completions."""
    ends = terms.by_kind[table.category]
    ends[unpaid, 1] = ends[unpaid, 0]  # the ante alone
    more, completions = ends[:, :3] - ends[:, 3:4], table.completions  # against a loss in every other case
    exact = np.int32 if max(int(more.max()), int(abs(ends).max())) * completions < 2**31 else np.int64
    none, won, tied = more.astype(exact).T[:, :, None]
    value: Array = table.wins * won
    value += table.unqualified * none
    value += table.ties * tied
    value += (ends[:, 3:4] * completions).astype(exact)
    return value


def _decisions(classes: Classes, strategy: Strategy, table: Counts) -> Array:
    """A strategy's action for every hand and up card."""
    if isinstance(strategy, ByRanks):
        if table.wins.shape[1] != 47:
            raise NotCounted("this strategy is for hands of five cards against the dealer's card")
        return _decisions_by_ranks(classes, strategy)
    bets = np.zeros(table.wins.shape, bool)
    if not table.shown:
        hands = (tuple(CARDS[card] for card in held) for held in classes.cards.tolist())
        bets[:, 0] = [strategy(hand, None) for hand in hands]  # type: ignore[arg-type]
        return bets
    for number, (hand, ups) in enumerate(classes.dealt()):
        bets[number] = [strategy(hand, up) for up in ups]
    return bets


def _decisions_by_ranks(classes: Classes, strategy: ByRanks) -> Array:
    """The same, asking once for all hands of the same ranks and value against each rank of up card."""
    ranks = classes.cards.astype(np.int64) // 4
    code = ranks @ np.array([1 << 16, 1 << 12, 1 << 8, 1 << 4, 1]) << 24 | classes.value
    _, first, back = np.unique(code, return_index=True, return_inverse=True)
    bets = np.zeros((len(first), 13), bool)
    for number, row in enumerate(first):
        held = classes.cards[row].tolist()
        hand = tuple(CARDS[card] for card in held)
        for rank in range(13):
            up = next((card for card in range(4 * rank, 4 * rank + 4) if card not in held), None)
            bets[number, rank] = up is not None and strategy(hand, CARDS[up])
    return np.take_along_axis(bets[back], classes.ups.astype(np.int64) // 4, axis=1)
