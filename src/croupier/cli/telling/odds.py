"""What `croupier odds` has to say of a solution: facts for JSON, and lines of text."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from croupier.odds.solver import Solution


def facts_of(solution: Solution, strategy: str) -> dict[str, Any]:
    """The document of a solution, exact integers as strings."""
    total = solution.total
    return {
        "game": solution.game,
        "strategy": strategy or "optimal",
        "deals": str(solution.deals),
        "expected_value": {
            "numerator": str(total.numerator),
            "denominator": str(solution.deals * total.denominator),
        },
        "house_edge": solution.house_edge,
        "element_of_risk": solution.element_of_risk,
        "standard_deviation": solution.standard_deviation,
        "decisions": {play: str(deals) for play, deals in solution.decisions.items()},
        "outcomes": [
            {
                "outcome": o.outcome,
                "units": o.units if isinstance(o.units, int) else float(o.units),
                "deals": str(o.deals),
            }
            for o in solution.outcomes
        ],
    }


def payout_told(free: Solution, held: Solution, maximum_payout: str, ante: str) -> tuple[dict[str, Any], list[str]]:
    """What a maximum payout changes, as facts and in words."""
    from croupier.kernel.money import cents, dollars
    from croupier.odds.payout import compare

    found = compare(free, held)
    facts = {
        "without": {"numerator": str(free.total.numerator), "denominator": str(free.deals * free.total.denominator)},
        "lost": {"numerator": str(found.lost.numerator), "denominator": str(found.lost.denominator)},
        "cuts": [
            {"wager": cut.wager, "hand": cut.hand.label, "full": float(cut.full), "paid": float(cut.paid)}
            for cut in found.cuts
        ],
        "other_play": str(found.other_play),
    }
    most, stake = dollars(cents(maximum_payout)), dollars(cents(ante))
    lines = [f"with {most} at most for a bet and an ante of {stake}:"]
    for cut in found.cuts:
        lines.append(f"  {cut.wager} with a {cut.hand}: {in_antes(cut.paid)} antes, not {in_antes(cut.full)}")
    if not found.cuts:
        return facts, [*lines, "  no hand is paid less"]
    lines.append(f"  {float(found.lost):.6%} of the ante lost; without it the house edge is {free.house_edge:.4%}")
    other = found.other_play / free.deals
    lines.append(f"  the best play is another in {other:.6%} of deals" if other else "  the best play stays the same")
    return facts, lines


def information_told(
    game: str, solution: Solution, seen: int, others: int, samples: int, seed: int
) -> tuple[dict[str, Any], list[str]]:
    """What it is worth to see more cards, as facts and in words."""
    from croupier.books import rules_of
    from croupier.cli.terminal.progress import progress
    from croupier.odds.information import others_seen, two_seen

    facts: dict[str, Any] = {}
    lines = []
    if seen:
        two = two_seen(rules_of(game), solution, progress("counting"))
        facts["second_card"] = {
            "exact": True,
            "gain": {"numerator": str(two.gain.numerator), "denominator": str(two.gain.denominator)},
            "house_edge": two.house_edge,
            "bet_share": two.bet_share,
        }
        if two.change_share:
            facts["second_card"]["change_share"] = two.change_share
        lines.append(
            f"one more dealer's card seen: worth {float(two.gain):.4%} of the ante, exactly; "
            f"house edge {two.house_edge:.4%}, bet {two.bet_share:.2%}"
            + (f", change {two.change_share:.2%}" if two.change_share else "")
        )
    if others:
        found = others_seen(rules_of(game), solution, others, samples=samples, seed=seed, progress=progress("sampling"))
        facts["others"] = {
            "exact": False,
            "hands": others,
            "samples": samples,
            "seed": seed,
            "gain": found.gain,
            "standard_error": found.standard_error,
            "house_edge": found.house_edge,
        }
        hands = "another player's hand" if others == 1 else f"{others} other players' hands"
        lines.append(
            f"{hands} seen: worth {found.gain:.3%} of the ante, standard error {found.standard_error:.3%}, "
            f"from {samples:,} samples; house edge about {found.house_edge:.2%}"
        )
    return facts, lines


def in_antes(units: int | Fraction) -> str:
    """Antes with their sign; parts of an ante to four places."""
    return f"{units:+d}" if isinstance(units, int) else f"{float(units):+.4f}".rstrip("0")
