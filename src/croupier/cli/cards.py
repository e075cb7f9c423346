"""`croupier cards`: cards for the dealer, the supervisor and the player of a game, made from the data of its book."""

from pathlib import Path
from typing import Annotated, Any

import msgspec
from typer import Argument, Option

from croupier.cli.terminal import typed
from croupier.cli.terminal.options import Json
from croupier.cli.terminal.output import document, missing_extra, on_files, say


def cards(
    game: Annotated[str, Argument(metavar="GAME", callback=typed.game, help="A game of any book.")],
    reader: Annotated[str, Option("--for", metavar="WHO", help="dealer, supervisor or player; all without it.")] = "",
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
    with missing_extra("odds"):
        from croupier.drawing import document as documents
        from croupier.drawing.pit_cards import READERS, pit_card

    wanted = [typed.chosen(reader, READERS, "card")] if reader else READERS
    made = {audience: pit_card(game, audience) for audience in wanted}
    for audience, card in made.items():
        kinds: dict[str, Any] = {"pdf": documents.as_pdf} if pdf else {}
        kinds |= {"html": lambda sheet: documents.as_html(sheet).encode()} if html else {}
        for kind, write in kinds.items():
            name = Path(to) / f"{game}-{audience}.{kind}"
            with on_files(f"{name} cannot be written"):
                name.write_bytes(write(card))
            say(f"{name} is written.")
    if as_json:
        document({audience: msgspec.to_builtins(card) for audience, card in made.items()})
    elif not pdf and not html:
        say("\n\n".join(map(documents.as_text, made.values())))
