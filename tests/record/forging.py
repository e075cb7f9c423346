"""For tests of records: a forger who changes something and makes every hash again, so that the chain is whole again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Any

from croupier.kernel.entries import NOWHERE

Json = dict[str, Any]


def sealed(entries: Iterable[Json], *, anew: bool = True) -> list[str]:
    """Entries as lines, each with its own hash and that of the one before it, as if they had been written so.

    If they are not made `anew`, hashes stay as they stand there.
    """
    lines, head = [], NOWHERE
    for entry in entries:
        whole = {**entry, "previous": head} if anew else entry
        body = _written({name: value for name, value in whole.items() if name != "hash"})
        head = sha256(body.encode("utf-8", "replace")).hexdigest() if anew else entry["hash"]
        lines.append(f'{body[:-1]},"hash":"{head}"}}')
    return lines


def _written(value: Json) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def entries_of(lines: Iterable[str]) -> list[Json]:
    return [json.loads(line) for line in lines]


def forged(lines: Iterable[str], number: int, change: Callable[[Json], Any]) -> list[str]:
    """The record with the line of that number (from 0) changed and all hashes made again."""
    entries = entries_of(lines)
    change(entries[number])
    return sealed(entries)


def numbered(entries: list[Json]) -> list[Json]:
    """The entries numbered again, after some were dropped, added or moved."""
    return [{**entry, "number": number} for number, entry in enumerate(entries, 1)]
