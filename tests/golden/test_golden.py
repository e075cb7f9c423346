"""The stored playthroughs: one for every game that can be played and every device that it can be dealt with.

A change of the rules shows here line by line. Where it is wanted, `make golden` writes the files again; read the difference.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from croupier.books import rules_of
from croupier.stud.rules import Device
from golden.evening import evening
from golden.playthrough import playthrough
from golden.poker_playthrough import poker_playthrough
from properties.play import PLAYABLE
from properties.poker_play import PLAYABLE as POKER

HERE = Path(__file__).parent
PLAYED = [(game, device) for game in PLAYABLE for device in sorted(rules_of(game).upcard_place)]
EVENING = "jackpot-evening.txt"
RENEW = "if the change is wanted, renew it with `make golden` and read the difference"


@pytest.mark.parametrize(("game", "device"), PLAYED, ids=lambda part: str(part))
def test_the_playthrough_is_as_stored(game: str, device: Device) -> None:
    compare(f"{game}-{device}.txt", playthrough(game, device))


@pytest.mark.parametrize("game", POKER)
def test_the_playthrough_in_the_poker_room_is_as_stored(game: str) -> None:
    compare(f"{game}.txt", poker_playthrough(game))


def compare(name: str, played: str) -> None:
    file = HERE / name
    if os.environ.get("UPDATE_GOLDEN"):
        file.write_text(played, encoding="utf-8")
    assert file.exists(), f"{file.name} is missing: write it with `make golden`"
    stored = file.read_text(encoding="utf-8")
    for number, (was, now) in enumerate(zip(stored.splitlines(), played.splitlines(), strict=False), 1):
        assert now == was, f"{file.name}, line {number}: {RENEW}"
    assert played == stored, f"{file.name} ends elsewhere: {RENEW}"


def test_the_evening_with_a_prize_meter_is_as_stored() -> None:
    compare(EVENING, evening())


def test_no_playthrough_is_left_over() -> None:
    wanted = {f"{game}-{device}.txt" for game, device in PLAYED} | {EVENING, *(f"{game}.txt" for game in POKER)}
    left_over = sorted(file.name for file in HERE.glob("*.txt") if file.name not in wanted)
    assert not left_over, "no game or device is played any more for these files: delete them"
