layout(location = 0) in vec3 position;
layout(location = 1) in vec4 tint;
layout(location = 2) in vec2 across;
out vec4 v_tint;
out vec2 v_across;
void main() {
    v_tint = tint;
    v_across = across;
    gl_Position = clip * vec4(position, 1.0);
    gl_Position.z -= 0.0004 * gl_Position.w;
}
