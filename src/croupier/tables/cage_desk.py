"""The cage as a stream, the desk that links it to tables, and reminders of time and result (`time_and_result`)."""

from collections.abc import Callable, Iterable, Mapping
from typing import Unpack

from croupier.books import HOUSE as HOUSE_BOOK, When, book_of
from croupier.books.house import cage as cage_of
from croupier.cage import commands
from croupier.cage.engine import CageEngine
from croupier.cage.state import Cage, CageRules
from croupier.kernel import accounts
from croupier.kernel.accounts import FLOAT, Account
from croupier.kernel.actors import HOUSE, Said
from croupier.kernel.decisions import Refused
from croupier.kernel.errors import UnknownGame
from croupier.kernel.legal import Legal
from croupier.kernel.links import Ask, Link, Links
from croupier.kernel.money import Currency, together
from croupier.kernel.streams import AnyStream, Kept, Stream
from croupier.people.register import may_act, two_people
from croupier.poker.state import CHIP_BOX, State, held_of, kept_of, side_of
from croupier.stud.state import METER, ante_of, bet_of, exchange_of, jackpot_of, wager_of
from croupier.tables.any_table import AnyTable
from croupier.tables.people_stream import PeopleStream
from croupier.tables.player_limits import may_buy, may_enter

GAME = "cage"


def _rules(game: str, edition: str, at: When = None) -> CageRules:
    if game != GAME:
        raise UnknownGame(f"the cage is called {GAME!r}, not {game!r}")
    return cage_of(book_of(HOUSE_BOOK, edition, at))


CAGE = CageEngine(_rules)


class CageStream(Stream[CageRules, Cage]):
    """The cage of the house, with its whole record; `tables` and `people` are those that its `Desk` knows."""

    engine = CAGE
    usual_game = GAME

    def __init__(
        self, *, tables: Mapping[str, AnyTable] | None = None, people: PeopleStream | None = None, **kept: Unpack[Kept]
    ) -> None:
        super().__init__(**kept)
        if tables is not None or people is not None:
            Links().link(self, Desk(self, ({} if tables is None else tables).get, people))


class Desk(Link):
    """The desk of the cage knows the tables and the register of people.

    What the house has at a table is noted before a float or a chip box is counted or moved. Nobody who may not buy chips
    can buy any, and the register decides whether two people are two persons.
    """

    def __init__(self, cage: CageStream, table: Callable[[str], AnyTable | None], people: PeopleStream | None) -> None:
        self.cage, self.table, self.people = cage, table, people

    def asks(self, ask: Ask) -> Iterable[Ask]:
        """If a command is about what the house has at a table by its ledger, that is noted first."""
        name = ""
        match ask.command:
            case commands.CountFloat() | commands.CollectDrop():
                name = ask.command.table
            case commands.ConfirmTransfer() if ask.command.number in self.cage.state.transfers:
                name = self.cage.state.transfers[ask.command.number].table
        if (table := self.table(name)) is not None:
            yield Ask(self.cage, noted(table), Said(HOUSE, HOUSE, ask.said.at), optional=True)
        yield ask

    def refuses(self, ask: Ask) -> Refused | None:
        if self.people is None:
            return None
        state, said, command = self.cage.state, ask.said, ask.command
        if (refusal := may_act(self.people.rules, self.people.state, said)) is not None:
            return refusal
        if self.cage.rules.not_for(said, command.declared.by, ()) is not None:
            return None  # the cage refuses it, and they learn nothing of anyone's limits or exclusions
        first = ""
        match command:
            case commands.IssueChips():
                return may_buy(self.people, state, command.person, command.amount, said.at)
            case commands.IssueTokens():
                return may_enter(self.people, command.person, said.at)
            case commands.ExplainResult() if self.table(command.table) is None:
                return self.cage.rules.refuse("variance_explained", f"there is no table {command.table!r}")
            case commands.ConfirmTransfer() if command.number in state.transfers:
                first = state.transfers[command.number].by
            case commands.CountDrop() if command.table in state.boxes:
                first = state.boxes[command.table].by
        if first and not two_people(self.people.state, first, said.person):
            return self.cage.rules.refuse("two_people")
        return None

    def offers(self, stream: AnyStream, offer: Legal, said: Said) -> Legal | None:
        """An offer says in which capacity it is open; the sender is not known."""
        return offer


def noted(table: AnyTable) -> commands.NoteTable:
    """What the house has won at a table: into the float, prize meters included, into the chip box, and of tokens."""
    money: Mapping[Account, int] = table.state.money
    return commands.NoteTable(
        table=table.name,
        float=money.get(FLOAT, 0) + money.get(METER, 0),
        box=money.get(CHIP_BOX, 0),
        tokens=money.get(accounts.in_tokens(FLOAT), 0),
    )


# Reminders of time and result


def time_and_result(cage: CageStream, streams: Mapping[str, AnyStream], person: str, at: int) -> tuple[int, dict[Currency, int]]:
    """For how many seconds a person has been at tables without a break, and what they have won on this day (negative: lost) in
    each currency, including the chips in front of them. What is in a pot counts as lost until it is won.
    """
    patron = cage.state.patron(person)
    here = {name: streams[name] for name in patron.tables if name in streams}
    now = {name: chips_before(table, person) - patron.tables[name].brought for name, table in here.items()}
    nets = together(patron.in_days(1, at).results, now)
    each = ({streams.get(name, cage).rules.currency: net} for name, net in nets.items())
    return at - patron.since if patron.since >= 0 else 0, together(*each)


def chips_before(table: AnyStream, person: str) -> int:
    """A player's chips at a table: the stack, those on the layout, and those kept for them; none at a tournament table."""
    state, seat = table.state, table.state.seat_of(person)
    if state.options.tournament:
        return 0
    if isinstance(state, State):
        own = [kept_of(person), *((accounts.stack_of(seat), held_of(seat), side_of(seat)) if seat else ())]
    else:
        boxes = [number for number, box in enumerate(state.boxes) if seat and box.seat == seat]
        own = [spot(number) for number in boxes for spot in (ante_of, bet_of, exchange_of)]
        own += [wager_of(name, number) for number in boxes for name in state.boxes[number].wagers]
        own += [jackpot_of(box) for box, owner in state.jackpots.items() if owner == seat]
        own += [accounts.stack_of(seat)] if seat else []
    return sum(state.money.get(name, 0) for name in own)
