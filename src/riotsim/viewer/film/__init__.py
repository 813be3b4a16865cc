"""Films of recorded games, and pictures of the window's table.

- `shots`: the content and camera of each picture, and then the pictures and the sound.
- `camera`: a camera that follows the game by itself.
- `writer`: pictures and sound, encoded as MP4 or WebM.
- `photo`: the subject and the camera of a photo that frames itself.
- `picture_taker`: screenshots and photos that the user takes with keys.
"""
