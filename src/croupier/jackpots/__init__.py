"""Prize meters: progressive jackpots shared by many tables, exact to the last fraction of a cent. Pure."""
