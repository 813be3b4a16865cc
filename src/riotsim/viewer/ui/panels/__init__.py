"""The panels over a table.

- `game`: the screens of a game and of a replay, put together from the others.
- `turn`: the turn, the question with its options, and notices.
- `standings`, `log`: players and towers, events and dice counts.
- `fight`: a simultaneous choice of two players.
- `playback`: pause and speed, and the timeline of a replay.
- `menu`: the menu, the settings over a game, the result, and the buttons for sound and menu.
- `scene`, `tooltip`: labels and ruler in the scene, and texts at the mouse.
"""
