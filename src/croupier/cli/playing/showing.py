"""Hands, payments and pay tables as lines of text for a terminal."""

import re
from collections.abc import Iterable, Iterator

from croupier.cli.terminal.output import card_text, cards_drawn, paint
from croupier.kernel.cards import Card, parse_cards
from croupier.kernel.money import dollars
from croupier.stud import events
from croupier.stud.rules import Rules
from croupier.stud.telling import tell, working

_CAME_OUT = {"lose": "loses", "void": "is void and is returned", "stand-off": "is a stand-off and is returned"}
_FACE = re.compile(r"\b(?:10|[2-9JQKA])[♣♦♥♠]")


def signed(amount: int) -> str:
    """A change of money with its sign, in green or red."""
    text = dollars(amount) if amount <= 0 else f"+{dollars(amount)}"
    return paint(text, "green" if amount > 0 else "red") if amount else text


def with_cards(sentence: str, wild: int = 0) -> str:
    """A sentence with its cards in the terminal's style: red suits red, and those of the wild rank with a star."""
    return _FACE.sub(lambda face: card_text(parse_cards(face[0])[0], wild), sentence)


def hand_lines(title: str, cards: Iterable[Card], name: str = "", wild: int = 0) -> Iterator[str]:
    """Cards under a title, on a terminal in boxes, with the name of the hand; those of the wild rank have a star."""
    drawn = cards_drawn(tuple(cards), wild)
    if len(drawn) == 1:
        yield f"{title}: {drawn[0]}" + (f", {name}" if name else "")
        return
    yield paint(title, "bold") + (f": {name}" if name else "")
    yield from (f"  {line}" for line in drawn)


def payment(event: events.WagerSettled, rules: Rules, *, whole: bool = False) -> str:
    """`ante wins 1 to 1: +$10.00`, with the reason if that is not the odds times the wager; `whole` adds the wager."""
    part, paid = (tell.forms[form](working(event, rules)) for form in ("part", "paid"))
    stake = f" of {dollars(event.stake)}" if event.stake and (whole or part) else " on the ante" if part else ""
    over = f", {dollars(event.returned)} of it is returned" if event.result == "lose" and event.returned else ""
    net = signed(event.returned + event.pays - event.stake)
    how = f" ({paid.rstrip(',')})" if event.result == "win" and paid != dollars(event.pays) else ""
    part = f"{part}," if part else ""
    name = rules.wagers[event.wager].title if event.wager in rules.wagers else event.wager
    came_out = f"wins {event.odds}" if event.result == "win" else _CAME_OUT[event.result]
    return rules.currency.told(f"{name}{stake}{part} {came_out}{over}: {net}{how}")
