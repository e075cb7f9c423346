"""What the operator adds to a pool, and a pool divided in two or made one again."""

from croupier.jackpots import commands, events
from croupier.jackpots.groups import other_terms
from croupier.jackpots.prizes import grains
from croupier.jackpots.systems import MeterRules, MeterState
from croupier.kernel.actors import Said
from croupier.kernel.decisions import Decision


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
