// The Renderer draws the scene: for each archetype that has a place, its drawn fields are its vertex buffers. A column
// of a chunk is uploaded when its version says that it was written since, and never otherwise; nothing walks entities.
//
// Which entity lies on top does not depend on where its row is: the later slot does. Depths see to that, so nothing is
// sorted. Fragments that let others shine through, such as soft edges, cannot write a depth: they come after all solid
// ones, and among themselves in the order of archetypes and rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ecs/world/world.hpp"
#include "editor/app/scene/archetype_buffers.hpp"
#include "editor/app/scene/hidden_rows.hpp"
#include "editor/app/scene/memory_colors.hpp"
#include "editor/app/scene/picking.hpp"
#include "editor/app/scene/shader.hpp"
#include "editor/app/window/framebuffer.hpp"
#include "panels/base/camera.hpp"
#include "panels/base/style.hpp"

namespace editor {

/// A picture of the scene: its size, and what it shows beside the world.
struct ScenePicture {
    int width_px = 0, height_px = 0;
    panels::Camera camera;
    const panels::Style* style = nullptr;
    bool grid = true;
    ecs::Vec2 field;  // size of the area whose border is shown, from the origin; 0: none
    std::span<const ecs::Entity> selected;
    std::size_t selection_revision = 0;
    ecs::Entity hovered;
    panels::SceneColors colors = panels::SceneColors::Own;
    const panels::SceneMarks* marks = nullptr;  // what is hidden; null: nothing
};

class Renderer {
public:
    /// Throws FileError when a shader is wrong.
    Renderer();
    ~Renderer();

    /// Draws the world into a texture and returns its name. Rows lie bottom up, as OpenGL has them.
    unsigned draw(const ecs::World& world, const DrawnFields& fields, const ScenePicture& picture);
    /// RGB rows of the last draw(), the top one first.
    std::vector<std::uint8_t> read_back() const;
    /// The next draw() is of another world, or of other fields: what was uploaded is worth nothing.
    void forget_world();

    const MemoryColors& memory_colors() const { return memory_colors_; }
    /// What is wrong with the shader files since the last call (debug builds); empty when all is well.
    std::string reload_changed_shaders();

private:
    void draw_background(const ScenePicture& picture);
    void draw_archetypes(const ecs::World& world, const DrawnFields& fields, const ScenePicture& picture);
    void draw_part(const ecs::World& world, const DrawnFields& fields, const ScenePicture& picture, int part);
    void set_memory_colors(const ecs::Archetype& archetype, const panels::Style& style) const;
    void forget_memory_colors() const;
    void draw_outlines(const ecs::World& world, const DrawnFields& fields, const ScenePicture& picture);
    void draw_rings(std::span<const DrawnShape> shapes, ImU32 color, float gap_px, float width_px);
    void draw_shapes(std::span<const DrawnShape> shapes);
    void set_camera(const Shader& shader, const ScenePicture& picture) const;

    Framebuffer framebuffer_;
    Shader grid_{shaders::grid_vert, shaders::grid_frag};
    Shader shape_{shaders::shape_vert, shaders::shape_frag};
    unsigned empty_vertices_ = 0, ring_vertices_ = 0, ring_buffer_ = 0;
    std::vector<std::unique_ptr<ArchetypeBuffers>> archetypes_;  // by archetype id; null where nothing is drawn
    MemoryColors memory_colors_;
    HiddenRows hidden_rows_;
};

}  // namespace editor
