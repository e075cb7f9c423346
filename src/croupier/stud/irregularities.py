"""What the books' procedures for irregularities share; each book has its own in the file of that section."""

from collections.abc import Iterable
from typing import TypeVar

from croupier.kernel.accounts import FLOAT, in_tokens, stack_of
from croupier.kernel.actors import Said
from croupier.kernel.cards import HIDDEN, twice
from croupier.kernel.conduct import exclude
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Event
from croupier.kernel.incidents import PlayerExcluded, Report
from croupier.kernel.money import together
from croupier.kernel.rulings import STEPS, Clauses, whom
from croupier.kernel.telling import counted, whose
from croupier.stud import events
from croupier.stud.commands import PlayOn, Retract
from croupier.stud.jackpot_wagers import jackpot_returned
from croupier.stud.rules import Rules
from croupier.stud.seats import given_back, no_longer_held, not_own_box, taken, taken_back
from croupier.stud.state import DEALER, Box, State, ante_of, bet_of, jackpot_of, tokens_of, wager_of

Found = TypeVar("Found", events.AnteFound, events.BetFound)


def notify(who: tuple[str, ...], of: str, clauses: Clauses) -> events.PeopleNotified:
    return events.PeopleNotified(who=who, of=of, clauses=clauses)


def told(table: State, person: str, about: str, advice: str, clauses: Clauses) -> events.PlayerTold:
    """A person gets advice, at the table or standing by; it counts at whatever seat they take next."""
    return events.PlayerTold(seat=table.seat_of(person), person=person, about=about, advice=advice, clauses=clauses)


def void_round(
    table: State, why: str, clauses: Clauses, *, but: Iterable[int] = (), jackpots_too: bool = True
) -> events.RoundVoided:
    """Return every wager of the round to its player, those of folded hands too, except for the boxes named.

    The house keeps the other wagers of those; if `jackpots_too` is false, all jackpot wagers stay.
    """
    back = [given_back(table, box, jackpot_too=jackpots_too) for box in sorted(set(table.wagered) - set(but))]
    spots = [(jackpot_of(box), table.jackpot(box)) for box in but if jackpots_too]
    spots += [(wager_of(name, box), on) for box in but for name, on in table.side_wagers(box).items()]
    kept = [{spot: -on, FLOAT: on} for spot, on in spots]
    void = events.RoundVoided(round=table.round, why=why, clauses=clauses, postings=together(*back, *kept))
    return no_longer_held(table, void)


def void_hand(table: State, number: int, why: str, clauses: Clauses, *, jackpot_too: bool = True) -> events.HandVoided:
    """Return the wagers of one hand, which is out."""
    back = given_back(table, number, jackpot_too=jackpot_too)
    return no_longer_held(table, events.HandVoided(box=number, why=why, clauses=clauses, postings=back))


def wagers_back(table: State, number: int, why: str, clauses: Clauses) -> Event:
    """Return the wagers of a box; before the deal there is no hand to void, and the box is free again."""
    if table.phase == "wagers":
        return events.WagerRefused(box=number, why=why, clauses=clauses, postings=given_back(table, number))
    return void_hand(table, number, why, clauses)


def cards_returned(table: State, number: int, *clauses: str) -> events.CardsReturned:
    """Put cards taken by mistake back on their box, with what the house had collected."""
    lost = table.boxes[number].collected
    back = {FLOAT: -lost, ante_of(number): lost} if lost else {}
    return events.CardsReturned(box=number, clauses=clauses, postings=back)


def deemed_own(table: State, report: Report, box: int, clauses: Clauses) -> Accepted:
    """Let the one hand that a player has looked at count as the seat's own."""
    looked = events.HandPickedUp(box=box, seat=report.player, cards=table.boxes[box].cards, clauses=clauses)
    return Accepted((events.HandDeemedOwn(box=box, clauses=clauses), looked))


def no_shuffler(table: State, called: str, *clauses: str) -> Refused | None:
    """A refusal of a report about a device that the table does not have, by the book's name for it."""
    if table.options.device == "shuffler":
        return None
    return Refused("not_irregular", f"there is no {called} at this table", clauses)


def off_the_layout(table: State, boxes: Iterable[int], why: str, clauses: Clauses) -> list[Event]:
    """Refuse wagers before the first card and return them. If no wager is left to deal to, betting opens again."""
    gone = set(boxes)
    made: list[Event] = [
        events.WagerRefused(box=box, why=why, clauses=clauses, postings=given_back(table, box)) for box in sorted(gone)
    ]
    if gone and table.phase == "dealing" and gone.issuperset(table.wagered):
        made.append(events.ShuffleOrdered(why="no wager is left to deal to", clauses=clauses))
    return made


def kept_from_game(table: State, kept: PlayerExcluded | events.PlayersParted) -> Accepted:
    """A person takes no further part: a hand in play is played to its end, but wagers of a round without cards are returned.

    Jackpot wagers waiting for the next round are returned too.
    """
    after, why = kept.apply(table), "that player takes no further part"
    out = {seat for seat, person in after.people.items() if after.keeps_out(person)}
    own = [box for box in table.wagered if table.boxes[box].seat in out] if not table.round_begun else []
    waiting = [
        box
        for box, owner in table.jackpots.items()
        if owner in out and box not in own and not (table.round_begun and box in table.registered)
    ]
    back = (jackpot_returned(table, box, why, kept.clauses) for box in waiting)
    return Accepted((kept, *off_the_layout(table, own, why, kept.clauses), *back))


def lifting(table: State, people: tuple[str, ...], clauses: Clauses) -> tuple[events.MeasuresLifted, ...]:
    """Take back what was directed of these people, if anything was."""
    bound = {*table.first, *(person for parted in table.parted for person in parted.people)}
    return (events.MeasuresLifted(people=people, clauses=clauses),) if bound & set(people) else ()


def forfeit(table: State, number: int, why: str, clauses: Clauses, *, of_bet: int | None = None) -> events.WagersForfeited:
    """The house takes a hand's ante, up to the maximum, and its bet up to a given sum; the hand is out."""
    postings = taken(table, number, of_bet=table.bet(number) if of_bet is None else of_bet).postings
    return events.WagersForfeited(box=number, why=why, clauses=clauses, postings=postings)


def ante_collected(rules: Rules, box: Box) -> int:
    """What the house took of the ante of a hand that was given up; of its bet it took at most twice that."""
    ante = box.collected - box.bet_lay
    return ante if rules.bet_multiple * ante >= box.bet_lay else box.collected // (1 + rules.bet_multiple)


def collected_anew(
    kind: type[Found], rules: Rules, table: State, report: Report, clauses: Clauses, *, ante: int, bet: int = 0
) -> Found:
    """What is collected from a hand that was given up, once its ante or bet is known.

    Each spot is treated separately: chips change before tokens, but of a bet that is too large tokens are returned first.
    """
    box = table.boxes[report.box]
    above = box.bet_lay - (box.collected - ante_collected(rules, box))
    on_ante = box.collected_tokens - (box.bet_lay_tokens - min(box.bet_lay_tokens, above))
    on_bet, of_bet = min(box.bet_lay_tokens, bet), min(bet, rules.bet_multiple * ante)
    tokens = min(on_ante, ante) + on_bet - min(on_bet, bet - of_bet)
    collected = ante + of_bet
    chips, more = collected - tokens - (box.collected - box.collected_tokens), tokens - box.collected_tokens
    postings = together({stack_of(box.seat): -chips, FLOAT: chips}, {tokens_of(box.seat): -more, in_tokens(FLOAT): more})
    return kind(box=report.box, amount=report.amount, tokens=tokens, collected=collected, clauses=clauses, postings=postings)


def in_game(table: State) -> tuple[int, ...]:
    """The boxes with wagers still on the layout."""
    return tuple(number for number in table.wagered if table.boxes[number].choice in ("", "bet"))


def offer_retraction(
    table: State, clauses: Clauses, *, but: Iterable[int] = (), also: Iterable[int] = ()
) -> tuple[events.RetractionOffered, ...]:
    """Everyone still in the game, and some boxes that are out, may take the wagers back, except those left out.

    If the dealer's hand is void, nobody has anything to choose.
    """
    if table.dealer.choice == "void":
        return ()
    boxes = tuple(sorted({*in_game(table), *also} - set(but)))
    return (events.RetractionOffered(boxes=boxes, clauses=clauses),) if boxes else ()


def exposed_card(rules: Rules, table: State, command: Report, clauses: Clauses) -> events.ExposedCardStays | Refused | None:
    """The first of the dealer's cards exposed by mistake, which stays as the up card; None if there is one already."""
    if table.upcard is not None:
        return None
    held, said = table.dealer.cards, command.cards
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
    return events.ExposedCardStays(place=place, card=card, exposed=table.exposed, clauses=clauses)


def too_many_exposed(table: State, report: Report, clauses: Clauses) -> Refused | None:
    """A refusal of a report of more exposed cards than there are cards not yet seen by mistake."""
    box = table.boxes[report.box]
    shown = report.box == DEALER and table.upcard is not None
    most = len(box.cards) - box.exposed - (1 if shown else 0)
    if report.count <= most:
        return None
    return Refused(
        "report_incomplete", f"{whose(report.box)} has {counted('card', most)} that could be exposed, not {report.count}", clauses
    )


def turned_back(box: int, exposed: int, clauses: Clauses) -> events.CardTurnedBack:
    """Turn exposed cards face down again, and count those exposed in the round: for your own books too."""
    return events.CardTurnedBack(box=box, exposed=exposed, clauses=clauses)


def dealers_cards(
    table: State, command: Report, *, stays: Clauses, seen: Clauses, counts: bool = True
) -> list[events.ExposedCardStays | events.DealerCardSeen] | Refused:
    """The `count` cards of the dealer's own that everyone has seen: the first becomes the up card if there is none yet.

    If the report does not say which cards, those dealt last are meant. `counts` says whether they count
    towards a misdeal.
    """
    held, said = table.dealer.cards, command.cards
    clauses = stays if table.upcard is None else seen
    free = [place for place in range(len(held)) if place != table.upcard]
    if not 1 <= command.count <= len(free):
        return Refused("report_incomplete", f"the dealer has {counted('card', len(free))} that could be exposed", clauses)
    if said and (len(said) != command.count or twice(said) is not None):
        return Refused("report_incomplete", f"say {counted('card', command.count)}, each once", clauses)
    made: list[events.ExposedCardStays | events.DealerCardSeen] = []
    for card in said or tuple(held[place] for place in free[-command.count :]):
        wanted = card if card in table.known_cards() else HIDDEN
        place = next((place for place in free if held[place] is wanted), None)
        if card is HIDDEN or place is None:
            reason = "say which of the dealer's cards that were face down could be seen"
            return Refused("report_incomplete", reason, clauses)
        free.remove(place)
        number = table.exposed + (len(made) + 1 if counts else 0)
        if table.upcard is None and not made:
            made.append(events.ExposedCardStays(place=place, card=card, exposed=number, clauses=stays))
        else:
            made.append(events.DealerCardSeen(place=place, card=card, exposed=number, clauses=seen))
    return made


def reopen_bets(table: State, boxes: tuple[int, ...], clauses: Clauses) -> events.BetReopened:
    """Return bets, tokens as tokens, to be decided again."""
    back = together(*(taken_back(table, table.boxes[number].seat, bet_of(number)) for number in boxes))
    return events.BetReopened(boxes=boxes, clauses=clauses, postings=back)


STEPS.update(
    {
        "tell": lambda rules, table, report, step: [told(table, whom(table, report), step.about, step.says, step.clauses)],
        "notify": lambda rules, table, report, step: [notify(step.who, step.says, step.clauses)],
        "direct": lambda rules, table, report, step: [events.DirectionGiven(says=step.says, clauses=step.clauses)],
        "stand": lambda rules, table, report, step: [events.RoundStands(why=step.says, clauses=step.clauses)],
        "shuffle": lambda rules, table, report, step: [events.ShuffleOrdered(why=step.says, clauses=step.clauses)],
        "void hand": lambda rules, table, report, step: [void_hand(table, report.box, step.says, step.clauses)],
        "void round": lambda rules, table, report, step: [void_round(table, step.says, step.clauses)],
        "exclude": lambda rules, table, report, step: kept_from_game(table, exclude(table, report, step.clauses)).events,
    }
)
"""The steps that a book's `rulings.toml` can use at a house table."""


def retract(rules: Rules, table: State, command: Retract, said: Said) -> Decision:
    seat, number = command.seat, command.box or command.seat
    if (refusal := not_own_box(rules, table, seat, number)) is not None:
        return refusal
    if number not in table.retracting:
        return rules.no("wager_locked", "no option", number=number)
    back, clauses = given_back(table, number), table.retraction_clauses
    return rules.accept(events.WagersRetracted, command, box=number, clauses=clauses, postings=back)


def play_on(rules: Rules, table: State, command: PlayOn, said: Said) -> Decision:
    seat, number = command.seat, command.box or command.seat
    if (refusal := not_own_box(rules, table, seat, number)) is not None:
        return refusal
    if number not in table.retracting:
        return rules.refuse("decided_already", f"box {number} has no such choice to make")
    return rules.accept(events.RetractionDeclined, command, box=number, clauses=table.retraction_clauses)
