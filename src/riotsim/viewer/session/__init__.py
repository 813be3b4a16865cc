"""A game behind the window, in a separate process.

- `messages`: the messages between host process and window.
- `host`: the window's end of the pipe, which starts the host process.
- `driver` and `connection`: the part that runs the game in the host process.
- `only_answers`: the answers that the host gives by itself, because nothing is left to decide.
- `undo_history`: undo and redo, and the limits of undo.
- `log`: the log and the dice counts.
- `live_drag`: the simulation of a drag while a person makes the drag.
- `hosted_game`: the interface that a game implements for the host.
"""
