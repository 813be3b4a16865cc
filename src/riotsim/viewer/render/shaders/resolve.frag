// MSAA resolve. Bright samples count less, or the edges of highlights would be jagged.
out vec4 colour;
#if SAMPLES > 0
uniform sampler2DMS source;
#else
uniform sampler2D source;
#endif
void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
#if SAMPLES > 0
    vec3 sum = vec3(0.0);
    float all = 0.0;
    for (int k = 0; k < SAMPLES; k++) {
        vec3 c = min(texelFetch(source, at, k).rgb, vec3(60.0));
        float share = 1.0 / (1.0 + luma(c) * 1.2);
        sum += c * share;
        all += share;
    }
    colour = vec4(sum / all, 1.0);
#else
    colour = vec4(texelFetch(source, at, 0).rgb, 1.0);
#endif
}
