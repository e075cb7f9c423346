"""Old entries in segments: read, ordered, verified, copied and appended to as if they had never been moved."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from croupier.floor.stores import Store, StoreRefused, restore
from croupier.floor.stores.archive import Archivable, Segment, archive
from croupier.kernel.errors import ProofError
from croupier.proof.checkpoints import Sequencer
from croupier.proof.segments import seal, unseal
from croupier.proof.verifying import verify
from floor.stores.houses import House, Pen, whole
from proof.house import SIGNER

LATE = 2**40


async def filled(store: Store) -> dict[str, Pen]:
    """Three streams, one of them short, written in turns and signed for; two have snapshots."""
    pens = {name: Pen(name) for name in ("table-1", 'odd "name" é', "short")}
    sequencer = Sequencer(store, SIGNER)
    await sequencer.open()
    for n in range(330):
        lines = [pen.line(id=f"{name}{n}") for name, pen in pens.items() if name != "short" or n < 20]
        await store.append(lines)
        if n % 100 == 99:
            await sequencer.advance()
    for name in ("table-1", 'odd "name" é'):
        await store.save_snapshot(name, 250, b"{}")
    return pens


async def moved(store: Store, where: str, *, least: int = 50, before: int = LATE) -> list[Segment]:
    return await archive(store, where, before, least=least)


def test_nothing_is_different_but_where_it_is(house: House, tmp_path: Path) -> None:
    async def go() -> None:
        async with house.opened() as store:
            pens = await filled(store)
            before, order = await whole(store), await store.leaves(0, 10_000)
            made = await moved(store, str(tmp_path / "archive"))
            assert {(each.stream, each.first, each.last) for each in made} == {("table-1", 1, 246), ('odd "name" é', 1, 246)}
            assert await moved(store, str(tmp_path / "archive")) == []  # once is enough
            assert await whole(store) == before
            assert await store.leaves(0, 10_000) == order
            assert [leaf.place for leaf in await store.leaves(100, 300)] == list(range(100, 400))
            assert await store.read("table-1", after=240, limit=10) == before["table-1"][240:250]
            assert await store.read("table-1", after=100, limit=3) == before["table-1"][100:103]
            assert isinstance(store, Archivable)
            assert [len(await store.lines_here("table-1", 0, 999)), len(await store.lines_here("short", 0, 999))] == [84, 20]
            await store.append([pens["table-1"].line()])
            sequencer = Sequencer(store, SIGNER)
            await sequencer.open()
            assert await sequencer.advance()
        async with house.opened(read_only=True) as store:
            found = await verify(store, decide=False)
            assert found, str(found)
            assert found.entries == 681

    asyncio.run(go())


def test_what_is_young_or_needed_to_open_a_stream_stays(house: House, tmp_path: Path) -> None:
    async def go() -> None:
        async with house.opened() as store:
            await filled(store)
            assert await moved(store, str(tmp_path), least=200, before=1_150) == []  # 149 entries are older
            (one, other) = await moved(store, str(tmp_path), before=1_150)
            assert (one.last, other.last) == (149, 149)

    asyncio.run(go())


@pytest.mark.parametrize("how", ["lost", "changed", "swapped", "resealed"])
def test_a_segment_that_is_not_as_it_was_is_named(house: House, tmp_path: Path, how: str) -> None:
    async def go() -> None:
        async with house.opened() as store:
            await filled(store)
            (segment,) = [each for each in await moved(store, str(tmp_path)) if each.stream == "table-1"]
            file, other = sorted(tmp_path.rglob("*.xz"), key=lambda path: path.parent.name != "table-1")
            data = file.read_bytes()
            if how == "lost":
                file.unlink()
            elif how == "changed":
                file.write_bytes(data[:-40] + bytes([data[-40] ^ 1]) + data[-39:])
            elif how == "swapped":
                file.write_bytes(other.read_bytes())
            else:  # another past, sealed by the rules
                pen = Pen("table-1")
                for _ in range(segment.last):
                    pen.line(words="never")
                file.write_bytes(seal("table-1", "table", pen.lines)[1])
        async with house.opened(read_only=True) as store:
            found = await verify(store, decide=False)
            assert found.fault is not None
            assert (found.fault.stream, found.fault.number) == ("table-1", 1)
            assert segment.file in str(found)
            with pytest.raises(ProofError, match=r"entries 1 to 246 of table-1"):
                await store.read("table-1")

    asyncio.run(go())


def test_a_backup_with_its_archive_is_whole(house: House, other_house: House, tmp_path: Path) -> None:
    async def go() -> None:
        copy = str(tmp_path / "copy.db")
        async with house.opened() as store:
            await filled(store)
            await moved(store, str(tmp_path / "archive"))
            before = await whole(store)
            await store.backup(copy)
        async with other_house.opened() as store:
            await restore(copy, store)
            assert await whole(store) == before
            found = await verify(store, decide=False)
            assert found, str(found)

    asyncio.run(go())


def test_an_archive_may_move_if_all_of_it_is_there(house: House, tmp_path: Path) -> None:
    async def go() -> None:
        async with house.opened() as store:
            await filled(store)
            before = await whole(store)
            await moved(store, str(tmp_path / "old"))
            with pytest.raises(ProofError, match="is missing"):
                await moved(store, str(tmp_path / "new"))
            (tmp_path / "old").rename(tmp_path / "new")
            assert await moved(store, str(tmp_path / "new")) == []
        async with house.opened() as store:
            assert await whole(store) == before

    asyncio.run(go())


def test_a_folder_is_found_from_everywhere(house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server may name its archive as it stands from its own folder; an audit runs in another one."""

    async def go() -> None:
        (tmp_path / "elsewhere").mkdir()
        async with house.opened() as store:
            await filled(store)
            before = await whole(store)
            monkeypatch.chdir(tmp_path)
            assert len(await moved(store, "archive")) == 2
        monkeypatch.chdir(tmp_path / "elsewhere")
        async with house.opened(read_only=True) as store:
            assert await whole(store) == before

    asyncio.run(go())


def test_an_address_that_fsspec_knows_is_as_good_as_a_folder(house: House) -> None:
    pytest.importorskip("fsspec", reason="the extra `archive` is not installed")

    async def go() -> None:
        async with house.opened() as store:
            await filled(store)
            before = await whole(store)
            assert len(await moved(store, f"memory://{id(store)}/house")) == 2
            assert await whole(store) == before
            with pytest.raises(StoreRefused, match="cannot be used"):
                await moved(store, "nowhere://house")

    asyncio.run(go())


def test_a_segment_is_a_sixth_of_its_lines_at_most() -> None:
    pen = Pen("table-1")
    for n in range(1_000):
        pen.line(words=f"{n * 7919 % 1000}")
    header, data = seal("table-1", "table", pen.lines)
    assert (header.first, header.last, header.hash) == (1, 1_000, pen.head)
    assert unseal(data, "it") == (header, pen.lines)
    assert len(data) * 6 < sum(map(len, pen.lines))
    with pytest.raises(ProofError, match="do not come to the hash"):
        seal("table-1", "table", pen.lines[:10] + pen.lines[11:20])
