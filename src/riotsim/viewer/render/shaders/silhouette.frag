flat in vec4 v_glow;
out vec4 colour;
void main() {
    if (v_glow.a <= 0.0) discard;
    colour = vec4(v_glow.rgb * v_glow.a, v_glow.a);
}
