"""`croupier hand`: what a hand is worth, for each purpose that the game has."""

from typing import Annotated, Any

from typer import Argument, Option

from croupier.cli.terminal import typed
from croupier.cli.terminal.options import Json
from croupier.cli.terminal.output import cards_drawn, document, paint, say
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
    if as_json:
        document({"values": {purpose: value and _as_data(value) for purpose, value in values.items()}})
        return
    for purpose, value in values.items():
        if value is None:
            say(f"{purpose}: none")
            continue
        wild = ", with a wild card" if value.wild and "wild" not in value.name else ""
        say(f"{paint(purpose, 'bold')}: {value.name}{wild}")
        for line in cards_drawn(value.cards):
            say(f"  {line}")


def _as_data(value: HandValue) -> dict[str, Any]:
    cards = [str(card) for card in value.cards]
    return {"category": value.category.label, "name": value.name, "cards": cards, "wild": value.wild}
