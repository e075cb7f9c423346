"""Tournaments in rounds: seats and banks for each round, secret wagers, who advances, and rounds for those who do not."""

from croupier.kernel.accounts import purse_of
from croupier.kernel.actors import Said
from croupier.kernel.decisions import Accepted, Decision
from croupier.kernel.events import Event
from croupier.kernel.money import together
from croupier.kernel.telling import counted
from croupier.tournaments import commands, events
from croupier.tournaments.funds import chips_in_play, issued, removed
from croupier.tournaments.playing import eliminated, may_begin, not_in_hand, round_over, why_out
from croupier.tournaments.state import ADDED, Place, Tournament, TournamentRules
from croupier.tournaments.terms import CASHED, Secondary


def start_round(rules: TournamentRules, state: Tournament, command: commands.StartRound, said: Said) -> Decision:
    """Those who are in sit down in the drawn order. A secondary round is for some who are out, if the terms have one."""
    if not state.terms.in_rounds:
        return rules.refuse("terms_structure", "this tournament is not played in rounds")
    if state.seats and state.round:  # seats drawn before play are those of the first round
        return rules.refuse("between_rounds", f"round {state.round} is being played")
    if command.secondary:
        return _secondary(rules, state, command, said)
    if state.round >= len(state.terms.format.rounds):
        return rules.refuse("terms_rounds", f"there are {state.round} rounds")
    if sorted(command.order) != sorted(state.playing):
        return rules.refuse("equal_chance", "the draw names everybody who is in, each once")
    number = state.round + 1
    this = state.terms.format.rounds[number - 1]
    bank = state.terms.format.starting_bank
    brings = not this.new_bank and number > 1
    carried = {person: state.banks.get(person, bank) for person in command.order} if brings else {}
    return _seated(rules, state, command, said, number, carried)


def _secondary(rules: TournamentRules, state: Tournament, command: commands.StartRound, said: Said) -> Decision:
    held = state.terms.format.secondary
    if held == "none":
        return rules.refuse("terms_secondary", "these terms have no secondary round")
    went = (bust.person for bust in state.busts if bust.why in ("no chips", "rank"))
    out = {person for person in went if state.entrants[person].status == "out"}
    over = state.round == len(state.terms.format.rounds)
    named = set(command.order)
    if not state.round or over or state.secondary or not named <= out or not 2 <= len(named) == len(command.order):
        return rules.refuse("terms_secondary", "a secondary round comes after a round, for two or more who went out by then")
    if paid := sorted(named & set(state.paid)):
        return rules.refuse("terms_secondary", f"{paid[0]} has been paid a prize, and has played to the end")
    returned = rules.event(events.PlayersReturned, command, "terms_secondary", persons=command.order)
    begun = _seated(rules, state, command, said, state.round, {})
    return Accepted((returned, *begun.events)) if isinstance(begun, Accepted) else begun


def _seated(
    rules: TournamentRules, state: Tournament, command: commands.StartRound, said: Said, number: int, carried: dict[str, int]
) -> Decision:
    size = state.terms.format.seats
    order = [person for person in command.order if state.entrants[person].place is None]
    needed = -(-len(command.order) // size)
    places = [Place(table, seat) for seat in range(1, size + 1) for table in state.tables[:needed]]
    free = [place for place in places if not state.at(place)]
    if len(free) < len(order):
        return rules.refuse("tables_designated", f"{len(command.order)} players need {needed} tables of {size}")
    seats = dict(zip(order, free, strict=False))
    bank = state.terms.format.starting_bank
    begun = rules.event(events.RoundBegun, command, "terms_rounds", "terms_tables", round=number, at=said.at)
    grounds, postings = ("equal_chance", "terms_progression", "terms_bank"), issued(sum(carried.get(p, bank) for p in order))
    drawn = rules.event(events.SeatsDrawn, command, *grounds, seats=seats, bank=bank, carried=carried, postings=postings)
    return Accepted((begun, drawn))


def secret(rules: TournamentRules, state: Tournament, command: commands.MakeSecretWager, said: Said) -> Decision:
    """A wager that nobody else knows about until it is revealed: so many in a round, within its limits."""
    entrant, this = state.player(command.person), state.this_round
    if entrant is None or entrant.place is None or this is None:
        return rules.refuse("not_entered", f"{command.person} is not playing a round")
    if (refusal := not_in_hand(rules, state, command.person)) is not None:
        return refusal
    if not (allowed := state.terms.wagers.secret or 0):
        return rules.refuse("terms_secret", "these terms have no secret wagers")
    if entrant.secrets >= allowed or command.person in state.secrets:
        return rules.refuse("terms_secret", f"{counted('secret wager', allowed)} in a round at most, one at a time")
    if (refusal := may_begin(rules, state, entrant.place.table, said.at)) is not None:
        return refusal  # no hand is left for it
    if not this.minimum <= command.amount <= (this.maximum or command.amount):
        return rules.refuse("terms_minimum", "a secret wager is within the limits of the round too")
    chip = min(state.terms.wagers.denominations, default=1)
    if command.amount > state.banks.get(command.person, 0) or command.amount % chip:
        return rules.refuse("terms_secret", "a secret wager must be payable in whole chips")
    return rules.accept(events.SecretWagerMade, command)


def reveal(rules: TournamentRules, state: Tournament, command: commands.RevealSecretWagers, said: Said) -> Decision:
    there = state.seats.get(command.table, {}).values()
    wagers = {person: state.secrets[person] for person in there if person in state.secrets}
    if not wagers:
        return rules.refuse("terms_secret", f"there are no secret wagers at table {command.table}")
    return rules.accept(events.SecretWagersRevealed, command, wagers=wagers)


def close_round(rules: TournamentRules, state: Tournament, command: commands.CloseRound, said: Said) -> Decision:
    """Who advances by everyone's chips, table by table or overall. The others are out; chips leave the tables."""
    this = state.this_round
    if this is None or not state.seats:
        return rules.refuse("between_rounds", "no round is being played")
    over = {table: round_over(rules, state, table, said.at) for table in state.seats}
    if missing := [table for table, why in over.items() if why is None and table not in state.ended]:
        return rules.refuse("between_rounds", f"table {missing[0]} must finish the round first")
    banks = {person: state.banks[person] for there in state.seats.values() for person in there.values()}
    last = state.round == len(state.terms.format.rounds) and not state.secondary
    on = _on(state, banks, command.draws)
    if isinstance(on, str):
        return rules.refuse("equal_chance", on)
    cashed = _cashed(state, banks)
    grounds = ["terms_progression", "terms_winners" if last else "", "terms_chips_at_end" if cashed else ""]
    grounds += ["terms_minimum"] if any(why is not None and why.ground == "terms_minimum" for why in over.values()) else []
    paid = {purse_of(person): amount for person, amount in cashed.items()}
    postings = together(removed(chips_in_play(state)), paid, {ADDED: -sum(paid.values())})
    over_now = {"round": state.round, "on": () if last else tuple(on), "banks": banks, "cashed": cashed}
    closed = rules.event(events.RoundClosed, command, *grounds, postings=postings, **over_now)
    gone = sorted((person for person in banks if last or person not in on), key=lambda person: banks[person])
    out: list[Event] = []
    for number, person in enumerate(gone, 1):
        # equal banks at the end of a round went out together; a larger bank ranks higher
        batch = state.outs + 1 + next(n for n, other in enumerate(gone) if banks[other] == banks[person])
        event = eliminated(rules, state, person, banks[person], 0, number, batch, why_out(state, person, "rank"))
        ground = "terms_winners" if last else "terms_elimination"
        out.append(rules.event(events.PlayerEliminated, command, ground, bust=event.bust))
    return Accepted((*out, closed))


def _cashed(state: Tournament, banks: dict[str, int]) -> dict[str, int]:
    """What the house pays in cash for the chips at the end of a round, rounded down to the cent, if the terms say so."""
    if state.terms.format.chips_at_end != CASHED:
        return {}
    value = state.terms.format.cash_per_hundred
    barred = {person for person in banks if state.entrants[person].status == "disqualified"}
    return {p: amount for p, bank in banks.items() if p not in barred and (amount := bank * value // 100_00)}


def _on(state: Tournament, banks: dict[str, int], draws: tuple[str, ...]) -> list[str] | str:
    """Those who advance. Equal banks at the line are separated as the terms say; a text says what is missing for that."""
    this = state.this_round
    number = _places(state)
    groups = [list(banks)]
    if this is not None and this.advance_by == "table" and not state.secondary:
        groups = [list(there.values()) for there in state.seats.values()]
    on: list[str] = []
    for group in groups:
        there = (person for person in group if banks[person] > 0 and state.entrants[person].playing)
        ordered = sorted(there, key=lambda person: -banks[person])
        if len(ordered) <= number:
            on += ordered
            continue
        line = banks[ordered[number - 1]] if number else 0
        sure = [person for person in ordered if banks[person] > line]
        level = [person for person in ordered if banks[person] == line]
        if number and len(sure) + len(level) > number:
            if state.terms.choices.advance_ties == "all advance":
                on += sure + level
                continue
            if not set(level) <= set(draws):
                return f"{', '.join(level)} are tied: draw between them"
            level.sort(key=draws.index)
        on += (sure + level)[:number]
    return on


def _places(state: Tournament) -> int:
    held, this = state.terms.format.secondary, state.this_round
    if state.secondary:
        return held.places if isinstance(held, Secondary) else 1
    return this.advance if this is not None else 0
