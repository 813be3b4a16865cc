"""How live and recorded games are shown in time."""
