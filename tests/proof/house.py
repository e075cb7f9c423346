"""For tests of proof: a house in memory, with tables that are played at and checkpoints that are signed on the way."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import cache
from typing import Any, TypeVar

from croupier.kernel.decisions import Accepted, Decision
from croupier.kernel.streams import Stream
from croupier.poker import commands as poker
from croupier.poker.rules import Options as PokerOptions
from croupier.proof.checkpoints import Sequencer
from croupier.proof.keeping import Head, Leaf
from croupier.proof.notes import Signer
from croupier.stud import commands as stud
from croupier.stud.rules import Options
from croupier.tables.house_table import HouseTable
from croupier.tables.poker_table import PokerTable
from croupier.training.house_scenes import finish_round

T = TypeVar("T")
SIGNER = Signer("casino.example/entries", bytes(range(32)))


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


def accepted(decision: Decision) -> None:
    assert isinstance(decision, Accepted), decision


class Memory:
    """A store in memory, as far as proof asks for one."""

    def __init__(self) -> None:
        self.streams: dict[str, list[bytes]] = {}
        self.kept_heads: dict[str, Head] = {}
        self.order: list[Leaf] = []
        self.waiting: list[tuple[str, int, str]] = []
        self.matters: dict[str, bytes] = {}

    def follow(self, stream: Stream[Any, Any], kind: str) -> Callable[[Any, bytes], None]:
        def take(entry: Any, line: bytes) -> None:
            self.streams.setdefault(entry.stream, []).append(line)
            self.kept_heads[entry.stream] = Head(kind, entry.number, entry.at, entry.hash)
            self.waiting.append((entry.stream, entry.number, entry.hash))

        return take

    def order_of_entries(self) -> list[tuple[str, int, str]]:
        return [(leaf.stream, leaf.number, leaf.hash) for leaf in self.order]

    async def heads(self, streams: Any = ()) -> dict[str, Head]:
        return {name: head for name, head in self.kept_heads.items() if not streams or name in streams}

    async def read(self, stream: str, *, after: int = 0, limit: int = 10_000) -> list[bytes]:
        return self.streams.get(stream, [])[after : after + limit]

    async def snapshots(self, streams: Any = ()) -> dict[str, tuple[int, bytes]]:
        return {}

    async def leaves(self, start: int = 0, limit: int = 10_000) -> list[Leaf]:
        return self.order[start : start + limit]

    async def get(self, key: str) -> bytes | None:
        return self.matters.get(key)

    async def scan(self, prefix: str) -> dict[str, bytes]:
        return {name: value for name, value in self.matters.items() if name.startswith(prefix)}

    async def put(self, key: str, value: bytes) -> None:
        self.matters[key] = value

    async def sequence(self, limit: int = 1000) -> int:
        now, self.waiting = self.waiting[:limit], self.waiting[limit:]
        self.order += [Leaf(len(self.order) + n, *each) for n, each in enumerate(now)]
        return len(now)


class House:
    """Two tables whose entries are kept, put into one order, and signed for after every few steps."""

    def __init__(self, seed: int = 1, *, committed: bool = True) -> None:
        self.store = Memory()
        self.sequencer = Sequencer(self.store, SIGNER)
        self.notes: list[str] = []
        follow = self.store.follow
        self.stud = HouseTable(
            "crown-caribbean-stud",
            Options(places=3, device="shoe", committed_decks=committed),
            seed=seed,
            name="table 7",
            follower=follow(None, "house table"),  # type: ignore[arg-type]
        )
        self.poker = PokerTable(
            "crown-holdem",
            PokerOptions(places=4, committed_decks=committed),
            seed=seed + 1,
            name="poker/1",
            follower=follow(None, "poker table"),  # type: ignore[arg-type]
        )

    def sign(self) -> None:
        if run(self.sequencer.advance()):
            self.notes.append(self.sequencer.note)

    def sit_down(self) -> None:
        for seat in (1, 2, 3):
            accepted(self.stud.do(stud.TakeSeat(seat=seat, chips=1000_00)))
            accepted(self.poker.do(poker.TakeSeat(seat=seat, chips=1000_00)))
        self.sign()

    def stud_round(self) -> None:
        for seat in (1, 2, 3):
            accepted(self.stud.do(stud.PlaceAnte(seat=seat, amount=10_00)))
        accepted(self.stud.deal())
        self.sign()
        accepted(self.stud.do(stud.Fold(seat=1)))
        accepted(self.stud.do(stud.PlaceBet(seat=2, amount=20_00)))
        accepted(self.stud.do(stud.PlaceBet(seat=3, amount=20_00)))
        finish_round(self.stud)
        self.sign()

    def poker_hand(self) -> None:
        """A hand that is checked and called to the end, once it has begun."""
        hand = self.poker.state.hand.number
        while self.poker.state.hand.number in (0, hand) or self.poker.state.phase != "between":
            self.poker.run()
            if (turn := self.poker.turn) and self.poker.state.phase != "between":
                owes = self.poker.state.hand.to_call(self.poker.state.hand.players[turn])
                accepted(self.poker.do(poker.Call(seat=turn) if owes else poker.Check(seat=turn)))
                self.sign()
            elif self.poker.state.hand.number > hand and self.poker.state.phase == "between":
                break
        self.sign()


@cache
def evening(seed: int = 1, *, committed: bool = True) -> House:
    """Two rounds of stud and two hands of poker. Tests that change anything of it make their own copy."""
    house = House(seed, committed=committed)
    house.sit_down()
    for _ in range(2):
        house.stud_round()
        house.poker_hand()
    return house
