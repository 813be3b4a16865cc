#ifdef PATCH
// Without it, gradients are wrong along the seams of flat polygons.
#define centroid
#endif
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec4 paint;
layout(location = 3) in vec4 wear;
layout(location = 4) in vec4 mark;
layout(location = 5) in vec4 place;
layout(location = 6) in vec4 turn;
layout(location = 7) in vec4 livery;
layout(location = 8) in vec4 glow;

#ifdef SHADOW
void main() {
    vec3 at = place.xyz + turned(turn, position * place.w);
    gl_Position = vec4((shade * vec4(at, 1.0)).xyz * 2.0 - 1.0, 1.0);
}
#elif defined(NEAR)
centroid out vec3 v_normal;
out float v_deep;
void main() {
    vec3 at = place.xyz + turned(turn, position * place.w);
    gl_Position = clip * vec4(at, 1.0);
    v_normal = mat3(view) * turned(turn, normal);
    v_deep = gl_Position.w;
}
#elif defined(SILHOUETTE)
flat out vec4 v_glow;
void main() {
    vec3 at = place.xyz + turned(turn, position * place.w);
    gl_Position = clip * vec4(at, 1.0);
    v_glow = glow;
}
#else
centroid out vec3 v_at;
centroid out vec3 v_normal;
centroid out vec3 v_local;
centroid out vec4 v_paint;
centroid out vec4 v_wear;
centroid out vec4 v_mark;
flat out vec4 v_livery;
flat out vec4 v_turn;
flat out vec4 v_glow;
void main() {
    v_local = position;
    v_at = place.xyz + turned(turn, position * place.w);
    v_normal = normal;
    v_paint = paint;
    v_wear = wear;
    v_mark = mark;
    v_livery = livery;
    v_turn = turn;
    v_glow = glow;
    gl_Position = clip * vec4(v_at, 1.0);
#ifdef PATCH
    gl_Position.z -= 0.0002 * gl_Position.w;
#endif
}
#endif
