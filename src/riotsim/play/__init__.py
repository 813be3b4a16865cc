"""How a game asks: requests, session, journal, chance. Knows no game and no engine."""
