"""What visits to a table of the house and to the poker room have in common: offers, clauses, refusals, goodbye."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import resources
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import msgspec
from msgspec.structs import asdict

from croupier.books import book_of
from croupier.cli.terminal.output import Keyboard, behind, cards_drawn, column, paint, say, say_clauses
from croupier.kernel.actors import Viewer
from croupier.kernel.cards import Card, CardError
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.errors import CroupierError
from croupier.kernel.events import Command
from croupier.kernel.legal import Legal
from croupier.kernel.lines import LineError
from croupier.kernel.money import MoneyError, dollars
from croupier.tables.card_table import CardTable

if TYPE_CHECKING:
    from croupier.cli.playing.coaching import Coach

S = TypeVar("S")
ME = 1
STUCK = "The dealer cannot continue"

Offers = Mapping[type[Command], tuple[str, Callable[[Any, int, Any], str]]]
"""For each command what to type for it, and what it does in words, from the command, its most and the table."""


class Visit(Generic[S]):
    """One visit of the person at seat 1. `quiet` plays without a word, for those who only want `as_data`."""

    _HELP: ClassVar[str]
    """The file beside this one that says what can be typed."""
    _OFFERS: ClassVar[Offers]
    _WIDTH: ClassVar[int]
    """How much room keys are given in a list of offers."""

    def __init__(self, table: CardTable[Any, S], keyboard: Keyboard, viewer: Viewer, *, quiet: bool, coach: Coach | None) -> None:
        self._eyes = table.eyes(viewer)
        self._keyboard = keyboard
        self._quiet = quiet
        self._coach = coach
        self._game = table.rules.game
        self._book = book_of(table.rules.book)
        self._behind: dict[str, None] = {}  # the clauses behind what was said since the last answer

    @property
    def _picture(self) -> S:
        return self._eyes.picture

    @property
    def _net(self) -> int:
        """What the visit has brought so far; wagers still on the table count as gone."""
        raise NotImplementedError

    def _meant(self, answer: str, word: str, rest: str) -> Command | None:
        """The command that an answer means, with its first word and the rest, or None when it was answered here."""
        raise NotImplementedError

    def _document(self, **played: Any) -> dict[str, Any]:
        """The visit as one document, with every event as seat 1 saw it."""
        events = [msgspec.to_builtins(event) for event in self._eyes.seen]
        return {"game": self._game, "viewer": f"seat {ME}", **played, "events": events}

    def _told(self, sentence: str, clauses: Iterable[str] = ()) -> None:
        """Say it, and keep the clauses behind it for anyone who asks why."""
        self._behind |= dict.fromkeys(clauses)
        self._say(sentence)

    def _why(self) -> None:
        """Our lines for the clauses behind what was said last."""
        if self._behind and not self._quiet:
            say_clauses(self._book, list(self._behind))
        elif not self._behind:
            self._say("  No clause applies to that.")

    def _pay_table(self) -> None:
        """What a hand pays, where the house pays."""
        self._say("  Players play against one another for the pot.")

    def _warned_of(self, command: Command) -> bool:
        """Whether the coach warns of a decision, which then waits to be made again; nobody is warned in silence."""
        warning = "" if self._coach is None or self._quiet else self._coach.warning(command)
        if warning:
            self._say(f"{paint('Coach', 'yellow')}: {warning}")
        return bool(warning)

    def _praise(self, command: Command) -> None:
        if self._coach is not None and not self._quiet and (said := self._coach.made(command)):
            self._say(f"{paint('Coach', 'green')}: {said}")

    def _hint(self) -> None:
        """What the coach would do."""
        if self._coach is None:
            self._say("There is no coach at this table: play with --coach.")
        else:
            self._say(f"{paint('Coach', 'green')}: {self._coach.hint() or 'there is nothing to decide now.'}")

    def _command(self, answer: str) -> Command | None:
        """The same of the whole answer; a question is answered, and what is not understood is said."""
        if answer.startswith("?"):
            self._explain(answer.removeprefix("?").strip())
            return None
        word, _, rest = answer.partition(" ")
        keys = {"w": self._why, "why": self._why, "p": self._pay_table, "h": self._hint, "hint": self._hint}
        if answer.lower() in keys:
            keys[answer.lower()]()
            return None
        self._behind.clear()
        try:
            return self._meant(answer, word.lower(), rest)
        except (CardError, MoneyError, LineError, IndexError) as error:
            self._say(f"{error}; ? helps")
        return None

    def _accepted(self, decision: Decision, refusal: str = "") -> bool:
        """Whether the table goes along with it; a refusal is one line with its clause."""
        if isinstance(decision, Refused):
            self._behind |= dict.fromkeys(decision.clauses)
            self._say(f"{refusal or paint('Refused', 'yellow')}: {decision.reason}  {behind(decision.clauses)}")
            return False
        return True

    def _keyed(self, offers: Iterable[Legal]) -> dict[str, Legal]:
        """What may be done on your own box, by what to type for it."""
        found: dict[str, Legal] = {}
        for offer in offers:
            if type(offer.command) in self._OFFERS and asdict(offer.command).get("box", 0) in (0, ME):
                found.setdefault(self._OFFERS[type(offer.command)][0], offer)
        return found

    def _show_offers(self, offers: Mapping[str, Legal]) -> None:
        """What may be done; why it may, on demand."""
        for key, offer in offers.items():
            deed = self._OFFERS[type(offer.command)][1](offer.command, offer.most, self._picture)
            self._told(f"  {paint(key.ljust(self._WIDTH), 'bold')}  {deed}", offer.clauses)

    def _goodbye(self, brought: int) -> None:
        if self._coach is not None:
            self._say(str(self._coach.score))
        change = "as much as you brought"
        if self._net:
            change = f"{dollars(abs(self._net))} {'more' if self._net > 0 else 'less'} than you brought"
        self._say(f"Goodbye. You leave with {dollars(brought + self._net)}, {change}.")

    def _explain(self, number: str) -> None:
        if not number:
            self._say((resources.files("croupier.cli.playing") / self._HELP).read_text(encoding="utf-8").rstrip("\n"))
            return
        try:
            self._say(f"  {number}  {column(self._book.clause(number).line, len(number) + 4)}")
        except CroupierError as error:
            self._say(str(error))

    def _say(self, *lines: str) -> None:
        for line in () if self._quiet else lines or ("",):
            say(line)


def signed(amount: int) -> str:
    """A change of money with its sign, in green or red."""
    text = dollars(amount) if amount <= 0 else f"+{dollars(amount)}"
    return paint(text, "green" if amount > 0 else "red") if amount else text


def came_out(result: str, odds: str) -> str:
    """How a wager came out, such as `wins 1 to 1`."""
    results = {"lose": "loses", "void": "is void and is returned", "stand-off": "is a stand-off and is returned"}
    return f"wins {odds}" if result == "win" else results[result]


def hand_lines(title: str, cards: Iterable[Card], name: str = "", wild: int = 0) -> Iterator[str]:
    """Cards under a title, on a terminal in boxes, and what they are called; those of the wild rank have a star."""
    drawn = cards_drawn(tuple(cards), wild)
    if len(drawn) == 1:
        yield f"{title}: {drawn[0]}" + (f", {name}" if name else "")
        return
    yield paint(title, "bold") + (f": {name}" if name else "")
    yield from (f"  {line}" for line in drawn)
