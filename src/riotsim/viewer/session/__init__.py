"""A game behind the window, in a process of its own.

- `messages`: what the host process and the window send each other.
- `host`: starts the host process, and is the window's end of the pipe.
- `driver` and `connection`: run the game in the host process.
- `log` and `live_drag`: the log and the dice counts, and a drag that is simulated while it is made.
- `hosted_game`: the interface that a game implements for the host.
"""
