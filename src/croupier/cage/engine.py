"""Deciding commands to the cage: who may give them, and what happens."""

from croupier.cage import commands, counts, desk, events, noting
from croupier.cage.state import Cage, CageRules
from croupier.cage.telling import tell
from croupier.kernel.actors import Capacity, Said, Viewer
from croupier.kernel.decisions import Refused
from croupier.kernel.engine import deciders_in
from croupier.kernel.entries import Codec
from croupier.kernel.events import Command
from croupier.kernel.legal import Legal
from croupier.kernel.roles import CASHIER, Confidential, HouseEngine


class CageEngine(HouseEngine[CageRules, Cage]):
    """The cage as a stream. `rules_of` gives the house's procedures by an edition."""

    kind = "cage"
    codec = Codec(commands, events, above=(Confidential, events.OfAPatron, events.OfTheHouse, events.Counting))
    state = Cage
    deciders = deciders_in(counts, desk, noting)

    def refusal(self, rules: CageRules, state: Cage, command: Command, said: Said) -> Refused | None:
        if (refusal := super().refusal(rules, state, command, said)) is not None:
            return refusal
        return None if state.open or isinstance(command, commands.OpenCage) else rules.refuse("cage_not_open")

    def legal(self, rules: CageRules, state: Cage, who: Capacity) -> list[Legal]:
        """What waits for a second person: transfers to be confirmed, and boxes to be counted, at what they should hold."""
        offers = [
            Legal(commands.ConfirmTransfer(number=number), rules.cite("transfer_made"), by=CASHIER) for number in state.transfers
        ]
        offers += [
            Legal(commands.CountDrop(table=table, counted=box.amount), rules.cite("drop_counted"), by=CASHIER)
            for table, box in state.boxes.items()
        ]
        said = Said(str(who), who, 0)
        return [offer for offer in offers if rules.not_for(said, offer.command.declared.by, ()) is None]

    def as_seen(self, state: Cage, viewer: Viewer) -> Cage:
        """Those in charge see everything; everyone else sees what they have themselves."""
        if viewer.role in ("supervisor", "inspector"):
            return state
        own = state.patrons.get(viewer.person)
        return Cage(patrons={viewer.person: own} if own is not None else {})

    tell = staticmethod(tell)
