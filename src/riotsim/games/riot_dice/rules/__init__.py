"""The rules of Riot Dice, by chapter.

- `setup.py`: the set-up (RD-03 to RD-15).
- `turn.py`: turns and activations (RD-20 to RD-24). `game.py` plays turn after turn.
- `towers.py`: the tower (RD-30 to RD-39), and the consequences of physical acts.
- `scoot.py`: scoot (RD-40 to RD-49). `moving.py`: every move of a model, also outside a scoot.
- `shoot.py`: shoot (RD-50 to RD-55).
- `fight.py`: fights (RD-60 to RD-69).
- `boot.py`: boot (RD-70 to RD-72).
- `ending.py`: legging it, time and the end (RD-80 to RD-86).
- `rolling.py`: dice on the table (RD-90 to RD-94).
- `riot.py`: the game in progress, with queries for all chapters.
"""
