"""The register of people: who they are, what they may do, who is excluded, what limits they set themselves. Pure."""
