"""The report of the cage as lines of text: money, chips, where each of them is, variances, and what does not balance."""

from croupier.cage.report import CageReport
from croupier.cage.telling import count_told, transfer_told
from croupier.drawing.document import rendered


def cage_text(report: CageReport) -> str:
    """The whole report; the last line says whether the house balances."""
    counted = [count_told(count) for count in report.counts.values()]
    text = rendered("cage_report.txt", report=report, counted=counted, count_told=count_told, transfer_told=transfer_told)
    return text.rstrip("\n")
