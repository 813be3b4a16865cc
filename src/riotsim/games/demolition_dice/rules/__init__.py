"""The rules of Demolition Dice, by chapter.

- `game.py`: the beginning of a game, its rounds, the last dice and the end (DD-01, DD-50, DD-51).
- `areas.py`: the building areas, and the legal places for throws (DD-02, DD-30).
- `round.py`: a round (DD-10, DD-11, DD-20) and the rebuilding of fallen towers (DD-40).
- `knock.py`: a throw at a tower (DD-30).
- `towers.py`: towers that grow and fall (DD-02, DD-20, DD-31).
- `demolition.py`: the game in progress, with queries for all chapters.
"""
