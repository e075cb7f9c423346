"""Random hands in which things go wrong: no card is lost or doubled, no chip either, and the hand always comes to an end."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest
from msgspec.structs import asdict

from croupier.books import GAMES, book_of, game_of, poker_rules_of
from croupier.cases.case import Case, cases_of
from croupier.cases.poker import PokerRun
from croupier.kernel.accounts import stack_of
from croupier.kernel.actors import ONLOOKER, Viewer
from croupier.kernel.cards import DECK, HIDDEN, Card
from croupier.kernel.decisions import AwaitingRuling, Refused
from croupier.kernel.events import Command, Event
from croupier.poker import commands
from croupier.poker.deal import FLOP, stub_to_shuffle
from croupier.poker.events import CardsShuffled
from croupier.poker.lines import read_line, said_by, write_line
from croupier.poker.rules import Commission, Options
from croupier.poker.signs import ANTES
from croupier.poker.state import State, side_of
from croupier.tables.poker_table import PokerTable, poker_table, whose
from poker.whole_deck import cards_complete

POKER = [game for game in GAMES if game_of(game).poker is not None]
HANDS = 12
LONGEST = 400


MISHAPS = {what: each for what, each in poker_rules_of("crown-holdem").irregularities.items() if each.phases}
"""What can go wrong with the cards."""


def fold(events: Iterable[Event]) -> State:
    return State().after(events)


def options(game: str, chance: Random) -> Options:
    rules = poker_rules_of(game)
    return Options(
        places=min(6, rules.most_players),
        betting=chance.choice(("no limit", "pot limit")),
        blinds=chance.choice(((5_00, 10_00), (10_00,), (1_00, 2_00, 5_00))),
        straddle=chance.random() < 0.5,
        new_players="dealt in",
        ante=chance.choice((0, 0, 1_00)),
        commission=chance.choice((Commission(), Commission(percent=10, cap=20_00))),
        flop_chase=(1_00, 50_00),
        readings=(ANTES, *sorted(name for name in rules.readings - {ANTES} if chance.random() < 0.3)),
    )


def agrees(picture: State, table: State) -> bool:
    """Whether a viewer sees every card where it lies, with its face or without."""
    seen, lies = picture.hand, table.hand
    for mine, true in ((seen.stub, lies.stub), (seen.burns, lies.burns), (seen.board, lies.board), (seen.aside, lies.aside)):
        if len(mine) != len(true) or any(card not in (HIDDEN, face) for card, face in zip(mine, true, strict=True)):
            return False
    if len(seen.muck) != len(lies.muck) or seen.board != lies.board:
        return False
    return all(len(seen.players[n].cards) == len(player.cards) for n, player in lies.players.items())


class Sitting:
    """A table where everyone plays on and the dealer makes mistakes. Where `live`, the faces are not on record."""

    def __init__(self, game: str, seed: int, *, live: bool) -> None:
        self.chance = Random(seed)
        self.live = live
        self.table = PokerTable(game, options(game, self.chance), seed=seed)
        self.accepted: list[str] = []
        self.pictures = {viewer: self.table.picture(viewer).copied() for viewer in (ONLOOKER, Viewer(person="p1"))}
        for seat in range(1, self.state.options.places):
            self.do(commands.TakeSeat(seat=seat, chips=self.chance.choice((200_00, 400_00, 1000_00))))
        self.chips = sum(self.state.money.values())

    @property
    def state(self) -> State:
        return self.table.state

    def do(self, command: Command, by: str | None = None) -> bool:
        """Give a command; the cards are whole after each of its events, and a refusal changes nothing."""
        before = self.state.copied()
        known = len(self.table.events)
        decision = self.table.do(command, by=by or whose(command))
        if isinstance(decision, Refused):
            assert self.state == before
            known = len(self.table.events)  # a guess is on record, and changes nothing
        for event in self.table.events[known:]:
            before.take(event)
            assert cards_complete(before), f"{write_line(command)}: after {event}"
            for viewer, picture in self.pictures.items():
                picture.take(event.seen_by(Viewer(seat=1) if viewer.person else viewer))
                assert agrees(picture, before), f"{write_line(command)}: {viewer} after {event}"
            order = self.pictures[ONLOOKER].hand.stub
            assert before.hand.reshuffle or set(order) <= {HIDDEN}, f"{write_line(command)}: after {event}"
        if isinstance(decision, Refused):
            return False
        assert before == self.state
        assert sum(self.state.money.values()) == 0
        if isinstance(command, commands.Report):
            self.accepted.append(command.what)
            assert read_line(write_line(command)) == command
        if isinstance(decision, AwaitingRuling):
            assert self.state.question is not None
        return True

    def unseen(self, number: int) -> tuple[Card, ...]:
        known = self.state.hand.known_cards()
        return tuple(self.chance.sample([card for card in DECK if card not in known], number))

    def go_on(self) -> None:
        """One step of the hand: a ruling, the dealer's next, or what a player does."""
        state, chance = self.state, self.chance
        if state.question is not None:
            ruling = commands.Rule(option=chance.choice(state.question.names))
            assert self.do(ruling, by=state.question.rank), (ruling, state.question)
            return
        turn = self.table.turn
        if turn and (state.hand.phase == "discard" or not state.hand.turn):
            given = commands.Discard(seat=turn, card=chance.choice(state.hand.players[turn].cards))
            assert self.do(given), given
            return
        if turn and not stub_to_shuffle(state.hand):
            offers = [offer.command for offer in self.table.legal(seat=turn)]
            acts = [c for c in offers if isinstance(c, commands.Check | commands.Call)]
            others = [c for c in offers if isinstance(c, commands.Raise | commands.Bet | commands.Fold | commands.AllIn)]
            assert self.do(chance.choice(acts if acts and chance.random() < 0.8 else others or acts))
            return
        step = self.step()
        assert step is not None
        assert self.do(step), (step, state.phase)

    def step(self) -> Command | None:
        step = self.table.next_step()
        if not self.live or step is None:
            return step
        if isinstance(step, commands.Shuffle | commands.ShuffleStub):
            return type(step)()
        if isinstance(step, commands.DealBoard):
            return commands.DealBoard(cards=self.unseen(FLOP if not self.state.hand.board else 1))
        if isinstance(step, commands.OpenHands | commands.PushPots):
            for player in self.state.hand.in_hand:
                if len(self.state.hand.in_hand) > 1 and not player.shown:
                    held = [card for card in player.cards if card is not HIDDEN]
                    more = self.unseen(len(player.cards) - len(held))
                    return commands.ShowHand(seat=player.number, cards=(*held, *more))
        return step

    def mistake(self) -> None:
        """Something that may have gone wrong now, said with facts that may be right."""
        chance, state = self.chance, self.state
        what = chance.choice(sorted(MISHAPS))
        somebody = what == "extra-hand" or "player" in MISHAPS[what].asks or chance.random() < 0.5
        player = chance.randint(1, state.options.places) if somebody else 0
        cards = state.hand.players[player].cards if player in state.seats else ()
        held = tuple(card for card in cards if card is not HIDDEN)
        faces = chance.choice(((), (), held[:1], held[:2], self.unseen(1), self.unseen(3)))
        count = chance.choice((-1, -1, -1, 0, 1, 2, 3, 4, 52))
        if what == "defective-deck" and chance.random() < 0.8:
            count = 52
        notes = ("", "without a burn", "joker", "odd")
        players = tuple(chance.sample(sorted(state.seats), 2))
        self.do(commands.Report(what=what, player=player, players=players, count=count, cards=faces, note=chance.choice(notes)))

    def deal(self) -> None:
        """The deal, sometimes with a straddle or a wager on the flop first, a hand too many or too few, or a wrong one."""
        chance = self.chance
        seat = chance.choice(sorted(self.state.seats))
        if chance.random() < 0.3:
            self.do(commands.Straddle(seat=seat))
        if chance.random() < 0.5:
            self.do(commands.PlaceSideWager(seat=seat, colour=chance.choice(("red", "black")), amount=5_00))
        if chance.random() < 0.5:
            place = chance.randint(1, self.state.options.places)
            self.do(commands.Deal(counts={place: chance.randint(0, self.table.rules.hole_cards + 1)}))

    def wrong_hand(self) -> bool:
        """Whether what the table knows to be wrong is reported, as it must be before the hand can end."""
        for player in self.state.hand.in_hand:
            if len(player.cards) != self.table.rules.hole_cards - player.discarded:
                return self.do(commands.Report(what="wrong-count", player=player.number))
        return False


@pytest.mark.parametrize("live", [False, True], ids=["house", "live"])
@pytest.mark.parametrize("game", POKER)
def test_whatever_goes_wrong_no_card_is_lost_and_the_hand_ends(game: str, live: bool) -> None:
    sitting = Sitting(game, seed=11, live=live)
    played = 0
    for _ in range(HANDS):
        hand = sitting.state.hand.number
        for _ in range(LONGEST):
            state = sitting.state
            if state.phase == "blinds" and state.hand.cut:
                sitting.deal()
            if sitting.chance.random() < 0.25 and state.phase not in ("between", "closed"):
                sitting.mistake()
            waits = not sitting.state.hand.turn or sitting.state.phase == "discard"
            if sitting.state.question is None and waits and sitting.wrong_hand():
                continue
            if sitting.state.phase == "between" and sitting.state.hand.number != hand:
                played += 1
                break
            if sitting.table.next_step() is None and sitting.state.phase == "between":
                return
            sitting.go_on()
        else:
            pytest.fail("the hand does not come to an end")
    assert played == HANDS
    assert len(set(sitting.accepted)) >= 4
    assert fold(sitting.table.events) == sitting.state
    assert PokerTable.load(sitting.table.dump().splitlines()).state == sitting.state
    assert sitting.table.audit().deviation is None
    for viewer, picture in sitting.pictures.items():
        assert sitting.table.picture(viewer) == picture
        assert cards_complete(picture)


def before_shuffle(table: PokerTable) -> State:
    """The state just before the last shuffle but one, which is the first of a hand that was misdealt once."""
    shuffles = [n for n, event in enumerate(table.events) if isinstance(event, CardsShuffled)]
    return fold(table.events[: shuffles[-1]])


@pytest.mark.parametrize("report", ["not-shuffled", "exposed-in-cut", "boxed-card count 5", "defective-deck count 51"])
@pytest.mark.parametrize("acts", [(), ("raise 3 60.00",), ("all in 3",)], ids=["nobody", "raise", "all-in"])
def test_after_a_misdeal_the_table_is_as_before_the_shuffle(report: str, acts: tuple[str, ...]) -> None:
    """Whatever a hand has left at the table is gone; with a defective deck the blinds are to be posted again."""
    table = poker_table("crown-holdem", seats=4, seed=5, options=Options(straddle=True, flop_chase=(1_00, 50_00)))
    for line in ("begin", "side 1 red 5.00", "side 4 black 5.00"):
        table.do(read_line(line))
    begun = table.state.copied()
    table.run()
    wanted = before_shuffle(table)
    for line in (*acts, f"report {report}"):
        assert not isinstance(table.do(read_line(line)), Refused), line
    if "deck" in report or "boxed" in report:
        wanted = begun
        for number in begun.seats:
            begun.money[stack_of(number)] += begun.money.get(side_of(number), 0)
            begun.money[side_of(number)] = 0
            begun.hand.players[number].side = ""
        begun.hand.side_open = False
    wanted.money = {account: amount for account, amount in wanted.money.items() if amount}
    table.state.money = {account: amount for account, amount in table.state.money.items() if amount}
    assert asdict(table.state) == asdict(wanted)


@pytest.mark.parametrize(
    "case", [case for _, case in cases_of("crown_poker") if case.clause.startswith("9.")], ids=lambda case: case.name
)
def test_in_every_case_of_section_9_the_deck_is_whole_after_every_event(case: Case) -> None:
    table = State()
    for event in PokerRun(case, case.game or "crown-holdem").stream.events:
        table.take(event)
        assert cards_complete(table), event


def at_live_table(game: str, *lines: str) -> PokerTable:
    """A table of two where a dealer holds the cards, after these lines."""
    table = poker_table(game, seats=2)
    for line in ("begin", "post 1", "post 2", "shuffle", "cut 20", "deal", "call 1", "check 2", *lines):
        decision = table.do(read_line(line))
        assert not isinstance(decision, Refused), f"{line}: {decision}"
    return table


def test_a_card_on_the_board_is_not_discarded_or_shown() -> None:
    table = at_live_table("crown-crazy-pineapple", "flop 2c 3c 4c", "check 1", "check 2")
    assert refusal(table, "discard 1 2c") == "card_twice"
    assert refusal(table, "report wrong-count player 1 count 3") == "not_irregular"
    table = at_live_table("crown-holdem", "flop 2c 3c 4c", "report card-dropped player 1 cards As")
    for line in ("check 1", "check 2", "turn 5c", "check 1", "check 2", "river 6c", "check 1", "check 2"):
        table.do(read_line(line))
    assert refusal(table, "show 1: Kd Kh") == "card_twice"
    assert refusal(table, "show 1: As 2c") == "card_twice"
    assert not isinstance(table.do(read_line("show 1: As Kh")), Refused)


@pytest.mark.parametrize(
    ("line", "ground"),
    [
        ("report no-such-thing", "no_such_irregularity"),
        ("report missed-discard player 1", "not_irregular"),
        ("report wrong-count", "report_incomplete"),
        ("report wrong-count player 9", "report_incomplete"),
        ("report out-of-order players 1", "report_incomplete"),
        ("report out-of-order players 1,1", "report_incomplete"),
        ("report extra-hand player 11", "report_incomplete"),
        ("report extra-hand player 1", "not_irregular"),
        ("report exposed-card player 1", "report_incomplete"),
        ("report card-dropped player 1 cards 2c", "card_twice"),
        ("report river-early cards 9c", "not_irregular"),
        ("report two-cards-opened cards 9c", "not_irregular"),
        ("report boxed-card count 0", "report_incomplete"),
        ("report flop-too-many count 3", "not_irregular"),
        ("report flop-too-many", "board_needs_faces"),
        ("report flop-too-many cards 2c", "card_twice"),
        ("report exposed-in-cut count 0", "not_irregular"),
        ("rule misdeal", "nothing_to_rule"),
        ("shuffle stub", "nothing_to_shuffle"),
    ],
)
def test_a_report_that_cannot_be_so_is_refused(line: str, ground: str) -> None:
    assert refusal(at_live_table("crown-holdem", "flop 2c 3c 4c"), line) == ground


def refusal(table: PokerTable, line: str) -> str:
    who, said = said_by(line)
    decision = table.do(read_line(said), **who)
    assert isinstance(decision, Refused), decision
    known = set(book_of(table.rules.game).catalogue.clause)
    assert set(decision.clauses) <= known
    assert decision.clauses or decision.ground in ("nothing_to_rule", "no_such_irregularity")
    return decision.ground


def test_nothing_but_a_ruling_of_the_right_rank_goes_on_after_a_question() -> None:
    table = at_live_table("crown-holdem")
    table.do(read_line("report defective-deck note a bent corner"))
    assert refusal(table, "flop 2c 3c 4c") == "ruling_awaited"
    assert refusal(table, "rule defective") == "rank_needed"
    assert refusal(table, "by TG Area Manager: rule misdeal") == "no_such_ruling"
    offered = [offer.command for offer in table.legal()]
    assert [command.option for command in offered if isinstance(command, commands.Rule)] == ["play on", "defective"]
    assert not isinstance(table.do(offered[0], by="TG Area Manager"), Refused)
    assert table.state.question is None
