"""Playback: the state that the window shows at each moment.

- `live`: a game in progress, from the messages of its host.
- `recorded`: a recorded game, with a position in time.
- `aftermath`: the time for which the outcome of an act stays in view.
- `hand_over`: the change from one person at the window to the next, with the camera's side of the table.
- `game_clock`: the game's clock, which ticks while a person decides.
- `kept_dice`: dice that rise from the table because a check uses their numbers.
- `outcomes`: marks on the table that show an acting model and its target.
- `strikes`: attacks and fallen towers, which are shown for a moment.
- `effects`: all additions to the table: `kept_dice`, `strikes`, `outcomes`, and in a game also `hand`.
- `hand`: the sounds of shaken dice, of a carried tower, and of coins at the end of a game. It also shows released dice
  until the first frame of their throw.
- `highlights`: the best moments of a played or recorded game.
- `display`: the displayed state of a live or a recorded game, and notices.
"""
