"""What every game shares: cards, hands, money, clauses, decisions, events and views. Pure, and free of clause numbers."""
