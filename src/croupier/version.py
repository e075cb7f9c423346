"""The version of Croupier, said here and nowhere else: by the package, the program, every record and every snapshot."""

VERSION = "1.2.0"
