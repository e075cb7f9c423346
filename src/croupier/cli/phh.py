"""`croupier phh`: hand histories checked against the book, shown step by step, and written from a table's record."""

from collections.abc import Iterator
from io import StringIO, TextIOWrapper
from pathlib import Path
from typing import Annotated, Any, TextIO

from typer import Argument, Exit, Option, Typer

from croupier.cli.replay import viewer_named
from croupier.cli.terminal.options import Json
from croupier.cli.terminal.output import Complaint, answer, behind, document, on_files, paint, read_record, read_text, say
from croupier.cli.terminal.progress_line import progress
from croupier.histories.hand_log import hands_of
from croupier.histories.open_hand_history import open_hand, written
from croupier.histories.phh_check import Count, Finding, findings, found_of
from croupier.histories.phh_format import Differs, HandHistory, hands_in, write
from croupier.histories.phh_replay import Replay, plain
from croupier.histories.phh_write import history_of
from croupier.histories.tracker_text import tracker_text
from croupier.kernel.errors import CroupierError, HistoryError
from croupier.poker.telling import tell
from croupier.tables.poker_table import PokerTable

phh = Typer(help="Hand histories: check, show and write them.", no_args_is_help=True)

_FILES = Argument(metavar="FILES...", help="PHH files, folders of them, or patterns such as 'hands/*.phh'; - reads input.")
_KINDS = (".phh", ".phhs")
_NAMED = ("different", "odd chip")
_NAMED_IF_ASKED = ("raked", "unknown", "not played")


@phh.command()
def check(
    files: Annotated[list[str], _FILES],
    each: Annotated[bool, Option("--each", help="Also name each hand that was raked or is not decided.")] = False,
    as_json: Json = False,
) -> None:
    """Replay hands by the book and report where each first differs.

    A hand is equal, equal but for an odd chip or for the room's rake, unknown where the known cards do not decide the payment,
    or different. Hands of other games are only counted.
    """
    paths = list(dict.fromkeys(path for name in files for path in _paths(name)))
    whole, told = sum(map(_size, paths)), progress("replaying") or (lambda done, whole: None)
    count, before = Count(), 0
    for path in paths:
        try:
            for finding, done in _findings(path):
                count.add(finding)
                if finding.outcome in _NAMED or (each and finding.outcome in _NAMED_IF_ASKED):
                    if as_json:
                        count.keep(str(path), finding)
                    else:
                        told(1, 1)  # clear the line
                        _tell(path, finding)
                told(before + done, whole + 1)
        except (OSError, HistoryError) as error:
            why = f"it cannot be read: {error.strerror}" if isinstance(error, OSError) else str(error)
            count.unread[str(path)] = why
        before += _size(path)
    told(1, 1)
    if count.hands or not count.unread:
        if as_json:
            document(count.document(each=each))
        else:
            say(count.sentence())
    if count.unread:
        (file, why), *others = count.unread.items()
        raise Complaint(f"{file}: {why}{f' (and {len(others)} more)' if others else ''}")
    if count.different:
        raise Exit(1)


def _size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else 0


def _tell(path: Path, finding: Finding) -> None:
    where = f"{paint(str(path), 'bold')}: {finding.where}{': ' * bool(finding.where)}"
    say(f"{where}{finding.why} {behind(finding.clauses)}".rstrip())


def _findings(path: Path) -> Iterator[tuple[Finding, int]]:
    """The result of each hand of a file, and its position in the file."""
    if str(path) == "-":
        yield from ((finding, 0) for finding in findings(hands_in(_opened("-"))))
        return
    with path.open("rb") as file, TextIOWrapper(file, encoding="utf-8-sig") as text:
        for finding in findings(hands_in(text)):
            yield finding, file.tell()


def _paths(name: str) -> list[Path]:
    """The files that a word of the command line stands for."""
    path = Path(name)
    if path.is_dir():
        files = sorted(inner for inner in path.rglob("*") if inner.suffix in _KINDS)
        if not files:
            raise Complaint(f"there are no .phh files in {name}")
        return files
    if path.exists() or not any(sign in name for sign in "*?["):
        return [path]
    folder = Path(path.anchor) if path.is_absolute() else Path()
    try:
        files = sorted(folder.glob(str(path.relative_to(path.anchor))))
    except (ValueError, NotImplementedError) as error:
        raise Complaint(f"{name} is not a pattern: {error}") from None
    if not files:
        raise Complaint(f"no file matches {name}")
    return [inner for inner in files if inner.is_file()]


@phh.command()
def show(
    file: Annotated[str, Argument(metavar="FILE", help="A PHH file; - reads standard input.")],
    hand: Annotated[int, Option(metavar="N", help="Which hand of a file with several.")] = 1,
    as_json: Json = False,
) -> None:
    """Show a hand step by step, with the clauses behind each step."""
    steps: list[dict[str, Any]] = []
    difference: Differs | None = None
    try:
        chosen = _hand(file, hand)
        replay = Replay(chosen)
        for step in replay.steps():
            events = [(tell(event, replay.rules), event.clauses) for event in step.events]
            steps.append({"action": step.action, "events": [{"says": said, "clauses": by} for said, by in events]})
    except HistoryError as error:
        raise Complaint(str(error)) from None
    except Differs as error:
        difference = error
    stacks = {} if difference else {chosen.name(n): plain(replay.stack(n)) for n in range(1, chosen.players + 1)}
    finding = None if difference else found_of(replay)
    data: dict[str, Any] = {
        "steps": steps,
        "stacks": stacks,
        "outcome": finding.outcome if finding else "different",
        "readings": [] if difference else replay.readings,
        "different": {"at": difference.at, "why": difference.why} if difference else None,
    }
    answer(data, "phh_show.txt", as_json=as_json, **data, why=finding.why if finding else "")
    if difference:
        raise Exit(1)


def _hand(file: str, number: int) -> HandHistory:
    """One hand of a file; those before it are skipped, whatever they are."""
    passed = 0
    with _opened(file) as lines:
        for passed, hand in enumerate(hands_in(lines), 1):
            if passed == number:
                if isinstance(hand, HistoryError):
                    raise hand
                return hand
    raise Complaint(f"{file} has {passed} hand{'s' * (passed != 1)}; there is no hand {number}")


def _opened(file: str) -> TextIO:
    if file == "-":
        return StringIO(read_text(file))
    with on_files(f"{file} cannot be read"):
        return Path(file).open(encoding="utf-8-sig")


@phh.command()
def export(
    file: Annotated[str, Argument(metavar="TABLE_DUMP", help="A poker table's record, one entry per line; - reads input.")],
    viewer: Annotated[str, Option("--as", metavar="WHO", help="The viewer, such as 'seat 1'.")] = "inspector",
    text: Annotated[bool, Option("--text", help="The text that tracking programs import.")] = False,
    ohh: Annotated[bool, Option("--ohh", help="Open Hand History JSON, one hand a line.")] = False,
    hand: Annotated[int, Option(metavar="N", help="Only this hand of the table.")] = 0,
) -> None:
    """Write the hands of a table's history as PHH, as Open Hand History or as text for trackers, as one viewer sees them."""
    if text and ohh:
        raise Complaint("choose --text or --ohh")
    who = viewer_named(viewer)
    table = read_record(file, PokerTable.load, CroupierError)
    if text:
        say(tracker_text(table, who, name=table.rules.game, when=_changed(file), only=hand).rstrip("\n"))
        return
    logs = [log for log in hands_of(table, who) if hand in (0, log.number) and (log.ended or not ohh)]
    if not logs:
        raise Complaint(f"{file} has no hand {hand}" if hand else f"no hand was dealt in {file}")
    if ohh:
        about = {"site": table.rules.title, "table": table.rules.game, "at": _changed(file)}
        say(written(open_hand(table.rules, log, **about) for log in logs).rstrip("\n"))
    else:
        say(write([history_of(table.rules, log) for log in logs]).rstrip("\n"))


def _changed(file: str) -> Any:
    """When a dump was last written, used as the time of its hands: a record counts seconds from zero."""
    from datetime import UTC, datetime

    return datetime.fromtimestamp(0 if file == "-" else Path(file).stat().st_mtime, UTC)
