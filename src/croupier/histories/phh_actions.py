"""The actions of a recorded hand, in the notation of PHH, and where file and book part ways."""

from __future__ import annotations

import re

import msgspec

from croupier.histories.phh import HandHistory
from croupier.kernel.cards import Card, parse_cards

_ACTION = re.compile(r"(?:(d)\s+(db|dh\s+p\d+)|p(\d+)\s+(f|cc|cbr|sm|sd))\s*(.*)", re.ASCII)


class Action(msgspec.Struct, frozen=True):
    """One action of the file: `actor` is a player's number or 0 for the dealer, `what` is in the words of PHH."""

    number: int
    text: str
    actor: int
    what: str
    rest: str

    @property
    def cards(self) -> tuple[Card, ...]:
        return parse_cards(self.rest.replace(",", " ").replace("-", " "))


class Differs(Exception):
    """The file and the book part ways here: `at` names the street and the action, `why` says what is otherwise."""

    def __init__(self, at: str, why: str) -> None:
        super().__init__(f"{at}: {why}")
        self.at, self.why = at, why


def actions_of(history: HandHistory) -> list[Action]:
    """The actions without those that are only commentary."""
    found = []
    for number, written in enumerate(history.actions, 1):
        text = " ".join(written.partition("#")[0].split())
        if not text:
            continue
        match = _ACTION.fullmatch(text)
        if match is None:
            raise Differs(f"action {number}: {text}", "this action is not understood")
        dealer, dealt, player, act, rest = match.groups()
        what, actor = (dealt[:2], int(dealt.partition("p")[2] or 0)) if dealer else (act, int(player))
        if actor > history.players or (actor == 0 and what != "db"):
            raise Differs(f"action {number}: {text}", f"there are players p1 to p{history.players} only")
        found.append(Action(number, text, actor, what, rest))
    return found
