"""A person's visit to the poker room: hand after hand against the house's own players. All it knows is what seat 1 may see."""

from collections.abc import Iterator
from typing import Any

from croupier.books import values_of
from croupier.cli.playing.coaching import Coach
from croupier.cli.playing.visit import ME, STUCK, Offers, Visit, hand_lines, signed
from croupier.cli.terminal.output import Keyboard, Leaving, cards_text, paint
from croupier.kernel.accounts import purse_of
from croupier.kernel.actors import Viewer
from croupier.kernel.cards import HIDDEN, Card, CardError, faces, parse_cards
from croupier.kernel.events import Command, Event
from croupier.kernel.money import cents, dollars, plain
from croupier.players.bots import Bot
from croupier.poker import commands, events
from croupier.poker.hand import Player
from croupier.poker.lines import read_line, said_by
from croupier.poker.state import State
from croupier.poker.telling import charges, limits, tell
from croupier.tables.poker_table import PokerTable

_ASKS = {"b": "How much? ", "r": "To how much in all? ", "d": "Which card? ", "a": "How much? "}
_QUIETLY = (
    events.CardsShuffled,
    events.CardsCut,
    events.ShowdownBegun,
    events.HandsOpened,
    events.HandEnded,
    events.DiscardsAsked,
)

_OFFERS: Offers = {
    commands.Check: ("c", lambda *_: "check"),
    commands.Call: ("c", lambda call, _, seen: f"call {dollars(min(_to_call(seen, call.seat), seen.stack(call.seat)))}"),
    commands.Bet: ("b SUM", lambda bet, most, _: f"bet {dollars(bet.amount)}{_up_to(' to', most, bet.amount)}"),
    commands.Raise: ("r SUM", lambda bet, most, _: f"raise to {dollars(bet.to)}{_up_to(', at most to', most, bet.to)}"),
    commands.AllIn: ("a", lambda bet, _, seen: _all_in(seen, dollars(seen.stack(bet.seat)))),
    commands.Fold: ("f", lambda *_: "fold"),
    commands.Discard: ("d CARD", lambda card, _, seen: f"discard one of {faces(seen.hand.players[card.seat].cards)}"),
    commands.MakeUp: ("make up 1", lambda owed, _, seen: f"make up {dollars(seen.hand.owed.get(owed.seat, 0))}"),
    commands.BuyTime: (
        "buy time 1",
        lambda _, most, seen: f"buy {seen.options.extra_time} seconds for {dollars(seen.options.extra_time_fee)}",
    ),
}


class PokerSession(Visit[State]):
    """A visit to the poker room; `watch` has a bot play seat 1 as well."""

    _HELP = "poker_help.txt"
    _OFFERS = _OFFERS
    _WIDTH = 7

    def __init__(
        self,
        table: PokerTable,
        keyboard: Keyboard,
        *,
        seed: int,
        quiet: bool = False,
        watch: bool = False,
        coach: Coach | None = None,
    ) -> None:
        self._me = table.state.person_at(ME)
        super().__init__(table, keyboard, Viewer(person=self._me), quiet=quiet, coach=coach)
        self._table = table
        self._bots = {seat: Bot(table, seat, seed) for seat in table.state.seats if watch or seat != ME}
        self._stand_in = Bot(table, ME, seed)
        self._watch = watch
        self._going = False
        self._heard = len(self._eyes.seen)
        self._hands: list[dict[str, Any]] = []

    def play(self, *, hands: int = 0) -> None:
        """Hands until the person leaves, or so many; one hand by the house if nobody ever says anything."""
        self._greet()
        try:
            while not hands or len(self._hands) < hands:
                if self._going and ME in self._bots:
                    self._leave()
                self._between()
                self._hand()
        except Leaving as leaving:
            if leaving.unheard:
                self._say("No keyboard input: the house plays one hand for seat 1.")
                self._bots[ME] = self._stand_in
                self._hand()
        except KeyboardInterrupt:
            self._say()
        self._goodbye(self._brought)

    def as_data(self) -> dict[str, Any]:
        """The visit as one document: what each hand brought, and every event as seat 1 saw it."""
        return self._document(hands=self._hands, net=plain(self._net))

    @property
    def _net(self) -> int:
        return self._picture.stack(ME) + self._picture.money.get(purse_of(self._me), 0)

    @property
    def _brought(self) -> int:
        """All the chips that were bought."""
        bought = (event.postings.get(purse_of(self._me), 0) for event in self._eyes.seen)
        return -sum(amount for amount in bought if amount < 0)

    def _between(self) -> None:
        """Between hands: the house buys its players in again, and the person says when to go on."""
        for seat in self._bots:
            if (seat != ME or self._watch) and self._picture.stack(seat) < self._picture.options.blinds[-1]:
                self._table.do(commands.AddChips(seat=seat, chips=self._picture.options.minimum_buy_in))
        if not self._watch and not self._picture.stack(ME):
            self._say("You have no chips left; 'add 500' buys more, q leaves.")
        self._tell()
        if self._watch:
            return
        self._going = False
        while answer := self._keyboard.ask("Enter to deal: "):
            if (command := self._command(answer)) is not None:
                self._do(command)
                self._tell()

    def _hand(self) -> None:
        """One hand from the button to the push."""
        before, last = self._picture.stack(ME), self._picture.hand.number
        self._say()
        self._offer_side_wager()
        while True:
            for decision in self._table.run():
                if not self._accepted(decision, STUCK):
                    raise Leaving
            self._tell()
            state = self._table.state
            if state.phase == "between":
                break
            turn = self._table.turn or next(iter(state.hand.owed), 0)
            if turn in self._bots:
                self._do(self._bots[turn].decide(), by=turn)
            elif turn == ME:
                self._my_turn()
            else:
                raise Leaving
        if self._picture.hand.number == last:
            self._say("No hand can be dealt: fewer than two players are at the table.")
            if ME in self._bots:
                raise Leaving
            return
        chips = self._picture.stack(ME)
        self._say(f"  net {signed(chips - before)}, chips {dollars(chips)}")
        if self._coach is not None:
            self._coach.score.hands += 1
        self._hands.append({"hand": self._picture.hand.number, "net": plain(chips - before), "chips": plain(chips)})

    def _offer_side_wager(self) -> None:
        """Where the flop can be wagered on, the person may do so once the hand has begun."""
        if not self._picture.options.flop_chase[1] or ME in self._bots:
            return
        self._do(commands.BeginHand(), by=None)
        self._tell()
        while answer := self._keyboard.ask("'side red 5', 'side black 5', or enter to deal: "):
            if (command := self._command(answer)) is not None:
                self._do(command)
                self._tell()

    def _my_turn(self) -> None:
        self._say("", *table_lines(self._picture, ME, self._game))
        offers = self._keyed(self._table.legal(seat=ME))
        self._show_offers(offers)
        words = [key if key[1:2] != " " else key[0] for key in offers]
        asks = " or ".join(part for part in (", ".join(words[:-1]), words[-1]) if part) if words else "what"
        while ME not in self._bots:
            command = self._command(self._keyboard.ask(f"{asks}? "))
            if command is None or self._warned_of(command):
                continue
            if self._do(command):
                self._praise(command)
                return

    def _meant(self, answer: str, word: str, rest: str) -> Command | None:
        player = self._picture.hand.players.get(ME)
        match word:
            case "c" | "check" | "call" if not rest:
                call = player is not None and self._picture.hand.to_call(player) > 0
                return commands.Call(seat=ME) if call else commands.Check(seat=ME)
            case "b" | "bet" if rest:
                return commands.Bet(seat=ME, amount=cents(rest))
            case "r" | "raise" if rest:
                return commands.Raise(seat=ME, to=cents(rest.removeprefix("to ")))
            case "a" | "all" if rest in ("", "in"):
                return commands.AllIn(seat=ME)
            case "f" | "fold" if not rest:
                return commands.Fold(seat=ME)
            case "d" | "discard" if rest:
                return commands.Discard(seat=ME, card=parse_cards(rest)[0])
            case "b" | "bet" | "r" | "raise" | "d" | "discard" | "add" if not rest:
                if said := self._keyboard.ask(_ASKS[word[0]]):
                    return self._meant(f"{word} {said}", word, said)
            case "side" if len(parts := rest.split()) == 2:
                return commands.PlaceSideWager(seat=ME, colour=parts[0], amount=cents(parts[1]))
            case "add" if rest:
                return commands.AddChips(seat=ME, chips=cents(rest))
            case "away" if not rest:
                return commands.StepAway(seat=ME)
            case "back" if not rest:
                return commands.ComeBack(seat=ME)
            case "post" if not rest:
                return commands.PostBlind(seat=ME)
            case "q" | "quit" if not rest:
                self._leave()
            case "":
                self._say("Enter an action, or ? for help.")
            case _:
                return read_line(said_by(answer)[1])
        return None

    def _leave(self) -> None:
        """Get up. In a hand the book does not allow it; asked a second time, the house plays the hand to its end."""
        if self._going and self._picture.phase != "between":
            self._say("The house plays this hand for you; then you leave.")
            self._bots[ME] = self._stand_in
            return
        if self._do(commands.LeaveSeat(seat=ME)):
            raise Leaving
        self._going = True
        self._say("q again leaves after this hand, which the house then plays for you.")

    def _do(self, command: Command, *, by: int | None = ME) -> bool:
        return self._accepted(self._table.do(command, by=by))

    def _tell(self) -> None:
        """What has happened since, as seat 1 saw it."""
        seen = self._eyes.seen
        for event in seen[self._heard :]:
            if not isinstance(event, _QUIETLY):
                self._told(self._sentence(event), event.clauses)
        self._heard = len(seen)

    def _sentence(self, event: Event) -> str:
        if isinstance(event, events.HandsDealt):
            mine = event.hands.get(ME, ())
            return f"Your hand: {cards_text(mine)}" if mine else f"{len(event.hands)} players are dealt in."
        return tell(event, self._table.rules)

    def _greet(self) -> None:
        rules, sign = self._table.rules, self._picture.options
        self._say(paint(rules.title, "bold"))
        self._say(f"{limits(sign)[:1].upper()}{limits(sign)[1:]}. Commission: {charges(sign.commission)}.")
        self._say(f"You are seat {ME} of {len(self._picture.seats)}. Type ? for help, w to ask why, q to leave.")


def _up_to(words: str, most: int, least: int) -> str:
    return f"{words} {dollars(most)}" if most > least else ""


def _to_call(picture: State, seat: int) -> int:
    return picture.hand.to_call(picture.hand.players[seat])


def _all_in(picture: State, chips: str) -> str:
    free = picture.options.betting == "no limit"
    return f"all-in with {chips}" if free else f"as much of your {chips} as the limits allow"


def hand_as_it_stands(game: str, hole: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    """What a hand makes with the board so far: `pair of kings (A-9-4)`, and the low where the game has one."""
    if len(board) < 3 or HIDDEN in (*hole, *board) or not hole:
        return ""
    try:
        values = values_of(game)(hole, board)
    except CardError:  # a card has yet to be discarded
        return ""
    high, low = values.get("high"), values.get("low")
    named = high.name if high is not None else ""
    if "low" not in values:
        return named
    return f"{named}; {low.name}" if low is not None else f"{named}; no low"


def table_lines(picture: State, me: int, game: str) -> Iterator[str]:
    """The table as seat `me` sees it: the board, the own hand, and a line for each player in the hand."""
    hand = picture.hand
    player = hand.players[me]
    if hand.board:
        yield from hand_lines("Board", hand.board)
    if player.cards and HIDDEN not in player.cards:
        yield from hand_lines("Your hand", player.cards, hand_as_it_stands(game, player.cards, hand.board))
    names = {number: "you" if number == me else f"seat {number}" for number in hand.ring}
    chips = {number: dollars(picture.stack(number)) for number in hand.ring}
    width, room = max(map(len, names.values())), max(map(len, chips.values()))
    for number in hand.ring:
        mark = "D" if picture.positions[0] == number else " "
        line = f"  {mark} {names[number].ljust(width)}  {chips[number].rjust(room)}  {_standing(hand.players[number])}".rstrip()
        yield paint(line, "dim") if not hand.players[number].live else line
    call = hand.to_call(player)
    yield f"  pot {dollars(picture.pot)}" + (f", {dollars(call)} to call" if call else "")


def _standing(player: Player) -> str:
    if not player.live:
        return "folded"
    wagered = f"{dollars(player.wagered)} in front" if player.wagered else ""
    return ", ".join(part for part in (wagered, "all-in" if player.all_in else "") if part)
