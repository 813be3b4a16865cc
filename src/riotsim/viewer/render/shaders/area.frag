in vec2 v_uv;
in vec2 v_at;
out vec4 colour;
uniform sampler2DArray covered;
uniform vec3 tint;
void main() {
    float inside = texture(covered, vec3(v_uv, 0.0)).r;
    float soft = max(fwidth(inside), 0.04);
    float body = smoothstep(0.5 - soft, 0.5 + soft, inside);
    float edge = smoothstep(0.75 + soft, 0.5, inside) * body;
    float hatch = smoothstep(0.35, 0.5, abs(fract((v_at.x + v_at.y) / 9.0) - 0.5) * 2.0 - 0.15);
    colour = vec4(tint * 1.2, body * (0.16 + 0.06 * hatch + 0.55 * edge));
}
