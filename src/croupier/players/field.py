"""A whole tournament played out by bots, as fast as possible: entries, hands at all tables, levels, re-buys, moves, prizes.

Each hand takes its time on the tournament's clock, and the tables play side by side: whose next hand begins first is played next.
"""

import random
from collections.abc import Callable
from heapq import heapify, heappop, heappush
from typing import Any

import msgspec

from croupier.kernel.actors import HOUSE
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.errors import TableError
from croupier.kernel.events import Command
from croupier.players.bots import HousePlayer, worst_card, worth
from croupier.poker import commands as poker
from croupier.poker.betting import open_range
from croupier.stud import commands as stud
from croupier.tables.house_table import HouseTable
from croupier.tables.poker_table import PokerTable, whose
from croupier.tables.tournament_tables import TournamentTables
from croupier.tournaments import commands
from croupier.tournaments.playing import may_begin, small_chips
from croupier.tournaments.terms import Terms

SECONDS_A_HAND = 120
DIRECTOR = "director"


def _not_refused(decision: Decision, what: str) -> Decision:
    """The accepted decision, where nothing may be refused."""
    if isinstance(decision, Refused):
        raise TableError(f"{what}: {decision}")
    return decision


class Result(msgspec.Struct, frozen=True):
    """How a tournament ended: places with prizes, how many hands were played, and what did not add up (it must be empty)."""

    ranking: tuple[tuple[str, ...], ...]
    awarded: dict[str, int]
    hands: int
    entries: int
    rebuys: int
    pool: int
    wrong: list[str]


class Field:
    """A tournament and the bots that play it. The same `seed` plays the same tournament."""

    def __init__(self, terms: Terms, players: int, seed: int, follower: Callable[[Any, bytes], None] | None = None) -> None:
        self.tournament = TournamentTables(terms.game, seed=seed, follower=follower)
        self.terms, self.players, self.hands = terms, players, 0
        self._mood = random.Random(seed)  # noqa: S311
        self._now = terms.details.starts
        self._counts: list[int] = []
        self._unseated: list[str] = []

    def play(self, told: Callable[[int, int], None] | None = None) -> Result:
        """From the draft of the terms to the last prize; `told` hears how many of how many are out."""
        self.open()
        while not self.over():
            self.step()
            if told is not None:
                told(len(self.tournament.state.busts), self.players)
        return self.finish()

    def do(self, command: Command, **who: Any) -> Any:
        """A command that must not be refused."""
        return _not_refused(self.tournament.do(command, at=self._now, **who), command.declared.name)

    def open(self) -> None:
        """All that comes before the first hand."""
        terms, tables = self.terms, -(-self.players // max(self.terms.format.seats, 1))
        early = terms.details.starts - 7200
        self._now = early
        self.do(commands.DraftTerms(terms=terms))
        self.do(commands.MakeTermsAvailable())
        self.do(commands.AdviseInspectorate())
        self.do(commands.AppointDirector(person=DIRECTOR))
        self.do(commands.Attend())
        self.do(commands.DesignateTables(tables=tuple(f"{number:03d}" for number in range(1, tables + 1))))
        self.do(commands.OpenEntries())
        late = self.players // 10 if terms.choices.late_entry and not terms.in_rounds else 0
        late = min(late, self.players - terms.details.least_players)
        people = [f"p{number}" for number in range(1, self.players + 1)]
        self._coming = people[len(people) - late :]
        for person in people[: len(people) - late]:
            self.do(commands.Enter(person=person))
            if terms.entry.signed:
                self.do(commands.SignTerms(person=person))
        self.do(commands.BriefPlayers())
        if not terms.in_rounds:
            self.tournament.draw_seats()
        self._now = terms.details.starts
        self.do(commands.StartPlay())
        if terms.in_rounds:
            self.tournament.draw_seats(at=self._now)
        self._queue = [(self._now, name) for name in self.tournament.state.seats]
        heapify(self._queue)

    def over(self) -> bool:
        state = self.tournament.state
        if self.terms.in_rounds:
            return len(state.playing) < 2 or (not state.seats and state.round == len(self.terms.format.rounds))
        return len(state.seats) < 2 and len(state.playing) < 2

    def step(self) -> None:
        """The next hand, or what comes instead of it."""
        state = self.tournament.state
        at, name = heappop(self._queue)
        self._now = max(self._now, at, self.tournament.stream.at)
        self._levels()
        self._late()
        if name not in state.seats:
            self._no_table_left_out()
            return
        if (level := state.level) is not None and level.is_break:
            heappush(self._queue, (self._now + state.clock.left_at(self._now), name))
            return
        if may_begin(self.tournament.stream.rules, state, name, self._now) is None:
            self._hand(name)
            self.hands += 1
            self._rebuys()
        self._bubble()
        self._moves()
        if state.terms.in_rounds and self._round_over():
            return
        if name in state.seats:
            heappush(self._queue, (self._now + SECONDS_A_HAND, name))
        self._no_table_left_out()

    def _no_table_left_out(self) -> None:
        """Tables that were opened meanwhile play their hands too."""
        if len(self._queue) >= len(self.tournament.state.seats):
            return
        waiting = {name for _, name in self._queue}
        for name in self.tournament.state.seats:
            if name not in waiting:
                heappush(self._queue, (self._now + SECONDS_A_HAND, name))

    def _levels(self) -> None:
        """The clock: the next level when the time of this one is up, and its time runs from then."""
        state = self.tournament.state
        while state.clock.level and state.clock.left_at(self._now) <= 0:
            self.do(commands.NextLevel(), by=HOUSE)
            last = max(state.terms.format.rebuy_until, state.terms.choices.late_entry or 0, state.terms.choices.re_entry or 0)
            if not state.closed and state.level_number > last and not state.terms.in_rounds:
                self.do(commands.CloseEntries())
            self._colour_up()

    def _colour_up(self) -> None:
        """Chips that no wager needs any more leave play, between hands of all tables."""
        while not small_chips(self.tournament.state):
            if isinstance(self.tournament.colour_up(at=self._now)[-1], Refused):
                return

    def _late(self) -> None:
        """Some come late: one at a time while the terms allow it, at a drawn seat."""
        state = self.tournament.state
        for person in list(self._unseated):  # their old seat was gone when they bought back in
            if not isinstance(self.tournament.seat_late(person, at=self._now), Refused):
                self._unseated.remove(person)
        if not self._coming or state.closed or (state.level is not None and state.level.is_break):
            return
        if self._mood.random() < 0.2:
            self.do(commands.Enter(person=(person := self._coming.pop())))
            if state.terms.entry.signed:
                self.do(commands.SignTerms(person=person))
            self.do(commands.BriefPlayers())
            self.tournament.seat_late(person, at=self._now)

    def _hand(self, name: str) -> None:
        table = self.tournament.tables[name]
        if isinstance(table, PokerTable):
            self._poker_hand(table)
        else:
            self._house_hand(table)

    def _poker_hand(self, table: PokerTable) -> None:
        number = table.state.hand.number
        while True:
            if (step := table.next_step()) is not None:
                if isinstance(step, poker.BeginHand) and table.state.hand.number != number:
                    return
                _not_refused(table.do(step, by=whose(step), at=max(self._now, table.at)), step.declared.name)
                if table.state.phase == "between":
                    return
            elif self.tournament.fold_for_absent(table.name, at=max(self._now, table.at)) is not None:
                continue
            elif seat := table.turn:
                _not_refused(table.do(self._act(table, seat), at=max(self._now, table.at)), f"seat {seat}")
            else:
                return

    def _act(self, table: PokerTable, seat: int) -> Command:
        """What a bot does, by its own cards, the board and the price; short stacks go all in."""
        state, hand = table.state, table.state.hand
        player = hand.players[seat]
        cards, board = player.cards, hand.board
        if hand.phase != "betting" or not hand.turn:
            return poker.Discard(seat=seat, card=worst_card(table.rules, cards, board))
        value = worth(table.rules, cards, board) + self._mood.uniform(-0.1, 0.1)
        to_call, stack = hand.to_call(player), state.stack(seat)
        price = to_call / (state.pot + to_call) if to_call else 0.0
        short = stack < 10 * state.options.blinds[-1]
        if value > 0.6 + price / 3:
            raised = open_range(table.rules, state, player)
            if not isinstance(raised, Refused):
                if short or raised.short:
                    return poker.AllIn(seat=seat)
                chip = state.options.chip
                wanted = min(raised.most, max(raised.least, hand.bet + state.pot * 2 // 3 // chip * chip))
                if wanted < raised.most:
                    wanted -= (wanted - raised.least) % chip
                return poker.Raise(seat=seat, to=wanted) if hand.bet else poker.Bet(seat=seat, amount=wanted)
        if not to_call:
            return poker.Check(seat=seat)
        return poker.Call(seat=seat) if value > 0.3 + price * 0.6 else poker.Fold(seat=seat)

    def _house_hand(self, table: HouseTable) -> None:
        state = self.tournament.state
        this = state.this_round
        least = this.minimum or table.state.options.minimum
        bots = {seat: HousePlayer(table, seat) for seat in table.state.seats}
        for seat in bots:
            stack = table.state.stack(seat)
            if stack >= least:
                unit = table.state.options.unit
                most = min(stack // 3, this.maximum or stack)
                wanted = max(least, int(most * self._mood.uniform(0.1, 1.0)) // unit * unit)
                table.do(stud.PlaceAnte(seat=seat, amount=wanted), at=max(self._now, table.at))
        if not table.state.wagered:  # nobody can play on: their hands of the round are over
            return
        _not_refused(table.deal(), table.name)
        while table.state.phase == "deciding" and table.state.undecided:
            seat = table.turn
            if self.tournament.fold_for_absent(table.name) is not None:
                continue
            if isinstance(table.do(bots[seat].decide()), Refused):
                _not_refused(table.do(stud.Fold(seat=seat)), f"seat {seat}")
        for step in (stud.Reveal(), stud.Settle()):
            if table.state.phase == "settling" or isinstance(step, stud.Reveal):
                table.do(step, by=HOUSE)

    def _rebuys(self) -> None:
        """A player who has just lost the last chips buys back in, if the terms allow it, two times out of three."""
        state = self.tournament.state
        if not state.terms.details.rebuy or state.closed:
            return
        for bust in [bust for bust in state.busts[-3:] if bust.order > state.outs - 3 and bust.why == "no chips"]:
            if self._mood.random() < 2 / 3:
                self.tournament.do(commands.BuyAgain(person=bust.person), at=self._now)
                entrant = state.entrants[bust.person]
                self._unseated += [bust.person] if entrant.playing and entrant.place is None and not self.terms.in_rounds else []

    def _bubble(self) -> None:
        """Play hand for hand while one more player than there are prizes is in, and no longer."""
        state = self.tournament.state
        if state.terms.choices.hand_for_hand != "director" or state.terms.in_rounds or not state.closed:
            return
        seated = sum(map(len, state.seats.values()))
        close = seated == len(state.prizes) + 1 and len(state.seats) > 1
        if close and not state.hand_for_hand:
            self.do(commands.StartHandForHand())
        elif not close and state.hand_for_hand and not state.done:
            self.do(commands.EndHandForHand())

    def _moves(self) -> None:
        """Propose and confirm the moves that the terms require, until the tables are right."""
        if self.terms.in_rounds or (self.tournament.state.hand_for_hand and self.tournament.state.done):
            return
        counts = [len(there) for there in self.tournament.state.seats.values()]
        if counts == self._counts:  # nobody has come or gone
            return
        while not isinstance(self.tournament.propose(at=self._now), Refused):
            self.do(commands.ConfirmMoves())
        self._counts = [len(there) for there in self.tournament.state.seats.values()]

    def _round_over(self) -> bool:
        """Close the round when every table has played it, and begin the next one."""
        state = self.tournament.state
        rules = self.tournament.stream.rules
        if any(may_begin(rules, state, name, self._now) is None for name in state.seats):
            return False
        self.do(commands.CloseRound(draws=self.tournament.draw_order()))
        if state.round < len(state.terms.format.rounds) and not self.over():
            self.tournament.draw_seats(at=self._now)
            self._queue = [(self._now + SECONDS_A_HAND, name) for name in state.seats]
            heapify(self._queue)
        return True

    def finish(self) -> Result:
        """Places, prizes, receipts, and the books."""
        state = self.tournament.state
        if not state.closed:
            self.do(commands.CloseEntries())
        pool = sum(state.prizes)
        done = self.do(commands.Finish())
        for person in dict(state.awarded):
            self.do(commands.PayOut(person=person))
        return Result(
            ranking=done.events[0].ranking,
            awarded=dict(state.awarded),
            hands=self.hands,
            entries=sum(entrant.entries for entrant in state.entrants.values()),
            rebuys=sum(entrant.rebuys for entrant in state.entrants.values()),
            pool=pool,
            wrong=self.tournament.wrong(),
        )
