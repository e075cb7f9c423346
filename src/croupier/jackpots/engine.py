"""Deciding what is asked of the prize meters. The order of this stream is the order of settlement between tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from croupier.jackpots import commands, events
from croupier.jackpots.prizes import Jackpot, Shares, grains
from croupier.jackpots.systems import Casino, MeterRules, Outcome, Prize, System, Terms
from croupier.kernel.clauses import BookError
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Command, Event
from croupier.kernel.money import dollars

MAJOR = ("royal flush", "straight flush")
"""The hands that a major pool pays; a minor one pays the others."""

FULL_DECK = 52


def decide(rules: MeterRules, casino: Casino, command: Command) -> Decision:
    """What comes of a command on these meters. Nothing changes but by the events of the answer."""
    official = isinstance(command, commands.ReportEquipment) and _inspector(rules, command.by)
    if rules.rank_of(command.by) < 0 and not official:
        return Refused("rank_needed", f"that takes the {rules.ranks[0]} or above, not {command.by or 'nobody'}")
    named = getattr(command, "system", "")
    if named and not isinstance(command, commands.OpenSystem):
        system = casino.systems.get(named)
        if system is None or system.closed:
            return rules.refuse("system_opened", f"there is no open prize meter {named!r}")
    return _DECIDERS[type(command)](rules, casino, command)


def evolve(casino: Casino, event: Event) -> Casino:
    after: Casino = event.apply(casino)
    return replace(after, version=casino.version + 1)


def fold(history: Iterable[Event]) -> Casino:
    casino = Casino()
    for event in history:
        casino = evolve(casino, event)
    return casino


def open_system(rules: MeterRules, casino: Casino, command: commands.OpenSystem) -> Decision:
    if command.system in casino.systems:
        return rules.refuse("system_opened", f"there has been a prize meter {command.system!r} already")
    if not command.tables:
        return rules.refuse("system_opened", "a prize meter serves at least one table")
    for table in command.tables:
        if (other := casino.system_of(table)) is not None:
            return rules.refuse("one_system_per_table", f"table {table} belongs to {other.name}")
    jackpot = _jackpot(rules, command.terms)
    if isinstance(jackpot, Refused):
        return jackpot
    if (refusal := _unlike(rules, casino, {command.system: command.terms})) is not None:
        return refusal
    grounds = ["system_opened", "tables_alike", "meter_displayed"]
    if jackpot.split:
        grounds += ["pool_divided", "sub_pools_shown"]
    opened = events.SystemOpened(
        system=command.system,
        terms=command.terms,
        tables=command.tables,
        seed=grains(jackpot.seed),
        digest=rules.digest,
        clauses=rules.cite(*grounds, game=command.terms.game),
    )
    return Accepted((opened,))


def _jackpot(rules: MeterRules, terms: Terms) -> Jackpot | Refused:
    try:
        return rules.jackpot(terms)
    except (BookError, ValueError) as error:
        return rules.refuse("tables_alike", str(error))


def _unlike(rules: MeterRules, casino: Casino, changed: dict[str, Terms]) -> Refused | None:
    """A refusal where systems of one game would share a cost, or differ in option or seed, against the book."""
    open_ones = {name: s.terms for name, s in casino.systems.items() if not s.closed} | changed
    for name, terms in changed.items():
        for other, others in open_ones.items():
            if other == name or others.game != terms.game:
                continue
            if rules.has("different costs") and others.cost == terms.cost:
                return rules.refuse("cost_differs", f"{other} has wagers of {dollars(terms.cost)} already")
            if rules.has("one option") and (others.option, others.seed) != (terms.option, terms.seed):
                return rules.refuse(
                    "one_option", f"{other} has option {others.option} and a seed of {dollars(others.seed)}"
                )
    return None


def show_notice(rules: MeterRules, casino: Casino, command: commands.ShowNotice) -> Decision:
    if command.of not in ("link", "unlink", "move", "close", "terms"):
        return Refused("no_such_notice", f"a notice is of link, unlink, move, close or terms, not {command.of!r}")
    ground = {"close": "closing_notice", "terms": "option_notice"}.get(command.of, "table_notice")
    if ground not in rules.grounds:
        return Refused("not_in_this_book", f"{rules.book} asks for no notice of that")
    about = _about(command.of, command.system, command.table)
    due = max(command.due, command.at)
    return Accepted((events.NoticeShown(about=about, at=command.at, due=due, clauses=rules.cite(ground)),))


def _about(of: str, system: str, table: str) -> str:
    return " ".join(part for part in (of, table, system) if part)


def _notice_missing(rules: MeterRules, casino: Casino, about: str, now: int, ground: str) -> Refused | None:
    if ground not in rules.grounds:
        return None
    notice = casino.notices.get(about)
    if notice is None:
        return rules.refuse(ground, f"a sign must announce it {rules.notice_minutes} minutes before")
    if now < notice.shown + rules.notice_minutes * 60 or now < notice.due:
        return rules.refuse(
            ground, f"the sign has not hung for {rules.notice_minutes} minutes, or its time has not come"
        )
    return None


def link_table(rules: MeterRules, casino: Casino, command: commands.LinkTable) -> Decision:
    if (other := casino.system_of(command.table)) is not None:
        return rules.refuse("one_system_per_table", f"table {command.table} belongs to {other.name}")
    about = _about("link", command.system, command.table)
    if (refusal := _notice_missing(rules, casino, about, command.at, "table_notice")) is not None:
        return refusal
    clauses = rules.cite(*_present(rules, "one_system_per_table", "tables_alike", "table_notice"))
    return Accepted((events.TableLinked(system=command.system, table=command.table, clauses=clauses),))


def unlink_table(rules: MeterRules, casino: Casino, command: commands.UnlinkTable) -> Decision:
    system = casino.system_of(command.table)
    if system is None:
        return rules.refuse("system_opened", f"table {command.table} belongs to no prize meter")
    if (refusal := _in_play(rules, system, command.table)) is not None:
        return refusal
    about = _about("unlink", system.name, command.table)
    if (refusal := _notice_missing(rules, casino, about, command.at, "table_notice")) is not None:
        return refusal
    clauses = rules.cite(*_present(rules, "one_system_per_table", "table_notice"))
    return Accepted((events.TableUnlinked(system=system.name, table=command.table, clauses=clauses),))


def move_table(rules: MeterRules, casino: Casino, command: commands.MoveTable) -> Decision:
    system = casino.system_of(command.table)
    if system is None or system.name == command.system:
        return rules.refuse("one_system_per_table", f"table {command.table} is not with another prize meter")
    if (refusal := _in_play(rules, system, command.table)) is not None:
        return refusal
    about = _about("move", command.system, command.table)
    if (refusal := _notice_missing(rules, casino, about, command.at, "table_notice")) is not None:
        return refusal
    clauses = rules.cite(*_present(rules, "one_system_per_table", "table_notice"))
    return Accepted(
        (
            events.TableUnlinked(system=system.name, table=command.table, clauses=clauses),
            events.TableLinked(system=command.system, table=command.table, clauses=clauses),
        )
    )


def _present(rules: MeterRules, *grounds: str) -> tuple[str, ...]:
    return tuple(ground for ground in grounds if ground in rules.grounds)


def _in_play(rules: MeterRules, system: System, table: str) -> Refused | None:
    if table in system.games:
        return rules.refuse("wagers_registered", f"table {table} has jackpot wagers in play")
    return None


def change_terms(rules: MeterRules, casino: Casino, command: commands.ChangeTerms) -> Decision:
    """Change option, seed or rate of systems together, after notice where the book wants it; the meters keep their value."""
    if not command.terms:
        return rules.refuse("tables_alike", "say for which prize meters")
    changes: list[Event] = []
    for name, terms in command.terms.items():
        system = casino.systems.get(name)
        if system is None or system.closed:
            return rules.refuse("system_opened", f"there is no open prize meter {name!r}")
        if system.games:
            return rules.refuse("tables_alike", f"{name}: no wagers may be in play")
        if (refusal := _other_terms(rules, system, terms)) is not None:
            return refusal
        if bool(terms.minor_increment) != bool(system.terms.minor_increment):
            return rules.refuse("tables_alike", f"{name}: a pool is divided, and pools are combined, as such")
        about = _about("terms", name, "")
        if (refusal := _notice_missing(rules, casino, about, command.at, "option_notice")) is not None:
            return refusal
        jackpot = rules.jackpot(terms)
        short = max(0, grains(jackpot.seed) - system.major.value) if rules.keeps_seed else 0
        divided = ["pool_divided"] if _split(rules, system) else []
        clauses = rules.cite(*_present(rules, "tables_alike", "one_option", "option_notice"), *divided)
        changes.append(events.TermsChanged(system=name, terms=terms, added=short, clauses=clauses))
    if (refusal := _unlike(rules, casino, command.terms)) is not None:
        return refusal
    return Accepted(tuple(changes))


def _other_terms(rules: MeterRules, system: System, terms: Terms) -> Refused | None:
    """A refusal of terms that the book does not have, or that would change the game or the cost of a system."""
    if (terms.game, terms.cost) != (system.terms.game, system.terms.cost):
        return rules.refuse("tables_alike", f"{system.name}: game and cost stay as they are")
    jackpot = _jackpot(rules, terms)
    return jackpot if isinstance(jackpot, Refused) else None


def close_system(rules: MeterRules, casino: Casino, command: commands.CloseSystem) -> Decision:
    system = casino.systems[command.system]
    if system.games or any(prize.table in system.tables for prize in casino.prizes.values()):
        return rules.refuse("wagers_registered", "jackpot wagers are in play or prizes are still to be paid")
    if (
        refusal := _notice_missing(rules, casino, _about("close", system.name, ""), command.at, "closing_notice")
    ) is not None:
        return refusal
    if system.minor.value:
        return rules.refuse("system_opened", "combine the pools first")
    jackpot = rules.jackpot(system.terms)
    above = max(0, system.major.value - grains(jackpot.seed))
    ground = "closing_transfer" if rules.has("closing transfer") else "system_opened"
    for name, amount in command.shares.items():
        other = casino.systems.get(name)
        if other is None or other.closed or name == system.name or amount < 0 or other.terms.game != system.terms.game:
            return rules.refuse(ground, f"{name!r} cannot take a share of this meter")
    if (rules.has("closing transfer") or command.shares) and sum(command.shares.values()) != above:
        cents, rest = divmod(above, 10_000)
        exact = dollars(cents) + (f" and {rest} grains" if rest else "")
        return rules.refuse(ground, f"exactly {exact} above the seed must go to other prize meters")
    clauses = rules.cite(*_present(rules, "closing_notice", ground))
    left = system.major.value - sum(command.shares.values())
    return Accepted((events.SystemClosed(system=system.name, shares=command.shares, withdrawn=left, clauses=clauses),))


def report_equipment(rules: MeterRules, casino: Casino, command: commands.ReportEquipment) -> Decision:
    system = casino.systems[command.system]
    ground = "malfunction" if rules.has("inspector") else "equipment_working"
    if (
        rules.has("inspector")
        and (command.manual or (command.working and not system.working))
        and not _inspector(rules, command.by)
    ):
        return rules.refuse(ground, f"play goes on only with the approval of the {rules.inspector}")
    reported = events.EquipmentReported(
        system=system.name,
        working=command.working,
        manual=command.manual,
        clauses=rules.cite("equipment_working", ground),
    )
    return Accepted((reported,))


def _inspector(rules: MeterRules, by: str) -> bool:
    return bool(rules.inspector) and by.casefold() == rules.inspector.casefold()


def _halted(rules: MeterRules, system: System) -> Refused | None:
    """A refusal while equipment that has failed waits for the inspector."""
    if rules.has("inspector") and not (system.working or system.manual):
        return rules.refuse("malfunction", f"the equipment has failed: play waits for the {rules.inspector}")
    return None


def register_wagers(rules: MeterRules, casino: Casino, command: commands.RegisterWagers) -> Decision:
    system = casino.system_of(command.table)
    if system is None:
        return rules.refuse("system_opened", f"table {command.table} belongs to no prize meter")
    if (refusal := _halted(rules, system)) is not None:
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
    grounds = ["wagers_registered", "right_cost", *(["sub_pools_shown"] if _split(rules, system) else [])]
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
    if (refusal := _halted(rules, system)) is not None:
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
    if (refusal := _halted(rules, system)) is not None:
        return refusal
    if system.stopped:
        return rules.refuse("tables_stopped", "prizes are paid once all hands are known and the tables go on")
    grounds = ["prize_paid"]
    if "deck_counted" in rules.grounds and _deck_is_counted(rules, casino, prize):
        grounds.append("deck_counted")
    if _split(rules, system):
        grounds.append("major_deck_count")
    clauses = tuple(dict.fromkeys((*prize.clauses, *rules.cite(*grounds))))
    return Accepted((events.PrizePaid(prize=command.prize, system=system.name, pays=prize.pays, clauses=clauses),))


def _system_of(casino: Casino, prize: Prize) -> System:
    won = (prize.table, prize.round)
    return next(s for s in casino.systems.values() if any((o.table, o.round) == won for o in s.outcomes))


def _split(rules: MeterRules, system: System) -> bool:
    return rules.has("sub-pools") and rules.jackpot(system.terms).split


def _deck_is_counted(rules: MeterRules, casino: Casino, prize: Prize) -> bool:
    """Whether the deck is counted before this prize is paid: of divided pools only for the major one."""
    return prize.hand in MAJOR or not _split(rules, _system_of(casino, prize))


def contribute(rules: MeterRules, casino: Casino, command: commands.Contribute) -> Decision:
    if not rules.has("contributions"):
        return Refused("not_in_this_book", f"{rules.book} has no rule for contributions of the operator")
    if command.amount <= 0:
        return rules.refuse("contribution", "a contribution is above nil")
    added = events.Contributed(
        system=command.system, amount=grains(command.amount), minor=command.minor, clauses=rules.cite("contribution")
    )
    return Accepted((added,))


def divide_pool(rules: MeterRules, casino: Casino, command: commands.DividePool) -> Decision:
    system = casino.systems[command.system]
    if not rules.has("sub-pools"):
        return Refused("not_in_this_book", f"{rules.book} has no rule for two pools")
    if not command.terms.approval or not command.terms.minor_increment:
        return rules.refuse("pool_divided", "dividing the pool takes an approval and a rate for the minor pool")
    if system.terms.minor_increment or system.games or not 0 <= grains(command.minor) <= system.major.value:
        return rules.refuse("pool_divided", "one pool, nothing in play, and no more for the minor pool than there is")
    if (refusal := _other_terms(rules, system, command.terms)) is not None:
        return refusal
    divided = events.PoolDivided(
        system=system.name,
        terms=command.terms,
        minor=grains(command.minor),
        clauses=rules.cite("pool_divided", "sub_pools_shown"),
    )
    return Accepted((divided,))


def combine_pools(rules: MeterRules, casino: Casino, command: commands.CombinePools) -> Decision:
    system = casino.systems[command.system]
    if not rules.has("sub-pools"):
        return Refused("not_in_this_book", f"{rules.book} has no rule for two pools")
    if not command.terms.approval or command.terms.minor_increment:
        return rules.refuse("pools_combined", "combining the pools takes an approval, and one rate")
    if not system.terms.minor_increment or system.games:
        return rules.refuse("pools_combined", "there must be two pools and nothing in play")
    if (refusal := _other_terms(rules, system, command.terms)) is not None:
        return refusal
    combined = events.PoolsCombined(
        system=system.name, terms=command.terms, minor=system.minor.value, clauses=rules.cite("pools_combined")
    )
    return Accepted((combined,))


def stop_tables(rules: MeterRules, casino: Casino, command: commands.StopTables) -> Decision:
    if not rules.has("all stop"):
        return Refused("not_in_this_book", f"{rules.book} does not stop the tables")
    if casino.systems[command.system].stopped:
        return rules.refuse("tables_stopped", "the tables are stopped already")
    return Accepted((events.TablesStopped(system=command.system, clauses=rules.cite("tables_stopped")),))


def resume_tables(rules: MeterRules, casino: Casino, command: commands.ResumeTables) -> Decision:
    if not rules.has("all stop"):
        return Refused("not_in_this_book", f"{rules.book} does not stop the tables")
    if not casino.systems[command.system].stopped:
        return rules.refuse("tables_stopped", "the tables are not stopped")
    return Accepted((events.TablesResumed(system=command.system, clauses=rules.cite("tables_stopped")),))


_DECIDERS: dict[type[Command], Callable[[MeterRules, Casino, Any], Decision]] = {
    commands.OpenSystem: open_system,
    commands.ShowNotice: show_notice,
    commands.LinkTable: link_table,
    commands.UnlinkTable: unlink_table,
    commands.MoveTable: move_table,
    commands.ChangeTerms: change_terms,
    commands.CloseSystem: close_system,
    commands.ReportEquipment: report_equipment,
    commands.RegisterWagers: register_wagers,
    commands.CancelGame: cancel_game,
    commands.RecordOutcome: record_outcome,
    commands.VerifyPrize: verify_prize,
    commands.PayPrize: pay_prize,
    commands.Contribute: contribute,
    commands.DividePool: divide_pool,
    commands.CombinePools: combine_pools,
    commands.StopTables: stop_tables,
    commands.ResumeTables: resume_tables,
}
