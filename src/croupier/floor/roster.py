"""People of a house from a table: players and staff registered together, all or none, and a link for each to sign in by.

A table is CSV with a heading: `account`, `name`, and optionally `roles` (`BOOK:RANK`, several with a semicolon) and
`papers`.
"""

import csv
import hashlib
import secrets
from typing import NamedTuple
from urllib.parse import quote

from croupier.floor.floor import Floor, Undo
from croupier.kernel.decisions import Refused
from croupier.kernel.errors import CroupierError
from croupier.kernel.events import Command
from croupier.kernel.roles import ADMINISTRATOR, CASHIER
from croupier.people.commands import GrantRole, MakeInvitation, RegisterPerson

_TRIED = Refused("nothing_changes", "everything was accepted, and nothing is kept", ())
COLUMNS = ("account", "name", "roles", "papers")


class Row(NamedTuple):
    """A person in the table: their line, and what is needed to let them in."""

    line: int
    person: str
    commands: list[Command]


def digest_of(token: str) -> str:
    """The digest by which the record knows a link."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_link(person: str = "") -> tuple[str, str]:
    """A new link, the part after a house's address, and its digest. Browsers do not send what is after the #, so no log has
    it.
    """
    token = secrets.token_urlsafe(32)
    return f"/invitation#{token}{f'.{quote(person)}' * bool(person)}", digest_of(token)


def inviting(floor: Floor, person: str) -> str:
    """The capacity in which a person lets others in, if they have one."""
    known = floor.house.people.state.people.get(person)
    return ADMINISTRATOR if known is not None and known.holds(ADMINISTRATOR) else CASHIER


def read_roster(text: str) -> list[Row]:
    """The rows of a table; all errors are reported together, by line."""
    table = csv.reader(text.removeprefix("\ufeff").splitlines())
    head = [heading.strip().casefold() for heading in next(table, [])]
    if not {"account", "name"} <= set(head) <= set(COLUMNS) or len(set(head)) != len(head):
        raise CroupierError(
            f"line 1: the heading is account,name and, where you need them, roles and papers; not {','.join(head)}"
        )
    rows, wrong = list[Row](), list[str]()
    for cells in table:
        line = table.line_num
        if not any(map(str.strip, cells)):
            continue
        if len(cells) > len(head):
            wrong.append(f"line {line}: {len(cells)} fields, where the heading has {len(head)}: put quotes around a comma")
            continue
        said = {column: cell.strip() for column, cell in zip(head, cells, strict=False)}
        commands: list[Command] = [
            RegisterPerson(person=said["account"], name=said.get("name") or said["account"], identity=said.get("papers", ""))
        ]
        for role in filter(None, map(str.strip, said.get("roles", "").split(";"))):
            book, colon, capacity = map(str.strip, role.partition(":"))
            if not colon:
                wrong.append(f"line {line}: {role!r} is not a role: use BOOK:RANK, such as *:cashier")
            commands.append(GrantRole(person=said["account"], book=book, capacity=capacity))
        rows.append(Row(line, said["account"], commands))
    if wrong or not rows:
        raise CroupierError("; ".join(wrong) or "there is nobody in the table")
    return rows


async def enter_roster(floor: Floor, rows: list[Row], person: str, *, dry_run: bool = False) -> dict[str, str]:
    """Register everyone in a table for an administrator or a cashier, or, if anything is refused or it is a `dry_run`,
    nobody. Returns the link of each account, if an administrator asks: with it the owner sets the password, once.
    """
    rules, by = floor.house.people.rules, inviting(floor, person)

    def enter() -> dict[str, str]:
        links, wrong = dict[str, str](), list[str]()
        for row in rows:
            link, digest = new_link(row.person)
            invite = [MakeInvitation(invitation=digest, person=row.person)] * (by == ADMINISTRATOR)
            for command in (*row.commands, *invite):
                decision = floor.house.people.do(command, said=floor.said(floor.house.people, person, by))
                if isinstance(decision, Refused):
                    wrong.append(f"line {row.line}: {decision.reason}")
                    break
            else:
                links[row.person] = link
        if wrong:
            raise Undo(
                Refused("person_registered", "nobody was registered; " + "; ".join(wrong), rules.cite("person_registered"))
            )
        if dry_run:
            raise Undo(_TRIED)
        return links

    try:
        links = await floor.transact(enter)
    except Undo as undone:
        if undone.refusal is not _TRIED:
            raise
        return dict.fromkeys((row.person for row in rows), "")
    return links if by == ADMINISTRATOR else dict.fromkeys(links, "")
