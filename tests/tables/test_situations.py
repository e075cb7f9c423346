"""Scenes, what follows in them, and how they are told."""

from __future__ import annotations

import pytest

from croupier.books import rules_of
from croupier.kernel.cards import DECK, HIDDEN, parse_cards
from croupier.kernel.errors import TableError
from croupier.stud.commands import Report
from croupier.stud.rules import Device
from croupier.training.consequences import may_rule, what_follows
from croupier.training.house_scenes import Scene, finish_round, playable, set_up
from croupier.training.outcomes import effect, in_words
from croupier.training.scenes import happened, moments_of

MOMENTS = ("wagers", "dealing", "dealt", "deciding", "settling")


def answer(game: str, moment: str, report: Report, **scene: object) -> str:
    """What a book makes of a report, in words."""
    rules = rules_of(game)
    made = Scene(game=game, moment=moment, about=report.box, **scene)  # type: ignore[arg-type]
    return in_words(what_follows(rules, set_up(made).state, report), rules)


VOID = "The round is void and all wagers are returned."


@pytest.mark.parametrize(
    ("game", "moment", "report", "words"),
    [
        # the thresholds of exposed cards: Crown three, the Star and New Zealand two, Venice one
        ("crown-caribbean-stud", "dealing", Report(what="exposed", box=2, count=2), "turned face down again"),
        ("crown-caribbean-stud", "dealing", Report(what="exposed", box=2, count=3), VOID),
        ("star-caribbean-stud", "dealing", Report(what="exposed", box=2, count=1), "turned face down again"),
        ("star-caribbean-stud", "dealing", Report(what="exposed", box=2, count=2), VOID),
        ("nz-caribbean-stud", "dealing", Report(what="exposed", box=2, count=1), "turned face down again"),
        ("nz-caribbean-stud", "dealing", Report(what="exposed", box=2, count=2), VOID),
        ("venezia-caribbean-poker", "dealing", Report(what="exposed", box=2, count=1), VOID),
        # a hand of six cards, before and after players may act
        ("crown-caribbean-stud", "dealt", Report(what="miscount", box=2, count=6), "TG Higher Duties Dealer or above must"),
        ("crown-caribbean-stud", "deciding", Report(what="miscount", box=2, count=6), "TG Area Manager or above must"),
        ("star-caribbean-stud", "deciding", Report(what="miscount", box=2, count=6), "hand of box 2 is void"),
        ("nz-caribbean-stud", "deciding", Report(what="miscount", box=2, count=6), VOID),
        ("venezia-caribbean-poker", "deciding", Report(what="miscount", box=2, count=6), VOID),
        # nobody there to decide: New Zealand takes the ante
        ("nz-caribbean-stud", "deciding", Report(what="absent", box=2), "Box 2 folds and loses NZ$10.00"),
        # a bet that is not twice the ante, at settlement
        ("crown-caribbean-stud", "settling", Report(what="wrong-bet", box=2, amount=25_00), "Excess $5.00 returned"),
        ("crown-caribbean-stud", "settling", Report(what="wrong-bet", box=2, amount=15_00), "settled as it stands"),
        # five cards are no irregularity
        ("crown-caribbean-stud", "deciding", Report(what="miscount", box=2, count=5), "Nothing follows"),
    ],
)
def test_what_the_books_say(game: str, moment: str, report: Report, words: str) -> None:
    assert words in answer(game, moment, report)


def test_the_second_time_a_bet_is_wrong_the_ante_is_forfeited() -> None:
    report = Report(what="wrong-bet", box=2, amount=15_00)
    assert "is void" in answer("crown-caribbean-stud", "deciding", report)
    assert answer("crown-caribbean-stud", "deciding", report, before=report).startswith("Box 2 forfeits its wagers")


def test_a_ruling_knows_what_each_option_leads_to() -> None:
    rules = rules_of("crown-caribbean-stud")
    table = set_up(Scene(game=rules.game, moment="deciding"))
    outcome = what_follows(rules, table.state, Report(what="miscount", box=2, count=6))
    assert [ruling.name for ruling in outcome.rulings] == ["52 cards", "discrepancy"]
    assert outcome.told == ("TG Higher Duties Dealer", "TG Area Manager")
    assert may_rule(rules, outcome.rank)[0] == "TG Area Manager"
    counted, wrong = (ruling.leads_to for ruling in outcome.rulings)
    assert counted.after.retracting == (1, 3)
    assert counted.after.stack(2) == wrong.after.stack(2) == table.state.stack(2) + 10_00
    assert wrong.after.round == table.state.round + 1
    assert in_words(wrong, rules) == VOID


@pytest.mark.parametrize("game", playable())
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_scene_is_at_its_moment_and_shows_no_hidden_card(game: str, moment: str) -> None:
    rules = rules_of(game)
    devices: list[Device] = list(rules.upcard_place)
    for device in devices:
        scene = Scene(game=game, moment=moment, device=device, bets=(1,), folds=(2,), about=2, deck=DECK[::-1])
        table = set_up(scene)
        assert table.state.phase == ("dealing" if moment == "dealt" else moment)
        hidden = {card for n in table.state.wagered for card in table.state.boxes[n].cards}
        if moment != "settling":
            hidden |= set(table.state.dealer.cards) - {table.state.upcard_face}
        told = " ".join(scene.described(table))
        assert not [card for card in hidden if card is not HIDDEN and card.symbol in told.split()]
        assert "$10.00" in told


@pytest.mark.parametrize("game", playable())
@pytest.mark.parametrize("moment", MOMENTS)
def test_every_scene_can_be_played_to_the_end(game: str, moment: str) -> None:
    table = set_up(Scene(game=game, moment=moment, seats=2))
    finish_round(table)
    assert table.state.round == 2
    assert not any(table.state.ante(n) or table.state.bet(n) for n in range(1, 8))


def test_what_happened_is_told_with_its_facts() -> None:
    rules = rules_of("crown-caribbean-stud")
    said = {
        "Box 2 turns out to have six cards.": Report(what="miscount", box=2, count=6),
        "The dealer turns out to have four cards.": Report(what="miscount", box=0, count=4),
        "The bet of box 3 is found to be $15.00.": Report(what="wrong-bet", box=3, amount=15_00),
        "The deck in use is counted: 51 cards.": Report(what="deck-count", count=51),
    }
    assert {happened(rules, report): report for report in said.values()} == said
    taken = Report(what="cards-taken", box=2, cards=parse_cards("As Ks"))
    assert happened(rules, taken, parse_cards("As Qs")).endswith("they are A♠ K♠; they are A♠ Q♠.")
    for what in rules.irregularities:
        assert happened(rules, Report(what=what, box=2, boxes=(2, 3), player=2, count=1, amount=5_00)).endswith(".")
        assert moments_of(rules, what)


def test_the_effect_is_the_same_however_it_is_told() -> None:
    """Counting 51 cards and three exposed cards come to the same; a count of 52 does not."""
    rules = rules_of("crown-caribbean-stud")
    before = set_up(Scene(game=rules.game, moment="dealing", about=2)).state
    few, many, right = (what_follows(rules, before, Report(what="deck-count", count=n)) for n in (51, 53, 52))
    exposed = what_follows(rules, before, Report(what="exposed", box=2, count=3))
    assert effect(before, few) == effect(before, many) == effect(before, exposed)
    assert effect(before, few) != effect(before, right)


@pytest.mark.parametrize(
    ("scene", "words"),
    [
        (Scene(game="venezia-caribbean-poker", moment="deciding", seats=8), "places 1 to 7"),
        (Scene(game="crown-caribbean-stud", moment="deciding", seats=0), "places 1 to 9"),
        (Scene(game="crown-caribbean-stud", moment="deciding", changes=(1,)), "has no rule for changing a card"),
        (Scene(game="star-caribbean-stud", moment="deciding", extra=(5,)), "one box only"),
        (Scene(game="venezia-caribbean-poker", moment="deciding", device="shoe"), "not dealt from a shoe"),
    ],
)
def test_scenes_that_cannot_be(scene: Scene, words: str) -> None:
    with pytest.raises(TableError, match=words):
        set_up(scene)
