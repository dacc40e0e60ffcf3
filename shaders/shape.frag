#version 330 core
// Distance to the edge of the shape gives an edge that is soft over one pixel, at any zoom, without multisampling.
flat in int shape_kind;
flat in vec4 shape_color;
flat in float radius_px;
in vec2 from_middle_px;

uniform float outline_px;  // 0: filled; else a ring of this width around the shape
uniform float gap_px;      // between shape and ring
uniform vec4 outline_color;
// Which fragments: 0 all; 1 those that hide what lies below, 2 the others; 3 all, with hard edges. Depths are written
// with 1 and 3.
uniform int part;

out vec4 color;

// The same four functions as distance_to_shape() in picking.cpp, so that what is seen is what is picked.
float distance_px(vec2 p, float r) {
    if (shape_kind == 1) {
        vec2 d = abs(p) - r;
        return max(d.x, d.y);
    }
    if (shape_kind == 2) return max(abs(p.x) * 0.8660254 - p.y * 0.5, p.y) - r * 0.5;
    if (shape_kind == 3) return (abs(p.x) + abs(p.y) - r) * 0.7071068;
    return length(p) - r;
}

void main() {
    float distance_to_edge = distance_px(from_middle_px, radius_px);
    if (outline_px > 0.0) {
        float from_ring = abs(distance_to_edge - gap_px - outline_px * 0.5) - outline_px * 0.5;
        color = vec4(outline_color.rgb, outline_color.a * clamp(0.5 - from_ring, 0.0, 1.0));
        return;
    }
    float covered = clamp(0.5 - distance_to_edge, 0.0, 1.0);
    float opacity = shape_color.a * covered;
    bool solid = opacity >= 1.0;
    if ((part == 1 && !solid) || (part == 2 && solid)) discard;
    // Of the smallest, no pixel may be covered as a whole.
    if (part == 3 && covered < 0.5 && radius_px > 2.0) discard;
    // A thin darker rim keeps shapes of one colour apart where they lie over each other.
    float rim = radius_px > 4.0 ? clamp(distance_to_edge + 1.5, 0.0, 1.0) * 0.35 : 0.0;
    if (opacity <= 0.0) discard;
    color = vec4(shape_color.rgb * (1.0 - rim), opacity);
}
