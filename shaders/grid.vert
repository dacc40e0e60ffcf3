#version 330 core
// One triangle that covers the picture; hands the world point of each pixel on.
uniform vec2 camera_middle;   // world point in the middle of the picture
uniform vec2 picture_size_px;
uniform float zoom;           // pixels a world unit

out vec2 world;

void main() {
    vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    gl_Position = vec4(corner, 0.0, 1.0);
    world = camera_middle + corner * vec2(0.5, -0.5) * picture_size_px / zoom;
}
