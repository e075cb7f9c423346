"""Tournament money at the cage: entries held apart, prizes from what is held, chips that are worth nothing, fees of the house."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.cage import commands as c
from croupier.cage.state import fees_of, pool_of, stock
from croupier.floor.books import cage_text
from croupier.kernel.actors import HOUSE, Said, Viewer
from croupier.kernel.decisions import Refused
from croupier.kernel.links import Work
from croupier.people import commands as p
from croupier.players.field import Field
from croupier.tables.any_game import audit
from croupier.tables.balance import cage_report, differences
from croupier.tables.cage_desk import CAGE, CageStream
from croupier.tables.people_stream import PeopleStream
from croupier.tables.purses import follow, movements
from croupier.tournaments import commands
from croupier.tournaments.state import FEES, POOL, WITHHELD
from people.registered import act, done, ground, registered
from tournaments.fields import REBUYS, terms

HOLDEM, STUD = "crown-holdem", "crown-caribbean-stud"
BOUGHT = 2_000_00


class Followed:
    """A tournament of bots whose money is noted at a cage, entry by entry."""

    def __init__(self, game: str, players: int, seed: int, *, chips: int = 10**8, **parts: Any) -> None:
        people = [f"p{number}" for number in range(1, players + 1)]
        self.people: PeopleStream = registered(*people)
        self.cage = CageStream(people=self.people)
        done(self.cage.do(c.OpenCage(chips=chips, cash=10**7), by=HOUSE))
        for person in people:
            done(self.cage.do(c.IssueChips(person=person, amount=BOUGHT), by=HOUSE))
        self.waiting: list[Any] = []
        self.refused: list[Refused] = []
        self.field = Field(terms(game, **parts), players, seed, follower=lambda entry, _: self.waiting.append(entry))

    @property
    def tournament(self) -> Any:
        return self.field.tournament

    def catch_up(self) -> None:
        for entry in self.waiting:
            stream = self.tournament.tables.get(entry.stream, self.tournament.stream)
            work = Work()
            if (refusal := follow(work, self.cage, self.people, stream, entry.events, entry.at)) is not None:
                self.refused.append(refusal)
            work.commit()
        self.waiting.clear()

    @property
    def wrong(self) -> list[str]:
        return differences(self.cage.state, self.tournament.tables.values(), (), [self.tournament])

    def play(self) -> None:
        self.field.open()
        self.catch_up()
        while not self.field.over():
            assert self.wrong == []
            self.field.step()
            self.catch_up()
        self.field.finish()
        self.catch_up()


@pytest.mark.parametrize(
    ("game", "seed", "parts"),
    [
        (HOLDEM, 1, {}),
        (HOLDEM, 2, REBUYS),
        (HOLDEM, 3, {"prizes": {"guarantee": "20000"}}),
        (STUD, 4, {}),
        (STUD, 5, {"format": {"chips_at_end": "cash at the end of the round", "cash_per_hundred": "5"}}),
    ],
)
def test_a_whole_tournament_balances_at_every_step(game: str, seed: int, parts: dict[str, Any]) -> None:
    followed = Followed(game, 9, seed, **parts)
    followed.play()
    state, cage = followed.tournament.state, followed.cage.state
    assert followed.refused == []
    assert followed.wrong == []
    name = followed.tournament.stream.name
    assert cage.holds(pool_of(name)) == state.money.get(POOL, 0) == 0
    assert cage.holds(fees_of(name)) == state.money[FEES] > 0
    in_hand = {person: patron.held() for person, patron in cage.patrons.items()}
    for person, one in state.entrants.items():
        won = state.paid.get(person, 0) + state.cashed.get(person, 0)
        assert in_hand[person] == BOUGHT - one.paid + won
        assert cage.patron(person).in_days(31, followed.cage.at).result == won - one.paid
        assert cage.patron(person).since == -1  # nobody sits anywhere any more
        assert cage.patron(person).in_days(31, followed.cage.at).seconds > 0
    assert audit(followed.cage.dump().splitlines())
    for person in ("p1", "p2"):
        viewer = Viewer(person=person)
        assert followed.cage.picture(viewer) == CAGE.as_seen(cage.copied(), viewer)


def test_fees_are_taken_into_the_stock() -> None:
    followed = Followed(HOLDEM, 9, 1)
    followed.field.open()
    followed.catch_up()
    name, cage = followed.tournament.stream.name, followed.cage
    fees, stocked = cage.state.holds(fees_of(name)), cage.state.holds(stock("chips"))
    assert fees > 0
    too_many = c.CollectFees(tournament=name, amount=fees + 1)
    assert ground(cage.do(too_many, by="cashier", person="cashier 1")) == "tournament_short"
    done(cage.do(c.CollectFees(tournament=name, amount=fees), by="cashier", person="cashier 1"))
    assert cage.state.holds(stock("chips")) == stocked + fees
    assert followed.wrong == []
    text = cage_text(cage_report(cage, followed.tournament.tables.values(), (), [followed.tournament]))
    assert "chips that are worth no money" in text
    assert text.endswith("All of it balances, to the cent.")


def test_a_tournament_that_is_cancelled_pays_everybody_back() -> None:
    followed = Followed(HOLDEM, 9, 1)
    field = followed.field
    for command in (
        commands.DraftTerms(terms=field.terms),
        commands.MakeTermsAvailable(),
        commands.AdviseInspectorate(),
        commands.AppointDirector(person="director"),
        commands.Attend(),
        commands.DesignateTables(tables=("001",)),
        commands.OpenEntries(),
        *(commands.Enter(person=f"p{number}") for number in range(1, 6)),
    ):
        field.do(command)
    followed.catch_up()
    assert followed.cage.state.patron("p1").held() < BOUGHT
    assert followed.wrong == []
    field.do(commands.CancelTournament(why="too few"))
    followed.catch_up()
    assert {patron.held() for patron in followed.cage.state.patrons.values()} == {BOUGHT}
    assert followed.wrong == []


def entered(followed: Followed, person: str) -> Refused | None:
    """What the house says to an entry, with nothing done."""
    stream = followed.tournament.stream
    enter = commands.Enter(person=person)
    decision = done(stream.decided(enter, stream.who(enter)))
    return follow(Work(), followed.cage, followed.people, stream, decision.events, followed.cage.at)


def entries_open(followed: Followed) -> None:
    for command in (
        commands.DraftTerms(terms=followed.field.terms),
        commands.MakeTermsAvailable(),
        commands.AdviseInspectorate(),
        commands.AppointDirector(person="director"),
        commands.Attend(),
        commands.DesignateTables(tables=("001",)),
        commands.OpenEntries(),
    ):
        followed.field.do(command)
    followed.catch_up()


def test_who_may_not_enter() -> None:
    followed = Followed(HOLDEM, 9, 1)
    entries_open(followed)
    assert entered(followed, "p1") is None
    spent = c.RedeemChips(person="p1", amount=BOUGHT - 1_00)
    done(followed.cage.do(spent, by="cashier", person="cashier 1"))
    refusal = entered(followed, "p1")
    assert refusal is not None
    assert refusal.ground == "more_than_in_hand"
    done(act(followed.people, "security 1", p.ExcludePerson(person="p2", reason="a quarrel"), at=0))
    refusal = entered(followed, "p2")
    assert refusal is not None
    assert refusal.ground == "person_excluded"
    done(followed.people.do(p.SetLimit(limit="loss day", amount=1_00), by="player", person="p3"))
    refusal = entered(followed, "p3")
    assert refusal is not None
    assert refusal.ground == "loss_limit"


def test_who_is_kept_out_is_not_seated_at_a_tournament() -> None:
    followed = Followed(HOLDEM, 9, 1)
    followed.field.open()
    done(act(followed.people, "security 1", p.ExcludePerson(person="p2", reason="a quarrel"), at=0))
    followed.catch_up()
    assert [refusal.ground for refusal in followed.refused] == ["person_excluded"] * 2  # to enter, and to sit


def test_what_is_noted_of_a_tournament_adds_up() -> None:
    followed = Followed(HOLDEM, 3, 1)
    cage, software = followed.cage, Said(HOUSE, HOUSE, 0)
    for wrong, said in (
        (c.NoteTournament(tournament="T", people={"p1": -5}, pool=4), "amount_wrong"),
        (c.NoteTournament(tournament=" ", people={"p1": -5}, pool=5), "amount_wrong"),
        (c.NoteTournament(tournament="T", people={}), "amount_wrong"),
        (c.NoteTournament(tournament="T", people={"p1": -BOUGHT - 1}, pool=BOUGHT + 1), "more_than_in_hand"),
        (c.NoteTournament(tournament="T", people={"p1": 5}, pool=-5), "tournament_short"),
        (c.NoteTournament(tournament="T", people={"p1": 5}, fees=-5), "tournament_short"),
        (c.NoteTournament(tournament="T", people={"p1": 10**9}, added=-(10**9)), "stock_short"),
        (c.MoveToTable(person="p1", table="001", amount=5, currency="tournament", sits=True), "no_money_in_it"),
        (c.MoveFromTable(person="p1", table="001", amount=5, currency="cash"), "amount_wrong"),
    ):
        assert ground(cage.decided(wrong, software)) == said
    assert movements(followed.tournament.stream, ()) == []
    done(cage.decided(c.NoteTournament(tournament="T", people={"p1": -5, "p2": 3}, pool=2), software))
    done(cage.decided(c.NoteTournament(tournament="T", people={"p1": -BOUGHT}, pool=BOUGHT), software))


def test_fees_that_were_collected_go_back_from_the_stock() -> None:
    followed = Followed(HOLDEM, 9, 1)
    entries_open(followed)
    for number in range(1, 6):
        followed.field.do(commands.Enter(person=f"p{number}"))
    followed.catch_up()
    name, cage = followed.tournament.stream.name, followed.cage
    fees, stocked = cage.state.holds(fees_of(name)), cage.state.holds(stock("chips"))
    done(cage.do(c.CollectFees(tournament=name, amount=fees - 1_00), by="cashier", person="cashier 1"))
    followed.field.do(commands.CancelTournament(why="too few"))
    followed.catch_up()
    assert followed.refused == []
    assert followed.wrong == []
    assert cage.state.collected[name] == 0
    assert cage.state.holds(stock("chips")) == stocked
    assert {patron.held() for patron in cage.state.patrons.values()} == {BOUGHT}
    assert audit(cage.dump().splitlines())
    assert cage.picture(Viewer(person="p1")) == CAGE.as_seen(cage.state.copied(), Viewer(person="p1"))


def test_a_prize_that_nobody_may_win_is_held_at_the_cage_until_the_operator_decides() -> None:
    followed = Followed(HOLDEM, 3, 1, prizes={"shares": [{"entries": 2, "shares": [70, 30]}]})
    field = followed.field
    field.open()
    while not field.over():
        field.step()
    if not followed.tournament.state.closed:
        field.do(commands.CloseEntries())
    field.do(commands.Finish())
    state, name = followed.tournament.state, followed.tournament.stream.name
    for person in [person for person in state.entrants if person != next(iter(state.awarded))]:
        field.do(commands.Disqualify(person=person, why="cheating"))
    followed.catch_up()
    held = state.money[WITHHELD]
    assert held > 0
    assert followed.wrong == []
    assert followed.cage.state.holds(pool_of(name)) == state.money[POOL] + held
    winner = next(iter(state.awarded))
    field.do(commands.PayOut(person=winner))
    field.do(commands.TakeBackPrize(person=winner, why="paid at the wrong desk"))
    followed.catch_up()
    assert (followed.refused, followed.wrong) == ([], [])
    field.do(commands.PayOut(person=winner))
    field.do(commands.AllotWithheld(person=winner, amount=1_00, why="by the terms"))
    field.do(commands.AllotWithheld(amount=held - 1_00, why="for charity"))
    followed.catch_up()
    assert (followed.refused, followed.wrong) == ([], [])
    assert followed.cage.state.holds(pool_of(name)) == 0
