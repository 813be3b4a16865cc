"""Films of recorded games.

- `shots`: the content and camera of each picture, and then the pictures and the sound.
- `camera`: a camera that follows the game by itself.
- `writer`: pictures and sound, encoded as MP4 or WebM.
"""
