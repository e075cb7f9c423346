"""Options and arguments shared by several commands, each defined once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from croupier.cli.terminal import typed
from croupier.cli.terminal.output import Complaint

if TYPE_CHECKING:
    from croupier.stud.rules import Device, Rules

_STRATEGY = (
    "A fixed way of playing instead of the best one: pairs, akj83, three-rules, always, never; or a file with a function "
    "bets(hand, up) that says True to bet. hand is a tuple of five cards, up is the dealer's card; a card has .rank, 2 to "
    "14, and .suit, one of c d h s. Such as: def bets(hand, up): return any(card.rank == up.rank for card in hand)"
)


def _page(file: str) -> str:
    """Reports are pages: a name with another extension is refused before anything is calculated."""
    if file and not file.lower().endswith((".html", ".htm")):
        raise Complaint(f"--report {file}: a report is a page, so its name ends in .html; a browser prints it as PDF")
    return file


def dealt_from(rules: Rules, device: str) -> Device:
    """The dealing device: as given, otherwise a shuffler if the game has one."""
    known = list(rules.upcard_place)
    if device and device not in known:
        raise Complaint(f"{rules.title} is not dealt from a {device!r}; say --device {' or --device '.join(known)}")
    return "shoe" if "shoe" in (device, *(known if "shuffler" not in known else ())) else "shuffler"


Json = Annotated[bool, Option("--json", help="One JSON document.")]
ExactJson = Annotated[bool, Option("--json", help="One JSON document, exact integers as strings.")]
HouseGame = Annotated[str, Argument(metavar="GAME", callback=typed.game, help="The house game, such as crown-caribbean-stud.")]
Pay = Annotated[
    list[str] | None,
    Option(
        metavar="HAND=ODDS",
        help='Change a row of the pay table, such as "royal flush=100", or "changed royal flush=60" for hands with a '
        "changed card; may be repeated.",
    ),
]
PayTable = Annotated[str, Option(metavar="NAME", help="A pay table from outside the books: us.")]
Reading = Annotated[list[str] | None, Option(metavar="NAME", help="Another reading that the house has chosen.")]
Strategy = Annotated[str, Option(metavar="NAME|FILE.py", help=_STRATEGY)]
Report = Annotated[
    str, Option("--report", metavar="FILE.html", callback=_page, help="Write a page with tables and plots, all in one file.")
]
MaximumPayout = Annotated[str, Option(metavar="SUM", help="The maximum payout of a bet; 0 for no limit.")]
DealtFrom = Annotated[str, Option(metavar="DEVICE", help="Dealt from a shoe or a shuffler.")]
