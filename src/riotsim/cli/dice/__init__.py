"""Commands about dice alone: `throw` throws dice, and `odds` compares pools of dice."""
