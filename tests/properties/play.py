"""Random play at a stud table: what is offered, what someone might try anyway, what goes wrong, and how a round goes on.

Nothing here names a book. Games, devices, options, commands, duties and irregularities are read off the code, so a new one
is played at once. `chance` is a source of choices: hypothesis gives one that it can replay and make simpler.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

from hypothesis import note, strategies as st
from msgspec.structs import FieldInfo, fields as worked_out, replace

from croupier.books import GAMES, game_of, rules_of
from croupier.kernel.actors import DEALER as THE_DEALER, HOUSE, Capacity, Said
from croupier.kernel.cards import DECK, HIDDEN, Card
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.events import Command
from croupier.kernel.legal import Legal
from croupier.kernel.money import round_up
from croupier.stud import commands
from croupier.stud.rules import Options, Rules
from croupier.stud.state import DEALER, State
from croupier.tables.house_table import ENGINE, HouseTable

COMMANDS = ENGINE.codec.commands
PLAYABLE = [game for game in GAMES if game_of(game).rules is not None and isinstance(rules_of(game), Rules)]
CHANCE = st.randoms(use_true_random=False)

SIZED = ("amount", "chips", "place")
"""The field of a command that an offer gives with its least value, up to `Legal.most`."""

ENOUGH = 10_000_00
LONGEST = 250
"""More steps than any part of a round needs, even with nine hands recorded card by card."""


@cache
def fields_of(kind: type[Any]) -> tuple[FieldInfo, ...]:
    """The fields of a command, or of the options: calculated once, as that takes longer than a decision."""
    return worked_out(kind)


class Try(NamedTuple):
    """Something that someone might do: the obvious person, or the person named, now or at another time."""

    command: Command
    by: Capacity | None = None
    person: str = ""
    at: int | None = None

    def said(self, table: HouseTable) -> Said:
        return table.who(self.command, by=self.by, person=self.person, at=self.at)


class Step(NamedTuple):
    """A command, who gave it and when, the result, and the state that it was given in."""

    before: State
    command: Command
    decision: Decision
    said: Said

    @property
    def refused(self) -> bool:
        return isinstance(self.decision, Refused)


_ONWARD = (
    commands.Rule,
    commands.PlayOn,
    commands.PlaceAnte,
    commands.PlaceJackpot,
    commands.Shuffle,
    commands.Cut,
    commands.CallNoMoreBets,
    commands.Deal,
    commands.DealCards,
    commands.TurnUp,
    commands.CallBetOrFold,
    commands.PlaceBet,
    commands.Fold,
    commands.Reveal,
    commands.ShowHand,
    commands.Settle,
    commands.PayJackpot,
)
_BACKWARD = (
    commands.TakeSeat,
    commands.LeaveSeat,
    commands.TakeBackAnte,
    commands.TakeBackBet,
    commands.TakeBackJackpot,
    commands.Retract,
)


class Sitting:
    """A table with some players, with every command that was given there and the result.

    `begun` is how many entries it had before the first of them.
    """

    def __init__(self, game: str, chance: Random) -> None:
        self.chance = chance
        self.table = HouseTable(game, sign(rules_of(game), chance), ready=chance.random() < 0.8)
        self.begun = self.table.number
        self.given: list[Step] = []
        note(f"{game}: {self.state.options}")
        for seat in range(1, chance.randint(1, self.state.options.places) + 1):
            self.do(sits_down(seat, chance.choice((ENOUGH, ENOUGH, 30_00)), chance))

    @property
    def state(self) -> State:
        return self.table.state

    @property
    def closed(self) -> bool:
        return self.state.phase == "closed"

    def do(self, what: Try | Command) -> Step:
        tried = what if isinstance(what, Try) else Try(what)
        said = tried.said(self.table)
        note(f"{said} at {said.at}: {tried.command!r}")
        step = Step(self.state, tried.command, self.table.do(tried.command, said=said), said)
        self.given.append(step)
        return step

    def wander(self, most: int = 20) -> Iterator[Step]:
        """Some steps: offers taken up, with or without a slip, whatever comes to mind, mishaps, cards put right, duties, seats
        that change hands, or on to the next phase.
        """
        ways = ("offer", "slip", "stray", "mishap", "correction", "duty", "seat", "hurry", "hurry", "hurry", "hurry")
        for _ in range(self.chance.randint(0, most)):
            how = self.chance.choice(ways)
            if how == "hurry":
                yield from self.hurry()
            elif how == "mishap":
                yield self.do(mishap(self.table, self.chance))
            elif how == "correction":
                kind = self.chance.choice((commands.CorrectCard, commands.CorrectChoice, commands.CorrectAnte))
                by = self.chance.choice((None, self.table.rules.ranks[-1]))
                yield self.do(stray(self.table, self.chance, of=kind, why="misread")._replace(by=by))
            elif how == "duty":
                yield self.do(duty(self.table, self.chance))
            elif how == "seat":
                yield from self.change_hands()
            elif how == "stray" or not (found := offers(self.table)):
                yield self.do(stray(self.table, self.chance))
            else:
                tried = taken(self.state, self.chance.choice(found), self.chance)
                yield self.do(slip(self.table, tried, self.chance) if how == "slip" else tried)

    def change_hands(self) -> Iterator[Step]:
        """A player leaves if that can be, and someone sits down there, who may have sat elsewhere before."""
        seat = self.chance.randint(1, self.state.options.places)
        yield self.do(Try(commands.LeaveSeat(seat=seat), by=self.chance.choice((seat, THE_DEALER))))
        yield self.do(sits_down(seat, ENOUGH, self.chance))

    def hurry(self) -> Iterator[Step]:
        """On to the next phase of the round, with nothing but what the table offers."""
        quick = Random(self.chance.getrandbits(32))
        phase, round_ = self.state.phase, self.state.round
        for number in range(LONGEST):
            if self.closed or (self.state.phase, self.state.round) != (phase, round_):
                return
            if ways := onward(self.table, quick):
                yield self.do(taken(self.state, quick.choice(ways), quick))
            else:  # whom the empty places would go to plays elsewhere, or is excluded: someone new is needed
                free = [seat for seat in range(1, self.state.options.places + 1) if seat not in self.state.seats]
                assert free, f"nobody can do anything in {self.state}"
                yield self.do(Try(commands.TakeSeat(seat=free[0], chips=ENOUGH), person=f"newcomer {number}"))
        raise AssertionError(f"the round does not go on: {offers(self.table)} in {self.state}")

    def finish(self) -> Iterator[Step]:
        """The rest of the round, with nothing but what the table offers."""
        round_ = self.state.round
        while self.state.round == round_ and not self.closed:
            yield from self.hurry()


def sits_down(seat: int, chips: int, chance: Random) -> Try:
    """Someone sits down, mostly the one who is called after the place, and says so, or the dealer records it."""
    person = f"p{chance.choice((seat, seat, chance.randint(1, 12)))}"
    if chance.random() < 0.3:
        return Try(commands.TakeSeat(seat=seat, chips=chips, person=person), by=THE_DEALER)
    return Try(commands.TakeSeat(seat=seat, chips=chips), person=person)


def sign(rules: Rules, chance: Random) -> Options:
    """Limits and choices of a house that the book allows."""
    chip = chance.choice((1, 50, 1_00, 5_00))
    minimum = round_up(chance.choice((1, 5_00, 10_00)), chip)
    options = Options(
        places=chance.randint(1, rules.most_places),
        minimum=minimum,
        maximum=minimum * chance.choice((1, 10, 50)),
        unit=round_up(chance.choice((1, 50, 1_00, 5_00)), chip),
        chip=chip,
        maximum_payout=chance.choice((0, 50_00, 5_000_00)),
        device=chance.choice(sorted(rules.upcard_place)),
        jackpot=chance.choice((0, 1_00, 2_50)) if rules.has("jackpot") else 0,
        jackpot_option=chance.choice(sorted(rules.jackpot_options)),
        readings=tuple(reading for reading in sorted(rules.readings) if chance.random() < 0.5),
    )
    for choice in fields_of(Options):
        if choice.type is bool:
            chosen = replace(options, **{choice.name: chance.random() < 0.5})
            options = options if rules.options_wrong(chosen) else chosen
    return options


def offers(table: HouseTable) -> list[Legal]:
    """What anyone may do now: the house, and the players of every place."""
    found = table.legal()
    for seat in range(1, table.state.options.places + 1):
        found += table.legal(seat=seat)
    return found


def onward(table: HouseTable, chance: Random) -> list[Legal]:
    """Offers to the house or to one of the players that bring the round nearer to its end.

    Where there is none, someone whom nothing keeps from playing has yet to sit down.
    """
    state = table.state
    for actor in chance.sample([0, *state.seats], len(state.seats) + 1):
        if found := [offer for offer in table.legal(seat=actor) if isinstance(offer.command, _ONWARD)]:
            return found
    others = offers(table)
    if found := [offer for offer in others if not isinstance(offer.command, _BACKWARD)]:
        return found
    # Nobody at the table can wager: someone else has to sit down, and if there is no place, someone has to leave.
    guests = [offer for offer in others if isinstance(offer.command, commands.TakeSeat)]
    leavers = [offer for offer in others if isinstance(offer.command, commands.LeaveSeat)]
    return guests or (leavers if len(state.seats) == state.options.places else [])


def sized(command: Command) -> str:
    """The name of the field that an offer gives a range for, or nothing."""
    return next((name for name in SIZED if hasattr(command, name)), "")


def taken(state: State, offer: Legal, chance: Random) -> Try:
    """An offer as someone takes it up: some amount in its range, and faces for cards that lie face up by now."""
    command, name = offer.command, sized(offer.command)
    if name and offer.most:
        least = getattr(command, name)
        enough = min(offer.most, ENOUGH) if name == "chips" else least
        steps = chance.randint(0, (offer.most - least) // offer.step)
        command = replace(command, **{name: chance.choice((least, enough, least + steps * offer.step))})
    if isinstance(command, commands.Shuffle) and chance.random() < 0.7:
        command = replace(command, deck=some_deck(chance), source="stacked")
    said = HIDDEN in state.deck and chance.random() < 0.5  # a live dealer may say faces that need not be said
    if offer.faces or said:
        command = with_faces(state, command, chance)
    return Try(command, by=offer.by)


def with_faces(state: State, command: Command, chance: Random) -> Command:
    """The command with cards that are not on the table where it says `??`, or those on record where it turns a hand up."""
    if isinstance(command, commands.Reveal | commands.ShowHand):
        command = replace(command, cards=state.boxes[getattr(command, "box", DEALER)].cards)
    known = state.known_cards()
    unseen = iter(card for card in some_deck(chance) if card not in known)
    faces: dict[str, Any] = {}
    for field in fields_of(type(command)):
        value = getattr(command, field.name)
        if value is HIDDEN:
            faces[field.name] = next(unseen)
        elif isinstance(value, tuple) and HIDDEN in value:
            faces[field.name] = tuple(next(unseen) if card is HIDDEN else card for card in value)
    return replace(command, **faces) if faces else command


def some_deck(chance: Random) -> tuple[Card, ...]:
    return tuple(Random(chance.getrandbits(32)).sample(DECK, len(DECK)))


def mishap(table: HouseTable, chance: Random) -> Try:
    """Someone reports that something went wrong, with facts that may even be true."""
    state = table.state
    box = chance.randint(0, state.options.places)
    report = commands.Report(
        what=chance.choice(sorted(table.rules.irregularities)),
        box=box,
        boxes=tuple(chance.sample(range(1, len(state.boxes)), chance.randint(0, min(2, len(state.boxes) - 1)))),
        player=chance.choice((0, *state.seats)),
        person=chance.choice(("", "", *state.people.values(), "an onlooker")),
        count=chance.choice((0, 1, 2, 3, 4, 5, 6, 51, 52, 53)),
        cards=chance.choice((state.boxes[box].cards, state.boxes[box].cards[:1], some_deck(chance)[:1], ())),
        amount=some_sum(state.options, chance),
        note=chance.choice(("", "the player of box 1 says so; count 2")),
    )
    return Try(report, by=chance.choice((THE_DEALER, table.rules.ranks[-1])))


def duty(table: HouseTable, chance: Random) -> Try:
    """Someone does one of the book's duties, mostly the one whose it is."""
    name = chance.choice(sorted(table.rules.duties))
    known = table.rules.duties[name]
    player = chance.choice((0, *table.state.seats)) or THE_DEALER
    by = chance.choice((player, *known.also, known.by)) if known.by != "player" else player
    return Try(commands.Perform(duty=name), by=by or THE_DEALER)


def somebody(table: HouseTable, chance: Random) -> Capacity | None:
    """Anyone who might speak at a table, in whatever capacity, or nobody in particular."""
    seat = chance.randint(0, table.state.options.places)
    known = (*table.rules.ranks, *table.rules.officials)
    return chance.choice((None, None, THE_DEALER, HOUSE, *known, seat, "a stranger"))


def stray(table: HouseTable, chance: Random, of: type[Command] | None = None, **given: Any) -> Try:
    """Any command at all, from anyone: most are out of turn, out of place or nonsense."""
    kind = of or chance.choice(COMMANDS)
    made_up = {field.name: _some(field.name, field.type, table, chance) for field in fields_of(kind)}
    return Try(kind(**(made_up | given)), by=somebody(table, chance), at=chance.choice((None, 0, 600, 1200, 86_400)))


def slip(table: HouseTable, tried: Try, chance: Random) -> Try:
    """The same with one thing wrong, or at least different: in what is said, or who says it."""
    field = chance.choice((None, *fields_of(type(tried.command))))
    if field is None:
        return tried._replace(by=somebody(table, chance))
    changed = {field.name: _some(field.name, field.type, table, chance)}
    return tried._replace(command=replace(tried.command, **changed))


def attempts(table: HouseTable, chance: Random) -> Iterator[Try]:
    """What someone might try here: every offer with one thing different in every way, and something of every kind."""
    for offer in offers(table):
        yield Try(offer.command, by=somebody(table, chance))
        for field in fields_of(type(offer.command)):
            changed = {field.name: _some(field.name, field.type, table, chance)}
            yield Try(replace(offer.command, **changed), by=offer.by)
    for kind in COMMANDS:
        yield stray(table, chance, of=kind)
        for seat in table.state.seats if "seat" in kind.__struct_fields__ else ():
            own = {"box": 0} if "box" in kind.__struct_fields__ else {}
            yield stray(table, chance, of=kind, seat=seat, **own)._replace(by=seat)


def _some(name: str, kind: Any, table: HouseTable, chance: Random) -> Any:
    """Something that a field of this name and type can hold, sensible or not."""
    state, rules = table.state, table.rules
    places = state.options.places
    match name:
        case "seat" | "player" | "box":
            return chance.randint(-1, places + 1)
        case "person":
            return chance.choice(("", *state.people.values(), "an onlooker"))
        case "players":  # a fact of poker tables, which the lines of a house table do not know
            return ()
        case "due":
            return chance.choice((0, 600, 1200, 86_400))
        case "amount" | "money" | "chips" | "tokens" | "minimum" | "maximum" | "cost":
            return some_sum(state.options, chance)
        case "place":
            return chance.randint(-1, 53)
        case "options":
            return state.options
        case "deck":
            deck = some_deck(chance)
            return chance.choice((deck, (), deck[1:], (*deck, deck[0]), (*deck[1:], deck[1]), (HIDDEN, *deck[1:])))
        case "source":
            return chance.choice(("live", "stacked"))
        case "using":
            return chance.choice(("cash", "voucher", "tokens"))
        case "duty":
            return chance.choice(("nonsense", *rules.duties))
        case "what":
            return chance.choice(("nonsense", *rules.irregularities))
        case "wager":
            return chance.choice(("nonsense", *rules.wagers))
        case "option" if kind is str:
            return chance.choice(("nonsense", *(state.question.names if state.question else ())))
        case "says":
            return chance.choice(("nonsense", "minimum", "closing"))
        case "edition":
            return chance.choice(("nonsense", rules.edition))
        case "to" if kind is int:
            return chance.randint(-1, places + 1)
        case "to":
            return chance.choice(("bet", "fold", "undecided"))
        case "root" | "secret":
            return chance.choice(("", "nonsense", "0" * 64))
        case "was":
            return chance.choice((*DECK[:2], HIDDEN, *sorted(state.faces_in_play(), key=str)))
        case "why":
            return chance.choice(("", "the dealer misread it", "so it lies; and not otherwise"))
        case "note":
            return chance.choice(("", "the player of box 1 says so; count 2"))
    if kind == tuple[Card, ...]:
        return tuple(chance.choice((*DECK, HIDDEN)) for _ in range(chance.choice((0, 1, 5, 5, 6))))
    if kind in (Card, Card | None):
        return chance.choice((*DECK, HIDDEN, *([] if kind is Card else [None])))
    if kind == tuple[int, ...]:
        return tuple(chance.randint(-1, places + 1) for _ in range(chance.randint(0, 3)))
    if kind is int:
        return chance.choice((-1, 0, 1, 2, 5, 52))
    if kind is bool:
        return chance.random() < 0.5
    raise TypeError(f"play.py cannot make up {name!r} of type {kind}: teach it")


def some_sum(options: Options, chance: Random) -> int:
    """An amount of money near the limits, or far from them."""
    least, most = options.minimum, options.maximum
    usual = (least, most, 2 * least, 2 * most, least + options.chip, most - options.chip)
    odd = (least + 1, most - 1, least - 1, most + 1, -least, 0, 1, 10**12, 10**15)
    return chance.choice((*usual, *usual, *odd, chance.randint(1, 4 * most)))
