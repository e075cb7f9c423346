"""Deciding what is asked of the cage: who may ask it, and what then is so."""

from __future__ import annotations

from croupier.cage import commands, counting, desk, events, noting
from croupier.cage.state import Cage, CageRules
from croupier.cage.telling import tell
from croupier.kernel.actors import HOUSE, Capacity, Said, Viewer
from croupier.kernel.decisions import Refused
from croupier.kernel.entries import Codec
from croupier.kernel.events import Command
from croupier.kernel.house import ADMINISTRATOR, CASHIER, SECURITY, SUPERVISOR, Act, Confidential, HouseEngine
from croupier.kernel.legal import Legal

_DESK = (CASHIER, HOUSE)
_MOVERS = (CASHIER, SUPERVISOR, SECURITY)
_ACTS: dict[type[Command], Act] = {
    commands.OpenCage: Act(desk.open_cage, (ADMINISTRATOR, HOUSE), "cage_opened"),
    commands.IssueChips: Act(desk.issue_chips, _DESK, "chips_issued"),
    commands.RedeemChips: Act(desk.redeem_chips, _DESK, "chips_redeemed"),
    commands.IssueTokens: Act(desk.issue_tokens, _DESK, "tokens_issued"),
    commands.TakeBackTokens: Act(desk.take_back_tokens, _DESK, "tokens_taken_back"),
    commands.RequestTransfer: Act(desk.request_transfer, (CASHIER, SUPERVISOR), "transfer_requested"),
    commands.ConfirmTransfer: Act(desk.confirm_transfer, _MOVERS, "transfer_made"),
    commands.CancelTransfer: Act(desk.cancel_transfer, (CASHIER, SUPERVISOR), "transfer_cancelled"),
    commands.CollectDrop: Act(counting.collect_drop, _MOVERS, "drop_collected"),
    commands.CountDrop: Act(counting.count_drop, (CASHIER, SUPERVISOR), "drop_counted"),
    commands.CountFloat: Act(counting.count_float, (CASHIER, SUPERVISOR), "float_counted"),
    commands.CountCage: Act(counting.count_cage, (CASHIER, ADMINISTRATOR), "cage_counted"),
    commands.ExplainVariance: Act(
        counting.explain_variance, (CASHIER, SUPERVISOR, ADMINISTRATOR), "variance_explained"
    ),
    commands.CollectFees: Act(counting.collect_fees, (CASHIER,), "fees_collected"),
    commands.MoveToTable: Act(noting.move_to_table, (HOUSE,), "moved_to_table"),
    commands.MoveFromTable: Act(noting.move_from_table, (HOUSE,), "moved_from_table"),
    commands.FillFloat: Act(noting.fill_float, (HOUSE,), "float_filled"),
    commands.NoteTable: Act(noting.note_table, (HOUSE,), "table_noted"),
    commands.NoteTournament: Act(noting.note_tournament, (HOUSE,), "tournament_noted"),
}


class CageEngine(HouseEngine[CageRules, Cage]):
    """The cage as a stream. `rules_of` gives the house's procedures by an edition."""

    kind = "cage"
    codec = Codec(commands, events, above=(Confidential, events.OfAPatron, events.OfTheHouse, events.Counting))
    state = Cage
    acts = _ACTS

    def not_now(self, rules: CageRules, state: Cage, command: Command) -> Refused | None:
        return None if state.open or isinstance(command, commands.OpenCage) else rules.refuse("cage_not_open")

    def legal(self, rules: CageRules, state: Cage, who: Capacity) -> list[Legal]:
        """What waits for a second person: transfers to be confirmed, and boxes to be counted, at what they should hold."""
        found = [
            Legal(commands.ConfirmTransfer(number=number), rules.cite("transfer_made"), by=CASHIER)
            for number in state.transfers
        ]
        found += [
            Legal(commands.CountDrop(table=table, counted=box.amount), rules.cite("drop_counted"), by=CASHIER)
            for table, box in state.boxes.items()
        ]
        said = Said(str(who), who, 0)
        return [offer for offer in found if rules.not_for(said, _ACTS[type(offer.command)].by, ()) is None]

    def given_by(self, rules: CageRules, who: Capacity) -> set[str]:
        """The names of the commands that somebody of that capacity may give at all."""
        said = Said(str(who), who, 0)
        return {
            str(kind.__struct_config__.tag) for kind, act in _ACTS.items() if rules.not_for(said, act.by, ()) is None
        }

    evolve = staticmethod(Cage.take)

    copied = staticmethod(Cage.copied)

    def as_seen(self, state: Cage, viewer: Viewer) -> Cage:
        """Those in charge know all; everybody else knows what they have themselves."""
        if viewer.role in ("supervisor", "inspector"):
            return state
        own = state.patrons.get(viewer.person)
        return Cage(patrons={viewer.person: own} if own is not None else {})

    tell = staticmethod(tell)
