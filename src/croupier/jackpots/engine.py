"""Deciding what is asked of the prize meters. The order of this stream is the order of settlement between tables."""

from croupier.jackpots import commands, events, games, groups, paying
from croupier.jackpots.systems import MeterRules, MeterState
from croupier.jackpots.telling import tell
from croupier.kernel.actors import Said
from croupier.kernel.decisions import Decision
from croupier.kernel.engine import Engine, deciders_in
from croupier.kernel.entries import Codec
from croupier.kernel.events import Command


class MeterEngine(Engine[MeterRules, MeterState]):
    """Prize meters as a stream. `rules_of` gives what a book says about them by an edition."""

    kind = "meters"
    codec = Codec(commands, events, above=(commands.MeterCommand, commands.TableCommand, commands.PrizeCommand, events.OfMeter))
    state = MeterState
    deciders = deciders_in(games, groups, paying)

    def decide(self, rules: MeterRules, state: MeterState, command: Command, said: Said) -> Decision:
        """By the rules of the game that the meter is for."""
        if (refusal := self.refusal(rules, state, command, said)) is not None:
            return refusal
        declared, name = command.declared, _meter(state, command)
        if isinstance(command, commands.OpenSystem):
            rules = rules.of(command.terms.game)
        elif name is not None:
            system = state.systems.get(name)
            if system is None or system.closed:
                return rules.refuse("system_opened", f"there is no open prize meter {name!r}")
            rules = rules.of(system.terms.game)
        inspects = isinstance(command, commands.ReportEquipment) and rules.is_official(said.capacity)
        wanted = (rules.operator if commands.OPERATOR in declared.by else "") or rules.ranks[0]
        if not inspects and (refusal := rules.needs_rank(said, wanted, rules.cite(declared.ground))) is not None:
            return refusal
        if isinstance(command, commands.PrizeCommand) and command.prize not in state.prizes:
            return rules.refuse("prize_paid", f"there is no unpaid prize {command.prize!r}")
        return self.deciders[type(command)](rules, state, command, said)

    tell = staticmethod(tell)


def _meter(state: MeterState, command: Command) -> str | None:
    """The prize meter that a command is about, by its name or by a table that it is linked to."""
    if isinstance(command, commands.MeterCommand | commands.MoveTable | commands.ShowNotice):
        return command.system
    return state.linked.get(command.table) if isinstance(command, commands.TableCommand) else None
