"""Entries, seats and chips: who enters and withdraws, the draw, the start, late seats, re-buys and new entries."""

from croupier.kernel.actors import Said
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Event
from croupier.kernel.money import together
from croupier.kernel.telling import counted
from croupier.tournaments import commands, events
from croupier.tournaments.before import FEWEST, not_ready, not_there, unnamed, unsigned
from croupier.tournaments.funds import entries_of, issued, money_back, pool_of, prizes_of, received, removed
from croupier.tournaments.prize_pool import PrizeError
from croupier.tournaments.state import ADDED, FEES, POOL, Place, Tournament, TournamentRules


def enter(rules: TournamentRules, state: Tournament, command: commands.Enter, said: Said) -> Decision:
    person = command.person
    if unnamed(person):
        return rules.refuse("not_entered", "say who enters")
    if state.has_entry(person):
        return rules.refuse("entered_already", f"{person} has entered")
    if person in state.waiting and person not in state.invited:
        return rules.refuse("entered_already", f"{person} is on the waiting list")
    if (refusal := _not_eligible(rules, state, person, command)) is not None:
        return refusal
    if (refusal := no_entry_now(rules, state, "late_entry")) is not None:
        return refusal
    if person not in state.waiting and len(state.waiting) >= state.room:
        full = state.total >= state.terms.details.most_players
        return rules.accept(events.AlternateListed, command, "tournament_full" if full else "terms_tables")
    return Accepted((_taken(rules, state, command, state.waiting.get(person, command.staff)),))


def _taken(
    rules: TournamentRules, state: Tournament, command: commands.Enter | commands.EnterAgain, staff: str, *, again: bool = False
) -> Event:
    details = state.terms.details
    fee, buy_in = details.entry_fee or 0, details.buy_in or 0
    grounds = ["terms_costs", "terms_method", "terms_acceptance", "terms_entitled"]
    grounds += ["terms_selection"] if state.terms.entry.selection != "none" else []
    grounds += ["terms_staff"] if staff else []
    grounds += ["terms_buy_back"] if again else []
    number, postings = max(state.receipts, len(state.entrants)) + 1, received(command.person, fee, buy_in)
    paid = {"number": number, "fee": fee, "buy_in": buy_in, "postings": postings}
    return rules.event(events.EntryTaken, command, *grounds, staff=staff, again=again, **paid)


def _not_eligible(
    rules: TournamentRules, state: Tournament, person: str, command: commands.Enter | commands.NameSubstitute
) -> Refused | None:
    entry = state.terms.entry
    if person in (state.director, *state.deputies):
        return rules.refuse("director_appointed", f"{person} directs this tournament and cannot play in it")
    if not command.entitled:
        return rules.refuse("terms_entitled", f"{person} is not allowed to gamble in the casino")
    if entry.selection != "none" and not command.selected:
        return rules.refuse("terms_selection", f"{person} does not meet the criteria: {entry.selection}")
    if not command.staff:
        return None
    if not entry.charity_or_media:
        return rules.refuse("terms_staff", "staff play at charity and media events only")
    if person not in state.approved:
        return rules.refuse("staff_not_approved", f"the {rules.officer} or above has not approved that {person} plays")
    return None


def no_entry_now(rules: TournamentRules, state: Tournament, until: str) -> Refused | None:
    """Whether entries are open: before play, and up to the level in the terms; patrons can get the current terms."""
    if not state.available:
        return rules.refuse("terms_made_available", "the terms have changed, and the new ones have not been made available yet")
    if state.phase == "entries" and until == "late_entry":
        return rules.refuse("entries_closed", "registration is closed") if state.closed else None
    last = getattr(state.terms.choices, until) or 0
    if state.phase != "playing" or state.closed or not last or state.level_number > last:
        when = f"level {last}" if last else "play begins"
        return rules.refuse("entries_closed" if until == "late_entry" else "terms_buy_back", f"that is open until {when}")
    return None


def refuse_entry(rules: TournamentRules, state: Tournament, command: commands.RefuseEntry, said: Said) -> Decision:
    if not state.terms.entry.may_refuse:
        return rules.refuse("terms_refusal", "these terms reserve no right to refuse an application")
    if state.has_entry(command.person):
        return rules.refuse("entered_already", f"{command.person} has entered: an application is refused before that")
    return rules.accept(events.EntryRefused, command)


def approve_staff(rules: TournamentRules, state: Tournament, command: commands.ApproveStaff, said: Said) -> Decision:
    if not state.terms.entry.charity_or_media:
        return rules.refuse("terms_staff", "staff play at charity and media events only")
    if command.person in state.entrants:
        return rules.refuse("staff_not_approved", "the approval comes before the entry")
    return rules.accept(events.StaffApproved, command)


def sign(rules: TournamentRules, state: Tournament, command: commands.SignTerms, said: Said) -> Decision:
    if (entrant := state.player(command.person)) is None:
        return rules.refuse("not_entered", f"{command.person} has not entered")
    if entrant.signed == state.version:
        return Refused("nothing_changes", "these terms are signed", rules.cite("terms_signed"))
    signed = rules.event(events.TermsSigned, command, "terms_signed", "terms_acceptance", version=state.version)
    if state.phase != "playing" or not entrant.absent or not entrant.briefed:
        return Accepted((signed,))
    return Accepted((signed, rules.event(events.AbsenceEnded, command)))


def withdraw(rules: TournamentRules, state: Tournament, command: commands.Withdraw, said: Said) -> Decision:
    """In time, all money is refunded, also while the terms differ from those at entry; otherwise none is.

    A free place goes to the first on the waiting list, who takes it by entering. If entries are closed, the prizes
    are fixed again without the entry.
    """
    person = command.person
    if person in state.waiting:
        return rules.accept(events.EntryWithdrawn, command, back=0)
    if (entrant := state.player(person)) is None:
        return rules.refuse("not_entered", f"{person} has not entered")
    if state.phase == "playing":
        return Refused("not_at_this_time", "play has begun: a player who leaves now retires", rules.cite("terms_entry"))
    free = state.terms.entry.withdraw_free_minutes
    in_time = free is not None and said.at <= state.starts - 60 * free
    changed = max(entrant.version, entrant.signed) < state.version
    back = entrant.paid if in_time or (changed and not state.closed) else 0
    fees = entrant.paid - entrant.pooled if state.closed else entrant.fees  # once prizes are fixed, the house has its part
    postings = money_back(back, entrant.paid, fees, person) if back else {}
    if entrant.place is not None:
        postings = together(postings, issued(-state.terms.format.starting_bank))
    withdrawn = rules.event(events.EntryWithdrawn, command, "terms_entry", "terms_refunds", back=back, postings=postings)
    if not (back and state.closed):
        return Accepted((withdrawn,))
    return Accepted((withdrawn, fixed(rules, state.copied().take(withdrawn))))


def substitute(rules: TournamentRules, state: Tournament, command: commands.NameSubstitute, said: Said) -> Decision:
    if state.player(command.person) is None:
        return rules.refuse("not_entered", f"{command.person} has not entered, or is out")
    if unnamed(command.substitute) or state.has_entry(command.substitute):
        return rules.refuse("entered_already", "a substitute is somebody who has no entry of their own")
    if (refusal := _not_eligible(rules, state, command.substitute, command)) is not None:
        return refusal
    minutes = state.terms.entry.substitute_minutes
    if state.phase == "entries":
        if not minutes or said.at > state.starts - 60 * minutes:
            return rules.refuse("terms_entry", "it is too late to name a substitute" if minutes else "no substitutes here")
        grounds = ["terms_entry", "terms_substitute_means"]
    else:
        if state.terms.conduct.substitute_when == "none":
            return rules.refuse("terms_substitutes", "these terms allow no substitutes once play has begun")
        grounds = ["terms_substitutes", "terms_substitute_means"]
    grounds += ["terms_entitled", "terms_staff" if command.staff else ""]
    named = rules.event(events.SubstituteNamed, command, *grounds)
    if state.phase == "entries":
        return Accepted((named,))
    return Accepted((named, not_there(rules, state, command.substitute, "players_briefed")))


def close_entries(rules: TournamentRules, state: Tournament, command: commands.CloseEntries, said: Said) -> Decision:
    """Entries close and the prizes are fixed. People who have entered keep the re-buys that the terms promise."""
    if state.closed:
        return rules.refuse("entries_closed", "registration is already closed")
    terms = state.terms
    promised = [terms.format.rebuy_until] if terms.details.rebuy else []
    promised += [terms.format.add_on_after] if terms.details.add_on else []
    if not terms.in_rounds:
        promised += [terms.choices.re_entry or 0, (terms.choices.late_entry or 0) if state.phase == "playing" else 0]
    stage, name = (state.round, "round") if terms.in_rounds else (state.level_number, "level")
    last = terms.in_rounds and not state.round_open and state.round == len(terms.format.rounds)
    over = state.phase == "playing" and (last or len(state.playing) < FEWEST)
    if stage <= (late := max(promised, default=0)) > 0 and not over:
        reason = f"entries, re-buys or add-ons are open until {name} {late} is over"
        return Refused("entries_closed", reason, rules.cite("entries_closed", "terms_buy_back"))
    if state.total < FEWEST:
        return rules.refuse("entrants_too_few", "one player alone cannot play")
    try:
        return Accepted((fixed(rules, state),))
    except PrizeError as error:
        return rules.refuse("terms_distribution", str(error))


def fixed(rules: TournamentRules, state: Tournament) -> Event:
    """The pool and its prizes. The part of the buy-ins that the terms keep out of the pool is the house's, like a fee.

    Fixed again, after a timely withdrawal, the guarantee may cost the house another sum.
    """
    pool, again = pool_of(state), state.closed
    house = pool.overlay - state.overlay + (0 if again else pool.added)
    kept = 0 if again else sum(payer.paid - payer.fees - payer.pooled for payer in state.payers)
    try:
        prizes = prizes_of(state, pool.total)
    except PrizeError:
        if not again:
            raise
        prizes = (pool.total,)  # too few are left for the terms to name a prize, and to begin
    return events.PrizesFixed(
        prizes=prizes,
        overlay=pool.overlay,
        entries=entries_of(state),
        clauses=rules.cite("terms_pool", "terms_distribution"),
        postings=together({POOL: house - kept, FEES: kept, ADDED: -house}),
    )


def draw_seats(rules: TournamentRules, state: Tournament, command: commands.DrawSeats, said: Said) -> Decision:
    """Everyone who has entered gets a seat, one at each table in turn in the drawn order, and the same chips."""
    if state.seats:
        return rules.refuse("terms_progression", "the seats have been drawn")
    order, size = command.order, state.terms.format.seats
    if sorted(order) != sorted(state.playing):
        return rules.refuse("equal_chance", "the draw names everybody who has entered, each once")
    tables = state.tables[: -(-len(order) // size)]
    if len(tables) * size < len(order):
        return rules.refuse("tables_designated", f"{len(order)} players need {-(-len(order) // size)} tables of {size}")
    seats = {person: Place(tables[n % len(tables)], n // len(tables) + 1) for n, person in enumerate(order)}
    bank, grounds = state.terms.format.starting_bank, ("equal_chance", "terms_tables", "terms_bank")
    return rules.accept(events.SeatsDrawn, command, *grounds, seats=seats, bank=bank, postings=issued(bank * len(seats)))


def start(rules: TournamentRules, state: Tournament, command: commands.StartPlay, said: Said) -> Decision:
    details = state.terms.details
    if said.at < state.starts:
        return rules.refuse("terms_when", f"play begins in {counted('minute', -(-(state.starts - said.at) // 60))}")
    if state.owed:
        return rules.refuse("regulator_not_told")
    if state.total < details.least_players:
        return rules.refuse("entrants_too_few", f"{state.total} have entered, but at least {details.least_players} are needed")
    if not state.available:
        return rules.refuse("terms_made_available", "the terms have changed, and the new ones have not been made available yet")
    if not state.briefed:
        return rules.refuse("players_briefed", "not all players have been briefed on these terms yet")
    late = [person for person in state.playing if unsigned(rules, state, (person,)) is not None]
    if len(state.playing) - len(late) < FEWEST and (refusal := unsigned(rules, state, late)) is not None:
        return refusal
    if not state.terms.in_rounds and (waiting := [person for person in state.playing if state.entrants[person].place is None]):
        return rules.refuse("terms_progression", f"{waiting[0]} has no seat yet")
    begun = rules.event(events.PlayBegun, command, "play_not_begun", "terms_bank", "terms_conduct")
    clock = [level_begun(rules, state, 1, said.at)] if state.terms.format.levels else []
    return Accepted((begun, *clock, *(not_there(rules, state, person, "terms_signed") for person in late)))


def level_begun(
    rules: TournamentRules, state: Tournament, place: int, at: int, hands: dict[str, int] | None = None
) -> events.LevelBegun:
    """The level at a place of the schedule; the last one lasts for ever."""
    levels = state.terms.format.levels
    level = levels[min(place, len(levels)) - 1]
    return events.LevelBegun(
        level=place,
        number=0 if level.is_break else state.numbered(place),
        seconds=level.minutes * 60,
        at=at,
        hands=hands or {},
        clauses=rules.cite("terms_rounds", "terms_minimum"),
    )


def seat_late(rules: TournamentRules, state: Tournament, command: commands.SeatLate, said: Said) -> Decision:
    entrant = state.player(command.person)
    if entrant is None or entrant.place is not None:
        return rules.refuse("not_entered", f"{command.person} has no entry that waits for a seat")
    if state.phase == "playing" and (refusal := not_ready(rules, state, entrant)) is not None:
        return refusal
    place = Place(command.table, command.seat)
    if (refusal := no_seat(rules, state, place)) is not None:
        return refusal
    if state.terms.choices.balancing != "none" and not state.terms.in_rounds and place.table in state.seats:
        least = min(len(there) for there in state.seats.values())
        if len(state.seats[place.table]) > least:
            return rules.refuse("terms_tables", f"a table with {least} players comes before table {place.table}")
    bank, grounds = entrant.bought or state.terms.format.starting_bank, ("equal_chance", "terms_bank")
    return rules.accept(events.PlayerSeated, command, *grounds, place=place, bank=bank, postings=issued(bank))


def no_seat(rules: TournamentRules, state: Tournament, place: Place) -> Refused | None:
    """Why nobody can be seated there."""
    if place.table not in state.tables:
        return rules.refuse("table_not_designated", f"table {place.table} is not designated for this tournament")
    if not 1 <= place.seat <= state.terms.format.seats:
        return rules.refuse("terms_tables", f"the seats are 1 to {state.terms.format.seats}")
    if state.at(place):
        return rules.refuse("place_taken", f"{state.at(place)} sits in seat {place.seat} of table {place.table}")
    return None


def buy_again(rules: TournamentRules, state: Tournament, command: commands.BuyAgain, said: Said) -> Decision:
    entrant, terms = state.entrants.get(command.person), state.terms
    if entrant is None or entrant.status not in ("entered", "out"):
        return rules.refuse("not_entered", f"{command.person} has not entered, or is out for good")
    if not terms.details.rebuy:
        return rules.refuse("no_rebuys", "there are no re-buys by these terms")
    stage = state.round if terms.in_rounds else state.level_number
    if state.closed or stage > terms.format.rebuy_until:
        return rules.refuse("terms_buy_back", "the time for re-buys is over")
    if entrant.rebuys >= terms.format.rebuys:
        return rules.refuse("no_rebuys", f"at most {counted('re-buy', terms.format.rebuys)}")
    if command.stack > terms.format.starting_bank:
        return rules.refuse("no_rebuys", "a re-buy is for those with no more than the starting bank")
    place = entrant.place if entrant.playing else place_back(state, entrant.person)
    if entrant.playing and place is None:
        return rules.refuse("not_entered", f"{command.person} has no seat")
    if terms.in_rounds and place is None and (state.round_open or state.round == len(terms.format.rounds)):
        return rules.refuse("terms_buy_back", "play at that table, or the last round, is over")
    grounds = ("terms_costs", "terms_buy_back") if entrant.status == "out" else ("terms_costs",)
    return _bought(rules, state, command, place, *grounds)


def place_back(state: Tournament, person: str, *, elsewhere: bool = False) -> Place | None:
    """Where an eliminated player sits again: the old seat, while it is free and the table plays.

    In a round nobody changes tables, but the seat may differ; a table that everyone left still belongs to the round. Or,
    `elsewhere`, any seat, at the old table or else at the shortest.
    """
    bust = next((recorded for recorded in state.busts if recorded.person == person), None)
    if bust is None:
        return None
    if state.terms.in_rounds:
        tables = [bust.table] if state.round_open and bust.table not in state.ended else []
    else:
        tables = sorted(state.seats, key=lambda table: (table != bust.table, len(state.seats[table])))
        tables = [table for table in tables if elsewhere or table == bust.table]
    more = range(1, state.terms.format.seats + 1) if elsewhere or state.terms.in_rounds else ()
    places = (Place(table, seat) for table in tables for seat in (bust.seat, *more))
    return next((place for place in places if not state.at(place)), None)


def _bought(
    rules: TournamentRules, state: Tournament, command: commands.BuyAgain | commands.BuyAddOn, place: Place | None, *grounds: str
) -> Accepted:
    details, f = state.terms.details, state.terms.format
    add_on = isinstance(command, commands.BuyAddOn)
    what, cost, chips = ("add-on", details.add_on, f.add_on_chips) if add_on else ("re-buy", details.rebuy, f.rebuy_chips)
    postings = together(received(command.person, 0, cost or 0), issued(chips if place is not None else 0))
    bought = {"what": what, "cost": cost or 0, "chips": chips, "place": place}
    return rules.accept(events.ChipsBought, command, *grounds, postings=postings, **bought)


def buy_add_on(rules: TournamentRules, state: Tournament, command: commands.BuyAddOn, said: Said) -> Decision:
    entrant, terms = state.player(command.person), state.terms
    if entrant is None or entrant.place is None:
        return rules.refuse("not_entered", f"{command.person} does not play")
    if not terms.details.add_on:
        return rules.refuse("no_rebuys", "there are no add-ons by these terms")
    stage, name = (state.round, "round") if terms.in_rounds else (state.level_number, "level")
    if state.closed or entrant.add_ons or stage != terms.format.add_on_after:
        return rules.refuse("no_rebuys", f"there is one add-on, in {name} {terms.format.add_on_after}")
    return _bought(rules, state, command, entrant.place)


def undo_purchase(rules: TournamentRules, state: Tournament, command: commands.UndoPurchase, said: Said) -> Decision:
    """Take back a player's last re-buy or add-on, until the prizes are fixed or a hand was played with it."""
    person, bought = command.person, state.bought.get(command.person)
    entrant = state.player(person)
    if bought is None or entrant is None:
        return rules.refuse("terms_costs", f"{person} has bought nothing that has not been played with")
    if state.closed:
        return rules.refuse("terms_pool", "the prizes have been set")
    if not command.why.strip():
        return rules.refuse("terms_costs", "say why it goes back")
    if state.banked and state.banks.get(person, 0) < bought.chips:
        return rules.refuse("terms_costs", f"{person} has fewer chips by now than were bought")
    postings = together(received(person, 0, -bought.cost), issued(-bought.chips * (entrant.place is not None)))
    undone = {"what": bought.what, "cost": bought.cost, "chips": bought.chips, "out": bought.bust is not None}
    grounds = ("terms_costs", "terms_director_final")
    return rules.accept(events.PurchaseUndone, command, *grounds, place=entrant.place, postings=postings, **undone)


def enter_again(rules: TournamentRules, state: Tournament, command: commands.EnterAgain, said: Said) -> Decision:
    """A player who is out enters again, or gives up the chips that they still have: those leave play."""
    entrant = state.entrants.get(command.person)
    if entrant is None or entrant.status not in ("out", "entered") or (entrant.status == "entered" and entrant.place is None):
        return rules.refuse("not_entered", f"{command.person} has not played yet, or is out for good")
    if (refusal := no_entry_now(rules, state, "re_entry")) is not None:
        return refusal
    back = state.terms.format.buy_back
    if isinstance(back, str) or entrant.entries > back.times:
        return rules.refuse("terms_buy_back", "that is as often as the terms allow")
    if entrant.place is None and not state.free_seats:
        return rules.refuse("terms_tables", "every seat at the tables of the terms is taken")
    again = _taken(rules, state, command, entrant.staff, again=True)
    if entrant.place is None:
        return Accepted((again,))
    left = {"chips": command.stack, "place": entrant.place, "postings": removed(command.stack)}
    practice = state.terms.choices.practice.get("re_entry", "")
    return Accepted((rules.event(events.StackGivenUp, command, practice=practice, **left), again))
