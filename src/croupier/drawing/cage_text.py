"""The report of the cage as lines of text: money, chips, where each of them is, variances, and what does not balance."""

from typing import Any

from croupier.cage.report import CageReport
from croupier.cage.telling import count_told, transfer_told
from croupier.drawing.document import rendered


def cage_text(report: CageReport) -> str:
    """The whole report; the last line says whether the house balances."""
    told: dict[str, Any] = {
        "count_told": count_told,
        "transfer_told": transfer_told,
        "counted": [*map(count_told, report.counts.values())],
    }
    return rendered("cage_report.txt", report=report, nonzero=_nonzero, **told).rstrip("\n")


def _nonzero(sums: dict[str, int]) -> dict[str, int]:
    return {name: amount for name, amount in sums.items() if amount}
