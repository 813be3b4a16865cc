"""The panels of the screens.

- `question`: the question to a player, with its options.
- `turn`: the turn, who is asked now, lessons and notices.
- `standings`: each player's score and towers. `log`: events, companies and dice counts.
- `units/`: companies, sheets, and checks of dice pools.
- `fight`: a simultaneous choice of two players.
- `playback`: pause and speed, and the timeline of a replay.
- `camera`: the buttons that move the camera.
- `menu`: the menu, the settings over a game, the result, and the buttons for sound and menu.
- `rules/`: the page with the rules of a game, which covers the other panels.
- `scene/`: labels and signs over the scene, the ruler, and the tooltip at the mouse.
- `position`: the right side of the sandbox, with the position and the selected piece.
- `new_game`: the page for setting up a new game or a new sandbox.
- `own_file`: a field for the path of the user's own file, and the errors in that file.
- `settings`: the settings page, on the start screen or over a game.
"""
