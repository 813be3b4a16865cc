in vec2 v_uv;
in vec2 v_at;
out vec4 colour;
uniform sampler2DArray covered;
uniform vec3 tint;
uniform float layer;
void main() {
    colour = vec4(tint * 0.8, 0.85 * texture(covered, vec3(v_uv, layer)).r);
}
