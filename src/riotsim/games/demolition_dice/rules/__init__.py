"""The rules of Demolition Dice, by chapter.

- `game.py` and `areas.py`: before the game (DD-01, DD-02), and round after round.
- `round.py`: a round (DD-10, DD-11, DD-20); `rolling.py` rolls dice (DD-10).
- `knock.py`: a throw at a tower (DD-30).
- `towers.py`: towers that grow and fall (DD-02, DD-20, DD-31).
- `rebuild.py`: the rebuild (DD-40).
- `ending.py`: the last dice and the end (DD-50, DD-51).
- `demolition.py`: the game in hand, which all chapters work on.
"""
