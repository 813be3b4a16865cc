"""The screens of the window, without graphics: their state, their time, and the commands of their panels.

- `start`, `game`, `replay`, `sandbox`: the four screens.
- `settings`: the settings and their file.
- `decisions`: the mouse interaction for a request, choices besides the game's offers, choices that also answer later
  requests, and a check whether the player can have seen a question yet.
- `secret_choice`: a simultaneous choice of two players.
- `measuring`: the ruler and the reach circles.
- `sandbox_trials`: trials of a throw or a carry in a host process.
- `game_model`, `sandbox_model`, `shared_models`: the data that panels show.
"""
