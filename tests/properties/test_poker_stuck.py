"""No table of the poker room is ever stuck: whatever was done, reported, held or ruled, someone can lead on.

The house's own next step is never refused; the hand can come to its end from wherever it is, and the next one begin.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace

from croupier.kernel.accounts import kind_of
from croupier.kernel.actors import HOUSE, Capacity, Said
from croupier.kernel.cards import DECK
from croupier.kernel.decisions import Refused
from croupier.kernel.events import Command
from croupier.poker import commands
from croupier.poker.blinds import due, present
from croupier.poker.deal import discards_due, to_shuffle
from croupier.poker.management import closing_of, closing_steps
from croupier.poker.rules import Options, Rules
from croupier.poker.state import POT, State
from croupier.tables.poker_table import ENGINE, whose
from how_many import examples
from properties.poker_play import LONGEST, ONWARD, PLAYABLE, Sitting, Try, sign

ON_THE_BOARD = (
    "no-burn",
    "flop-too-many",
    "flop-early",
    "turn-early",
    "river-early",
    "two-cards-opened",
    "many-cards-opened",
    "missed-discard",
)
"""Mistakes that are put right by taking cards back, and may meet one another."""

ACTS = (*ONWARD, commands.Bet, commands.Raise, commands.AllIn, commands.TakeBack)
DECISIONS = (commands.Check, commands.Call, commands.Fold, commands.AllIn, commands.MakeUp)
BETWEEN = (commands.CollectFees, commands.BeginHand)


@pytest.mark.parametrize("game", PLAYABLE)
@examples(20)
@given(seed=st.integers(0, 2**32 - 1))
def test_somebody_can_always_lead_on(game: str, seed: int) -> None:
    chance = Random(seed)
    sitting = Sitting(game, chance, _small(sign(game, chance), chance))
    sitting.live_deal = False
    for _ in range(40):
        _one_step(sitting, chance)
        if chance.random() < 0.15 or sitting.state.hand.held:
            _lead_on(sitting.table.rules, sitting.state.copied(), sitting.table.at, chance)
        if chance.random() < 0.05:
            _close(sitting.table.rules, sitting.state.copied(), sitting.table.at, chance)
        if sitting.state.phase in ("betting", "discard") and sitting.state.question is None:
            _mistakes_now(sitting, chance)


def _small(options: Options, chance: Random) -> Options:
    """A table of few players, most of them with wagers on the flop, where odd things meet soon."""
    return replace(options, places=chance.randint(2, 4), flop_chase=chance.choice(((5_00, 50_00), (5_00, 50_00), (0, 0))))


def _one_step(sitting: Sitting, chance: Random) -> None:
    """The house's next step, a mistake that is reported, an act out of turn, a ruling, or something that is offered."""
    state, lot = sitting.state, chance.random()
    step = sitting.table.next_step()
    if (question := state.question) is not None:
        sitting.do(Try(commands.Rule(option=chance.choice(question.names)), by=question.rank))
    elif lot < 0.2 and state.phase == "blinds" and state.options.flop_chase[1]:
        colour = chance.choice(("red", "black"))
        sitting.do(commands.PlaceSideWager(seat=chance.randint(1, state.options.places), colour=colour, amount=5_00))
    elif lot < 0.2 and state.phase not in ("between", "blinds"):
        sitting.do(_mistake(sitting, chance))
    elif lot < 0.4 and state.hand.turn:
        sitting.do(sitting.out_of_turn())
    elif step is not None and lot < 0.9:
        decision = sitting.do(Try(step, by=whose(step)))
        assert not isinstance(decision, Refused), f"the house's own {step} is refused: {decision}"
    elif offers := sitting.table.legal(seat=sitting.table.turn or 1):
        acts = [offer for offer in offers if isinstance(offer.command, ACTS)]
        sitting.do(sitting.filled(chance.choice(acts if acts and lot < 0.95 else offers)))


def _mistakes_now(sitting: Sitting, chance: Random) -> None:
    """Whatever could go wrong with the board at this moment leaves a table in order, from which play goes on."""
    rules, at = sitting.table.rules, sitting.table.at
    player = chance.choice(sitting.state.hand.in_hand).number
    for what in ON_THE_BOARD:
        decision = ENGINE.decide(rules, sitting.state, commands.Report(what=what, player=player), Said(HOUSE, HOUSE, at))
        if isinstance(decision, Refused):
            continue
        table = sitting.state.after(decision.events)
        assert table.hand.street >= 0, f"{what} undoes a round that there was not"
        assert table.money.get(POT, 0) >= 0, f"{what} takes more out of the pot than is in it"
        if chance.random() < 0.15:
            _lead_on(rules, table, at, chance)


def _mistake(sitting: Sitting, chance: Random) -> Try:
    """Something that went wrong, half of the time with no more facts than it needs."""
    report = sitting.report()
    if chance.random() < 0.3:
        return report
    what = chance.choice((*ON_THE_BOARD, *sitting.table.rules.irregularities))
    bare = replace(report.command, what=what, person="", cards=(), count=chance.choice((-1, 3, 4)), amount=-1)
    return report._replace(command=bare)


def _lead_on(rules: Rules, table: State, at: int, chance: Random) -> None:
    """Bring the hand to its end by what is offered, and begin another where two could play it."""
    begun = table.hand.number
    for _ in range(LONGEST):
        rules = ENGINE.rules_now(rules, table)
        if table.closed or (table.phase == "between" and len(present(table)) < 2):
            return
        if table.hand.number > begun and table.phase != "between":
            return
        command, who = _next(rules, table, chance)
        person = table.person_at(who) if isinstance(who, int) else str(who)
        decision = ENGINE.decide(rules, table, command, Said(person, who, at))
        assert not isinstance(decision, Refused), f"{command} is offered and refused: {decision}"
        for event in decision.events:
            table.take(event)
    raise AssertionError("the hand does not end")


def _next(rules: Rules, table: State, chance: Random) -> tuple[Command, Capacity]:
    """What leads on, and who does it."""
    hand, question = table.hand, table.question
    if question is not None:
        return commands.Rule(option=chance.choice(question.names)), question.rank
    if table.new_deck and hand.phase == "between":
        return commands.Perform(duty="check the new deck"), HOUSE
    turn = hand.turn or (hand.next_to_discard() if discards_due(rules, hand) else 0)
    who: list[Capacity] = [HOUSE, *([turn] if turn else []), *(due(table) if hand.phase == "blinds" else ())]
    offers = [(offer.command, offer.by) for one in who for offer in ENGINE.legal(rules, table, one)]
    offers = [(command, who[0] if isinstance(by, str) else by) for command, by in offers]
    kinds = BETWEEN if hand.phase == "between" else ONWARD
    found = next((offer for kind in kinds for offer in offers if isinstance(offer[0], kind)), None)
    if turn and hand.phase == "betting" and (acts := [offer for offer in offers if isinstance(offer[0], DECISIONS)]):
        found = chance.choice(acts)
    assert found is not None, f"nobody can go on in {table.phase}"
    command, by = found
    if isinstance(command, commands.Shuffle):
        command = replace(command, deck=tuple(chance.sample(DECK, 52)), source="seeded")
    elif isinstance(command, commands.ShuffleStub):
        command = replace(command, deck=to_shuffle(hand), source="seeded")
    return command, by


def _close(rules: Rules, table: State, at: int, chance: Random) -> None:
    """Everyone gets up with their chips, or is stood up, and the table closes; nothing of anyone's is left there."""
    for _ in range(LONGEST):
        rules = ENGINE.rules_now(rules, table)
        if table.closed:
            break
        command, who = _closing(rules, table, chance)
        _taken(rules, table, command, who, at)
    else:
        raise AssertionError(f"the table cannot be closed: {table}")
    for person in list(table.picked_up):
        _taken(rules, table, commands.LeaveList(person=person), HOUSE, at)
    assert not table.seats
    left = {kind_of(account) for account, amount in table.money.items() if amount}
    assert not left & {"stack", "held", "kept", "pot", "side"}, f"left at a closed table: {table.money}"


def _closing(rules: Rules, table: State, chance: Random) -> tuple[Command, Capacity]:
    """The next thing on the way to the closing, and who does it."""
    if table.phase != "between" or table.question is not None:
        return _next(rules, table, chance)
    if table.seats and chance.random() < 0.4:
        seat = chance.choice(sorted(table.seats))
        return commands.LeaveSeat(seat=seat), seat
    missing = next((step for step in closing_steps(rules, closing_of(table)) if step.missing), None)
    if missing is None:
        return commands.CloseTable(), rules.manager
    if missing.what == "announced":
        return commands.AnnounceClosing(), rules.manager
    if missing.what == "notice":
        asked = [seat for seat in table.seats if table.person_at(seat) not in table.agreed["closing"]]
        seat = chance.choice([seat for seat in asked if table.person_at(seat) not in table.excluded])
        return commands.Agree(seat=seat, to="closing"), seat
    offers = [(offer.command, offer.by) for offer in ENGINE.legal(rules, table, rules.ranks[-1])]
    return next(one for one in offers if isinstance(one[0], commands.AwardBonus | commands.DeclineBonus))


def _taken(rules: Rules, table: State, command: Command, who: Capacity, at: int) -> None:
    person = table.person_at(who) if isinstance(who, int) else str(who)
    decision = ENGINE.decide(rules, table, command, Said(person, who, at))
    assert not isinstance(decision, Refused), f"{command} leads to the closing, and is refused: {decision}"
    for event in decision.events:
        table.take(event)
