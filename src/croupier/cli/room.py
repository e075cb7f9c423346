"""`croupier room`: a poker room of several tables, played from a script of lines or shown by an example."""

from importlib import resources
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import quote, unquote

from typer import Argument, Exit, Option, Typer

from croupier.books import USUAL_ROOM, books_with
from croupier.cli.terminal import typed
from croupier.cli.terminal.options import Json
from croupier.cli.terminal.output import Complaint, behind, document, paint, read_text, say
from croupier.kernel.decisions import Refused
from croupier.kernel.errors import CroupierError
from croupier.tables.poker_room import PokerRoom

room = Typer(help="The poker room: follow a script of lists, calls, seats and moves.", no_args_is_help=True)

EXAMPLE = (resources.files("croupier.cli") / "room_example.txt").read_text(encoding="utf-8")


@room.command()
def play(
    file: Annotated[str, Argument(metavar="FILE", help="A script, one line each; - reads standard input.")],
    keep: Annotated[
        str, Option("--keep", metavar="FOLDER", help="Keep the records there, and continue the room already there.")
    ] = "",
    book: Annotated[str, Option(metavar="BOOK", help="The book that a new room is run by.")] = USUAL_ROOM,
    as_json: Json = False,
) -> None:
    """Play a script and show seats and lists. Exit status 1 if a line is refused.

    Such lines are: offer 5-10: crown-holdem; list p7 for 5-10; open table A for 5-10; call for 5-10;
    seat p7 at A place 3 with 500.00; table A: leave 3; merge B into A. 'croupier room example --script' shows a whole one.
    """
    book = typed.chosen(book, list(books_with("room")), "book with a poker room")
    if _play(_kept(keep, book) if keep else PokerRoom(book), read_text(file), as_json):
        raise Exit(1)


@room.command()
def example(
    script: Annotated[bool, Option("--script", help="Only write a sample script to start from.")] = False, as_json: Json = False
) -> None:
    """Play an example: a game is gathered, seats are filled by the list, players move."""
    if script:
        say(EXAMPLE.rstrip())
    else:
        _play(PokerRoom(), EXAMPLE, as_json)


def _play(here: PokerRoom, text: str, as_json: bool) -> bool:
    """Play a script and show it; returns whether a line was refused."""
    told: list[dict[str, Any]] = []
    refused = False
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("#")[0].strip()
        if not words:
            continue
        try:
            decision = here.say(words)
        except CroupierError as error:
            raise Complaint(f"line {number}: {error}") from None
        refused = refused or isinstance(decision, Refused)
        outcome = here.told(words, decision)
        told.append({"line": words, "outcome": [{"says": says, "clauses": clauses} for says, clauses in outcome]})
        if not as_json:
            say(paint(words, "bold"))
            for says, clauses in outcome:
                say(f"  {says}  {behind(clauses)}")
    if as_json:
        sound = all(stream.audit() for stream in here.streams)
        document({"play": told, "room": here.as_data(), "audited": sound})
    else:
        say()
        say(here.drawn())
    return refused


def _kept(folder: str, book: str) -> PokerRoom:
    """The room whose records are in a folder, or a new one; new entries are written there immediately."""
    home = Path(folder)

    def write(entry: Any, line: bytes) -> None:
        with (home / f"{quote(entry.stream, safe='')}.jsonl").open("ab") as file:
            file.write(line + b"\n")

    try:
        home.mkdir(parents=True, exist_ok=True)
        records = {unquote(file.stem): _whole_lines(file) for file in sorted(home.glob("*.jsonl"))}
        if not records:
            return PokerRoom(book, follower=write)
        if (kept := next((name for name in records if name in books_with("room")), None)) is None:
            raise Complaint(f"{folder} has records, and none of a room")
        return PokerRoom.load(records.pop(kept), records, follower=write)
    except OSError as error:
        raise Complaint(f"{folder} cannot be used: {error.strerror}") from None
    except CroupierError as error:
        raise Complaint(f"{folder} has no room that can be continued: {error}") from None


def _whole_lines(file: Path) -> list[bytes]:
    """The lines of a record; one left unfinished by a power cut does not count, and is cut off."""
    text = file.read_bytes()
    whole = text[: text.rfind(b"\n") + 1]
    if whole != text:
        file.write_bytes(whole)
    return whole.splitlines()
