"""Bets, folds, changed cards and antes that a live dealer entered by mistake, and payouts that were said wrong.

A round in which something was entered wrong and put right comes out as one in which it was entered right at once: the same money,
the same meter, the same results, whatever others did in between.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from croupier.books import GAMES, game_of, rules_of
from croupier.kernel.actors import DEALER
from croupier.kernel.cards import DECK, parse_cards
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Command
from croupier.kernel.incidents import CorrectCard
from croupier.stud import commands as c
from croupier.stud.events import JackpotCancelled, PayoutStated
from croupier.stud.rules import Options, Rules
from croupier.stud.state import ante_of
from croupier.tables.house_table import HouseTable, house_table
from croupier.tables.house_terms import terms_for_play
from croupier.tables.linked_table import LinkedTable, table_with_meter
from web.tables import house

PLAYABLE = [game for game in GAMES if game_of(game).rules is not None and isinstance(rules_of(game), Rules)]
every_game = pytest.mark.parametrize("game", PLAYABLE)
SEATS, MOMENTS = 3, ("at once", "later", "up")


def done(decision: Decision) -> Accepted:
    assert isinstance(decision, Accepted), decision
    return decision


def phase(table: HouseTable) -> str:
    return table.state.phase


class Live:
    """A round that a person deals. What is entered wrong is put right at some moment, or was entered right."""

    def __init__(self, game: str, seed: int, *, slips: bool, linked: bool) -> None:
        self.slips, chance = slips, Random(seed)
        rules = rules_of(game)
        device = chance.choice(sorted(rules.upcard_place))
        if linked:
            terms = terms_for_play(game, 1_00)
            self.table: HouseTable = table_with_meter(
                game, terms, seats=SEATS, chips=1_000_00, options=Options(places=SEATS, device=device)
            )
        else:
            cost = 1_00 if rules.has("jackpot") else 0
            signs = Options(places=SEATS, device=device, jackpot=cost)
            self.table = house_table(game, seats=SEATS, chips=1_000_00, options=signs)
        self.deck = chance.sample(DECK, 52)
        self.antes = {seat: chance.choice((10_00, 20_00)) for seat in range(1, SEATS + 1)}
        self.choices = {seat: chance.choice(("bet", "bet", "fold")) for seat in range(1, SEATS + 1)}
        self.mistaken, self.moment = chance.randint(1, SEATS), chance.choice(MOMENTS)
        self.wrong_ante, self.ante_moment = chance.choice((0, self.mistaken)), chance.choice(MOMENTS)
        self.jackpots = chance.choice(((), (1, 2), (1, 2, 3)))
        self.changes = rules.has("exchange")
        self.changer, self.change_moment = self.mistaken % SEATS + 1, chance.choice(MOMENTS)
        self.top = rules.ranks[-1]

    def do(self, command: Command, by: str | int | None = None) -> Accepted:
        return done(self.table.do(command, by=by))

    def play(self) -> HouseTable:
        self.do(c.Shuffle())
        if self.table.state.options.device == "shoe":
            self.do(c.Cut(place=20))
        for seat, ante in self.antes.items():
            wrong = self.slips and seat == self.wrong_ante
            self.do(c.PlaceAnte(seat=seat, amount=(50_00 if ante == 20_00 else 20_00) if wrong else ante))
            if seat in self.jackpots and self.table.state.options.jackpot:
                self.do(c.PlaceJackpot(seat=seat, amount=self.table.state.options.jackpot))
        self.do(c.CallNoMoreBets())
        self.house(c.DealCards, c.TurnUp, c.CallBetOrFold)
        for seat, choice in self.choices.items():
            wrong = self.slips and seat == self.mistaken
            if self.slips and self.changes and seat == self.changer:
                self.change(seat)
            self.decide(seat, {"bet": "fold", "fold": "bet"}[choice] if wrong else choice)
            if wrong:
                self.correct("at once")
        self.correct("later")
        self.house(c.Reveal)
        self.correct("up")
        self.house(c.ShowHand, c.Settle)
        if isinstance(self.table, LinkedTable):
            self.table.pay_prizes()
        while pay := [o for o in self.table.legal() if isinstance(o.command, c.PayJackpot | c.Report)]:
            self.do(pay[-1].command, pay[-1].by)
        return self.table

    def decide(self, seat: int, choice: str) -> None:
        due = rules_of(self.table.rules.game).bet_multiple * self.table.state.ante(seat)
        self.do(c.PlaceBet(seat=seat, amount=due) if choice == "bet" else c.Fold(seat=seat))

    def change(self, seat: int) -> None:
        """A changed card is entered for someone who has changed none. Before a fold it is put right at once."""
        state = self.table.state
        price = rules_of(self.table.rules.game).exchange_price * state.ante(seat)
        self.do(c.ChangeCard(seat=seat, amount=price, card=state.boxes[seat].cards[self.changer], new=self.deck[0]), by=DEALER)
        if self.change_moment == "at once" or self.choices[seat] == "fold":
            self.do(c.CorrectChoice(box=seat, to="unchanged", why="misseen"))

    def correct(self, moment: str) -> None:
        """Put right what was entered wrong, where its moment has come; an ante is put right while its hand is in the game."""
        if not self.slips:
            return
        by, seat = self.top if moment == "up" else None, self.mistaken
        if self.change_moment == moment and self.table.state.boxes[self.changer].given_up:
            self.do(c.CorrectChoice(box=self.changer, to="unchanged", why="misseen"), by)
        if self.wrong_ante and self.ante_moment == moment and self.table.state.boxes[seat].choice == "bet":
            self._ante(by)
        if self.moment == moment:
            right: Any = self.choices[seat]
            if moment == "later" and right == "bet":
                self.do(c.CorrectChoice(box=seat, to="undecided", why="misheard"))
                self.decide(seat, "bet")
            else:
                if self._ante_wrong and right == "fold":
                    self._ante(by)
                self.do(c.CorrectChoice(box=seat, to=right, why="misheard"), by)
        if moment == "up" and self._ante_wrong:
            self._ante(by)

    @property
    def _ante_wrong(self) -> bool:
        seat = self.wrong_ante
        return bool(seat) and bool(now := self.table.state.ante(seat)) and now != self.antes[seat]

    def _ante(self, by: str | None) -> None:
        if self._ante_wrong:
            self.do(c.CorrectAnte(box=self.wrong_ante, amount=self.antes[self.wrong_ante], why="miscounted"), by)

    def house(self, *kinds: type[Command]) -> None:
        """What the dealer does next, of these kinds, with faces from the deck."""
        for _ in range(100):
            offer = next((o for o in self.table.legal(by="dealer") if isinstance(o.command, kinds) and o.by == "dealer"), None)
            if offer is None:
                return
            command = offer.command
            if isinstance(command, c.DealCards):
                cards = tuple(self.deck.pop() for _ in command.cards)
                command = c.DealCards(box=command.box, cards=cards)
            elif isinstance(command, c.Reveal | c.ShowHand):
                command = c.Reveal() if isinstance(command, c.Reveal) else c.ShowHand(box=command.box)
            self.do(command)
        raise AssertionError("it does not go on")


def same(game: str, seed: int, *, linked: bool) -> None:
    wrong, right = (Live(game, seed, slips=slips, linked=linked) for slips in (True, False))
    put_right, at_once = wrong.play(), right.play()
    assert put_right.state.phase == at_once.state.phase == "wagers"
    assert put_right.state.money == at_once.state.money
    assert put_right.state.results == at_once.state.results
    assert put_right.state.discards == at_once.state.discards == ()
    assert HouseTable.load(put_right.dump().splitlines()).state == put_right.state
    assert put_right.audit().deviation is None
    if isinstance(put_right, LinkedTable) and isinstance(at_once, LinkedTable):
        assert put_right.meter == at_once.meter
        assert put_right.casino.wrong() == []


@every_game
def test_what_is_put_right_comes_out_as_if_it_had_been_right(game: str) -> None:
    for seed in range(12):
        same(game, seed, linked=False)


@pytest.mark.parametrize("game", [game for game in PLAYABLE if rules_of(game).has("jackpot")])
def test_and_so_does_the_meter(game: str) -> None:
    for seed in range(6):
        same(game, seed, linked=True)


@pytest.mark.slow
@every_game
def test_many_more_of_them(game: str) -> None:
    for seed in range(1_000, 1_300):
        same(game, seed, linked=seed % 2 == 0 and rules_of(game).has("jackpot"))


# What is refused

DECIDED = """
deal 1: As Ad 9c 7h 2s
deal 2: Kh Qh Jh Th 9h
deal dealer: Ac Kd 5c 4h 3s
turn up
bet or fold
"""


def live(more: str = "", game: str = "crown-caribbean-stud") -> HouseTable:
    return house(game, DECIDED + more, seats=2, ante="10.00", device="shuffler")


def refused(decision: Decision) -> str:
    assert isinstance(decision, Refused), decision
    return decision.ground


def test_a_correction_gives_a_reason_and_players_make_none() -> None:
    table = live("fold 1")
    assert refused(table.do(c.CorrectChoice(box=1, to="bet"))) == "reason_missing"
    assert refused(table.do(c.CorrectChoice(box=1, to="bet", why="x"), by=1)) == "rank_needed"
    assert refused(table.do(c.CorrectChoice(box=2, to="bet", why="x"))) == "nothing_to_correct"
    assert refused(table.do(c.CorrectChoice(box=1, to="fold", why="x"))) == "nothing_changes"
    assert refused(table.do(c.CorrectAnte(box=1, amount=20_00, why="x"))) == "nothing_to_correct"


def test_who_acts_for_themselves_at_a_deck_of_the_house_is_not_corrected() -> None:
    table = house("crown-caribbean-stud", "hand 1: As Ad 9c 7h 2s\ndeal\nfold 1", seats=1, ante="10.00")
    assert refused(table.do(c.CorrectChoice(box=1, to="bet", why="x"))) == "act_not_recorded"


def test_what_a_dealer_recorded_in_a_round_that_is_over_stays() -> None:
    table = live("fold 1\nfold 2\nreveal\nsettle")
    for command in (c.CorrectChoice(box=1, to="bet", why="x"), c.CorrectAnte(box=1, amount=20_00, why="x")):
        decision = table.do(command, by="TG Area Manager")
        assert isinstance(decision, Refused)
        assert (decision.ground, decision.reason) == ("nothing_to_correct", "round 1 is over")


def test_once_the_dealers_hand_is_up_it_takes_somebody_above_the_dealer() -> None:
    table = live("fold 1\nbet 2\nreveal")
    assert refused(table.do(c.CorrectChoice(box=1, to="bet", why="misheard"))) == "act_needs_rank"
    assert refused(table.do(c.CorrectChoice(box=1, to="undecided", why="x"), by="TG Area Manager")) == "not_time_to_decide"
    done(table.do(c.CorrectChoice(box=1, to="bet", why="misheard"), by="TG Higher Duties Dealer"))
    assert table.state.betting == (1, 2)


def test_who_has_folded_does_not_leave_before_the_round_is_over() -> None:
    """So whoever a correction is about is still there."""
    assert refused(live("fold 1").do(c.LeaveSeat(seat=1))) == "wager_locked"


def test_somebody_without_the_chips_for_the_bet_has_not_bet() -> None:
    table = house("crown-caribbean-stud", DECIDED + "fold 1", seats=2, chips="20.00", ante="10.00", device="shuffler")
    assert refused(table.do(c.CorrectChoice(box=1, to="bet", why="misheard"))) == "wagers_in_chips"
    done(table.do(c.CorrectChoice(box=1, to="undecided", why="misheard")))
    assert table.state.money[ante_of(1)] == 10_00


def test_an_ante_that_is_none_goes_back_before_the_first_card_with_its_jackpot_wager() -> None:
    table = house_table("crown-caribbean-stud", seats=2, options=Options(places=2, jackpot=1_00))
    for command in (c.Shuffle(), c.PlaceAnte(seat=1, amount=10_00), c.PlaceJackpot(seat=1, amount=1_00)):
        done(table.do(command))
    done(table.do(c.CallNoMoreBets()))
    done(table.do(c.CorrectAnte(box=1, amount=0, why="it was the other player's chip")))
    assert table.state.stack(1) == 1_000_00
    assert (table.state.phase, table.state.registered, table.state.shuffled) == ("wagers", (), False)


def test_while_a_prize_waits_the_settlement_is_undone_first() -> None:
    table = house_table("crown-caribbean-stud", seats=2, options=Options(places=2, jackpot=1_00, device="shuffler"))
    hands = {1: "As Ad 9c 7h 2s", 2: "Kh Qh Jh Th 9h", 0: "Ac Kd 5c 4h 3s"}
    for command in (c.Shuffle(), *(c.PlaceAnte(seat=seat, amount=10_00) for seat in (1, 2))):
        done(table.do(command))
    done(table.do(c.PlaceJackpot(seat=2, amount=1_00)))
    done(table.do(c.CallNoMoreBets()))
    for box in (1, 2, 0):
        done(table.do(c.DealCards(box=box, cards=parse_cards(hands[box]))))
    for command in (c.TurnUp(), c.CallBetOrFold(), c.Fold(seat=1), c.PlaceBet(seat=2, amount=20_00), c.Reveal(), c.Settle()):
        done(table.do(command))
    assert phase(table) == "prizes"
    before = table.state.stack(1)
    done(table.do(c.CorrectChoice(box=1, to="bet", why="misheard"), by="TG Area Manager"))
    assert phase(table) == "settling"
    done(table.do(c.Settle()))
    assert phase(table) == "prizes"
    assert table.state.stack(1) == before + 40_00  # the ante that was taken, and even money on ante and bet


def test_a_card_that_nobody_changed() -> None:
    table = live("by dealer: change 1 9c for 6c", game="venezia-caribbean-poker")
    assert refused(table.do(c.CorrectChoice(box=2, to="unchanged", why="x"))) == "nothing_to_correct"
    done(table.do(c.Fold(seat=1)))
    assert refused(table.do(c.CorrectChoice(box=1, to="unchanged", why="x"))) == "nothing_to_correct"
    done(table.do(c.CorrectChoice(box=1, to="undecided", why="x")))
    done(table.do(c.CorrectChoice(box=1, to="unchanged", why="it was the other player")))
    assert (table.state.boxes[1].cards, table.state.boxes[1].given_up) == (parse_cards("As Ad 9c 7h 2s"), ())
    assert (table.state.exchange(1), table.state.stack(1), len(table.state.deck)) == (0, 990_00, 52 - 15)
    said = table.engine.tell(table.entries[-1].events[0], table.rules)
    assert said == "Corrected: box 1 has exchanged no card: it was the other player."
    done(table.do(c.ChangeCard(seat=1, amount=10_00, card=parse_cards("2s")[0])))


@pytest.mark.parametrize(("lies", "plays"), [(9_00, 9_00), (10_00, 10_00), (500_00, 500_00), (501_00, 500_00)])
def test_an_ante_outside_the_limits_is_recorded_where_the_book_has_no_report_of_it(lies: int, plays: int) -> None:
    table = house("nz-caribbean-stud", DECIDED, seats=2, ante="20.00", device="shuffler", maximum="500.00", chips="3000.00")
    done(table.do(c.CorrectAnte(box=1, amount=lies, why="miscounted")))
    done(table.do(c.PlaceBet(seat=1, amount=2 * plays)))
    done(table.do(c.Fold(seat=2)))
    done(table.do(c.Reveal()))
    done(table.do(c.Settle()))
    assert table.state.stack(1) == 3_000_00 + 3 * plays


def test_before_betting_is_closed_such_an_ante_is_refused() -> None:
    table = house("nz-caribbean-stud", "shuffle", seats=1, ante="20.00", device="shuffler")
    assert refused(table.do(c.CorrectAnte(box=1, amount=9_00, why="miscounted"))) == "wager_below_minimum"


@pytest.mark.parametrize(("game", "clause"), [("crown-caribbean-stud", "9.2.2"), ("venezia-caribbean-poker", "5.1")])
def test_a_jackpot_game_ends_with_an_ante_that_is_none_by_the_rule_that_wants_an_ante(game: str, clause: str) -> None:
    table = house_table(game, seats=2, options=Options(places=2, jackpot=1_00, device="shuffler"))
    for seat in (1, 2):
        done(table.do(c.PlaceAnte(seat=seat, amount=10_00)))
        done(table.do(c.PlaceJackpot(seat=seat, amount=1_00)))
    done(table.do(c.Shuffle()))
    done(table.do(c.CallNoMoreBets()))
    corrected = done(table.do(c.CorrectAnte(box=1, amount=0, why="none lies there")))
    cancelled = next(event for event in corrected.events if isinstance(event, JackpotCancelled))
    assert clause in cancelled.clauses
    assert not {"11.5.2(a)", "9.2.2" if game.startswith("venezia") else ""} & set(cancelled.clauses)
    assert table.state.registered == (2,)


# Payouts that are said


def test_a_wrong_payout_settles_nothing_and_every_attempt_is_on_record() -> None:
    table = live("bet 1\nfold 2\nreveal")
    entries = table.number
    done(table.do(c.StatePayout(box=1, amount=40_00)))
    wrong = table.do(c.Settle())
    assert isinstance(wrong, Refused)
    assert (wrong.ground, wrong.reason) == ("payout_wrong", "not paid: the dealer announced $40.00 for box 1, but it is $30.00")
    assert table.state.stack(1) == 970_00
    done(table.do(c.StatePayout(box=1, amount=35_00)))
    assert refused(table.do(c.Settle())) == "payout_wrong"
    done(table.do(c.StatePayout(box=1, amount=30_00)))
    done(table.do(c.Settle()))
    assert table.state.stack(1) == 1_030_00
    said = [(e.amount, e.right) for entry in table.entries[entries:] for e in entry.events if isinstance(e, PayoutStated)]
    assert said == [(40_00, 30_00), (35_00, 30_00), (30_00, 30_00)]


def test_who_sees_what_was_said() -> None:
    from croupier.kernel.actors import INSPECTOR, SUPERVISOR, Viewer

    table = live("bet 1\nfold 2\nreveal")
    done(table.do(c.StatePayout(box=1, amount=40_00)))
    sentences = {
        viewer: table.engine.tell(table.view(viewer)[-1], table.rules)
        for viewer in (INSPECTOR, SUPERVISOR, Viewer(role="dealer"), Viewer(person="p2"))
    }
    told = "Not paid: the dealer announced $40.00 for box 1, but it is $30.00."
    assert [*sentences.values()] == [told, told, told, "The dealer announces the payout of box 1."]


def test_whoever_goes_by_what_is_open_gets_on_after_a_wrong_payout() -> None:
    table = live("bet 1\nbet 2\nreveal\npayout 1 5.00")
    while table.state.phase == "settling":
        offer = table.legal(by=DEALER)[0]
        done(table.do(offer.command, by=offer.by))
    assert (table.state.round, table.state.phase) == (2, "wagers")


def test_a_card_put_right_makes_a_right_amount_wrong() -> None:
    table = live("bet 1\nfold 2\nreveal")
    done(table.do(c.StatePayout(box=1, amount=30_00)))
    done(table.do(CorrectCard(was=parse_cards("9c")[0], now=parse_cards("Ah")[0], why="misread")))
    assert refused(table.do(c.Settle())) == "payout_wrong"
    done(table.do(c.StatePayout(box=1, amount=70_00)))
    done(table.do(c.Settle()))


def test_nothing_is_said_of_a_box_that_is_not_paid_now() -> None:
    assert refused(live("bet 1\nfold 2").do(c.StatePayout(box=1, amount=30_00))) == "not_time_to_settle"
    assert refused(live("bet 1\nfold 2\nreveal").do(c.StatePayout(box=2, amount=0))) == "nothing_to_pay"
