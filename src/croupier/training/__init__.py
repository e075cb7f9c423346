"""Drills, rehearsals, plausible wrong answers and a coach."""
