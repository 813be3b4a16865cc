"""A fight of Buskit on the table. `chapters/` decides the dice of each throw and their effects.

- `game.py`: a new game, and its phases. `skirmish.py`: the game in progress.
- `setup.py`: the table and the set-up (BK-02). `field.py`: distances, sight, places and moves on the table.
- `throwing.py`: dice in the shared tray, or from a stream (BK-01, BK-04).
- `round.py`: initiative and the order of a round. `turns/`: a turn, and the actions that aren't attacks.
- `declaring.py`: the questions to a player who attacks. `attacking.py`: the rolls of an attack, and the reaction of a
  target under fire.
- `harming.py`: damage, armour, and who goes down. `recovery.py`: healing after the fight.
- `conceding.py`: concessions and complications, and their effects.
"""
