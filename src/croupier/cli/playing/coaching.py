"""A coach for the player in the terminal: it warns, praises, gives hints and keeps the score."""

from collections.abc import Callable

from croupier.cli.equity import COMPILES
from croupier.cli.odds import announce_solving
from croupier.cli.terminal.output import missing_extra
from croupier.cli.terminal.progress_line import announce
from croupier.kernel.events import Command
from croupier.tables.any_table import AnyTable
from croupier.tables.house_table import HouseTable
from croupier.training import coach, poker_coach
from croupier.training.score import Score

ME = 1


class Coach:
    """Warns seat 1 of a mistake once; if you insist, it is done. Against the house it uses the exact value of every choice,
    in the poker room the price of a call and the hand's share of the pot.
    """

    def __init__(self, table: AnyTable) -> None:
        with missing_extra("odds"):
            import croupier.odds.solver  # noqa: F401  (needed at the first decision: say so before the first ante)
        self.score = Score()
        self._table = table
        self._looked: tuple[Command, int, str] | None = None  # the last decision, what it costs, and the praise for it
        self._known: tuple[int, coach.Advice | poker_coach.Price | None] = (-1, None)
        self._announced = False

    def warning(self, command: Command) -> str:
        """What is wrong with a decision, as a warning before it is made; empty if it may go ahead."""
        decides = isinstance(command, coach.Decision | poker_coach.Decision)
        if not decides or (self._looked is not None and self._looked[0] == command):
            return ""
        mistake = self._mistake(command)
        self._looked = command, mistake.cents if mistake else 0, "" if mistake else self._praise()
        if mistake is None:
            return ""
        self.score.warn()
        return f"{mistake}. Enter it again to do it anyway."

    def made(self, command: Command) -> str:
        """Count a decision that the table has accepted, and praise it if deserved."""
        if self._looked is None or self._looked[0] != command:
            return ""
        _, cost, praise = self._looked
        self._looked = None
        self.score.decide(cost)
        return praise

    def hint(self) -> str:
        """What the coach would do."""
        return str(self._now() or "there is nothing to decide now.")

    def _mistake(self, command: Command) -> coach.Mistake | poker_coach.PriceMistake | None:
        known = self._now()
        if isinstance(self._table, HouseTable):
            return coach.mistake(self._table, command, known) if isinstance(known, coach.Advice) else None
        return poker_coach.mistake(self._table, command, known) if isinstance(known, poker_coach.Price) else None

    def _praise(self) -> str:
        known = self._now()
        if isinstance(known, coach.Advice):
            return f"right, by {float(known.margin):.2f} antes."
        if known is None or not known.call:
            return ""
        return "right by the price." if known.sure else "close: either will do."

    def _now(self) -> coach.Advice | poker_coach.Price | None:
        """The coach's knowledge, found once for each moment. The first question takes seconds, and a line says so."""
        table, moment = self._table, len(self._table.events)
        if self._known[0] == moment:
            return self._known[1]
        known: coach.Advice | poker_coach.Price | None = None
        if isinstance(table, HouseTable):
            if (asked := coach.question(table, ME)) is not None:
                self._announce(lambda: announce_solving(table.rules))
                known = coach.advised(asked)
        elif table.turn == ME:
            self._announce(lambda: announce(f"valuing the hand; {COMPILES}"))
            known = poker_coach.price(table, ME)
        self._known = moment, known
        return known

    def _announce(self, says: Callable[[], None]) -> None:
        if not self._announced:
            says()
        self._announced = True
