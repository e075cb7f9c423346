"""A situation as the flags of `croupier rule` say it: a round at a table of the house, or a hand in the poker room."""

import re
from typing import Any, NamedTuple

from msgspec.structs import replace

from croupier.cli.telling.rulings import Told
from croupier.cli.terminal.output import Complaint
from croupier.kernel.cards import DECK, parse_cards
from croupier.kernel.incidents import Report
from croupier.kernel.money import cents
from croupier.poker import lines as poker_lines
from croupier.poker.rules import Rules as PokerRules
from croupier.stud import lines as stud_lines
from croupier.stud.rules import Rules
from croupier.stud.state import State
from croupier.training import poker_rehearsal, poker_scenes, poker_situations, scenes, situations
from croupier.training.consequences import irregularity_of


class HouseSituation(NamedTuple):
    """What the flags say of a round; an empty `when` is the usual moment."""

    rules: Rules
    when: str
    device: str
    seats: int
    ante: str
    held: str
    again: bool
    bets: str
    folds: str
    changes: str
    second: str

    def asks(self, what: str) -> tuple[str, ...]:
        """The facts that must be said of something."""
        return irregularity_of(self.rules, what).asks

    def moments(self, what: str) -> dict[str, str]:
        """The moments at which something can be, each in words."""
        moments = situations.moments_of(irregularity_of(self.rules, what))
        return {moment: situations.MOMENTS[moment] for moment in moments}

    def report(self, what: str, facts: dict[str, str]) -> Report:
        """The report that the flags say, by the grammar of the dealer's keyboard."""
        line = said_of(self, what, facts)
        return _noted(stud_lines.read_line(line, State(), self.rules), what, facts["note"])

    def played(self, report: Report) -> tuple[Told, Any, Report]:
        """The situation in words, and the table at which the report is made."""
        scene = self._scene(report, cents(self.ante or "10"))
        table = situations.set_up(scene)
        told = Told(
            what=report.what,
            report=stud_lines.write_line(report),
            moment=scene.moment,
            table={"device": scene.device, "seats": scene.seats},
            situation=scenes.describe(table, scene),
            happened=scenes.happened(self.rules, report, scene.hands.get(report.box, ())),
        )
        return told, table.state, report

    def _scene(self, report: Report, ante: int) -> situations.Scene:
        """A round up to the moment that was said, with players at every box that the report is about."""
        rules, possible = self.rules, situations.moments_of(irregularity_of(self.rules, report.what))
        usual = "deciding" if "deciding" in possible else possible[0]
        moment = next((known for known in possible if known == (self.when or usual)), None)
        if moment is None:
            raise Complaint(f"{report.what} cannot happen at {self.when!r}; use --when {', '.join(possible)}")
        known = list(rules.upcard_place)
        if self.device and self.device not in known:
            devices = " or --device ".join(known)
            raise Complaint(f"{rules.title} is not dealt from a {self.device!r}; say --device {devices}")
        if not ante:
            raise Complaint("the ante must be above zero, for example --ante 10")
        bets, folds = numbers("--bets", self.bets), numbers("--folds", self.folds)
        if report.what == "wrong-bet" and not (bets or folds):  # whose bet is looked at has bet, and those before
            bets = tuple(range(1, report.box + 1))
        cards = parse_cards(self.held) if self.held else report.cards
        return situations.Scene(
            game=rules.game,
            moment=moment,
            device=next((one for one in known if one == self.device), "shuffler" if "shuffler" in known else known[0]),
            seats=self.seats,
            ante=ante,
            extra=self._extra(report),
            extra_of=report.player or 1,
            bets=bets,
            folds=folds,
            changes=numbers("--changes", self.changes),
            hands={report.box: cards} if cards and report.box >= 0 else {},
            about=report.box,
            before=report if self.again else None,
            jackpot=situations.JACKPOT if report.what in situations.ABOUT_JACKPOTS else 0,
        )

    def _extra(self, report: Report) -> tuple[int, ...]:
        """The boxes that somebody has besides the own one: those that are said, and those that the report is about."""
        said, most = numbers("--second-box", self.second), self.rules.most_places
        if said and not self.rules.has("more boxes"):
            raise Complaint(f"--second-box: {self.rules.title} lets nobody wager on a second box")
        if wrong := [box for box in said if not self.seats < box <= most]:
            free = f"{self.seats + 1} to {most}" if self.seats < most else "no box: say fewer --seats"
            raise Complaint(f"--second-box {wrong[0]}: with players at boxes 1 to {self.seats} free is {free}")
        about = [box for box in report.boxes if box > self.seats] if self.rules.has("more boxes") else []
        return tuple(dict.fromkeys((*said, *about)))


class PokerSituation(NamedTuple):
    """What the flags say of a hand in the poker room; an empty `when` is the usual moment."""

    rules: PokerRules
    when: str
    acted: int
    seats: int
    live: bool
    side: bool

    def asks(self, what: str) -> tuple[str, ...]:
        return poker_situations.facts_of(self.rules, what)

    def moments(self, what: str) -> dict[str, str]:
        moments = poker_situations.moments_of(self.rules, irregularity_of(self.rules, what))
        return {moment: poker_situations.MOMENTS[moment] for moment in moments}

    def report(self, what: str, facts: dict[str, str]) -> Report:
        return _noted(poker_lines.read_line(said_of(self, what, facts)), what, facts["note"])

    def played(self, report: Report) -> tuple[Told, Any, Report]:
        scene = self._scene(report)
        table, said = poker_rehearsal.set_up(scene, report)
        dealt = {"deal": "live" if scene.live else "house", "flop_chase": scene.side}
        told = Told(
            what=report.what,
            report=poker_lines.write_line(said),
            moment=scene.moment,
            table={"acted": scene.acted, "seats": scene.seats, **dealt},
            situation=poker_scenes.describe(table, scene),
            happened=poker_scenes.happened(self.rules, poker_rehearsal.with_faces(table, said)),
        )
        return told, table.state, said

    def _scene(self, report: Report) -> poker_situations.Scene:
        if self.acted < 0:
            raise Complaint(f"--acted {self.acted}: say how many players have acted, 0 or more")
        _, _, acted, seats, live, side = self
        scene = poker_situations.Scene(game=self.rules.game, moment="first", acted=acted, seats=seats, live=live, side=side)
        if not self.when:
            return replace(scene, moment=poker_rehearsal.usual_moment(self.rules, report, scene))
        possible = self.moments(report.what)
        if self.when not in possible:
            raise Complaint(f"{report.what} cannot happen at {self.when!r}; use --when {', '.join(possible)}")
        return replace(scene, moment=self.when)


def said_of(asked: HouseSituation | PokerSituation, what: str, facts: dict[str, str]) -> str:
    """The line of a report, or a complaint of what is missing or cannot be: a player who is not there, or more cards than there
    are, two decks where a whole deck is counted.
    """
    said, seats = {name: value for name, value in facts.items() if value and name != "note"}, asked.seats
    missing = [
        flag(name) for name in asked.asks(what) if not said.keys() & ({"person", "player"} if name == "person" else {name})
    ]
    if missing:
        raise Complaint(f"{what} ({irregularity_of(asked.rules, what).says}): say {' and '.join(missing)}")
    if facts["box"] and not re.fullmatch(r"\d+|dealer", facts["box"]):
        raise Complaint(f"--box {facts['box']}: say the number of a box, or 'dealer'")
    numbers("--boxes", facts["boxes"])
    numbers("--players", facts["players"], "seats")
    if facts["player"] and seats > 1 and not 1 <= int(facts["player"]) <= seats:
        raise Complaint(f"--player {facts['player']}: players sit in seats 1 to {seats}")
    most = 2 * len(DECK) if what.endswith("-count") else len(DECK)
    if facts["count"] and not 0 <= int(facts["count"]) <= most:
        raise Complaint(f"--count {facts['count']}: count 0 to {most} cards")
    return " ".join(("report", what, *(f"{name} {value}" for name, value in said.items())))


def flag(fact: str) -> str:
    """What says a fact; somebody who sits at the table is named by the seat."""
    return "--player or --person" if fact == "person" else f"--{fact}"


def numbers(flag: str, text: str, of: str = "boxes") -> tuple[int, ...]:
    """Several places in one flag."""
    if text and not re.fullmatch(r"\d+(,\d+)*", text):
        raise Complaint(f"{flag} {text}: say the numbers of {of}, such as 2,3")
    return tuple(int(number) for number in text.split(",")) if text else ()


def _noted(report: object, what: str, note: str) -> Report:
    if not isinstance(report, Report):
        raise Complaint(f"{what!r} cannot be reported")
    return replace(report, note=note)
