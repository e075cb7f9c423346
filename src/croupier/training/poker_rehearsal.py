"""A hand of the poker room played up to a moment at which something happens that is really so.

Where the report says that a hand has three cards, three were dealt; where no card was burned, none was.
"""

from msgspec.structs import replace

from croupier.books import poker_rules_of
from croupier.kernel.cards import Card
from croupier.kernel.decisions import Refused
from croupier.kernel.errors import TableError
from croupier.kernel.events import Command
from croupier.poker import commands
from croupier.poker.blinds import to_be_dealt
from croupier.poker.commands import Report
from croupier.poker.deal import FLOP, dealing_order, discards_due
from croupier.poker.rules import Options, Rules
from croupier.poker.showdown import show_order
from croupier.poker.state import State
from croupier.tables.poker_table import PokerTable, poker_table, whose
from croupier.tables.stacking import CUT, before_cut, filled
from croupier.training.consequences import irregularity_of, what_follows
from croupier.training.poker_situations import ROUNDS, Moment, Scene, moments_of

_LIKELY: tuple[Moment, ...] = ("first", "flop", "turn", "discard", "river", "showdown", "blinds", "between")
_BOARD: dict[Moment, int] = {"flop": FLOP, "turn": 4, "river": 5, "showdown": 5}
_SIDE = (5_00, 100_00)

_FACE_OF_HAND = ("exposed-card", "card-dropped", "boxed-card")
_TOO_EARLY = {"flop-early": FLOP, "turn-early": 1, "river-early": 1}
_TOGETHER = ("flop-too-many", "two-cards-opened", "many-cards-opened")


def usual_moment(rules: Rules, report: Report, scene: Scene) -> Moment:
    """The likeliest moment at which something follows from this report."""
    possible = moments_of(rules, irregularity_of(rules, report.what))
    likely = [moment for moment in _LIKELY if moment in possible]
    for moment in likely:
        try:
            table, said = set_up(replace(scene, moment=moment), report)
        except TableError:
            continue
        if what_follows(rules, table.state, said).refused is None:
            return moment
    return likely[0]


def set_up(scene: Scene, report: Report) -> tuple[PokerTable, Report]:
    """The table of a scene at which a report is true, and the report with the faces that somebody has to say.

    `TableError` says what cannot be, `CardError` which cards cannot be there.
    """
    rules = poker_rules_of(scene.game)
    if not 2 <= scene.seats <= rules.most_players:
        raise TableError(f"{rules.title} has 2 to {rules.most_players} players")
    if scene.acted and scene.moment not in ROUNDS:
        raise TableError(f"nobody acts at the moment {scene.moment!r}")
    rehearsal = _Rehearsal(rules, scene, report)
    rehearsal.play()
    return rehearsal.table, rehearsal.completed()


def _turned_up(report: Report) -> int:
    """How many cards were turned up by mistake beside the right ones."""
    right = FLOP if report.what == "flop-too-many" else 1
    return _TOO_EARLY.get(report.what) or max(report.count - right, 0)


def with_faces(table: PokerTable, report: Report) -> Report:
    """A report with the faces that everybody has seen by now, where it need not name them."""
    if report.cards or report.what not in (*_TOO_EARLY, *_TOGETHER):
        return report
    first = int(report.what in _TOO_EARLY)
    return replace(report, cards=table.state.hand.stub[first : first + _turned_up(report)])


class _Rehearsal:
    """A hand on its way to a moment; `_deck` has the faces in their order, whether the table knows them or not."""

    def __init__(self, rules: Rules, scene: Scene, report: Report) -> None:
        self._rules, self._scene, self._report = rules, scene, report
        places = min(max(scene.seats, report.player, Options().places), rules.most_players)
        options = Options(places=places, flop_chase=_SIDE if scene.side else (0, 0))
        self.table = poker_table(scene.game, seats=scene.seats, options=options)
        self._hands: dict[int, tuple[Card, ...]] = {}
        self._deck: tuple[Card, ...] = ()
        self._dealt = 0

    @property
    def _state(self) -> State:
        return self.table.state

    @property
    def _board(self) -> int:
        """How many community cards are there at the moment of the scene."""
        if self._scene.moment == "discard":
            return 0 if self._rules.discard == "before the flop" else FLOP
        return _BOARD.get(self._scene.moment, 0)

    def play(self) -> None:
        scene = self._scene
        report, seized = self._report, self._report.what == "inquiry-over"
        if report.player in self._state.seats and (seized or (report.what == "device" and report.amount > 0)):
            self._let_win(report.player)
        if report.player in self._state.seats and seized:
            self._seize(report.player)
        if scene.moment == "between":
            return
        self._deal()
        if scene.moment == "blinds":
            return
        self._play_on(self._board)
        if scene.moment in ("showdown", "discard"):
            self._act(scene.seats)
            (self._show if scene.moment == "showdown" else self._discard)()
            return
        self._act(scene.acted, exactly=True)
        for seat in self._report.players if self._report.what == "passed-over" else ():
            self._do(self._passive(seat))

    def completed(self) -> Report:
        """The report with what the person making it would see or know: numbers, and faces unless the house has them on record."""
        report, what = self._report, self._report.what
        if what in _TOGETHER and report.count < 0:
            right = FLOP if what == "flop-too-many" else 1
            report = replace(report, count=right + max(len(report.cards), 1))
        if what in (*_TOO_EARLY, *_TOGETHER):
            if not self._scene.live:
                return replace(report, cards=())
            first = self._next_card + int(what in _TOO_EARLY)
            return report if report.cards else replace(report, cards=self._deck[first : first + _turned_up(report)])
        if report.cards or what not in _FACE_OF_HAND or report.count > 1 or report.player not in self._state.hand.ring:
            return report
        return replace(report, cards=self._hands[report.player][:1])

    def _seize(self, player: int) -> None:
        """What an inquiry is about: winnings that were seized."""
        won = self._state.winnings(self._state.person_at(player))
        self._do(Report(what="device", player=player, amount=won))
        question = self._state.question
        self._do(commands.Rule(option="seize winnings"), by=question.rank if question else None)

    def _let_win(self, player: int) -> None:
        """One hand for every seat, so that the button is where it was, and the others fold each of them."""
        for _ in range(self._scene.seats):
            self._do(commands.BeginHand())
            while isinstance(step := self.table.next_step(), commands.PostBlind):
                self._do(step)
            for step in (commands.Shuffle(), commands.Cut(place=26), commands.Deal()):
                self._do(step)
            while turn := self._state.hand.turn:
                self._do(self._passive(turn) if turn == player else commands.Fold(seat=turn))
            self._do(commands.PushPots())

    # Dealing

    def _deal(self) -> None:
        """Everything up to the deal, and the deal."""
        self._do(commands.BeginHand())
        while isinstance(step := self.table.next_step(), commands.PostBlind):
            self._do(step)
        if self._scene.side:
            self._do(commands.PlaceSideWager(seat=1, colour="red", amount=_SIDE[0]))
        counts = self._counts()
        self._deck = self._stacked(counts)
        stacked = commands.Shuffle(deck=before_cut(self._deck), source="stacked")
        self._do(commands.Shuffle() if self._scene.live else stacked)
        self._do(commands.Cut(place=CUT))
        if self._scene.moment != "blinds":
            self._do(commands.Deal(counts=counts))

    def _counts(self) -> dict[int, int]:
        """What was dealt by mistake, if that is what went wrong. A live dealer has not noticed it."""
        report, most = self._report, self._state.options.places
        if self._scene.live or not 1 <= report.player <= most:
            return {}
        if report.what == "wrong-count" and report.count >= 0:
            return {report.player: report.count + self._discards_made}
        if report.what == "dealt-out":
            return {report.player: 0}
        if report.what == "extra-hand" and report.player not in to_be_dealt(self._state):
            return {report.player: report.count if report.count > 0 else self._rules.hole_cards}
        return {}

    @property
    def _discards_made(self) -> int:
        """How many cards each hand has discarded by this moment."""
        after = {"": (), "before the flop": ("flop", "turn", "river", "showdown")}
        return int(self._scene.moment in after.get(self._rules.discard, ("turn", "river", "showdown")))

    def _stacked(self, counts: dict[int, int]) -> tuple[Card, ...]:
        """A deck that gives hands and board the cards that the report names."""
        ring, named = to_be_dealt(self._state), self._report.cards
        dealt = dict.fromkeys(ring, self._rules.hole_cards) | counts
        order = dealing_order(self._state, dealt)
        mine = named if self._report.what in _FACE_OF_HAND and self._report.player in ring else ()
        top: list[tuple[int, Card | None]] = []
        for turn in range(max(dealt.values())):
            for seat in (seat for seat in order if turn < dealt[seat]):
                own = seat == self._report.player and turn < len(mine)
                top.append((seat, mine[turn] if own else None))
        self._dealt = len(top)
        board = self._board
        burned = max(board - FLOP + 1, 0) - int(self._report.what == "no-burn" and board > 0)
        between = burned + board + int(self._report.what in _TOO_EARLY)
        wanted = [*(card for _, card in top), *(None,) * between, *(() if mine else named)]
        deck = filled(wanted, self._scene.deck)
        self._hands = {seat: tuple(deck[n] for n, (to, _) in enumerate(top) if to == seat) for seat in order}
        return deck

    @property
    def _next_card(self) -> int:
        """Where in the deck the next card is."""
        return self._dealt + len(self._state.hand.burns) + len(self._state.hand.board)

    # Playing

    def _play_on(self, board: int) -> None:
        """Betting rounds in which everybody checks or calls, until so many cards are on the board."""
        while len(self._state.hand.board) < board:
            self._act(self._scene.seats)
            if discards_due(self._rules, self._state.hand):
                self._discard()
                continue
            step = self.table.next_step()
            if step is None:
                raise TableError(f"{self._scene.game}: the hand cannot be played to the moment {self._scene.moment!r}")
            self._do(self._board_card(board) if isinstance(step, commands.DealBoard) else step, by=whose(step))

    def _board_card(self, board: int) -> Command:
        number = FLOP if not self._state.hand.board else 1
        forgotten = self._report.what == "no-burn" and len(self._state.hand.board) + number == board
        first = self._next_card + int(not forgotten)
        cards = self._deck[first : first + number] if self._scene.live else ()
        return commands.DealBoard(cards=cards, burn=not forgotten)

    def _passive(self, seat: int) -> Command:
        player = self._state.hand.players.get(seat)
        owes = player is not None and self._state.hand.to_call(player) > 0
        return commands.Call(seat=seat) if owes else commands.Check(seat=seat)

    def _act(self, number: int, *, exactly: bool = False) -> None:
        for done in range(number):
            if not self._state.hand.turn or self._state.phase != "betting":
                if exactly:
                    raise TableError(f"only {done} players can act in that round")
                return
            self._do(self._passive(self._state.hand.turn))

    def _discard(self) -> None:
        """The next player discards the last card of the hand."""
        seat = self._state.hand.turn or self._state.hand.in_hand[0].number
        if not self._hands[seat]:
            raise TableError(f"seat {seat} has no card to discard")
        card = self._hands[seat][-1]
        self._do(commands.Discard(seat=seat, card=card))
        self._hands[seat] = self._hands[seat][:-1]

    def _show(self) -> None:
        """The hands are turned up; one with a wrong number of cards is found before it is."""
        if self._scene.live:
            counted = self._report.player if self._report.what == "wrong-count" else 0
            for seat in show_order(self._state, self._state.hand.in_hand):
                if seat != counted:
                    self._do(commands.ShowHand(seat=seat, cards=self._hands[seat]))
            return
        opened = self.table.do(commands.OpenHands())
        if isinstance(opened, Refused) and opened.ground != "wrong_number_of_cards":
            raise TableError(f"{self._scene.game}: {opened.reason}")

    def _do(self, command: Command, *, by: str | None = None) -> None:
        if isinstance(decision := self.table.do(command, by=by), Refused):
            raise TableError(f"{self._scene.game}: {decision.reason}")
