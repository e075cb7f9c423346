"""The stream of a promotion. The operator's commands are for a rank; the winner chooses how a prize is paid."""

from croupier.kernel.actors import Capacity, Said
from croupier.kernel.decisions import Refused
from croupier.kernel.engine import Engine, deciders_in
from croupier.kernel.entries import Codec
from croupier.kernel.events import Command
from croupier.kernel.telling import Telling
from croupier.promotions import commands, deciding, events
from croupier.promotions.state import WINNER, Promotion, PromotionRules


class PromotionEngine(Engine[PromotionRules, Promotion]):
    """A promotion as a stream. `rules_of` gives the rules of a book by an edition."""

    kind = "promotion"
    codec = Codec(commands, events)
    state = Promotion
    deciders = deciders_in(deciding)

    def refusal(self, rules: PromotionRules, state: Promotion, command: Command, said: Said) -> Refused | None:
        if (refusal := super().refusal(rules, state, command, said)) is not None:
            return refusal
        declared = command.declared
        if said.capacity not in declared.by:
            refusal = rules.needs_rank(said, rules.operator, rules.cite(declared.ground))
        if refusal is None and declared.when and state.phase not in declared.when:
            return rules.no("not_at_this_time", declared.tag, clauses=rules.cite(declared.ground))
        return refusal

    tell = Telling("croupier.promotions", events)

    def obvious(self, state: Promotion, command: Command) -> Capacity:
        return WINNER if WINNER in command.declared.by else "operator"
