"""Random evenings in a casino: tables of one game on its prize meters, with everything that can go wrong at both.

A `Floor` is played on by single steps; a `copied` one can be led on to the end of its rounds while the first stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from random import Random
from typing import Any

from msgspec.structs import replace

from croupier.books import rules_of
from croupier.jackpots import commands as meter_commands
from croupier.jackpots.systems import Terms
from croupier.kernel.actors import DEALER, HOUSE, Capacity
from croupier.kernel.cards import DECK, Card, parse_cards
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.events import Command
from croupier.kernel.legal import Legal
from croupier.kernel.streams import Stream
from croupier.stud import commands
from croupier.stud.management import closing_steps
from croupier.stud.state import DEALER as DEALERS_BOX, State
from croupier.tables.casino import Casino
from croupier.tables.house_table import HouseTable
from croupier.tables.house_terms import terms_for_play
from properties.play import ENOUGH, PLAYABLE, Try, duty, mishap, offers, onward, sign, sits_down, slip, some_sum, stray, taken

LINKED = [game for game in PLAYABLE if rules_of(game).has("jackpot")]
LONGEST = 400
"""More steps than two rounds take."""

_GREAT = ("As Ks Qs Js Ts", "9h 8h 7h 6h 5h", "Kd Qd Jd Td 9d", "7c 7d 7s 7h 3c", "8c 8d 8s Kc Kh", "Ac Jc 9c 5c 4c")
"""Hands that win prizes; a card is in one of them at the most."""
_POOR = ("Ah Qh 4d 3d 2c", "Ad Qc 4s 3s 2d", "Th Jh 6c 5s 2s", "Tc 6d 6s 4h 3h", "9c 9s 8h 5d 2h")


class Floor:
    """A casino that is being played in."""

    def __init__(self, game: str, chance: Random) -> None:
        self.chance = chance
        self.made = Casino(game)
        self._newcomers = 0
        self.told: list[str] = []
        names = "AB"[: chance.randint(1, 2)]
        for name in names:
            signed = replace(sign(rules_of(game), chance), jackpot=0, places=chance.randint(1, 3))
            self.made.add(name, HouseTable(game, signed))
            self.told.append(f"{name}: {signed}")
            for seat in range(1, signed.places + 1):
                self.at_table(name, sits_down(seat, chance.choice((ENOUGH, ENOUGH, 30_00)), chance))
        opening = meter_commands.OpenSystem(system="main", terms=self._terms(), tables=tuple(names))
        opened = self.on_meters(opening, by=self.highest)
        assert not isinstance(opened, Refused), opened

    def _terms(self) -> Terms:
        """Usual terms, or with more people than the book wants for a prize, or with another option or seed."""
        usual = terms_for_play(self.game, self.chance.choice((1_00, 2_50)))
        return replace(usual, people=self.chance.choice((0, 0, 2, 3)))

    @property
    def game(self) -> str:
        return self.made.meters.pins.game

    @property
    def highest(self) -> str:
        return self.made.meters.rules.ranks[-1]

    def copied(self) -> Floor:
        """The same floor, which can go on without this one: what is on record never changes."""
        other = copy(self)
        other.told = list(self.told)
        other.made = Casino(self.game, meters=_copied(self.made.meters))
        for name, table in self.made.tables.items():
            other.made.add(name, _copied(table))
        return other

    def at_table(self, name: str, what: Try | Command) -> Decision:
        tried = what if isinstance(what, Try) else Try(what)
        table = self.made.tables[name]
        at = None if tried.at is None else table.at + tried.at
        said = tried._replace(at=at).said(table)
        self.told.append(f"{name}: {said} at {said.at}: {tried.command!r}")
        decision = table.do(tried.command, said=said)
        if isinstance(decision, Refused):
            self.told.append(f"   {decision}")
        return decision

    def on_meters(self, command: Command, *, by: Capacity | None = None, person: str = "", later: int = 0) -> Decision:
        self.told.append(f"meters: {person} {by} {later}: {command!r}")
        decision = self.made.manage(command, by=by, person=person, at=self.made.meters.at + later)
        if isinstance(decision, Refused):
            self.told.append(f"   {decision}")
        return decision

    # Something happens

    def step(self) -> None:
        """One thing that someone does, says or reports, rightly or not."""
        chance = self.chance
        name = chance.choice(sorted(self.made.tables))
        table, state = self.made.tables[name], self.made.tables[name].state
        if state.phase == "closed":
            return
        between = state.phase == "wagers"
        system = self.made.meters.state.system_of(name)
        running = system is not None and system.working and not system.stopped
        ways = {
            "on": 30 if state.phase != "prizes" or state.question is not None else 5,
            "prize": 12 if state.phase == "prizes" and state.question is None else 0,
            "report": 2 if between else 8,
            "meters": 2 if running else 20,
            "house": 1,
            "duty": 1,
            "stray": 1,
            "hands": 1,
            "offer": 3,
            "slip": 2,
        }
        how = chance.choices(list(ways), list(ways.values()))[0]
        match how:
            case "prize":
                self._about_prizes(name)
            case "report":
                self.at_table(name, self._report(table))
            case "meters":
                self._about_meters(name)
            case "house":
                self.at_table(name, self._house_act(table))
            case "duty":
                self.at_table(name, duty(table, chance))
            case "stray":
                self.at_table(name, stray(table, chance))
            case "hands":
                seat = chance.randint(1, state.options.places)
                self.at_table(name, Try(commands.LeaveSeat(seat=seat), by=chance.choice((seat, DEALER))))
                self.at_table(name, sits_down(seat, chance.choice((ENOUGH, 30_00)), chance))
            case "offer" | "slip" if found := offers(table):
                tried = taken(state, chance.choice(found), chance)
                self.at_table(name, slip(table, tried, chance) if how == "slip" else self._dealt(table, tried))
            case _ if found := self._ways(table):
                self.at_table(name, self._dealt(table, taken(state, chance.choice(found), chance)))
            case _:
                self.at_table(name, self._newcomer(state))

    def _ways(self, table: HouseTable) -> list[Legal]:
        """What brings a round nearer to its end; jackpot wagers first, while they are taken."""
        if table.state.phase == "wagers" and table.state.question is None and self.chance.random() < 0.5:
            seats = [seat for seat in table.state.seats if seat not in table.state.jackpots]
            found = [offer for seat in seats for offer in table.legal(seat=seat)]
            if wagers := [offer for offer in found if isinstance(offer.command, commands.PlaceJackpot)]:
                return wagers
        return onward(table, self.chance)

    def _dealt(self, table: HouseTable, tried: Try) -> Try:
        """The same; but a deck that is shuffled gives some of the hands a prize."""
        if isinstance(tried.command, commands.Shuffle) and self.chance.random() < 0.7:
            return tried._replace(command=commands.Shuffle(deck=self._deck(table), source="stacked"))
        return tried

    def _deck(self, table: HouseTable) -> tuple[Card, ...]:
        """Hands of five in a row, some of them great; where cards are dealt one at a time nobody gets one of these."""
        hands = self.chance.sample(_GREAT, self.chance.randint(1, 3)) + self.chance.sample(_POOR, 1)
        self.chance.shuffle(hands)
        cards = [parse_cards(hand) for hand in hands]
        top: list[Card] = []
        if table.state.options.device == "shoe":
            for row in zip(*cards, strict=True):
                top += [card for card in row if card not in top]
        else:
            for hand in cards:
                top += [card for card in hand if card not in top]
        rest = [card for card in DECK if card not in top]
        self.chance.shuffle(rest)
        return (*top, *rest)

    def _newcomer(self, state: State) -> Try:
        """Someone who was never here before sits down, with money to play."""
        self._newcomers += 1
        free = [seat for seat in range(1, state.options.places + 1) if seat not in state.seats]
        seat = free[0] if free else 1
        return Try(commands.TakeSeat(seat=seat, chips=ENOUGH), person=f"newcomer {self._newcomers}")

    def _report(self, table: HouseTable) -> Try:
        """Something that went wrong: of some that come to mind, one that the book has an answer to now, if there is any."""
        for _ in range(4):
            tried = self._mistake(table)
            if not isinstance(table.decided(tried.command, tried.said(table)), Refused):
                break
        return tried

    def _mistake(self, table: HouseTable) -> Try:
        """Anything with any facts, or with few, or a hand or a deck of another number of cards."""
        report, lot = mishap(table, self.chance), self.chance.random()
        command = report.command
        assert isinstance(command, commands.Report)
        if lot < 0.1:
            what, count = self.chance.choice((("miscount", 4), ("miscount", 6), ("deck-count", 51), ("deck-count", 53)))
            box = self.chance.choice((command.box, DEALERS_BOX))
            return report._replace(command=commands.Report(what=what, box=box, count=count))
        if lot < 0.4:
            bare = commands.Report(what=command.what, box=command.box, player=command.player, boxes=command.boxes)
            return report._replace(command=bare)
        return report

    def _house_act(self, table: HouseTable) -> Try:
        """Something that the house does around the rounds."""
        chance = self.chance
        seat = chance.randint(1, table.state.options.places)
        options = table.state.options
        command: Command = chance.choice(
            (
                commands.DisplaySign(says="closing"),
                commands.DisplaySign(says="minimum", amount=some_sum(options, chance)),
                commands.CloseTable(),
                commands.CancelJackpot(note=chance.choice(("", "begun by mistake"))),
                commands.VacateSeat(player=seat),
                commands.RefuseWager(box=seat, note="a reason"),
                commands.TakeTokens(seat=seat, amount=10_00),
                commands.ChangeLimits(minimum=options.minimum, maximum=options.maximum * chance.choice((1, 2))),
                commands.PlaceJackpot(seat=seat, amount=options.jackpot, accepted=False),
            )
        )
        by = chance.choice((DEALER, self.highest, self.highest))
        return Try(command, by=by, at=chance.choice((0, 0, 1200, 86_400)))

    def _about_prizes(self, name: str) -> None:
        """A prize is verified by this one or that one, with or without the deck counted, or someone wants to pay it."""
        chance, meters = self.chance, self.made.meters
        if not (waiting := [(key, p) for key, p in meters.state.prizes.items() if p.table == name]):
            return
        key, prize = chance.choice(waiting)
        if chance.random() < 0.5:
            by = chance.choice((DEALER, self.highest, meters.rules.verify_rank or DEALER))
            deck = chance.choice((0, 52, 51))
            person = f"number {chance.randint(1, 3)}"
            self.on_meters(meter_commands.VerifyPrize(prize=key, deck=deck), by=by, person=person)
        else:
            self.made.pay(name, prize.box, by=chance.choice((DEALER, self.highest)))

    def _about_meters(self, name: str) -> None:
        chance, system = self.chance, self.made.meters.state.system_of(name)
        lot = chance.randrange(9)
        later = chance.choice((0, 0, 1200, 86_400))
        by: Capacity = chance.choice((DEALER, self.highest, self.highest, self.made.meters.rules.inspector or HOUSE))
        if system is None:
            self.on_meters(meter_commands.ShowNotice(of="link", table=name, system="main"), by=by)
            self.on_meters(meter_commands.LinkTable(table=name, system="main"), by=by, later=86_400)
            return
        if (system.stopped or not system.working) and chance.random() < 0.7:
            self._mend(system.name)
            return
        some: list[Command] = [
            meter_commands.ReportEquipment(
                system=system.name,
                working=chance.random() < 0.3,
                manual=chance.random() < 0.3,
                lacks=chance.choice(("", "", "amounts", "times", "readings")),
            ),
            meter_commands.ReportEquipment(system=system.name, working=False),
            meter_commands.StopTables(system=system.name),
            meter_commands.ResumeTables(system=system.name),
            meter_commands.ShowNotice(of="unlink", system=system.name, table=name),
            meter_commands.UnlinkTable(table=name),
            meter_commands.Contribute(system=system.name, amount=chance.choice((0, 1, 50_00)), minor=lot > 4),
            meter_commands.DividePool(
                system=system.name,
                terms=replace(system.terms, increment="50.00", minor_increment="20.00"),
                minor=chance.choice((1, 100_00)),
            ),
            meter_commands.CombinePools(system=system.name, terms=replace(system.terms, minor_increment="")),
            meter_commands.OpenSystem(
                system="side", terms=replace(system.terms, cost=system.terms.cost * 2, seed=system.terms.seed), tables=()
            ),
            meter_commands.CloseSystem(system=system.name),
            meter_commands.ChangeTerms(
                terms={system.name: replace(system.terms, seed=system.terms.seed + chance.choice((0, 10_000_00)))}
            ),
            meter_commands.ShowNotice(of="terms", system=system.name),
            meter_commands.ShowNotice(of="close", system=system.name),
        ]
        self.on_meters(chance.choice(some), by=by, later=later)

    # Someone leads on

    def lead_on(self) -> None:
        """Every table comes to the end of its round, deals another and settles it, by nothing but what someone may do."""
        for system in self.made.meters.state.systems.values():
            if not system.closed:
                self._mend(system.name)
        for name, table in self.made.tables.items():
            last = table.state.round + 1
            short = "deck-count" in table.rules.irregularities and self.chance.random() < 0.3
            for _ in range(LONGEST):
                state = table.state
                if state.phase == "closed" or state.round > last:
                    break
                if short and state.prizes and state.question is None:
                    short, last = False, last + 1
                    self._must(self.at_table(name, commands.Report(what="deck-count", count=51)))
                else:
                    self._one_on(name)
            else:
                raise AssertionError(f"table {name} does not come to the end of its rounds: {state}")

    def close_all(self) -> None:
        """Everyone gets up with their chips, or is stood up, and every table closes, by nothing but what someone may do."""
        for system in self.made.meters.state.systems.values():
            if not system.closed:
                self._mend(system.name)
        for name, table in self.made.tables.items():
            waits = table.state.question is not None or table.state.retracting
            if self.chance.random() < 0.3 and table.state.phase != "closed" and not waits:
                self._must(self.at_table(name, self._announced()))
            for _ in range(LONGEST):
                state = table.state
                if state.phase == "closed":
                    break
                if state.phase != "wagers" or state.question is not None or state.retracting:
                    self._one_on(name)
                elif state.wagered:
                    box = state.wagered[0]
                    self._must(self.at_table(name, commands.TakeBackAnte(seat=state.boxes[box].seat, box=box)))
                elif state.seats and self.chance.random() < 0.5:
                    seat = self.chance.choice(state.seats)
                    self._must(self.at_table(name, commands.LeaveSeat(seat=seat)))
                else:
                    self._close_one(name)
            else:
                raise AssertionError(f"table {name} cannot be closed: {state}")
            for seat in table.state.seats:
                self._must(self.at_table(name, commands.LeaveSeat(seat=seat)))

    def _announced(self) -> Try:
        return Try(commands.DisplaySign(says="closing"), by=self.made.meters.rules.ranks[-1], person="somebody in charge")

    def _close_one(self, name: str) -> None:
        """The next thing of the list by which a table closes."""
        table = self.made.tables[name]
        above = table.rules.ranks[-1]
        missing = next((step for step in closing_steps(table.rules, table.state, table.at) if step.missing), None)
        if missing is None:
            self._must(self.at_table(name, Try(commands.CloseTable(), by=above, person="somebody in charge")))
        elif missing.what == "announced":
            self._must(self.at_table(name, self._announced()))
        elif missing.duty:
            self._must(self.at_table(name, Try(commands.Perform(duty=missing.duty), by=above, person="somebody in charge")))
        elif table.rules.closing is not None and table.rules.closing[0] == "minutes":
            self._must(self.at_table(name, Try(commands.CloseTable(), by=above, person="somebody in charge", at=3600)))
        else:
            begun = table.state.round
            for _ in range(LONGEST):
                if table.state.round > begun or table.state.phase == "closed":
                    return
                self._one_on(name)
            raise AssertionError(f"table {name} plays no more hands: {table.state}")

    def mistakes_now(self) -> Iterator[Floor]:
        """The floor after each thing that could be reported at one of its tables now, and after each ruling on it."""
        name = self.chance.choice(sorted(self.made.tables))
        for what in self.made.tables[name].rules.irregularities:
            tried = self._mistake(self.made.tables[name])
            other = self.copied()
            tried = tried._replace(command=replace(tried.command, what=what))
            if isinstance(other.at_table(name, tried), Refused):
                continue
            if (question := other.made.tables[name].state.question) is None:
                yield other
                continue
            for option in question.names:
                ruled = other.copied()
                ruled._must(ruled.at_table(name, Try(commands.Rule(option=option), by=question.rank)))
                yield ruled

    def _mend(self, name: str) -> None:
        """The equipment works again and the tables go on."""
        rules = self.made.meters.rules
        system = self.made.meters.state.systems[name]
        if not system.working:
            mended = meter_commands.ReportEquipment(system=name, working=True)
            self._must(self.on_meters(mended, by=rules.inspector or self.highest))
        if system.stopped:
            for table in system.games:
                for _ in range(LONGEST):
                    if table not in self.made.meters.state.systems[name].games:
                        break
                    self._one_on(table)
            self._must(self.on_meters(meter_commands.ResumeTables(system=name)))

    def _one_on(self, name: str) -> None:
        table, state = self.made.tables[name], self.made.tables[name].state
        if state.prizes and state.question is None:
            self._pay_one(name)
        elif ways := self._ways(table):
            tried = self._dealt(table, taken(state, self.chance.choice(ways), self.chance))
            decision = self.at_table(name, tried)
            if isinstance(decision, Refused) and decision.ground == "cards_not_known":  # this dealer has guessed too often
                decision = self.at_table(name, tried._replace(person="another dealer"))
            self._must(decision)
        else:
            assert len(state.seats) < state.options.places, f"nobody can do anything in {state}"
            self._must(self.at_table(name, self._newcomer(state)))

    def _pay_one(self, name: str) -> None:
        """The next prize of a table is verified by whom it needs, and paid."""
        table, meters = self.made.tables[name], self.made.meters
        rules = meters.rules
        payable = [box for box in table.state.prizes if self._is_next(name, box)]
        assert payable, f"no prize of {table.state.prizes} can be paid"
        box = payable[0]
        key, prize = next((k, p) for k, p in meters.state.prizes.items() if (p.table, p.box) == (name, box))
        for number in range(10):
            if len(prize.verified) >= prize.needs and (prize.counted or number):
                break
            verify = meter_commands.VerifyPrize(prize=key, deck=52)
            decision = self.on_meters(verify, by=rules.verify_rank or self.highest, person=f"verifier {number}")
            if prize.needs > len(prize.verified):
                self._must(decision)
            prize = meters.state.prizes[key]
        assert len(prize.verified) >= prize.needs, f"{prize} can not be verified"
        self.told.append(f"{name}: pay {box}")
        self._must(self.made.pay(name, box))

    def _is_next(self, name: str, box: int) -> bool:
        """Whether the book lets this prize of a table be paid before its others."""
        meters = self.made.meters
        own = {p.box: p.hand for p in meters.state.prizes.values() if p.table == name}
        return meters.rules.pays_first(own) in (0, box)

    @staticmethod
    def _must(decision: Decision) -> None:
        assert not isinstance(decision, Refused), f"this leads on, and is refused: {decision}"

    @property
    def streams(self) -> list[Stream[Any, Any]]:
        return [self.made.meters, *self.made.tables.values()]


def _copied(stream: Any) -> Any:
    """A stream that goes on by itself; events may change a state in place, and entries never change."""
    other: Stream[Any, Any] = copy(stream)
    other.state, other._start = stream.engine.copied(stream.state), stream.engine.copied(stream._start)
    other.entries, other.events = list(stream.entries), list(stream.events)
    other._answers, other._eyes = dict(stream._answers), {}
    other.guesses, other.entered_by = dict(stream.guesses), dict(stream.entered_by)
    other.links = None
    return other
