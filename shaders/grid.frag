#version 330 core
// Grid lines at two spacings, and the border of the field that the scene plays in. Lines are one pixel wide at any zoom.
uniform float zoom;
uniform vec4 background;
uniform vec4 line_color;
uniform vec4 major_color;
uniform vec4 border_color;
uniform vec2 field_size;      // world units from the origin, up when y is negative; 0: there is no field
uniform float spacing;        // of the fine lines, in world units; every fifth is a strong one
uniform float fine_opacity;

in vec2 world;
out vec4 color;

float line_at(vec2 point, float step_size) {
    vec2 to_line = abs(fract(point / step_size + 0.5) - 0.5) * step_size * zoom;
    return 1.0 - clamp(min(to_line.x, to_line.y), 0.0, 1.0);
}

void main() {
    color = vec4(mix(background.rgb, line_color.rgb, line_at(world, spacing) * fine_opacity), 1.0);
    color.rgb = mix(color.rgb, major_color.rgb, line_at(world, spacing * 5.0));
    if (field_size.x > 0.0) {
        vec2 outside = abs(world - field_size * 0.5) - abs(field_size) * 0.5;
        float to_border = max(outside.x, outside.y);
        // Outside of the field the grid is quieter.
        if (to_border > 0.0) color.rgb = mix(color.rgb, background.rgb, 0.6);
        color.rgb = mix(color.rgb, border_color.rgb, 1.0 - clamp(abs(to_border) * zoom - 0.5, 0.0, 1.0));
    }
}
