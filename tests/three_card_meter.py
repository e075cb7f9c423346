"""Three Card Poker with a prize meter: the second example, and the clauses and prizes of a progressive wager."""

import shutil
from pathlib import Path

EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "three_card_poker"
PRIZES = """
[jackpot_prizes]
clause = ["8.2", "8.3"]
rows = [
  { hand = "royal flush in spades", percent = "100", clause = "8.2" },
  { hand = "royal flush", percent = "10", clause = "8.2" },
  { hand = "straight flush", multiple = 70, clause = "8.3" },
  { hand = "three of a kind", multiple = 60, clause = "8.3" },
  { hand = "straight", amount = "6", clause = "8.3" },
]

[options.jackpot]
clause = "8.1"
default = "1"
"""
CLAUSES = """
[clause."8.1"]
line = "Beside an ante a player may put a progressive wager of 1 dollar; the meter takes it in."
grounds = ["jackpot_offered", "system_opened", "jackpot_placed", "jackpot_cost", "right_cost", "jackpot_registered",
  "wagers_registered", "jackpot_taken_back", "one_wager_per_hand", "game_cancelled"]

[clause."8.2"]
line = "Ace, king and queen of spades win the meter, those of another suit a tenth of it."
kind = "parameter"
grounds = ["jackpot_hand_checked", "jackpot_hand_kept", "values_differ"]

[clause."8.3"]
line = "A lower straight flush, three of a kind and a straight win a fixed sum from the meter."
kind = "parameter"
grounds = ["jackpot_paid", "prize_paid"]
"""
CASES = """
[[case]]
clause = "8.1"
name = "A progressive wager of two dollars is not taken"
table = { seats = 1, ante = "10.00" }
play = "jackpot 1 2.00"
expect = { refused = "jackpot_cost", stack = { 1 = "990.00" } }

[[case]]
clause = "8.2"
name = "Ace, king and queen of spades win the meter, which starts again from its seed"
table = { seats = 1, ante = "10.00", meter = "seed 5000 cost 1 increment 20" }
play = '''
jackpot 1
hand 1: As Ks Qs
hand dealer: Jc 8h 3d
deal
bet 1
settle
pay 1
'''
expect = { meter = "5000.00", net = { 1 = "5059.20" } }

[[case]]
clause = "8.2"
name = "Those of hearts win a tenth"
table = { seats = 1, ante = "10.00", meter = "seed 5000 cost 1 increment 20" }
play = '''
jackpot 1
hand 1: Ah Kh Qh
hand dealer: Jc 8h 3d
deal
bet 1
settle
pay 1
'''
expect = { meter = "4500.18", net = { 1 = "559.02" } }

[[case]]
clause = "8.3"
name = "A lower straight flush wins a fixed sum"
table = { seats = 1, ante = "10.00", meter = "seed 5000 cost 1 increment 20" }
play = '''
jackpot 1
hand 1: 9s 8s 7s
hand dealer: Jc 8h 3d
deal
bet 1
settle
pay 1
'''
expect = { meter = "4930.20", net = { 1 = "129.00" } }
"""
METER = """
[jackpot_for_play]
seed = "5000"
increment = "20"
"""


def with_meter(to: Path, prizes: str = PRIZES) -> Path:
    """The book in a folder of its own."""
    folder = Path(shutil.copytree(EXAMPLE, to / "meter_poker", ignore=shutil.ignore_patterns("__pycache__")))
    for name, more in (("params", prizes), ("clauses", CLAUSES), ("book", METER)):
        (folder / f"{name}.toml").write_text((folder / f"{name}.toml").read_text(encoding="utf-8") + more, encoding="utf-8")
    title = (
        (folder / "book.toml").read_text(encoding="utf-8").replace('"7" = "When', '"8" = "The progressive wager"\n"7" = "When')
    )
    (folder / "book.toml").write_text(title.replace("three-card-poker", "meter-poker"), encoding="utf-8")
    play = (folder / "play.toml").read_text(encoding="utf-8")
    (folder / "play.toml").write_text(play.replace("three-card-poker", "meter-poker"), encoding="utf-8")
    for case in (folder / "cases").iterdir():
        case.write_text(case.read_text(encoding="utf-8").replace("three-card-poker", "meter-poker") + CASES, encoding="utf-8")
    return folder
