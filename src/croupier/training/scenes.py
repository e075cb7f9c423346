"""A scene: a round or a hand played up to a moment at which something happens, described as the floor sees it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from croupier.kernel import telling
from croupier.kernel.cards import HIDDEN, Card, faces
from croupier.kernel.clauses import cited
from croupier.kernel.data import data_of
from croupier.kernel.decisions import Refused
from croupier.kernel.errors import TableError
from croupier.kernel.events import Command
from croupier.kernel.grammar import Grammar
from croupier.kernel.incidents import Report
from croupier.kernel.money import dollars
from croupier.kernel.rulings import called
from croupier.kernel.telling import capital, filled, whose
from croupier.poker.rules import Rules as PokerRules
from croupier.tables.any_line import read_line
from croupier.tables.card_table import CardTable
from croupier.training.consequences import AnyRules, Outcome, irregularity_of, what_follows

_SAID = data_of("croupier.training", "situations.toml")
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_MOMENT, _NUMBER = "That would be right at another moment of the round", "That would be right for another box, number or card"


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """A game up to a moment, with players in the first seats; cards come from `deck`. Each kind of table plays it differently."""

    game: str
    moment: str
    seats: int
    deck: tuple[Card, ...]

    grammar: ClassVar[Grammar]
    rules_for: ClassVar[staticmethod[..., Any]]
    """The rules of a game of this kind."""

    @classmethod
    def made_up(cls, random: Random, rules: Any, what: str) -> tuple[Scene, Report]:
        """A scene of this game, and a report of this irregularity that fits it; the book may still refuse it."""
        raise NotImplementedError

    @property
    def rules(self) -> Any:
        return type(self).rules_for(self.game)

    @property
    def about_table(self) -> dict[str, Any]:
        """What a document says of the table."""
        raise NotImplementedError

    def played(self, report: Report) -> tuple[Any, Report]:
        """The table where the report is made, and the report with what the reporting person would see.

        `TableError` says what is impossible, `CardError` which cards cannot be there.
        """
        raise NotImplementedError

    def described(self, table: Any) -> tuple[str, ...]:
        """The scene so far, in a few sentences, with nothing that onlookers cannot see."""
        raise NotImplementedError

    def happened(self, table: Any, report: Report) -> str:
        """What a person reports at the table of this scene, in one sentence."""
        return happened(self.rules, report)

    # Wrong answers

    def nearby(self, random: Random, report: Report) -> Iterable[Outcome[Any]]:
        """What the book says at another moment, or for another number."""
        raise NotImplementedError

    def elsewhere(self, report: Report) -> list[Outcome[Any]]:
        """What other books say in the same scene."""
        return []

    def twins(self, state: Any, outcome: Outcome[Any]) -> Iterator[Outcome[Any]]:
        """The outcome with another action for the cards or hand that it names: or it alone would name them."""
        return iter(())

    def thinkable(self, state: Any, report: Report, known: Sequence[Outcome[Any]]) -> Iterator[Outcome[Any]]:
        """Rulings that one might expect here, carried out at this table; `known` are those that the book has."""
        raise NotImplementedError


def texts_of(rules: AnyRules) -> dict[str, dict[str, Any]]:
    """What `situations.toml` has for this kind of table."""
    texts: dict[str, dict[str, Any]] = _SAID["poker" if isinstance(rules, PokerRules) else "house"]
    return texts


def moments_of(rules: AnyRules, what: str) -> dict[str, str]:
    """The moments at which something can be reported by the book, each in words."""
    texts, phases = texts_of(rules), irregularity_of(rules, what).phases
    never = ("discard",) if isinstance(rules, PokerRules) and not rules.discard else ()
    there = {moment: words for moment, words in texts["moments"].items() if moment not in never}
    return {moment: words for moment, words in there.items() if not phases or texts["phases"].get(moment, moment) in phases}


def facts_of(rules: AnyRules, what: str) -> tuple[str, ...]:
    """The facts that a report must give, such as `box`, `player`, `person`, `players`, `count`, `cards` or `amount`."""
    return tuple(dict.fromkeys((*irregularity_of(rules, what).asks, *texts_of(rules)["facts"].get(what, ()))))


def do(table: CardTable[Any, Any], *steps: Command | str, by: str | None = None) -> None:
    """Do these commands or lines; `TableError` says what is refused."""
    for step in steps:
        command = read_line(table, step) if isinstance(step, str) else step
        if isinstance(decision := table.do(command, by=by), Refused):
            raise TableError(f"{table.rules.game}: {decision.reason}")


def tried(scene: Scene, report: Report) -> tuple[Any, Report, Outcome[Any]] | None:
    """The table of a scene, the report made there and what follows; nothing where that cannot be or the book refuses it."""
    try:
        table, said = scene.played(report)
    except TableError:
        return None
    outcome = what_follows(table.rules, table.state, said)
    return (table, said, outcome) if outcome.refused is None else None


def belonging(outcome: Outcome[Any], words: str) -> Outcome[Any]:
    """An outcome with the words that say where it is right, and its clauses."""
    return replace(outcome, belongs=f"{words} ({cited(outcome.cited)}).")


def following(scene: Scene, tries: Iterable[tuple[Scene, Report]]) -> Iterator[Outcome[Any]]:
    """What follows from these reports, of this scene or of it at another moment."""
    for where, what in tries:
        if (trial := tried(where, what)) is not None:
            yield belonging(trial[2], _MOMENT if where is not scene else _NUMBER)


# In words


def happened(rules: AnyRules, report: Report, held: Sequence[Card] = ()) -> str:
    """What someone reports: in our own sentence if it has every fact that this book asks for, otherwise in the book's own.

    `held` are the cards that are really there, where cards are named.
    """
    irregularity, story = rules.irregularities[report.what], texts_of(rules)["stories"].get(report.what, "")
    in_full = HIDDEN not in report.cards and set(irregularity.asks) <= set(re.findall(r"\{[?!]?(\w+)", story))
    said = filled(story, report, forms=FORMS) if in_full else ""
    more = [report.note] if report.note and report.note not in said else []
    if not said:
        said = irregularity.says
        asks = (*irregularity.asks, *(["amount"] if report.amount >= 0 else []))
        more = [fact for name in dict.fromkeys(asks) if (fact := _FACTS[name](report))] + more
    said += f" ({', '.join(more)})" if more else ""
    said += f"; they are {faces(held)}" if held and report.cards else ""
    return f"{capital(said)}."


def listed(items: Iterable[object]) -> str:
    """`1, 2 and 3`."""
    shown = [str(item) for item in items]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def seats(numbers: Sequence[int]) -> str:
    """`seat 2`, `seats 2 and 3`."""
    return f"seat{'s' * (len(numbers) > 1)} {listed(numbers)}"


def counted(number: int) -> str:
    """`three cards`."""
    name = _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)
    return f"{name} card{'' if number == 1 else 's'}"


def _face_up(report: Report) -> str:
    """How many cards are face up that should not be, and where."""
    number = max(report.count if report.count >= 0 else 1, len(report.cards))
    now, then = ("is", "was") if number == 1 else ("are", "were")
    where = f"{then} dealt face up to seat {report.player}" if report.player else f"{now} face up in the deck"
    return f"{counted(number)} {where}"


FORMS: dict[str, Callable[[Any], str]] = {
    **telling.FORMS,
    "faces": faces,
    "listed": listed,
    "seats": seats,
    "number of cards": counted,
    "face up": _face_up,
    "seen": lambda report: f": {faces(report.cards)}" if report.cards else "",
}
"""How the fields of a report are shown in a story."""

_FACTS: dict[str, Callable[[Report], str]] = {
    "box": lambda r: whose(r.box),
    "boxes": lambda r: f"box {listed(r.boxes)}",
    "player": lambda r: f"seat {r.player}",
    "person": called,
    "players": lambda r: seats(r.players) if r.players else "",
    "count": lambda r: counted(r.count),
    "cards": lambda r: faces(r.cards),
    "amount": lambda r: dollars(r.amount),
}
