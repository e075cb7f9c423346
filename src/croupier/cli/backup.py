"""`croupier backup`, `restore`, `archive` and `upgrade`: copy a running house, fill one from a copy, move its old entries
out, upgrade it to today's schema.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Exit, Option

from croupier.cli.terminal.house_access import HOUSE, Database, with_floor, with_store
from croupier.cli.terminal.options import Json
from croupier.cli.terminal.output import Complaint, document, missing_extra, say

if TYPE_CHECKING:
    from croupier.floor.floor import Floor
    from croupier.floor.stores.interface import Store
    from croupier.proof.notes import Signer


def backup(
    to: Annotated[str, Option("--to", metavar="FILE", help="The new file that the copy is written to.")],
    database: Database = HOUSE,
    key: Annotated[str, Option("--key", metavar="FILE", help="The key of the house; default: the one beside the database.")] = "",
    other_half: Annotated[str, Option("--other-half", metavar="FILE", help="The other half, if --key is one of two.")] = "",
    unsigned: Annotated[bool, Option("--unsigned", help="Do not sign the copy.")] = False,
) -> None:
    """Copy a house, even while it is running, into one file, and sign it with the key of the house: FILE.signed.

    `croupier restore` checks both. The copy is a complete house: `croupier serve --database FILE` opens it.
    """
    with missing_extra("server"):
        from croupier.proof.backups import note_beside, sign_backup
        from croupier.proof.keeping import VERIFIER

    for file in (to, note_beside(to)):
        if os.path.exists(file):
            raise Complaint(f"{file} already exists: write the backup to a new file")
    signer = None if unsigned else _signer(database, key, other_half)

    async def copy(store: Store) -> None:
        known = (await store.get(VERIFIER) or b"").decode()
        if signer is not None and known not in ("", str(signer.verifier)):
            raise Complaint(f"the key signs as {signer.verifier}, and the house as {known}")
        await store.backup(to)

    async def count(copied: Store) -> int:
        return sum(head.number for head in (await copied.heads()).values())

    with_store(database, copy, read_only=True)
    entries = with_store(to, count, read_only=True)  # the house may have gone on meanwhile
    if signer is not None:
        sign_backup(to, signer)
    by = f"signed by {signer.verifier}" if signer is not None else "not signed"
    say(f"{to}: {entries:,} entries, {os.path.getsize(to):,} bytes, {by}")


def archive(
    to: Annotated[str, Option("--to", metavar="WHERE", help="A folder, or an address such as s3://bucket/house.")],
    database: Database = HOUSE,
    older_than: Annotated[int, Option("--older-than", metavar="DAYS", min=0, help="Only entries older than this.")] = 30,
    least: Annotated[int, Option("--least", metavar="ENTRIES", min=1, help="The fewest entries that are worth a file.")] = 500,
    as_json: Json = False,
) -> None:
    """Move old entries of a house into compressed, sealed files.

    They are read, replayed, exported and verified as before. Keep the files as long as the record must be kept: nothing
    deletes them. A house in a file must be stopped, unless it archives by itself (`record.archive` in its configuration).
    PostgreSQL needs the role that owns the tables.
    """
    with missing_extra("server"):
        from croupier.floor.stores.archive import Segment, archive as move

    before, after = 0, 0

    def tell(segment: Segment, lines: int) -> None:
        nonlocal before, after
        before, after = before + lines, after + segment.bytes
        if not as_json:
            say(f"{segment.file}: entries {segment.first:,} to {segment.last:,}, {lines:,} bytes in {segment.bytes:,}")

    day = int(time.time()) - older_than * 86_400
    made = with_store(database, lambda store: move(store, to, day, least=least, told=tell))
    if as_json:
        document({"segments": [part._asdict() for part in made], "bytes_before": before, "bytes_after": after})
    elif made:
        many = sum(part.last - part.first + 1 for part in made)
        say(f"{many:,} entries moved, {before / after:.1f} times smaller than their lines")
    else:
        say("Nothing to move: no stream has enough entries that are old, signed for and covered by a snapshot.")


def _signer(database: str, key: str, other_half: str) -> Signer:
    from croupier.floor.proof import key_beside, signer_from_halves
    from croupier.proof.notes import Signer

    path = key or key_beside(database)
    try:
        if other_half:
            return signer_from_halves(path, other_half)
        with open(path, encoding="ascii") as file:
            return Signer.read(file.read())
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not a key"
        raise Complaint(f"{path} cannot be read ({why}): name the key with --key, or say --unsigned") from None


def restore(
    file: Annotated[str, Argument(metavar="FILE", help="A backup.")],
    database: Database = HOUSE,
    key: Annotated[
        str, Option("--key", metavar="KEY", help="The published key of the house, name+hash+key, or a file with it.")
    ] = "",
    unsigned: Annotated[bool, Option("--unsigned", help="Accept a backup that is not signed.")] = False,
) -> None:
    """Check a backup and restore it into a new house. Its signature, every hash and every chain are checked before anything
    is written.
    """
    with missing_extra("server"):
        from croupier.floor.stores import restore as fill

    from croupier.cli.audit import check_signature

    if not unsigned:
        say(check_signature(file, key))

    async def work(store: Store) -> tuple[int, int]:
        await fill(file, store)
        heads = await store.heads()
        return len(heads), sum(head.number for head in heads.values())

    streams, entries = with_store(database, work)
    say(f"{file} is intact: {entries:,} entries in {streams} streams restored")


def upgrade(
    database: Database = HOUSE,
    server_role: Annotated[
        str, Option("--server-role", metavar="ROLE", help="The role of a PostgreSQL database that servers are to run under.")
    ] = "",
) -> None:
    """Upgrade a house to the current schema. Its records are never rewritten; what reads differently now is reported.

    With --server-role, that role may then read everything and append, but not change, delete or drop entries; run this
    as another role, which owns the tables. Exit status 1 if a stream was made under rules that are no longer available.
    """
    if server_role and "://" not in database:
        raise Complaint("--server-role is for PostgreSQL: a file has no roles")

    async def work(floor: Floor) -> list[str]:
        for name in floor.house.names:
            await floor.memory.hold(name)
        return [f"{name}: {warning}" for name, stream in floor.house.streams.items() for warning in stream.warnings]

    if server_role:
        with_store(database, lambda store: store.let_append(server_role))  # type: ignore[attr-defined]
    warnings = with_floor(database, work)
    for warning in warnings:
        say(warning)
    say("The schema is current, and every stream can be read.")
    if warnings:
        raise Exit(1)
