// The background: a warm dark room, with blurred lights of a tavern far away.
in vec2 v_uv;
out vec4 colour;

float hashed(float n) { return fract(sin(n * 78.233) * 43758.5453); }

void main() {
    vec3 local = vec3((v_uv * 2.0 - 1.0) / picture.zw, -1.0);
    vec3 d = normalize(transpose(mat3(view)) * local);
    float up = smoothstep(-0.12, 0.35, d.z);
    vec3 c = mix(vec3(0.036, 0.0215, 0.0135), vec3(0.030, 0.0175, 0.011), up);
    float yaw = atan(d.y, d.x), pitch = asin(clamp(d.z, -1.0, 1.0));
    for (int k = 0; k < 44; k++) {
        float n = float(k);
        vec2 at = vec2((hashed(n) * 2.0 - 1.0) * 3.14159, 0.02 + 0.17 * hashed(n + 40.0));
        vec2 off = vec2(mod(yaw - at.x + 3.14159, 6.28318) - 3.14159, pitch - at.y);
        float r = 0.007 + 0.015 * hashed(n + 80.0), far = length(off) / r;
        float edge = smoothstep(1.0, 0.88, far) * (0.75 + 0.25 * smoothstep(0.5, 1.0, far));
        vec3 tint = mix(vec3(1.0, 0.40, 0.09), vec3(1.0, 0.60, 0.24), hashed(n + 120.0));
        c += tint * edge * (0.05 + 0.50 * hashed(n + 160.0) * hashed(n + 161.0));
    }
    colour = vec4(c, 1.0);
}
