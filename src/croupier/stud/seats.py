"""Opening the table, sitting down and leaving."""

from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from croupier.kernel.accounts import FLOAT, Account, in_tokens, purse_of, stack_of, withheld_of
from croupier.kernel.actors import HOUSE, Said
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Command, Event, ForCash
from croupier.kernel.money import dollars, moving, together
from croupier.stud import commands, events
from croupier.stud.rules import Rules
from croupier.stud.state import VOUCHERS, Box, State, ante_of, bet_of, exchange_of, jackpot_of, tokens_of, wager_of

Undoing = TypeVar("Undoing", bound=Event)

MOST_CHIPS = 10**12
"""The most that one player can bring, in cents: far above any table, and small enough that every sum fits 64 bits."""


def open_table(rules: Rules, table: State, command: commands.OpenTable, said: Said) -> Decision:
    if table.edition:
        return rules.refuse("table_opened", "the table is already open")
    if (refusal := rules.not_prescribed(command.options)) is not None:
        return refusal
    if wrong := rules.options_wrong(command.options):
        return rules.refuse("options_not_allowed", wrong)
    return rules.accept(events.TableOpened, command, game=rules.game, edition=rules.edition)


def not_in_tournament(rules: Rules, command: Command, said: Said) -> Refused | None:
    """A refusal of what has no place at a tournament table: only the tournament gives seats, chips and limits."""
    if isinstance(command, ForCash):
        return rules.no("tournament_table", "cash")
    if isinstance(command, _GIVEN) and said.capacity != HOUSE:
        return rules.no("tournament_table", "given")
    return None


_GIVEN = (commands.TakeSeat, commands.LeaveSeat, commands.ChangeSeat, commands.ChangeLimits, commands.CloseTable)


def take_seat(rules: Rules, table: State, command: commands.TakeSeat, said: Said) -> Decision:
    seat, chips = command.seat, command.chips
    if (refusal := _taken(rules, table, seat)) is not None:
        return refusal
    person = command.person or (said.person if said.seat == seat else "")
    if not person.strip():
        return rules.no("seat_taken", "who")
    if said.seat and person != said.person:
        return rules.no("not_your_place", "sit", by=said.person, person=person)
    if other := table.seat_of(person):
        return rules.no("place_occupied", "sits", person=person, other=other)
    if (refusal := is_excluded(rules, table, person)) is not None:
        return refusal
    if chips <= 0:
        return rules.no("wagers_in_chips", "bring")
    if chips > MOST_CHIPS:
        return rules.no("wagers_in_chips", "most", most=MOST_CHIPS)
    if not table.options.tournament and (refusal := not_in_chips(rules, table, chips)) is not None:
        return refusal
    made: list[Event] = []
    if other := table.boxes[seat].seat:
        if table.phase != "wagers" or free_places(table):
            return rules.no("place_occupied", "wager", other=other, seat=seat)
        why = "the seat is needed for someone who would be kept out of the game"
        back = given_back(table, seat)
        made.append(events.WagerRefused(box=seat, why=why, clauses=rules.cite("extra_box_needed"), postings=back))
    postings = {stack_of(seat): chips, purse_of(person): -chips}
    grounds = ("entrant_seated", "tournament_chips") if table.options.tournament else ("seat_taken",)
    made.append(events.SeatTaken(seat=seat, person=person, clauses=rules.cite(*grounds), postings=postings))
    return Accepted(tuple(made))


def _taken(rules: Rules, table: State, place: int) -> Refused | None:
    """A refusal unless the place exists and is free."""
    if not 1 <= place <= table.options.places:
        return rules.no("no_such_place", "seat", places=table.options.places, seat=place)
    if place in table.seats:
        return rules.no("place_occupied", "taken", seat=place)
    return None


def is_excluded(rules: Rules, table: State, person: str) -> Refused | None:
    """A refusal for a person who takes no further part, at any seat."""
    for parted in table.parted:
        if parted.keeps_out(person, table.people.values()):
            others = ", ".join(partner for partner in parted.people if partner != person)
            return rules.no("player_excluded", "apart", clauses=parted.clauses, person=person, others=others)
    if person not in table.excluded:
        return None
    ground = "player_excluded" if rules.has("exclusion") else "not_your_place"
    return rules.no(ground, "excluded", person=person)


def free_places(table: State) -> list[int]:
    """The places where nobody sits and no other person has a wager."""
    places = range(1, table.options.places + 1)
    return [place for place in places if place not in table.seats and not table.boxes[place].seat]


def leave_seat(rules: Rules, table: State, command: commands.LeaveSeat, said: Said) -> Decision:
    if (refusal := not_seated(rules, table, command.seat)) is not None:
        return refusal
    if (refusal := _bound(rules, table, command.seat)) is not None:
        return refusal
    return Accepted(seat_given_up(rules, table, command.seat, "seat_left"))


def change_seat(rules: Rules, table: State, command: commands.ChangeSeat, said: Said) -> Decision:
    """A player without a wager on the table moves to another place, with chips, tokens and any special limits."""
    seat, to = command.seat, command.to
    if (refusal := not_seated(rules, table, seat)) is not None or (refusal := _taken(rules, table, to)) is not None:
        return refusal
    if (refusal := _bound(rules, table, seat)) is not None:
        return refusal
    if to not in free_places(table):
        return rules.no("place_occupied", "wager", other=table.boxes[to].seat, seat=to)
    if seat in table.jackpots.values():
        return rules.no("wager_locked", "jackpot on the table", seat=seat)
    person, clauses = table.people[seat], rules.cite("seat_taken")
    kept = rules.cite("minimum_kept") if person in table.kept else ()
    stack, tokens = table.stack(seat), table.tokens(seat)
    postings = together({stack_of(seat): -stack, stack_of(to): stack}, {tokens_of(seat): -tokens, tokens_of(to): tokens})
    rises = events.SeatLeft(seat=seat, person=person, moves=True, clauses=clauses)
    return Accepted((rises, events.SeatTaken(seat=to, person=person, clauses=(*clauses, *kept), postings=postings)))


def _bound(rules: Rules, table: State, seat: int) -> Refused | None:
    """A refusal for a person whose wagers keep them at their place."""
    for number in (number for number in table.wagered if table.boxes[number].seat == seat):
        if table.lies_in_play(number):
            return rules.no("wager_locked", "on the table", seat=seat)
        if table.boxes[number].choice != "void" or table.boxes[number].collected:
            return rules.no("wager_locked", "unsettled", number=number)
    return None


def seat_given_up(rules: Rules, table: State, seat: int, ground: str) -> tuple[Event, ...]:
    """A player gets up with chips, tokens and jackpot wagers kept from a misdeal.

    If the book requires it, cards lying ready at an empty table are shuffled.
    """
    stack, tokens = table.stack(seat), table.tokens(seat)
    kept = {jackpot_of(box): -table.jackpot(box) for box, owner in table.jackpots.items() if owner == seat}
    postings = {purse_of(table.people[seat]): stack - sum(kept.values()), stack_of(seat): -stack, **kept}
    postings = {account: amount for account, amount in postings.items() if amount}
    if tokens:
        postings |= {tokens_of(seat): -tokens, VOUCHERS: tokens}
    marker = "marker_removed" if table.people[seat] in table.kept else ""
    clauses = rules.cite(ground, marker, "jackpot_leaver" if kept and rules.has("jackpots kept") else "")
    left = events.SeatLeft(seat=seat, person=table.people[seat], clauses=clauses, postings=postings)
    if rules.has("vacancy") and table.seats == (seat,) and table.shuffled and table.phase == "wagers":
        return left, events.ShuffleOrdered(why="the table stands empty", clauses=rules.cite("table_vacant"))
    return (left,)


def not_seated(rules: Rules, table: State, seat: int) -> Refused | None:
    if not 1 <= seat <= table.options.places:
        return rules.no("no_such_place", "seat", places=table.options.places, seat=seat)
    if seat not in table.people:
        return rules.no("nobody_sits_there", seat=seat)
    return None


def not_own_box(rules: Rules, table: State, seat: int, box: int) -> Refused | None:
    """A refusal unless the player of that seat has a wager on that box."""
    if (refusal := not_seated(rules, table, seat)) is not None:
        return refusal
    if box != seat and not 1 <= box <= table.options.places:
        return rules.no("no_such_place", "box", places=table.options.places, box=box)
    if not (whose := table.boxes[box].seat):
        return rules.no("nothing_wagered", "no ante", box=box)
    return None if whose == seat else rules.no("not_your_place", "box", box=box, whose=whose)


def not_in_chips(rules: Rules, table: State, amount: int, ground: str = "wagers_in_chips") -> Refused | None:
    """A refusal of an amount that the chips of the table cannot make."""
    chip = table.options.chip
    if not (rest := amount % chip):
        return None
    return rules.no(ground, "chip", chip=chip, amount=amount, less=amount - rest, more=amount - rest + chip)


def cannot_pay(rules: Rules, table: State, seat: int, amount: int, tokens: int = 0) -> Refused | None:
    """A refusal unless the player has the chips for the amount, and the tokens for the part that is tokens."""
    if amount <= 0 or not 0 <= tokens <= amount:
        return rules.no("wagers_in_chips", "none", amount=amount)
    if tokens and not rules.has("tokens"):
        return rules.unknown("promotional tokens")
    if (refusal := not_in_chips(rules, table, tokens)) is not None:
        return refusal
    if tokens and (held := table.tokens(seat)) < tokens:
        return rules.no("wagers_in_chips", "tokens", seat=seat, held=held, tokens=tokens)
    if (stack := table.stack(seat)) < amount - tokens:
        return rules.no("wagers_in_chips", "stack", seat=seat, stack=stack, amount=amount - tokens)
    return None


def staked(seat: int, spot: Account, amount: int, tokens: int = 0) -> dict[Account, int]:
    """The postings of a wager: from the player's chips, and tokens if any, to its spot."""
    if not tokens:
        return moving(amount, stack_of(seat), spot)
    return together({stack_of(seat): tokens - amount, spot: amount - tokens}, {tokens_of(seat): -tokens, in_tokens(spot): tokens})


def laid(table: State, spot: Account, seat: int, amount: int) -> tuple[int, dict[Account, int]]:
    """The tokens in a wager that changes to `amount`, and the postings: chips change before tokens."""
    there = table.money.get(spot, 0)
    tokens = min(table.tokens_on(spot), amount)
    chips, back = amount - tokens - there, table.tokens_on(spot) - tokens
    return tokens, together({spot: chips, stack_of(seat): -chips}, {in_tokens(spot): -back, tokens_of(seat): back})


def taken_back(table: State, seat: int, *spots: Account) -> dict[Account, int]:
    """The postings that move everything on some spots to a player, tokens as tokens."""
    return together(
        *(
            {spot: -(chips := table.money.get(spot, 0)), stack_of(seat): chips}
            | {in_tokens(spot): -(tokens := table.tokens_on(spot)), tokens_of(seat): tokens}
            for spot in spots
        )
    )


def given_back(table: State, number: int, *, jackpot_too: bool = True) -> dict[Account, int]:
    """The postings that return a box's wagers, and what the house took of the hand before; an early payment is undone."""
    box = table.boxes[number]
    if undone := {account: -amount for account, amount in box.paid_early.items()}:
        table = table.moved(undone)
    spots = [ante_of(number), bet_of(number), exchange_of(number), *(wager_of(name, number) for name in box.wagers)]
    if jackpot_too and table.jackpots.get(number) == box.seat:
        spots.append(jackpot_of(number))
    chips, tokens = box.collected - box.collected_tokens, box.collected_tokens
    return together(
        undone,
        taken_back(table, box.seat, *spots),
        {FLOAT: -chips, stack_of(box.seat): chips},
        {in_tokens(FLOAT): -tokens, tokens_of(box.seat): tokens},
    )


def no_longer_held(table: State, undoes: Undoing) -> Undoing:
    """The event that undoes winnings, including those held back: each comes from where it is kept, or from the house."""
    after: State = undoes.apply(table)
    back: dict[Account, int] = {}
    for seat, person in table.people.items():
        # by the event the round may have changed; what was held back in this round is unchanged
        still = replace(after, round=table.round).held_in_round(person)
        if (less := table.held_in_round(person) - still) > 0:
            kept = min(less, table.money.get(withheld_of(person), 0))
            back = together(back, {withheld_of(person): -kept, FLOAT: kept - less, stack_of(seat): less})
    return replace(undoes, postings=together(undoes.postings, back)) if back else undoes


class Taken(msgspec.Struct, frozen=True, gc=False):
    """What the house takes from a hand that is given up, how much of it is in tokens, and the postings."""

    amount: int
    tokens: int
    postings: dict[Account, int]

    def told(self, box: Box) -> dict[str, Any]:
        """What its event says, with the number of its cards."""
        return {"counted": len(box.cards), "collected": self.amount, "tokens": self.tokens, "postings": self.postings}


def taken(table: State, number: int, *, of_bet: int = 0) -> Taken:
    """The house takes the ante up to the maximum, and the bet up to a given sum; the rest is returned, tokens first."""
    seat, ante, bet = table.boxes[number].seat, ante_of(number), bet_of(number)
    on_ante, on_bet, in_play = table.ante(number), table.bet(number), table.ante_in_play(number)
    of_bet = min(of_bet, on_bet)
    amount = in_play + of_bet
    tokens_on_ante, tokens_on_bet = table.tokens_on(ante), table.tokens_on(bet)
    if not (tokens_on_ante or tokens_on_bet):  # the usual case
        moved = {ante: -on_ante, stack_of(seat): on_ante + on_bet - amount, bet: -on_bet, FLOAT: amount}
        return Taken(amount, 0, {spot: much for spot, much in moved.items() if much})
    tokens = tokens_on_ante - min(tokens_on_ante, on_ante - in_play)
    tokens += tokens_on_bet - min(tokens_on_bet, on_bet - of_bet)
    lost = {stack_of(seat): tokens - amount, FLOAT: amount - tokens, tokens_of(seat): -tokens, in_tokens(FLOAT): tokens}
    return Taken(amount=amount, tokens=tokens, postings=together(taken_back(table, seat, ante, bet), lost))


def take_tokens(rules: Rules, table: State, command: commands.TakeTokens, said: Said) -> Decision:
    if not rules.has("tokens"):
        return rules.unknown("promotional tokens")
    if (refusal := not_seated(rules, table, command.seat)) is not None:
        return refusal
    if not 0 < command.amount <= MOST_CHIPS:
        return rules.refuse("tokens_taken", f"a voucher has a value of at most {dollars(MOST_CHIPS)}")
    postings = {tokens_of(command.seat): command.amount, VOUCHERS: -command.amount}
    return rules.accept(events.TokensTaken, command, "tokens_taken", postings=postings)


def buy_chips(rules: Rules, table: State, command: commands.BuyChips, said: Said) -> Decision:
    """Money is exchanged for chips at the table; only chips are wagered."""
    if not rules.has("chips at the table"):
        return rules.unknown("money made into chips at the table")
    if (refusal := not_seated(rules, table, command.seat)) is not None:
        return refusal
    if (refusal := is_excluded(rules, table, table.people[command.seat])) is not None:
        return refusal
    if not 0 < command.amount <= MOST_CHIPS:
        return rules.no("chips_bought", "none", amount=command.amount)
    if (refusal := not_in_chips(rules, table, command.amount, "chips_bought")) is not None:
        return refusal
    postings = {stack_of(command.seat): command.amount, purse_of(table.people[command.seat]): -command.amount}
    return rules.accept(events.ChipsBought, command, "chips_bought", postings=postings)
