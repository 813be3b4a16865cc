"""Thin wrappers of OpenGL 3.3 that know nothing of what is drawn.

- `context`: a context without a window, and a check of the current one
- `program`: shader programs; `buffers`: instanced meshes and uniform buffers; `targets`: textures and framebuffers
"""
