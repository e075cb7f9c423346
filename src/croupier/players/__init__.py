"""Players that are no people: bots, and an environment for those that learn."""
