"""A fighter's turn, and the actions that aren't attacks.

- `turn.py`: a turn with its action and its move, and held actions that interrupt (BK-41, BK-47).
- `aiding.py`: help and treatment (BK-36, BK-90).
- `tasks.py`: the tasks of a scenario (BK-33, BK-34, BK-42).
"""
