"""Money and chips of a tournament: fees and buy-ins received, chips issued and removed, the pool and its prizes."""

from collections.abc import Iterable
from fractions import Fraction

from croupier.kernel.accounts import Account, kind_of, owner_of, purse_of
from croupier.kernel.decisions import Refused
from croupier.kernel.money import together
from croupier.tournaments.prize_pool import Pool, Rounding, curve, distribute, from_table
from croupier.tournaments.state import ADDED, BANK, FEES, IN_PLAY, POOL, REMOVED, WITHHELD, Entrant, Tournament, TournamentRules


def received(person: str, fee: int, buy_in: int) -> dict[Account, int]:
    """A person pays: the fee is the house's, the buy-in is in the pool."""
    return together({purse_of(person): -fee - buy_in, FEES: fee, POOL: buy_in})


def money_back(amount: int, paid: int, fees: int, person: str) -> dict[Account, int]:
    """A part of what a person paid goes back: from the buy-ins first, and the rest from the fees."""
    from_pool = min(amount, paid - fees)
    return together({purse_of(person): amount, POOL: -from_pool, FEES: from_pool - amount})


def issued(chips: int) -> dict[Account, int]:
    """Tournament chips come into play, or go back if negative."""
    return {BANK: -chips, IN_PLAY: chips} if chips else {}


def removed(chips: int) -> dict[Account, int]:
    """Tournament chips leave play."""
    return {IN_PLAY: -chips, REMOVED: chips} if chips else {}


def chips_in_play(state: Tournament) -> int:
    return state.money.get(IN_PLAY, 0)


def uncounted(rules: TournamentRules, state: Tournament, tables: Iterable[str]) -> Refused | None:
    """Why nothing is possible that depends on everyone's chips at these tables."""
    table = next((table for table in tables if state.loose.get(table)), "")
    reason = f"chips at table {table} changed hands since they were counted: count them first"
    return rules.refuse("terms_chips", reason) if table else None


def pool_of(state: Tournament) -> Pool:
    """The prize pool: the part of each payment for it, by the terms of that payment, and what the house adds."""
    prizes, paid = state.terms.prizes, sum(payer.pooled for payer in state.payers)
    return Pool.of(paid, prizes.added, prizes.guarantee)


def entries_of(state: Tournament) -> int:
    """How many entries count for the table of prizes: a re-entry counts again."""
    return sum(entrant.entries for entrant in state.entrants.values() if entrant.status != "withdrawn")


def prizes_of(state: Tournament, pool: int) -> tuple[int, ...]:
    """The prize of each place: as many as the terms give for this number of entries, and at most one per person."""
    prizes, entries, people = state.terms.prizes, entries_of(state), state.total
    rule = Rounding(prizes.rounding)
    if prizes.shares:
        shares = from_table(prizes.shares, entries)
    else:
        places = max(1, entries * prizes.percent // 100)
        shares = curve(min(places, people), Fraction(prizes.ratio, 100))
    return distribute(pool, shares[:people], unit=max(prizes.unit, 1), rule=rule)


def accounts(state: Tournament) -> dict[str, int]:
    """Where the money of a tournament is, or has gone. None of them is ever negative."""
    return {
        "pool": state.money.get(POOL, 0),
        "fees": state.money.get(FEES, 0),
        "withheld": state.money.get(WITHHELD, 0),
        "refunds": sum(state.refunded.values()),
        "prizes": sum(state.paid.values()) + sum(_allotted(state).values()),
        "cashed": sum(state.cashed.values()),
        "added": -state.money.get(ADDED, 0),
    }


def _allotted(state: Tournament) -> dict[str, int]:
    """What people, and not the house, get of withheld prizes."""
    return {person: amount for person, amount in state.allotted.items() if person}


def differences(state: Tournament) -> list[str]:
    """What does not add up in the money and the chips of a tournament, in words; empty if all is well."""
    wrong = []
    if sum(amount for name, amount in state.money.items() if "@" not in name):
        wrong.append("money does not sum to zero")
    if sum(amount for name, amount in state.money.items() if "@" in name):
        wrong.append("tournament chips do not sum to zero")
    held = accounts(state)
    wrong += [f"{name}: {amount} cents, which is below zero" for name, amount in held.items() if amount < 0]
    wrong += [f"{payer.person}: fees and prizes are more than was paid" for payer in state.payers if _share(payer) < 0]
    paid_in = sum(payer.paid for payer in state.payers)
    kept = held["fees"] + held["pool"] + held["withheld"] + held["prizes"] + held["cashed"] - held["added"]
    if paid_in != kept:
        wrong.append(f"entrants paid {paid_in} cents, and {kept} are in fees, pool and prizes")
    purses = {owner_of(name) for name in state.money if kind_of(name) == "purse"}
    for person in sorted({*state.paid_in, *purses}):
        gone = (state.refunded, state.paid, state.cashed, _allotted(state))
        known = sum(sums.get(person, 0) for sums in gone) - state.paid_in.get(person, 0)
        if state.money.get(purse_of(person), 0) != known:
            wrong.append(f"{person} has {state.money.get(purse_of(person), 0)} cents of it, and {known} by what was paid")
    if (held["pool"], held["fees"], held["withheld"]) != (meant := _meant(state)):
        wrong.append(f"the pool, the fees or what is withheld is not what it must be: {meant} cents")
    return wrong


def _share(entrant: Entrant) -> int:
    """The house's part of a person's buy-ins."""
    return entrant.paid - entrant.fees - entrant.pooled


def _meant(state: Tournament) -> tuple[int, int, int]:
    """What pool, fees and withheld must be, by what each person has paid and won; independent of the ledger.

    Until the prizes are fixed the pool holds all buy-ins; then it is the prizes, and what the terms do not put into it is the
    house's. At the end it is what is left to pay.
    """
    if not state.closed or state.phase == "cancelled":
        return sum(payer.paid - payer.fees for payer in state.payers), sum(payer.fees for payer in state.payers), 0
    fees = sum(payer.paid - payer.pooled for payer in state.payers) + state.allotted.get("", 0)
    if state.phase != "over":
        return sum(state.prizes) - sum(state.paid.values()), fees, 0
    left = sum(state.prizes) - sum(state.awarded.values()) - sum(state.allotted.values())
    return sum(state.awarded.values()) - sum(state.paid.values()), fees, left
