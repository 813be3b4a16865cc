// What all programs share of one picture.
layout(std140) uniform Frame {
    mat4 clip;      // from the table to the picture
    mat4 view;      // from the table to the camera
    mat4 shade;     // from the table to the shadow map, 0 to 1
    vec4 eye;       // mm; w: seconds
    vec4 lamp;      // towards it; w: its size, as the tangent of half its angle
    vec4 field;     // the table: width, depth (mm); z, w: what the shadow map covers across, and in depth (mm)
    vec4 picture;   // width, height (pixels); the projection's [0][0] and [1][1]
    vec4 range;     // near, far (mm); z: exposure; w: the height of the highest thing
};

vec3 turned(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }

float luma(vec3 c) { return dot(c, vec3(0.2126, 0.7152, 0.0722)); }

// Interleaved gradient noise (Jimenez 2014): even over small neighbourhoods.
float grainy(vec2 at) { return fract(52.9829189 * fract(dot(at, vec2(0.06711056, 0.00583715)))); }
