// Shadows that are softer farther from their occluder (PCSS, Fernando 2005), or all equally soft.
uniform sampler2DShadow shadow_map;
uniform sampler2D shadow_depth;

vec2 disc(int k, int count, float turn) {
    float r = sqrt((float(k) + 0.5) / float(count)), a = float(k) * 2.39996323 + turn;
    return r * vec2(cos(a), sin(a));
}

float shadowed(vec3 at, vec3 n) {
    float facing = dot(n, lamp.xyz);
    if (facing <= 0.0) return 0.0;
    float texel = field.z / float(SHADOW_SIDE);
    // Offset along the normal, larger at grazing light, or a surface would shade itself.
    vec3 from = at + n * texel * (0.9 + 1.7 * sqrt(1.0 - facing * facing)) + lamp.xyz * texel * 0.4;
    vec3 p = (shade * vec4(from, 1.0)).xyz;
    if (any(lessThan(p.xy, vec2(0.002))) || any(greaterThan(p.xy, vec2(0.998)))) return 1.0;
    float turn = grainy(gl_FragCoord.xy) * 6.2831853;
    float widest = lamp.w * 150.0 / field.z, wide;
#if SEARCH > 0
    float sum = 0.0, count = 0.0;
    for (int k = 0; k < SEARCH; k++) {
        vec2 off = disc(k, SEARCH, turn);
        float deep = texture(shadow_depth, p.xy + off * widest).r;
        // The cone to the lamp is narrower near the surface.
        if (deep < p.z - length(off) * 0.00012) { sum += deep; count += 1.0; }
    }
    if (count < 0.5) return 1.0;
    wide = clamp((p.z - sum / count) * field.w * lamp.w / field.z, 0.7 * texel / field.z, widest);
#else
    wide = 2.6 / field.z;
#endif
    float light = 0.0;
    for (int k = 0; k < TAPS; k++) {
        vec2 off = disc(k, TAPS, turn);
        light += texture(shadow_map, vec3(p.xy + off * wide, p.z - 0.00006));
    }
    return light / float(TAPS);
}
