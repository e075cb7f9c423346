"""`croupier replay`: a table's history, checked and told as one person may see it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.output import Complaint, behind, document, paint, read_text, say

if TYPE_CHECKING:
    from croupier.floor.poker_table import PokerTable
    from croupier.floor.table import Table
    from croupier.kernel.events import Viewer

_ROLES = ("onlooker", "dealer", "inspector")
_WHO = "Who looks: 'seat 1', " + ", ".join(_ROLES) + "."


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A dump of events, one a line; - reads standard input.")],
    viewer: Annotated[str, typer.Option("--as", metavar="WHO", help=_WHO)] = "onlooker",
    as_json: Annotated[bool, typer.Option("--json", help="The events as that viewer sees them.")] = False,
) -> None:
    """Check a table's history and tell it as somebody may see it."""
    who = viewer_named(viewer)
    table = _loaded(file)
    if as_json:
        _document(table, who)
    else:
        _tell(table, who)


def viewer_named(text: str) -> Viewer:
    """Who looks, from words such as `seat 1` or `inspector`."""
    from croupier.kernel.events import Viewer

    if match := re.fullmatch(r"(?:seat\s*)?([1-9]\d?)", text.strip(), re.IGNORECASE):
        return Viewer(seat=int(match.group(1)))
    if text not in _ROLES:
        raise Complaint(f"{text!r} is nobody at the table; say 'seat 1', {', '.join(_ROLES)}")
    return Viewer(role=text)


def _loaded(file: str) -> Table | PokerTable:
    from croupier.floor.tables import load
    from croupier.kernel.clauses import BookError

    try:
        return load(read_text(file).splitlines())
    except BookError as error:
        raise Complaint(f"{'standard input' if file == '-' else file} cannot be replayed: {error}") from None


def _document(table: Table | PokerTable, who: Viewer) -> None:
    import msgspec

    rules = table.rules
    events = [msgspec.to_builtins(event) for event in table.view(who)]
    document({"game": rules.game, "book": rules.book, "digest": rules.digest, "viewer": str(who), "events": events})


def _tell(table: Table | PokerTable, who: Viewer) -> None:
    from croupier.kernel.money import dollars

    for event in table.view(who):
        say(f"{table.kind.tell(event, table.rules)}  {behind(event.clauses)}")
    picture = table.picture(who)
    say()
    say(
        paint(
            f"{len(table.events)} events, seen by {who}; the rules have the same digest, {table.rules.digest}.", "bold"
        )
    )
    for seat in picture.seats:
        say(f"seat {seat} has {dollars(picture.stack(seat))}")
