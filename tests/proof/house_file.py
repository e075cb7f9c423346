"""For tests of proof: the evening of `house` in a real store, a SQLite file."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from croupier.floor.stores import Line
from croupier.floor.stores.sqlite import SQLiteStore
from croupier.proof.checkpoints import Sequencer
from proof.house import SIGNER, evening, run


@cache
def a_house() -> tuple[Path, tuple[str, ...]]:
    """A house in a file, and checkpoints of it that were kept elsewhere."""
    path = Path(mkdtemp()) / "house.db"
    notes = []
    played = evening().store

    async def fill() -> None:
        store = SQLiteStore(path)
        await store.start()
        sequencer = Sequencer(store, SIGNER)
        await sequencer.open()
        streams, heads = played.streams, played.kept_heads
        for n, leaf in enumerate(played.order):
            line = streams[leaf.stream][leaf.number - 1]
            entry = json.loads(line)
            kind = heads[leaf.stream].kind
            whole = Line(leaf.stream, kind, leaf.number, entry["at"], entry["person"], "", leaf.hash, line)
            await store.append([whole])
            if n % 10 == 9:
                assert await sequencer.advance()
                notes.append(sequencer.note)
        assert await sequencer.advance()
        notes.append(sequencer.note)
        await store.stop()

    run(fill())
    return path, tuple(notes)
