"""A house table that you can play at."""

from typing import TypeVar, Unpack

from croupier.books import rules_of
from croupier.drawing.house_picture import house_text, table_html
from croupier.kernel.actors import HOUSE, ONLOOKER, Viewer
from croupier.kernel.cards import DECK
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Command
from croupier.kernel.streams import Kept, opened
from croupier.stud import commands
from croupier.stud.deal import next_to_deal, opening_left
from croupier.stud.engine import StudEngine
from croupier.stud.rules import Options, Rules
from croupier.stud.state import State
from croupier.tables.card_table import CardTable

ENGINE = StudEngine(rules_of)
T = TypeVar("T", bound="HouseTable")


class HouseTable(CardTable[Rules, State]):
    """A table of the house. One that is made `ready` has had its cards inspected as the book requires.

    >>> table = HouseTable("crown-caribbean-stud", Options(places=1))
    >>> table.do(commands.TakeSeat(seat=2, chips=100_00)).reason
    'seats are numbered 1 to 1; there is no 2'
    """

    engine = ENGINE
    deciding = (
        commands.PlaceAnte,
        commands.PlaceBet,
        commands.Fold,
        commands.ChangeCard,
        commands.TakeInstantWin,
        commands.Concede,
        commands.Retract,
        commands.PlayOn,
    )

    def __init__(
        self, game: str, options: Options | None = None, *, seed: int | None = None, ready: bool = True, **kept: Unpack[Kept]
    ) -> None:
        options = options or rules_of(game, kept.get("edition", ""), kept.get("clock")).usual_options()
        super().__init__(game, commands.OpenTable(options=options), seed=seed, **kept)
        if ready:
            self.make_ready()

    def make_ready(self) -> None:
        """Do what the book requires with the cards before the first shuffle, as far as possible now."""
        for name in opening_left(self.rules, self.state):
            duty = self.rules.duties[name]
            if isinstance(self.do(commands.Perform(duty=name), by=duty.by or None), Refused):
                return

    def deal(self) -> Decision:
        """Do everything the house does up to 'bet or fold', including what is left of the opening; stop at the first refusal."""
        before = len(self.events)
        self.make_ready()
        while True:
            step = self.next_step() if self.state.phase in ("wagers", "dealing") else None
            decision = self.do(step or commands.CallNoMoreBets(), by=HOUSE)
            if not isinstance(decision, Accepted):
                return decision
            if self.state.phase == "deciding":
                return Accepted(tuple(self.events[before:]))

    def next_step(self) -> Command | None:
        state = self.state
        if state.question is not None or state.retracting:
            return None
        match state.phase:
            case "wagers":
                return self._before_cards()
            case "dealing":
                return commands.CallBetOrFold() if next_to_deal(self.rules, state) is None else commands.Deal()
            case "deciding":
                return None if state.undecided else commands.Reveal()
            case "settling":
                return commands.Settle()
        return None

    def _before_cards(self) -> Command:
        """The house's shuffle, after committing to the deck if it does; then the cut, and the end of betting."""
        state = self.state
        if not state.shuffled and not state.options.committed_decks:
            return commands.Shuffle(deck=self.shuffled_deck(), source=self.source)
        if not state.shuffled:
            if (drawn := self.laid_down(state.committed)) is None:
                return commands.CommitDeck(root=self.lay_down(state.round, DECK).root)
            return commands.Shuffle(deck=drawn.deck, source=self.source, secret=drawn.secret)
        if state.options.device == "shoe" and not state.cut:
            return commands.Cut(place=self.cut_place())
        return commands.CallNoMoreBets()

    @property
    def round(self) -> int:
        return self.state.round

    @property
    def in_play(self) -> bool:
        return self.state.phase not in ("wagers", "closed")

    @property
    def closed(self) -> bool:
        return self.state.phase == "closed"

    @property
    def turn(self) -> int:
        state = self.state
        return state.boxes[state.undecided[0]].seat if state.phase == "deciding" and state.undecided else 0

    @property
    def awaited(self) -> int:
        state = self.state
        return state.boxes[state.retracting[0]].seat if state.retracting else self.turn

    def leave(self, seat: int) -> Command:
        return commands.LeaveSeat(seat=seat)

    def fold(self, seat: int) -> Command:
        box = next(number for number in self.state.undecided if self.state.boxes[number].seat == seat)
        if self.rules.reports_no_decision:
            return commands.Report(what="absent", box=box)
        return commands.Fold(seat=seat, box=0 if box == seat else box)

    def passive(self, seat: int) -> tuple[Command, ...]:
        return (commands.Fold(seat=seat),) if seat in self.state.undecided else ()

    def drawn(self, viewer: Viewer = ONLOOKER, *, brief: bool = False) -> str:
        return house_text(self.rules, self.picture(viewer), brief=brief)

    def svg(self, picture: State) -> str:
        return table_html(self.rules, picture)


def house_table(
    game: str,
    *,
    seats: int = 1,
    seed: int | None = None,
    chips: int = 1000_00,
    options: Options | None = None,
    **kept: Unpack[Kept],
) -> HouseTable:
    """An open table with players in the first `seats` places, each with chips.

    >>> house_table("crown-caribbean-stud", seats=3, seed=7).legal(seat=1)[0]
    PlaceAnte(seat=1, amount=1000..50000)  5.1, 5.2, 5.4, 5.4.1
    """
    if options is None:
        options = rules_of(game, kept.get("edition", ""), kept.get("clock")).usual_options(seats)
    return seated(HouseTable(game, options, seed=seed, **kept), seats, chips)


def seated(table: T, seats: int, chips: int) -> T:
    """A table with players in the first places, made ready."""
    for seat in range(1, seats + 1):
        opened(table.do(commands.TakeSeat(seat=seat, chips=chips)), table.rules.game)
    table.make_ready()
    return table
