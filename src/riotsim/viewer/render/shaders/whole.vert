out vec2 v_uv;
void main() {
    vec2 at = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
    v_uv = at;
    gl_Position = vec4(at * 2.0 - 1.0, 0.99999, 1.0);
}
