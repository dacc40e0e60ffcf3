// The vertex buffers of one archetype: a copy of its drawn fields in graphics memory, rows of all chunks one after
// another. Where a column is just what the shader reads, it is copied as it lies; else its fields are gathered.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "ecs/world/world.hpp"
#include "editor/game/draw_roles.hpp"

namespace editor {

/// What a shape is drawn from, by its location in shape.vert.
enum class ShapeInput : unsigned { Position, Rotation, Scale, Kind, Tint, Radius, Slot };
inline constexpr std::size_t shape_input_count = 7;

class ArchetypeBuffers {
public:
    ArchetypeBuffers();
    ~ArchetypeBuffers();
    ArchetypeBuffers(const ArchetypeBuffers&) = delete;
    ArchetypeBuffers& operator=(const ArchetypeBuffers&) = delete;

    /// Uploads what was written since the last call; returns how many bytes that took. The fields are the same in all
    /// calls, but for the default radius.
    std::size_t update(const ecs::World& world, const DrawnFields& fields, const ecs::Archetype& archetype);
    /// Draws a quad for each row, with the shader in use. Rows without a radius have that of the last update().
    void draw(const ecs::Archetype& archetype) const;

private:
    /// The fields of an archetype that make one input of the shader.
    struct Source;
    struct Input {
        unsigned buffer = 0;
        std::size_t rows = 0;                 // that the buffer has room for
        std::uint32_t chunk_rows = 0;         // capacity of a chunk when it was uploaded
        std::vector<std::uint64_t> versions;  // of what was uploaded, for each chunk
    };
    static std::optional<Source> source_of(ShapeInput input, const ecs::World& world, const DrawnFields& fields,
                                           const ecs::Archetype& archetype);
    std::size_t upload(const ecs::Archetype& archetype, const Source& source, Input& uploaded);

    std::uint64_t uploaded_version_ = 0;  // of the world; 0: nothing was uploaded yet
    bool lost_ = false;                   // a part of it must be uploaded again
    unsigned vertices_ = 0;
    float default_radius_ = 0;
    std::array<Input, shape_input_count> inputs_;
    std::vector<std::byte> gathered_;  // rows of one chunk
};

}  // namespace editor
