"""Deciding what is asked of the prize meters. The order of this stream is the order of settlement between tables."""

from collections.abc import Callable
from typing import Any, NamedTuple

from croupier.jackpots import commands, events, games, groups, pools
from croupier.jackpots.systems import MeterRules, MeterState
from croupier.jackpots.telling import tell
from croupier.kernel.actors import Said
from croupier.kernel.decisions import Decision
from croupier.kernel.engine import Engine
from croupier.kernel.entries import Codec
from croupier.kernel.events import Command


class _Act(NamedTuple):
    """How a command is decided, the ground that says whose it is, and the feature without which a book does not know it."""

    decide: Callable[[MeterRules, MeterState, Any, Said], Decision]
    ground: str
    feature: str = ""
    operator: bool = False


_ACTS: dict[type[Command], _Act] = {
    commands.OpenSystem: _Act(groups.open_system, "system_opened", operator=True),
    commands.AdoptEdition: _Act(groups.adopt_edition, "table_opened"),
    commands.ShowNotice: _Act(groups.show_notice, "system_opened", operator=True),
    commands.LinkTable: _Act(groups.link_table, "system_opened", operator=True),
    commands.UnlinkTable: _Act(groups.unlink_table, "system_opened", operator=True),
    commands.MoveTable: _Act(groups.move_table, "system_opened", operator=True),
    commands.ChangeTerms: _Act(groups.change_terms, "system_opened", operator=True),
    commands.CloseSystem: _Act(groups.close_system, "system_opened", operator=True),
    commands.ReportEquipment: _Act(groups.report_equipment, "equipment_working"),
    commands.RegisterWagers: _Act(games.register_wagers, "wagers_registered"),
    commands.CancelGame: _Act(games.cancel_game, "game_cancelled"),
    commands.RecordOutcome: _Act(games.record_outcome, "outcome_recorded"),
    commands.CarryWagers: _Act(games.carry_wagers, "wagers_carried", "wagers kept"),
    commands.WithdrawOutcome: _Act(games.withdraw_outcome, "outcome_recorded"),
    commands.VerifyPrize: _Act(games.verify_prize, "prize_paid"),
    commands.PayPrize: _Act(games.pay_prize, "prize_paid"),
    commands.RefusePrize: _Act(games.refuse_prize, "prize_paid"),
    commands.Contribute: _Act(pools.contribute, "contribution", "contributions", operator=True),
    commands.DividePool: _Act(pools.divide_pool, "pool_divided", "sub-pools", operator=True),
    commands.CombinePools: _Act(pools.combine_pools, "pools_combined", "sub-pools", operator=True),
    commands.StopTables: _Act(groups.stop_or_resume, "tables_stopped", "all stop"),
    commands.ResumeTables: _Act(groups.stop_or_resume, "tables_stopped", "all stop"),
}


class MeterEngine(Engine[MeterRules, MeterState]):
    """Prize meters as a stream. `rules_of` gives what a book says about them by an edition."""

    kind = "meters"
    codec = Codec(commands, events, above=(commands.MeterCommand, commands.TableCommand, events.OfMeter))
    state = MeterState

    def rules_now(self, rules: MeterRules, state: MeterState) -> MeterRules:
        return rules if state.edition in ("", rules.edition) else self._rules_of(rules.game, state.edition)

    def decide(self, rules: MeterRules, state: MeterState, command: Command, said: Said) -> Decision:
        if (refusal := rules.stranger(said)) is not None:
            return refusal
        act = _ACTS[type(command)]
        if act.feature and not rules.has(act.feature):
            return rules.unknown(act.feature)
        name = getattr(command, "system", state.linked.get(getattr(command, "table", "")))
        if isinstance(command, commands.OpenSystem):
            rules = rules.of(command.terms.game)
        elif name is not None:
            system = state.systems.get(name)
            if system is None or system.closed:
                return rules.refuse("system_opened", f"there is no open prize meter {name!r}")
            rules = rules.of(system.terms.game)
        inspects = isinstance(command, commands.ReportEquipment) and rules.is_official(said.capacity)
        wanted = (rules.operator if act.operator else "") or rules.ranks[0]
        if not inspects and (refusal := rules.needs_rank(said, wanted, rules.cite(act.ground))) is not None:
            return refusal
        return act.decide(rules, state, command, said)

    tell = staticmethod(tell)
