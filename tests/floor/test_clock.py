"""The time of the house, whatever someone does to the clock of the machine."""

from __future__ import annotations

from croupier.floor.clock import Clock


class Watch(Clock):
    """A wall clock that someone sets, and a steady one that runs."""

    at, run = 1_000_000.0, 0.0

    def wall(self) -> float:
        return self.at + self.run

    def steady(self) -> float:
        return self.run


def test_set_back_it_goes_on_at_half_its_pace_until_the_wall_has_caught_up() -> None:
    clock = Watch()
    clock.run = 10.0
    assert clock.now() == 1_000_010
    clock.at -= 3600
    assert clock.check() == -3600
    assert clock.now() == 1_000_010
    clock.run = 110.0
    assert clock.exact() == 1_000_060
    clock.run = 10.0 + 2 * 3600
    assert clock.exact() == clock.wall() == 1_003_610
    clock.run += 100.0
    assert clock.exact() == clock.wall()


def test_set_forward_it_follows_at_once() -> None:
    clock = Watch()
    clock.at += 3600
    assert clock.check() == 3600
    assert clock.now() == 1_003_600
    assert [moved for _, moved in clock.steps] == [3600]


def test_a_house_on_several_machines_goes_by_the_clock_that_all_can_see() -> None:
    """Whatever its own says, from the first moment on and whenever someone sets it."""
    clock = Watch()
    assert clock.now() == 1_000_000
    clock.follow(996_400.0, 0.25)
    assert clock.exact() == 996_400.0
    clock.at += 86_400
    clock.run = 100.0
    assert clock.exact() == 996_500.0
    clock.follow(996_500.2, 0.25)  # as exactly as it is known
    assert clock.exact() == 996_500.0
    clock.follow(996_560.0, 0.25)
    assert clock.exact() == 996_560.0
    clock.follow(996_500.0, 0.25)  # set back, it never goes back
    assert clock.exact() == 996_560.0
    clock.run = 220.0
    assert clock.exact() == 996_620.0
