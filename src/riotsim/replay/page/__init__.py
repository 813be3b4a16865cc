"""A recorded game as one HTML page that works offline.

- `html`: the page, made of its template, style, scripts and data.
- `payload`: the timeline as compressed data for the scripts.
- `page.html`, `page.css`: template and style.
- `main.js`: start of the scripts. `data.js`: unpacking of the data.
- `stage.js`: renderer, camera, lights and table.
- `scenery.js`, `patches.js`, `figures.js`, `dice.js`, `textures.js`: the things on the table.
- `controls.js`, `log.js`: scrub bar and log. `vendor/`: three.js.
"""
