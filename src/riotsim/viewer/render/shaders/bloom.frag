// Bloom: the bright parts, small and blurred, along x first (with a threshold) and then along y.
in vec2 v_uv;
out vec4 colour;
uniform sampler2D source;
uniform vec2 step_by;
uniform float threshold;
void main() {
    vec3 sum = vec3(0.0);
    float all = 0.0;
    for (int k = -6; k <= 6; k++) {
        vec3 c = texture(source, v_uv + step_by * float(k) * 1.4).rgb;
        float bright = luma(c);
        c *= threshold > 0.0 ? min(max(bright - threshold, 0.0), 6.0) / max(bright, 1e-4) : 1.0;
        float share = exp(-float(k * k) * 0.075);
        sum += c * share;
        all += share;
    }
    colour = vec4(sum / all, 1.0);
}
