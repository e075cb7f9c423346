"""Jackpot games: wagers registered and cancelled, outcomes recorded in their order, and prizes taken back."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec.structs import asdict, replace

from croupier.jackpots import commands, events
from croupier.jackpots.groups import halted, is_split
from croupier.jackpots.prizes import Jackpot, Shares, grains
from croupier.jackpots.systems import MeterRules, MeterState, Moment, Outcome, Prize, Standing, System, start_of, with_outcome
from croupier.kernel.actors import HOUSE, Said
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Event

MAJOR = ("royal flush", "straight flush")
"""The hands that a major pool pays; a minor one pays the others."""


def register_wagers(rules: MeterRules, state: MeterState, command: commands.RegisterWagers, said: Said) -> Decision:
    if (system := state.system_of(command.table)) is None:
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
        return rules.refuse("one_wager_per_hand", "register one jackpot wager for each hand, and at least one hand")
    if not set(command.again) <= set(command.boxes):
        return rules.refuse("one_wager_per_hand", "only wagers that are registered were in a game before")
    registered = Moment(table=command.table, boxes=command.boxes, again=command.again)
    return Accepted((_registered(rules, system, command.round, registered, system.standing()),))


def _registered(
    rules: MeterRules, system: System, round_: int, registered: Moment, standing: Standing
) -> events.WagersRegistered:
    moved = _moved(rules, system, registered, standing)
    return events.WagersRegistered(
        system=system.name,
        table=moved.table,
        round=round_,
        boxes=moved.boxes,
        wagers=rules.jackpot(system.terms).cost * len(moved.boxes),
        increment=moved.increment,
        minor_increment=moved.minor_increment,
        again=moved.again,
        clauses=rules.cite("wagers_registered", "right_cost", "sub_pools_shown" if is_split(rules, system) else ""),
    )


def _moved(rules: MeterRules, system: System, moment: Moment, standing: Standing) -> Moment:
    """What newly registered or cancelled wagers put on the meters or take off them now.

    The part that was won meanwhile neither comes off nor goes on again; the house adds what is then missing.
    """
    if not moment.table:
        return moment
    jackpot, table, nothing = rules.jackpot(system.terms), moment.table, frozenset[int]()
    boxes = frozenset(moment.boxes) or standing.playing.get(table, nothing)
    known = frozenset(moment.again) if moment.boxes else boxes
    sign = jackpot.cost * (1 if moment.boxes else -1)
    major = jackpot.increment_of(sign * len(boxes - (standing.gone.get(table, nothing) & known)))
    minor = jackpot.minor_increment * sign * len(boxes - (standing.minor_gone.get(table, nothing) & known))
    least = 0 if moment.boxes else _least(rules, jackpot, ())
    short, minor_short = max(0, least - standing.pools.major - major), max(0, -standing.pools.minor - minor)
    return replace(moment, increment=major, minor_increment=minor, added=short, minor_added=minor_short)


def _least(rules: MeterRules, jackpot: Jackpot, hands: Iterable[str]) -> int:
    """The lowest a meter shows: its seed if the book says so, and after its greatest prize."""
    return grains(jackpot.seed) if rules.keeps_seed or jackpot.greatest in hands else 0


def cancel_game(rules: MeterRules, state: MeterState, command: commands.CancelGame, said: Said) -> Decision:
    """End a game. The rest of it goes on even if no new wagers are taken: they were taken before."""
    system = state.system_of(command.table)
    if system is None or command.table not in system.games:
        return rules.refuse("game_cancelled", f"table {command.table} has no jackpot game to cancel")
    round_, boxes = system.games[command.table]
    if not set(command.rest) < set(boxes) or len(set(command.rest)) != len(command.rest):
        return rules.refuse("game_cancelled", f"some of boxes {', '.join(map(str, boxes))} must stay in the game, or none")
    jackpot, standing = rules.jackpot(system.terms), system.standing()
    gone = standing.gone.get(command.table, frozenset())
    moved = _moved(rules, system, Moment(table=command.table), standing)
    cancelled = rules.event(
        events.GameCancelled,
        command,
        "game_cancelled",
        "meter_reset" if moved.added else "",
        system=system.name,
        wagers=jackpot.cost * len(boxes),
        increment=-moved.increment,
        minor_increment=-moved.minor_increment,
        added=moved.added,
        minor_added=moved.minor_added,
        spent=jackpot.increment_of(jackpot.cost * len(gone)),
    )
    if not command.rest:  # a round that was withdrawn has no place to keep any more, and none to be put before
        state = cancelled.apply(state.copied())
        system = state.systems[system.name]
        then = _reckoned(rules, state, system, system.log, len(system.log), clauses=rules.cite("outcome_recorded"))
        return Accepted((cancelled, *then.events))
    undoable = any(moment.waits or moment.place for moment in system.log)
    matters = gone or standing.minor_gone.get(command.table) or undoable
    rest = Moment(table=command.table, boxes=command.rest, again=command.rest if matters else ())
    return Accepted((cancelled, _registered(rules, system, round_, rest, standing.after(moved))))


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
            return rules.refuse("outcome_recorded", f"{hand!r} wins no jackpot prize; these do: {', '.join(jackpot.hands)}")
    stop = system.stops if system.stopped else 0
    own = next((moment.outcome for moment in system.log if moment.place and moment.of(command.table, round_)), None)
    due = Outcome(
        table=command.table,
        round=command.round,
        dealt=command.completed or command.dealt,
        hands=command.hands,
        at=own.at if own is not None else said.at,
        stop=own.stop if own is not None else stop,
        boxes=boxes,
    )
    clauses = rules.cite("outcome_recorded")
    log, start, place = with_outcome(system.log, Moment(table=due.table, outcome=due))
    if due.stop and command.hands:  # what is shown while the tables are stopped wins at the same time
        clauses = rules.cite("won_together")
    elif own is None and _in_order(rules, state, system, log)[place] != log[place]:
        order = ["priority", "priority_from_shuffler" if command.completed else "priority_from_shoe"]
        clauses = rules.cite(*order, *(["major_priority"] if jackpot.split else []))
    return _reckoned(rules, state, system, log, start, clauses=clauses)


def carry_wagers(rules: MeterRules, state: MeterState, command: commands.CarryWagers, said: Said) -> Decision:
    """Wagers that stay valid for another round are in play there, and their outcome is that of the other round."""
    system = state.system_of(command.table)
    if system is None or command.table not in system.games:
        return rules.refuse("wagers_carried", f"table {command.table} has no jackpot wagers in play")
    if command.round <= system.games[command.table][0]:
        return rules.refuse("wagers_carried", f"the wagers in play are those of round {system.games[command.table][0]}")
    return rules.accept(events.WagersCarried, command, system=system.name)


def withdraw_outcome(rules: MeterRules, state: MeterState, command: commands.WithdrawOutcome, said: Said) -> Decision:
    """Take an outcome back while one of its prizes is pending. Later open outcomes are calculated again."""
    system = state.system_of(command.table)
    taken = system.settled(command.table, command.round) if system is not None else None
    if system is None or taken is None or not taken[1].waits:
        return rules.refuse("outcome_recorded", f"no prize of round {command.round} at table {command.table} waits")
    if not command.why.strip():
        return rules.refuse("outcome_recorded", "say why")
    if (refusal := _not_to_undo(rules, said, "outcome_recorded")) is not None:
        return refusal
    place, moment, outcome = taken
    clauses = rules.cite("outcome_recorded")
    paid = tuple(sorted(moment.paid))
    withdrawn = rules.event(events.OutcomeWithdrawn, command, system=system.name, boxes=outcome.boxes, paid_boxes=paid)
    log = system.put(place, Moment(table=command.table, outcome=outcome, place="open", number=moment.number))
    system = replace(system, games={**system.games, command.table: (command.round, outcome.boxes)})
    return _reckoned(rules, state, system, log, place, lambda _: (withdrawn,), clauses=clauses, cause_first=False)


def _in_order(rules: MeterRules, state: MeterState, system: System, log: Sequence[Moment]) -> list[Moment]:
    """The log in the order of settlement. Where the book pays by the deal, a round goes to the place of the first that was dealt
    after it, with what became of its own wagers. Everything else is where it was recorded: once the later one falls, its place
    is as if that had never been. Rounds that stand stay where they are.
    """
    if not rules.has("priority by deal"):
        return list(log)
    jackpot, at = rules.jackpot(system.terms), {moment.number: place for place, moment in enumerate(log)}

    def goes_before(one: Moment, two: Moment) -> bool:
        first, second = one.outcome, two.outcome
        if _stands(state, one) or (first is not None and _stands(state, two)):
            return at[one.number] < at[two.number]
        over = any(m.place and not system.in_play_again(m) for m in (one, two))
        if over or first is None or second is None or first.table == second.table:
            return False
        return _has_an_order(jackpot, first) and _has_an_order(jackpot, second) and first.dealt < second.dealt

    moments: list[Moment] = []
    for moment in sorted(log, key=lambda moment: moment.number):
        if moment.outcome is None:
            moments += [moment] if moment not in moments else []
            continue
        earlier = log[: at[moment.number]]
        moments += [m for m in earlier if m.outcome is None and m.table == moment.table and m.number > moment.number]
        place = next((n for n, other in enumerate(moments, 1) if goes_before(moment, other)), len(moments) + 1)
        moments = list(with_outcome(moments, moment, place)[0])
    return moments


def _has_an_order(jackpot: Jackpot, outcome: Outcome) -> bool:
    return any(hand in MAJOR or not jackpot.split for hand in outcome.hands.values())


def _stands(state: MeterState, moment: Moment) -> bool:
    """Whether a prize of that round is paid or verified, after which it stands."""
    outcome = moment.outcome
    if outcome is None or moment.place:
        return False
    mine = (prize for prize in state.prizes_of(outcome.table, outcome.round) if prize.box in outcome.hands)
    return bool(moment.paid) or any(prize.verified for prize in mine)


Prizes = dict[tuple[str, int], dict[str, Prize]]


def _reckoned(
    rules: MeterRules,
    state: MeterState,
    system: System,
    log: Sequence[Moment],
    start: int,
    cause: Callable[[Sequence[Moment]], Iterable[Event]] = lambda _: (),
    *,
    clauses: tuple[str, ...],
    cause_first: bool = True,
) -> Accepted:
    """The order of settlement becomes this one, and whatever comes from `start` on is settled as of its own moment, as if it had
    always been so. Rounds that stand keep their prizes; what changes beside the others is put down at the end.

    The `cause` of it is said by what then stands in the log.
    """
    log, given = _in_order(rules, state, system, log), log
    start = next((n for n, (new, was) in enumerate(zip(log, given, strict=True)) if n == start or new != was), start)
    start = min(start_of(log, start), start_of(system.log, start))
    settled, won = _settled_from(rules, state, system, log, start)
    before = {(o.table, o.round): o for o in (m.outcome for m in system.log if not m.place) if o is not None}
    anew = [(n, o) for n, m in enumerate(settled) if (o := m.outcome) is not None and (o.table, o.round) in won]
    anew = [(n, o) for n, o in anew if before.get((o.table, o.round)) != o]
    events_now: list[Event] = [
        events.OutcomeReopened(system=system.name, table=o.table, round=o.round, clauses=clauses)
        for _, o in anew
        if (o.table, o.round) in before
    ]
    events_now = [*cause(settled), *events_now] if cause_first else [*events_now, *cause(settled)]
    state = state.copied()
    for event in events_now:
        event.apply(state)
    for place, outcome in anew:
        now, prizes = state.systems[system.name], won[outcome.table, outcome.round]
        cited = [*rules.cite("outcome_recorded"), *(c for prize in prizes.values() for c in prize.clauses)]
        recorded = events.OutcomeRecorded(
            system=system.name,
            outcome=outcome,
            prizes=prizes,
            place=0 if with_outcome(now.log, settled[place])[2] == place else place + 1,
            clauses=tuple(dict.fromkeys((*cited, *(_reset(rules, now, outcome) if prizes else ())))),
        )
        events_now.append(recorded)
        recorded.apply(state)
    return Accepted((*events_now, *_corrected(rules, state.systems[system.name], settled)))


def _corrected(rules: MeterRules, system: System, settled: Sequence[Moment]) -> list[Event]:
    """What is to be put down of things that stand for the log to be this one."""
    moments = {
        n: replace(new, number=0) if new.number == was.number else new
        for n, (new, was) in enumerate(zip(settled, system.log, strict=True))
        if new != was
    }
    if not moments:
        return []
    changes = [(moment.outcome or moment, system.log[place].outcome or system.log[place]) for place, moment in moments.items()]

    def change(name: str) -> int:
        return sum(getattr(new, name, 0) - getattr(was, name, 0) for new, was in changes)

    return [
        events.MeterCorrected(
            system=system.name,
            moments=moments,
            increment=change("increment"),
            minor_increment=change("minor_increment"),
            added=change("added"),
            minor_added=change("minor_added"),
            clauses=rules.cite("outcome_recorded"),
        )
    ]


def _settled_from(
    rules: MeterRules, state: MeterState, system: System, log: Sequence[Moment], start: int
) -> tuple[list[Moment], Prizes]:
    """The log with all moments from `start` on as they come out, one after the other, and prizes of rounds that do not stand."""
    settled, won, done = list(log), Prizes(), set[int]()
    standing = system.standing(start)
    for at in range(start, len(log)):
        if log[at].outcome is None:
            settled[at] = _moved(rules, system, log[at], standing)
            standing = standing.after(settled[at])
        if log[at].outcome is None or log[at].place or at in done:
            continue
        live = [n for n in range(at, len(log)) if n == at or (log[n].together(log[at]) and not log[n].place)]
        done |= set(live)
        was = [m for m in system.log if not m.place and (m.together(log[at]) or _same(m, log[at]))]
        known = [any(_same(log[n], m) for m in was) for n in live]
        stand = any(_stands(state, log[n]) for n in live)
        outcomes = [o for n in live if (o := log[n].outcome) is not None]
        kept = [o for m in was if (o := m.outcome) is not None] if stand else []
        out = _settled(rules, system, outcomes, standing, known, kept, changed=was != [log[n] for n in live])
        for n, (outcome, prizes) in zip(live, out, strict=True):
            settled[n] = replace(log[n], outcome=outcome)
            standing = standing.after(settled[n])
            if prizes or not any(_same(log[n], m) for m in was):
                won[outcome.table, outcome.round] = prizes
    return settled, won


def _same(one: Moment, two: Moment) -> bool:
    """Whether both are the outcome of one round."""
    return one.outcome is not None and two.of(one.outcome.table, one.outcome.round)


def _settled(
    rules: MeterRules,
    system: System,
    outcomes: Sequence[Outcome],
    standing: Standing,
    known: Sequence[bool],
    kept: Sequence[Outcome],
    *,
    changed: bool,
) -> list[tuple[Outcome, dict[str, Prize]]]:
    """Rounds that are settled together, from the meters as they stand, from the dealer's right within a kind, and their prizes.

    Some may be `known` already. Where some are `kept`, because they stand, the known ones keep what they took, and what the house
    added for them stays unless they have `changed`. What the house adds is put down with the last round that won the greatest
    prize, or else with the last.
    """
    jackpot, pools = rules.jackpot(system.terms), standing.pools
    places = [(number, box) for number, o in enumerate(outcomes) for box in sorted(o.hands, reverse=True)]
    hands = [outcomes[number].hands[box] for number, box in places]
    shares: Shares = jackpot.share(jackpot, pools, hands) if hands else Shares(payments=(), meter_after=pools.major)
    prizes: list[dict[str, Prize]] = [{} for _ in outcomes]
    waiting = {hand: [n for n, place in enumerate(places) if hands[n] == hand] for hand in jackpot.hands}
    for payment in shares.payments:
        number, box = places[waiting[payment.hand].pop(0)]
        outcome = outcomes[number]
        needs = max(rules.verifiers, system.terms.people) if payment.hand in rules.verify_hands else 0
        prize = Prize(table=outcome.table, round=outcome.round, box=box, needs=needs, **asdict(payment))
        prizes[number] |= {f"{outcome.table}/{outcome.round}/{box}": prize} if not (kept and known[number]) else {}
    taken = [
        (o.deducted, o.minor_deducted) if kept and was_known else _taken(jackpot, own.values())
        for o, was_known, own in zip(outcomes, known, prizes, strict=True)
    ]
    left, minor_left = pools.major - sum(major for major, _ in taken), pools.minor - sum(minor for _, minor in taken)
    least = _least(rules, jackpot, hands)
    after, minor_after = max(least, min(pools.major, left + shares.guaranteed)), max(0, minor_left)
    if kept and changed and jackpot.greatest in hands:  # the meter has started again, and what is not paid of it comes on top
        after = least + max(0, left)
    if kept and not changed:
        after = max(_least(rules, jackpot, ()), left + sum(outcome.added for outcome in kept))
        minor_after = max(0, minor_left + sum(outcome.minor_added for outcome in kept))
    starts = jackpot.greatest in hands or (after > left if rules.keeps_seed else bool(hands) and after == 0)
    starts = starts and (not kept or after < least + grains(len(hands)))  # but for odd cents nothing is left
    in_play = tuple(sorted(set(standing.playing) - {outcome.table for outcome in outcomes}))
    winning = [outcome for outcome in outcomes if outcome.hands]
    resets = next((o for o in reversed(winning) if jackpot.greatest in o.hands.values()), winning[-1] if winning else None)
    results = []
    for outcome, was_known, own, (major, minor) in zip(outcomes, known, prizes, taken, strict=True):
        last, new = outcome is resets, own or not was_known
        recorded = replace(
            outcome,
            meter=pools.major if new else outcome.meter,
            deducted=major,
            minor_deducted=minor,
            spent=in_play if last and starts else (),
            added=after - left if last else 0,
            minor_added=minor_after - minor_left if last else 0,
            own_spent=bool(standing.gone.get(outcome.table)) if new else outcome.own_spent,
        )
        results.append((recorded, own))
    return results


def _taken(jackpot: Jackpot, prizes: Iterable[Prize]) -> tuple[int, int]:
    """What prizes take from the two meters, in grains."""
    from_meter = [prize for prize in prizes if prize.source == "meter"]
    minor = grains(sum(p.pays for p in from_meter if jackpot.split and p.hand not in MAJOR))
    return grains(sum(p.pays for p in from_meter)) - minor, minor


def _reset(rules: MeterRules, system: System, outcome: Outcome) -> tuple[str, ...]:
    """The clauses of the order between tables and of a meter that starts again, where they matter to a round."""
    jackpot = rules.jackpot(system.terms)
    ordered = [o for o in (*system.outcomes, outcome) if _has_an_order(jackpot, o)]
    elsewhere = outcome in ordered and any(other.table != outcome.table for other in ordered)
    order = rules.cite("priority") if elsewhere and rules.has("priority by deal") else ()
    if outcome.stop:
        order = rules.cite("won_together")
    if list(outcome.hands.values()).count(jackpot.greatest) > 1 and rules.has("reset after royals"):
        return (*order, *rules.cite("royals_reset"))
    return (*order, *rules.cite("meter_reset")) if outcome.added or outcome.minor_added else order


def refuse_prize(rules: MeterRules, state: MeterState, command: commands.RefusePrize, said: Said) -> Decision:
    prize = state.prizes[command.prize]
    if not command.why.strip():
        return rules.refuse("prize_paid", "say why")
    ground = "prize_refused" if rules.has("payment refused") else "prize_paid"
    if (refusal := _not_to_undo(rules, said, ground, rank=rules.refuse_rank)) is not None:
        return refusal
    system, place, moment, outcome = state.won_by(prize)
    major, minor = _taken(rules.jackpot(system.terms), (prize,))
    refused = rules.event(events.PrizeRefused, command, ground, system=system.name, back=major, minor_back=minor)
    log = system.put(place, replace(moment, outcome=refused.less(outcome, prize.box)))

    def told(settled: Sequence[Moment]) -> Iterator[Event]:
        less = next(m.outcome for m in settled if _same(m, moment))
        if less is None or (less.hands and not _stands(state, log[place])):
            yield refused
        else:
            yield replace(
                refused,
                added=outcome.added - less.added,
                minor_added=outcome.minor_added - less.minor_added,
                unspent=tuple(table for table in outcome.spent if table not in less.spent),
            )

    return _reckoned(rules, state, system, log, place, told, clauses=rules.cite("outcome_recorded"))


def _not_to_undo(rules: MeterRules, said: Said, ground: str, *, rank: str = "") -> Refused | None:
    """A win is taken back by a ruling at the table, which the software passes on, or by a person of rank."""
    rank = rank or rules.verify_rank or rules.operator
    return rules.needs_rank(said, rank, rules.cite(ground)) if rank and said.capacity != HOUSE else None
