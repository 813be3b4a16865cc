"""Films of recorded games, and pictures of the window's table.

- `shots`: planning of the content and camera of each picture, and rendering of pictures and sound.
- `camera`: a camera that follows the game by itself.
- `writer`: pictures and sound, encoded as MP4 or WebM.
- `photo`: the subject of a photo, and the camera's pose for it.
- `picture_taker`: screenshots and photos that the user takes with keys.
"""
