"""Hands of the poker room to the showdown: ours and PokerKit's, the same decks and acts in the same run.

Six players check or call to the end. `engine` decides and applies, and keeps every event; `entries` is a table whose entries
are written as lines and hashed, command and events, each chained to the one before. Rates are by processor time, so that other
work on the machine counts less; all take turns, and the best of several runs counts for each.
"""

from __future__ import annotations

import gc
import tracemalloc
from collections import deque
from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any

import pokerkit as pk
from pokerkit.games import FixedLimitPokerMixin, Holdem, OmahaHoldemMixin

from croupier.books import poker_rules_of
from croupier.kernel.actors import DEALER, Said
from croupier.kernel.auditing import audit
from croupier.kernel.cards import DECK, Card
from croupier.kernel.decisions import Accepted
from croupier.kernel.events import Command, Event
from croupier.poker.commands import (
    BeginHand,
    Call,
    Check,
    Cut,
    Deal,
    DealBoard,
    OpenHands,
    OpenTable,
    PostBlind,
    PushPots,
    Shuffle,
    TakeSeat,
)
from croupier.poker.deciding import decide
from croupier.poker.rules import Options
from croupier.poker.state import State
from croupier.tables.poker_table import ENGINE, PokerTable

SEATS = 6
HANDS = 400
"""An evening at one table, for ours; PokerKit plays fewer hands, as it takes so much longer."""

PEERS_HANDS = 40
RUNS = 5
CHIPS = 10**9
SAID = [Said(DEALER, DEALER, 0), *(Said(f"p{seat}", seat, 0) for seat in range(1, SEATS + 1))]
CHECKS, CALLS, BLINDS = ([kind(seat=seat) for seat in range(SEATS + 1)] for kind in (Check, Call, PostBlind))
BEGIN, CUT, DEAL, BOARD, OPEN, PUSH = BeginHand(), Cut(place=26), Deal(), DealBoard(), OpenHands(), PushPots()
"""Who speaks and what they say is made beforehand: it is not what is measured."""

HEADINGS = ("game", "PokerKit", "engine", "times", "entries", "times", "audited", "events", "after 100 hands")

_AUTOMATIONS = tuple(
    part
    for part in pk.Automation
    if part not in (pk.Automation.HOLE_DEALING, pk.Automation.BOARD_DEALING, pk.Automation.CARD_BURNING)
)
_THEIRS = {card: next(pk.Card.parse(str(card))) for card in DECK}


class LimitOmahaHiLo(FixedLimitPokerMixin, OmahaHoldemMixin, Holdem):
    """PokerKit's parts put together: its own class of this game has the betting of pot limit (0.7.7)."""

    hand_types = (pk.OmahaHoldemHand, pk.OmahaEightOrBetterLowHand)


_NO_LIMIT = Options(places=SEATS, blinds=(1, 2), chip=1, minimum_buy_in=1)
_LIMIT = Options(places=SEATS, betting="fixed limit", blinds=(1, 2), bets=(2, 2, 4, 4), chip=1, minimum_buy_in=1)
GAMES: tuple[tuple[str, Options, Any, int], ...] = (
    ("crown-holdem", _NO_LIMIT, pk.NoLimitTexasHoldem(_AUTOMATIONS, True, 0, (1, 2), 2), 2),
    ("crown-omaha-hi-lo", _LIMIT, LimitOmahaHiLo(_AUTOMATIONS, True, 0, (1, 2), 2, 4), 4),
)


def rows() -> list[tuple[str, ...]]:
    """One row of the table of results for each game."""
    return [_row(*game) for game in GAMES]


def _row(game: str, options: Options, peer: Any, hole: int) -> tuple[str, ...]:
    chance = Random(1)  # noqa: S311
    assert _same_chips(game, options, peer, hole, _decks(chance, 20))
    engine, table, theirs = 0.0, 0.0, 0.0
    for _ in range(RUNS):  # new decks each time, so that no hand has been valued before
        engine = max(engine, _rate(_engine_hands, game, options, _decks(chance, HANDS)))
        table = max(table, _rate(_table_hands, game, options, _decks(chance, HANDS)))
        theirs = max(theirs, _rate(_peer_hands, peer, hole, _decks(chance, PEERS_HANDS)))
    audited = _audited(game, options, _decks(chance, HANDS // 4))
    events, memory = _kept(game, options, _decks(chance, 100))
    return (
        game,
        f"{theirs:,.0f}",
        f"{engine:,.0f}",
        f"{engine / theirs:,.0f}",
        f"{table:,.0f}",
        f"{table / theirs:,.0f}",
        f"{audited:,.0f} commands",
        f"{events}",
        f"{memory / 2**20:,.2f} MiB",
    )


def _decks(chance: Random, number: int) -> list[tuple[Card, ...]]:
    return [tuple(chance.sample(DECK, 52)) for _ in range(number)]


def _rate(play: Callable[..., object], *given: Any) -> float:
    gc.collect()
    start = process_time()
    play(*given)
    return len(given[-1]) / (process_time() - start)


class _Engine:
    """A table of nothing but its state and all its events."""

    def __init__(self, game: str, options: Options) -> None:
        self.state = state = State()
        self.events: list[Event] = []
        rules, take, keep = poker_rules_of(game), state.take, self.events.extend

        def do(command: Command, by: int = 0) -> None:
            decision = decide(rules, state, command, SAID[by])
            if type(decision) is not Accepted:
                raise ValueError(decision)
            for event in decision.events:
                take(event)
            keep(decision.events)

        self.do = do
        do(OpenTable(options=options))


def _seated(table: Any) -> Any:
    for seat in range(1, SEATS + 1):
        table.do(TakeSeat(seat=seat, chips=CHIPS), seat)
    return table


def _play(table: Any, deck: tuple[Card, ...]) -> None:
    """One hand from the blinds to the pushed pot."""
    do, state = table.do, table.state
    do(BEGIN)
    for seat in state.positions[1:]:
        do(BLINDS[seat], seat)
    do(Shuffle(deck=deck, source="stacked"))
    do(CUT)
    do(DEAL)
    hand = state.hand
    players = hand.players
    while True:
        while number := hand.turn:
            do((CALLS if players[number].wagered < hand.bet else CHECKS)[number], number)
        if len(hand.board) == 5:
            break
        do(BOARD)
    do(OPEN)
    do(PUSH)


def _engine_hands(game: str, options: Options, decks: list[tuple[Card, ...]]) -> Any:
    table = _seated(_Engine(game, options))
    for deck in decks:
        _play(table, deck)
    return table


class _AtATable:
    """A table as a server keeps it: the persons are known to whoever received the command, every line goes to a follower."""

    def __init__(self, game: str, options: Options) -> None:
        kept: deque[bytes] = deque(maxlen=1)
        self.table = PokerTable(game, options, follower=lambda entry, line: kept.append(line))
        self.state = self.table.state

    def do(self, command: Command, by: int = 0) -> None:
        decision = self.table.do(command, said=SAID[by])
        if type(decision) is not Accepted:
            raise ValueError(decision)


def _table_hands(game: str, options: Options, decks: list[tuple[Card, ...]]) -> PokerTable:
    at = _seated(_AtATable(game, options))
    for deck in decks:
        _play(at, deck)
    table: PokerTable = at.table
    return table


def _audited(game: str, options: Options, decks: list[tuple[Card, ...]]) -> float:
    """How many commands of a record are gone through in a second, hashed and decided again."""
    table = _table_hands(game, options, decks)
    lines = list(table.lines())
    start = process_time()
    assert audit(ENGINE, lines).deviation is None
    return len(lines) / (process_time() - start)


def _peer_hands(peer: Any, hole: int, decks: list[tuple[Card, ...]]) -> list[list[int]]:
    """The same decks in PokerKit, cut at the same place, dealt one at a time from the left of the button."""
    found = []
    for deck in decks:
        cards = [_THEIRS[card] for card in deck[26:] + deck[:26]]
        state = peer(CHIPS, SEATS)
        for player in range(SEATS):
            state.deal_hole(cards[player : SEATS * hole : SEATS])
        rest = cards[SEATS * hole :]
        while state.status:
            if state.actor_index is not None:
                state.check_or_call()
            else:
                number = 3 if not state.board_cards else 1
                state.burn_card(rest[0])
                state.deal_board(rest[1 : 1 + number])
                rest = rest[1 + number :]
        found.append(state.stacks)
    return found


def _same_chips(game: str, options: Options, peer: Any, hole: int, decks: list[tuple[Card, ...]]) -> bool:
    """Whether both win and lose the same by these decks: the comparison is of the same work."""
    theirs = _peer_hands(peer, hole, decks)
    ours = []
    for deck in decks:
        table = _seated(_Engine(game, options))
        _play(table, deck)
        ours.append([table.state.stack(seat) for seat in table.state.hand.ring])
    return ours == theirs


def _kept(game: str, options: Options, decks: list[tuple[Card, ...]]) -> tuple[int, int]:
    """Events of a hand, and the bytes of an open table after these hands, decks included."""
    _table_hands(game, options, decks)  # what all tables share is loaded before
    gc.collect()
    tracemalloc.start()
    table = _table_hands(game, options, decks)
    gc.collect()
    memory = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return round(len(table.events) / len(decks)), memory
