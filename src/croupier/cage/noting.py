"""What the software notes at the cage about tables and tournaments, in the same unit of work."""

from croupier.cage.commands import FillFloat, MoveFromTable, MoveToTable, NoteTable, NoteTournament
from croupier.cage.events import FloatFilled, MovedFromTable, MovedToTable, TableNoted, TournamentNoted
from croupier.cage.state import Cage, CageRules, Noted, fees_of, float_at, hands, play_at, pool_of, stock
from croupier.kernel.accounts import CHIPS
from croupier.kernel.actors import Said
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.money import dollars, together


def move(rules: CageRules, cage: Cage, command: MoveToTable | MoveFromTable, said: Said) -> Decision:
    """Nobody takes more to a table than they have. What a table gives a person is theirs: the cage does not know what
    they have won there.
    """
    person, table, amount, currency = command.person, command.table, command.amount, command.currency
    to, held = isinstance(command, MoveToTable), cage.patron(person).held(currency)
    if not person.strip() or not table.strip() or amount < 0 or currency == "cash":
        return rules.refuse("amount_wrong", "say who moves what, and where")
    if amount and currency == "tournament":
        return rules.refuse("no_money_in_it")
    if not amount and not (command.sits if isinstance(command, MoveToTable) else command.leaves):
        return rules.refuse("amount_wrong")
    if to and amount > held:
        reason = f"{person} has {dollars(held)} in {currency} in hand, not {dollars(amount)}"
        return rules.refuse("more_than_in_hand", reason)
    grounds, there = (command.declared.ground, "more_than_in_hand" if to and amount else ""), amount if to else -amount
    postings = {hands(currency): -there, play_at(table, currency): there} if amount else {}
    return rules.accept(MovedToTable if to else MovedFromTable, command, *grounds, at=said.at, postings=postings)


def fill_float(rules: CageRules, cage: Cage, command: FillFloat, said: Said) -> Decision:
    if command.amount <= 0 or not command.table.strip():
        return rules.refuse("amount_wrong")
    if command.amount > (there := cage.holds(stock(CHIPS))):
        return rules.refuse("stock_short", f"the cage has {dollars(there)} in chips")
    postings = {stock(CHIPS): -command.amount, float_at(command.table, CHIPS): command.amount}
    return rules.accept(FloatFilled, command, postings=postings)


def note_table(rules: CageRules, cage: Cage, command: NoteTable, said: Said) -> Decision:
    noted = Noted(command.float, command.box, command.tokens)
    if not command.table.strip():
        return rules.refuse("table_noted", "say which table")
    if cage.noted.get(command.table) == noted:
        return Refused("nothing_changes", "that is noted already", rules.cite("table_noted"))
    return rules.accept(TableNoted, command, noted=noted)


def note_tournament(rules: CageRules, cage: Cage, command: NoteTournament, said: Said) -> Decision:
    """Nobody pays more than they have in hand, and no more is paid out than is held; what the house adds is in stock.

    Fees returned after they were collected come from the stock, where they are.
    """
    name, people = command.tournament, command.people
    stocked = min(max(-command.fees - cage.holds(fees_of(name)), 0), cage.collected.get(name, 0))
    fees, added = command.fees + stocked, command.added - stocked
    if sum(people.values()) + command.fees + command.pool + command.added or not name.strip():
        return rules.refuse("amount_wrong", "what somebody gains, somebody pays")
    for person, amount in people.items():
        if cage.patron(person).held() + amount < 0:
            held = cage.patron(person).held()
            reason = f"{person} has {dollars(held)} in chips in hand, not {dollars(-amount)}"
            return rules.refuse("more_than_in_hand", reason)
    for kept, change in ((fees_of(name), fees), (pool_of(name), command.pool)):
        if cage.holds(kept) + min(change, 0) < 0:
            return rules.refuse("tournament_short", f"{dollars(cage.holds(kept))} is held there, not {dollars(-change)}")
    if cage.holds(stock(CHIPS)) + min(added, 0) < 0:
        return rules.refuse("stock_short", f"the cage has {dollars(cage.holds(stock(CHIPS)))} in chips")
    postings = together(
        {hands(CHIPS): sum(people.values())}, {fees_of(name): fees, pool_of(name): command.pool, stock(CHIPS): added}
    )
    if not postings and not any(people.values()):
        return rules.refuse("amount_wrong")
    moved = {person: amount for person, amount in people.items() if amount}
    return rules.accept(TournamentNoted, command, people=moved, at=said.at, stocked=stocked, postings=postings)
