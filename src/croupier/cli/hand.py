"""`croupier hand`: what a hand is worth, for each purpose that the game has."""

from typing import Annotated, Any

from typer import Argument, Option

from croupier.cli.terminal import typed
from croupier.cli.terminal.options import Json
from croupier.cli.terminal.output import answer, cards_drawn, facts
from croupier.kernel.cards import parse_cards
from croupier.kernel.hands import HandValue


def hand(
    cards: Annotated[list[str], Argument(metavar="CARDS", help="Cards such as As Td 2c 9h 9d; 10h and A♠ work too.")],
    book: Annotated[str, Option(metavar="GAME", callback=typed.game, help="The game to value it by.")] = ("crown-caribbean-stud"),
    board: Annotated[str, Option(metavar="CARDS", help="The cards shared by all, if any.")] = "",
    as_json: Json = False,
) -> None:
    """Value a hand by a game's rules."""
    from croupier.books import values_of

    values = values_of(book)(parse_cards(" ".join(cards)), parse_cards(board))
    data = {purpose: value and _as_data(value) for purpose, value in values.items()}
    answer({"values": data}, "hand.txt", as_json=as_json, values=values, cards_drawn=cards_drawn)


def _as_data(value: HandValue) -> dict[str, Any]:
    return {"category": value.category.label, **facts(value, "name", cards=[*map(str, value.cards)], wild=value.wild)}
