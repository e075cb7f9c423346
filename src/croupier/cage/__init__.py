"""The cage: chips against money, what people have in hand, floats, drops, tournament money, and counts. Pure.

Money is kept in one ledger of few accounts, by currency; what each person has in hand is kept by person, and adds up to the
account `hands`. A table's own ledger says where the chips on it are: `play` is all that its players have brought there, minus
what they took away again.
"""
