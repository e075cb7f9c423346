"""Nobody avoids blinds for ever, however they change seats, walk off, leave and come back (8.9.3, 8.9.5, 8.10)."""

from __future__ import annotations

from typing import Any

import pytest

from properties.blinds_in_turn import Search


def test_no_change_of_seats_and_no_absence_avoids_blinds_for_ever() -> None:
    search = Search(5, (2, 3, 5), leaves=False)
    search.run()
    assert search.circle() == []


def test_nor_does_leaving_and_coming_back() -> None:
    search = Search(4, (1, 3), new_players="dealt in", blinds=(10_00,))
    search.run()
    assert search.circle() == []


SIGNS: dict[str, dict[str, Any]] = {
    "every other place": {"places": 6, "others": (2, 4, 6)},
    "two side by side": {"places": 6, "others": (2, 3, 5)},
    "nobody need wait": {"places": 6, "others": (2, 4, 6), "new_players": "dealt in"},
    "new players wait": {"places": 6, "others": (2, 4, 6), "new_players": "wait"},
    "one blind": {"places": 6, "others": (2, 4, 6), "blinds": (10_00,)},
    "three blinds": {"places": 6, "others": (2, 4, 5), "blinds": (10_00, 10_00, 10_00)},
    "three players": {"places": 5, "others": (2, 4)},
    "five players": {"places": 7, "others": (2, 3, 5, 6)},
    "posting anywhere": {"places": 6, "others": (2, 4, 6), "readings": ("post_anywhere",)},
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SIGNS)
def test_no_way_at_all_avoids_blinds_for_ever(name: str) -> None:
    search = Search(**SIGNS[name])
    search.run()
    assert search.circle() == []
