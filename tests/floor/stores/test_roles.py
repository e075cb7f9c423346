"""The role that a server runs under on PostgreSQL: it reads and appends, and can neither change nor remove an entry."""

from __future__ import annotations

import asyncio

import asyncpg
import pytest

from croupier.cli.main import main
from croupier.floor.floor import Floor
from croupier.floor.sections import SECTIONS
from croupier.floor.stores import StoreRefused, store_of
from croupier.people.commands import RegisterPerson
from croupier.proof.checkpoints import Sequencer
from croupier.proof.notes import Signer
from floor.postgres import Cluster

REWRITING = (
    "UPDATE croupier.entries SET person = 'somebody else'",
    "DELETE FROM croupier.entries",
    "TRUNCATE croupier.entries",
    "DROP TABLE croupier.entries",
    "ALTER TABLE croupier.entries ADD note text",
    "DROP SCHEMA croupier CASCADE",
    "UPDATE croupier.streams SET kind = 'cage'",
    "DELETE FROM croupier.streams",
    "UPDATE croupier.places SET place = place + 1",
    "DELETE FROM croupier.places",
    "UPDATE croupier.schema SET version = 0",
    "CREATE TABLE croupier.mine (one integer)",
    "CREATE TRIGGER mine BEFORE INSERT ON croupier.entries EXECUTE FUNCTION suppress_redundant_updates_trigger()",
)


def test_a_server_appends_and_reads_and_rewrites_nothing(
    postgres: Cluster, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    owner = postgres.new_database()
    database = owner.partition("@/")[2].partition("?")[0]
    postgres.run(f"DROP ROLE IF EXISTS serving_{database}")
    postgres.run(f"CREATE ROLE serving_{database} LOGIN")
    server = owner.replace("croupier@", f"serving_{database}@")

    async def too_early() -> None:
        store = store_of(server)
        with pytest.raises(StoreRefused, match="may not change the tables"):
            await store.start()
        await store.stop()

    asyncio.run(too_early())
    assert main(["upgrade", "--database", owner, "--server-role", f"serving_{database}"]) == 0
    assert main(["upgrade", "--database", owner, "--server-role", f"serving_{database}"]) == 0
    assert main(["upgrade", "--database", owner, "--server-role", "nobody at all"]) == 2
    assert main(["upgrade", "--database", "house.db", "--server-role", "x"]) == 2
    assert "a file has no roles" in capsys.readouterr().err

    async def serve() -> None:
        caplog.clear()
        floor = Floor(store_of(server), snapshot_every=1)
        await floor.open()
        assert "may change and delete entries" not in caplog.text
        for number in range(3):
            command = RegisterPerson(person=f"guest-{number}", name=f"Guest {number}")
            answer = await floor.do("people", command, person="house", by="house")
            assert not hasattr(answer.decision, "ground"), answer
        sequencer = Sequencer(floor.store, Signer("house", bytes(32)))
        await sequencer.open()
        assert await sequencer.advance()
        await floor.sections.join()
        assert all(map(floor.sections.has, SECTIONS))
        await floor.note("a setting", b"1")
        await floor.note("a setting", None)
        await floor.close()  # takes snapshots
        connection = await asyncpg.connect(server)
        for sql in REWRITING:
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                await connection.execute(sql)
        await connection.close()
        again = Floor(store_of(server))
        await again.open()
        assert len(again.house.people.state.people) == 3
        await again.close()
        caplog.clear()
        store = store_of(owner)
        await store.start()
        assert "may change and delete entries" in caplog.text
        await store.stop()

    asyncio.run(serve())
