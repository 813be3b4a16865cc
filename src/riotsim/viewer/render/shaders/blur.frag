// Edge-preserving blur of the ambient occlusion.
in vec2 v_uv;
out vec2 found;
uniform sampler2D source;
void main() {
    ivec2 at = ivec2(gl_FragCoord.xy), size = textureSize(source, 0);
    vec2 own = texelFetch(source, at, 0).rg;
    float sum = 0.0, all = 0.0;
    for (int y = -2; y <= 2; y++) for (int x = -2; x <= 2; x++) {
        vec2 other = texelFetch(source, clamp(at + ivec2(x, y), ivec2(0), size - 1), 0).rg;
        float share = 1.0 / (1.0 + 400.0 * abs(other.g - own.g) / own.g);
        share *= exp(-float(x * x + y * y) * 0.16);
        sum += other.r * share;
        all += share;
    }
    found = vec2(sum / all, own.g);
}
