"""Rules of thumb asked hand by hand, as someone plays by them: strategies that the exact solver evaluates."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from croupier.kernel.cards import Card
from croupier.odds.cells import four_to
from croupier.odds.exchange import Exchange
from croupier.odds.rules_of_thumb import RulesOfThumb
from croupier.odds.solution import ByRanks, Strategy
from croupier.odds.thumb_language import Facts, step_of
from croupier.odds.thumb_search import DrawSection
from croupier.stud.rules import Rules


def facts_of(step: int, hand: Sequence[Card], up: Card, four: Sequence[Card] = (), given: int = 0) -> Facts:
    """The facts of one hand of that step against one up card; of four of its cards to something, if they matter."""
    ranks, drawn = (tuple(sorted((card.rank for card in cards), reverse=True)) for cards in (hand, four))
    return Facts(ranks, up.rank, sum(card.suit == up.suit for card in hand), step, drawn, given)


def strategy(thumb: RulesOfThumb, rules: Rules, *, matched: bool = False) -> Strategy:
    """Whether the rules bet; `matched` for hands that have given up a card of the up card's rank."""

    @lru_cache(maxsize=8)
    def step(hand: tuple[Card, ...]) -> int:
        ranks = sorted((card.rank for card in hand), reverse=True)
        return step_of(rules.value(hand).category, ranks, wild=rules.has("wild cards"))

    def bets(hand: tuple[Card, ...], up: Card) -> bool:
        hand_step = step(hand)
        if hand_step >= thumb.always:
            return True
        section = next((one for one in thumb.sections if one.least <= hand_step < one.below), None)
        return section is not None and bool(section.holds(facts_of(hand_step, hand, up, given=up.rank if matched else 0)))

    by_suit = any(condition.suits for line in thumb.lines for condition in line.conditions)
    return bets if by_suit else ByRanks(bets)


def exchange(thumb: RulesOfThumb, rules: Rules) -> Exchange:
    """Which card the rules change."""

    @lru_cache(maxsize=8)
    def look(hand: tuple[Card, ...]) -> tuple[int, DrawSection | None, Card]:
        ranks = [card.rank for card in hand]
        step = step_of(rules.value(hand).category, sorted(ranks, reverse=True), wild=rules.has("wild cards"))
        four, odd = four_to(ranks, [card.suit for card in hand])
        alike = (change for change in thumb.changes if change.least <= step < change.below and change.four == four)
        return step, next(alike, None), hand[odd]

    def changed(hand: tuple[Card, ...], up: Card) -> Card | None:
        step, section, odd = look(hand)
        four = [card for card in hand if card is not odd]
        return odd if section is not None and section.holds(facts_of(step, hand, up, four)) else None

    return changed
