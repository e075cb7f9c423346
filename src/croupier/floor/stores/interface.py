"""What the floor asks of a store. `tests/floor/stores` holds every store to it."""

from collections.abc import AsyncIterator, Mapping, Sequence
from sqlite3 import Connection
from typing import NamedTuple, Protocol

from croupier.kernel.errors import CroupierError
from croupier.proof.keeping import Head as Head, Leaf as Leaf


class Line(NamedTuple):
    """One entry to be kept: what it is found by, and its line of JSON as `kernel.entries` writes it. The last one of a stream has
    the stream's new row too (`tables.summary`), which is kept with it.
    """

    stream: str
    kind: str
    number: int
    at: int
    person: str
    id: str
    hash: str
    line: bytes
    summary: bytes = b""

    @property
    def previous(self) -> str:
        """The hash that it names as the one before it: a line ends with that one and its own."""
        return self.line[-140:-76].decode("ascii", "replace")


class Basis(NamedTuple):
    """The latest entry of another stream that something was decided on: it is kept only while that is still the latest."""

    stream: str
    number: int
    hash: str


class Lease(NamedTuple):
    """A part of the work that one process has at a time. `fence` grows whenever it changes hands: what an earlier owner writes
    under it is refused.
    """

    name: str
    owner: str
    fence: int


def presence(name: str) -> Lease:
    """What a process writes under for people: it holds for as long as that is there, and no process has its name again."""
    return Lease(name, name, 0)


class Process(NamedTuple):
    """One of the processes that have a store: whether its leases hold, how many seconds ago it was last heard of, and what it
    says of itself; one that says nothing does not share the work.
    """

    living: bool
    heard: float
    says: bytes


class Conflict(Exception):
    """A stream is not where this writer believed it to be: somebody else has written entries, or an entry that these build on
    was not kept. Nothing was written.
    """

    def __init__(self, stream: str, number: int) -> None:
        super().__init__(f"{stream} is at {number} by now")
        self.stream, self.number = stream, number


class StoreUnavailable(Exception):
    """The store cannot be written or reached now: the disk is full or read-only, the database is gone.

    Nothing is half-done, and nothing is acknowledged. Where the connection was lost in the middle of a commit, only the store
    knows whether it was kept: the caller reads the streams again before going on.
    """


class LeaseLost(StoreUnavailable):
    """Nothing was written: the lease that it was to be written under has gone to another process."""


class RefusedBefore(Exception):
    """Nothing was written: a command of that id was refused when it came before, here or in another process."""


class StoreRefused(CroupierError):
    """A store or a backup that cannot be used: another process has it, its schema is newer, it is not ours or not whole."""


class Sharing(Protocol):
    """How processes divide the work: each says now and then that it is there, and has leases for as long as it does."""

    name: str
    """What this process is called."""

    async def beat(self, says: bytes, seconds: float) -> tuple[dict[str, Process], dict[str, Lease]]:
        """Be there for so many seconds by the clock of the store; all processes and all leases there are. A process that comes
        back after its time was over has another name from then on.
        """

    async def time(self) -> float:
        """Seconds since 1970 by the clock of the store."""

    async def take(self, names: Sequence[str]) -> list[Lease]:
        """Have those of these leases that nobody has, or one who is not there any more."""

    async def give(self, to: Mapping[str, str]) -> None:
        """Let other processes have leases of this one, by the names of both; they hear of it at once."""

    async def since(self, numbers: Mapping[str, int]) -> dict[str, list[bytes]]:
        """The lines of these streams after these numbers, of those that have grown, all asked for at once."""


AT_ONCE = 1000
"""How many lines of one stream are asked for together with those of others."""
LEASES = "leases/"
"""What a signal names, in place of a stream, when leases have changed hands or a process has come."""


class Store(Protocol):
    """Entries in streams, snapshots, small matters by key, and one order over all of it."""

    shared: bool
    """Whether other processes may write to it too."""

    @property
    def sharing(self) -> Sharing | None:
        """How these divide the work; None where there is only one."""

    async def start(self) -> None:
        """Open it, made new or brought to today's schema where needed."""

    async def stop(self) -> None:
        """Finish what is being written, and close."""

    async def append(self, lines: Sequence[Line], on: Basis | None = None, under: Lease | None = None) -> None:
        """Keep these entries, all or none; they are durable when this returns.

        The numbers and hashes of each stream go on from those that it has, the one that they were decided `on` has not moved,
        and the lease that they are written `under` has not changed hands: seen in the same commit. `Conflict` and `LeaseLost`
        where that is not so, `RefusedBefore` for what was refused, `StoreUnavailable` where nothing can be written.
        Several calls at once are committed together, in the order in which they were made. A caller who stops waiting takes
        nothing back. With no entries, this returns when all that came before is written.
        """

    async def read(self, stream: str, *, after: int = 0, limit: int = 10_000) -> list[bytes]:
        """The lines of a stream after a number, in order."""

    async def heads(self, streams: Sequence[str] = ()) -> dict[str, Head]:
        """How far these streams have come, or all of them."""

    async def answered(self, stream: str, id: str) -> int:
        """The number of the entry that a command of that id came to, or 0."""

    async def refuse(self, stream: str, person: str, id: str) -> int:
        """Keep no command that somebody gave under that id from now on, wherever it is on its way: `append` raises
        `RefusedBefore`, for an hour at least. The number of the entry that it came to before, or 0.
        """

    async def save_snapshot(self, stream: str, number: int, snapshot: bytes) -> None:
        """Keep a snapshot in place of an older one; `Conflict` where the stream has not come that far yet."""

    async def snapshots(self, streams: Sequence[str] = ()) -> dict[str, tuple[int, bytes]]:
        """The latest snapshot of these streams, or of all that have one, with its number."""

    async def summaries(self, streams: Sequence[str] = ()) -> dict[str, tuple[int, bytes]]:
        """The rows of these streams, or of all that have one, each with the number of the entry that it was made after."""

    async def save_summaries(self, rows: Mapping[str, tuple[int, bytes]]) -> None:
        """Keep rows that were made again; one of a later entry stays."""

    async def get(self, key: str) -> bytes | None:
        """A small matter that is not part of the record (a session, a password's hash, a key), by name."""

    async def put(self, key: str, value: bytes, under: Lease | None = None) -> None:
        """Keep a small matter; `LeaseLost` where the lease that it is written `under` has changed hands."""

    async def delete(self, key: str) -> bool:
        """Forget a small matter; whether it was there. Where several forget it at once, that is so for one of them."""

    async def scan(self, prefix: str) -> dict[str, bytes]:
        """All small matters whose names begin like this."""

    def signals(self) -> AsyncIterator[set[str]]:
        """Names of streams that other processes may have written to: hints, gathered; who follows reads on from its number."""

    async def sequence(self, limit: int = 1000) -> int:
        """Put entries that have no place in the order of the house yet at its end; how many. Only the sequencer calls it."""

    async def leaves(self, start: int = 0, limit: int = 10_000) -> list[Leaf]:
        """The order of the house from a place on."""

    async def backup(self, path: str) -> None:
        """A copy of the whole store in one new file, taken while it runs: a SQLite store, whatever this one is."""

    async def fill(self, copy: Connection) -> None:
        """Take over everything from a backup that was found whole (`copies.restore`): all or nothing."""
