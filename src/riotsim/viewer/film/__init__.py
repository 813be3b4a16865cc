"""Films of recorded games.

- `shots`: what each picture of a film shows, the pictures and the sound
- `camera`: a camera that follows the game by itself
- `writer`: pictures and sound encoded as MP4 or WebM
"""
