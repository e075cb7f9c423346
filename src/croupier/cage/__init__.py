"""The cage: chips against money, what people have in hand, floats, drops, tournament money, and counts. Pure.

Money is kept in one ledger of few accounts, by currency; what each person has in hand is kept by person, and comes to what the
account `hands` says. A table's own ledger says where the chips on it are: `play` is all that its players have brought there, less
what they took away again.
"""
