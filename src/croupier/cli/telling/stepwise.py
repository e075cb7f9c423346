"""Choosing a situation step by step at a terminal: what happened, the facts that the book asks for, and when."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import typer

from croupier.cli.terminal.asking import Keyboard, Leaving
from croupier.cli.terminal.output import paint, say
from croupier.kernel.cards import CardError, parse_cards
from croupier.kernel.money import MoneyError, cents

_QUESTIONS: dict[str, tuple[str, Callable[[str], object]]] = {
    "box": ("Which box, or 'dealer'? ", lambda text: text == "dealer" or int(text)),
    "boxes": ("Which boxes, such as 2,3? ", lambda text: [int(box) for box in text.split(",")]),
    "player": ("The player of which seat? ", int),
    "players": ("The players of which seats, such as 2,3? ", lambda text: [int(seat) for seat in text.split(",")]),
    "count": ("How many cards? ", int),
    "cards": ("Which cards, such as As Td 2c? ", parse_cards),
    "amount": ("How much? ", cents),
}


def choose(
    title: str,
    happenings: Mapping[str, str],
    asks: Callable[[str], Sequence[str]],
    moments: Callable[[str], Mapping[str, str]],
) -> tuple[str, str, dict[str, str]]:
    """What happened, when, and the facts, as the flags of `croupier rule` would say them; a person may leave at any time.

    `happenings` says each in words, `asks` and `moments` give the facts to ask for and the moments of one.
    """
    keyboard = Keyboard()
    names = sorted(happenings)
    try:
        say(paint(title, "bold"))
        what = names[_menu(keyboard, "What happened?", [happenings[name] for name in names])]
        facts = {name: _fact(keyboard, name) for name in asks(what) if name in _QUESTIONS}
        possible = moments(what)
        place = _menu(keyboard, "When?", list(possible.values())) if len(possible) > 1 else 0
    except Leaving:
        say("Nothing was asked.")
        raise typer.Exit from None
    say()
    return what, list(possible)[place], facts


def _menu(keyboard: Keyboard, question: str, items: Sequence[str]) -> int:
    """The place of the item that was chosen by its number."""
    for number, item in enumerate(items, 1):
        say(f"  {number:2}  {item}")
    while True:
        answer = keyboard.ask(f"{question} [1-{len(items)}] ")
        if answer.isdecimal() and 1 <= int(answer) <= len(items):
            return int(answer) - 1
        _leave_if(answer)
        say(f"Say a number from 1 to {len(items)}, or q to leave.")


def _fact(keyboard: Keyboard, name: str) -> str:
    question, read = _QUESTIONS[name]
    while True:
        answer = keyboard.ask(question)
        _leave_if(answer)
        try:
            read(answer)
        except (CardError, MoneyError) as error:
            say(f"{error}; q leaves.")
        except ValueError:
            say(f"{answer!r} is no answer to that; q leaves.")
        else:
            return answer


def _leave_if(answer: str) -> None:
    if answer.lower() in ("q", "quit"):
        raise Leaving
