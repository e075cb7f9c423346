"""`croupier cards`: cards for the dealer, the supervisor and the player of a game, made from the data of its book."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from typer import Argument, Option

from croupier.books import game_of, rules_of
from croupier.cli.odds import solved
from croupier.cli.terminal import names
from croupier.cli.terminal.options import Json
from croupier.cli.terminal.output import document, missing_extra, on_files, say

if TYPE_CHECKING:
    from croupier.drawing.pit_cards import Best


def _reader(said: str) -> str:
    return said and names.chosen(said, ("dealer", "supervisor", "player"), "card")


def cards(
    game: Annotated[str, Argument(metavar="GAME", callback=names.game, help="Such as crown-caribbean-stud or crown-holdem.")],
    reader: Annotated[
        str, Option("--for", metavar="WHO", callback=_reader, help="dealer, supervisor or player; all without it.")
    ] = "",
    pdf: Annotated[bool, Option("--pdf", help="Write a PDF for each: GAME-dealer.pdf ...")] = False,
    html: Annotated[bool, Option("--html", help="Write a page for each: GAME-dealer.html ...")] = False,
    to: Annotated[str, Option("--to", metavar="FOLDER", help="The folder to write to.")] = ".",
    as_json: Json = False,
) -> None:
    """Make pit cards of a game: for the dealer, the supervisor and the player.

    The dealer's has the order of a round, announcements and payouts by chip. The supervisor's has what can go wrong, the
    ruling, by whom, and the clause. The player's has how to play, what it pays, and the best play in a few rules.
    Works for any book, also one of your own.
    """
    from croupier.drawing import document as documents
    from croupier.drawing.pit_cards import READERS, pit_card

    wanted = [each for each in READERS if reader in ("", each)]
    best = _best(game) if "player" in wanted and game_of(game).poker is None else None
    made = {each: pit_card(game, each, best) for each in wanted}
    for each, card in made.items():
        kinds: dict[str, Any] = {"pdf": documents.as_pdf} if pdf else {}
        kinds |= {"html": lambda one: documents.as_html(one).encode()} if html else {}
        for kind, write in kinds.items():
            name = Path(to) / f"{game}-{each}.{kind}"
            with on_files(f"{name} cannot be written"):
                name.write_bytes(write(card))
            say(f"{name} is written.")
    if as_json:
        document({each: msgspec.to_builtins(card) for each, card in made.items()})
    elif not pdf and not html:
        say("\n\n".join(map(documents.as_text, made.values())))


def _best(game: str) -> Best:
    """The best play in a few rules: searched for where hands have five cards, else read from the chart."""
    with missing_extra("odds"):
        from croupier.odds.charts import chart
        from croupier.odds.rules_of_thumb import rules_of_thumb
    from croupier.drawing.pit_cards import Best

    rules, solution = rules_of(game), solved(game, [])
    edge = Fraction(solution.house_edge)
    if solution.table.places is None:
        thumb = rules_of_thumb(rules, solution)
        return Best(thumb.sentences, edge, thumb.loss)
    short = chart(solution, wild=rules.has("wild cards"))
    return Best([f"{short.told[:1].upper()}{short.told[1:]}."], edge, None)
