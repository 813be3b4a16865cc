"""Pictures and films of games, written to files."""
