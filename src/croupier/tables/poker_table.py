"""A poker table that you can play at, and the house's part in each hand."""

from __future__ import annotations

from itertools import takewhile
from typing import Unpack

from croupier.books import poker_rules_of
from croupier.drawing.poker_picture import poker_table_html, poker_text
from croupier.kernel.actors import ONLOOKER, Viewer
from croupier.kernel.cards import DECK, Card
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.events import Command
from croupier.kernel.streams import Kept, opened
from croupier.poker import commands
from croupier.poker.blinds import due, present, sure_of_cards, to_be_dealt
from croupier.poker.bonuses import won_by
from croupier.poker.commission import hour_due
from croupier.poker.deal import stub_to_shuffle, to_shuffle, waited_for
from croupier.poker.engine import PokerEngine
from croupier.poker.events import BonusNotified, HandBegun
from croupier.poker.rules import Options, Rules
from croupier.poker.state import TIME_CHARGES, State
from croupier.tables.card_table import CardTable, whose as whose

ENGINE = PokerEngine(poker_rules_of)


class PokerTable(CardTable[Rules, State]):
    """A table of the poker room.

    >>> table = PokerTable("crown-holdem", Options(places=2))
    >>> table.do(commands.TakeSeat(seat=1, chips=50_00)).reason
    'the minimum buy-in is $200.00'
    """

    engine = ENGINE
    deciding = (
        commands.Check,
        commands.Call,
        commands.Bet,
        commands.Raise,
        commands.Fold,
        commands.AllIn,
        commands.Discard,
        commands.MakeUp,
        commands.TakeBack,
    )

    def __init__(self, game: str, options: Options | None = None, *, seed: int | None = None, **kept: Unpack[Kept]) -> None:
        super().__init__(game, commands.OpenTable(options=options or Options()), seed=seed, **kept)

    @property
    def round(self) -> int:
        return self.state.hand.number

    @property
    def in_play(self) -> bool:
        return self.state.phase not in ("between", "closed")

    @property
    def closed(self) -> bool:
        return self.state.closed

    def leave(self, seat: int) -> Command:
        return commands.LeaveSeat(seat=seat)

    def fold(self, seat: int) -> Command:
        return commands.Fold(seat=seat)

    def passive(self, seat: int) -> tuple[Command, ...]:
        return (commands.Check(seat=seat), commands.Fold(seat=seat)) if self.turn == seat else ()

    @property
    def turn(self) -> int:
        hand = self.state.hand
        return hand.turn if self.state.question is not None else waited_for(self.rules, hand)

    @property
    def awaited(self) -> int:
        return self.turn or next(iter(self.state.hand.owed), 0)

    def next_step(self) -> Command | None:
        state, hand = self.state, self.state.hand
        if state.question is not None or state.closed or hand.owed:
            return None
        if hand.phase == "between":
            return self._between()
        if hand.phase == "blinds":
            return self._before_cards()
        if stub_to_shuffle(hand):
            return self._shuffle(commands.ShuffleStub, to_shuffle(hand)) if hand.known else commands.ShuffleStub()
        return None if self.turn else self._after_betting()

    def _between(self) -> Command | None:
        state = self.state
        if 0 < state.money.get(TIME_CHARGES, 0) == state.verified[0]:
            return commands.DropFees()
        if len(present(state)) >= 2 and hour_due(self.rules, state, self.clock() if self.clock else self.at):
            return commands.CollectFees(hourly=True)
        if state.options.commission.per_person and any(
            state.person_at(seat) not in state.fees_paid for seat in sure_of_cards(self.rules, state)
        ):
            return commands.CollectFees()
        return commands.BeginHand() if len(present(state)) >= 2 else None

    def _before_cards(self) -> Command:
        state, hand = self.state, self.state.hand
        if waiting := due(state):
            return commands.PostBlind(seat=next(iter(waiting)))
        if len(to_be_dealt(state)) < 2:
            return commands.CallOff()
        if not hand.shuffled:
            return self._shuffle(commands.Shuffle, DECK)
        return commands.Deal() if hand.cut else commands.Cut(place=self.cut_place())

    def _shuffle(self, kind: type[commands.Shuffle | commands.ShuffleStub], cards: tuple[Card, ...]) -> Command:
        """The house's shuffle of these cards, after committing to the deck if it does."""
        hand = self.state.hand
        if not self.state.options.committed_decks:
            return kind(deck=self.shuffled(cards), source=self.source)
        if hand.committed and (drawn := self.laid_down(hand.committed)) is not None:
            return kind(deck=drawn.deck, source=self.source, secret=drawn.secret)
        return commands.CommitDeck(root=self.lay_down(hand.number, cards).root)

    def _after_betting(self) -> Command:
        """What comes after a betting round: settle, deal, open the hands, push the pots."""
        hand = self.state.hand
        if hand.side_open and hand.board:
            return commands.SettleSideWagers()
        if len(hand.in_hand) < 2:
            return commands.DealBoard() if hand.side_open else self._push()
        if len(hand.board) < 5:
            return commands.DealBoard()
        down = any(not player.shown for player in hand.in_hand)
        return commands.OpenHands() if down and not hand.opened else self._push()

    def _push(self) -> Command:
        """Notify the supervisor of every bonus prize on the sign, before the pots are pushed."""
        if not self.state.options.bonuses:
            return commands.PushPots()
        this_hand = takewhile(lambda event: not isinstance(event, HandBegun), reversed(self.events))
        told = {event.player for event in this_hand if isinstance(event, BonusNotified)}
        for player in self.state.hand.in_hand:
            if player.number not in told and won_by(self.rules, self.state, player.number):
                return commands.NotifyBonus(player=player.number)
        return commands.PushPots()

    def run(self) -> list[Decision]:
        """Do what the house has to do until a player must decide or the hand is over; stop at a refusal."""
        done: list[Decision] = []
        hand = self.state.hand.number
        while (step := self.next_step()) is not None:
            if isinstance(step, commands.BeginHand) and done and self.state.hand.number != hand:
                break
            decision = self.do(step, by=whose(step))
            done.append(decision)
            if isinstance(decision, Refused) or self.state.phase == "between":
                break
        return done

    def drawn(self, viewer: Viewer = ONLOOKER, *, brief: bool = False) -> str:
        return poker_text(self.rules, self.picture(viewer), brief=brief)

    def svg(self, picture: State) -> str:
        return poker_table_html(self.rules, picture)


def poker_table(
    game: str,
    *,
    seats: int = 6,
    seed: int | None = None,
    chips: int = 1000_00,
    options: Options | None = None,
    **kept: Unpack[Kept],
) -> PokerTable:
    """An open table with players in the first `seats` places, each with chips.

    >>> table = poker_table("crown-holdem", seats=3, seed=7)
    >>> _ = table.run()
    >>> table.moves(table.turn)[1]
    Raise(seat=3, to=2000..100000)  6.6, 8.2.2, 8.17.1, 8.17.2
    """
    if options is None:
        most = poker_rules_of(game, kept.get("edition", ""), kept.get("clock")).most_players
        options = Options(places=min(max(seats, Options().places), most))
    new = PokerTable(game, options, seed=seed, **kept)
    for seat in range(1, seats + 1):
        opened(new.do(commands.TakeSeat(seat=seat, chips=chips)), game)
    return new
