"""The poker room beyond one table: waiting lists by game and limit, calls, seats, moves between tables, collections. Pure."""
