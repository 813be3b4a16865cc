"""Playback: what the window shows of a game at each moment.

- `live`: a game that is played now, from the messages of its host.
- `recorded`: a recorded game, with a scrub position.
- `display`: what both put on display.
"""
