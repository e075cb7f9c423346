"""`python -m croupier` is the command `croupier`."""

import sys

from croupier.cli.main import main

sys.exit(main())
