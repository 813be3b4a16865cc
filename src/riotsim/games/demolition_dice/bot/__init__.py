"""The judgement of bots in Demolition Dice.

`judge.py` values answers, and `outlook.py` positions by each player's chance to win, which `prospects.py` estimates.
"""
