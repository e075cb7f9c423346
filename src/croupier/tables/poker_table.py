"""A table of the poker room that somebody can sit at, and the house's part in each hand."""

from __future__ import annotations

from croupier.books import poker_rules_of
from croupier.kernel.clauses import BookError
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.events import Command
from croupier.poker import engine, record
from croupier.poker.blinds import due, present, to_be_dealt
from croupier.poker.checks import impossible
from croupier.poker.commands import (
    BeginHand,
    CallOff,
    CollectFees,
    Cut,
    Deal,
    DealBoard,
    OpenHands,
    OpenTable,
    PostBlind,
    PushPots,
    SettleSideWagers,
    Shuffle,
    ShuffleStub,
    TakeSeat,
)
from croupier.poker.deal import discards_due, stub_to_shuffle
from croupier.poker.events import TableOpened
from croupier.poker.legal import legal
from croupier.poker.rules import Options, Rules
from croupier.poker.showdown import must_show
from croupier.poker.table import Table as State
from croupier.poker.telling import tell
from croupier.tables.any_table import AnyTable, Kind


class PokerTable(AnyTable[Rules, State]):
    """A table of the poker room.

    >>> table = PokerTable("crown-holdem", Options(places=2))
    >>> table.do(TakeSeat(seat=1, chips=50_00)).reason
    'the least buy-in is $200.00'
    """

    kind = Kind(engine, record, legal, tell, State, poker_rules_of, TableOpened, impossible)

    def __init__(self, game: str, options: Options | None = None, *, seed: int | None = None) -> None:
        super().__init__(game, OpenTable(options=options or Options()), seed=seed)

    def rules_now(self) -> Rules:
        game = self.state.game
        return self.rules if game == self.rules.game else poker_rules_of(game)

    def next_step(self) -> Command | None:
        """What the house does next, blinds that are due posted for the players; None when a player has to decide."""
        state, rules = self.state, self.rules
        if state.question is not None or state.owed:
            return None
        if state.phase == "between":
            players = present(state)
            if state.options.commission.per_person and not set(players) <= set(state.fees_paid):
                return CollectFees()
            return BeginHand() if len(players) >= 2 else None
        if state.phase == "blinds":
            if waiting := due(state):
                return PostBlind(seat=next(iter(waiting)))
            if len(to_be_dealt(state)) < 2:
                return CallOff()
            if not state.shuffled:
                return Shuffle(deck=self.shuffled_deck())
            return Deal() if state.cut else Cut(place=self._random.randint(10, 42))
        if stub_to_shuffle(state):
            left = state.stub if state.reshuffle else (*state.stub, *state.aside)
            return ShuffleStub(deck=tuple(self._random.sample(left, len(left))))
        if state.turn or state.phase == "closed" or discards_due(rules, state):
            return None
        if state.side_open and state.board:
            return SettleSideWagers()
        if len(state.in_hand) < 2:
            return DealBoard() if state.side_open else PushPots()
        if len(state.board) < 5:
            return DealBoard()
        return OpenHands() if state.phase == "betting" or self._shown_anew() else PushPots()

    def _shown_anew(self) -> bool:
        """Whether a hand that was shown is dead by now, so that one it had beaten must be shown."""
        state = self.state
        order = [state.seats[number] for number in state.showing]
        if not any(seat.shown and not seat.live for seat in order):
            return False
        return bool(must_show(self.rules, state, [seat for seat in order if seat.live], {}))

    def run(self) -> list[Decision]:
        """Do what the house has to do until a player must decide or the hand is over; stops at a refusal."""
        done: list[Decision] = []
        hand = self.state.hand
        while (step := self.next_step()) is not None:
            if isinstance(step, BeginHand) and done and self.state.hand != hand:
                break
            decision = self.do(step)
            done.append(decision)
            if isinstance(decision, Refused) or self.state.phase == "between":
                break
        return done

    def _repr_html_(self) -> str:
        from croupier.drawing.poker_table import poker_table_html

        return poker_table_html(self.rules, self.picture())


def poker_table(
    game: str, *, seats: int = 6, seed: int | None = None, chips: int = 1000_00, options: Options | None = None
) -> PokerTable:
    """An open table with players in the first `seats` places, each with chips.

    >>> table = poker_table("crown-holdem", seats=3, seed=7)
    >>> _ = table.run()
    >>> table.legal(seat=table.state.turn)[1]
    Raise(seat=3, to=2000..100000)  6.6, 8.2.2, 8.17.1, 8.17.2
    """
    if options is None:
        options = Options(places=min(max(seats, Options().places), poker_rules_of(game).most_players))
    opened = PokerTable(game, options, seed=seed)
    for seat in range(1, seats + 1):
        sat = opened.do(TakeSeat(seat=seat, chips=chips))
        if isinstance(sat, Refused):
            raise BookError(f"{game}: {sat.reason}")
    return opened
