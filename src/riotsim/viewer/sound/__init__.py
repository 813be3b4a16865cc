"""What is heard of a table: the knocks of dice, made from what hits what."""
