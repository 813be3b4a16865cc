"""The sound of dice, made from what hits what.

- `materials`: how things ring; `synthesis`: the sound of one impact
- `mixing`: the soundtrack of an act or a film; `speaker`: playing sound in a window
"""
