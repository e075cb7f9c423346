"""Names as people type them: complete, by a unique beginning, or nearly right; and cards without quotes."""

from collections.abc import Collection, Iterable
from difflib import get_close_matches
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from croupier.cli.terminal.output import Complaint, say

_CARDS = "CARDS"
"""The help's name for the cards that an option or an argument takes."""


def chosen(said: str, known: Collection[str], what: str) -> str:
    """The intended name among those known; a complaint lists the candidates."""
    if said in known:
        return said
    possible = [name for name in known if name.startswith(said.lower())] if said else []
    if len(possible) == 1:
        return possible[0]
    if possible:
        raise Complaint(f"{said!r} could be {either(possible)}: type more of the name")
    near = get_close_matches(said.lower(), known, cutoff=0.7) or [name for name in known if said and said in name]
    there = f"did you mean {either(near)}?" if near else f"there are {', '.join(known)}"
    raise Complaint(f"there is no {what} {said!r}; {there}")


def either(names: Iterable[str]) -> str:
    """`a, b or c`."""
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last


def game(said: str) -> str:
    """A game of any kind; an empty name stays empty."""
    from croupier.books import BOOKS, GAMES

    if said in BOOKS and said not in GAMES:
        raise Complaint(f"{said!r} is a book; its games are {either(game for game in GAMES if GAMES[game] == said)}")
    return said and chosen(said, GAMES, "game")


def book(said: str) -> str:
    """A book, or a game in it."""
    from croupier.books import BOOKS, GAMES

    return said and chosen(said, list(dict.fromkeys([*GAMES, *BOOKS])), "book or game")


def any_book(said: str) -> str:
    """A book, a game in it, or the house's own procedures."""
    from croupier.books import HOUSE

    return said if said == HOUSE else book(said)


def refuse_given(context: typer.Context, names: Collection[str], why: str) -> None:
    """Complain about options that have no effect, instead of ignoring them."""
    said = [
        option.opts[0]
        for option in context.command.params
        if option.name in names and getattr(context.get_parameter_source(option.name), "name", "") == "COMMANDLINE"
    ]
    if said:
        raise Complaint(f"{', '.join(said)}: {why}")


class Command(TyperCommand):
    """A command whose options take cards with quotes or without: `--player As Kd 9c`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        taking = {flag for option in self.params if getattr(option, "metavar", "") == _CARDS for flag in option.opts}
        return super().parse_args(ctx, _cards_together(args, taking))


def _cards_together(words: list[str], taking: Collection[str]) -> list[str]:
    """The words of a command line, with all the single cards after one of these flags joined into one word.

    Quoted cards are one word already, and a whole hand such as QsQd is not a single card.
    """
    together: list[str] = []
    collecting = False
    for word in words:
        if collecting and _is_card(word):
            together[-1] += f" {word}"
            continue
        collecting = bool(together) and together[-1] in taking and _is_card(word)
        together.append(word)
    return together


def _is_card(word: str) -> bool:
    from croupier.kernel.cards import CardError, parse_cards

    try:
        return len(parse_cards(word)) == 1
    except CardError:
        return False


class Group(TyperGroup):
    """Commands that accept any unique beginning. Called without one, it shows its help."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not args and not self.invoke_without_command:
            say(ctx.get_help())
            raise typer.Exit
        return super().parse_args(ctx, args)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name.startswith("-"):
            return None
        return self._resolved(ctx, chosen(cmd_name, self.list_commands(ctx), "command"))

    def _resolved(self, ctx: Any, name: str) -> Any:
        return super().get_command(ctx, name)
