"""`croupier key`: the key that signs checkpoints, split between two people."""

import os
from typing import Annotated

from typer import Argument, Option, Typer

from croupier.cli.terminal.output import Complaint, on_files, read_text, say

key = Typer(help="The signing key of a house: split it between two people, check the halves.", no_args_is_help=True)
Half = Annotated[str, Argument(metavar="FILE", help="A file with a half of the key.")]


@key.command()
def split(
    whole: Annotated[str, Argument(metavar="KEY", help="The file of the whole key.")],
    first: Annotated[str, Argument(metavar="FIRST", help="A new file for the first half.")],
    second: Annotated[str, Argument(metavar="SECOND", help="A new file for the second half.")],
    holders: Annotated[tuple[str, str], Option("--holders", metavar="PERSON PERSON", help="Who holds the halves: two people.")],
    keep: Annotated[bool, Option("--keep", help="Leave the whole key where it is.")] = False,
) -> None:
    """Split a key between two people: neither half can sign or reveals anything about the key.

    Once the halves are written and checked, the whole key is removed. A server reads both when it starts:
    `key` and `other_half` under `[record]` of its configuration.
    """
    from croupier.floor.proof import signer_from_halves
    from croupier.proof.custody import halved
    from croupier.proof.notes import Signer

    signer = Signer.read(read_text(whole))
    for path, half in zip((first, second), halved(signer, holders), strict=True):
        _write(path, half)
    if str(signer_from_halves(first, second).verifier) != str(signer.verifier):
        raise Complaint("the halves do not make the key: it is left as it was")
    if not keep:
        os.remove(whole)
    say(f"{first} is for {holders[0]}, {second} for {holders[1]}. Together they sign as {signer.verifier}")
    say("The whole key is left where it was." if keep else f"{whole} is gone.")


@key.command()
def check(first: Half, second: Half) -> None:
    """Show which key two halves make."""
    from croupier.proof.custody import joined

    say(f"Together they sign as {joined(read_text(first), read_text(second)).verifier}")


def _write(path: str, half: str) -> None:
    with on_files(f"{path} cannot be written"):
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(file, "w", encoding="utf-8") as new:
        new.write(half + "\n")
        new.flush()
        os.fsync(new.fileno())
