"""Who may do what at Crown: the ranks of the book's own line that its clauses name (1.1)."""

SUPERVISOR = "TG Higher Duties Dealer"
AREA_MANAGER = "TG Area Manager"
CASINO_MANAGER = "TG Assistant Casino Manager"

NOTHING_LIES = "the player has no wager on the table"
"""The answer for a player whose wagers were to be void or forfeited, and who has none."""
