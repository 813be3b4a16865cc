// Light: a warm lamp over the table, two windows at dusk, a fire across the room, and light that the table reflects.

const vec3 LAMP = vec3(1.0, 0.905, 0.775) * 4.6;
const vec3 DUSK = vec3(0.42, 0.60, 1.0);
const vec3 FIRE = vec3(1.0, 0.46, 0.16);
const vec3 FIRE_AT = vec3(0.80, 0.42, 0.43);
const vec3 DUSK_AT = vec3(-0.78, 0.30, 0.55);

// The lamp's light at a place in plan: a pool on the table, dark beyond.
float pool(vec3 at) {
    vec2 off = (at.xy - field.xy * 0.5) / (max(field.x, field.y) * 0.5);
    float far = length(off * vec2(0.93, 1.0) - vec2(-0.06, 0.0));
    return 1.0 / (1.0 + pow(far / 1.55, 4.0)) * 1.04;
}

float pane(vec3 d, vec3 to, vec2 half_size, float blur) {
    float near = dot(d, to);
    if (near <= 0.05) return 0.0;
    vec3 right = normalize(cross(to, vec3(0.0, 0.0, 1.0))), up = cross(right, to);
    vec2 p = abs(vec2(dot(d, right), dot(d, up)) / near) - half_size;
    vec2 s = smoothstep(vec2(blur), vec2(-blur), p);
    return s.x * s.y * min(1.0, half_size.x / blur) * min(1.0, half_size.y / blur);
}

// Light from a direction of the room, blurred as by a rough surface.
vec3 room(vec3 d, float rough) {
    float blur = 0.035 + rough * 0.9;
    vec3 low = vec3(0.040, 0.050, 0.040), wall = vec3(0.085, 0.064, 0.050), ceiling = vec3(0.24, 0.205, 0.175);
    vec3 c = mix(low, wall, smoothstep(-0.25 - blur, 0.10 + blur * 0.5, d.z));
    c = mix(c, ceiling, smoothstep(0.25, 0.95, d.z));
#if FINE
    c += DUSK * 1.7 * pane(d, normalize(vec3(-0.86, 0.20, 0.42)), vec2(0.17, 0.30), blur);
    c += DUSK * 1.4 * pane(d, normalize(vec3(-0.62, 0.72, 0.42)), vec2(0.15, 0.30), blur);
    c += vec3(1.0, 0.90, 0.76) * 1.25 * pane(d, normalize(vec3(0.10, 0.72, 0.69)), vec2(0.55, 0.30), blur + 0.12);
    c += FIRE * 2.3 * pane(d, normalize(vec3(0.86, 0.42, 0.20)), vec2(0.34, 0.16), blur);
#else
    c += vec3(0.12) * smoothstep(0.3, 1.0, d.z);
#endif
    return c;
}

// Light from the whole room onto a matt surface.
vec3 sky(vec3 n) {
    vec3 c = mix(vec3(0.095, 0.110, 0.090), vec3(0.46, 0.415, 0.37), n.z * 0.5 + 0.5);
    float cool = max(dot(n, DUSK_AT) * 0.6 + 0.4, 0.0), warm = max(dot(n, FIRE_AT) * 0.6 + 0.4, 0.0);
    return c + DUSK * 0.26 * cool * cool + FIRE * 0.20 * warm * warm;
}

float d_ggx(float nh, float a) {
    float d = (nh * a - nh) * nh + 1.0;
    return a / (d * d * 3.14159265);
}

float v_smith(float nl, float nv, float a2) {
    return 0.5 / (nl * sqrt((nv - nv * a2) * nv + a2) + nv * sqrt((nl - nl * a2) * nl + a2) + 1e-5);
}

// Share of the room that a surface mirrors (Karis 2014, after Lazarov).
vec3 mirrored(vec3 f0, float rough, float nv) {
    vec4 r = rough * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
    float a = min(r.x * r.x, exp2(-9.28 * nv)) * r.x + r.y;
    vec2 ab = vec2(-1.04, 1.04) * a + r.zw;
    return f0 * ab.x + ab.y;
}

struct Surface {
    vec3 at, flat_normal, normal, albedo;
    float rough, metal, open, sheen, glossy;
};

vec3 lit(Surface s, float shadow, float near_open) {
    vec3 n = normalize(s.normal), v = normalize(eye.xyz - s.at), l = lamp.xyz;
    // Products of unit vectors may be a little above 1, and a power of a number below 0 is undefined.
    float nv = clamp(dot(n, v), 1e-3, 1.0), nl = max(dot(n, l), 0.0);
    vec3 h = normalize(l + v);
    float nh = max(dot(n, h), 0.0), vh = clamp(dot(v, h), 0.0, 1.0);
    float rough = clamp(s.rough, 0.06, 1.0);
    // The lamp has a size, which widens every highlight.
    float a = rough * rough, wide = clamp(a + lamp.w * 1.6, 0.0, 1.0), a2 = wide * wide;
    vec3 f0 = mix(vec3(0.042), s.albedo, s.metal);
    vec3 f = f0 + (1.0 - f0) * pow(1.0 - vh, 5.0);
    float give = pool(s.at);
    vec3 lamp_light = LAMP * give * nl * shadow;
    float narrower = (a * a + 1e-4) / (a2 + 1e-4);
    vec3 diffuse = s.albedo * (1.0 - s.metal) * (1.0 - f * 0.5) * 0.5;
    vec3 c = lamp_light * (diffuse + f * min(d_ggx(nh, a2) * v_smith(max(nl, 1e-3), nv, a2), 24.0) * s.glossy);
    float open = s.open * near_open;
    // Light that bounces in a recess takes on its colour (Jimenez 2016).
#if FINE
    vec3 multi = max(vec3(open), ((open * (2.0404 * s.albedo - 0.3324) + (-4.7951 * s.albedo + 0.6417)) * open + (2.7552 * s.albedo + 0.6903)) * open);
#else
    vec3 multi = vec3(open);
#endif
    float dim = mix(0.30, 1.0, give);
    c += s.albedo * (1.0 - s.metal) * sky(n) * multi * dim;
    vec3 r = reflect(-v, n);
#if FINE
    float hidden = clamp(pow(nv + open, exp2(-16.0 * rough - 1.0)) - 1.0 + open, 0.0, 1.0);
#else
    float hidden = open;
#endif
    // Reflections from below the surface's own plane see the surface.
    hidden *= clamp(1.0 + 1.6 * dot(r, s.flat_normal), 0.0, 1.0);
    c += room(r, rough) * mirrored(f0, rough, nv) * hidden * dim * 1.9 * s.glossy;
    c += s.albedo * s.sheen * pow(1.0 - nv, 4.0) * (sky(n) + LAMP * give * 0.25 * shadow);
    return c;
}
