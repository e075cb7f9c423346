"""Money and chips of a tournament: fees and buy-ins received, chips issued and removed, the pool and its prizes."""

from __future__ import annotations

from fractions import Fraction

from croupier.kernel.accounts import Account, purse_of
from croupier.tournaments.prizes import Formula, Pool, Rounding, Row, curve, distribute, from_table
from croupier.tournaments.state import ADDED, BANK, FEES, IN_PLAY, POOL, REMOVED, Tournament


def received(person: str, fee: int, buy_in: int) -> dict[Account, int]:
    """Somebody pays: the fee is the house's, the buy-in lies in the pool."""
    postings = {purse_of(person): -fee - buy_in, FEES: fee, POOL: buy_in}
    return {name: sum_ for name, sum_ in postings.items() if sum_}


def issued(chips: int) -> dict[Account, int]:
    """Tournament chips come into play, or go back where it is below nil."""
    return {BANK: -chips, IN_PLAY: chips} if chips else {}


def removed(chips: int) -> dict[Account, int]:
    """Tournament chips leave play."""
    return {IN_PLAY: -chips, REMOVED: chips} if chips else {}


def chips_in_play(state: Tournament) -> int:
    return state.money.get(IN_PLAY, 0)


def pool_of(state: Tournament) -> Pool:
    """The prize pool by the formula of the terms, with what the house adds to reach its guarantee."""
    terms, members = state.terms, state.payers
    prizes = terms.prizes
    formula = Formula(
        entry=prizes.per_entry,
        rebuy=prizes.per_rebuy,
        add_on=prizes.per_add_on,
        added=prizes.added,
        guarantee=prizes.guarantee,
    )
    counted = [
        one for one in members if one.paid or one.status != "withdrawn"
    ]  # what was paid and forfeited stays in it
    entries = sum(one.entries for one in counted)
    return formula.pool(entries, sum(one.rebuys for one in counted), sum(one.add_ons for one in counted))


def prizes_of(state: Tournament, pool: int) -> tuple[int, ...]:
    """The prize of each place."""
    prizes, entries = state.terms.prizes, state.total
    rule = Rounding(prizes.rounding)
    if prizes.shares:
        shares = from_table([Row(row.entries, row.shares) for row in prizes.shares], entries)
    else:
        places = max(1, entries * prizes.percent // 100)
        shares = curve(min(places, entries), Fraction(prizes.ratio, 100))
    return distribute(pool, shares[:entries], unit=max(prizes.unit, 1), rule=rule)


def differences(state: Tournament) -> list[str]:
    """What does not add up in the money and the chips of a tournament, in words; empty when all is well."""
    found = []
    if sum(amount for name, amount in state.money.items() if "@" not in name):
        found.append("money does not sum to nil")
    if sum(amount for name, amount in state.money.items() if "@" in name):
        found.append("tournament chips do not sum to nil")
    paid_in = sum(one.paid for one in state.payers)
    kept = sum(state.money.get(name, 0) for name in (FEES, POOL, ADDED))
    kept += sum(state.paid.values()) + sum(state.cashed.values())
    if paid_in != kept:
        found.append(f"entrants paid {paid_in} cents, and {kept} lie in fees, pool and prizes")
    if state.phase == "over" and state.money.get(POOL, 0) != sum(state.awarded.values()) - sum(state.paid.values()):
        found.append("the pool is not what is left to pay")
    return found
