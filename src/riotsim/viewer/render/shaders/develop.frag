// Final pass: outlines, bloom, exposure, tone mapping, vignette, and dither finer than a step of colour.
in vec2 v_uv;
out vec4 colour;
uniform sampler2D source;
uniform sampler2D bloom;
uniform sampler2D outlines;
uniform float bloomed;
uniform float outlined;

// ACES as fitted by Hill: reference rendering and output transforms in one.
vec3 film(vec3 c) {
    c = mat3(0.59719, 0.07600, 0.02840, 0.35458, 0.90834, 0.13383, 0.04823, 0.01566, 0.83777) * c;
    vec3 a = c * (c + 0.0245786) - 0.000090537, b = c * (0.983729 * c + 0.4329510) + 0.238081;
    c = a / b;
    return clamp(mat3(1.60475, -0.10208, -0.00327, -0.53108, 1.10813, -0.07276, -0.07367, -0.00605, 1.07602) * c, 0.0, 1.0);
}

vec3 stored(vec3 c) {
    return mix(1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, c * 12.92, vec3(lessThanEqual(c, vec3(0.0031308))));
}

void main() {
    vec3 c = texture(source, v_uv).rgb;
    if (bloomed > 0.0) c = mix(c, texture(bloom, v_uv).rgb + c, bloomed);
    vec2 off = (v_uv - 0.5) * vec2(1.0, 0.82);
    c *= range.z * mix(1.0, 0.52, smoothstep(0.16, 0.85, dot(off, off) * 2.2));
    c = stored(film(c));
    if (outlined > 0.0) {
        vec2 pixel = 1.0 / picture.xy;
        float thick = clamp(picture.y / 420.0, 1.2, 4.0);
        vec4 own = texture(outlines, v_uv), near = vec4(0.0), far = vec4(0.0);
        for (int k = 0; k < 16; k++) {
            float a = float(k) * 0.39269908;
            vec2 way = vec2(cos(a), sin(a)) * pixel * thick;
            near += texture(outlines, v_uv + way * (k % 2 == 0 ? 1.0 : 0.55));
            far += texture(outlines, v_uv + way * 3.2);
        }
        vec4 most = near + far;
        vec3 tint = most.a > 0.0 ? most.rgb / most.a : vec3(0.0);
        float outside = 1.0 - smoothstep(0.0, 0.5, own.a);
        c = mix(c, sqrt(tint), smoothstep(0.0, 4.0, near.a) * outside);
        c += tint * far.a / 16.0 * outside * 0.25;
    }
    float noise = grainy(gl_FragCoord.xy) + grainy(gl_FragCoord.yx + 17.0) - 1.0;
    colour = vec4(c + noise / 255.0, 1.0);
}
