"""Narration and presentation of Demolition Dice.

`narration.py` tells its events, `reasons.py` why something is asked, `offers.py` what answers would do, and
`standing.py` how the game stands.
"""
