"""A coach beside the player in the terminal: it warns, praises, gives hints and keeps the score."""

from typing import Any, ClassVar

from croupier.cli.equity import announce
from croupier.cli.odds import announce as announce_solving
from croupier.cli.playing.visit import ME
from croupier.cli.terminal.output import missing_extra
from croupier.kernel.events import Command
from croupier.tables.house_table import HouseTable
from croupier.tables.poker_table import PokerTable
from croupier.training import coach, poker_coach
from croupier.training.score import Score

Found = coach.Mistake | poker_coach.PriceMistake


class Coach:
    """Warns seat 1 of a mistake once; what is said again is done. `looked` is the last decision and what was found in it."""

    _DECISION: ClassVar[Any]

    def __init__(self) -> None:
        with missing_extra("odds"):
            import croupier.odds.solver  # noqa: F401  (needed at the first decision: say so before the first ante)
        self.score = Score()
        self._looked: tuple[Command, Found | None, str] | None = None

    def warning(self, command: Command) -> str:
        """What is wrong with a decision, to be said before it is made; empty where it may go ahead."""
        if not isinstance(command, self._DECISION) or (self._looked is not None and self._looked[0] == command):
            return ""
        found = self._mistake(command)
        self._looked = command, found, "" if found else self._praise()
        if found is None:
            return ""
        self.score.warn()
        return f"{found}. Enter it again to do it anyway."

    def made(self, command: Command) -> str:
        """Count a decision that the table has taken, and say a word of praise where it is due."""
        if self._looked is None or self._looked[0] != command:
            return ""
        _, found, praise = self._looked
        self._looked = None
        self.score.decide(found.cents if found else 0)
        return praise

    def hint(self) -> str:
        """What the coach would do; empty where there is nothing to decide."""
        raise NotImplementedError

    def _mistake(self, command: Command) -> Found | None:
        raise NotImplementedError

    def _praise(self) -> str:
        raise NotImplementedError


class HouseCoach(Coach):
    """For a game against the house: by the exact value of every choice."""

    _DECISION = coach.Decision

    def __init__(self, table: HouseTable) -> None:
        super().__init__()
        self._table = table
        self._asked = False

    def hint(self) -> str:
        return str(self._advice() or "")

    def _mistake(self, command: Command) -> Found | None:
        self._advice()
        return coach.mistake(self._table, command)

    def _praise(self) -> str:
        known = self._advice()
        return f"right, by {float(known.margin):.2f} antes." if known is not None else ""

    def _advice(self) -> coach.Advice | None:
        """What each choice is worth. The first question takes seconds, for which the game is solved: that is said."""
        asked = coach.question(self._table, ME)
        if asked is not None and not self._asked:
            self._asked = True
            announce_solving(self._table.rules)
        return coach.advised(asked) if asked is not None else None


class PokerCoach(Coach):
    """For the poker room: by the price of a call and what the hand is worth of the pot."""

    _DECISION = poker_coach.Decision

    def __init__(self, table: PokerTable) -> None:
        super().__init__()
        self._table = table
        self._price: tuple[int, poker_coach.Price | None] = (-1, None)
        self._asked = False

    def hint(self) -> str:
        return str(self._now() or "")

    def _mistake(self, command: Command) -> Found | None:
        return poker_coach.mistake(self._table, command, self._now())

    def _praise(self) -> str:
        known = self._now()
        if known is None or not known.call:
            return ""
        return "right by the price." if known.sure else "close: either will do."

    def _now(self) -> poker_coach.Price | None:
        """The price as it stands, calculated once for each moment of the table."""
        moment = len(self._table.events)
        if self._table.turn == ME and not self._asked:
            self._asked = True
            announce("valuing the hand")
        if self._price[0] != moment:
            self._price = moment, poker_coach.price(self._table, ME)
        return self._price[1]
