#version 330 core
// One quad an entity, corners from gl_VertexID. The attributes are the columns of a chunk, as they lie there; an
// archetype that lacks a component gives a constant instead.
layout(location = 0) in vec2 position;   // world units
layout(location = 1) in float rotation;  // degrees, clockwise
layout(location = 2) in float scale;
layout(location = 3) in int kind;        // ShapeKind
layout(location = 4) in vec4 tint;
layout(location = 5) in float radius;    // world units, before scale
layout(location = 6) in int slot;        // of the entity

uniform vec2 camera_middle;
uniform vec2 picture_size_px;
uniform float zoom;
uniform float margin_px;                 // room around the shape, for soft edges and outlines
uniform int chunk_rows;                  // rows a chunk; 0: shapes have the colours of their entities
uniform bool by_row;                     // coloured from the first row of a chunk to its last, else by chunk
uniform vec4 first_row_color, last_row_color;
uniform samplerBuffer chunk_colors;      // one a chunk
uniform bool dims;                       // rows that are not lit step back
uniform samplerBuffer lit_rows;          // one a row
uniform bool hides;                      // some rows are not drawn
uniform samplerBuffer hidden_rows;       // one a row
uniform float slots;                     // of the world
uniform bool on_top;

flat out int shape_kind;
flat out vec4 shape_color;
flat out float radius_px;
out vec2 from_middle_px;                 // in the shape's own, unrotated frame

void main() {
    if (hides && texelFetch(hidden_rows, gl_InstanceID).r != 0.0) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);  // all corners in one point, outside of the picture
        shape_kind = 0;
        shape_color = vec4(0.0);
        radius_px = 0.0;
        from_middle_px = vec2(0.0);
        return;
    }
    // A shape that would be smaller than a pixel is drawn a pixel wide: far away, worlds do not vanish.
    radius_px = max(abs(radius * scale) * zoom, 0.5);
    shape_kind = kind;
    shape_color = tint;
    if (chunk_rows > 0 && by_row)
        shape_color = mix(first_row_color, last_row_color,
                          float(gl_InstanceID % chunk_rows) / float(max(chunk_rows - 1, 1)));
    else if (chunk_rows > 0)
        shape_color = texelFetch(chunk_colors, gl_InstanceID / chunk_rows);
    bool lit = dims && texelFetch(lit_rows, gl_InstanceID).r != 0.0;
    if (dims && !lit) shape_color.a *= 0.2;

    vec2 corner = vec2((gl_VertexID & 1) * 2 - 1, (gl_VertexID & 2) - 1);
    from_middle_px = corner * (radius_px + margin_px);
    float angle = radians(rotation);
    float s = sin(angle), c = cos(angle);
    vec2 turned = mat2(c, s, -s, c) * from_middle_px;
    vec2 picture_px = (position - camera_middle) * zoom + turned;
    // The later slot is nearer. What is lit, or always on top, lies in the nearer half.
    float depth = 1.0 - (float(slot) + 1.0) / (slots + 1.0);
    if (lit || on_top) depth -= 1.0;
    gl_Position = vec4(picture_px * vec2(2.0, -2.0) / picture_size_px, depth, 1.0);
}
