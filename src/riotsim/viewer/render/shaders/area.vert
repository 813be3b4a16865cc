uniform vec4 corners_at;
out vec2 v_uv;
out vec2 v_at;
void main() {
    vec2 unit = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    v_uv = unit;
    v_at = mix(corners_at.xy, corners_at.zw, unit);
    gl_Position = clip * vec4(v_at, 0.3, 1.0);
    gl_Position.z -= 0.0003 * gl_Position.w;
}
