"""The prize meters of a casino: a stream of their own, whose order is the order of settlement between tables."""

import msgspec

from croupier.books import rules_of_meters
from croupier.jackpots.engine import MeterEngine
from croupier.jackpots.systems import MeterRules, MeterState
from croupier.kernel.actors import DEALER, Capacity, Said
from croupier.kernel.decisions import Refused
from croupier.kernel.streams import Stream

METERS = MeterEngine(rules_of_meters)


class Reading(msgspec.Struct, frozen=True):
    """What a meter holds or held, in grains, and the clauses that let it be read."""

    value: int
    clauses: tuple[str, ...]


class Meters(Stream[MeterRules, MeterState]):
    """All prize meters under one book, with their whole record."""

    engine = METERS

    def reading(
        self, system: str, *, as_of: int | None = None, promoted: bool = False, by: Capacity = DEALER
    ) -> Reading | Refused:
        """What a meter shows, at the tables or on a promotional display; for a person of rank, what it showed at some time."""
        if (known := self.state.systems.get(system)) is None:
            return self.rules.refuse("system_opened", f"there is no prize meter {system!r}")
        rules = self.rules.of(known.terms.game)
        if as_of is None:
            ground = "meter_promoted" if promoted else "meter_displayed"
            return Reading(known.major.value, rules.known(ground)) if ground in rules.grounds else rules.unknown(ground)
        if not rules.reader:
            return rules.unknown("reading a meter as of a time")
        said = Said(str(by), by, as_of)
        if (refusal := rules.needs_rank(said, rules.reader, rules.cite("meter_read"))) is not None:
            return refusal
        then = MeterState()
        for entry in self.entries:
            if entry.at > as_of:
                break
            for event in entry.events:
                then = self.engine.evolve(then, event)
        if system not in then.systems:
            return rules.refuse("meter_read", f"the meter {system} was not open then")
        return Reading(then.systems[system].major.value, rules.cite("meter_read"))
