"""What visits to a table of the house and to the poker room have in common: offers, clauses, refusals, goodbye."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from croupier.books import book_of
from croupier.cli.terminal.output import Keyboard, behind, cards_drawn, column, paint, say
from croupier.kernel.actors import Viewer
from croupier.kernel.cards import Card, CardError
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.errors import CroupierError
from croupier.kernel.events import Command
from croupier.kernel.legal import Legal
from croupier.kernel.lines import LineError
from croupier.kernel.money import MoneyError, dollars
from croupier.tables.card_table import CardTable

S = TypeVar("S")
ME = 1
STUCK = "The dealer cannot go on"

Offers = Mapping[type[Command], tuple[str, Callable[[Any, int, Any], str]]]
"""For each command what to type for it, and what it does in words, from the command, its most and the table."""


class Visit(Generic[S]):
    """One visit of the person at seat 1. `quiet` plays without a word, for those who only want `as_data`."""

    _HELP: ClassVar[str]
    _OFFERS: ClassVar[Offers]
    _WIDTHS: ClassVar[tuple[int, int]]
    """How much room keys and clauses are given in a list of offers."""

    def __init__(self, table: CardTable[Any, S], keyboard: Keyboard, viewer: Viewer, *, quiet: bool) -> None:
        self._eyes = table.eyes(viewer)
        self._keyboard = keyboard
        self._quiet = quiet
        self._game = table.rules.game
        self._book = book_of(table.rules.book)
        self._explained: set[str] = set()

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

    def _command(self, answer: str) -> Command | None:
        """The same of the whole answer; a question is answered, and what is not understood is said."""
        if answer.startswith("?"):
            self._explain(answer.removeprefix("?").strip())
            return None
        word, _, rest = answer.partition(" ")
        try:
            return self._meant(answer, word.lower(), rest)
        except (CardError, MoneyError, LineError, IndexError) as error:
            self._say(f"{error}; ? helps")
        return None

    def _accepted(self, decision: Decision, refusal: str = "") -> bool:
        """Whether the table goes along with it; a refusal is one line with its clause."""
        if isinstance(decision, Refused):
            self._say(f"{refusal or paint('Refused', 'yellow')}: {decision.reason}  {behind(decision.clauses)}")
            return False
        return True

    def _keyed(self, offers: Iterable[Legal]) -> dict[str, Legal]:
        """What may be done on one's own box, by what to type for it."""
        found: dict[str, Legal] = {}
        for offer in offers:
            if type(offer.command) in self._OFFERS and getattr(offer.command, "box", 0) in (0, ME):
                found.setdefault(self._OFFERS[type(offer.command)][0], offer)
        return found

    def _show_offers(self, offers: Mapping[str, Legal]) -> None:
        """What may be done and by which clauses; our line for a clause the first time that it comes up."""
        keys, numbers = self._WIDTHS
        for key, offer in offers.items():
            deed = self._OFFERS[type(offer.command)][1](offer.command, offer.most, self._picture)
            self._say(f"  {paint(key.ljust(keys), 'bold')}  {deed}  {behind(offer.clauses)}")
        for number in dict.fromkeys(number for offer in offers.values() for number in offer.clauses):
            if number not in self._explained:
                self._explained.add(number)
                line = column(self._book.clause(number).line, numbers + 7)
                self._say(f"      {paint(number.ljust(numbers), 'dim')} {line}")

    def _goodbye(self, brought: int) -> None:
        change = "as much as you brought"
        if self._net:
            change = f"{dollars(abs(self._net))} {'more' if self._net > 0 else 'less'} than you brought"
        self._say(f"Goodbye. You leave with {dollars(brought + self._net)}, {change}.")

    def _explain(self, number: str) -> None:
        if not number:
            self._say(self._HELP)
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
    results = {"lose": "loses", "void": "is void and comes back", "stand-off": "stands off and comes back"}
    return f"wins {odds}" if result == "win" else results[result]


def hand_lines(title: str, cards: Iterable[Card], name: str = "") -> Iterator[str]:
    """Cards under a title, on a terminal in boxes, and what they are called."""
    drawn = cards_drawn(tuple(cards))
    if len(drawn) == 1:
        yield f"{title}: {drawn[0]}" + (f", {name}" if name else "")
        return
    yield paint(title, "bold") + (f": {name}" if name else "")
    yield from (f"  {line}" for line in drawn)
