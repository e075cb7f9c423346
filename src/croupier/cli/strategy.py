"""`croupier strategy`: the best play for a hand, and what each choice is worth."""

from __future__ import annotations

from typing import Annotated

import typer

from croupier.cli.odds import GAME, JSON, PAY, PAY_TABLE, READING, solved
from croupier.cli.output import Complaint, cards_text, document, paint, say


def strategy(
    game: Annotated[str, GAME],
    hand: Annotated[str, typer.Argument(metavar="HAND", help='Five cards, such as "As Kd Jh 8c 3s".')],
    up: Annotated[str, typer.Argument(metavar="UPCARD", help="The dealer's card that lies face up.")],
    pay: Annotated[list[str] | None, PAY] = None,
    pay_table: Annotated[str, PAY_TABLE] = "",
    reading: Annotated[list[str] | None, READING] = None,
    as_json: Annotated[bool, JSON] = False,
) -> None:
    """Say the best play for a hand against the dealer's card."""
    from croupier.kernel.cards import parse_cards
    from croupier.kernel.hands import check_hand

    cards, ups = parse_cards(hand), parse_cards(up)
    if len(ups) != 1:
        raise Complaint(f"{up!r} is not one card")
    check_hand(cards, 5)
    check_hand((*cards, *ups), 6)
    solution = solved(game, pay or [], pay_table=pay_table, readings=tuple(reading or ()))
    advice = solution.advice(cards, ups[0])
    values = advice.values
    if as_json:
        document(
            {
                "play": advice.play,
                "values": {
                    play: {
                        "numerator": str(value.numerator),
                        "denominator": str(value.denominator),
                        "antes": float(value),
                    }
                    for play, value in values.items()
                },
            }
        )
        return
    say(f"{cards_text(cards)} against {cards_text(ups)}: {paint(advice.play, 'bold')}")
    for play, value in values.items():
        say(f"  {play:<12} {float(value):+.6f} antes")
