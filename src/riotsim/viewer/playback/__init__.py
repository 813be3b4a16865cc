"""Playback: the state that the window shows at each moment.

- `live`: a game in progress, from the messages of its host.
- `recorded`: a recorded game, with a position in time.
- `aftermath`: how long the outcome of an act stays in view before the game goes on elsewhere.
- `hand_over`: which of several people at one window is asked, and the side of the table where the camera stands.
- `game_clock`: the game's clock, which ticks while a person decides.
- `kept_dice`: dice that rise from the table because a check uses their numbers.
- `outcomes`: marks on the table: who did something to whom.
- `strikes`: attacks and fallen towers, which are shown for a moment.
- `effects`: all that is added to the table: `kept_dice`, `strikes`, `outcomes`, and in a game also `hand`.
- `hand`: the sounds of shaken dice, of a carried tower, and of coins at the end of a game. It also shows released dice
  until the first frame of their throw.
- `highlights`: the best moments of a game that was played in the window or recorded.
- `display`: the displayed state of a live or a recorded game, and notices.
"""
