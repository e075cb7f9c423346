"""The report of the cage as lines of text: money, chips, where each of them is, variances, and what does not balance."""

from collections.abc import Mapping

from croupier.cage.report import CageReport
from croupier.cage.telling import count_told, transfer_told
from croupier.drawing.document import in_lines


def cage_text(report: CageReport) -> str:
    """The whole report; the last line says whether the house balances."""
    return in_lines("cage.txt", report=report, held=_held, count_told=count_told, transfer_told=transfer_told)


def _held(sums: Mapping[str, int]) -> dict[str, int]:
    """The sums that are not zero."""
    return {name: amount for name, amount in sums.items() if amount}
