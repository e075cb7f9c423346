"""`croupier phh`: hand histories checked against the book, told step by step, and written from a table's history."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument, Exit, Option, Typer

from croupier.cli.replay import viewer_named
from croupier.cli.terminal.options import Json
from croupier.cli.terminal.output import Complaint, behind, document, paint, read_text, say
from croupier.cli.terminal.progress import progress
from croupier.kernel.errors import CroupierError, HistoryError

if TYPE_CHECKING:
    from croupier.histories.phh import HandHistory
    from croupier.tables.poker_table import PokerTable

phh = Typer(help="Hand histories: check them, tell them, write them.", no_args_is_help=True)

_FILES = Argument(metavar="FILES...", help="PHH files, folders of them, or patterns such as 'hands/*.phh'.")
_KINDS = (".phh", ".phhs")


@phh.command()
def check(
    files: Annotated[list[str], _FILES],
    as_json: Json = False,
) -> None:
    """Replay hands by the book and report where each first differs."""
    found = list(dict.fromkeys(path for name in files for path in _paths(name)))
    told = progress("replaying")
    counted: dict[str, Any] = {"hands": 0, "equal": 0, "odd_chip": 0, "different": []}
    for done, path in enumerate(found, 1):
        for outcome, at, why in _outcomes(path):
            counted["hands"] += 1
            if outcome == "different":
                counted["different"].append({"file": str(path), "at": at, "why": why})
            else:
                counted[outcome] += 1
        if told is not None:
            told(done, len(found))
    if as_json:
        document(counted)
    else:
        _tell(counted)
    if counted["different"]:
        raise Exit(1)


def _tell(counted: dict[str, Any]) -> None:
    for row in counted["different"]:
        say(f"{paint(row['file'], 'bold')}: {row['at']}: {row['why']}")
    equal, odd, different = counted["equal"], counted["odd_chip"], len(counted["different"])
    hands = f"{counted['hands']} hand{'s' * (counted['hands'] != 1)}"
    say(f"{hands}: {equal} equal, {odd} equal but for an odd chip (8.5), {different} different.")


def _paths(name: str) -> list[Path]:
    """The files that a word of the command line stands for."""
    path = Path(name)
    if path.is_dir():
        found = sorted(inner for inner in path.rglob("*") if inner.suffix in _KINDS)
        if not found:
            raise Complaint(f"there are no .phh files in {name}")
        return found
    if path.exists() or not any(sign in name for sign in "*?["):
        return [path]
    folder = Path(path.anchor) if path.is_absolute() else Path()
    try:
        found = sorted(folder.glob(str(path.relative_to(path.anchor))))
    except (ValueError, NotImplementedError) as error:
        raise Complaint(f"{name} is not a pattern: {error}") from None
    if not found:
        raise Complaint(f"no file is like {name}")
    return [inner for inner in found if inner.is_file()]


def _outcomes(path: Path) -> Iterator[tuple[str, str, str]]:
    """For each hand of a file: equal, odd_chip or different, and then where and why."""
    from croupier.histories.phh import Differs, read
    from croupier.histories.phh_replay import Replay

    try:
        hands = read(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, HistoryError) as error:
        why = f"it cannot be read: {error.strerror}" if isinstance(error, OSError) else "it is not text"
        yield "different", "the file", str(error) if isinstance(error, HistoryError) else why
        return
    for number, hand in enumerate(hands, 1):
        where = f"hand {number}, " if len(hands) > 1 else ""
        try:
            replay = Replay(hand)
            for _ in replay.steps():
                pass
        except Differs as error:
            yield "different", where + error.at, error.why
        except HistoryError as error:
            yield "different", f"{where}the file", str(error)
        else:
            yield ("odd_chip" if replay.odd_chip else "equal"), "", ""


@phh.command()
def show(
    file: Annotated[str, Argument(metavar="FILE", help="A PHH file; - reads standard input.")],
    hand: Annotated[int, Option(metavar="N", help="Which hand of a file with several.")] = 1,
    as_json: Json = False,
) -> None:
    """Tell a hand step by step, with the clauses that each step stands on."""
    from croupier.histories.phh import Differs
    from croupier.histories.phh_replay import Replay, plain
    from croupier.poker.telling import tell

    steps: list[dict[str, Any]] = []
    difference: Differs | None = None
    try:
        chosen = _hand(file, hand)
        replay = Replay(chosen)
        for step in replay.steps():
            events = [(tell(event, replay.table.rules), event.clauses) for event in step.events]
            steps.append({"action": step.action, "events": [{"says": said, "clauses": by} for said, by in events]})
    except HistoryError as error:
        raise Complaint(str(error)) from None
    except Differs as error:
        difference = error
    stacks = {} if difference else {chosen.name(n): plain(replay.stack(n)) for n in range(1, chosen.players + 1)}
    if as_json:
        different = {"at": difference.at, "why": difference.why} if difference else None
        document({"steps": steps, "stacks": stacks, "different": different})
    else:
        _tell_steps(steps)
        if difference:
            say(paint(f"Here the file and the book differ, {difference.at}: {difference.why}", "yellow"))
        for name, stack in stacks.items():
            say(f"{name} has {stack}")
    if difference:
        raise Exit(1)


def _tell_steps(steps: list[dict[str, Any]]) -> None:
    for step in steps:
        if step["action"]:
            say(paint(step["action"], "bold"))
        for event in step["events"]:
            say(f"  {event['says']}  {behind(event['clauses'])}")
    say()


def _hand(file: str, number: int) -> HandHistory:
    from croupier.histories.phh import read

    hands = read(read_text(file))
    if not 1 <= number <= len(hands):
        raise Complaint(f"{file} has {len(hands)} hand{'s' * (len(hands) != 1)}; there is no hand {number}")
    return hands[number - 1]


@phh.command()
def export(
    file: Annotated[
        str, Argument(metavar="TABLE_DUMP", help="A poker table's record, one entry a line; - reads input.")
    ],
    viewer: Annotated[str, Option("--as", metavar="WHO", help="Who looks, such as 'seat 1'.")] = "inspector",
    text: Annotated[bool, Option("--text", help="The text that tracking programs import.")] = False,
    hand: Annotated[int, Option(metavar="N", help="Only this hand of the table.")] = 0,
) -> None:
    """Write the hands of a table's history as PHH, or as text for trackers, as somebody may see them."""
    from croupier.histories.phh import write
    from croupier.histories.phh_write import histories

    who = viewer_named(viewer)
    table = _table(file)
    if text:
        from croupier.histories.tracker_text import tracker_text

        say(tracker_text(table, who, name=table.rules.game, when=_changed(file), only=hand).rstrip("\n"))
        return
    hands = [history for history in histories(table, who) if not hand or history.fields["hand"] == hand]
    if not hands:
        raise Complaint(f"{file} has no hand {hand}" if hand else f"no hand was dealt in {file}")
    say(write(hands).rstrip("\n"))


def _table(file: str) -> PokerTable:
    from croupier.tables.poker_table import PokerTable

    try:
        return PokerTable.load(read_text(file).splitlines())
    except CroupierError as error:
        raise Complaint(f"{'standard input' if file == '-' else file} cannot be replayed: {error}") from None


def _changed(file: str) -> Any:
    """When a dump was last written, which stands for the time of its hands: a record counts seconds from nothing."""
    from datetime import UTC, datetime

    return datetime.fromtimestamp(0 if file == "-" else Path(file).stat().st_mtime, UTC)
