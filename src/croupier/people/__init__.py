"""The register of people: who they are, in which capacities they act, who is kept out, and which limits they have set. Pure.

Nothing secret is in it: a password is known elsewhere, and here only that it was changed, or that an account was locked.
"""
