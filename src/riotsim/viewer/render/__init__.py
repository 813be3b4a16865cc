"""The renderer: it draws a scene with light, shadows, materials and tone mapping.

- `renderer`: the steps of drawing a picture.
- `overlays`: lines, areas and ghost pieces over the scene.
- `shadows`: the lamp and its shadow map.
- `programs`: shader programs and their variants. Their source is in the folder `shaders`.
- `quality`: quality levels, and the automatic choice of a level.
- `view`: the scene and the camera of a window.
- `portraits`: pictures of figures for panels.
- `images`: pictures without a window, and screenshots.
- `context`: the OpenGL context.
- `buffers`: meshes and uniform buffers.
- `targets`: textures and framebuffers.
"""
