"""Players that are not people: bots, and a whole tournament of them."""
