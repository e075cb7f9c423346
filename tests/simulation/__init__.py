"""The whole floor from one seed: processes, clients, a store and a network that fail, in time that only jumps."""
