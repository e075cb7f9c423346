"""`croupier user`: the people of a house, their roles and how they sign in."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option, Typer

from croupier.cli.terminal.administration import Acting, At, Desk, at_desk, secret
from croupier.cli.terminal.house_access import HOUSE, Database, with_floor
from croupier.cli.terminal.output import Complaint, read_text, say
from croupier.tables.people_stream import PeopleStream

if TYPE_CHECKING:
    from croupier.floor.floor import Floor

user = Typer(help="The people of a house: accounts, roles, passwords, exclusions.", no_args_is_help=True)
Person = Annotated[str, Argument(metavar="PERSON", help="The account name, in lower case.")]
_PEOPLE = "people"


@user.command()
def add(
    person: Person,
    name: Annotated[str, Option("--name", help="The display name.")] = "",
    role: Annotated[
        list[str] | None, Option("--role", metavar="BOOK:RANK", help="A rank or office, * for the whole house; may be repeated.")
    ] = None,
    administrator: Annotated[
        bool, Option("--administrator", help="The first administrator of an empty house; asks for a password.")
    ] = False,
    database: Database = HOUSE,
    at: At = "",
    acting: Acting = "",
) -> None:
    """Open an account. On an empty house, `--administrator` makes the first one, who makes all others."""
    roles = [_role(text) for text in role or ()]
    if administrator and (at or acting):
        raise Complaint("--administrator makes the first account of a house that no server has open: no --at, no --person")
    new = _new_password(person) if administrator else ""

    async def work(desk: Desk) -> None:
        await desk.do(_PEOPLE, "register-person", person=person, name=name or person)
        if administrator:
            await desk.do(_PEOPLE, "grant-role", person=person, book="*", capacity="administrator")
            await desk.set_password(person, new, "")
        for book, capacity in roles:
            await desk.do(_PEOPLE, "grant-role", person=person, book=book, capacity=capacity)

    if administrator:
        _nobody_yet(database)
    at_desk(database, at, acting, work)
    say(f"{person} is registered.")


@user.command()
def password(
    person: Person,
    code: Annotated[str, Option("--code", help="A recovery code, instead of the current password.")] = "",
    database: Database = HOUSE,
    at: At = "",
) -> None:
    """Set a new password. A running server asks for the current one or a code; direct access to the store needs neither."""
    new = _new_password(person)
    at_desk(database, at, "", lambda desk: desk.set_password(person, new, code), signed=False)
    say(f"{person} has a new password.")


@user.command()
def role(
    person: Person,
    what: Annotated[str, Argument(metavar="BOOK:RANK", help="A rank of a book, or *:OFFICE.")],
    revoke: Annotated[bool, Option("--revoke", help="Take it away instead.")] = False,
    database: Database = HOUSE,
    at: At = "",
    acting: Acting = "",
) -> None:
    """Grant or revoke a rank of a book or an office. Administrators do this, for others."""
    book, capacity = _role(what)
    do = "revoke-role" if revoke else "grant-role"
    at_desk(database, at, acting, lambda desk: desk.do(_PEOPLE, do, person=person, book=book, capacity=capacity))
    say(f"{person} acts as {capacity} {'no more' if revoke else 'from now on'}.")


@user.command()
def unlock(person: Person, database: Database = HOUSE, at: At = "", acting: Acting = "") -> None:
    """Issue a code that sets a new password and signs in, once, within fifteen minutes.

    They use it on the sign-in page, or by `croupier user password PERSON --code CODE`. With access to the
    files of a running house, you need no account.
    """
    say(at_desk(database, at, acting, lambda desk: desk.recovery_code(person), beside=True))


@user.command()
def invite(
    what: Annotated[str, Argument(metavar="[BOOK:RANK]", help="The role of the new account; without one, a player's.")] = "",
    person: Annotated[str, Option("--for", metavar="ACCOUNT", help="An account that has no password yet.")] = "",
    database: Database = HOUSE,
    at: At = "",
    acting: Acting = "",
) -> None:
    """Make a link that opens an account once, within seven days. Administrators invite anyone, cashiers invite players.

    Send the link to one person. They choose the account name and the password, on the page of a running house.
    """
    from croupier.floor.roster import new_link

    link, digest = new_link(person)
    book, capacity = _role(what) if what else ("", "")
    facts = {"invitation": digest, "person": person, "book": book, "capacity": capacity}
    at_desk(database, at, acting, lambda desk: desk.do(_PEOPLE, "make-invitation", **facts))
    say(f"{at.rstrip('/')}{link}" if at else f"Behind the address of the house: {link}")


@user.command("import")
def import_people(
    file: Annotated[
        str,
        Argument(metavar="FILE", help="A CSV table with the columns account, name, roles and papers; - reads standard input."),
    ],
    dry_run: Annotated[bool, Option("--dry-run", help="Check every line, and register nobody.")] = False,
    database: Database = HOUSE,
    at: At = "",
    acting: Acting = "",
) -> None:
    """Register everyone in a table, or nobody if a line is wrong. The last two columns may be left out.

    Roles are BOOK:RANK, several with a semicolon between. For an administrator it prints a link for each account, with
    which its owner sets a password, once, within seven days.
    """
    table = read_text(file)
    links = at_desk(database, at, acting, lambda desk: desk.enter(table, dry_run))
    for person, link in links.items():
        say(f"{person} {link}".rstrip())
    say(f"{len(links)} accounts {'could be registered: nobody was' if dry_run else 'are registered'}.")


@user.command()
def exclude(
    person: Person,
    reason: Annotated[str, Option("--reason", help="Why; it is on record.")],
    days: Annotated[int, Option("--days", min=0, help="For how long; without it, until it is lifted.")] = 0,
    database: Database = HOUSE,
    at: At = "",
    acting: Acting = "",
) -> None:
    """Exclude a person from the whole house. Supervisors and security do this."""
    ends = int(time.time()) + days * 86400 if days else 0
    at_desk(database, at, acting, lambda desk: desk.do(_PEOPLE, "exclude-person", person=person, reason=reason, ends=ends))
    say(f"{person} is excluded from the house.")


def _role(text: str) -> tuple[str, str]:
    book, colon, capacity = text.partition(":")
    if not colon or not book.strip() or not capacity.strip():
        raise Complaint(f"{text!r} is not a role: use BOOK:RANK, such as *:cashier or crown-poker:Dealer")
    if not PeopleStream().rules.capacity(book.strip(), capacity.strip()):  # before anyone is registered
        raise Complaint(f"there is no role {capacity.strip()!r} in {book.strip()!r}: check the spelling, nothing was changed")
    return book.strip(), capacity.strip()


def _new_password(person: str) -> str:
    return secret(f"New password of {person}: ")


def _nobody_yet(database: str) -> None:
    """Raised before anyone is registered, so that nothing is half done."""

    async def people(floor: Floor) -> list[str]:
        return list(floor.house.people.state.administrators)

    if with_floor(database, people):
        raise Complaint("the house has an administrator already, who makes others: --person ADMINISTRATOR")
