"""Commands of the poker room as short lines of text: for cases, playthroughs, replays and a dealer's keyboard.

    sit 1 500.00       begin              check 1            flop As Kd 2c       report exposed-card player 2 cards 9c
    add 1 100.00       post 1             call 1             turn 9h             rule misdeal
    leave 1            straddle 1         bet 1 20.00        river 2s            do count the cards
    move 1 to 4        shuffle            raise 1 60.00      discard 1 9c        announce {"blinds": [1000, 2000]}
    away 1             cut 20             all in 1           show 1: As Kd       agree 1 to change
    back 1             deal               fold 1             muck 1              commission {"percent": 5, "cap": 1000}
    sit out 1          shuffle stub       chips 1 25.00      ask 2 to see 1      close
    side 1 red 5.00    open hands         push               settle side wagers  fees
    want 1 place 4     list guest 12      pick up 3          unlist guest 12     draw for place 4: guest 12 Ks, seat 1 9d
    show 1 to 2        inspect 2          split 1,2          call from list to 3 with 500.00
    make up 1          take back 1        buy time 1         take back 1 and raise to 90.00         call time

A raise says the total that it makes in the round. `by TG Area Manager: close` says who, `by p7 as seat 3: fold 3` which person,
`at 1200: ...` when, in seconds; `#` starts a comment. A player's several chips stand side by side: `chips 1 25.00 25.00
saying raise`. `shuffle` leaves the cards in a dealer's hands; `shuffle seeded: As Kd ...` says the order and where it comes
from. `correct As to Ad; misread` puts right a card that such a dealer recorded wrong.
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
    """`1: As Kd, 2: ?? ??`: the faces that are known."""
    found: dict[int, tuple[Card, ...]] = {}
    for part in text.split(","):
        number, _, cards = part.partition(":")
        if not number.strip().isdecimal():
            raise LineError(f"{part.strip()!r} is no hand; write 'deal 1: As Kd, 2: Qh Qc'")
        found[int(number)] = parse_cards(cards)
    return found


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
