"""What is calculated at once and shared: a whole deal, the postings of a wager, a table that an event has just made."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from croupier.books import GAMES, game_of, rules_of
from croupier.kernel.actors import DEALER as THE_DEALER, Said
from croupier.kernel.cards import DECK
from croupier.kernel.decisions import Accepted, Refused
from croupier.stud.commands import Deal, Fold, PlaceAnte, PlaceBet, Reveal, Settle
from croupier.stud.deal import next_to_deal
from croupier.stud.engine import decide
from croupier.stud.rules import Device, Options, Rules
from croupier.stud.state import Box, Choice, State
from croupier.tables.house_table import ENGINE, house_table

SAID = Said("dealer 1", THE_DEALER, 5)
HOUSE_GAMES = [game for game in GAMES if game_of(game).rules is not None]
DEVICES = [(game, device) for game in HOUSE_GAMES for device in sorted(rules_of(game).upcard_place)]


def dealing(rules: Rules, device: Device, choices: tuple[Choice | None, ...]) -> State:
    """A table in the deal: a box for each choice made already, none where it is None."""
    boxes = (Box(), *(Box() if choice is None else Box(seat=n, choice=choice) for n, choice in enumerate(choices, 1)))
    options = Options(places=len(choices), device=device)
    return State(options=options, edition=rules.edition, phase="dealing", boxes=boxes, deck=DECK, shuffled=True)


def given(table: State, box: int, number: int) -> State:
    """One turn of the deal by hand."""
    had = table.boxes[box]
    boxes = table.with_box(box, replace(had, cards=had.cards + table.deck[:number]))
    return replace(table, boxes=boxes, deck=table.deck[number:])


@pytest.mark.parametrize(("game", "device"), DEVICES)
@pytest.mark.parametrize("choices", [("", "", "", "", "", "", ""), (None, "", "void", ""), ("",)])
def test_a_deal_at_once_is_the_deal_turn_by_turn(game: str, device: Device, choices: tuple[Choice | None, ...]) -> None:
    rules = rules_of(game)
    begun = dealing(rules, device, choices)
    while (due := next_to_deal(rules, begun)) is not None:
        decision = decide(rules, begun, Deal(), SAID)
        assert isinstance(decision, Accepted)
        at_once = begun
        for event in decision.events:
            at_once = ENGINE.evolve(at_once, event)
        by_hand = begun
        while (turn := next_to_deal(rules, by_hand)) is not None:
            by_hand = given(by_hand, *turn)
        assert [box.cards for box in at_once.boxes] == [box.cards for box in by_hand.boxes]
        assert at_once.deck == by_hand.deck
        if len(begun.dealer.cards) < rules.cards:
            assert at_once.upcard == rules.upcard_place[device]
        short = replace(begun, deck=begun.deck[: len(begun.deck) - len(at_once.deck) - 1])
        answer = decide(rules, short, Deal(), SAID)
        assert isinstance(answer, Refused)
        assert answer.reason == "there are too few cards left in the deck"
        begun = given(begun, *due)
    answer = decide(rules, begun, Deal(), SAID)
    assert isinstance(answer, Refused)
    assert answer.reason == "everybody has five cards"


def test_no_state_changes_when_the_next_one_is_made_of_it() -> None:
    table = house_table("crown-caribbean-stud", seats=3, seed=4)
    for seat in (1, 2, 3):
        table.do(PlaceAnte(seat=seat, amount=10_00))
    table.deal()
    for command in (PlaceBet(seat=1, amount=20_00), Fold(seat=2), PlaceBet(seat=3, amount=20_00), Reveal(), Settle()):
        assert isinstance(table.do(command), Accepted)
    states = [ENGINE.blank()]
    written = [msgspec.json.encode(states[0])]
    for event in table.events:
        states.append(ENGINE.evolve(states[-1], event))
        written.append(msgspec.json.encode(states[-1]))
    assert states[-1].round == 2
    assert [msgspec.json.encode(state) for state in states] == written


def test_the_same_wager_moves_the_same_money_by_one_mapping() -> None:
    tables = [house_table("crown-caribbean-stud", seats=1, seed=seed) for seed in (1, 2)]
    for table in tables:
        table.do(PlaceAnte(seat=1, amount=10_00))
    one, other = (table.events[-1].postings for table in tables)
    assert one is other
    assert one == {"stack:1": -10_00, "ante:1": 10_00}
