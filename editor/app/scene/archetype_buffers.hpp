// The vertex buffers of one archetype: a copy of its columns in graphics memory, rows of all chunks one after another.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ecs/world/world.hpp"

namespace editor {

/// The components that a shape is drawn from, by their location in shape.vert.
enum class ShapeInput : unsigned { Position, Rotation, Scale, Kind, Tint, Radius };
inline constexpr std::size_t shape_input_count = 6;

class ArchetypeBuffers {
public:
    ArchetypeBuffers();
    ~ArchetypeBuffers();
    ArchetypeBuffers(const ArchetypeBuffers&) = delete;
    ArchetypeBuffers& operator=(const ArchetypeBuffers&) = delete;

    /// Uploads the columns that were written since the last call; returns how many bytes that took.
    std::size_t update(const ecs::World& world, const ecs::Archetype& archetype);
    /// Draws a quad for each row, with the shader in use.
    void draw(const ecs::Archetype& archetype) const;

private:
    struct Column {
        unsigned buffer = 0;
        std::size_t rows = 0;                 // that the buffer has room for
        std::uint32_t chunk_rows = 0;         // capacity of a chunk when it was uploaded
        std::vector<std::uint64_t> versions;  // of what was uploaded, for each chunk
    };
    std::size_t update_column(const ecs::Archetype& archetype, int column, std::size_t size, Column& uploaded);

    unsigned vertices_ = 0;
    std::array<Column, shape_input_count> columns_;
};

}  // namespace editor
