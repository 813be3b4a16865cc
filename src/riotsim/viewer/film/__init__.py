"""Films of recorded games.

- `shots`: the content of each picture of a film, the pictures and the sound - `camera`: a camera that follows the
game automatically - `writer`: pictures and sound encoded as MP4 or WebM
"""
