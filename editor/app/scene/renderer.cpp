#include "editor/app/scene/renderer.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <glad/gl.h>

namespace editor {

namespace {

// Of more, rings would cover the scene: they are lit by dimming the others, and only the last one has a ring.
constexpr std::size_t max_outlines = 256;

// See shape.frag. More entities than this are drawn once and not twice, and have hard edges: they are small, or cover
// each other.
constexpr int part_all = 0, part_solid = 1, part_rest = 2, part_hard = 3;
constexpr std::size_t drawn_at_once_from = 20'000;

ImVec4 to_floats(ImU32 color) { return ImGui::ColorConvertU32ToFloat4(color); }

}  // namespace

Renderer::Renderer() {
    glGenVertexArrays(1, &empty_vertices_);
    glGenVertexArrays(1, &ring_vertices_);
    glGenBuffers(1, &ring_buffer_);
    glBindVertexArray(ring_vertices_);
    glBindBuffer(GL_ARRAY_BUFFER, ring_buffer_);
    const auto floats_at = [](ShapeInput input, GLint count, std::size_t offset) {
        const auto location = static_cast<GLuint>(input);
        glVertexAttribPointer(location, count, GL_FLOAT, GL_FALSE, sizeof(DrawnShape), reinterpret_cast<void*>(offset));
        glVertexAttribDivisor(location, 1);
        glEnableVertexAttribArray(location);
    };
    floats_at(ShapeInput::Position, 2, offsetof(DrawnShape, position));
    floats_at(ShapeInput::Rotation, 1, offsetof(DrawnShape, rotation));
    floats_at(ShapeInput::Scale, 1, offsetof(DrawnShape, scale));
    floats_at(ShapeInput::Radius, 1, offsetof(DrawnShape, radius));
    floats_at(ShapeInput::Tint, 4, offsetof(DrawnShape, tint));
    const auto kind = static_cast<GLuint>(ShapeInput::Kind);
    glVertexAttribIPointer(kind, 1, GL_INT, sizeof(DrawnShape), reinterpret_cast<void*>(offsetof(DrawnShape, kind)));
    glVertexAttribDivisor(kind, 1);
    glEnableVertexAttribArray(kind);
    glBindVertexArray(0);
}

Renderer::~Renderer() {
    glDeleteVertexArrays(1, &empty_vertices_);
    glDeleteVertexArrays(1, &ring_vertices_);
    glDeleteBuffers(1, &ring_buffer_);
}

void Renderer::forget_world() {
    archetypes_.clear();
    memory_colors_.forget_world();
    hidden_rows_.forget_world();
}

std::string Renderer::reload_changed_shaders() {
    std::string problem = grid_.reload_changed();
    if (problem.empty()) problem = shape_.reload_changed();
    return problem;
}

unsigned Renderer::draw(const ecs::World& world, const DrawnFields& fields, const ScenePicture& picture) {
    framebuffer_.resize(picture.width_px, picture.height_px);
    framebuffer_.bind();
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_CULL_FACE);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_BLEND);
    draw_background(picture);
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    draw_archetypes(world, fields, picture);
    draw_outlines(world, fields, picture);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    return framebuffer_.texture();
}

std::vector<std::uint8_t> Renderer::read_back() const {
    framebuffer_.bind();
    std::vector<std::uint8_t> pixels = read_pixels(framebuffer_.width(), framebuffer_.height());
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    return pixels;
}

void Renderer::set_camera(const Shader& shader, const ScenePicture& picture) const {
    shader.use();
    glUniform2f(shader.uniform("camera_middle"), picture.camera.x, picture.camera.y);
    glUniform2f(shader.uniform("picture_size_px"), static_cast<float>(picture.width_px),
                static_cast<float>(picture.height_px));
    glUniform1f(shader.uniform("zoom"), picture.camera.zoom);
}

void Renderer::draw_background(const ScenePicture& picture) {
    set_camera(grid_, picture);
    const ImVec4 background = to_floats(picture.style->theme->scene);
    const ImVec4 line = to_floats(picture.grid ? picture.style->theme->grid : picture.style->theme->scene);
    glUniform4f(grid_.uniform("background"), background.x, background.y, background.z, 1);
    glUniform4f(grid_.uniform("line_color"), line.x, line.y, line.z, 1);
    const ImVec4 major = to_floats(picture.grid ? picture.style->theme->gridmaj : picture.style->theme->scene);
    glUniform4f(grid_.uniform("major_color"), major.x, major.y, major.z, 1);
    const ImVec4 border = to_floats(picture.style->theme->line);
    glUniform4f(grid_.uniform("border_color"), border.x, border.y, border.z, 1);
    glUniform2f(grid_.uniform("field_size"), picture.field.x, picture.field.y);

    // Fine lines stand 10 to 50 px apart: each fifth of them takes over when they would get closer.
    constexpr float closest_px = 10;
    const float closest = closest_px * picture.style->scale / picture.camera.zoom;
    const float spacing = 10 * std::pow(5.0f, std::ceil(std::log(closest / 10) / std::log(5.0f)));
    glUniform1f(grid_.uniform("spacing"), spacing);
    glUniform1f(grid_.uniform("fine_opacity"), std::clamp((spacing / closest - 1) / 4, 0.0f, 1.0f));
    glBindVertexArray(empty_vertices_);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

void Renderer::draw_archetypes(const ecs::World& world, const DrawnFields& fields, const ScenePicture& picture) {
    std::size_t drawn_entities = 0;
    set_camera(shape_, picture);
    glUniform1f(shape_.uniform("margin_px"), 1);
    glUniform1f(shape_.uniform("outline_px"), 0);
    memory_colors_.update(world, {.colors = picture.colors,
                                  .selected = picture.selected,
                                  .selection_revision = picture.selection_revision,
                                  .style = picture.style});
    if (picture.marks != nullptr) hidden_rows_.update(world, *picture.marks);
    archetypes_.resize(world.archetype_count());
    each_drawn_archetype(world, fields, [&](const ecs::Archetype& archetype) {
        std::unique_ptr<ArchetypeBuffers>& buffers = archetypes_[archetype.id()];
        if (!buffers) buffers = std::make_unique<ArchetypeBuffers>();
        buffers->update(world, fields, archetype);
        drawn_entities += archetype.entity_count();
    });
    glUniform1i(shape_.uniform("hidden_rows"), 2);
    glUniform1f(shape_.uniform("slots"), static_cast<float>(world.slot_count()));
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_TRUE);
    glClear(GL_DEPTH_BUFFER_BIT);
    if (drawn_entities > drawn_at_once_from) {
        draw_part(world, fields, picture, part_hard);
    } else {
        draw_part(world, fields, picture, part_solid);
        glDepthMask(GL_FALSE);
        draw_part(world, fields, picture, part_rest);
        glDepthMask(GL_TRUE);
    }
    glDisable(GL_DEPTH_TEST);
    glUniform1i(shape_.uniform("part"), part_all);
    forget_memory_colors();
    glUniform1i(shape_.uniform("hides"), 0);
}

void Renderer::draw_part(const ecs::World& world, const DrawnFields& fields, const ScenePicture& picture, int part) {
    glUniform1i(shape_.uniform("part"), part);
    each_drawn_archetype(world, fields, [&](const ecs::Archetype& archetype) {
        set_memory_colors(archetype, *picture.style);
        const bool on_top = fields.on_top != ecs::no_component && archetype.has(fields.on_top);
        glUniform1i(shape_.uniform("on_top"), on_top ? 1 : 0);
        glUniform1i(shape_.uniform("hides"), hidden_rows_.bind(archetype.id()) ? 1 : 0);
        archetypes_[archetype.id()]->draw(archetype);
    });
}

void Renderer::set_memory_colors(const ecs::Archetype& archetype, const panels::Style& style) const {
    const bool by_row = memory_colors_.colors_rows(), colors = by_row || memory_colors_.colors_chunks();
    glUniform1i(shape_.uniform("chunk_rows"), colors ? static_cast<GLint>(archetype.layout().capacity) : 0);
    glUniform1i(shape_.uniform("by_row"), by_row ? 1 : 0);
    glUniform1i(shape_.uniform("dims"), memory_colors_.dims() ? 1 : 0);
    glUniform1i(shape_.uniform("chunk_colors"), 0);
    glUniform1i(shape_.uniform("lit_rows"), 1);
    const ImVec4 first = to_floats(panels::color_between(style, 0)), last = to_floats(panels::color_between(style, 1));
    glUniform4f(shape_.uniform("first_row_color"), first.x, first.y, first.z, 1);
    glUniform4f(shape_.uniform("last_row_color"), last.x, last.y, last.z, 1);
    if (const RowMarks* marks = memory_colors_.marks(archetype.id())) marks->bind();
}

void Renderer::forget_memory_colors() const {
    glUniform1i(shape_.uniform("chunk_rows"), 0);
    glUniform1i(shape_.uniform("dims"), 0);
}

void Renderer::draw_outlines(const ecs::World& world, const DrawnFields& fields, const ScenePicture& picture) {
    std::vector<DrawnShape> selected, hovered, ranges;
    const auto hidden = [&](ecs::Entity entity) {
        return picture.marks != nullptr && picture.marks->hides(world, entity);
    };
    const std::size_t outlined = picture.selected.size() > max_outlines ? 1 : picture.selected.size();
    for (const ecs::Entity entity : picture.selected.last(outlined)) {
        const std::optional<DrawnShape> shape = drawn_shape(world, fields, entity);
        if (!shape || hidden(entity)) continue;
        selected.push_back(*shape);
        if (const void* aim = fields.range.exists() ? world.get(entity, fields.range.component) : nullptr)
            ranges.push_back(
                {.position = shape->position, .radius = static_cast<float>(ecs::read_number(fields.range, aim))});
    }
    if (const std::optional<DrawnShape> shape = drawn_shape(world, fields, picture.hovered))
        if (!hidden(picture.hovered)) hovered.push_back(*shape);

    const float px = picture.style->scale;
    set_camera(shape_, picture);
    draw_rings(ranges, panels::faded(picture.style->theme->quiet, 0.5f), 0, px);
    draw_rings(hovered, panels::faded(picture.style->theme->text, 0.8f), 2 * px, 1 * px);
    draw_rings(selected, picture.style->theme->accent, 2 * px, 2 * px);
}

void Renderer::draw_rings(std::span<const DrawnShape> shapes, ImU32 color, float gap_px, float width_px) {
    // A corner of 60° lies twice as far outside as its sides.
    glUniform1f(shape_.uniform("margin_px"), 2 * (gap_px + width_px) + 1);
    glUniform1f(shape_.uniform("gap_px"), gap_px);
    glUniform1f(shape_.uniform("outline_px"), width_px);
    const ImVec4 rgba = to_floats(color);
    glUniform4f(shape_.uniform("outline_color"), rgba.x, rgba.y, rgba.z, rgba.w);
    draw_shapes(shapes);
}

void Renderer::draw_shapes(std::span<const DrawnShape> shapes) {
    if (shapes.empty()) return;
    glBindVertexArray(ring_vertices_);
    glBindBuffer(GL_ARRAY_BUFFER, ring_buffer_);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(shapes.size_bytes()), shapes.data(), GL_STREAM_DRAW);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(shapes.size()));
    glBindVertexArray(0);
}

}  // namespace editor
