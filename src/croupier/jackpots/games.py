"""Jackpot games: wagers registered and cancelled, outcomes recorded in their order, prizes verified and paid."""

from __future__ import annotations

from collections.abc import Sequence, Set

from msgspec.structs import asdict, replace

from croupier.jackpots import commands, events
from croupier.jackpots.groups import halted, is_split
from croupier.jackpots.prizes import Jackpot, Shares, grains
from croupier.jackpots.systems import MeterRules, MeterState, Outcome, Prize, System
from croupier.kernel.actors import HOUSE, Said
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Event

ROYAL = "royal flush"
MAJOR = (ROYAL, "straight flush")
"""The hands that a major pool pays; a minor one pays the others."""


def register_wagers(rules: MeterRules, state: MeterState, command: commands.RegisterWagers, said: Said) -> Decision:
    system = state.system_of(command.table)
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
    if state.prizes_of(command.table, command.round):
        return rules.refuse("outcome_recorded", f"round {command.round} is settled, its prizes are still to be paid")
    if not command.boxes or len(set(command.boxes)) != len(command.boxes):
        return rules.refuse("one_wager_per_hand", "one jackpot wager for each of one or more hands")
    return Accepted((_registered(rules, system, command.table, command.round, command.boxes),))


def _registered(
    rules: MeterRules, system: System, table: str, round_: int, boxes: tuple[int, ...]
) -> events.WagersRegistered:
    jackpot = rules.jackpot(system.terms)
    wagers = jackpot.cost * len(boxes)
    grounds = ["wagers_registered", "right_cost", *(["sub_pools_shown"] if is_split(rules, system) else [])]
    return events.WagersRegistered(
        system=system.name,
        table=table,
        round=round_,
        boxes=boxes,
        wagers=wagers,
        increment=jackpot.increment_of(wagers),
        minor_increment=wagers * jackpot.minor_increment,
        clauses=rules.cite(*grounds),
    )


def cancel_game(rules: MeterRules, state: MeterState, command: commands.CancelGame, said: Said) -> Decision:
    """End a game. What is left of it goes on even where no new wagers are taken: they were taken before."""
    system = state.system_of(command.table)
    if system is None or command.table not in system.games:
        return rules.refuse("game_cancelled", f"table {command.table} has no jackpot game to cancel")
    round_, boxes = system.games[command.table]
    if not set(command.rest) < set(boxes) or len(set(command.rest)) != len(command.rest):
        return rules.refuse("game_cancelled", f"of boxes {', '.join(map(str, boxes))} some stay in the game, or none")
    jackpot = rules.jackpot(system.terms)
    wagers = jackpot.cost * len(boxes)
    spent = jackpot.increment_of(wagers) if command.table in system.spent else 0
    increment = jackpot.increment_of(wagers) - spent
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
        spent=spent,
        clauses=rules.cite("game_cancelled", *(["meter_reset"] if short else [])),
    )
    if not command.rest:
        return Accepted((cancelled,))
    return Accepted((cancelled, _registered(rules, system, command.table, round_, command.rest)))


def record_outcome(rules: MeterRules, state: MeterState, command: commands.RecordOutcome, said: Said) -> Decision:
    """Settle a round on the meter. All its hands are simultaneous; rounds of other tables come before or after."""
    system = state.system_of(command.table)
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
    due = Outcome(
        table=command.table,
        round=command.round,
        dealt=dealt,
        hands=command.hands,
        at=said.at,
        stop=stop,
        boxes=boxes,
        own_spent=command.table in system.spent,
    )
    if stop and command.hands:  # what is shown while the tables are stopped wins at the same time, at whatever tables
        back = [outcome for outcome in system.outcomes if outcome.stop == stop]
        groups, clauses = [[*back, due]], rules.cite("won_together")
    else:
        back = _overtaken(state, system, jackpot, due) if rules.has("priority by deal") else []
        groups = [[due], *([outcome] for outcome in sorted(back, key=lambda o: o.dealt))]
        order = ["priority", "priority_from_shuffler" if command.completed else "priority_from_shoe"]
        clauses = rules.cite(*order, *(["major_priority"] if jackpot.split else [])) if back else ()
    found: list[Event] = [
        events.OutcomeReopened(system=system.name, table=o.table, round=o.round, clauses=clauses) for o in back
    ]
    for event in found:
        state = event.apply(state)
    return Accepted((*found, *_settled_in_order(rules, state, system.name, groups, taken_back=back)))


def carry_wagers(rules: MeterRules, state: MeterState, command: commands.CarryWagers, said: Said) -> Decision:
    """Wagers that stay valid for another round are in play there, and their outcome is that of the other round."""
    system = state.system_of(command.table)
    if system is None or command.table not in system.games:
        return rules.refuse("wagers_carried", f"table {command.table} has no jackpot wagers in play")
    if command.round <= system.games[command.table][0]:
        return rules.refuse("wagers_carried", f"the wagers in play are those of round {system.games[command.table][0]}")
    clauses = rules.cite("wagers_carried")
    carried = events.WagersCarried(system=system.name, table=command.table, round=command.round, clauses=clauses)
    return Accepted((carried,))


def withdraw_outcome(rules: MeterRules, state: MeterState, command: commands.WithdrawOutcome, said: Said) -> Decision:
    """Take an outcome back while some prize of it waits. What was recorded after it, and stands open, is reckoned anew."""
    system = state.system_of(command.table)
    won = (command.table, command.round)
    taken = next((o for o in system.outcomes if (o.table, o.round) == won), None) if system is not None else None
    if system is None or taken is None:
        return rules.refuse("outcome_recorded", f"no prize of round {command.round} at table {command.table} waits")
    if not command.why.strip():
        return rules.refuse("outcome_recorded", "say why")
    if (refusal := _not_to_undo(rules, said, "outcome_recorded")) is not None:
        return refusal
    clauses = rules.cite("outcome_recorded")
    later = _open_after(state, system, taken)
    found: list[Event] = [
        events.OutcomeReopened(system=system.name, table=o.table, round=o.round, clauses=clauses) for o in later
    ]
    for event in found:
        state = event.apply(state)
    waiting = {prize.box for prize in state.prizes_of(*won)}
    withdrawn = events.OutcomeWithdrawn(
        system=system.name,
        table=command.table,
        round=command.round,
        why=command.why,
        boxes=taken.boxes,
        paid_boxes=tuple(sorted(set(taken.hands) - waiting)),
        returned=taken.returned,
        clauses=clauses,
    )
    jackpot = rules.jackpot(system.terms)
    back = withdrawn.apply(state).systems[system.name].pools
    short = (grains(jackpot.seed) if rules.keeps_seed else 0) - back.major
    withdrawn = replace(withdrawn, added=max(0, short), minor_added=max(0, -back.minor))
    state = withdrawn.apply(state)
    found.append(withdrawn)
    found += _settled_again(rules, state, system.name, later, taken_back=[taken, *later])
    return Accepted(tuple(found))


def _overtaken(state: MeterState, system: System, jackpot: Jackpot, due: Outcome) -> list[Outcome]:
    """The outcomes at other tables that were dealt later and are not verified yet: they are paid after this one.

    Of divided pools only the major one has an order.
    """
    if not _has_an_order(jackpot, due):
        return []
    later = [o for o in system.outcomes if o.table != due.table and o.dealt > due.dealt]
    return [o for o in later if _has_an_order(jackpot, o) and not _verified(state, o)]


def _has_an_order(jackpot: Jackpot, outcome: Outcome) -> bool:
    return any(hand in MAJOR or not jackpot.split for hand in outcome.hands.values())


def _verified(state: MeterState, outcome: Outcome) -> bool:
    """Whether somebody has verified a prize of that round, after which it stands."""
    mine = state.prizes_of(outcome.table, outcome.round)
    return any(prize.verified for prize in mine) or len(mine) < len(outcome.hands)


def _settled(
    rules: MeterRules, system: System, jackpot: Jackpot, outcomes: Sequence[Outcome], *, in_play: Set[str]
) -> list[events.OutcomeRecorded]:
    """The prizes of rounds that are settled together, from the meters as they are, from the dealer's right within a kind.

    What the house adds to the meters is put down with the last round that won a royal flush, or else with the last. `in_play`
    are the other tables with wagers on the meter.
    """
    pools = system.pools
    places = [(outcome, box) for outcome in outcomes for box in sorted(outcome.hands, reverse=True)]
    if not places:
        clauses = rules.cite("outcome_recorded")
        nothing = (replace(outcome, meter=pools.major) for outcome in outcomes)
        return [events.OutcomeRecorded(system=system.name, outcome=outcome, clauses=clauses) for outcome in nothing]
    shares: Shares = jackpot.share(jackpot, pools, [outcome.hands[box] for outcome, box in places])
    waiting = {hand: [place for place in places if place[0].hands[place[1]] == hand] for hand in jackpot.hands}
    won: dict[tuple[str, int], dict[str, Prize]] = {(outcome.table, outcome.round): {} for outcome in outcomes}
    for payment in shares.payments:
        outcome, box = waiting[payment.hand].pop(0)
        needs = max(rules.verifiers, system.terms.people) if payment.hand in rules.verify_hands else 0
        won[outcome.table, outcome.round][f"{outcome.table}/{outcome.round}/{box}"] = Prize(
            table=outcome.table, round=outcome.round, box=box, needs=needs, **asdict(payment)
        )
    left, minor_left = pools.major, pools.minor
    out: list[tuple[int, int]] = []
    for outcome in outcomes:
        from_meter = [prize for prize in won[outcome.table, outcome.round].values() if prize.source == "meter"]
        minor = grains(sum(p.pays for p in from_meter if jackpot.split and p.hand not in MAJOR))
        major = grains(sum(p.pays for p in from_meter)) - minor
        left, minor_left = left - major, minor_left - minor
        out.append((major, minor))
    resets = next((outcome for outcome in reversed(outcomes) if ROYAL in outcome.hands.values()), outcomes[-1])
    found = []
    for outcome, (major, minor) in zip(outcomes, out, strict=True):
        prizes, last = won[outcome.table, outcome.round], outcome is resets
        recorded = replace(
            outcome,
            meter=pools.major,
            deducted=major,
            minor_deducted=minor,
            spent=(),
            added=shares.meter_after - left if last else 0,
            minor_added=shares.minor_after - minor_left if last else 0,
        )
        if last and _starts_again(rules, shares, outcomes):
            recorded = replace(recorded, spent=tuple(sorted(in_play)))
        cited = [*rules.cite("outcome_recorded"), *(c for prize in prizes.values() for c in prize.clauses)]
        clauses = tuple(dict.fromkeys((*cited, *_reset(rules, system, jackpot, recorded))))
        found.append(events.OutcomeRecorded(system=system.name, outcome=recorded, prizes=prizes, clauses=clauses))
    return found


def _starts_again(rules: MeterRules, shares: Shares, outcomes: Sequence[Outcome]) -> bool:
    """Whether nothing is left of what was on the meter before these rounds, but a new seed at the most."""
    won = any(ROYAL in outcome.hands.values() for outcome in outcomes)
    return won or (shares.top_up > 0 if rules.keeps_seed else shares.meter_after == 0)


def _reset(rules: MeterRules, system: System, jackpot: Jackpot, outcome: Outcome) -> tuple[str, ...]:
    """The clauses of the order between tables and of a meter that starts again, where they matter to a round."""
    ordered = [o for o in (*system.outcomes, outcome) if _has_an_order(jackpot, o)]
    elsewhere = outcome in ordered and any(other.table != outcome.table for other in ordered)
    order = rules.cite("priority") if elsewhere and rules.has("priority by deal") else ()
    if outcome.stop:
        order = rules.cite("won_together")
    if list(outcome.hands.values()).count(ROYAL) > 1 and rules.has("reset after royals"):
        return (*order, *rules.cite("royals_reset"))
    return (*order, *rules.cite("meter_reset")) if outcome.added or outcome.minor_added else order


def verify_prize(rules: MeterRules, state: MeterState, command: commands.VerifyPrize, said: Said) -> Decision:
    """Different people verify a great prize, one of them of the rank that the book names.

    The book is cited only for as many as it asks for: a house that wants more of them has no clause for it.
    """
    prize = state.prizes.get(command.prize)
    if prize is None:
        return rules.refuse("prize_paid", f"there is no unpaid prize {command.prize!r}")
    again = said.person in prize.verified
    counts = (
        command.deck > 0 and not prize.counted and _deck_owed(rules, state, prize)
    )  # also after all have verified it
    ground = _verifying(rules)
    if len(prize.verified) >= prize.needs and not counts:
        return rules.refuse(ground, "nobody else needs to verify this prize")
    if said.capacity == HOUSE or (again and not counts):
        wanted = rules.cite(ground) if said.capacity == HOUSE or prize.needs <= rules.verifiers else ()
        return Refused(ground, "different people verify a prize, and the software is none", wanted)
    if command.deck and command.deck != rules.number(
        "deck_size"
    ):  # found is found, whether or not the deck had to be counted
        reason = f"the deck has {command.deck} cards: no prize is paid before that is ruled on"
        if "deck_counted" not in rules.grounds:
            return rules.refuse(ground, reason)
        owed = ["deck_counted"] if _deck_owed(rules, state, prize) else []
        return Refused("deck_counted", reason, rules.cite(*owed, "deck_short"))
    clauses = rules.cite(ground)
    last = len(prize.verified) == prize.needs - 1 and not prize.by_rank and not again
    if (refusal := rules.needs_rank(said, rules.verify_rank if last else rules.ranks[0], clauses)) is not None:
        return refusal
    of_rank = rules.needs_rank(said, rules.verify_rank, clauses) is None
    if prize.needs > rules.verifiers and (prize.by_rank or not of_rank):
        clauses = rules.cite("prize_paid")
    if counts:
        clauses = (*clauses, *rules.cite("deck_counted"))
    verified = events.PrizeVerified(
        prize=command.prize, person=said.person, by=said.role, deck=command.deck, of_rank=of_rank, clauses=clauses
    )
    return Accepted((verified,))


def _verifying(rules: MeterRules) -> str:
    return next((g for g in ("prize_verified", "supervisor_notified") if g in rules.grounds), "prize_paid")


def pay_prize(rules: MeterRules, state: MeterState, command: commands.PayPrize, said: Said) -> Decision:
    prize = state.prizes.get(command.prize)
    if prize is None:
        return rules.refuse("prize_paid", f"there is no unpaid prize {command.prize!r}")
    if len(prize.verified) < prize.needs:
        wanted = rules.cite(_verifying(rules)) if not prize.by_rank or prize.needs <= rules.verifiers else ()
        return Refused(
            _verifying(rules), f"{prize.needs - len(prize.verified)} more must verify this prize first", wanted
        )
    system = _system_of(state, prize)
    if (refusal := halted(rules, system)) is not None:
        return refusal
    if system.stopped:
        return rules.refuse("tables_stopped", "prizes are paid once all hands are known and the tables go on")
    if (first := rules.pays_first({p.box: p.hand for p in state.prizes_of(prize.table, prize.round)})) not in (
        0,
        prize.box,
    ):
        return rules.refuse("payment_order", f"box {first} of that table is paid first")
    grounds = ["prize_paid"]
    if _deck_owed(rules, state, prize):
        if not prize.counted:
            return rules.refuse("deck_counted", "the deck is counted before a prize is paid")
        grounds.append("deck_counted")
    if is_split(rules, system):
        grounds.append("major_deck_count")
    clauses = tuple(dict.fromkeys((*prize.clauses, *rules.cite(*grounds))))
    return Accepted((events.PrizePaid(prize=command.prize, system=system.name, pays=prize.pays, clauses=clauses),))


def refuse_prize(rules: MeterRules, state: MeterState, command: commands.RefusePrize, said: Said) -> Decision:
    prize = state.prizes.get(command.prize)
    if prize is None:
        return rules.refuse("prize_paid", f"there is no unpaid prize {command.prize!r}")
    if not command.why.strip():
        return rules.refuse("prize_paid", "say why")
    ground = "prize_refused" if rules.has("payment refused") else "prize_paid"
    if (refusal := _not_to_undo(rules, said, ground, rank=rules.refuse_rank)) is not None:
        return refusal
    system = _system_of(state, prize)
    outcome = next(o for o in system.outcomes if (o.table, o.round) == (prize.table, prize.round))
    rest = replace(outcome, hands={box: hand for box, hand in outcome.hands.items() if box != prize.box})
    later = _open_after(state, system, outcome)
    stands = bool(rest.hands) and (_verified(state, outcome) or _shares_stand(state, system, outcome))
    refused = events.PrizeRefused(prize=command.prize, system=system.name, why=command.why, clauses=rules.cite(ground))
    if not rest.hands:  # as if nobody had won, but where another royal flush of the same stop started the meter again
        beside = [hand for o in _of_its_stop(system, outcome) if o not in later for hand in o.hands.values()]
        started = ROYAL in (*outcome.paid_beside, *beside)
        refused = replace(
            refused,
            back=outcome.deducted,
            minor_back=outcome.minor_deducted,
            added=0 if started else outcome.added,
            minor_added=outcome.minor_added,
            unspent=() if started else outcome.spent,
            returned=0 if started else outcome.returned,
        )
    elif prize.source != "meter":
        return Accepted((refused,))
    else:
        minor = is_split(rules, system) and prize.hand not in MAJOR
        refused = replace(refused, **{"minor_back" if minor else "back": grains(prize.pays)})
        if prize.hand == ROYAL and ROYAL not in rest.hands.values():  # the meter does not start again after all
            refused, rest = replace(refused, returned=outcome.returned), replace(rest, returned=0)
            refused = replace(refused, unspent=outcome.spent) if stands else refused
        if stands:
            refused = replace(refused, added=outcome.added - _added_for(rules, system, rest))
    moved = refused.back or refused.minor_back or refused.added or refused.minor_added or refused.returned
    if not moved and (stands or not rest.hands):
        return Accepted((refused,))
    anew = [rest if o is outcome else o for o in system.outcomes if o in later or (o is outcome and not stands)]
    anew = [o for o in anew if o.hands]
    found = [refused, *_taken_off(rules, system.name, anew)]
    for event in found:
        state = event.apply(state)
    found += _settled_again(rules, state, system.name, anew, taken_back=[outcome, *later])
    return Accepted(tuple(found))


def _open_after(state: MeterState, system: System, outcome: Outcome) -> list[Outcome]:
    """What was recorded after an outcome, or shares with it what was won in one stop, and does not stand yet."""
    place = system.outcomes.index(outcome)
    sharing = _of_its_stop(system, outcome)
    stand = _shares_stand(state, system, outcome)
    return [
        other
        for number, other in enumerate(system.outcomes)
        if ((other in sharing and not stand) or (number > place and other not in sharing))
        and not _verified(state, other)
    ]


def _of_its_stop(system: System, outcome: Outcome) -> list[Outcome]:
    """The rounds at other tables that won in the same stop."""
    return [o for o in system.outcomes if outcome.stop and o.stop == outcome.stop and o is not outcome]


def _shares_stand(state: MeterState, system: System, outcome: Outcome) -> bool:
    """Whether somebody has been paid, at another table, a share of what was won in the same stop: then all are what they are."""
    return bool(outcome.paid_beside) or any(_verified(state, other) for other in _of_its_stop(system, outcome))


def _taken_off(rules: MeterRules, name: str, outcomes: Sequence[Outcome]) -> list[Event]:
    """These rounds are taken off the meter, to be settled anew."""
    clauses = rules.cite("outcome_recorded")
    return [events.OutcomeReopened(system=name, table=o.table, round=o.round, clauses=clauses) for o in outcomes]


def _settled_again(
    rules: MeterRules, state: MeterState, name: str, outcomes: Sequence[Outcome], *, taken_back: Sequence[Outcome]
) -> list[Event]:
    """What rounds come to that were taken off the meter, in their order; those of one stop win together."""
    stops = dict.fromkeys(outcome.stop or -number for number, outcome in enumerate(outcomes, 1))
    groups = [[o for number, o in enumerate(outcomes, 1) if (o.stop or -number) == stop] for stop in stops]
    return _settled_in_order(rules, state, name, groups, taken_back=taken_back)


def _settled_in_order(
    rules: MeterRules,
    state: MeterState,
    name: str,
    groups: Sequence[Sequence[Outcome]],
    *,
    taken_back: Sequence[Outcome],
) -> list[Event]:
    """What groups of rounds come to, one after the other: those still to come are in play as long, with their wagers.

    Wagers that were spent by a round which was taken back are spent only if another round spends them.
    """
    jackpot = rules.jackpot(state.systems[name].terms)
    freed = {table for outcome in taken_back for table in outcome.spent}
    found: list[Event] = []
    for number, group in enumerate(groups):
        system = state.systems[name]
        spent = {table for outcome in system.outcomes for table in outcome.spent}
        due = [replace(o, own_spent=o.table in spent or (o.own_spent and o.table not in freed)) for o in group]
        to_come = {outcome.table for later in groups[number + 1 :] for outcome in later}
        in_play = (set(system.games) | to_come) - {outcome.table for outcome in group}
        for settled in _settled(rules, system, jackpot, due, in_play=in_play):
            state = settled.apply(state)
            found.append(settled)
    return found


def _added_for(rules: MeterRules, system: System, outcome: Outcome) -> int:
    """What the house would have added to the meter for these hands, with the meter as it stood then."""
    jackpot = rules.jackpot(system.terms)
    hands = list(outcome.hands.values())
    shares: Shares = jackpot.share(jackpot, replace(system.pools, major=outcome.meter), hands)
    own = [p.pays for p in shares.payments if p.source == "meter" and (p.hand in MAJOR or not jackpot.split)]
    return shares.meter_after - (outcome.meter - grains(sum(own)))


def _not_to_undo(rules: MeterRules, said: Said, ground: str, *, rank: str = "") -> Refused | None:
    """What was won is taken back by a ruling at the table, which the software passes on, or by somebody of rank."""
    rank = rank or rules.verify_rank or rules.operator
    return rules.needs_rank(said, rank, rules.cite(ground)) if rank and said.capacity != HOUSE else None


def _system_of(state: MeterState, prize: Prize) -> System:
    won = (prize.table, prize.round)
    return next(s for s in state.systems.values() if any((o.table, o.round) == won for o in s.outcomes))


def _deck_owed(rules: MeterRules, state: MeterState, prize: Prize) -> bool:
    """Whether the book wants the deck counted before this prize is paid: of divided pools only for the major one."""
    if "deck_counted" not in rules.grounds:
        return False
    return prize.hand in MAJOR or not is_split(rules, _system_of(state, prize))
