// The room behind: a warm dark, with the lights of a tavern far out of focus.
in vec2 v_uv;
out vec4 colour;

float hashed(float n) { return fract(sin(n * 78.233) * 43758.5453); }

void main() {
    vec3 local = vec3((v_uv * 2.0 - 1.0) / picture.zw, -1.0);
    vec3 d = normalize(transpose(mat3(view)) * local);
    float up = smoothstep(-0.12, 0.35, d.z);
    vec3 c = mix(vec3(0.020, 0.0122, 0.0080), vec3(0.038, 0.022, 0.013), up);
    float yaw = atan(d.y, d.x), pitch = asin(clamp(d.z, -1.0, 1.0));
    for (int k = 0; k < 26; k++) {
        float n = float(k);
        vec2 at = vec2((hashed(n) * 2.0 - 1.0) * 3.14159, 0.03 + 0.20 * hashed(n + 40.0));
        vec2 off = vec2(mod(yaw - at.x + 3.14159, 6.28318) - 3.14159, pitch - at.y);
        float r = 0.018 + 0.030 * hashed(n + 80.0), far = length(off) / r;
        float edge = smoothstep(1.0, 0.88, far) * (0.75 + 0.25 * smoothstep(0.5, 1.0, far));
        vec3 tint = mix(vec3(1.0, 0.52, 0.18), vec3(1.0, 0.74, 0.42), hashed(n + 120.0));
        c += tint * edge * (0.05 + 0.34 * hashed(n + 160.0) * hashed(n + 161.0));
    }
    colour = vec4(c, 1.0);
}
