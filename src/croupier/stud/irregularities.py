"""Irregularities: somebody reports what happened, the book says what follows, and what it leaves open waits for a ruling.

Each book has its own procedures, in the file of its section on irregularities; the effects they share are here.
"""

from __future__ import annotations

from collections.abc import Iterable

from croupier.kernel.cards import HIDDEN, twice
from croupier.kernel.decisions import Accepted, AwaitingRuling, Decision, Option, Refused
from croupier.kernel.events import Event
from croupier.kernel.rulings import Clauses, Irregularity, carried_out, what_follows
from croupier.stud.commands import PlayOn, Report, Retract, Rule
from croupier.stud.incidents import (
    BetReopened,
    CardTurnedBack,
    DealerCardSeen,
    ExposedCardStays,
    HandVoided,
    IrregularityReported,
    PeopleNotified,
    RetractionDeclined,
    RetractionOffered,
    RoundVoided,
    RulingAsked,
    RulingGiven,
    WagersForfeited,
    WagersRetracted,
)
from croupier.stud.rules import Rules
from croupier.stud.seats import given_back, not_own_box, taken
from croupier.stud.table import FLOAT, Table, bet_of, exchange_of, jackpot_of, stack_of, tokens_of


def report(rules: Rules, table: Table, command: Report) -> Decision:
    """What follows from a report, by the book."""
    places = table.options.places

    def missing(irregularity: Irregularity) -> str:
        if "box" in irregularity.asks and not 0 <= command.box <= places:
            return f"say which box it was: 1 to {places}, or the dealer"
        if "boxes" in irregularity.asks and not (command.boxes and all(1 <= box <= places for box in command.boxes)):
            return f"say which boxes they were: 1 to {places}"
        return ""

    return what_follows(rules, table, command, missing)


def reported(command: Report, clauses: Clauses) -> IrregularityReported:
    return IrregularityReported(
        what=command.what,
        box=command.box,
        boxes=command.boxes,
        player=command.player,
        count=command.count,
        amount=command.amount,
        note=command.note,
        clauses=clauses,
    )


def follows(command: Report, clauses: Clauses, *events: Event) -> Accepted:
    """The report and what comes of it."""
    return Accepted((reported(command, clauses), *events))


def ask(
    command: Report,
    *,
    question: str,
    rank: str,
    options: Iterable[Option],
    clauses: Clauses,
    first: Iterable[Event] = (),
) -> AwaitingRuling:
    """The report, what comes of it at once, and the question that waits for a ruling."""
    choices = tuple(options)
    asked = RulingAsked(
        what=command.what,
        question=question,
        options=tuple(option.name for option in choices),
        rank=rank,
        report=command,
        clauses=clauses,
    )
    events = (reported(command, clauses), *first, asked)
    return AwaitingRuling(question=question, options=choices, rank=rank, clauses=clauses, events=events)


def rule(rules: Rules, table: Table, command: Rule) -> Decision:
    """Carry out the ruling that the table waits for."""

    def given(what: str, clauses: Clauses) -> RulingGiven:
        return RulingGiven(what=what, option=command.option, by=command.by, note=command.note, clauses=clauses)

    return carried_out(rules, table, command, given)


# what the books' procedures have in common


def notify(who: tuple[str, ...], of: str, clauses: Clauses) -> PeopleNotified:
    return PeopleNotified(who=who, of=of, clauses=clauses)


def void_round(
    table: Table, why: str, clauses: Clauses, *, but: Iterable[int] = (), jackpots_too: bool = True
) -> RoundVoided:
    """Every wager of the round goes back to its player, those of folded hands too, but for the boxes that are named.

    The house keeps the jackpot wagers of those; where `jackpots_too` is false, all jackpot wagers stay where they are.
    """
    postings: dict[str, int] = {}
    for number in sorted(set(table.wagered) - set(but)):
        for account, amount in given_back(table, number, jackpot_too=jackpots_too).items():
            postings[account] = postings.get(account, 0) + amount
    for number in but:
        if jackpots_too and (jackpot := table.jackpot(number)):
            postings |= {jackpot_of(number): -jackpot, FLOAT: postings.get(FLOAT, 0) + jackpot}
    return RoundVoided(round=table.round, why=why, clauses=clauses, postings=postings)


def void_hand(table: Table, number: int, why: str, clauses: Clauses, *, jackpot_too: bool = True) -> HandVoided:
    """The wagers of one hand go back and it is out."""
    back = given_back(table, number, jackpot_too=jackpot_too)
    return HandVoided(box=number, why=why, clauses=clauses, postings=back)


def forfeit(table: Table, number: int, why: str, clauses: Clauses) -> WagersForfeited:
    """The wagers of one hand go to the house, an ante only up to the maximum, and it is out."""
    postings, exchange = taken(table, number, bet_too=True).postings, table.exchange(number)
    if exchange:
        postings = {**postings, exchange_of(number): -exchange, FLOAT: postings.get(FLOAT, 0) + exchange}
    return WagersForfeited(box=number, why=why, clauses=clauses, postings=postings)


def in_game(table: Table) -> tuple[int, ...]:
    """The boxes whose wagers still lie on the layout."""
    return tuple(number for number in table.wagered if table.boxes[number].choice in ("", "bet"))


def offer_retraction(
    table: Table, clauses: Clauses, *, but: Iterable[int] = (), also: Iterable[int] = ()
) -> tuple[RetractionOffered, ...]:
    """Everybody still in the game, and some boxes that are out, may take the wagers back, but for those left out."""
    boxes = tuple(sorted({*in_game(table), *also} - set(but)))
    return (RetractionOffered(boxes=boxes, clauses=clauses),) if boxes else ()


def exposed_card(rules: Rules, table: Table, command: Report, clauses: Clauses) -> ExposedCardStays | Refused | None:
    """The first of the dealer's cards to be exposed in error, which stays as the up card; None if there is one already."""
    if table.upcard is not None:
        return None
    held, said = table.dealer.cards, command.cards[:1]
    if not held:
        return Refused("report_incomplete", "record the dealer's card first, then report that it was exposed", clauses)
    place = held.index(said[0]) if said and said[0] in held else len(held) - 1
    card = held[place]
    if card is HIDDEN:
        if not said or said[0] is HIDDEN or said[0] in table.known_cards():
            return Refused("report_incomplete", "say which of the dealer's cards was exposed", clauses)
        card = said[0]
    elif said and said[0] is not card:
        return Refused("report_incomplete", f"{said[0]} is not a card of the dealer's", clauses)
    return ExposedCardStays(place=place, card=card, exposed=table.exposed, clauses=clauses)


def turned_back(box: int, exposed: int, clauses: Clauses) -> CardTurnedBack:
    return CardTurnedBack(box=box, exposed=exposed, clauses=clauses)


def dealers_cards(
    table: Table, command: Report, *, stays: Clauses, seen: Clauses, counts: bool = True
) -> list[ExposedCardStays | DealerCardSeen] | Refused:
    """The `count` cards of the dealer's own that everybody has seen: the first becomes the up card if there is none yet.

    Where the report does not say which cards, those that were dealt last are meant. `counts` says whether they count
    towards a misdeal.
    """
    held, said = table.dealer.cards, command.cards
    clauses = stays if table.upcard is None else seen
    free = [place for place in range(len(held)) if place != table.upcard]
    if not 1 <= command.count <= len(free):
        return Refused("report_incomplete", f"the dealer has {len(free)} cards that could be exposed", clauses)
    if said and (len(said) != command.count or twice(said) is not None):
        return Refused("report_incomplete", f"say {command.count} different cards", clauses)
    events: list[ExposedCardStays | DealerCardSeen] = []
    for card in said or tuple(held[place] for place in free[-command.count :]):
        wanted = card if card in table.known_cards() else HIDDEN
        place = next((place for place in free if held[place] is wanted), None)
        if card is HIDDEN or place is None:
            reason = "say which of the dealer's cards that were face down could be seen"
            return Refused("report_incomplete", reason, clauses)
        free.remove(place)
        number = table.exposed + (len(events) + 1 if counts else 0)
        if table.upcard is None and not events:
            events.append(ExposedCardStays(place=place, card=card, exposed=number, clauses=stays))
        else:
            events.append(DealerCardSeen(place=place, card=card, exposed=number, clauses=seen))
    return events


def reopen_bets(table: Table, boxes: tuple[int, ...], clauses: Clauses) -> BetReopened:
    """Bets go back, tokens as tokens, and are to be decided again."""
    postings: dict[str, int] = {}
    for number in boxes:
        box, bet = table.boxes[number], table.bet(number)
        for account, amount in (
            (bet_of(number), -bet),
            (stack_of(box.seat), bet - box.bet_tokens),
            (tokens_of(box.seat), box.bet_tokens),
        ):
            postings[account] = postings.get(account, 0) + amount
    moved = {account: amount for account, amount in postings.items() if amount}
    return BetReopened(boxes=boxes, clauses=clauses, postings=moved)


def retract(rules: Rules, table: Table, command: Retract) -> Decision:
    seat, number = command.seat, command.box or command.seat
    if (refusal := not_own_box(rules, table, seat, number)) is not None:
        return refusal
    if number not in table.retracting:
        return rules.refuse("wager_locked", f"box {number} has not been given the option of taking its wagers back")
    clauses = table.retraction_clauses
    return Accepted((WagersRetracted(box=number, clauses=clauses, postings=given_back(table, number)),))


def play_on(rules: Rules, table: Table, command: PlayOn) -> Decision:
    seat, number = command.seat, command.box or command.seat
    if (refusal := not_own_box(rules, table, seat, number)) is not None:
        return refusal
    if number not in table.retracting:
        return rules.refuse("decided_already", f"box {number} has no such choice to make")
    return Accepted((RetractionDeclined(box=number, clauses=table.retraction_clauses),))
