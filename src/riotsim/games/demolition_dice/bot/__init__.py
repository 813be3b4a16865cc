"""What bots know of Demolition Dice: `answers.py` rates answers, and `positions.py` estimates the chance to win."""
