"""Prize meter systems, their tables and pools: opening, notices, joining and leaving, terms, equipment, stopping and closing."""

from msgspec.structs import replace

from croupier.jackpots import commands, events
from croupier.jackpots.lines import told_amount
from croupier.jackpots.prizes import Jackpot, grains
from croupier.jackpots.systems import MeterRules, MeterState, System, Terms, sign
from croupier.jackpots.telling import announced
from croupier.kernel import rulings
from croupier.kernel.actors import Said
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.errors import CroupierError
from croupier.kernel.events import Event
from croupier.kernel.money import dollars


def open_system(rules: MeterRules, state: MeterState, command: commands.OpenSystem, said: Said) -> Decision:
    if command.system in state.systems:
        return rules.refuse("system_opened", f"the meter name {command.system!r} is already taken")
    if not command.system or not all(command.tables) or not command.tables:
        return rules.refuse("system_opened", "a prize meter has a name and serves at least one table")
    for table in command.tables:
        if (other := state.system_of(table)) is not None:
            return rules.refuse("one_system_per_table", f"table {table} belongs to {other.name}")
        if (refusal := _another_game(rules, state, table, command.terms.game)) is not None:
            return refusal
    terms = _with_option(rules, state, command.terms)
    if isinstance(jackpot := _jackpot(rules, terms), Refused):
        return jackpot
    if (refusal := _unlike(rules, state, {command.system: terms})) is not None:
        return refusal
    grounds = ["system_opened", "tables_alike"]
    if any(not other.closed and other.terms.game == terms.game for other in state.systems.values()):
        grounds += [ground for ground in ("cost_differs", "one_option") if ground in rules.grounds]
    if jackpot.split:
        grounds += ["pool_divided", "sub_pools_shown"]
    return rules.accept(events.SystemOpened, command, *grounds, terms=terms, seed=grains(jackpot.seed))


def _another_game(rules: MeterRules, state: MeterState, table: str, game: str) -> Refused | None:
    """A refusal of a table that deals another game: its hands and prizes are not those of the meter."""
    if (own := state.plays.get(table, game)) != game:
        return rules.refuse("tables_alike", f"at table {table} the game is {own}, not {game}")
    return None


def _with_option(rules: MeterRules, state: MeterState, terms: Terms, now: int = 0) -> Terms:
    """Terms without an option take the one in force: this system's, that of its game's others, or the book's first."""
    if terms.option or not rules.option_unsaid:
        return terms
    others = (s.terms.option for s in state.systems.values() if not s.closed and s.terms.game == terms.game)
    return replace(terms, option=now or next(others, rules.option_unsaid))


def _jackpot(rules: MeterRules, terms: Terms) -> Jackpot | Refused:
    if strange := sorted(set(terms.readings) - rules.readings):
        return Refused("tables_alike", f"{strange[0]!r} is not a reading of this book", rules.cite("tables_alike"))
    try:
        return rules.jackpot(terms)
    except CroupierError as error:
        return Refused("tables_alike", str(error), rules.cite("tables_alike", "system_opened"))


def _unlike(rules: MeterRules, state: MeterState, changed: dict[str, Terms]) -> Refused | None:
    """A refusal if systems of one game would share a price, or differ in option or seed, against the book."""
    open_ones = {name: s.terms for name, s in state.systems.items() if not s.closed} | changed
    for name, terms in changed.items():
        for other, others in open_ones.items():
            if other == name or others.game != terms.game:
                continue
            if rules.has("different costs") and others.cost == terms.cost:
                return rules.refuse("cost_differs", f"{other} has wagers of {dollars(terms.cost)} already")
            if rules.has("one option") and (others.option, others.seed) != (terms.option, terms.seed):
                return rules.refuse("one_option", f"{other} has option {others.option} and a seed of {dollars(others.seed)}")
    return None


def show_notice(rules: MeterRules, state: MeterState, command: commands.ShowNotice, said: Said) -> Decision:
    ground = {"close": "closing_notice", "terms": "option_notice"}.get(command.of, "table_notice")
    if ground not in rules.grounds:
        return rules.unknown("a notice of that")
    minutes = _minutes(rules, ground)
    earliest = said.at + minutes * 60
    if command.due and command.due < earliest:
        return rules.refuse(ground, f"a sign must be up for {minutes} minutes before the time it states")
    tables: tuple[str, ...] = ()
    if command.of == "close":
        every = state.systems[command.system].tables
        if command.table and command.table not in every:
            return rules.refuse(ground, f"table {command.table} does not belong to {command.system}")
        tables = (command.table,) if command.table else every
    about = sign(command.of, command.system, "" if tables else command.table)
    hanging = [state.notices.get(sign(command.of, command.system, table)) for table in tables or (command.table,)]
    said_before = [notice.due for notice in hanging if notice is not None and notice.due >= said.at]
    again = len(said_before) == len(hanging)  # a repeated sign keeps its time
    due = command.due or (max(said_before) if again else earliest)
    return rules.accept(events.NoticeShown, command, ground, about=about, at=said.at, due=due, tables=tables)


def _minutes(rules: MeterRules, ground: str) -> int:
    return rules.closing_minutes if ground == "closing_notice" else rules.notice_minutes


def _notice_missing(rules: MeterRules, state: MeterState, about: str, said: Said, ground: str) -> Refused | None:
    if ground not in rules.grounds:
        return None
    notice, minutes = state.notices.get(about), _minutes(rules, ground)
    if notice is None:
        return rules.refuse(ground, f"a sign must announce {minutes} minutes before that {announced(about)}")
    if said.at < max(notice.shown + minutes * 60, notice.due):
        return rules.refuse(ground, f"the sign has not been up for {minutes} minutes, or its time has not come")
    return None


def link_table(rules: MeterRules, state: MeterState, command: commands.LinkTable, said: Said) -> Decision:
    if (other := state.system_of(command.table)) is not None:
        return rules.refuse("one_system_per_table", f"table {command.table} belongs to {other.name}")
    return _regrouped(rules, state, "link", command.table, None, command.system, said)


def unlink_table(rules: MeterRules, state: MeterState, command: commands.UnlinkTable, said: Said) -> Decision:
    if (system := state.system_of(command.table)) is None:
        return rules.refuse("system_opened", f"table {command.table} belongs to no prize meter")
    return _regrouped(rules, state, "unlink", command.table, system, "", said)


def move_table(rules: MeterRules, state: MeterState, command: commands.MoveTable, said: Said) -> Decision:
    system = state.system_of(command.table)
    if system is None or system.name == command.system:
        return rules.refuse("one_system_per_table", f"table {command.table} is not with another prize meter")
    return _regrouped(rules, state, "move", command.table, system, command.system, said)


def _regrouped(rules: MeterRules, state: MeterState, of: str, table: str, out: System | None, into: str, said: Said) -> Decision:
    """Move a table out of a system, into another, or both, after its notice."""
    if out is not None and (table in out.games or any(outcome.table == table for outcome in out.outcomes)):
        return rules.refuse("wagers_registered", f"table {table} has jackpot wagers in play, or prizes to be paid")
    if out is not None and out.tables == (table,):
        return rules.refuse("system_opened", f"{out.name} serves no other table: a prize meter without a table is closed")
    refusal = _another_game(rules, state, table, state.systems[into].terms.game) if into else None
    if refusal is not None:
        return refusal
    about = sign(of, into or (out.name if out else ""), table)
    if (refusal := _notice_missing(rules, state, about, said, "table_notice")) is not None:
        return refusal
    clauses = rules.known("one_system_per_table", *(["tables_alike"] if into else []), "table_notice")
    left = [events.TableUnlinked(system=out.name, table=table, clauses=clauses)] if out is not None else []
    joined = [events.TableLinked(system=into, table=table, clauses=clauses)] if into else []
    return Accepted((*left, *joined))


def change_terms(rules: MeterRules, state: MeterState, command: commands.ChangeTerms, said: Said) -> Decision:
    """Change option, seed or rate of systems together, after notice if the book requires it; the meters keep their value."""
    if not command.terms:
        return rules.refuse("tables_alike", "say for which prize meters")
    changes: list[Event] = []
    wanted: dict[str, Terms] = {}
    for name, said_terms in command.terms.items():
        system = state.systems.get(name)
        if system is None or system.closed:
            return rules.refuse("system_opened", f"there is no open prize meter {name!r}")
        terms = wanted[name] = _with_option(rules, state, said_terms, system.terms.option)
        if system.in_play:
            return rules.refuse("tables_alike", f"{name}: no wagers may be in play, and no prizes waiting")
        if (refusal := other_terms(rules, system, terms)) is not None:
            return refusal
        if bool(terms.minor_increment) != bool(system.terms.minor_increment):
            return rules.refuse("tables_alike", f"{name}: use the commands to divide or combine pools")
        if (refusal := _notice_missing(rules, state, sign("terms", name), said, "option_notice")) is not None:
            return refusal
        jackpot = rules.jackpot(terms)
        short = max(0, grains(jackpot.seed) - system.major.value) if rules.keeps_seed else 0
        divided = ["pool_divided"] if is_split(rules, system) else []
        clauses = rules.known("tables_alike", "one_option", "option_notice", *divided)
        changes.append(events.TermsChanged(system=name, terms=terms, added=short, clauses=clauses))
    if (refusal := _unlike(rules, state, wanted)) is not None:
        return refusal
    return Accepted(tuple(changes))


def other_terms(rules: MeterRules, system: System, terms: Terms) -> Refused | None:
    """A refusal of terms that the book does not have, or that would change the game or the cost of a system."""
    if (terms.game, terms.cost) != (system.terms.game, system.terms.cost):
        return rules.refuse("tables_alike", f"{system.name}: game and cost stay as they are")
    jackpot = _jackpot(rules, terms)
    return jackpot if isinstance(jackpot, Refused) else None


def close_system(rules: MeterRules, state: MeterState, command: commands.CloseSystem, said: Said) -> Decision:
    system = state.systems[command.system]
    if system.in_play:
        return rules.refuse("wagers_registered", "jackpot wagers are in play or prizes are still to be paid")
    for table in system.tables:
        about = sign("close", system.name, table)
        if (refusal := _notice_missing(rules, state, about, said, "closing_notice")) is not None:
            return refusal
    if system.minor.value:
        return rules.refuse("system_opened", "combine the pools first")
    jackpot = rules.jackpot(system.terms)
    above = max(0, system.major.value - grains(jackpot.seed))
    ground = "closing_transfer" if rules.has("closing transfer") else "system_opened"
    for name, amount in command.shares.items():
        other = state.systems.get(name)
        takes = other is not None and not other.closed and rules.surplus_to(system.terms, other.terms)
        if not takes or name == system.name or amount < 0:
            return rules.refuse(ground, f"{name!r} cannot take a share of this meter")
    if (rules.has("closing transfer") or command.shares) and sum(command.shares.values()) != above:
        return rules.refuse(ground, f"exactly ${told_amount(above)} above the seed must go to other prize meters")
    clauses = rules.known("closing_notice", ground)
    left = system.major.value - sum(command.shares.values())
    return Accepted((events.SystemClosed(system=system.name, shares=command.shares, withdrawn=left, clauses=clauses),))


def report_equipment(rules: MeterRules, state: MeterState, command: commands.ReportEquipment, said: Said) -> Decision:
    system = state.systems[command.system]
    ground = "malfunction" if rules.has("inspector") else "equipment_working"
    goes_on = command.manual or (command.working and not system.working)
    refusal = rules.needs_rank(said, rules.inspector, rules.cite(ground)) if goes_on and rules.inspector else None
    if refusal is not None:
        return refusal
    lacks = f"equipment_{command.lacks}" if command.lacks else ""
    if command.lacks and (command.working or not rules.has("proper equipment")):
        return rules.unknown("equipment that works in part")
    return rules.accept(events.EquipmentReported, command, "equipment_working", ground, lacks)


def halted(rules: MeterRules, system: System) -> Refused | None:
    """A refusal while failed equipment waits for the inspector."""
    if rules.has("inspector") and not (system.working or system.manual):
        return rules.refuse("malfunction", f"the equipment has failed: play waits for the {rules.inspector}")
    return None


def stop_or_resume(
    rules: MeterRules, state: MeterState, command: commands.StopTables | commands.ResumeTables, said: Said
) -> Decision:
    stops, system = isinstance(command, commands.StopTables), state.systems[command.system]
    if system.stopped == stops:
        return rules.refuse("tables_stopped", f"the tables are {'stopped already' if stops else 'not stopped'}")
    if not stops and system.games:  # others who win meanwhile share the prize
        still = ", ".join(sorted(system.games))
        return rules.refuse("tables_stopped", f"who else has won is known once these tables have settled: {still}")
    return rules.accept(events.TablesStopped if stops else events.TablesResumed, command)


def adopt_edition(rules: MeterRules, state: MeterState, command: commands.AdoptEdition, said: Said) -> Decision:
    """Another edition of the book, if it allows the systems that are open."""
    decision = rulings.adopt_edition(rules, state, command, said)
    for system in state.systems.values() if isinstance(decision, Accepted) else ():
        if not system.closed and isinstance(jackpot := _jackpot(rules.other_edition(command.edition), system.terms), Refused):
            return jackpot
    return decision


# The contents of a pool; dividing and merging pools


def contribute(rules: MeterRules, state: MeterState, command: commands.Contribute, said: Said) -> Decision:
    if command.amount <= 0:
        return rules.refuse("contribution", "a contribution must be above zero")
    return rules.accept(events.Contributed, command, amount=grains(command.amount))


def divide_pool(rules: MeterRules, state: MeterState, command: commands.DividePool, said: Said) -> Decision:
    system = state.systems[command.system]
    if not command.terms.approval or not command.terms.minor_increment:
        return rules.refuse("pool_divided", "dividing the pool takes an approval and a rate for the minor pool")
    if system.terms.minor_increment or system.in_play or not 0 <= grains(command.minor) <= system.major.value:
        return rules.refuse("pool_divided", "this needs one pool, nothing in play, and a minor pool within the meter")
    if (refusal := other_terms(rules, system, command.terms)) is not None:
        return refusal
    return rules.accept(events.PoolDivided, command, "pool_divided", "sub_pools_shown", minor=grains(command.minor))


def combine_pools(rules: MeterRules, state: MeterState, command: commands.CombinePools, said: Said) -> Decision:
    system = state.systems[command.system]
    if not command.terms.approval or command.terms.minor_increment:
        return rules.refuse("pools_combined", "combining the pools takes an approval, and one rate")
    if not system.terms.minor_increment or system.in_play:
        return rules.refuse("pools_combined", "there must be two pools and nothing in play")
    if (refusal := other_terms(rules, system, command.terms)) is not None:
        return refusal
    return rules.accept(events.PoolsCombined, command, minor=system.minor.value)


def is_split(rules: MeterRules, system: System) -> bool:
    return rules.jackpot(system.terms).split
