"""Prize meter systems and their tables: opening, notices, joining and leaving, terms, equipment, stopping and closing."""

from __future__ import annotations

from croupier.jackpots import commands, events
from croupier.jackpots.prizes import Jackpot, grains
from croupier.jackpots.systems import Casino, MeterRules, System, Terms
from croupier.kernel.clauses import BookError
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Event
from croupier.kernel.money import dollars


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
    clauses = rules.cite(*present(rules, "one_system_per_table", "tables_alike", "table_notice"))
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
    clauses = rules.cite(*present(rules, "one_system_per_table", "table_notice"))
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
    clauses = rules.cite(*present(rules, "one_system_per_table", "table_notice"))
    return Accepted(
        (
            events.TableUnlinked(system=system.name, table=command.table, clauses=clauses),
            events.TableLinked(system=command.system, table=command.table, clauses=clauses),
        )
    )


def present(rules: MeterRules, *grounds: str) -> tuple[str, ...]:
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
        if (refusal := other_terms(rules, system, terms)) is not None:
            return refusal
        if bool(terms.minor_increment) != bool(system.terms.minor_increment):
            return rules.refuse("tables_alike", f"{name}: a pool is divided, and pools are combined, as such")
        about = _about("terms", name, "")
        if (refusal := _notice_missing(rules, casino, about, command.at, "option_notice")) is not None:
            return refusal
        jackpot = rules.jackpot(terms)
        short = max(0, grains(jackpot.seed) - system.major.value) if rules.keeps_seed else 0
        divided = ["pool_divided"] if is_split(rules, system) else []
        clauses = rules.cite(*present(rules, "tables_alike", "one_option", "option_notice"), *divided)
        changes.append(events.TermsChanged(system=name, terms=terms, added=short, clauses=clauses))
    if (refusal := _unlike(rules, casino, command.terms)) is not None:
        return refusal
    return Accepted(tuple(changes))


def other_terms(rules: MeterRules, system: System, terms: Terms) -> Refused | None:
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
    clauses = rules.cite(*present(rules, "closing_notice", ground))
    left = system.major.value - sum(command.shares.values())
    return Accepted((events.SystemClosed(system=system.name, shares=command.shares, withdrawn=left, clauses=clauses),))


def report_equipment(rules: MeterRules, casino: Casino, command: commands.ReportEquipment) -> Decision:
    system = casino.systems[command.system]
    ground = "malfunction" if rules.has("inspector") else "equipment_working"
    if (
        rules.has("inspector")
        and (command.manual or (command.working and not system.working))
        and not is_inspector(rules, command.by)
    ):
        return rules.refuse(ground, f"play goes on only with the approval of the {rules.inspector}")
    reported = events.EquipmentReported(
        system=system.name,
        working=command.working,
        manual=command.manual,
        clauses=rules.cite("equipment_working", ground),
    )
    return Accepted((reported,))


def is_inspector(rules: MeterRules, by: str) -> bool:
    return bool(rules.inspector) and by.casefold() == rules.inspector.casefold()


def halted(rules: MeterRules, system: System) -> Refused | None:
    """A refusal while equipment that has failed waits for the inspector."""
    if rules.has("inspector") and not (system.working or system.manual):
        return rules.refuse("malfunction", f"the equipment has failed: play waits for the {rules.inspector}")
    return None


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


def is_split(rules: MeterRules, system: System) -> bool:
    return rules.has("sub-pools") and rules.jackpot(system.terms).split
