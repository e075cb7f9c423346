"""Jackpot games: wagers registered and cancelled, outcomes recorded in their order, prizes verified and paid."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from croupier.jackpots import commands, events
from croupier.jackpots.groups import halted, is_split
from croupier.jackpots.prizes import Jackpot, Shares, grains
from croupier.jackpots.systems import Casino, MeterRules, Outcome, Prize, System, evolve
from croupier.kernel.decisions import Accepted, Decision
from croupier.kernel.events import Event

MAJOR = ("royal flush", "straight flush")
"""The hands that a major pool pays; a minor one pays the others."""

FULL_DECK = 52


def register_wagers(rules: MeterRules, casino: Casino, command: commands.RegisterWagers) -> Decision:
    system = casino.system_of(command.table)
    if system is None:
        return rules.refuse("system_opened", f"table {command.table} belongs to no prize meter")
    if (refusal := halted(rules, system)) is not None:
        return refusal
    if system.stopped:
        return rules.refuse("tables_stopped", "all tables are stopped for now")
    if not system.taking_wagers:
        return rules.refuse("equipment_working", "the prize meter takes no wagers now")
    if command.table in system.games:
        return rules.refuse("one_wager_per_hand", f"the wagers of table {command.table} are registered already")
    if not command.boxes or len(set(command.boxes)) != len(command.boxes):
        return rules.refuse("one_wager_per_hand", "one jackpot wager for each of one or more hands")
    jackpot = rules.jackpot(system.terms)
    wagers = jackpot.cost * len(command.boxes)
    grounds = ["wagers_registered", "right_cost", *(["sub_pools_shown"] if is_split(rules, system) else [])]
    registered = events.WagersRegistered(
        system=system.name,
        table=command.table,
        round=command.round,
        boxes=command.boxes,
        wagers=wagers,
        increment=jackpot.increment_of(wagers),
        minor_increment=wagers * jackpot.minor_increment,
        clauses=rules.cite(*grounds, game=system.terms.game),
    )
    return Accepted((registered,))


def cancel_game(rules: MeterRules, casino: Casino, command: commands.CancelGame) -> Decision:
    system = casino.system_of(command.table)
    if system is None or command.table not in system.games:
        return rules.refuse("game_cancelled", f"table {command.table} has no jackpot game to cancel")
    jackpot = rules.jackpot(system.terms)
    wagers = jackpot.cost * len(system.games[command.table][1])
    increment = 0 if command.table in system.spent else jackpot.increment_of(wagers)
    minor_increment = wagers * jackpot.minor_increment
    least = grains(jackpot.seed) if rules.keeps_seed else 0
    short = max(0, least - system.major.value + increment)
    cancelled = events.GameCancelled(
        system=system.name,
        table=command.table,
        why=command.why,
        wagers=wagers,
        increment=increment,
        minor_increment=minor_increment,
        added=short,
        minor_added=max(0, minor_increment - system.minor.value),
        clauses=rules.cite("game_cancelled", *(["meter_reset"] if short and rules.keeps_seed else [])),
    )
    return Accepted((cancelled,))


def record_outcome(rules: MeterRules, casino: Casino, command: commands.RecordOutcome) -> Decision:
    """Settle a round on the meter. All its hands are simultaneous; rounds of other tables come before or after."""
    system = casino.system_of(command.table)
    if system is None or command.table not in system.games:
        return rules.refuse("outcome_recorded", f"table {command.table} has no jackpot wagers in play")
    if (refusal := halted(rules, system)) is not None:
        return refusal
    round_, boxes = system.games[command.table]
    if command.round != round_:
        return rules.refuse("outcome_recorded", f"the wagers in play are those of round {round_}")
    jackpot = rules.jackpot(system.terms)
    for box, hand in command.hands.items():
        if box not in boxes:
            return rules.refuse("outcome_recorded", f"box {box} has no jackpot wager")
        if hand not in jackpot.hands:
            return rules.refuse("outcome_recorded", f"{hand!r} wins no jackpot prize; {', '.join(jackpot.hands)} do")
    dealt = command.completed or command.dealt
    stop = system.stops if system.stopped else 0
    due = Outcome(table=command.table, round=command.round, dealt=dealt, hands=command.hands, at=command.at, stop=stop)
    if stop and command.hands:
        return Accepted(_settled_together(rules, casino, system, jackpot, due))
    later = _overtaken(casino, system, jackpot, due) if rules.has("priority by deal") else []
    grounds = ["priority", "priority_from_shuffler" if command.completed else "priority_from_shoe"]
    clauses = rules.cite(*grounds, *(["major_priority"] if jackpot.split else [])) if later else ()
    first: list[Event] = [
        events.OutcomeReopened(system=system.name, table=o.table, round=o.round, clauses=clauses) for o in later
    ]
    found = first
    for event in first:
        casino = evolve(casino, event)
    for outcome in (due, *sorted(later, key=lambda o: o.dealt)):
        (event,) = _settled(rules, casino.systems[system.name], jackpot, [outcome])
        casino = evolve(casino, event)
        found.append(event)
    return Accepted(tuple(found))


def _settled_together(
    rules: MeterRules, casino: Casino, system: System, jackpot: Jackpot, due: Outcome
) -> tuple[Event, ...]:
    """Hands that are shown while the tables are stopped win at the same time, at whatever tables."""
    before = [outcome for outcome in system.outcomes if outcome.stop == due.stop]
    clauses = rules.cite("won_together")
    reopened: list[Event] = [
        events.OutcomeReopened(system=system.name, table=o.table, round=o.round, clauses=clauses) for o in before
    ]
    for event in reopened:
        casino = evolve(casino, event)
    return (*reopened, *_settled(rules, casino.systems[system.name], jackpot, [*before, due]))


def _overtaken(casino: Casino, system: System, jackpot: Jackpot, due: Outcome) -> list[Outcome]:
    """The outcomes at other tables that were dealt later and are not verified yet: they are paid after this one.

    Of divided pools only the major one has an order.
    """

    def matters(outcome: Outcome) -> bool:
        return any(hand in MAJOR or not jackpot.split for hand in outcome.hands.values())

    if not matters(due):
        return []
    later = [o for o in system.outcomes if o.table != due.table and o.dealt > due.dealt]
    return [o for o in later if matters(o) and not _verified(casino, o)]


def _verified(casino: Casino, outcome: Outcome) -> bool:
    """Whether somebody has verified a prize of that round, after which it stands."""
    mine = [p for p in casino.prizes.values() if (p.table, p.round) == (outcome.table, outcome.round)]
    return any(prize.verified for prize in mine) or len(mine) < len(outcome.hands)


def _settled(
    rules: MeterRules, system: System, jackpot: Jackpot, outcomes: Sequence[Outcome]
) -> list[events.OutcomeRecorded]:
    """The prizes of rounds that are settled together, from the meters as they are, from the dealer's right within a kind.

    What the house adds to the meters is put down with the last round.
    """
    meters = system.meters
    places = [(outcome, box) for outcome in outcomes for box in sorted(outcome.hands, reverse=True)]
    if not places:
        clauses = rules.cite("outcome_recorded")
        nothing = (replace(outcome, meter=meters.major) for outcome in outcomes)
        return [events.OutcomeRecorded(system=system.name, outcome=outcome, clauses=clauses) for outcome in nothing]
    shares: Shares = jackpot.share(jackpot, meters, [outcome.hands[box] for outcome, box in places])
    waiting = {hand: [place for place in places if place[0].hands[place[1]] == hand] for hand in jackpot.hands}
    won: dict[tuple[str, int], dict[str, Prize]] = {(outcome.table, outcome.round): {} for outcome in outcomes}
    for payment in shares.payments:
        outcome, box = waiting[payment.hand].pop(0)
        won[outcome.table, outcome.round][f"{outcome.table}/{outcome.round}/{box}"] = Prize(
            table=outcome.table,
            round=outcome.round,
            box=box,
            hand=payment.hand,
            pays=payment.pays,
            source=payment.source,
            formula=payment.formula,
            clauses=payment.clauses,
            needs=2 if payment.hand in rules.verify_hands else 0,
        )
    left, minor_left = meters.major, meters.minor
    found = []
    for outcome in outcomes:
        prizes = won[outcome.table, outcome.round]
        from_meter = [prize for prize in prizes.values() if prize.source == "meter"]
        minor = grains(sum(p.pays for p in from_meter if jackpot.split and p.hand not in MAJOR))
        major = grains(sum(p.pays for p in from_meter)) - minor
        left, minor_left = left - major, minor_left - minor
        last = outcome is outcomes[-1]
        recorded = replace(
            outcome,
            meter=meters.major,
            deducted=major,
            minor_deducted=minor,
            added=shares.meter_after - left if last else 0,
            minor_added=shares.minor_after - minor_left if last and jackpot.split else 0,
        )
        if last and _starts_again(rules, shares, outcomes):
            others = set(system.games) - {settled.table for settled in outcomes}
            recorded = replace(recorded, spent=tuple(sorted(others)))
        cited = [*rules.cite("outcome_recorded"), *(c for prize in prizes.values() for c in prize.clauses)]
        clauses = tuple(dict.fromkeys((*cited, *_reset(rules, recorded))))
        found.append(events.OutcomeRecorded(system=system.name, outcome=recorded, prizes=prizes, clauses=clauses))
    return found


def _starts_again(rules: MeterRules, shares: Shares, outcomes: Sequence[Outcome]) -> bool:
    """Whether nothing is left of what was on the meter before these rounds, but a new seed at the most."""
    won = any("royal flush" in outcome.hands.values() for outcome in outcomes)
    return won or (shares.top_up > 0 if rules.keeps_seed else shares.meter_after == 0)


def _reset(rules: MeterRules, outcome: Outcome) -> tuple[str, ...]:
    """The clauses of the order between tables and of a meter that starts again, where they matter to a round."""
    order = rules.cite("priority") if outcome.hands and rules.has("priority by deal") else ()
    if outcome.stop:
        order = rules.cite("won_together")
    if list(outcome.hands.values()).count("royal flush") > 1 and rules.has("reset after royals"):
        return (*order, *rules.cite("royals_reset"))
    return (*order, *rules.cite("meter_reset")) if outcome.added or outcome.minor_added else order


def verify_prize(rules: MeterRules, casino: Casino, command: commands.VerifyPrize) -> Decision:
    """Two different people verify a great prize, one of them of the rank that the book names."""
    prize = casino.prizes.get(command.prize)
    if prize is None:
        return rules.refuse("prize_paid", f"there is no unpaid prize {command.prize!r}")
    if len(prize.verified) >= prize.needs:
        return rules.refuse("prize_paid", "nobody else needs to verify this prize")
    ground = _verifying(rules)
    if not command.person or command.person in prize.verified:
        return rules.refuse(ground, "two different people verify a prize")
    if command.deck != FULL_DECK and _deck_is_counted(rules, casino, prize):
        ground = "deck_counted" if "deck_counted" in rules.grounds else ground
        return rules.refuse(ground, f"the deck has {command.deck} cards: no prize is paid before that is ruled on")
    if prize.verified and rules.verify_rank and rules.rank_of(command.by) < rules.rank_of(rules.verify_rank):
        return rules.refuse(ground, f"the second must be the {rules.verify_rank} or above, not {command.by}")
    verified = events.PrizeVerified(
        prize=command.prize, person=command.person, by=command.by, deck=command.deck, clauses=rules.cite(ground)
    )
    return Accepted((verified,))


def _verifying(rules: MeterRules) -> str:
    return next((g for g in ("prize_verified", "supervisor_notified") if g in rules.grounds), "prize_paid")


def pay_prize(rules: MeterRules, casino: Casino, command: commands.PayPrize) -> Decision:
    prize = casino.prizes.get(command.prize)
    if prize is None:
        return rules.refuse("prize_paid", f"there is no unpaid prize {command.prize!r}")
    if len(prize.verified) < prize.needs:
        return rules.refuse(_verifying(rules), f"{prize.needs - len(prize.verified)} more must verify this prize first")
    system = _system_of(casino, prize)
    if (refusal := halted(rules, system)) is not None:
        return refusal
    if system.stopped:
        return rules.refuse("tables_stopped", "prizes are paid once all hands are known and the tables go on")
    grounds = ["prize_paid"]
    if "deck_counted" in rules.grounds and _deck_is_counted(rules, casino, prize):
        grounds.append("deck_counted")
    if is_split(rules, system):
        grounds.append("major_deck_count")
    clauses = tuple(dict.fromkeys((*prize.clauses, *rules.cite(*grounds))))
    return Accepted((events.PrizePaid(prize=command.prize, system=system.name, pays=prize.pays, clauses=clauses),))


def _system_of(casino: Casino, prize: Prize) -> System:
    won = (prize.table, prize.round)
    return next(s for s in casino.systems.values() if any((o.table, o.round) == won for o in s.outcomes))


def _deck_is_counted(rules: MeterRules, casino: Casino, prize: Prize) -> bool:
    """Whether the deck is counted before this prize is paid: of divided pools only for the major one."""
    return prize.hand in MAJOR or not is_split(rules, _system_of(casino, prize))
