"""Tables and meters that one can hold in the hand: they take commands, keep their record and show themselves to people."""
