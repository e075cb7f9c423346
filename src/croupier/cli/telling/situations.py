"""A situation from the flags of `croupier rule`: a round at a house table, or a hand in the poker room."""

import re
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from croupier.cli.terminal.options import dealt_from
from croupier.cli.terminal.output import Complaint
from croupier.kernel.cards import DECK, parse_cards
from croupier.kernel.incidents import Report
from croupier.kernel.money import cents
from croupier.training import house_scenes, poker_scenes, scenes
from croupier.training.consequences import AnyRules, irregularity_of

_FACTS = ("box", "boxes", "player", "person", "players", "count", "cards", "amount")


class Situation(msgspec.Struct, frozen=True, kw_only=True):
    """The flags for a table of either kind; an empty `when` is the usual moment."""

    rules: Any
    when: str
    seats: int

    kind: ClassVar[type[scenes.Scene]]

    def report(self, what: str, facts: dict[str, str]) -> Report:
        """The report in the flags, by the grammar of the dealer's keyboard."""
        check_facts(self.rules, what, facts)
        if facts["box"] and not re.fullmatch(r"\d+|dealer", facts["box"]):
            raise Complaint(f"--box {facts['box']}: say the number of a box, or 'dealer'")
        numbers("--boxes", facts["boxes"])
        numbers("--players", facts["players"], "seats")
        check_ranges(what, facts, self.seats)
        said = [f"{name} {facts[name]}" for name in _FACTS if facts[name]]
        report = self.kind.grammar.read(" ".join(["report", what, *said]), None)
        if not isinstance(report, Report):
            raise Complaint(f"{what!r} cannot be reported")
        return replace(report, note=facts["note"])

    def scene(self, report: Report) -> scenes.Scene:
        """The scene at the given moment, with players in all places the report needs."""
        raise NotImplementedError

    def possible(self, what: str, moment: str) -> str:
        """The moment, if the report is possible then."""
        if moment not in (known := scenes.moments_of(self.rules, what)):
            raise Complaint(f"{what} cannot happen at {moment!r}; use --when {', '.join(known)}")
        return moment


class HouseSituation(Situation, frozen=True, kw_only=True):
    """The flags for a round at a house table."""

    device: str
    ante: str
    held: str
    again: bool
    bets: str
    folds: str
    changes: str
    second: str

    kind = house_scenes.Scene

    def scene(self, report: Report) -> scenes.Scene:
        rules, ante = self.rules, cents(self.ante or "10")
        known_moments = scenes.moments_of(rules, report.what)
        usual = "deciding" if "deciding" in known_moments else next(iter(known_moments))
        moment = self.possible(report.what, self.when or usual)
        device = dealt_from(rules, self.device)
        if not ante:
            raise Complaint("the ante must be above zero, for example --ante 10")
        bets, folds = numbers("--bets", self.bets), numbers("--folds", self.folds)
        if report.what == "wrong-bet" and not (bets or folds):  # the player whose bet is in question has bet, and those before
            bets = tuple(range(1, report.box + 1))
        cards = parse_cards(self.held) if self.held else report.cards
        return house_scenes.Scene(
            game=rules.game,
            moment=moment,
            device=device,
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
            jackpot=house_scenes.JACKPOT if report.what in house_scenes.ABOUT_JACKPOTS else 0,
        )

    def _extra(self, report: Report) -> tuple[int, ...]:
        """The extra boxes of a player: those given, and those the report is about."""
        said, most = numbers("--second-box", self.second), self.rules.most_places
        if said and not self.rules.has("more boxes"):
            raise Complaint(f"--second-box: {self.rules.title} lets nobody wager on a second box")
        if wrong := [box for box in said if not self.seats < box <= most]:
            free = f"{self.seats + 1} to {most}" if self.seats < most else "no box: say fewer --seats"
            raise Complaint(f"--second-box {wrong[0]}: with players at boxes 1 to {self.seats} free is {free}")
        about = [box for box in report.boxes if box > self.seats] if self.rules.has("more boxes") else []
        return tuple(dict.fromkeys((*said, *about)))


class PokerSituation(Situation, frozen=True, kw_only=True):
    """The flags for a hand in the poker room."""

    acted: int
    live: bool
    side: bool

    kind = poker_scenes.Scene

    def scene(self, report: Report) -> scenes.Scene:
        if self.acted < 0:
            raise Complaint(f"--acted {self.acted}: say how many players have acted, 0 or more")
        scene = poker_scenes.Scene(
            game=self.rules.game, moment="first", acted=self.acted, seats=self.seats, live=self.live, side=self.side
        )
        return replace(scene, moment=self.possible(report.what, self.when or scene.usual_moment(report)))


def check_facts(rules: AnyRules, what: str, facts: dict[str, str]) -> None:
    """Say what is missing, in terms of the flags."""
    said = {name for name, value in facts.items() if value}
    asks = scenes.facts_of(rules, what)
    if missing := [flag(name) for name in asks if not said & ({"person", "player"} if name == "person" else {name})]:
        raise Complaint(f"{what} ({irregularity_of(rules, what).says}): say {' and '.join(missing)}")


def check_ranges(what: str, facts: dict[str, str], seats: int) -> None:
    """Refuse a player who is not there, and more cards than there are: two decks, where a whole deck is counted."""
    if facts["player"] and seats > 1 and not 1 <= int(facts["player"]) <= seats:
        raise Complaint(f"--player {facts['player']}: players sit in seats 1 to {seats}")
    most = 2 * len(DECK) if what.endswith("-count") else len(DECK)
    if facts["count"] and not 0 <= int(facts["count"]) <= most:
        raise Complaint(f"--count {facts['count']}: count 0 to {most} cards")


def flag(fact: str) -> str:
    """A fact in words; a person at the table is named by seat."""
    return "--player or --person" if fact == "person" else f"--{fact}"


def numbers(flag: str, text: str, of: str = "boxes") -> tuple[int, ...]:
    """Several places in one flag."""
    if text and not re.fullmatch(r"\d+(,\d+)*", text):
        raise Complaint(f"{flag} {text}: say the numbers of {of}, such as 2,3")
    return tuple(int(number) for number in text.split(",")) if text else ()
