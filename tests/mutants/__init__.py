"""Mutants: small changes of the source, drawn by chance, that some test should notice. `make mutants` runs this."""
