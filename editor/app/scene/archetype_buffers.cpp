#include "editor/app/scene/archetype_buffers.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>

#include <glad/gl.h>

#include "editor/app/scene/picking.hpp"

namespace editor {

namespace {

constexpr std::array<std::size_t, shape_input_count> input_bytes{8, 4, 4, 4, 16, 4, sizeof(ecs::Entity)};
constexpr std::array<GLint, shape_input_count> input_floats{2, 1, 1, 0, 4, 1, 0};  // 0: an integer
static_assert(offsetof(ecs::Entity, index) == 0);

}  // namespace

struct ArchetypeBuffers::Source {
    ShapeInput input = ShapeInput::Position;
    struct Part {
        ecs::FieldPath field;
        std::size_t column = 0, step = 0;  // bytes from row to row
    };
    std::array<Part, 3> parts{};
    std::size_t part_count = 0;

    std::size_t row_bytes() const { return input_bytes[static_cast<std::size_t>(input)]; }

    /// Whether the column of the first part is just what the shader reads.
    bool is_whole_column() const {
        if (input == ShapeInput::Slot) return true;
        const Part& first = parts[0];
        if (first.field.offset != 0 || first.step != row_bytes()) return false;
        if (input == ShapeInput::Tint) return first.field.kind == ecs::FieldKind::Color;
        if (input == ShapeInput::Kind) return first.field.element_size == sizeof(std::int32_t);
        const bool floats = std::all_of(
            parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(part_count),
            [](const Part& part) { return part.field.kind == ecs::FieldKind::F32 && !part.field.mirrored; });
        if (input != ShapeInput::Position) return floats;
        return floats && part_count == 2 && parts[1].column == first.column && parts[1].field.offset == sizeof(float);
    }

    /// The newest write to any of the parts.
    std::uint64_t version(const ecs::Archetype& archetype, std::size_t chunk) const {
        if (input == ShapeInput::Slot) return archetype.column_version(chunk, ecs::no_column);
        std::uint64_t newest = 0;
        for (std::size_t i = 0; i < part_count; ++i)
            newest = std::max(newest, archetype.column_version(chunk, static_cast<int>(parts[i].column)));
        return newest;
    }

    /// Of a whole column.
    const std::byte* data(const ecs::Archetype& archetype, std::size_t chunk) const {
        if (input == ShapeInput::Slot) return std::as_bytes(archetype.chunk(chunk).entities()).data();
        return archetype.column_data(chunk, parts[0].column);
    }

    void gather(const ecs::Archetype& archetype, std::size_t chunk, std::byte* to) const {
        std::array<const std::byte*, 3> from{};
        for (std::size_t i = 0; i < part_count; ++i) from[i] = archetype.column_data(chunk, parts[i].column);
        const auto number = [&](std::size_t part, std::size_t row) {
            return static_cast<float>(ecs::read_number(parts[part].field, from[part] + row * parts[part].step));
        };
        for (std::size_t row = 0; row < archetype.chunk(chunk).rows; ++row, to += row_bytes()) {
            if (input == ShapeInput::Position) {
                const ecs::Vec2 place = part_count == 3 ? projected(number(0, row), number(1, row), number(2, row))
                                                        : ecs::Vec2{number(0, row), number(1, row)};
                std::memcpy(to, &place, sizeof place);
            } else if (input == ShapeInput::Kind) {
                const auto kind = static_cast<std::int32_t>(number(0, row));
                std::memcpy(to, &kind, sizeof kind);
            } else if (input == ShapeInput::Tint) {
                const ecs::Rgba color = color_at(parts[0].field, from[0] + row * parts[0].step);
                std::memcpy(to, &color, sizeof color);
            } else {
                const float value = number(0, row);
                std::memcpy(to, &value, sizeof value);
            }
        }
    }
};

std::optional<ArchetypeBuffers::Source> ArchetypeBuffers::source_of(ShapeInput input, const ecs::World& world,
                                                                    const DrawnFields& fields,
                                                                    const ecs::Archetype& archetype) {
    constexpr std::array role_of_input{DrawRole::X,     DrawRole::Angle, DrawRole::Scale,
                                       DrawRole::Shape, DrawRole::Color, DrawRole::Radius};
    Source source{.input = input};
    if (input == ShapeInput::Slot) return source;
    const auto add = [&](DrawRole role) {
        const ecs::FieldPath& field = fields[role];
        const int column = field.exists() ? archetype.column_of(field.component) : ecs::no_column;
        if (column == ecs::no_column) return;
        source.parts[source.part_count++] = {field, static_cast<std::size_t>(column),
                                             world.types()[field.component].size};
    };
    add(role_of_input[static_cast<std::size_t>(input)]);
    if (input == ShapeInput::Position) add(DrawRole::Y), add(DrawRole::Z);
    if (source.part_count == 0) return std::nullopt;
    return source;
}

ArchetypeBuffers::ArchetypeBuffers() { glGenVertexArrays(1, &vertices_); }

ArchetypeBuffers::~ArchetypeBuffers() {
    glDeleteVertexArrays(1, &vertices_);
    for (const Input& input : inputs_) glDeleteBuffers(1, &input.buffer);
}

std::size_t ArchetypeBuffers::update(const ecs::World& world, const DrawnFields& fields,
                                     const ecs::Archetype& archetype) {
    default_radius_ = fields.default_radius;
    // Of ten million entities, the versions of all chunks alone take milliseconds.
    if (uploaded_version_ == world.version() && uploaded_version_ != 0 && !lost_) return 0;
    lost_ = false;
    std::size_t bytes = 0;
    glBindVertexArray(vertices_);
    for (std::size_t i = 0; i < shape_input_count; ++i) {
        const auto source = source_of(static_cast<ShapeInput>(i), world, fields, archetype);
        if (!source) continue;
        Input& uploaded = inputs_[i];
        const auto location = static_cast<GLuint>(i);
        if (uploaded.buffer == 0) {
            glGenBuffers(1, &uploaded.buffer);
            glBindBuffer(GL_ARRAY_BUFFER, uploaded.buffer);
            if (input_floats[i] == 0)
                glVertexAttribIPointer(location, 1, GL_INT, static_cast<GLsizei>(input_bytes[i]), nullptr);
            else
                glVertexAttribPointer(location, input_floats[i], GL_FLOAT, GL_FALSE, 0, nullptr);
            glVertexAttribDivisor(location, 1);
            glEnableVertexAttribArray(location);
        }
        bytes += upload(archetype, *source, uploaded);
    }
    glBindVertexArray(0);
    uploaded_version_ = world.version();
    return bytes;
}

std::size_t ArchetypeBuffers::upload(const ecs::Archetype& archetype, const Source& source, Input& uploaded) {
    const std::size_t size = source.row_bytes();
    const bool whole = source.is_whole_column();
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
        stale += source.version(archetype, chunk) != uploaded.versions[chunk] ? 1 : 0;
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
        const std::uint64_t version = source.version(archetype, chunk);
        if (version == uploaded.versions[chunk]) continue;
        uploaded.versions[chunk] = version;
        const std::size_t offset = chunk * chunk_rows * size, chunk_bytes = archetype.chunk(chunk).rows * size;
        const std::byte* data = whole ? source.data(archetype, chunk) : nullptr;
        if (!whole) {
            gathered_.resize(std::max(gathered_.size(), chunk_bytes));
            source.gather(archetype, chunk, gathered_.data());
            data = gathered_.data();
        }
        if (mapped)
            std::memcpy(mapped + offset, data, chunk_bytes);
        else
            glBufferSubData(GL_ARRAY_BUFFER, static_cast<GLintptr>(offset), static_cast<GLsizeiptr>(chunk_bytes), data);
        bytes += chunk_bytes;
    }
    // The mapping can get lost (the display changed its mode): then all is uploaded again with the next picture.
    if (mapped && !glUnmapBuffer(GL_ARRAY_BUFFER)) {
        uploaded.versions.clear();
        lost_ = true;
    }
    return bytes;
}

void ArchetypeBuffers::draw(const ecs::Archetype& archetype) const {
    DrawnShape absent;
    absent.radius = default_radius_;
    const auto set = [&](ShapeInput input) { return inputs_[static_cast<std::size_t>(input)].buffer != 0; };
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
