"""The renderer: it draws a scene with light, shadows, materials and tone mapping.

- `renderer`: the passes of a picture; `overlays`: lines, areas and ghost pieces over it.
- `shadows`: the lamp and its shadow map; `programs`: shader programs and their variants; `shaders/`: their source.
- `quality`: quality levels, and the automatic choice of a level.
- `view`: scene and camera of a window; `portraits`: pictures of figures for panels.
- `images`: pictures without a window, and screenshots.
- `context`, `buffers`, `targets`: the OpenGL context, meshes and uniforms, textures and framebuffers.
"""
