"""A table of the house that somebody can sit at."""

from __future__ import annotations

from typing import Unpack

from croupier.books import rules_of
from croupier.drawing.house_table import house_text, table_html
from croupier.kernel.actors import HOUSE, ONLOOKER, Viewer
from croupier.kernel.cards import DECK
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Command
from croupier.kernel.streams import Kept, opened
from croupier.stud import commands
from croupier.stud.deal import opening_left
from croupier.stud.engine import StudEngine
from croupier.stud.rules import Options, Rules
from croupier.stud.table import Table as State
from croupier.tables.card_table import CardTable

ENGINE = StudEngine(rules_of)


class HouseTable(CardTable[Rules, State]):
    """A table of the house. One that is made `ready` has had its cards inspected as the book wants.

    >>> table = HouseTable("crown-caribbean-stud", Options(places=1))
    >>> table.do(commands.TakeSeat(seat=2, chips=100_00)).reason
    'the places are 1 to 1; there is no 2'
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
        self,
        game: str,
        options: Options | None = None,
        *,
        seed: int | None = None,
        ready: bool = True,
        **kept: Unpack[Kept],
    ) -> None:
        places = rules_of(game, kept.get("edition", "")).usual_places()
        super().__init__(game, commands.OpenTable(options=options or Options(places=places)), seed=seed, **kept)
        if ready:
            self.make_ready()

    def make_ready(self) -> None:
        """Do what the book wants done with the cards before the first shuffle, as far as it can be done by now."""
        for name in opening_left(self.rules, self.state):
            duty = self.rules.duties[name]
            if isinstance(self.do(commands.Perform(duty=name), by=duty.by or None), Refused):
                return

    def deal(self) -> Decision:
        """All that the house does up to 'bet or fold', what is left of the opening included; stops at the first refusal."""
        before = len(self.events)
        self.make_ready()
        steps: list[Command] = []
        if not self.state.shuffled and self.state.options.committed_decks:
            if (drawn := self.laid_down(self.state.committed)) is None:
                drawn = self.lay_down(self.state.round, DECK)
                steps.append(commands.CommitDeck(root=drawn.root))
            steps.append(commands.Shuffle(deck=drawn.deck, source=self.source, secret=drawn.secret))
        elif not self.state.shuffled:
            steps.append(commands.Shuffle(deck=self.shuffled_deck(), source=self.source))
        if self.state.options.device == "shoe" and not self.state.cut:
            steps.append(commands.Cut(place=self.cut_place()))
        for step in (*steps, commands.CallNoMoreBets(), commands.Deal(), commands.CallBetOrFold()):
            decision = self.do(step, by=HOUSE)
            if not isinstance(decision, Accepted):
                return decision
        return Accepted(tuple(self.events[before:]))

    @property
    def turn(self) -> int:
        """The seat of whoever decides next, or 0 when it is nobody's turn but the dealer's."""
        state = self.state
        return state.boxes[state.undecided[0]].seat if state.phase == "deciding" and state.undecided else 0

    def drawn(self, viewer: Viewer = ONLOOKER) -> str:
        return house_text(self.rules, self.picture(viewer))

    def _repr_html_(self) -> str:
        return table_html(self.rules, self.picture())


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
        options = Options(places=rules_of(game).usual_places(seats))
    new = HouseTable(game, options, seed=seed, **kept)
    for seat in range(1, seats + 1):
        opened(new.do(commands.TakeSeat(seat=seat, chips=chips)), game)
    new.make_ready()
    return new
