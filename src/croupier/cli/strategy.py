"""`croupier strategy`: the best play for a hand with the value of each choice, or all of it as a chart or as rules of thumb."""

from __future__ import annotations

from typing import Annotated

import typer

from croupier.cli.odds import GAME, JSON, PAY, PAY_TABLE, READING, solved
from croupier.cli.telling.odds_report import REPORT, strategy_page
from croupier.cli.terminal.output import Complaint, cards_text, document, paint, say


def strategy(
    game: Annotated[str, GAME],
    hand: Annotated[str, typer.Argument(metavar="HAND", help='Five cards, such as "As Kd Jh 8c 3s".')] = "",
    up: Annotated[str, typer.Argument(metavar="UPCARD", help="The dealer's card that lies face up.")] = "",
    thumb: Annotated[bool, typer.Option("--rules", help="Rules of thumb that come close, and what they cost.")] = False,
    within: Annotated[
        str, typer.Option("--within", metavar="ANTES", help="What rules of thumb may cost in a round.")
    ] = "0.0001",
    full: Annotated[bool, typer.Option("--full", help="A chart that tells hands apart by all their ranks.")] = False,
    pay: Annotated[list[str] | None, PAY] = None,
    pay_table: Annotated[str, PAY_TABLE] = "",
    reading: Annotated[list[str] | None, READING] = None,
    report: Annotated[str, REPORT] = "",
    as_json: Annotated[bool, JSON] = False,
) -> None:
    """Say the best play for a hand against the dealer's card, or without a hand show the whole strategy."""
    if not hand:
        _whole(game, pay or [], pay_table, tuple(reading or ()), thumb, within, full, report, as_json)
        return
    if not up:
        raise Complaint("say the dealer's card as well, such as: croupier strategy GAME 'As Kd Jh 8c 3s' 9h")
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


def _whole(
    game: str,
    pay: list[str],
    pay_table: str,
    readings: tuple[str, ...],
    thumb: bool,
    within: str,
    full: bool,
    report: str,
    as_json: bool,
) -> None:
    """The whole strategy: rules of thumb if asked for, else the chart; and the page where a file is named."""
    from croupier.books import rules_of
    from croupier.cli.telling.strategy import allowed_loss, tell_chart, tell_rules

    allowed = allowed_loss(within)
    rules = rules_of(game)
    solution = solved(game, pay, pay_table=pay_table, readings=readings)
    if report:
        strategy_page(report, rules, solution, allowed)
    if thumb:
        tell_rules(rules, solution, allowed, as_json=as_json)
    else:
        tell_chart(rules, solution, full=full, as_json=as_json)
