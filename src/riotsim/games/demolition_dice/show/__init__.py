"""How Demolition Dice is told and shown.

`narration.py` tells its events, `reasons.py` why something is asked, `offers.py` what answers would do, and
`standing.py` how the game stands.
"""
