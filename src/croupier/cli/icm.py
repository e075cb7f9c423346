"""`croupier icm`: what each stack is worth of the remaining prizes, by the three usual ways to settle a deal."""

import re
from typing import Annotated, Any

from typer import Argument, Option

from croupier.cli.terminal.options import Json
from croupier.cli.terminal.output import Complaint, answer
from croupier.kernel.money import cents, plain
from croupier.tournaments import prize_pool as mathematics
from croupier.tournaments.prize_pool import Worth

_STACK = re.compile(r"\d{1,15}", re.ASCII)
_MOST_STACKS, _MOST_SAMPLES = 1_000, 10_000_000


def icm(
    stacks: Annotated[list[str], Argument(metavar="STACKS", help="The chips of each player: 5000 3000 2000.")],
    prizes: Annotated[
        str, Option(metavar="SUMS", help='The prizes still to be won, the first one first: "500 300 200" or 500,300,200.')
    ],
    unit: Annotated[str, Option(metavar="SUM", help="Round a deal to multiples of this.")] = "0.01",
    samples: Annotated[int, Option(metavar="N", help="Draw this many finishing orders instead of counting.")] = 0,
    seed: Annotated[int, Option(metavar="N", help="Draw others; the same seed draws the same.")] = 1,
    as_json: Json = False,
) -> None:
    """Show what stacks are worth in prize money, and what a deal would pay.

    By the Independent Chip Model, exact to ten players and sampled above with its standard error; by chips above the
    smallest prize; and evenly. Sums are rounded down to the unit. Units left over go to those who lost
    most by rounding; of equals, to the one named first. Example: croupier icm 5000 3000 2000 --prizes 500,300,200
    """
    chips = [_stack(word) for word in _words(stacks)]
    sums = [cents(word) for word in _words([prizes])]
    if len(chips) > _MOST_STACKS or samples > _MOST_SAMPLES:
        raise Complaint(f"that is too many to draw: at most {_MOST_STACKS:,} stacks and {_MOST_SAMPLES:,} samples")
    if seed < 0:
        raise Complaint(f"the seed is a whole number from 0 up, not {seed}")
    worth = mathematics.icm(chips, sums, samples, seed)
    to = cents(unit)
    deals = {
        "icm": mathematics.rounded(worth.values, to),
        "chip_chop": mathematics.rounded(mathematics.chip_chop(chips, sums), to),
        "even_chop": mathematics.rounded(mathematics.even_chop(len(chips), sums), to),
    }
    rows = [dict(zip(deals, map(plain, row), strict=True)) for row in zip(*deals.values(), strict=True)]
    data = {
        **({"exact": True} if worth.exact else {"exact": False, "samples": worth.samples, "seed": worth.seed}),
        "prizes": [plain(sum_) for sum_ in sums],
        "rounding": {"unit": plain(to), "rule": mathematics.Rounding.LARGEST.value},
        "players": _data(chips, rows, worth),
    }
    answer(data, "icm.txt", as_json=as_json, prizes=sum(sums), chips=chips, deals=deals, worth=worth)


def _data(chips: list[int], rows: list[dict[str, str]], worth: Worth) -> list[dict[str, Any]]:
    data: list[dict[str, Any]] = [{"stack": stack, **row} for stack, row in zip(chips, rows, strict=True)]
    for player, error in zip(data, worth.errors, strict=False):
        player["standard_error"] = round(error / 100, 4)
    return data


def _words(texts: list[str]) -> list[str]:
    return [word for text in texts for word in re.split(r"[\s,]+", text) if word]


def _stack(word: str) -> int:
    if not _STACK.fullmatch(word):
        raise Complaint(f"{word!r} is not a number of chips: write stacks such as 5000 3000 2000")
    return int(word)
