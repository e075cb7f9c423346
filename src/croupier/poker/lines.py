"""Commands of the poker room as short lines of text: for cases, playthroughs, replays and a dealer's keyboard.

Each command declares its line, and docs/reference/lines.md lists them. A raise gives its total in the round.
Several chips are written side by side: `chips 1 25.00 25.00 saying raise`. `shuffle` leaves the cards in a dealer's hands;
`shuffle seeded: As Kd ...` gives the order and its source.
"""

from typing import Any

from croupier.kernel.cards import Card, parse_cards, show_cards
from croupier.kernel.events import Command
from croupier.kernel.grammar import FORMS, Form, Grammar, Line, json_form
from croupier.kernel.lines import LineError, said_by
from croupier.poker import commands
from croupier.poker.rules import Commission, Options

__all__ = ["LineError", "read_line", "said_by", "write_line"]


def _hands(text: str) -> dict[int, tuple[Card, ...]]:
    """`1: As Kd, 2: ?? ??`: the known faces."""
    hands: dict[int, tuple[Card, ...]] = {}
    for part in text.split(","):
        number, _, cards = part.partition(":")
        if not number.strip().isdecimal():
            raise LineError(f"{part.strip()!r} is no hand; write 'deal 1: As Kd, 2: Qh Qc'")
        hands[int(number)] = parse_cards(cards)
    return hands


def _counts(text: str) -> dict[int, int]:
    """`2: 3, 4: 1`: who got another number of cards by mistake."""
    pairs = (part.partition(":") for part in text.split(","))
    return {int(seat): int(count) for seat, _, count in pairs}


_FORMS = {
    "hands": Form(r"\d+:.+", _hands, lambda hands: ", ".join(f"{seat}: {show_cards(h)}" for seat, h in hands.items())),
    "counts": Form(r".+", _counts, lambda counts: ", ".join(f"{seat}: {count}" for seat, count in counts.items())),
    "signs": json_form(dict[str, Any]),
    "options": json_form(Options),
    "commission": json_form(Commission),
    "game": Form(r"[\w-]+", str, str),
    "source": Form(r"house|seeded|stacked", str, str),
    "notice": Form(r"change|closing", str, str),
    "board": Form(r"(?!without).+?", parse_cards, show_cards),
}


class _Draw(Line):
    """`draw for place 4: p12 Ks, seat 2 9d`: who drew which card."""

    def __init__(self) -> None:
        super().__init__("draw for place {place}: {cards:drawn}", commands.DrawForSeat, {}, {"drawn": Form(r".+", str, str)})

    def read(self, text: str, state: Any) -> Command | None:
        if (match := self._pattern.fullmatch(text)) is None:
            return None
        pairs = [part.strip().rpartition(" ") for part in match["cards"].split(",")]
        names, cards = (tuple(name.strip() for name, _, _ in pairs), tuple(FORMS["card"].read(card) for *_, card in pairs))
        return commands.DrawForSeat(place=int(match["place"]), names=names, cards=cards)

    def says(self, command: Command) -> bool:
        return True

    def write(self, command: Any) -> str:
        drawn = ", ".join(f"{name} {card}" for name, card in zip(command.names, command.cards, strict=True))
        return f"draw for place {command.place}: {drawn}"


GRAMMAR = Grammar(
    _Draw(),
    commands=commands,
    forms=_FORMS,
    facts={"players": "ints", "player": "int", "person": "text", "count": "int", "cards": "cards", "amount": "$"},
    hint="'call 1', 'raise 1 60.00', 'fold 1', 'flop', 'push'",
)
read_line, write_line = GRAMMAR.read, GRAMMAR.write
