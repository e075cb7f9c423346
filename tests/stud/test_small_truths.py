"""What a house table may be opened with, how folded wagers come out, and other small truths that rounds stand on."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from croupier.books import rules_of
from croupier.books.crown_caribbean_stud.s11_irregularities import cards_taken
from croupier.books.nz_caribbean_stud.s12_irregularities import miscount
from croupier.kernel.accounts import FLOAT, in_tokens, stack_of
from croupier.kernel.actors import DEALER, Said
from croupier.kernel.cards import parse_cards
from croupier.kernel.decisions import Accepted, AwaitingRuling, Refused
from croupier.kernel.errors import BookError
from croupier.kernel.incidents import Question, Report, Rule
from croupier.stud.betting import show_hand
from croupier.stud.commands import ChangeLimits, OpenTable, PayJackpot, ShowHand
from croupier.stud.engine import decide, legal
from croupier.stud.management import change_limits
from croupier.stud.rules import Options, Rules
from croupier.stud.seats import MOST_CHIPS, given_back, laid, taken
from croupier.stud.settlement import Stakes, lines
from croupier.stud.state import ROUNDS_APART, Box, Parted, State, ante_of, bet_of, tokens_of
from moments.evenings import moments

CROWN = rules_of("crown-caribbean-stud")
STAR = rules_of("star-caribbean-stud")
NZ = rules_of("nz-caribbean-stud")
VENICE = rules_of("venezia-caribbean-poker")


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({}, ""),
        ({"places": 0}, "places, not 0"),
        ({"places": 1}, ""),
        ({"places": 99}, "places, not 99"),
        ({"minimum": 0}, "the minimum must be above zero"),
        ({"minimum": 1_00}, ""),
        ({"minimum": 1}, "the smallest chip is $1.00: $0.01 cannot be made, $1.00 can"),
        ({"maximum": 500_50}, "$500.50 cannot be made, $500.00 or $501.00 can"),
        ({"minimum": 500_00}, ""),
        ({"minimum": 500_01}, "the minimum must be above zero and no more than the maximum"),
        ({"unit": 0}, "unit and smallest chip"),
        ({"unit": 1, "chip": 1}, ""),
        ({"unit": 1}, "$0.01 cannot be made"),
        ({"chip": 0}, "unit and smallest chip"),
        ({"chip": 1}, ""),
        ({"maximum_payout": -1}, "the maximum payout zero or more"),
        ({"maximum_payout": 1}, ""),
        ({"extra_hands_seen": True}, "a player looks at one hand only"),
        ({"blind_bets": True}, "has no bets before the deal"),
        ({"jackpot": -1}, "a jackpot wager must cost something"),
        ({"jackpot": 1, "jackpot_option": 2}, ""),
        ({"jackpot": 1, "jackpot_option": 3}, "by an option that the book has"),
        ({"manual_jackpot": True}, "no jackpot run by hand"),
        ({"readings": ("as I like it",)}, "there is no reading 'as I like it' of this book; there are abnormal"),
        ({"readings": ("decide-in-turn",)}, ""),
    ],
)
def test_a_table_opens_only_with_what_the_book_allows(changes: dict[str, object], wrong: str) -> None:
    said = CROWN.options_wrong(replace(Options(), **changes))
    assert wrong in said
    assert bool(said) == bool(wrong)


def test_what_one_book_does_not_allow_another_may() -> None:
    assert NZ.options_wrong(Options(manual_jackpot=True, blind_bets=True, jackpot=1_00)) == ""
    assert "is not dealt from a shoe" in VENICE.options_wrong(Options(device="shoe"))
    assert "one box only" in STAR.options_wrong(Options(extra_boxes=True))


@pytest.mark.parametrize(("boxes", "lacks"), [((1, 7), False), ((), True), ((0, 1), True), ((1, 8), True), ((8,), True)])
def test_a_report_about_boxes_names_boxes_that_there_are(boxes: tuple[int, ...], lacks: bool) -> None:
    report = Report(what="viewed", player=1, boxes=boxes)
    table = State(options=Options(places=7), people={1: "p1"})
    said = CROWN.report_lacks(table, CROWN.irregularities["viewed"], report)
    assert bool(said) is lacks


def token_table(*, ante: int, tokens: int, bet: int = 0, bet_tokens: int = 0) -> State:
    """Seat 1 with an ante and a bet on box 1, partly in tokens, at a table where $500.00 is the most."""
    table = State(people={1: "p1"}, boxes=(Box(), Box(seat=1)))
    money = {ante_of(1): ante - tokens, bet_of(1): bet - bet_tokens, stack_of(1): 1_000_00, FLOAT: -1_000_00}
    on_spots = {in_tokens(ante_of(1)): tokens, in_tokens(bet_of(1)): bet_tokens}
    return replace(table, money={**money, **on_spots})


@pytest.mark.parametrize(
    ("amount", "tokens", "chips_back", "tokens_back"),
    [
        (30_00, 10_00, 10_00, 0),  # chips go before tokens
        (10_00, 10_00, 30_00, 0),
        (8_00, 8_00, 30_00, 2_00),  # then tokens go too, as tokens
        (50_00, 10_00, -10_00, 0),  # more is put up in chips
    ],
)
def test_a_wager_that_becomes_another_gives_back_chips_first_and_tokens_as_tokens(
    amount: int, tokens: int, chips_back: int, tokens_back: int
) -> None:
    table = token_table(ante=40_00, tokens=10_00)
    left, postings = laid(table, ante_of(1), 1, amount)
    assert left == tokens
    assert (postings.get(stack_of(1), 0), postings.get(tokens_of(1), 0)) == (chips_back, tokens_back)
    after = table.moved(postings)
    assert (after.ante(1), after.tokens_on(ante_of(1))) == (amount, tokens)


@pytest.mark.parametrize(
    ("ante", "tokens", "bet_too", "amount", "lost_tokens"),
    [
        (500_00, 20_00, False, 500_00, 20_00),
        (510_00, 20_00, False, 500_00, 10_00),  # of what goes back tokens go first
        (530_00, 20_00, False, 500_00, 0),
        (500_00, 20_00, True, 600_00, 25_00),
    ],
)
def test_of_a_hand_that_is_given_up_the_house_takes_the_maximum(
    ante: int, tokens: int, bet_too: bool, amount: int, lost_tokens: int
) -> None:
    table = token_table(ante=ante, tokens=tokens, bet=100_00, bet_tokens=5_00)
    lost = taken(table, 1, of_bet=100_00 if bet_too else 0)
    assert (lost.amount, lost.tokens) == (amount, lost_tokens)
    after = table.moved(lost.postings)
    assert (after.ante(1), after.bet(1)) == (0, 0)
    assert after.money[FLOAT] == -1_000_00 + amount - lost_tokens
    assert after.stack(1) + after.tokens(1) == 1_000_00 + ante + 100_00 - amount


def test_what_was_collected_comes_back_as_it_was_put_up() -> None:
    box = Box(seat=1, choice="fold", collected=30_00, collected_tokens=10_00)
    table = State(people={1: "p1"}, boxes=(Box(), box), money={stack_of(1): 5_00})
    after = table.moved(given_back(table, 1))
    assert (after.stack(1), after.tokens(1)) == (25_00, 10_00)


def test_against_a_dealer_who_does_not_qualify_the_ante_wins_and_the_bet_goes_back_whatever_the_hands() -> None:
    weak, strong = parse_cards("2c 4d 6s 8h Jc"), parse_cards("Kd Qd 5c 4h 3s")
    for player in (weak, parse_cards("As Ad 9c 7h 2s")):
        ante, bet = lines(CROWN, Options(), Stakes(ante=10_00, bet=20_00, most=500_00), player, strong)
        assert (ante.wager, ante.result, ante.pays, ante.net) == ("ante", "win", 10_00, 10_00)
        assert (bet.wager, bet.result, bet.pays, bet.net) == ("bet", "void", 0, 0)


def test_results_of_rounds_long_past_are_put_together_and_none_is_lost() -> None:
    table = State(people={1: "p1"})
    for number in range(1, ROUNDS_APART + 4):
        table = replace(table, round=number).fared("p1", number)
    results = table.results["p1"]
    assert len(results) == ROUNDS_APART
    assert sum(result.net for result in results) == sum(range(1, ROUNDS_APART + 4))
    assert (results[0].round, results[0].net) == (4, 1 + 2 + 3 + 4)
    assert table.won("p1") == sum(range(1, ROUNDS_APART + 4))
    assert table.won("p1", 2) == (ROUNDS_APART + 3) + (ROUNDS_APART + 2)
    assert table.fared("p1", -10_00).won("p1") == sum(range(1, ROUNDS_APART + 4)) - 10_00


def test_a_table_is_at_rest_between_rounds_and_once_it_is_closed() -> None:
    rest = State(boxes=(Box(), Box()))
    asked = Question(report=Report(what="exposed"), question="?", options=(), rank="Dealer", clauses=())
    assert rest.at_rest
    assert replace(rest, phase="closed").at_rest
    for busy in (
        replace(rest, phase="dealing"),
        replace(rest, phase="prizes"),
        replace(rest, boxes=(Box(), Box(seat=1))),
        replace(rest, shuffled=True),
        replace(rest, question=asked),
    ):
        assert not busy.at_rest


def test_a_player_looks_at_the_hand_of_the_seat_unless_another_counts_as_it() -> None:
    table = State(people={1: "p1", 2: "p2"}, boxes=(Box(), Box(seat=1), Box(seat=2), Box(seat=2)))
    assert [table.own_box(seat) for seat in (1, 2)] == [1, 2]
    deemed = replace(table, boxes=(*table.boxes[:3], Box(seat=2, own=True)))
    assert [deemed.own_box(seat) for seat in (1, 2)] == [1, 3]
    assert [deemed.is_own(number) for number in (1, 2, 3)] == [True, False, True]
    alone = State(people={1: "p1", 2: "p2"}, boxes=(Box(), Box(seat=1), Box(), Box(seat=2)))
    assert alone.own_box(2) == 2


def test_the_known_cards_are_faces_on_boxes_and_those_given_up() -> None:
    cards = parse_cards("As ?? Kd")
    table = State(boxes=(Box(cards=parse_cards("?? 9c")), Box(seat=1, cards=cards, given_up=parse_cards("2s"))))
    assert table.known_cards() == set(parse_cards("As Kd 9c 2s"))


def test_a_table_that_adopts_another_edition_has_it() -> None:
    assert State(edition="2020").adopting("2024") == State(edition="2024")


@pytest.mark.parametrize(
    "change",
    [
        {"grounds": {}},
        {"features": frozenset({"dancing"})},
        {"ranks_for": {"closing": "nobody"}},
        {"dealt_at_a_time": {"shoe": 0}},
        {"dealt_at_a_time": {"shoe": 6}},
    ],
)
def test_rules_that_the_engine_cannot_play_by_are_none(change: dict[str, object]) -> None:
    with pytest.raises(BookError):
        replace(CROWN, **change)


@pytest.mark.parametrize(
    ("reading", "dealer", "result", "net"),
    [
        ((), "Kd Qd 5c 4h 3s", "lose", -10_00),  # a price, whatever comes of the hand
        (("exchange-returned",), "Kd Qd 5c 4h 3s", "void", 0),
        (("exchange-returned",), "Kd Kh 5c 4h 3s", "lose", -10_00),
        (("exchange-returned",), "Jd Jh 5c 4h 3s", "void", 0),
    ],
)
def test_venice_what_was_paid_for_a_changed_card(reading: tuple[str, ...], dealer: str, result: str, net: int) -> None:
    """A pair of queens that changed a card: against no qualified bank, one that is better, and one that is worse."""
    stakes = Stakes(ante=10_00, bet=20_00, exchange=10_00, most=500_00)
    options = Options(readings=reading)
    found = {line.wager: line for line in lines(VENICE, options, stakes, parse_cards("Qs Qc 9c 7h 2s"), parse_cards(dealer))}
    assert (found["exchange"].result, found["exchange"].net) == (result, net)


def test_who_has_left_comes_after_those_who_stayed() -> None:
    apart = Parted(people=("a", "b", "c"), clauses=("14.14",))
    assert apart.without("a").people == ("b", "c", "a")
    assert apart.without("d") == apart
    assert [apart.keeps_out(who, ("b",)) for who in "abcd"] == [False, False, True, False]


def test_the_up_card_is_the_one_that_was_turned() -> None:
    dealer = Box(cards=parse_cards("Kd ?? 5c"))
    assert State(boxes=(dealer,)).upcard_face is None
    assert State(boxes=(dealer,), upcard=2).upcard_face == parse_cards("5c")[0]


@pytest.mark.parametrize("amount", [-1, MOST_CHIPS + 1])
def test_no_prize_is_below_nil_or_beyond_all_chips(amount: int) -> None:
    waiting = next(moment for moment in moments("venice") if moment.table.prizes)
    refused = decide(waiting.rules, waiting.table, PayJackpot(box=2, amount=amount), Said("dealer", "dealer", 0))
    assert isinstance(refused, Refused)
    assert (refused.ground, "is not a prize" in refused.reason) == ("jackpot_paid", True)


def test_a_table_that_is_not_open_is_opened_by_the_dealer_and_offers_nothing_else() -> None:
    for rules in (CROWN, STAR, NZ, VENICE):
        assert [(offer.command, offer.most, offer.by) for offer in legal(rules, State(), DEALER)] == [(OpenTable(), 0, DEALER)]
        assert legal(rules, State(), 1) == []


def test_an_official_who_rules_where_nothing_is_asked_is_told_so() -> None:
    official = STAR.officials[0]
    refused = decide(STAR, State(edition=STAR.edition), Rule(option="play on"), Said("o", official, 0))
    by_dealer = decide(STAR, State(edition=STAR.edition), Rule(option="play on"), Said("d", DEALER, 0))
    assert isinstance(refused, Refused)
    assert isinstance(by_dealer, Refused)
    assert refused.ground == by_dealer.ground != "rank_needed"


def test_limits_do_not_change_at_a_table_that_is_closed() -> None:
    who = Said("m", CROWN.ranks[-1], 0)
    for phase, changes in (("wagers", True), ("closed", False), ("dealing", False)):
        table = replace(State(edition=CROWN.edition), phase=phase)
        found = change_limits(CROWN, table, ChangeLimits(minimum=5_00, maximum=900_00), who)
        assert isinstance(found, Refused) != changes


def test_new_zealand_a_wrong_number_of_cards_in_the_deal_is_a_misdeal_by_either_reading() -> None:
    options = Options(readings=("misdeal-by-hand",))
    table = State(options=options, people={1: "p1"}, boxes=(Box(), Box(seat=1)), edition=NZ.edition)
    report = Report(what="miscount", box=1, count=6)
    kinds = {}
    for phase in ("dealing", "deciding"):
        found = miscount(NZ, replace(table, phase=phase), report)
        assert isinstance(found, Accepted)
        kinds[phase] = type(found.events[1]).__name__
    assert kinds["dealing"] != kinds["deciding"] == "HandVoided"


def test_crown_who_cannot_name_cards_that_were_taken_does_not_have_them_back() -> None:
    box = Box(seat=1, cards=parse_cards("?? ?? ?? ?? ??"), picked_up=True)
    table = State(phase="deciding", people={1: "p1"}, boxes=(Box(), box), discards=parse_cards("?? ?? ?? ?? ??"))
    unnamed = Report(what="cards-taken", box=1, cards=parse_cards("?? ?? ?? ?? ??"))
    assert isinstance(cards_taken(CROWN, table, unnamed), Accepted)
    named = replace(unnamed, cards=parse_cards("As Ks Qs Js Ts"))
    assert isinstance(cards_taken(CROWN, table, named), AwaitingRuling)


@pytest.mark.parametrize(
    ("rules", "dealer", "ground"),
    [
        (NZ, "Ac Kd 5c 4h 3s", "hand_shown"),
        (NZ, "Qc Jd 5c 4h 3s", "hand_shown_unqualified"),
        (CROWN, "Qc Jd 5c 4h 3s", "hand_shown"),
    ],
)
def test_on_which_ground_a_hand_is_shown(rules: Rules, dealer: str, ground: str) -> None:
    hidden = parse_cards("?? ?? ?? ?? ??")
    boxes = (Box(cards=parse_cards(dealer)), Box(seat=1, cards=hidden, choice="bet", picked_up=True))
    table = State(phase="settling", people={1: "p1"}, boxes=boxes, deck=hidden, revealed=True, upcard=0)
    said = ShowHand(box=1, cards=parse_cards("2c 2d 9s 8s 7s"))
    found = show_hand(rules, table, said, Said("d", DEALER, 0))
    assert isinstance(found, Accepted)
    assert set(rules.cite(ground)) <= set(found.events[0].clauses)
    other = {"hand_shown": "hand_shown_unqualified", "hand_shown_unqualified": "hand_shown"}[ground]
    if rules is NZ:
        assert not set(rules.cite(other)) <= set(found.events[0].clauses)
