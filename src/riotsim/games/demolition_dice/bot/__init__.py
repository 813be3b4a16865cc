"""How a bot judges positions and answers in Demolition Dice."""
