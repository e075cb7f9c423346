"""A person's visit to a table: ante, decide, be paid, and go round again. All it knows is what seat 1 may see."""

from typing import Any

from croupier.cli.playing import showing
from croupier.cli.playing.coaching import Coach
from croupier.cli.playing.visit import ME, STUCK, Visit, signed
from croupier.cli.terminal.output import Keyboard, Leaving, cards_text, exact_dollars, paint
from croupier.kernel.accounts import purse_of, stack_of
from croupier.kernel.actors import Viewer
from croupier.kernel.cards import HIDDEN, Card, CardError, parse_cards
from croupier.kernel.events import Command, Event
from croupier.kernel.legal import Legal
from croupier.kernel.money import cents, dollars, plain
from croupier.players.bots import HousePlayer
from croupier.stud import commands, events
from croupier.stud.lines import read_line
from croupier.stud.state import State
from croupier.stud.telling import tell
from croupier.tables.house_table import HouseTable
from croupier.tables.linked_table import LinkedTable

_OWN_DEEDS = (
    events.AntePlaced
    | events.AnteTakenBack
    | events.BetPlaced
    | events.CardChanged
    | events.HandFolded
    | events.JackpotPlaced
    | events.JackpotTakenBack
)


class Session(Visit[State]):
    """A visit to a table of the house."""

    _HELP = "house_help.txt"
    _OFFERS = showing.OFFERS
    _WIDTH = 3

    def __init__(
        self, table: HouseTable, usual: int, keyboard: Keyboard, *, quiet: bool = False, coach: Coach | None = None
    ) -> None:
        super().__init__(table, keyboard, Viewer(seat=ME), quiet=quiet, coach=coach)
        self._table = table
        self._person = table.state.person_at(ME)
        self._others = [HousePlayer(table, seat) for seat in self._picture.seats if seat != ME]
        self._usual = usual
        self._offered = -1
        self._offers: dict[str, Legal] = {}
        self._before = self._mark = 0
        self._rounds: list[dict[str, Any]] = []
        self._sat_down_with = self._picture.stack(ME)

    def play(self) -> None:
        """Rounds until the person leaves; one round by the house if nobody ever says anything."""
        self._greet()
        try:
            while self._picture.stack(ME):
                self._round()
            self._say("You have no chips left.")
        except Leaving as leaving:
            if leaving.unheard:
                self.play_by_itself()
        except KeyboardInterrupt:
            self._say()
        self._farewell()

    def play_by_itself(self) -> None:
        """One round in which the house decides for the person as well."""
        self._say("No keyboard input: the house plays one round for seat 1.")
        player = HousePlayer(self._table, ME)
        if (ante := player.ante(self._usual)) is None:
            self._say(f"Not enough chips for an ante of {dollars(self._usual)} and the bet.")
            return
        self._before, self._mark = self._picture.stack(ME), len(self._table.events)
        anted = self._do(ante)
        if anted and (jackpot := self._picture.options.jackpot):
            self._do(commands.PlaceJackpot(seat=ME, amount=jackpot))
        if anted and self._deal():
            self._do(player.decision())
            self._finish()

    def as_data(self) -> dict[str, Any]:
        """The visit as one document: each round's payments, and every event as seat 1 saw it."""
        chips = plain(self._sat_down_with + self._net)
        return self._document(rounds=self._rounds, net=plain(self._net), chips=chips)

    @property
    def _net(self) -> int:
        money = self._picture.money
        return money.get(stack_of(ME), 0) + money.get(purse_of(self._person), 0)

    def _round(self) -> None:
        self._before, self._mark = self._picture.stack(ME), len(self._table.events)
        self._say()
        here = self._table
        meter = f", the prize meter stands at {exact_dollars(here.meter)}" if isinstance(here, LinkedTable) else ""
        self._say(paint(f"Round {self._picture.round}", "bold") + f", you have {dollars(self._before)}{meter}")
        while (answer := self._answer()) or not self._picture.boxes[ME].seat:
            command = self._command(answer) if answer else self._usual_ante()
            if command is None:
                continue
            done = self._do(command)
            if isinstance(command, commands.PlaceAnte):
                self._after_ante(command.amount, done)
        if not self._deal():
            raise Leaving
        while ME in self._picture.undecided:
            command = self._command(self._answer())
            if command is None or self._warned_of(command):
                continue
            if not self._do(command):
                continue
            self._praise(command)
            if isinstance(command, commands.ChangeCard):
                self._show_hands()
        self._finish()

    def _usual_ante(self) -> Command | None:
        """The ante that enter places; none where there is none to repeat."""
        self._behind.clear()
        if self._usual:
            return commands.PlaceAnte(seat=ME, amount=self._usual)
        self._say("Enter an amount, or ? for help.")
        return None

    def _after_ante(self, amount: int, placed: bool) -> None:
        """What was placed is offered again; what was refused is not, but the least that may be placed instead."""
        if placed:
            self._usual = amount
        elif amount == self._usual:
            offer = self._offers.get("sum")
            least = offer.least if offer is not None else 0
            self._usual = least if least != amount else 0

    def _answer(self) -> str:
        """What the person says next; what may be said is shown whenever it has changed."""
        picture = self._picture
        if (seen := len(self._eyes.seen)) != self._offered:
            self._offered, self._offers = seen, self._keyed(self._table.legal(seat=ME))
            self._show_offers(self._offers)
        if picture.phase == "deciding":
            *others, last = self._offers or ("q",)
            return self._keyboard.ask(f"{', '.join(others)} or {last}? " if others else f"{last}? ")
        if picture.boxes[ME].seat:
            return self._keyboard.ask("Enter to deal: ")
        return self._keyboard.ask(f"Ante [{dollars(self._usual)}]: " if self._usual else "Ante: ")

    def _meant(self, answer: str, word: str, rest: str) -> Command | None:
        match word:
            case "b" | "bet":
                due = self._due()
                return commands.PlaceBet(seat=ME, amount=cents(rest) if rest else due)
            case "bb":
                return commands.PlaceBlindBet(seat=ME, amount=self._due())
            case "ub":
                return commands.TakeBackBet(seat=ME)
            case "f" | "fold":
                return commands.Fold(seat=ME)
            case "i" | "instant":
                return commands.TakeInstantWin(seat=ME)
            case "x" | "exchange":
                if not (rest := rest or self._which_card()):
                    return None
                price = self._table.rules.exchange_price * self._picture.ante_in_play(ME)
                return commands.ChangeCard(seat=ME, amount=price, card=self._one_card(rest))
            case "u" | "undo":
                return commands.TakeBackAnte(seat=ME)
            case "j" | "jackpot":
                return commands.PlaceJackpot(seat=ME, amount=self._picture.options.jackpot)
            case "s" | "side" | "us":
                name, _, much = rest.partition(" ")
                name = name or next((one.name for one in self._table.rules.wagers.values() if one.placed), "")
                if word == "us":
                    return commands.TakeBackWager(seat=ME, wager=name)
                line = f"wager {ME} {name} {much}".strip()
                return read_line(line, self._picture, self._table.rules)
            case "uj":
                return commands.TakeBackJackpot(seat=ME)
            case "q" | "quit":
                self._leave()
            case "":
                self._say(f"Say {' or '.join(self._offers)}; ? helps.")
            case _:
                return commands.PlaceAnte(seat=ME, amount=cents(answer))
        return None

    def _due(self) -> int:
        """What a bet is on the ante that is there."""
        return self._table.rules.bet_multiple * self._picture.ante_in_play(ME)

    def _which_card(self) -> str:
        """The card of the own hand that is meant; nothing where none is named after all."""
        held = cards_text(self._picture.boxes[ME].cards)
        return self._keyboard.ask(f"Which one, of {held}? ") if held else ""

    def _one_card(self, text: str) -> Card:
        cards = parse_cards(text)
        if len(cards) != 1 or cards[0] is HIDDEN:
            raise CardError(f"{text!r} is not one card")
        return cards[0]

    def _leave(self) -> None:
        """Take an ante back that still may be, and get up; the book says when that is refused."""
        picture = self._picture
        if picture.phase == "wagers" and picture.boxes[ME].seat:
            self._do(commands.TakeBackAnte(seat=ME))
        if self._do(commands.LeaveSeat(seat=ME)):
            raise Leaving

    def _do(self, command: Command) -> bool:
        """Ask the table, and show what the player must know."""
        mark = len(self._table.events)
        if not self._accepted(self._table.do(command)):
            return False
        for event in self._eyes.seen[mark:]:
            if isinstance(event, events.PlayerTold) or (isinstance(event, _OWN_DEEDS) and event.box == ME):
                self._told(tell(event, self._table.rules), event.clauses)
        return True

    def _deal(self) -> bool:
        """The other antes, and the deal up to 'bet or fold'; seat 1 sees its hand and the dealer's card."""
        for player in self._others:
            if (ante := player.ante(self._picture.options.minimum)) is not None:
                self._do(ante)
        if not self._accepted(self._table.deal(), STUCK):
            return False
        self._show_hands()
        return True

    def _finish(self) -> None:
        """The other players decide, the dealer shows and settles, and seat 1 sees what it comes to."""
        for player in self._others:
            if player.undecided:
                self._do(player.decision())
        hand = self._picture.boxes[ME].cards
        self._do(commands.Reveal())
        self._do(commands.Settle())
        if isinstance(self._table, LinkedTable):
            self._table.pay_prizes()
        seen = self._eyes.seen[self._mark :]
        sign, chips = self._picture.options, self._picture.stack(ME)
        self._behind.clear()
        self._say()
        for line, clauses in showing.outcome_lines(self._table.rules, seen, ME, hand, sign):
            self._told(line, clauses)
        self._say(f"  net {signed(chips - self._before)}, chips {dollars(chips)}")
        self._rounds.append(_as_data(seen, chips - self._before))
        if self._coach is not None:
            self._coach.score.hands += 1

    def _greet(self) -> None:
        rules, picture = self._table.rules, self._picture
        sign = picture.options
        edition = rules.edition[:1].upper() + rules.edition[1:]
        limits = f"{dollars(sign.minimum)} to {dollars(sign.maximum)}"
        self._say(paint(rules.title, "bold"))
        self._say(f"{edition}. Antes {limits}, cards from a {sign.device}.")
        players = f" of {len(picture.seats)}" if len(picture.seats) > 1 else ""
        self._say(f"You are seat {ME}{players}. Type ? for help, p for the pay table, w to ask why, q to leave.")
        if rules.has("wild cards"):
            self._say("A card with a star is wild: it stands for whatever makes the best hand.")

    def _farewell(self) -> None:
        picture = self._picture
        if left := picture.ante(ME) + picture.bet(ME) + picture.exchange(ME) + picture.jackpot(ME):
            self._say(f"The round is not over: your {dollars(left)} stays on the table.")
        self._goodbye(self._sat_down_with)

    def _pay_table(self) -> None:
        self._say(*showing.pay_lines(self._table.rules, self._picture.options))

    def _show_hands(self) -> None:
        self._say("", *showing.hands_lines(self._table.rules, self._picture, ME))


def _as_data(seen: list[Event], net: int) -> dict[str, Any]:
    """A round of seat 1: how each wager came out, in the shape of a settlement."""
    lines: list[dict[str, Any]] = []
    for event in seen:
        if isinstance(event, events.HandFolded) and event.box == ME:
            lines.append({"wager": "ante", "result": "fold", "odds": "", "pays": "0.00", "clauses": event.clauses})
        elif isinstance(event, events.WagerSettled) and event.box == ME:
            odds, pays = event.odds.replace(" to ", ":"), plain(event.pays)
            lines.append({"wager": event.wager, "result": event.result, "odds": odds, "pays": pays, "clauses": event.clauses})
        elif isinstance(event, events.JackpotLost | events.JackpotPaid) and event.box == ME:
            pays = plain(event.amount) if isinstance(event, events.JackpotPaid) else "0.00"
            result = "win" if isinstance(event, events.JackpotPaid) else "lose"
            lines.append({"wager": "jackpot", "result": result, "odds": "", "pays": pays, "clauses": event.clauses})
    return {"net": plain(net), "lines": lines}
