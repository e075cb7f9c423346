"""`croupier replay`: a record checked and shown as one person may see it, or stepped through by an auditor."""

import re
import sys
from collections.abc import Collection
from typing import Annotated, Any

import msgspec
from typer import Argument, Exit, Option

from croupier.cli.terminal.output import (
    Complaint,
    behind,
    cards_text,
    document,
    facts,
    missing_extra,
    paint,
    read_record,
    say,
    write,
)
from croupier.kernel.actors import DEALER, INSPECTOR, Viewer
from croupier.kernel.errors import CroupierError, HistoryError
from croupier.kernel.events import Event
from croupier.kernel.money import dollars
from croupier.poker.events import HandBegun, TableOpened
from croupier.poker.state import State
from croupier.tables.any_game import audit, load

_ROLES = ("onlooker", "dealer", "supervisor", "inspector")
_WHO = "The viewer: 'seat 1', a person such as 'p1', " + ", ".join(_ROLES) + "."
_AUDIT = (
    "Check hashes and chain, then decide every command again under the rules that the record was made with. "
    "The first deviation is shown, and the exit status is 1."
)
_HTML = "One round as that viewer saw it, as a page that replays it offline. The last round, unless --round names one."
_HEAD = "With --audit: the known hash of the last entry. Detects a record that was truncated or rewritten."


def replay(
    file: Annotated[str, Argument(metavar="FILE", help="A record, one entry per line; - reads standard input.")],
    viewer: Annotated[str, Option("--as", metavar="WHO", help=_WHO)] = "onlooker",
    step: Annotated[bool, Option("--step", help="One event at a time: Enter for the next, q to leave.")] = False,
    audit: Annotated[bool, Option("--audit", help=_AUDIT)] = False,
    head: Annotated[str | None, Option(metavar="HASH", help=_HEAD)] = None,
    as_json: Annotated[bool, Option("--json", help="The events as that viewer sees them, or the audit.")] = False,
    html: Annotated[bool, Option("--html", help=_HTML)] = False,
    number: Annotated[int | None, Option("--round", metavar="N", min=1, help="With --html: which round or hand.")] = None,
) -> None:
    """Show a record as one viewer sees it, or audit it.

    Showing it checks that every line has its hash, that the chain is unbroken and that the events fold: nothing was changed
    since. It does not check it against the rules; --audit does. A player sees only what they saw themselves, even in
    a seat that others had before.
    """
    if head is not None and not audit:
        raise Complaint("--head needs --audit: give both")
    if head is not None and not re.fullmatch(r"[0-9a-fA-F]{8,64}", head):
        raise Complaint(f"{head!r} is not a hash: give at least its first 8 characters")
    if audit:
        _audit(file, head, as_json)
        return
    if step and (as_json or file == "-"):
        raise Complaint("--step needs a file and a person: leave out --json, and say the name of the file")

    stream = read_record(file, load, CroupierError)
    who = viewer_named(viewer, {entry.person for entry in stream.entries})
    if who.seat and not stream.engine.person_at(stream.state, who.seat):
        raise Complaint(f"nobody sits at seat {who.seat} at the end of this record; say a person, such as 'p1'")
    for warning in stream.warnings:
        write(f"croupier: {warning}\n", to=sys.stderr)
    if html:
        write(_page(stream, who, number))
    elif as_json:
        events = [msgspec.to_builtins(event) for event in stream.view(who)]
        document(facts(stream.rules, "game book edition", digest=stream.pins.digest, viewer=str(who), events=events))
    else:
        _tell(stream, who, step)


def _page(stream: Any, who: Viewer, number: int | None) -> str:
    with missing_extra("server"):
        from croupier.web.replay_page import hand_file
        from croupier.web.table_page import table_still
    from croupier.floor.replays import RoundsSeen, steps
    from croupier.tables.any_table import AnyTable

    if not isinstance(stream, AnyTable):
        raise Complaint("--html shows a round of a table, and this record belongs to something else")
    person = who.person or stream.engine.person_at(stream.state, who.seat) if who.seat or who.person else ""  # type: ignore[arg-type]
    who = Viewer(person=person) if person else who
    capacity = {"dealer": DEALER, "supervisor": stream.rules.ranks[-1], "inspector": str(INSPECTOR)}.get(who.role)
    seen = RoundsSeen(stream, who)
    seen.follow(stream.entries)
    round_seen = next((finished for finished in reversed(seen.found) if number in (None, finished.number)), None)
    if round_seen is None:
        raise Complaint("no round is over in this record" if number is None else f"there is no round {number} that is over")
    entries = stream.entries[: round_seen.last]
    shown = [(step, table_still(then, person, capacity, {})) for step, then in steps(stream, entries, round_seen.first, who)]
    return hand_file(stream, round_seen, shown, title=stream.rules.title, viewer=str(who), house=False)


def viewer_named(text: str, people: Collection[str] = ()) -> Viewer:
    """The viewer, from words such as `seat 1`, `p1` or `inspector`, or one of these people."""
    said = text.strip()
    if match := re.fullmatch(r"(?:seat\s*)?([1-9]\d?)", said, re.IGNORECASE):
        return Viewer(seat=int(match.group(1)))
    if said in _ROLES:
        return Viewer(role=said)  # type: ignore[arg-type]
    if said in people or re.fullmatch(r"p\d+", said):
        return Viewer(person=said)
    raise Complaint(f"{text!r} is not at the table; use 'seat 1', 'p1', {', '.join(_ROLES)}")


def _audit(file: str, head: str | None, as_json: bool) -> None:
    result = read_record(file, lambda text: audit(text, head=head or ""), HistoryError, "cannot be audited")
    if as_json:
        deviation = result.deviation._asdict() if result.deviation is not None else None
        document({"entries": result.entries, "head": result.head, "deviation": deviation})
    else:
        say(f"{result}{', as it was known' if head else ''}" if result else paint(str(result), "red"))
    if result.deviation is not None:
        raise Exit(1)


def _tell(stream: Any, who: Viewer, step: bool) -> None:
    if step and not _step_through(stream, who):
        return
    for event in () if step else stream.view(who):
        _sentence(stream, event)
    picture = stream.picture(who)
    say()
    checked = "the chain is unbroken; use --audit to check it against the rules"
    say(paint(f"{stream.number} entries with {len(stream.events)} events, seen by {who}; {checked}.", "bold"))
    for seat in picture.seats if hasattr(picture, "stack") else ():
        say(f"seat {seat} has {stream.rules.currency.of(picture.stack(seat))}")


def _sentence(stream: Any, event: Event) -> None:
    if isinstance(event, HandBegun):
        say()
    rules = stream.engine.rules(event.game) if isinstance(event, TableOpened) else stream.rules
    say(f"{stream.engine.tell(event, rules)}  {behind(event.clauses)}")


def _step_through(stream: Any, who: Viewer) -> bool:
    """The history one event at a time, each with the table after it; False if the person leaves."""
    from croupier.cli.terminal.output import Keyboard, Leaving

    keyboard, picture = Keyboard(), stream.engine.blank()
    for event in stream.view(who):
        picture = stream.engine.evolve(picture, event)
        _sentence(stream, event)
        try:
            if keyboard.ask(f"[{stream.rules.currency.told(_standing(picture))}] ").lower() in ("q", "quit"):
                return False
        except Leaving:
            return False
    return True


def _standing(picture: Any) -> str:
    """A table's stage, in a few words."""
    if not isinstance(picture, State):
        return f"round {picture.round}, {picture.phase}" if hasattr(picture, "round") else "enter goes on"
    if picture.phase == "between":
        return "between hands"
    hand = picture.hand
    board = f", board {cards_text(hand.board)}" if hand.board else ""
    turn = f", seat {hand.turn} to act" if hand.turn else ""
    return f"pot {dollars(picture.pot)}{board}{turn}"
