"""The floor: a house with its tables, people, cage and clock, kept in a store that loses nothing."""
