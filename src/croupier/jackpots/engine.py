"""Deciding what is asked of the prize meters. The order of this stream is the order of settlement between tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.jackpots import commands, games, groups, pools
from croupier.jackpots.systems import Casino, MeterRules, evolve, fold
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.events import Command

__all__ = ["decide", "evolve", "fold"]

_DECIDERS: dict[type[Command], Callable[[MeterRules, Casino, Any], Decision]] = {
    commands.OpenSystem: groups.open_system,
    commands.ShowNotice: groups.show_notice,
    commands.LinkTable: groups.link_table,
    commands.UnlinkTable: groups.unlink_table,
    commands.MoveTable: groups.move_table,
    commands.ChangeTerms: groups.change_terms,
    commands.CloseSystem: groups.close_system,
    commands.ReportEquipment: groups.report_equipment,
    commands.RegisterWagers: games.register_wagers,
    commands.CancelGame: games.cancel_game,
    commands.RecordOutcome: games.record_outcome,
    commands.VerifyPrize: games.verify_prize,
    commands.PayPrize: games.pay_prize,
    commands.Contribute: pools.contribute,
    commands.DividePool: pools.divide_pool,
    commands.CombinePools: pools.combine_pools,
    commands.StopTables: groups.stop_tables,
    commands.ResumeTables: groups.resume_tables,
}


def decide(rules: MeterRules, casino: Casino, command: Command) -> Decision:
    """What comes of a command on these meters. Nothing changes but by the events of the answer."""
    official = isinstance(command, commands.ReportEquipment) and groups.is_inspector(rules, command.by)
    if rules.rank_of(command.by) < 0 and not official:
        return Refused("rank_needed", f"that takes the {rules.ranks[0]} or above, not {command.by or 'nobody'}")
    named = getattr(command, "system", "")
    if named and not isinstance(command, commands.OpenSystem):
        system = casino.systems.get(named)
        if system is None or system.closed:
            return rules.refuse("system_opened", f"there is no open prize meter {named!r}")
    return _DECIDERS[type(command)](rules, casino, command)
