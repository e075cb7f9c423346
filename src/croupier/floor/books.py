"""The books of a house: every stream at one moment, and whether all of it balances."""

from msgspec.structs import replace

from croupier.cage.report import CageReport
from croupier.cage.state import fees_of, play_at, pool_of
from croupier.cage.telling import count_told, transfer_told
from croupier.drawing.document import rendered
from croupier.floor.house import CAGE, AnyStream, House
from croupier.floor.stores.interface import Store, StoreRefused
from croupier.kernel.accounts import CHIPS, kind_of
from croupier.tables.any_game import KINDS
from croupier.tables.any_table import AnyTable
from croupier.tables.balance import cage_report
from croupier.tables.cage_desk import CageStream
from croupier.tables.tournament_stream import TournamentStream
from croupier.tournaments.state import FEES, POOL


async def house_at(store: Store, entry: int = 0) -> House:
    """The house as the store has it, or as it was when the cage had so many entries.

    Money moved between people and a table is saved together with an entry of the cage. So a table is taken as far as it had
    come in the order of the house, without later entries that moved money.
    """
    streams = {name: await read_stream(store, name, head.kind, head.number) for name, head in (await store.heads()).items()}
    if CAGE not in streams:
        raise StoreRefused("there is no cage in this house yet")
    if entry:
        last = await _last_numbers(store, entry)
        cage = await read_stream(store, CAGE, CageStream.engine.kind, entry)
        then: dict[str, AnyStream] = {CAGE: cage}
        for name, stream in streams.items():
            number = _noted(cage, stream, last.get(name, 0))
            if name != CAGE and number:
                then[name] = await read_stream(store, name, stream.engine.kind, number)
        streams = then
    house = House(lambda: 0, lambda entry, line: None)  # nothing is recorded in a house that is only being read
    house.take_in(streams)
    return house


async def read_stream(store: Store, name: str, kind: str, number: int) -> AnyStream:
    """A stream up to an entry."""
    lines: list[bytes] = []
    while len(lines) < number and (more := await store.read(name, after=len(lines), limit=min(10_000, number - len(lines)))):
        lines += more
    stream: AnyStream = KINDS[kind].load(lines)
    return stream


def _noted(cage: AnyStream, stream: AnyStream, number: int) -> int:
    """The last entry of a stream, up to a number, whose money the cage had noted."""
    if isinstance(stream, TournamentStream):
        wanted = cage.state.holds(fees_of(stream.name)) + cage.state.holds(pool_of(stream.name))
        wanted += cage.state.collected.get(stream.name, 0)
        held = {FEES, POOL}
    elif isinstance(stream, AnyTable):
        if stream.state.options.tournament:
            return number
        wanted, held = cage.state.holds(play_at(stream.name, CHIPS)), None
    else:
        return number
    last_noted, there = 0, 0
    for entry in stream.entries[:number]:
        for event in entry.events:
            for name, amount in event.postings.items():
                if held is not None and name in held:
                    there += amount
                elif held is None and kind_of(name) == "purse":
                    there -= amount
        if there == wanted:
            last_noted = entry.number
    return last_noted


async def _last_numbers(store: Store, entry: int) -> dict[str, int]:
    """How far each stream had come when the cage had so many entries and no more."""
    last: dict[str, int] = {}
    place = 0
    while leaves := await store.leaves(place):
        for leaf in leaves:
            if leaf.stream == CAGE and leaf.number > entry:
                return last
            last[leaf.stream] = leaf.number
        place += len(leaves)
    return last


async def report_at(store: Store, entry: int = 0) -> CageReport:
    """Where every chip of the house is, now or when the cage had so many entries.

    Tournament chips, which the cage does not see, are counted only at today's tables.
    """
    house = await house_at(store, entry)
    meters = [casino.meters for casino in house.casinos.values()]
    report = cage_report(house.cage, house.tables.values(), meters, house.tournaments.values())
    if not entry:
        return report
    return replace(report, differences=[difference for difference in report.differences if "the tables hold" not in difference])


def cage_text(report: CageReport) -> str:
    """The whole report as text; the last line says whether the house balances."""
    counted = [count_told(count) for count in report.counts.values()]
    text = rendered("cage_report.txt", report=report, counted=counted, count_told=count_told, transfer_told=transfer_told)
    return text.rstrip("\n")
