"""One hand settled by the engine, against a calculation of our own from the printed books."""

from __future__ import annotations

from random import Random

import pytest

from croupier.books import book_of, rules_of
from croupier.kernel.cards import CardError, parse_cards
from croupier.kernel.decisions import Refused
from croupier.kernel.errors import TableError
from croupier.stud.rules import Device, Options, Rules
from croupier.tables.one_hand import Settlement, read_action, settle_hand
from tables import reckoning

GAMES = list(reckoning.PAYS)
HANDS = (400, pytest.param(2000, marks=pytest.mark.slow))


def _deal(random: Random) -> list[str]:
    """Eleven cards: from the whole deck, or from a few ranks or suits, so that strong and equal hands come up."""
    kind = random.randrange(4)
    few = random.sample(reckoning.RANKS, 4)
    suits = random.sample("cdhs", 1 if kind == 1 else 2)
    decks = {
        1: [card for card in reckoning.CARDS if card[1] in suits],
        2: [card for card in reckoning.CARDS if card[0] in few],
        3: [card for card in reckoning.CARDS if card[0] in reckoning.RANKS[-6:] and card[1] in suits],
    }
    return random.sample(decks.get(kind, reckoning.CARDS), 11)


def _hands(random: Random, rules: Rules) -> tuple[list[str], list[str], str]:
    cards = _deal(random)
    if rules.game == "crown-wild-aruba":
        while any(sum(card[0] == "2" for card in hand) > 2 for hand in (cards[:5], cards[5:10])):
            cards = _deal(random)  # three wild cards are tried below, they take long by trying every card
    return cards[:5], cards[5:10], cards[10]


def _actions(rules: Rules, player: list[str], dealer: list[str], new: str) -> list[str]:
    actions = ["bet", "bet", "fold"]
    if rules.has("exchange"):
        actions += [f"exchange:{player[2]}:{new}", f"exchange:{player[0]}:{new}", f"exchange:{player[1]}:{new}:fold"]
    if rules.has("instant win") and reckoning.wild(tuple(player))[0] in reckoning.ARUBA_INSTANT:
        actions += ["instant"] * 3
    if rules.has("concede") and reckoning.strength(reckoning.shape(tuple(dealer))) >= (0, (12, 11)):
        actions.append("concede")
    return actions


def settled(
    game: str, player: list[str], dealer: list[str], action: str, ante: int = 10_00, device: Device = "shuffler"
) -> Settlement:
    options = Options(places=1, minimum=1, maximum=10**9, unit=1, chip=1, device=device)
    found = settle_hand(
        game,
        ante=ante,
        player=parse_cards(" ".join(player)),
        dealer=parse_cards(" ".join(dealer)),
        action=read_action(action),
        options=options,
    )
    assert isinstance(found, Settlement), found
    return found


@pytest.mark.parametrize("hands", HANDS)
@pytest.mark.parametrize("game", GAMES)
def test_the_engine_agrees_with_our_own_reckoning(game: str, hands: int) -> None:
    random, rules = Random(20), rules_of(game)
    devices: list[Device] = list(rules.upcard_place)
    seen = set()
    for _ in range(hands):
        player, dealer, new = _hands(random, rules)
        action = random.choice(_actions(rules, player, dealer, new))
        ante = random.choice((1, 37, 10_00, 12_50, 500_00))
        found = settled(game, player, dealer, action, ante, random.choice(devices))
        assert found.net == reckoning.net(game, ante, player, dealer, action), (player, dealer, action, ante)
        assert found.net == sum(line.returned + line.pays - line.stake for line in found.lines)
        seen |= {(line.wager, line.result) for line in found.lines}
    assert {("ante", "win"), ("ante", "lose"), ("bet", "win"), ("bet", "lose"), ("bet", "void")} <= seen


@pytest.mark.parametrize("player", ["2c 2d 2h 7s 9d", pytest.param("2c 2d 2h Ks Qs", marks=pytest.mark.slow), "2c 2d 2h 2s 5s"])
def test_three_and_four_wild_cards_are_worth_what_trying_every_card_finds(player: str) -> None:
    hand = player.split()
    fixed = [card for card in hand if card[0] != "2"]
    found = settled("crown-wild-aruba", hand, ["8c", "8d", "3h", "Jc", "6c"], "bet")
    best = reckoning.wild(tuple(hand)) if len(fixed) == 2 else ("five of a kind", (reckoning.RANKS.index("5"),))
    assert found.player.category.label == best[0]


ROWS = {
    "high card": "As Ks Jd 9c 8h",
    "one pair": "Qs Qd 9c 7h 3s",
    "two pairs": "Qs Qd 9c 9h 3s",
    "three of a kind": "Qs Qd Qc 9h 3s",
    "straight": "9s 8h 7c 6h 5s",
    "flush": "Qs Ts 9s 7s 3s",
    "full house": "Qs Qd Qc 9h 9s",
    "four of a kind": "Qs Qd Qc Qh 9s",
    "straight flush": "9s 8s 7s 6s 5s",
    "royal flush": "As Ks Qs Js Ts",
}
WILD_ROWS = ROWS | {"five of a kind": "Qs Qd Qc Qh 2s", "wild royal flush": "As Ks Qs Js 2d"}
BANKS = "Ac Kc Jh 9d 7d"
EIGHTS = "8c 8d Kc Jh 4d"


@pytest.mark.parametrize(
    ("game", "row"),
    [(game, row) for game in GAMES for row in (WILD_ROWS if game == "crown-wild-aruba" else ROWS) if row != "high card"]
    + [(game, "high card") for game in GAMES if game != "crown-wild-aruba"],
)
def test_every_row_of_the_pay_table(game: str, row: str) -> None:
    aruba = game == "crown-wild-aruba"
    found = settled(game, (WILD_ROWS if aruba else ROWS)[row].split(), (EIGHTS if aruba else BANKS).split(), "bet")
    bet = next(line for line in found.lines if line.wager == "bet")
    assert found.player.category.label == row
    assert (bet.result, bet.odds) == ("win", f"{reckoning.PAYS[game][row]} to 1")
    assert bet.pays == 20_00 * reckoning.PAYS[game][row]


@pytest.mark.parametrize("row", list(ROWS))
def test_every_row_after_a_changed_card(row: str) -> None:
    hand = ROWS[row].split()
    given, new = "2h", hand[4]
    found = settled("venezia-caribbean-poker", [*hand[:4], given], BANKS.split(), f"exchange:{given}:{new}")
    bet = next(line for line in found.lines if line.wager == "bet")
    assert bet.odds == f"{reckoning.VENICE_CHANGED[row]} to 1"
    assert found.net == -10_00 + 10_00 + 20_00 * reckoning.VENICE_CHANGED[row]


@pytest.mark.parametrize("row", list(reckoning.ARUBA_INSTANT))
def test_every_row_of_the_instant_winner(row: str) -> None:
    found = settled("crown-wild-aruba", WILD_ROWS[row].split(), EIGHTS.split(), "instant")
    assert [(line.wager, line.odds, line.pays) for line in found.lines] == [
        ("ante", "1 to 1", 10_00),
        ("instant", f"{reckoning.ARUBA_INSTANT[row]} to 1", 10_00 * reckoning.ARUBA_INSTANT[row]),
    ]


@pytest.mark.parametrize("game", GAMES)
def test_every_line_cites_clauses_of_the_book(game: str) -> None:
    for action in ("bet", "fold"):
        for line in settled(game, ROWS["flush"].split(), BANKS.split(), action).lines:
            assert line.clauses
            assert all(book_of(game).clause(number).line for number in line.clauses)


def test_a_refusal_is_a_value_with_its_clause() -> None:
    found = settle_hand(
        "nz-caribbean-stud",
        ante=10_00,
        bet=15_00,
        player=parse_cards(ROWS["flush"]),
        dealer=parse_cards(BANKS),
        action=read_action("bet"),
        options=Options(places=1),
    )
    assert isinstance(found, Refused)
    assert found.ground == "bet_not_twice_ante"
    assert found.clauses


@pytest.mark.parametrize("text", ["", "raise", "exchange", "exchange:9c", "exchange:9c:Kd:raise", "exchange:9c 8c:Kd"])
def test_what_is_no_action(text: str) -> None:
    with pytest.raises(TableError, match="is not an action; use bet, fold"):
        read_action(text)


@pytest.mark.parametrize(
    ("player", "action", "message"),
    [
        ("Qs Ts 9s 7s", "bet", "the player's hand: a hand has 5 cards, not 4"),
        ("Qs Ts 9s 7s 3s 2s", "bet", "the player's hand: a hand has 5 cards, not 6"),
        ("Qs Ts 9s 7s ??", "bet", "the player's hand: a face-down card has no value"),
        ("Qs Qs 9s 7s 3s", "bet", "the player's hand: Qs appears twice"),
        ("Ac Ts 9s 7s 3s", "bet", "Ac appears twice: all the cards come from one deck"),
        ("Qs Ts 9s 7s 3s", "exchange:4h:5h", "4h is not in the player's hand"),
        ("Qs Ts 9s 7s 3s", "exchange:3s:Kc", "Kc appears twice"),
    ],
)
def test_cards_that_cannot_be(player: str, action: str, message: str) -> None:
    with pytest.raises(CardError, match=message):
        settled("venezia-caribbean-poker", player.split(), BANKS.split(), action)
