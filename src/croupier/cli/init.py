"""`croupier init`: a new house with a configuration, an administrator, a cage, tables and people."""

import json
import re
import secrets
import sys
from pathlib import Path
from typing import Annotated, Any

from typer import Argument, Option

from croupier import books
from croupier.cli.terminal import typed
from croupier.cli.terminal.administration import Desk, at_desk, secret
from croupier.cli.terminal.output import Complaint, Keyboard, Leaving, missing_extra, on_files, read_text, say
from croupier.drawing.document import rendered
from croupier.kernel.money import cents

_PEOPLE, _CAGE = "people", "cage"


def init(
    folder: Annotated[str, Argument(metavar="FOLDER", help="A new or empty folder for the house.")],
    name: Annotated[str, Option("--name", help="What the house is called.")] = "Croupier",
    currency: Annotated[str, Option("--currency", metavar="CODE", help="The currency of the cage, such as EUR.")] = "USD",
    administrator: Annotated[str, Option("--administrator", metavar="ACCOUNT", help="The first administrator.")] = "admin",
    chips: Annotated[str, Option("--chips", metavar="SUM", help="The stock of chips in the cage.")] = "1,000,000",
    cash: Annotated[str, Option("--cash", metavar="SUM", help="The money in the cage.")] = "100,000",
    live: Annotated[str, Option("--live", metavar="GAMES", help="Games with a table that a person deals, by commas.")] = "",
    table: Annotated[str, Option("--table", metavar="GAMES", help="Games with a table that the house deals.")] = "",
    people: Annotated[str, Option("--people", metavar="FILE", help="A CSV table of staff and players.")] = "",
    book: Annotated[list[str] | None, Option("--book", metavar="FOLDER", help="A rulebook of your own; may be repeated.")] = None,
    database: Annotated[str, Option("--database", metavar="WHERE", help="postgresql://...; without it, a file in FOLDER.")] = "",
    port: Annotated[int, Option("--port", min=1, max=65535, help="The port that the house is served at.")] = 8000,
    yes: Annotated[bool, Option("--yes", help="Ask nothing but the password: options and defaults.")] = False,
) -> None:
    """Create a house with its administrator, cage, tables and people. Prints what to run next.

    At a terminal you are asked for each of these, and Enter takes what is shown. The password of the administrator is
    asked for at the terminal, or read from standard input. `croupier user import --help` describes the table of people.
    """
    with missing_extra("server"):
        from croupier.floor.passwords import passwords
        from croupier.floor.roster import read_roster
        from croupier.server.config import Config, House, Http, checked

    where, own = Path(folder), [str(Path(each).resolve()) for each in book or ()]
    if where.exists() and (not where.is_dir() or any(where.iterdir())):
        raise Complaint(f"{folder} is not empty: name a new folder")
    books.add_books(own)
    own = books.added()  # including those that --add-book and CROUPIER_BOOKS name
    house_games = [game for game in books.GAMES if books.game_of(game).rules is not None]
    live = live or ("" if table else house_games[0])
    if not yes and sys.stdin is not None and sys.stdin.isatty():
        say(f"Games: {', '.join(books.GAMES)}")
        name, currency = _answer("House name", name), _answer("Currency of the cage", currency)
        live, table = _answer("Games dealt by a person", live), _answer("Games dealt by the house", table)
        asked = (("Chips in the cage", chips), ("Money in the cage", cash), ("First administrator", administrator))
        chips, cash, administrator = (_answer(*each) for each in asked)
        people = _answer("CSV file of staff and players", people)
    tables = _tables(live, table)
    stock, money = cents(chips), cents(cash)
    roster = read_text(people) if people else ""
    kept = database or str(where.resolve() / "house.db")
    origin = f"{'-'.join(re.findall('[a-z0-9]+', name.casefold())) or 'house'}/{secrets.token_hex(4)}"
    checked(Config(database=kept, house=House(name=name, currency=currency, origin=origin), http=Http(port=port)))
    password = secret(f"Password of {administrator}: ")
    if roster:
        read_roster(roster)
    if (unfit := passwords().unfit(password, administrator)) is not None:
        raise Complaint(unfit.reason)

    async def work(desk: Desk) -> dict[str, str]:
        await desk.do(_PEOPLE, "register-person", person=administrator, name=administrator)
        await desk.do(_PEOPLE, "grant-role", person=administrator, book="*", capacity="administrator")
        await desk.set_password(administrator, password, "")
        await desk.do(_CAGE, "open-cage", chips=stock, cash=money)
        for table, (game, dealt) in tables.items():
            await desk.open_table(table, game, "{}", dealt)
        return await desk.enter(roster, False, administrator) if roster else {}

    with on_files(f"{folder} cannot be written"):
        where.mkdir(parents=True, exist_ok=True)
        try:
            links = at_desk(kept, "", "", work)
        except BaseException:
            for file in () if database else where.glob("house.db*"):  # leave nothing half done
                file.unlink()
            raise
        said = {"database": kept, "books": own, "name": name, "money": currency, "origin": origin, "port": port}
        # JSON writes texts and lists as TOML does
        in_toml: dict[str, Any] = {key: json.dumps(value, ensure_ascii=False) for key, value in said.items()}
        (where / "house.toml").write_text(rendered("house_configuration.txt", **in_toml) + "\n", encoding="utf-8")
    say(f"{name} is ready in {folder}: tables {', '.join(tables)}; accounts {', '.join((administrator, *links))}.")
    for person, link in links.items():
        say(f"  {person}: http://127.0.0.1:{port}{link}")
    say(f"Next: croupier serve --config {where / 'house.toml'}")


def _answer(question: str, usual: str) -> str:
    try:
        return Keyboard().ask(f"{question} [{usual}]: ") or usual
    except Leaving:
        raise Complaint("nothing was created") from None


def _tables(live: str, dealt: str) -> dict[str, tuple[str, bool]]:
    """Each table by its own name: its game, and whether a person deals."""
    tables: dict[str, tuple[str, bool]] = {}
    for said, by_hand in ((live, True), (dealt, False)):
        for part in filter(None, map(str.strip, said.split(","))):
            game = typed.game(part)
            number = sum(known == game for known, _ in tables.values()) + 1
            tables[f"{game}-{number}"] = (game, by_hand)
    return tables
