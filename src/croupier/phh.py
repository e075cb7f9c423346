"""Hand histories in PHH, the Poker Hand History format: read, check and write them.

>>> import croupier
>>> table = croupier.poker_table("crown-holdem", seats=3, seed=7)
>>> table.play_hand(lambda seat: table.passive(seat)[-1])  # everybody folds
>>> hand, = croupier.phh.read(croupier.phh.write(croupier.phh.histories(table)))
>>> croupier.phh.checked(hand).outcome
'equal'
"""

from croupier.histories.phh_check import Finding as Finding, checked as checked
from croupier.histories.phh_format import HandHistory as HandHistory, read as read, write as write
from croupier.histories.phh_write import histories as histories

__all__ = ["Finding", "HandHistory", "checked", "histories", "read", "write"]
