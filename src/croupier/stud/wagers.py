"""Antes and blind bets: placed before the deal, within the limits on the sign or with the book's answer to others."""

from msgspec.structs import replace

from croupier.kernel.actors import Said
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Event
from croupier.kernel.money import dollars
from croupier.stud import commands, events, seats
from croupier.stud.jackpot_wagers import closing_bets
from croupier.stud.rules import Rules
from croupier.stud.state import State, ante_of, bet_of


def place_ante(rules: Rules, table: State, command: commands.PlaceAnte, said: Said) -> Decision:
    seat, amount, tokens = command.seat, command.amount, command.tokens
    box = command.box or seat
    if (refusal := seats.not_seated(rules, table, seat)) is not None:
        return refusal
    if table.phase != "wagers":
        return rules.no("too_late_for_wagers", "ante")
    if (refusal := seats.is_excluded(rules, table, table.people[seat])) is not None:
        return refusal
    if box != seat and (refusal := _not_free(rules, table, box)) is not None:
        return refusal
    if table.boxes[box].seat:
        return rules.no("ante_placed_already", box=box, ante=table.ante(box))
    if (refusal := seats.cannot_pay(rules, table, seat, amount, tokens)) is not None:
        return refusal
    if isinstance(told := outside_limits(rules, table, seat, amount), Refused):
        return told
    if (refusal := seats.not_in_chips(rules, table, amount)) is not None:
        return refusal
    grounds = ("ante_placed", "extra_box" if box != seat else "", "tokens_wagered" if tokens else "")
    postings = seats.staked(seat, ante_of(box), amount, tokens)
    return Accepted((rules.event(events.AntePlaced, command, *grounds, box=box, postings=postings), *told))


def speak_ante(rules: Rules, table: State, command: commands.SpeakAnte, said: Said) -> Decision:
    """A wager called out: it counts only if it is covered and on the layout before betting closes."""
    if not rules.has("spoken wagers"):
        return rules.unknown("spoken wagers")
    bought: tuple[Event, ...] = ()
    if command.money:
        buying = seats.buy_chips(
            rules, table, commands.BuyChips(seat=command.seat, amount=command.money, using=command.using), said
        )
        if not isinstance(buying, Accepted):
            return buying
        bought = buying.events
        table = table.after(bought)
    elif not command.covered:
        return rules.refuse("spoken_without_chips", "a spoken wager counts only with chips, or money to be made into chips")
    placed = place_ante(rules, table, commands.PlaceAnte(seat=command.seat, amount=command.amount), said)
    if isinstance(placed, Refused):
        clauses = tuple(dict.fromkeys((*rules.cite("spoken_wager"), *placed.clauses)))
        return replace(placed, clauses=clauses)
    first = placed.events[0]
    spoken = replace(first, clauses=tuple(dict.fromkeys((*rules.cite("spoken_wager"), *first.clauses))))
    return Accepted((*bought, spoken, *placed.events[1:]))


def _not_free(rules: Rules, table: State, box: int) -> Refused | None:
    """A refusal unless a player may wager on a box other than their own."""
    if not 1 <= box <= table.options.places:
        return rules.no("no_such_place", "box", places=table.options.places, box=box)
    if not rules.has("more boxes") or not table.options.extra_boxes:
        return rules.no("one_box_only")
    if box in table.seats:
        return rules.no("extra_box_needed", "seated", box=box)
    return None


def outside_limits(rules: Rules, table: State, seat: int, amount: int) -> list[Event] | Refused:
    """The advice that the book gives for a wager outside the limits, or the refusal."""
    sign, person = table.options, table.people[seat]
    least, most = table.limits_of(seat)
    if amount < least:
        if rules.below_minimum == "refused" or table.was_told(person, "minimum"):
            ground = "newcomer_minimum" if table.kept and person not in table.limits else "wager_below_minimum"
            return rules.no(ground, "least", least=least, seat=seat, again=table.was_told(person, "minimum"))
        advice = f"the minimum is {dollars(least)}: this wager plays, further wagers below the minimum are returned"
        return [_told(rules, seat, person, "minimum", advice, "wager_below_minimum")]
    if amount > most:
        if rules.above_maximum == "refused":
            return rules.no("wager_above_maximum", "most", most=most)
        advice = f"the maximum is {dollars(most)}: the wager is paid or collected to that, the rest comes back"
        return [_told(rules, seat, person, "maximum", advice, "wager_above_maximum")]
    if (amount - least) % sign.unit:
        if rules.odd_amount == "refused":
            return rules.no("wager_not_in_units", "steps", unit=sign.unit, least=least)
        advice = f"wagers step by {dollars(sign.unit)}: this one is paid to the next amount that chips can pay"
        return [_told(rules, seat, person, "chips", advice, "wager_not_in_units")]
    return []


def _told(rules: Rules, seat: int, person: str, about: str, advice: str, ground: str) -> events.PlayerTold:
    return events.PlayerTold(seat=seat, person=person, about=about, advice=advice, clauses=rules.cite(ground))


def take_back_ante(rules: Rules, table: State, command: commands.TakeBackAnte, said: Said) -> Decision:
    seat, box = command.seat, command.box or command.seat
    if (refusal := seats.not_own_box(rules, table, seat, box)) is not None:
        return refusal
    if table.phase != "wagers":
        return rules.no("wager_locked", "dealt")
    return rules.accept(events.AnteTakenBack, command, "ante_taken_back", box=box, postings=seats.given_back(table, box))


def place_blind_bet(rules: Rules, table: State, command: commands.PlaceBlindBet, said: Said) -> Decision:
    seat, box, amount = command.seat, command.box or command.seat, command.amount
    if not rules.has("blind bets"):
        return rules.unknown("bets before the deal")
    if (refusal := seats.not_own_box(rules, table, seat, box)) is not None:
        return refusal
    if (refusal := seats.is_excluded(rules, table, table.people[seat])) is not None:
        return refusal
    if rules.blind_bets_optional and not table.options.blind_bets:
        return rules.no("blind_bet_placed", "none")
    if table.phase != "wagers":
        return rules.no("too_late_for_wagers", "blind")
    if table.boxes[box].choice:
        return rules.no("decided_already", "bet", box=box)
    due = rules.bet_multiple * table.ante_in_play(box)
    if amount != due:
        return rules.no("bet_not_twice_ante", multiple=rules.bet_multiple, due=due)
    if (refusal := seats.cannot_pay(rules, table, seat, amount)) is not None:
        return refusal
    postings = seats.staked(seat, bet_of(box), amount)
    return rules.accept(events.BetPlaced, command, "blind_bet_placed", box=box, blind=True, postings=postings)


def take_back_bet(rules: Rules, table: State, command: commands.TakeBackBet, said: Said) -> Decision:
    seat, number = command.seat, command.box or command.seat
    if not rules.has("blind bets"):
        return rules.unknown("bets before the deal")
    if (refusal := seats.not_own_box(rules, table, seat, number)) is not None:
        return refusal
    if not table.boxes[number].blind:
        return rules.no("nothing_wagered", "blind", number=number)
    if table.phase != "wagers":
        return rules.no("blind_bet_stays", "late")
    back = seats.taken_back(table, seat, bet_of(number))
    return rules.accept(events.BetTakenBack, command, "blind_bet_stays", box=number, postings=back)


def make_up_ante(rules: Rules, table: State, command: commands.MakeUpAnte, said: Said) -> Decision:
    """Raise an ante found below the minimum; too late once the player has looked at the hand."""
    seat, number = command.seat, command.box or command.seat
    if not rules.has("make up antes"):
        return rules.unknown("making an ante up after the deal")
    if (refusal := seats.not_own_box(rules, table, seat, number)) is not None:
        return refusal
    box, least = table.boxes[number], table.limits_of(seat)[0]
    if table.phase not in ("dealing", "deciding") or box.choice not in ("", "bet"):
        return rules.no("ante_made_up", "time")
    if (missing := least - table.ante(number)) <= 0:
        return rules.no("ante_made_up", "enough", number=number)
    if box.picked_up:
        return rules.no("ante_stands", seat=seat)
    if (refusal := seats.cannot_pay(rules, table, seat, missing)) is not None:
        return refusal
    postings = seats.staked(seat, ante_of(number), missing)
    return rules.accept(events.AnteMadeUp, command, "ante_made_up", box=number, amount=missing, postings=postings)


def call_no_more_bets(rules: Rules, table: State, command: commands.CallNoMoreBets, said: Said) -> Decision:
    if table.phase != "wagers":
        return rules.no("too_late_for_wagers", "closed")
    if not table.wagered:
        return rules.no("nothing_wagered", "nobody")
    if not table.shuffled:
        return rules.refuse("cards_not_shuffled", "the cards must be shuffled before each round")
    if table.options.device == "shoe" and not table.cut:
        return rules.refuse("cards_not_cut", "the cards are cut before they go into the shoe")
    called = events.NoMoreBetsCalled(clauses=rules.cite("no_more_bets"))
    return Accepted(closing_bets(rules, table, called) if table.jackpots else (called,))
