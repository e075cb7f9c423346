"""Players that are not people: bots, and an environment for those that learn."""
