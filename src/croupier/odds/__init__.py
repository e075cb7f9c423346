"""The mathematics of the games: exact odds, equities, simulation and ICM. All but `icm` need the extra `odds` (numba).

>>> import croupier
>>> [float(value) for value in croupier.odds.icm([5000, 3000, 2000], [500_00, 300_00, 200_00]).values]
[38392.857142857145, 32750.0, 28857.14285714286]

`solve("crown-caribbean-stud")` finds the best play over all deals, `equity("crown-holdem", ["AdAc", "KhKs"])` says what hands are
worth, and `simulate("crown-caribbean-stud", rounds=1_000_000)` plays rounds.
"""

from croupier.lazy import lazily

__getattr__, __dir__, __all__ = lazily(__name__, __file__, ": pip install 'croupier[odds]'")
