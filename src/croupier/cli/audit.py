"""`croupier audit`: a house's record verified, shown, copied and proven; and a witness to it on another machine."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar
from urllib.error import URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import urlopen

import msgspec
from typer import Argument, Exit, Option, Typer

from croupier.cli.terminal.house_access import HOUSE, IN_ENVIRONMENT
from croupier.cli.terminal.options import Json
from croupier.cli.terminal.output import Complaint, answer, document, missing_extra, on_files, paint, say
from croupier.cli.terminal.progress_line import progress

if TYPE_CHECKING:
    from croupier.kernel.streams import Stream
    from croupier.proof.keeping import Record
    from croupier.proof.notes import Verifier

T = TypeVar("T")
_LONGEST = 1_000_000
_SECONDS = 20.0

audit = Typer(help="Verify the whole record of a house, prove entries and rounds, act as a witness.", no_args_is_help=True)

_Record = Annotated[
    str,
    Option(
        "--database",
        metavar="WHERE",
        envvar=IN_ENVIRONMENT,
        help="The house: a file, or postgresql://user@host/name; or an export of one, a folder or a zip.",
    ),
]
_Stream = Annotated[str, Argument(metavar="STREAM", help="The name of a table, of meters, of the cage and so on.")]
_Key = Annotated[
    str, Option("--key", metavar="KEY", help="The key of the house, name+hash+key, or a file with it, if you know it.")
]
_To = Annotated[str, Option("--to", metavar="FILE", help="The new file to write.")]
_AGAINST = "A checkpoint kept elsewhere, a folder of them as a witness keeps it, or an earlier export."
_AS = "Whose proof of the cards in a round: a person such as p1. Without it, the inspector's."


@audit.command()
def verify(
    database: _Record = HOUSE,
    against: Annotated[str, Option("--against", metavar="CHECKPOINT", help=_AGAINST)] = "",
    key: _Key = "",
    hashes_only: Annotated[bool, Option("--hashes-only", help="Do not decide the commands again.")] = False,
    as_json: Json = False,
) -> None:
    """Verify a whole record: every hash and chain, the tree against checkpoints, then every command decided again.

    The first entry that was changed, dropped, swapped, doubled, cut off or rewritten is shown, and the exit status is 1. So
    is a column that does not match its entry. The signature of a backup is checked first.
    """
    with missing_extra("server"):
        from croupier.kernel.errors import ProofError
        from croupier.proof import verifying
        from croupier.proof.backups import note_beside

    if "://" not in database and note_beside(database).exists():
        try:
            signed = check_signature(database, key)
        except ProofError as error:
            _end({"fault": str(error)}, str(error), as_json=as_json, holds=False)
        if not as_json:
            say(signed)

    held = verifying.against(Path(against)) if against else None
    verifier, tell = _verifier(key), progress("verifying")

    def go(record: Record) -> Awaitable[verifying.Verified]:
        return verifying.verify(record, held, verifier=verifier, decide=not hashes_only, progress=tell)

    verdict = _with(database, go)
    data = {**verdict._asdict(), "fault": verdict.fault._asdict() if verdict.fault else None}
    _end(data, str(verdict), as_json=as_json, holds=bool(verdict))


def _end(data: Any, says: str, *, as_json: bool, holds: bool) -> None:
    """Print what was found, in red if something does not hold: then the exit status is 1."""
    document(data) if as_json else say(says if holds else paint(says, "red"))
    if not holds:
        raise Exit(1) from None


@audit.command(name="round")
def a_round(
    stream: _Stream,
    number: Annotated[int, Argument(metavar="NUMBER", help="The number of the round, or of the hand.")],
    database: _Record = HOUSE,
    as_json: Json = False,
) -> None:
    """Show a round of a table entry by entry, with each command decided again beside what was recorded."""
    with missing_extra("server"):
        from croupier.proof.round_check import played

    table, lines = _with(database, lambda record: _loaded(record, stream))
    checked = list(played(table, lines, number))
    if not checked:
        raise Complaint(f"{stream} has no round {number}")
    differ = sum(step.deviation is not None for step in checked)
    data = [
        {"entry": msgspec.to_builtins(step.entry), "deviation": step.deviation._asdict() if step.deviation is not None else None}
        for step in checked
    ]
    answer(data, "audit_round.txt", as_json=as_json, found=checked, differ=differ, stream=table)
    if differ:
        raise Exit(1)


@audit.command()
def export(to: _To, database: _Record = HOUSE) -> None:
    """Copy a whole record into a folder or a zip that can be verified anywhere. It holds every card ever dealt."""
    with missing_extra("server"):
        from croupier.proof import exporting

    _new(to)
    tell = progress("copying")
    many = _with(database, lambda record: exporting.export(record, Path(to), tell))
    say(f"{many} entries written to {to}")


@audit.command()
def prove(
    stream: _Stream,
    entry: Annotated[int, Argument(metavar="NUMBER", help="The number of the entry; with --round, of the round.")],
    to: _To,
    a_round: Annotated[bool, Option("--round", help="Prove a whole round, or one person's cards in it.")] = False,
    viewer: Annotated[str, Option("--as", metavar="WHO", help=_AS)] = "",
    database: _Record = HOUSE,
) -> None:
    """Write the proof of an entry, or of a round, into one file that can be checked without the server.

    Proofs of entries and of whole rounds are for the inspector. A player's proof holds that player's cards and those that were
    shown, each proven to be in the deck before the deal, and nothing of anyone else's.
    """
    with missing_extra("server"):
        from croupier.kernel.actors import INSPECTOR
        from croupier.proof.bundles import prove_entry, prove_round

    from croupier.cli.replay import viewer_named

    if viewer and not a_round:
        raise Complaint("--as is for --round: a single entry is for the inspector")
    _new(to)

    async def bundle(record: Record) -> bytes:
        log = await _log(record)
        if not a_round:
            return await prove_entry(record, log, stream, entry)
        table, _ = await _loaded(record, stream)
        who = viewer_named(viewer, {recorded.person for recorded in table.entries}) if viewer else INSPECTOR
        return await prove_round(record, log, table, entry, who)

    data = _with(database, bundle)
    with on_files(f"{to} cannot be written"), open(to, "xb") as file:
        file.write(data)
    say(f"the proof is in {to}; croupier audit check {to}")


@audit.command()
def check(
    file: Annotated[str, Argument(metavar="FILE", help="A proof that croupier audit prove has written.")],
    key: _Key = "",
    as_json: Json = False,
) -> None:
    """Check a proof, without any server."""
    with missing_extra("server"):
        from croupier.proof.bundles import verify_bundle

    with on_files(f"{file} cannot be read"):
        data = Path(file).read_bytes()
    verdict = verify_bundle(data, _verifier(key))
    _end({"holds": verdict.holds, "says": verdict.says}, str(verdict), as_json=as_json, holds=bool(verdict))


@audit.command()
def witness(
    url: Annotated[str, Argument(metavar="URL", help="The address of the house, such as https://casino.example.")],
    keep: Annotated[str, Option("--keep", metavar="FOLDER", help="Where checkpoints are kept.")],
    key: _Key = "",
    every: Annotated[
        int, Option("--every", metavar="SECONDS", min=0, help="Check again after this many seconds; 0 checks once.")
    ] = 0,
    as_json: Json = False,
) -> None:
    """Keep the checkpoints of a house on this machine, and warn if it rewrites its past.

    Give its published --key the first time. Without it, the key that the house sends then is trusted from now on.
    """
    with missing_extra("server"):
        from croupier.proof.witness import PastRewritten, Witness

    if urlsplit(url).scheme not in ("http", "https"):
        raise Complaint(f"{url!r} is not an address: start it with https:// or http://")
    at, known = Witness(Path(keep)), _verifier(key)
    while True:
        try:
            says = _witnessed(at, url.rstrip("/"), known)
        except PastRewritten as error:
            _end({"whole": False, "says": str(error)}, str(error), as_json=as_json, holds=False)
        except Complaint as error:  # the house cannot be reached now: a caller in a loop tries again
            if not every:
                raise
            says = str(error)
        document({"whole": True, "says": says}) if as_json else say(says)
        if not every:
            return
        time.sleep(every)


def _witnessed(at: Any, url: str, known: Verifier | None) -> str:
    """Take the latest checkpoint of a house, with the proof that it follows the one before."""
    from croupier.proof.notes import Verifier, read_proof, unverified

    note = _got(f"{url}/proof/checkpoint")
    origin = unverified(note).origin
    first = at.verifier(origin) is None
    if known is None and first:
        known = Verifier.read(_got(f"{url}/proof/key"))
    if known is not None:
        at.trust(known)
    kept, size = at.latest(origin), unverified(note).size
    proof = []
    if kept is not None:
        older, newer = sorted((kept[0].size, size))
        if 0 < older < newer:
            proof = read_proof(_got(f"{url}/proof/consistency?{urlencode({'from': older, 'to': newer})}"))
    checkpoint = at.take(origin, note, proof)
    if kept is None:
        return f"{origin}: {checkpoint.size} entries, the first checkpoint that is kept; its key is {at.verifier(origin)}"
    return f"{origin}: {checkpoint.size} entries, and the first {min(kept[0].size, size)} are as they were"


def _got(url: str) -> str:
    try:
        with urlopen(url, timeout=_SECONDS) as answer:  # noqa: S310
            data: bytes = answer.read(_LONGEST + 1)
    except (OSError, ValueError, URLError) as error:
        why = getattr(error, "reason", None) or error
        raise Complaint(f"{url} cannot be reached: {why}") from None
    if len(data) > _LONGEST:
        raise Complaint(f"{url} sends more than a proof can contain")
    return data.decode("utf-8", "replace")


# What the commands share


def _verifier(said: str) -> Verifier | None:
    """A key as given: the key itself, or a file that has it."""
    if not said:
        return None
    from croupier.proof.notes import Verifier

    path = Path(said)
    try:
        return Verifier.read(path.read_text("utf-8") if "+" not in said or path.is_file() else said)
    except (OSError, UnicodeDecodeError):
        raise Complaint(f"{said} is neither a key nor a file with one") from None


def check_signature(backup: str, key: str) -> str:
    """Who signed a backup, in words. The key is the backup's own unless you know it from elsewhere."""
    from croupier.proof.backups import check_backup
    from croupier.proof.keeping import VERIFIER
    from croupier.proof.notes import Verifier

    known = _verifier(key)
    own = b"" if known else _with(backup, lambda record: record.get(VERIFIER))
    if not known and not own:
        raise Complaint(f"{backup} has no key to check its signature by: say it with --key")
    verifier = known or Verifier.read((own or b"").decode("utf-8", "replace"))
    check_backup(backup, verifier)
    doubt = "" if known else "; this key comes from the backup itself: compare it with the one the house has published"
    return f"{backup} is signed by {verifier}{doubt}"


def _new(to: str) -> None:
    if Path(to).exists():
        raise Complaint(f"{to} already exists and is never overwritten")
    if not Path(to).parent.is_dir():
        raise Complaint(f"{to} cannot be written: there is no folder {Path(to).parent}")


def _with(where: str, work: Callable[[Record], Awaitable[T]]) -> T:
    """Do something with a house whose record is opened for reading, or with an export of one."""
    return asyncio.run(_opened(where, work))


async def _opened(where: str, work: Callable[[Record], Awaitable[T]]) -> T:
    with missing_extra("server"):
        from croupier.floor.stores import StoreUnavailable, store_of
        from croupier.proof.exporting import Exported

    path = Path(where)
    if path.is_dir() or path.suffix == ".zip":
        return await work(Exported(path))
    if "://" not in where and not path.exists():
        raise Complaint(f"{where} does not exist")
    store = store_of(where, read_only=True)
    try:
        await store.start()
        return await work(store)
    except StoreUnavailable as error:
        raise Complaint(f"{where} cannot be read: {error}") from None
    finally:
        await store.stop()


async def _loaded(record: Record, stream: str) -> tuple[Stream[Any, Any], list[bytes]]:
    from croupier.proof.exporting import in_lots
    from croupier.tables.any_game import load

    heads = await record.heads([stream])
    if stream not in heads:
        known = sorted(await record.heads())
        raise Complaint(f"there is no stream {stream!r}; there are {', '.join(known[:10])}{', ...' * (len(known) > 10)}")
    lines = [line async for line in in_lots(record.read, stream, heads[stream].number)]
    return load(lines), lines


async def _log(record: Record) -> Any:
    """The tree of a record, and its latest checkpoint; nothing is written."""
    from croupier.proof.checkpoints import Checkpoints
    from croupier.proof.keeping import VERIFIER
    from croupier.proof.notes import Verifier

    kept = await record.get(VERIFIER)
    if kept:
        log = Checkpoints(record, Verifier.read(kept.decode()))
        await log.open()
        if log.note:
            return log
    raise Complaint("the store has no checkpoint yet: nothing is proven before one is signed")
