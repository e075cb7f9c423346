"""The house-banked five-card stud engine: wagers, deal, decisions, settlement. One engine for every Caribbean Stud book."""
