// Uniforms of a picture that all programs share.
layout(std140) uniform Frame {
    mat4 clip;      // from the table to the picture
    mat4 view;      // from the table to the camera
    mat4 shade;     // from the table to the shadow map, 0 to 1
    vec4 eye;       // position of the camera (mm)
    vec4 lamp;      // direction to the lamp; w: tangent of half its angular size
    vec4 field;     // table: width, depth (mm); z, w: width and depth of the shadow map's view (mm)
    vec4 picture;   // width, height (pixels); z, w: the projection's [0][0] and [1][1]
    vec4 range;     // near, far (mm); z: exposure
};

vec3 turned(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }

float luma(vec3 c) { return dot(c, vec3(0.2126, 0.7152, 0.0722)); }

// Interleaved gradient noise (Jimenez 2014), which is even over small neighbourhoods.
float grainy(vec2 at) { return fract(52.9829189 * fract(dot(at, vec2(0.06711056, 0.00583715)))); }
