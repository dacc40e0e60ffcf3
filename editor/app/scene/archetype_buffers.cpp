#include "editor/app/scene/archetype_buffers.hpp"

#include <algorithm>
#include <cstring>

#include <glad/gl.h>

#include "editor/app/scene/picking.hpp"
#include "editor/demo/components.hpp"

namespace editor {

namespace {

std::array<ecs::ComponentId, shape_input_count> inputs_of(const ecs::World& world) {
    return {world.id<Position>(), world.id<Rotation>(), world.id<Scale>(),
            world.id<Shape>(),    world.id<Color>(),    world.id<Radius>()};
}

constexpr std::array<std::size_t, shape_input_count> input_bytes{sizeof(Position), sizeof(Rotation), sizeof(Scale),
                                                                 sizeof(Shape),    sizeof(Color),    sizeof(Radius)};
constexpr std::array<GLint, shape_input_count> input_floats{2, 1, 1, 0, 4, 1};  // 0: an integer

}  // namespace

ArchetypeBuffers::ArchetypeBuffers() { glGenVertexArrays(1, &vertices_); }

ArchetypeBuffers::~ArchetypeBuffers() {
    glDeleteVertexArrays(1, &vertices_);
    for (const Column& column : columns_) glDeleteBuffers(1, &column.buffer);
}

std::size_t ArchetypeBuffers::update(const ecs::World& world, const ecs::Archetype& archetype) {
    const auto inputs = inputs_of(world);
    std::size_t bytes = 0;
    glBindVertexArray(vertices_);
    for (std::size_t input = 0; input < shape_input_count; ++input) {
        const int column = archetype.column_of(inputs[input]);
        if (column == ecs::no_column) continue;
        Column& uploaded = columns_[input];
        const auto location = static_cast<GLuint>(input);
        if (uploaded.buffer == 0) {
            glGenBuffers(1, &uploaded.buffer);
            glBindBuffer(GL_ARRAY_BUFFER, uploaded.buffer);
            if (input_floats[input] == 0)
                glVertexAttribIPointer(location, 1, GL_INT, 0, nullptr);
            else
                glVertexAttribPointer(location, input_floats[input], GL_FLOAT, GL_FALSE, 0, nullptr);
            glVertexAttribDivisor(location, 1);
            glEnableVertexAttribArray(location);
        }
        bytes += update_column(archetype, column, input_bytes[input], uploaded);
    }
    glBindVertexArray(0);
    return bytes;
}

std::size_t ArchetypeBuffers::update_column(const ecs::Archetype& archetype, int column, std::size_t size,
                                            Column& uploaded) {
    const std::size_t chunk_count = archetype.chunk_count();
    const std::uint32_t chunk_rows = archetype.layout().capacity;
    glBindBuffer(GL_ARRAY_BUFFER, uploaded.buffer);
    if (uploaded.rows < chunk_count * chunk_rows) {
        uploaded.rows = std::max(chunk_count * chunk_rows, uploaded.rows + uploaded.rows / 2);
        glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(uploaded.rows * size), nullptr, GL_DYNAMIC_DRAW);
        uploaded.versions.clear();
    }
    if (uploaded.chunk_rows != chunk_rows) uploaded.versions.clear();
    uploaded.chunk_rows = chunk_rows;
    uploaded.versions.resize(chunk_count, 0);

    std::size_t stale = 0;
    for (std::size_t chunk = 0; chunk < chunk_count; ++chunk)
        stale += archetype.column_version(chunk, column) != uploaded.versions[chunk] ? 1 : 0;
    if (stale == 0) return 0;

    // Where all is new the driver need not wait for what it still draws from the old: one mapping instead of many
    // copies.
    std::byte* mapped = nullptr;
    if (stale == chunk_count && chunk_count > 1)
        mapped = static_cast<std::byte*>(glMapBufferRange(GL_ARRAY_BUFFER, 0,
                                                          static_cast<GLsizeiptr>(chunk_count * chunk_rows * size),
                                                          GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT));
    std::size_t bytes = 0;
    for (std::size_t chunk = 0; chunk < chunk_count; ++chunk) {
        const std::uint64_t version = archetype.column_version(chunk, column);
        if (version == uploaded.versions[chunk]) continue;
        uploaded.versions[chunk] = version;
        const std::byte* data = archetype.column_data(chunk, static_cast<std::size_t>(column));
        const std::size_t offset = chunk * chunk_rows * size, chunk_bytes = archetype.chunk(chunk).rows * size;
        if (mapped)
            std::memcpy(mapped + offset, data, chunk_bytes);
        else
            glBufferSubData(GL_ARRAY_BUFFER, static_cast<GLintptr>(offset), static_cast<GLsizeiptr>(chunk_bytes), data);
        bytes += chunk_bytes;
    }
    // The mapping can get lost (the display changed its mode): then all is uploaded again with the next picture.
    if (mapped && !glUnmapBuffer(GL_ARRAY_BUFFER)) uploaded.versions.clear();
    return bytes;
}

void ArchetypeBuffers::draw(const ecs::Archetype& archetype) const {
    const DrawnShape absent;
    const auto set = [&](ShapeInput input) { return columns_[static_cast<std::size_t>(input)].buffer != 0; };
    const auto at = [](ShapeInput input) { return static_cast<GLuint>(input); };
    if (!set(ShapeInput::Rotation)) glVertexAttrib1f(at(ShapeInput::Rotation), absent.rotation);
    if (!set(ShapeInput::Scale)) glVertexAttrib1f(at(ShapeInput::Scale), absent.scale);
    if (!set(ShapeInput::Kind)) glVertexAttribI1i(at(ShapeInput::Kind), static_cast<GLint>(absent.kind));
    if (!set(ShapeInput::Radius)) glVertexAttrib1f(at(ShapeInput::Radius), absent.radius);
    if (!set(ShapeInput::Tint))
        glVertexAttrib4f(at(ShapeInput::Tint), absent.tint.r, absent.tint.g, absent.tint.b, absent.tint.a);
    glBindVertexArray(vertices_);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(archetype.entity_count()));
    glBindVertexArray(0);
}

}  // namespace editor
