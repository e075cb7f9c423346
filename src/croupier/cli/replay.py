"""`croupier replay`: a table's history, checked and told as one person may see it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.terminal.output import Complaint, behind, document, paint, read_text, say

if TYPE_CHECKING:
    from croupier.kernel.events import Event, Viewer
    from croupier.tables.house_table import HouseTable
    from croupier.tables.poker_table import PokerTable

_ROLES = ("onlooker", "dealer", "inspector")
_WHO = "Who looks: 'seat 1', " + ", ".join(_ROLES) + "."


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A dump of events, one a line; - reads standard input.")],
    viewer: Annotated[str, typer.Option("--as", metavar="WHO", help=_WHO)] = "onlooker",
    step: Annotated[bool, typer.Option("--step", help="One event at a time: enter goes on, q leaves.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="The events as that viewer sees them.")] = False,
) -> None:
    """Check a table's history and tell it as somebody may see it."""
    who = viewer_named(viewer)
    if step and (as_json or file == "-"):
        raise Complaint("--step needs a file and a person: leave out --json, and say the name of the file")
    table = _loaded(file)
    if as_json:
        _document(table, who)
    else:
        _tell(table, who, step)


def viewer_named(text: str) -> Viewer:
    """Who looks, from words such as `seat 1` or `inspector`."""
    from croupier.kernel.events import Viewer

    if match := re.fullmatch(r"(?:seat\s*)?([1-9]\d?)", text.strip(), re.IGNORECASE):
        return Viewer(seat=int(match.group(1)))
    if text not in _ROLES:
        raise Complaint(f"{text!r} is nobody at the table; say 'seat 1', {', '.join(_ROLES)}")
    return Viewer(role=text)


def _loaded(file: str) -> HouseTable | PokerTable:
    from croupier.kernel.clauses import BookError
    from croupier.tables.any_game import load

    try:
        return load(read_text(file).splitlines())
    except BookError as error:
        raise Complaint(f"{'standard input' if file == '-' else file} cannot be replayed: {error}") from None


def _document(table: HouseTable | PokerTable, who: Viewer) -> None:
    import msgspec

    rules = table.rules
    events = [msgspec.to_builtins(event) for event in table.view(who)]
    document({"game": rules.game, "book": rules.book, "digest": rules.digest, "viewer": str(who), "events": events})


def _tell(table: HouseTable | PokerTable, who: Viewer, step: bool) -> None:
    from croupier.kernel.money import dollars

    if step and not _step_through(table, who):
        return
    for event in () if step else table.view(who):
        _sentence(table, event)
    picture = table.picture(who)
    say()
    say(
        paint(
            f"{len(table.events)} events, seen by {who}; the rules have the same digest, {table.rules.digest}.", "bold"
        )
    )
    for seat in picture.seats:
        say(f"seat {seat} has {dollars(picture.stack(seat))}")


def _sentence(table: HouseTable | PokerTable, event: Event) -> None:
    from croupier.poker.events import HandBegun, TableOpened

    if isinstance(event, HandBegun):
        say()
    rules = table.kind.rules_of(event.game) if isinstance(event, TableOpened) else table.rules
    say(f"{table.kind.tell(event, rules)}  {behind(event.clauses)}")


def _step_through(table: HouseTable | PokerTable, who: Viewer) -> bool:
    """The history one event at a time, each with the table as it then is; False if the person leaves."""
    from croupier.cli.terminal.asking import Keyboard, Leaving

    keyboard, picture = Keyboard(), table.kind.blank()
    for event in table.view(who):
        picture = table.kind.engine.evolve(picture, event)
        _sentence(table, event)
        try:
            if keyboard.ask(f"[{_standing(picture)}] ").lower() in ("q", "quit"):
                return False
        except Leaving:
            return False
    return True


def _standing(picture: Any) -> str:
    """Where a table stands, in a few words."""
    from croupier.cli.terminal.output import cards_text
    from croupier.kernel.money import dollars
    from croupier.poker.table import Table as PokerPicture

    if not isinstance(picture, PokerPicture):
        return f"round {picture.round}, {picture.phase}"
    if picture.phase == "between":
        return "between hands"
    board = f", board {cards_text(picture.board)}" if picture.board else ""
    turn = f", seat {picture.turn} to act" if picture.turn else ""
    return f"pot {dollars(picture.pot)}{board}{turn}"
