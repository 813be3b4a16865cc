// Input of ambient occlusion: normals and distances of surfaces.
centroid in vec3 v_normal;
in float v_deep;
layout(location = 0) out vec4 found;
void main() { found = vec4(normalize(v_normal), v_deep); }
