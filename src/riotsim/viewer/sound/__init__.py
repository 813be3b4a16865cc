"""The sound of dice, synthesized from impacts.

- `materials`: the sound properties of materials.
- `synthesis`: the sound of one impact.
- `mixing`: the soundtrack of an act or a film.
- `speaker`: playing sound in a window.
"""
