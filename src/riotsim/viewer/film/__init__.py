"""Films of recorded games."""
