"""Running cases of every kind, a reader's own file included."""
