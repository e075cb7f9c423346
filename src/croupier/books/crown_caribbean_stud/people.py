"""Who may do what at Crown: the ranks of the book's line of command that its clauses name (1.1)."""

SUPERVISOR = "TG Higher Duties Dealer"
AREA_MANAGER = "TG Area Manager"
CASINO_MANAGER = "TG Assistant Casino Manager"

NOTHING_LIES = "the player has no wager on the table"
"""The answer when a player's wagers should be void or forfeited, but there are none."""
