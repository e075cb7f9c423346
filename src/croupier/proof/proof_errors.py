"""What is said when something that should prove something does not."""

from croupier.kernel.errors import CroupierError


class ProofError(CroupierError):
    """A proof, a checkpoint or a key that cannot be read, or does not hold: one line that says why."""
