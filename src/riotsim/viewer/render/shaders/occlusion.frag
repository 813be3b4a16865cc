// Ambient occlusion at half resolution, from samples within a hand's breadth.
in vec2 v_uv;
out vec2 found;
uniform sampler2D normals;

vec3 place(vec2 uv, float deep) {
    return vec3((uv * 2.0 - 1.0) / picture.zw * deep, -deep);
}

void main() {
    vec4 own = texture(normals, v_uv);
    if (own.w <= 0.0) { found = vec2(1.0, 60000.0); return; }
    vec3 n = normalize(own.xyz), p = place(v_uv, own.w);
    float hidden = 0.0;
    float turn = grainy(gl_FragCoord.xy) * 6.2831853;
    // Two rings of samples: one for what touches, one for what stands near.
    for (int k = 0; k < OCCLUSION; k++) {
        float reach = (k & 1) == 0 ? 7.0 : 26.0;
        float share = (float(k / 2) + 0.6) / float(OCCLUSION / 2);
        float a = float(k) * 2.39996323 + turn;
        vec2 off = vec2(cos(a), sin(a)) * share * reach * picture.zw * 0.5 / own.w;
        vec2 uv = v_uv + off;
        vec4 other = texture(normals, uv);
        if (other.w <= 0.0) continue;
        vec3 d = place(uv, other.w) - p;
        float far2 = dot(d, d), rise = dot(d, n) - 0.0035 * own.w;
        float limit = reach * reach * 1.6;
        hidden += max(0.0, rise) * inversesqrt(far2 + 0.4) * max(0.0, 1.0 - far2 / limit) * ((k & 1) == 0 ? 1.0 : 1.15);
    }
    float open = clamp(1.0 - 2.0 * hidden / float(OCCLUSION), 0.0, 1.0);
    found = vec2(open, own.w);
}
