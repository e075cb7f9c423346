"""Personal limits: lowering at once, raising after a day; and how passwords that fail lock an account."""

from __future__ import annotations

import pytest

from croupier.kernel.decisions import Refused
from croupier.kernel.roles import DAY, MOST
from croupier.people import commands as c
from croupier.people.state import LIMITS, MOST_PASSKEYS, LimitName
from croupier.tables.people_stream import PeopleStream
from people.registered import act, done, ground, own, registered

every_limit = pytest.mark.parametrize("limit", LIMITS)


@every_limit
def test_the_first_limit_and_a_lower_one_hold_at_once(limit: LimitName) -> None:
    register = registered("p7")
    assert register.state.people["p7"].limit(limit, 0) is None
    for amount in (500, 499, 0):
        done(own(register, "p7", c.SetLimit(limit=limit, amount=amount), at=10))
        assert register.state.people["p7"].limit(limit, 10) == amount


@every_limit
@pytest.mark.parametrize("wanted", [501, None])
def test_a_higher_one_and_none_hold_after_a_day(limit: LimitName, wanted: int | None) -> None:
    register = registered("p7")
    done(own(register, "p7", c.SetLimit(limit=limit, amount=500), at=0))
    ask = c.RemoveLimit(limit=limit) if wanted is None else c.SetLimit(limit=limit, amount=wanted)
    done(own(register, "p7", ask, at=1000))
    one = register.state.people["p7"]
    assert [one.limit(limit, 1000 + later) for later in (0, DAY - 1)] == [500, 500]
    assert [one.limit(limit, 1000 + later) for later in (DAY, DAY + 1)] == [wanted, wanted]
    again = own(register, "p7", ask, at=2000)
    assert isinstance(again, Refused)
    assert again.ground == "nothing_changes"  # nor does the day begin again


@pytest.mark.parametrize(("at", "said"), [(DAY - 1, ""), (DAY, "raise_not_asked"), (DAY + 1, "raise_not_asked")])
def test_a_raise_is_cancelled_before_it_holds(at: int, said: str) -> None:
    register = registered("p7")
    done(own(register, "p7", c.SetLimit(limit="loss day", amount=500), at=0))
    assert ground(own(register, "p7", c.CancelRaise(limit="loss day"))) == "raise_not_asked"
    done(own(register, "p7", c.SetLimit(limit="loss day", amount=900), at=0))
    decision = own(register, "p7", c.CancelRaise(limit="loss day"), at=at)
    if said:
        assert ground(decision) == said
    else:
        done(decision)
    assert register.state.people["p7"].limit("loss day", 2 * DAY) == (900 if said else 500)


def test_another_raise_waits_from_its_own_asking() -> None:
    register = registered("p7")
    done(own(register, "p7", c.SetLimit(limit="loss day", amount=500), at=0))
    done(own(register, "p7", c.SetLimit(limit="loss day", amount=900), at=0))
    done(own(register, "p7", c.SetLimit(limit="loss day", amount=800), at=100))
    one = register.state.people["p7"]
    assert [one.limit("loss day", at) for at in (DAY, DAY + 99, DAY + 100)] == [500, 500, 800]


def test_a_lower_limit_takes_a_raise_off() -> None:
    for amount in (500, 400):
        register = registered("p7")
        done(own(register, "p7", c.SetLimit(limit="loss day", amount=500), at=0))
        done(own(register, "p7", c.SetLimit(limit="loss day", amount=900), at=0))
        done(own(register, "p7", c.SetLimit(limit="loss day", amount=amount), at=10))
        assert register.state.people["p7"].limit("loss day", 9 * DAY) == amount


def test_a_raise_that_holds_is_the_limit_from_then_on() -> None:
    register = registered("p7")
    done(own(register, "p7", c.SetLimit(limit="loss day", amount=500), at=0))
    done(own(register, "p7", c.SetLimit(limit="loss day", amount=900), at=0))
    done(own(register, "p7", c.SetLimit(limit="loss day", amount=950), at=DAY))
    one = register.state.people["p7"]
    assert [one.limit("loss day", at) for at in (DAY, 2 * DAY - 1, 2 * DAY)] == [900, 900, 950]
    done(own(register, "p7", c.SetLimit(limit="loss day", amount=899), at=DAY))
    assert register.state.people["p7"].limit("loss day", 9 * DAY) == 899
    done(own(register, "p7", c.RemoveLimit(limit="loss day"), at=DAY))
    assert ground(own(register, "p7", c.RemoveLimit(limit="loss day"), at=2 * DAY)) == "limit_not_set"
    done(own(register, "p7", c.SetLimit(limit="loss day", amount=10**6), at=2 * DAY))  # there was none
    assert register.state.people["p7"].limit("loss day", 2 * DAY) == 10**6


@pytest.mark.parametrize(
    ("limit", "amount", "fits"),
    [
        ("loss day", -1, False),
        ("loss day", 0, True),
        ("loss day", MOST, True),
        ("loss day", MOST + 1, False),
        ("time day", DAY, True),
        ("time day", DAY + 1, False),
    ],
)
def test_amounts_of_limits(limit: LimitName, amount: int, fits: bool) -> None:
    decision = own(registered("p7"), "p7", c.SetLimit(limit=limit, amount=amount))
    assert fits == (not isinstance(decision, Refused))
    assert fits or ground(decision) == "limit_amount"


def test_a_limit_that_there_is_not() -> None:
    register = registered("p7")
    refused = own(register, "p7", c.SetLimit(limit="loss year", amount=1))  # type: ignore[arg-type]
    assert isinstance(refused, Refused)
    assert refused.ground == "command_not_understood"
    assert ground(own(register, "p7", c.RemoveLimit(limit="loss day"))) == "limit_not_set"
    same = own(register, "p7", c.SetReminder(minutes=30)), own(register, "p7", c.SetReminder(minutes=30))
    assert (done(same[0]).events[0].clauses, ground(same[1])) == (("H4.6",), "nothing_changes")


@pytest.mark.parametrize(("minutes", "fits"), [(4, False), (5, True), (60, True), (61, False), (0, False)])
def test_how_often_reminders_come(minutes: int, fits: bool) -> None:
    decision = own(registered("p7"), "p7", c.SetReminder(minutes=minutes))
    assert fits == (not isinstance(decision, Refused))
    assert fits or ground(decision) == "reminder_range"


# Locks


def fail(register: PeopleStream, person: str, times: int = 5) -> list[int]:
    """Wrong passwords from so many sources, and how many events came of each."""
    failed = [c.NoteFailedLogin(person=person, source=f"s{number}") for number in range(times)]
    return [len(done(register.do(one, by="house")).events) for one in failed]


def test_failures_from_five_sources_ask_for_more_than_a_password_and_end_nothing() -> None:
    register = registered("p7")
    assert fail(register, "p7", 4) == [1, 1, 1, 1]
    assert not register.state.people["p7"].locked
    again = c.NoteFailedLogin(person="p7", source="s3")
    assert ground(register.do(again, by="house")) == "login_failed"  # each source counts once
    assert len(done(register.do(c.NoteFailedLogin(person="p7", source="s4"), by="house")).events) == 2
    one = register.state.people["p7"]
    assert (one.locked, one.failures) == (True, 5)
    assert ground(register.do(c.NoteFailedLogin(person="p7"), by="house")) == "account_locked"
    assert ground(register.do(c.NoteLogin(person="p7"), by="house")) == "account_locked"
    done(own(register, "p7", c.SetLimit(limit="loss day", amount=1)))  # anyone who is in goes on
    assert register.audit()


def test_a_code_of_a_second_factor_is_good_once_and_enough() -> None:
    register = registered("p7")
    in_by_code = c.NoteLogin(person="p7", step=5)
    assert ground(register.do(in_by_code, by="house")) == "code_used"  # there is none
    switch = c.SetSecondFactor(person="p7", on=True)
    assert ground(act(register, "admin 1", switch)) == "own_role"
    done(register.do(switch, by="house"))
    assert ground(register.do(switch, by="house")) == "second_factor_set"
    fail(register, "p7")
    done(register.do(in_by_code, by="house"))
    assert not register.state.people["p7"].locked
    for step in (5, 4):
        assert ground(register.do(c.NoteLogin(person="p7", step=step), by="house")) == "code_used"
    done(register.do(c.NoteLogin(person="p7", step=6), by="house"))
    off = c.SetSecondFactor(person="p7", on=False)
    assert ground(act(register, "cashier 1", off)) == "rank_needed"
    done(act(register, "admin 1", off))
    assert ground(act(register, "admin 1", c.SetSecondFactor(person="admin 1", on=False))) == "own_role"
    assert ground(register.do(c.SetSecondFactor(person="p99", on=True), by="house")) == "not_registered"
    assert register.audit()


def test_a_passkey_counts_up_and_a_lost_one_is_taken_away_by_somebody_else() -> None:
    register = registered("p7")

    def used(key: str, count: int) -> str:
        decision = register.do(c.NoteLogin(person="p7", passkey=key, count=count), by="house")
        return ground(decision) if isinstance(decision, Refused) else ""

    def switched(key: str, *, on: bool) -> str:
        decision = register.do(c.SetPasskey(person="p7", key=key, on=on), by="house")
        return ground(decision) if isinstance(decision, Refused) else ""

    assert used("a", 1) == "code_used"  # there is none
    assert ground(act(register, "admin 1", c.SetPasskey(person="p7", key="a", on=True))) == "rank_needed"
    assert [switched("a", on=True), switched("a", on=True), switched("b", on=False)] == ["", *["second_factor_set"] * 2]
    assert switched("b", on=True) == ""
    fail(register, "p7")
    assert used("a", 0) == used("a", 0) == used("a", 3) == ""  # some never count
    assert not register.state.people["p7"].locked
    assert [used("a", count) for count in (2, 3, 0, 4)] == [*["code_used"] * 3, ""]
    assert used("b", 1) == ""
    assert register.state.people["p7"].passkeys == {"a": 4, "b": 1}
    assert switched("b", on=False) == ""
    assert [switched(f"c{number}", on=True) for number in range(MOST_PASSKEYS)] == [*[""] * 9, "second_factor_set"]
    done(register.do(c.SetSecondFactor(person="p7", on=True), by="house"))
    done(register.do(c.SetSecondFactor(person="p7", on=False), by="house"))
    assert len(register.state.people["p7"].passkeys) == MOST_PASSKEYS  # anyone who turns codes off keeps their passkeys
    lost = c.SetSecondFactor(person="p7", on=False)
    assert len(done(act(register, "admin 1", lost)).events) == MOST_PASSKEYS
    assert not register.state.people["p7"].passkeys
    assert ground(act(register, "admin 1", lost)) == "second_factor_set"
    assert register.audit()


def test_failures_before_getting_in_do_not_count() -> None:
    register = registered("p7")
    assert ground(register.do(c.NoteLogin(person="p7"), by="house")) == "no_failures"
    for _ in range(3):
        for _ in range(2):
            done(register.do(c.NoteFailedLogin(person="p7"), by="house"))
        done(register.do(c.NoteLogin(person="p7"), by="house"))
    assert not register.state.people["p7"].locked
    assert register.audit()


@pytest.mark.parametrize(("person", "said"), [("admin 1", ""), ("pit 1", ""), ("cashier 1", "x"), ("dealer 1", "x")])
def test_who_opens_a_locked_account(person: str, said: str) -> None:
    register = registered("p7")
    assert ground(act(register, "admin 1", c.UnlockAccount(person="p7"))) == "account_not_locked"
    fail(register, "p7")
    decision = act(register, person, c.UnlockAccount(person="p7"))
    if said:
        assert ground(decision) == "rank_needed"
        return
    done(decision)
    one = register.state.people["p7"]
    assert (one.locked, one.failures) == (False, 0)


@pytest.mark.parametrize(("later", "fits"), [(0, True), (899, True), (900, False), (901, False)])
def test_a_recovery_code_opens_an_account_once_within_fifteen_minutes(later: int, fits: bool) -> None:
    register = registered("p7")
    fail(register, "p7")
    by_code = c.UnlockAccount(person="p7", code=True)
    assert ground(register.do(by_code, by="house")) == "no_code"
    assert ground(act(register, "cashier 1", c.IssueRecoveryCode(person="p7"))) == "rank_needed"
    assert ground(act(register, "admin 1", c.IssueRecoveryCode(person="admin 1"))) == "own_role"
    done(act(register, "admin 1", c.IssueRecoveryCode(person="p7"), at=100))
    assert ground(act(register, "admin 1", by_code)) == "rank_needed"  # only the software is shown a code
    assert ground(register.do(c.UnlockAccount(person="p7"), by="house")) == "rank_needed"
    decision = register.do(by_code, by="house", at=100 + later)
    if not fits:
        assert ground(decision) == "no_code"
        return
    done(decision)
    fail(register, "p7")
    assert ground(register.do(by_code, by="house")) == "no_code"  # it was good for once


def test_a_locked_administrator_has_a_way_back() -> None:
    register = registered()
    fail(register, "admin 1")
    done(register.do(c.IssueRecoveryCode(person="admin 1"), by="house"))
    done(register.do(c.UnlockAccount(person="admin 1", code=True), by="house"))
    done(register.do(c.NotePasswordChange(person="admin 1"), by="house"))
    assert ground(act(register, "admin 1", c.NotePasswordChange(person="cashier 1"))) == "rank_needed"
    assert ground(register.do(c.NotePasswordChange(person="p99"), by="house")) == "not_registered"
