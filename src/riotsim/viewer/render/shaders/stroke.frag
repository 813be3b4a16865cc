in vec4 v_tint;
in vec2 v_across;
out vec4 colour;
uniform float faint;
void main() {
    float a = abs(v_across.x), soft = fwidth(v_across.x) + 0.02;
    float body = smoothstep(1.0, 1.0 - soft * 1.5, a);
    float core = smoothstep(1.0, 0.2, a);
    colour = vec4(v_tint.rgb * (0.9 + 0.9 * core), v_tint.a * body * faint * mix(0.7, 1.0, core));
}
