"""Options and arguments that more than one command takes, each said once."""

from __future__ import annotations

from typing import Annotated

from typer import Argument, Option

Json = Annotated[bool, Option("--json", help="One JSON document.")]
ExactJson = Annotated[bool, Option("--json", help="One JSON document, exact integers as strings.")]
HouseGame = Annotated[str, Argument(metavar="GAME", help="The house game, such as crown-caribbean-stud.")]
Pay = Annotated[
    list[str] | None,
    Option(
        metavar="HAND=ODDS",
        help='Change a row of the pay table, such as "royal flush=100", or "changed royal flush=60" for hands with a '
        "changed card; may be repeated.",
    ),
]
PayTable = Annotated[str, Option(metavar="NAME", help="A pay table that is in no book: us.")]
Reading = Annotated[list[str] | None, Option(metavar="NAME", help="Another reading that the house has chosen.")]
Strategy = Annotated[str, Option(metavar="NAME|FILE.py", help="A fixed way of playing instead of the best one.")]
Report = Annotated[
    str, Option("--report", metavar="FILE.html", help="Write a page with tables and plots, all in one file.")
]
MaximumPayout = Annotated[str, Option(metavar="SUM", help="The most that a bet pays; 0 is no limit.")]
Device = Annotated[str, Option(metavar="DEVICE", help="Dealt from a shoe or a shuffler.")]
