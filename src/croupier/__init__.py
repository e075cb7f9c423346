"""Casino poker by the book: deal, decide, settle, and cite the clause each time.

>>> import croupier
>>> table = croupier.house_table("crown-caribbean-stud", seats=3, seed=7)
>>> table.do(croupier.stud.PlaceAnte(seat=1, amount=-1)).ground
'wagers_in_chips'
>>> print(table.do(croupier.stud.CloseTable(), by="TG Area Manager"))
Refused: closing must be announced 3 hands before (14.7)

The names are listed in `__init__.pyi`.
"""

from croupier.lazy import lazily
from croupier.version import VERSION

__version__ = VERSION

__getattr__, __dir__, __all__ = lazily(__name__, __file__)
