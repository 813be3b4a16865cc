#ifdef PATCH
// Without it, gradients are wrong along the seams of flat polygons.
#define centroid
#endif
centroid in vec3 v_at;
centroid in vec3 v_normal;
centroid in vec3 v_local;
centroid in vec4 v_paint;
centroid in vec4 v_wear;
centroid in vec4 v_mark;
flat in vec4 v_livery;
flat in vec4 v_turn;
flat in vec4 v_glow;
out vec4 colour;

uniform sampler2DArray surfaces;
uniform sampler2DArray glyphs;
uniform sampler2DArray icons;
uniform sampler2D occlusion;

vec3 unpacked(vec3 c) { return c * c * (c * 0.305306011 + 0.682171111) + c * 0.012522878; }

#if OCCLUSION > 0
// Upsample the half-resolution occlusion without smearing over edges.
float openness() {
    ivec2 size = textureSize(occlusion, 0);
    vec2 at = gl_FragCoord.xy * 0.5 - 0.5;
    ivec2 low = ivec2(floor(at));
    vec2 part = at - vec2(low);
    float deep = 1.0 / gl_FragCoord.w, sum = 0.0, all = 0.0;
    for (int k = 0; k < 4; k++) {
        ivec2 off = ivec2(k & 1, k >> 1);
        vec2 found = texelFetch(occlusion, clamp(low + off, ivec2(0), size - 1), 0).rg;
        float share = (off.x == 1 ? part.x : 1.0 - part.x) * (off.y == 1 ? part.y : 1.0 - part.y) + 0.02;
        share /= 1.0 + 60.0 * abs(found.g - deep) / deep * 12.0;
        sum += found.r * share;
        all += share;
    }
    return sum / all;
}
#else
float openness() { return 1.0; }
#endif

#ifdef PAINT
void material(inout Surface s, vec3 n) {
    vec3 own = unpacked(v_paint.rgb);
    vec3 base = mix(own, v_livery.rgb * mix(0.8, 1.15, sqrt(luma(own))), v_paint.a);
    // Each miniature has a slightly different shade.
    base *= mix(vec3(1.0), vec3(0.84, 0.90, 1.0) + vec3(0.34, 0.2, 0.0) * fract(v_livery.w), 0.55 * (1.0 - v_paint.a));
    float open = v_wear.z, ridge = clamp(v_wear.w * 2.0 - 1.0, 0.0, 1.0), groove = clamp(1.0 - v_wear.w * 2.0, 0.0, 1.0);
    float metal = step(0.5, v_wear.y);
    // A wash darkens recesses, dry brushing lightens ridges, and the primer came from above.
    vec3 wash = mix(base * base * 0.5, vec3(0.020, 0.012, 0.008), 0.45);
    base = mix(wash, base, smoothstep(0.05, 0.82, open) * (1.0 - 0.85 * smoothstep(0.03, 0.42, groove)));
    base = mix(base, base * 1.6 + vec3(0.07, 0.064, 0.055), smoothstep(0.05, 0.45, ridge) * 0.85);
    base *= mix(0.74, 1.06, smoothstep(-0.7, 0.8, n.z));
    s.albedo = mix(base, base * 1.25 + 0.04, metal);
    s.metal = metal * 0.9;
    s.rough = v_wear.x + 0.1 * groove;
    s.open = mix(0.4, 1.0, open);
    s.sheen = 0.15;
}
#endif

#ifdef SURFACE
void material(inout Surface s, vec3 n) {
    float layer = v_mark.z;
    vec4 g = texture(surfaces, v_mark.xyz);
    vec2 slope = g.xy * 2.0 - 1.0;
    float tone = g.z;
    bool cloth = layer < 0.5;
    if (cloth) {
        tone = 0.55 * tone + 0.45 * texture(surfaces, vec3(v_mark.yx * 0.173 + 0.31, layer)).z;
        slope *= 0.8;
    } else if (layer < 2.5) {
        tone = 0.75 * tone + 0.25 * texture(surfaces, vec3(v_mark.xy * 0.27 + 0.17, layer)).z;
    }
    // The tangent frame of the texture (Schüler 2013).
    vec3 px = dFdx(v_at), py = dFdy(v_at);
    vec2 tx = dFdx(v_mark.xy), ty = dFdy(v_mark.xy);
    vec3 across = cross(py, n), along = cross(n, px);
    vec3 t = across * tx.x + along * ty.x, b = across * tx.y + along * ty.y;
    float size = inversesqrt(max(max(dot(t, t), dot(b, b)), 1e-20));
    s.normal = normalize(n + (t * slope.x + b * slope.y) * size * v_mark.w);
    vec3 base = unpacked(v_paint.rgb);
    float deep = g.w;
    s.albedo = base * mix(0.28, 1.75, tone) * mix(vec3(0.55, 0.5, 0.47), vec3(1.0), deep);
    s.albedo = mix(s.albedo, s.albedo * vec3(1.12, 1.0, 0.84), (tone - 0.5) * 0.7);
    s.rough = clamp(v_wear.x + (0.5 - tone) * 0.35, 0.12, 1.0);
    s.metal = v_wear.y;
    s.open = mix(0.55, 1.0, deep);
    s.sheen = cloth ? 0.55 : 0.0;
    s.glossy = cloth || layer > 4.5 && layer < 6.5 ? 0.25 : 1.0;
}
#endif

#ifdef CUBE
float spot(vec2 q, vec2 at, float r, inout vec2 away, inout float least) {
    vec2 d = q - at;
    float far = length(d) / r;
    if (far < least) { least = far; away = d / r; }
    return far;
}
void material(inout Surface s, vec3 n) {
    int side = int(v_mark.y + 0.5), value = int(v_mark.x + 0.5), axis = side / 2;
    vec2 q = axis == 0 ? v_local.yz : axis == 1 ? v_local.zx : v_local.xy;
    const float S = 0.252;
    float least = 9.0;
    vec2 away = vec2(0.0);
    // The pips of one quarter stand for those of the others.
    vec2 way = vec2(q.x < 0.0 ? -1.0 : 1.0, q.y < 0.0 ? -1.0 : 1.0), corner = way * S;
    if (value == 1) {
        // The one is the owner's symbol: a disc, a triangle, a square or a diamond.
        int symbol = int(v_livery.w);
        vec2 a = abs(q);
        least = (symbol == 1 ? max(dot(a, vec2(0.866, 0.0)) + q.y * 0.5, -q.y) / 0.072
            : symbol == 2 ? max(a.x, a.y) / 0.112 : symbol == 3 ? (a.x + a.y) / 0.158 : length(q) / 0.128);
        away = q / 0.128;
    }
    if (value == 3 || value == 5) spot(q, vec2(0.0), 0.094, away, least);
    if (value >= 4) spot(q, corner, 0.094, away, least);
    else if (value >= 2) { spot(q, vec2(S), 0.094, away, least); spot(q, vec2(-S), 0.094, away, least); }
    if (value == 6) spot(q, vec2(corner.x, 0.0), 0.094, away, least);
    vec2 grow = fwidth(q);
    float soft = max(grow.x, grow.y) * 8.0 + 1e-4;
    float inside = smoothstep(1.0 + soft, 1.0 - soft, least);
    vec3 body = v_livery.rgb;
    float pale = smoothstep(0.29, 0.38, luma(body));
    vec3 ink = mix(vec3(0.82, 0.79, 0.71), vec3(0.020, 0.018, 0.018), pale);
    s.albedo = mix(body, ink, inside);
    // A dimple: its sides lean inwards, most near its rim.
    vec3 u = axis == 0 ? vec3(0, 1, 0) : axis == 1 ? vec3(0, 0, 1) : vec3(1, 0, 0);
    vec3 v = axis == 0 ? vec3(0, 0, 1) : axis == 1 ? vec3(1, 0, 0) : vec3(0, 1, 0);
    float lean = inside * smoothstep(0.0, 0.85, least) * 0.62;
    float rim = smoothstep(1.22, 1.0, least) * (1.0 - inside) * 0.25;
    vec2 d = length(away) > 1e-4 ? normalize(away) : vec2(0.0);
    vec3 local = normalize(v_normal) + (u * d.x + v * d.y) * (rim - lean);
    s.normal = normalize(turned(v_turn, local));
    s.rough = mix(0.24, 0.46, inside);
    s.open = mix(1.0, mix(0.62, 0.92, least), inside);
    s.sheen = 0.10;
}
#endif

#ifdef NUMBERS
void material(inout Surface s, vec3 n) {
    float ink = 0.0, inner = 0.0;
    if (v_mark.w > 0.5 && max(abs(v_mark.x), abs(v_mark.y)) < 0.99) {
        float far = (texture(glyphs, vec3(v_mark.xy * 0.5 + 0.5, v_mark.z)).r - 0.5) * 2.0;
        float soft = max(fwidth(far) * 0.7, 0.004);
        ink = smoothstep(-soft, soft, far - 0.02);
        inner = smoothstep(0.0, 0.28, far);
    }
    vec3 body = v_livery.rgb;
    float pale = smoothstep(0.29, 0.38, luma(body));
    vec3 paint = mix(vec3(0.84, 0.80, 0.70), vec3(0.020, 0.018, 0.018), pale);
    s.albedo = mix(body, paint * mix(0.72, 1.0, inner), ink);
    s.rough = mix(0.22, 0.5, ink);
    s.open = mix(1.0, 0.85, ink);
    s.sheen = 0.10;
}
#endif

#ifdef SIGNS
// Lengths are shares of the radius of the circle inside the face. Distances are positive inside the ink.
// Return the distance to the outline in a cell of half side `size` around `at`.
float outline(sampler2DArray cells, vec2 q, vec2 at, float size, float layer) {
    return (texture(cells, vec3((q - at) / size * 0.5 + 0.5, layer)).r - 0.502) * 2.0 * SPREAD * size;
}
void material(inout Surface s, vec3 n) {
    vec2 q = v_mark.xy;
    float kind = floor(v_mark.w + 0.5), far = -1.0;
    if (kind > 2.5) {
        far = outline(icons, q, COUNTED_ICON_PLACE, COUNTED_ICON_SIZE * ICON_REACH, v_mark.z);
        float digit = outline(glyphs, q, COUNT_PLACE, COUNT_CELL, kind - 1.0) + COUNT_BOLD;
        far = max(digit, min(far, -digit - COUNT_GAP));
    } else if (kind > 1.5) far = outline(icons, q, vec2(0.0), LONE_ICON_SIZE * ICON_REACH, v_mark.z);
    else if (kind > 0.5 && max(abs(q.x), abs(q.y)) < 0.99) far = outline(glyphs, q, vec2(0.0), 1.0, v_mark.z);
    float soft = max(fwidth(far) * 0.7, 0.001);
    float ink = smoothstep(-soft, soft, far);
    vec3 body = v_livery.rgb;
    float pale = smoothstep(0.29, 0.38, luma(body));
    vec3 paint = mix(vec3(0.84, 0.80, 0.70), vec3(0.020, 0.018, 0.018), pale);
    s.albedo = mix(body, paint * mix(0.8, 1.0, smoothstep(0.0, 0.015, far)), ink);
    s.rough = mix(0.22, 0.5, ink);
    s.open = mix(1.0, 0.85, ink);
    s.sheen = 0.10;
}
#endif

#ifdef COIN
// The relief of a token: a beaded rim around the face of a die that shows five.
float relief(vec2 p) {
    float r = length(p), h = 0.0;
    h += smoothstep(0.86, 0.90, r) * 0.9;
    float a = atan(p.y, p.x), bead = a * 36.0 / 6.2831853;
    vec2 c = vec2((fract(bead) - 0.5) * 6.2831853 / 36.0 * r, r - 0.80);
    h += 0.55 * sqrt(max(0.0, 1.0 - dot(c, c) / (0.045 * 0.045)));
    vec2 q = mat2(0.966, 0.259, -0.259, 0.966) * p;
    vec2 b = abs(q) - 0.40 + 0.10;
    float box = length(max(b, 0.0)) + min(max(b.x, b.y), 0.0) - 0.10;
    h += 0.75 * smoothstep(0.030, -0.030, box);
    vec2 f = abs(q);
    float pip = min(length(f - 0.225), length(q));
    h -= 0.75 * smoothstep(0.095, 0.045, pip);
    float ray = smoothstep(0.5, 1.0, cos(a * 24.0)) * smoothstep(0.44, 0.50, r) * smoothstep(0.73, 0.67, r);
    return h + 0.22 * ray;
}
void material(inout Surface s, vec3 n) {
    vec2 p = v_mark.xy;
    vec3 local = normalize(v_normal);
    float r = length(p), fine = 0.0;
    if (abs(local.z) > 0.8) {
        float e = max(fwidth(p.x) + fwidth(p.y), 0.006) * 0.75;
        float h = relief(p);
        vec2 slope = vec2(relief(p + vec2(e, 0.0)) - h, relief(p + vec2(0.0, e)) - h) / e;
        local.xy -= slope * 0.075 * clamp(0.02 / e, 0.35, 1.0);
        fine = h;
    } else {
        float a = atan(v_local.y, v_local.x);
        vec2 around = vec2(-sin(a), cos(a));
        local.xy += around * sin(a * 90.0) * 0.35 * clamp(0.5 / fwidth(a * 90.0), 0.0, 1.0);
        fine = 0.6;
    }
    s.normal = normalize(turned(v_turn, normalize(local)));
    vec4 scuff = texture(surfaces, vec3(p * 0.41 + fract(v_livery.w), 7.0));
    float worn = smoothstep(0.1, 0.85, fine);
    vec3 gold = mix(vec3(0.50, 0.27, 0.055), vec3(1.0, 0.71, 0.27), worn);
    s.albedo = gold * mix(0.78, 1.06, scuff.z);
    s.metal = 1.0;
    s.rough = mix(0.46, 0.27, worn) + (scuff.z - 0.5) * 0.22;
    s.open = mix(0.55, 1.0, worn);
}
#endif

void main() {
    vec3 n = normalize(turned(v_turn, normalize(v_normal)));
    Surface s;
    s.at = v_at;
    s.flat_normal = n;
    s.normal = n;
    s.albedo = vec3(0.5);
    s.rough = 0.6;
    s.metal = 0.0;
    s.open = 1.0;
    s.sheen = 0.0;
    s.glossy = 1.0;
    material(s, n);
#ifdef GHOST
    vec3 v = normalize(eye.xyz - v_at);
    float rim = pow(1.0 - clamp(dot(n, v), 0.0, 1.0), 2.0);
    float lit_side = 0.55 + 0.45 * max(dot(s.normal, lamp.xyz), 0.0);
    colour = vec4(mix(s.albedo, v_livery.rgb, 0.6) * lit_side * 1.2 + v_livery.rgb * rim * 1.3, 0.42 + 0.4 * rim);
#else
    float shadow = shadowed(v_at, n);
    vec3 c = lit(s, shadow, openness());
    // A highlighted piece glows along its outline.
    float rim = pow(1.0 - clamp(dot(s.normal, normalize(eye.xyz - v_at)), 0.0, 1.0), 3.0);
    c += v_glow.rgb * v_glow.a * (0.45 * rim + 0.02);
#ifdef SURFACE
    if (v_at.z < -20.0) {
        float far = length(v_at.xy - field.xy * 0.5) / max(field.x, field.y);
        c = mix(c, vec3(0.036, 0.0215, 0.0135), smoothstep(0.8, 2.8, far));
    }
#endif
#ifdef PATCH
    colour = vec4(c, v_paint.a);
#else
    colour = vec4(c, 1.0);
#endif
#endif
}
