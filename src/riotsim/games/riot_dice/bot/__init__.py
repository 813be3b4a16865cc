"""How a bot judges positions and answers in Riot Dice."""
