"""The version of Croupier, defined here and nowhere else, for the package, the program, every record and every snapshot."""

VERSION = "1.3.0"
