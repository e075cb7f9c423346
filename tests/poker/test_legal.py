"""What is offered at a poker table, with the least and the greatest amount, in which steps, by whom and from when."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.books import poker_rules_of
from croupier.kernel.accounts import stack_of
from croupier.kernel.actors import DEALER, Capacity
from croupier.kernel.cards import DECK, HIDDEN, parse_cards
from croupier.kernel.legal import Legal
from croupier.poker import commands
from croupier.poker.choices import legal
from croupier.poker.rules import Bonus
from croupier.poker.seats import MOST_CHIPS
from croupier.poker.state import Notice, Prize, State, Waiting, kept_of, side_of
from poker.tables_made import LIVE, betting, table

HOLDEM = poker_rules_of("crown-holdem")
PINEAPPLE = poker_rules_of("crown-pineapple")


def open_to(made: State, who: Capacity, kind: type[Any], rules: Any = HOLDEM) -> list[Legal]:
    return [offer for offer in legal(rules, made, who) if type(offer.command) is kind]


def between(*numbers: int, **options: Any) -> State:
    made = table(*numbers, phase="between", shuffled=False, cut=False, stub=(), source="live")
    made.options = replace(made.options, **options)
    for player in made.hand.players.values():
        player.posted, player.put_in, player.wagered = False, 0, 0
    return made


def acting(*, seat: int = 1, bet: int = 0, **options: Any) -> State:
    """After the flop it is someone's turn, facing a bet or none."""
    made = betting(street=1, board=DECK[49:], turn=seat, bet=bet, full=bet, step=10_00)
    made.options = replace(made.options, **options)
    for player in made.hand.players.values():
        player.wagered = 0
    return made


@pytest.mark.parametrize(
    ("options", "least", "most"),
    [({}, 200_00, MOST_CHIPS), ({"minimum_buy_in": 100_00, "maximum_buy_in": 300_00}, 100_00, 300_00)],
)
def test_a_free_place_is_taken_with_a_buy_in(options: dict[str, Any], least: int, most: int) -> None:
    (offer,) = legal(HOLDEM, between(**options), 2)
    assert offer.command == commands.TakeSeat(seat=2, chips=least)
    assert (offer.most, offer.step, offer.by, offer.faces, offer.at) == (most, 1_00, 2, False, 0)


def test_acts_with_and_without_a_bet() -> None:
    kinds = [type(offer.command).__name__ for offer in legal(HOLDEM, acting(), 1)]
    assert kinds[:4] == ["Check", "Bet", "AllIn", "Fold"]
    assert "BuyTime" not in kinds
    facing = legal(HOLDEM, acting(bet=20_00), 1)
    assert [type(offer.command).__name__ for offer in facing][:4] == ["Call", "Raise", "AllIn", "Fold"]
    (raised,) = open_to(acting(bet=20_00), 1, commands.Raise)
    assert (raised.command, raised.most, raised.step) == (commands.Raise(seat=1, to=30_00), 500_00, 1_00)
    (bets,) = open_to(acting(), 1, commands.Bet)
    assert (bets.command, bets.most) == (commands.Bet(seat=1, amount=10_00), 500_00)
    others = [type(offer.command).__name__ for offer in legal(HOLDEM, acting(), 3)]
    assert not {"Check", "Bet", "Call", "AllIn", "Fold"} & set(others[:2])


def test_time_is_bought_where_there_is_a_time_to_act() -> None:
    timed = acting(time_to_act=30, extra_time=20, extra_times=1)
    assert len(open_to(timed, 1, commands.BuyTime)) == 1
    timed.hand.turn_since = 100
    (called,) = open_to(timed, DEALER, commands.CallTime)
    assert called.at == 100 + 30 + 1
    assert open_to(acting(), DEALER, commands.CallTime) == []


@pytest.mark.parametrize(
    ("stack", "placed", "most"), [(500_00, 0, 50_00), (500_00, 20_00, 30_00), (30_00, 0, 29_00), (30_50, 0, 29_00)]
)
def test_how_much_may_be_wagered_on_the_flop(stack: int, placed: int, most: int) -> None:
    made = table(shuffled=False, cut=False, stub=(), source="live")
    made.options = replace(made.options, flop_chase=(1_00, 50_00))
    made.money[stack_of(5)] = stack
    if placed:
        made.money[side_of(5)], made.hand.players[5].side, made.hand.side_open = placed, "red", True
    offers = open_to(made, 5, commands.PlaceSideWager)
    assert {offer.command.amount for offer in offers} == {1_00}  # type: ignore[attr-defined]
    assert {offer.most for offer in offers} == {most}
    plain = table(shuffled=False, cut=False, stub=(), source="live")
    assert open_to(plain, 5, commands.PlaceSideWager) == []


@pytest.mark.parametrize(("maximum", "most"), [(0, MOST_CHIPS - 500_00), (800_00, 300_00), (800_50, 300_00)])
def test_how_many_chips_may_be_added(maximum: int, most: int) -> None:
    (offer,) = open_to(between(maximum_buy_in=maximum), 1, commands.AddChips)
    assert (offer.command, offer.most) == (commands.AddChips(seat=1, chips=1_00), most)
    assert open_to(acting(), 3, commands.AddChips) == []
    folded = acting()
    folded.hand.players[3].live = False
    assert len(open_to(folded, 3, commands.AddChips)) == 1


def test_another_place_is_moved_to_between_hands_and_wished_for_in_one() -> None:
    moves = open_to(between(), 1, commands.ChangeSeat)
    assert [offer.command.to for offer in moves] == [2, 4, 6, 8]  # type: ignore[attr-defined]
    wishes = open_to(acting(seat=3), 1, commands.WantSeat)
    assert [offer.command.place for offer in wishes] == [2, 4, 6, 8]  # type: ignore[attr-defined]


def test_the_dealer_cuts_in_steps_of_one_card() -> None:
    (offer,) = open_to(table(cut=False), DEALER, commands.Cut)
    assert (offer.command, offer.most, offer.step, offer.by) == (commands.Cut(place=1), 51, 1, DEALER)
    (dealt,) = open_to(table(), DEALER, commands.Deal)
    assert (dealt.most, dealt.step) == (0, 1)


@pytest.mark.parametrize(
    ("said", "cards", "faces"),
    [
        ({}, (), False),
        ({"source": "live", "stub": LIVE[:44]}, (HIDDEN,) * 3, True),
        ({"source": "live", "stub": LIVE[:44], "board": DECK[49:], "street": 1}, (HIDDEN,), True),
    ],
)
def test_a_live_board_is_offered_with_faces_to_be_said(said: dict[str, Any], cards: Any, faces: bool) -> None:
    (offer,) = open_to(betting(**said), DEALER, commands.DealBoard)
    assert (offer.command, offer.faces) == (commands.DealBoard(cards=cards), faces)


def showdown(*, source: Any, cards: str) -> State:
    made = betting(street=3, board=DECK[47:], phase="showdown", showing=[1, 3, 5, 7], source=source, stub=LIVE[:40])
    made.hand.players[1].cards = parse_cards(cards)
    return made


@pytest.mark.parametrize(
    ("source", "cards", "said", "faces"),
    [
        ("seeded", "Ac Ad", (), False),
        ("live", "Ac Ad", (), False),
        ("live", "Ac ??", parse_cards("Ac ??"), True),
        ("live", "?? ??", (HIDDEN,) * 2, True),
    ],
)
def test_a_hand_is_shown_with_faces_to_be_said_where_they_are_not_on_record(
    source: Any, cards: str, said: Any, faces: bool
) -> None:
    offers = open_to(showdown(source=source, cards=cards), 1, commands.ShowHand)
    assert [(offer.command, offer.faces) for offer in offers] == [(commands.ShowHand(seat=1, cards=said), faces)]


@pytest.mark.parametrize(("kept", "least", "most"), [(0, 100_00, 300_00), (40_00, 0, 0)], ids=["new", "picked up"])
def test_who_waits_is_called_to_a_free_place(kept: int, least: int, most: int) -> None:
    made = between(minimum_buy_in=100_00, maximum_buy_in=300_00)
    made.waiting = (Waiting("w1"), Waiting("w2"))
    if kept:
        made.money[kept_of("w1")] = kept
    offers = open_to(made, DEALER, commands.CallFromList)
    assert [offer.command.place for offer in offers] == [2, 4, 6, 8]  # type: ignore[attr-defined]
    assert {(offer.command.chips, offer.most, offer.by) for offer in offers} == {  # type: ignore[attr-defined]
        (least, most, HOLDEM.supervisor)
    }


def test_what_those_above_may_do_is_told_with_their_rank() -> None:
    made = between()
    made.seats[3].away = True
    (picked,) = open_to(made, DEALER, commands.PickUp)
    assert (picked.command, picked.by) == (commands.PickUp(player=3), HOLDEM.manager)
    (same,) = open_to(made, HOLDEM.manager, commands.PickUp)
    assert same.by == HOLDEM.manager
    made.notices["closing"] = Notice(made.options, "", 0, -9)
    made.agreed["closing"] = ("p1", "p3", "p5", "p7")
    assert [offer.by for offer in open_to(made, DEALER, commands.CloseTable)] == [HOLDEM.manager]


def test_bonus_prizes_are_told_of_and_awarded() -> None:
    made = between(bonuses=(Bonus(hand="flush", cash=50_00),))
    made.prizes["p3"] = Prize("flush", "dealer", cash=50_00)
    kinds = {
        kind: [(offer.command.player, offer.by) for offer in open_to(made, DEALER, kind)]  # type: ignore[attr-defined]
        for kind in (commands.AwardBonus, commands.DeclineBonus)
    }
    assert kinds[commands.DeclineBonus] == [(3, HOLDEM.supervisor)]
    assert open_to(between(), DEALER, commands.AwardBonus) == []


def test_discards_are_offered_card_by_card() -> None:
    made = betting()
    for place, player in enumerate(made.hand.players.values()):
        player.cards = DECK[3 * place : 3 * place + 3]
    offers = open_to(made, 1, commands.Discard, PINEAPPLE)
    assert [offer.command.card for offer in offers] == [*DECK[:3]]  # type: ignore[attr-defined]
    assert open_to(betting(), 1, commands.Discard) == []


def test_notices_are_agreed_to_by_name() -> None:
    made = between()
    made.notices["closing"], made.agreed["closing"] = Notice(made.options, "", 0, 0), ()
    assert [offer.command for offer in open_to(made, 1, commands.Agree)] == [commands.Agree(seat=1, to="closing")]


def test_the_rest_of_a_deck_is_shuffled_in_its_own_way() -> None:
    known = betting(reshuffle=True, because=("9.10",), source="stacked")
    (offer,) = open_to(known, DEALER, commands.ShuffleStub)
    assert (offer.command, offer.faces) == (commands.ShuffleStub(), True)
    live = betting(reshuffle=True, source="live", stub=LIVE[:44], because=("9.10",))
    (offer,) = open_to(live, DEALER, commands.ShuffleStub)
    assert (offer.command, offer.faces) == (commands.ShuffleStub(), False)
    assert open_to(betting(), DEALER, commands.ShuffleStub) == []
