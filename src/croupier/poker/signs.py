"""The signs at a table: what they must show, and what the book does not allow on them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING

from croupier.kernel.money import dollars

if TYPE_CHECKING:
    from croupier.poker.rules import Options, Rules


ANTES = "antes_are_played"
"""The other reading of forced bets: a table may have antes as well as blinds."""


def sign_grounds(sign: Options) -> tuple[str, ...]:
    """What the signs of a table must show, besides the game and its limits."""
    charge = sign.commission
    shown = {
        "sign_blinds": True,
        "sign_commission": charge.from_pots or charge.per_person or charge.hourly,
        "sign_hourly": charge.hourly,
        "sign_per_hand": charge.per_hand,
        "sign_per_person": charge.per_person,
        "sign_time_to_act": sign.time_to_act,
        "sign_side_wagers": sign.flop_chase[1],
        "sign_bonuses": sign.bonuses,
    }
    return tuple(ground for ground, applies in shown.items() if applies)


def wrong_signs(rules: Rules, sign: Options) -> Iterator[tuple[str, str]]:
    """What the book does not allow at a table with these signs: the ground, and a sentence."""
    if not 2 <= sign.places <= rules.most_players:
        yield "too_many_places", f"at most {rules.most_players} players play {rules.title}, not {sign.places}"
    if not sign.blinds or max(sign.blinds) != sign.blinds[-1]:
        yield "blinds_not_allowed", "there must be at least one blind, and the last must be the largest"
        return
    if min(*sign.blinds, *sign.bets, sign.chip, sign.minimum_buy_in) <= 0:
        yield "options_not_allowed", "blinds, bets, chips and the buy-in must be above zero"
        return
    yield from _wrong_limits(rules, sign)
    yield from _wrong_bonuses(rules, sign)
    if sign.ante and ANTES not in sign.readings:
        yield "antes_not_played", "blinds are the only forced bets: there are no antes"
    if strange := set(sign.readings) - rules.readings:
        known = ", ".join(sorted(rules.readings)) or "none"
        yield "options_not_allowed", f"there is no reading {min(strange)!r} of this book; there are {known}"
    yield from _wrong_times(sign)
    for_cash = (sign.commission.from_pots or sign.commission.per_person or sign.commission.hourly, sign.flop_chase[1])
    if sign.tournament and any((*for_cash, sign.bonuses, sign.extra_time_fee)):
        yield "tournament_chips", "at a table of a tournament nothing is charged, and no side wager or bonus is offered"
    yield from _wrong_charges(rules, sign)


def _wrong_limits(rules: Rules, sign: Options) -> Iterator[tuple[str, str]]:
    if sign.blinds[-1] < (least := rules.number("last_blind_minimum") * sign.least_bet(0)):
        yield "blinds_not_allowed", f"the last blind must be at least the table minimum of {dollars(least)}"
    if sign.limited and not 1 <= len(sign.bets) <= 4:
        yield "options_not_allowed", "a fixed or spread limit needs the bets of the betting rounds"
    if sign.betting == "spread limit" and sign.most < max(sign.bets, default=0):
        yield "options_not_allowed", "a spread limit needs a maximum bet no lower than the minimum"
    wagers = (*sign.blinds, *sign.bets, sign.minimum, sign.most, sign.ante, *sign.flop_chase)
    if any(amount % sign.chip for amount in wagers):
        yield "options_not_allowed", "blinds and bets are multiples of the smallest chip"
    if 0 < sign.maximum_buy_in < sign.minimum_buy_in:
        yield "options_not_allowed", "the maximum buy-in cannot be below the minimum"
    if sign.flop_chase != (0, 0) and not 0 < sign.flop_chase[0] <= sign.flop_chase[1]:
        yield "options_not_allowed", "side wagers need a minimum and a maximum"


def _wrong_bonuses(rules: Rules, sign: Options) -> Iterator[tuple[str, str]]:
    if any(bool(bonus.cash > 0) == bool(bonus.goods) for bonus in sign.bonuses):
        yield "bonus_not_named", "a bonus prize is cash or something named"
    if unknown := [bonus.hand for bonus in sign.bonuses if bonus.hand not in rules.hand_names]:
        yield "bonus_not_named", f"there is no hand {unknown[0]!r}; hands are {', '.join(rules.hand_names)}"
    if len({bonus.hand for bonus in sign.bonuses}) < len(sign.bonuses):
        yield "bonus_not_named", "each hand has one bonus prize"


def _wrong_times(sign: Options) -> Iterator[tuple[str, str]]:
    if min(sign.time_to_act, sign.extra_time, sign.extra_times, sign.time_bank) < 0:
        yield "options_not_allowed", "a time to act cannot be below zero"
    if sign.time_bank and not sign.time_to_act:
        yield "options_not_allowed", "a time bank needs a time to act"
    if sign.extra_time and not (sign.time_to_act and sign.extra_times):
        yield "options_not_allowed", "more time to act needs a time to act, and how often it may be bought"


def _wrong_charges(rules: Rules, sign: Options) -> Iterator[tuple[str, str]]:
    charge, (least, most) = sign.commission, rules.percents
    if charge.percent != 0 and not _within(least, charge.percent, most):
        sentence = f"a percentage commission is zero or {least} to {most} percent, not {charge.percent}"
        yield "commission_out_of_range", sentence
    if charge.from_pots and charge.cap <= 0:
        yield "cap_missing", "a commission from the pots needs a cap in dollars"
    if charge.most_hourly and charge.hourly > charge.most_hourly:
        most_on_sign = dollars(charge.most_hourly)
        sentence = f"the highest hourly fee on the sign is {most_on_sign}, not {dollars(charge.hourly)}"
        yield "above_highest_hourly", sentence
    fees = (charge.cap, charge.per_person, charge.hourly, charge.most_hourly, *charge.per_hand, sign.extra_time_fee)
    if min(*fees, sign.ante) < 0:
        yield "options_not_allowed", "no charge may be below zero"


def _within(least: Fraction, percent: int | float, most: Fraction) -> bool:
    """Whether a percentage is in its range; a value that is not a number is in none."""
    return isfinite(percent) and least <= Fraction(str(percent)) <= most
