"""The register of people: who they are, in which capacities they act, who is excluded, and which limits they have set. Pure.

It holds no secrets: passwords are kept elsewhere; the register only knows that one was changed, or an account locked.
"""
