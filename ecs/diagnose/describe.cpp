#include "ecs/diagnose/describe.hpp"

#include <algorithm>
#include <array>

#include "ecs/base/assert.hpp"

namespace ecs {

namespace {

// A span is given by its start; its end follows from the next span.
struct SpanBytes {
    std::uint32_t begin = 0, end = 0;
};

// The next span of one component, from `from` (bytes into the component) on. Field -1 is padding.
struct Part {
    SpanBytes bytes;
    int field = -1;
    ByteRole role = ByteRole::Padding;
};

Part part_from(const ComponentType& type, std::uint32_t from) {
    if (type.fields.empty()) return {{from, type.size}, -1, ByteRole::Field};
    // Fields are in order of their offsets, but two may describe the same bytes. The first one gets them.
    for (std::size_t i = 0; i < type.fields.size(); ++i) {
        const Field& field = type.fields[i];
        const auto end = static_cast<std::uint32_t>(field.offset + field.size_bytes());
        if (end <= from) continue;
        if (field.offset > from) return {{from, field.offset}, -1, ByteRole::Padding};
        return {{from, end}, static_cast<int>(i), ByteRole::Field};
    }
    return {{from, type.size}, -1, ByteRole::Padding};
}

ByteSpan span_of(SpanBytes bytes, ByteRole role, int column = no_column, int field = -1, std::int64_t row = -1) {
    return {bytes.begin, bytes.end - bytes.begin, role, column, field, row};
}

SpanBytes column_bytes(const Archetype& archetype, std::size_t column) {
    const std::uint32_t begin = archetype.layout().offsets[column];
    return {begin, begin + archetype.layout().capacity * archetype.types()[column]->size};
}

SpanBytes entity_bytes(const Archetype& archetype) {
    return {Chunk::header_bytes,
            static_cast<std::uint32_t>(Chunk::header_bytes + archetype.layout().capacity * sizeof(Entity))};
}

void describe_column(const Archetype& archetype, std::size_t column, std::uint32_t rows, std::vector<ByteSpan>& spans) {
    const ComponentType& type = *archetype.types()[column];
    const SpanBytes bytes = column_bytes(archetype, column);
    const int number = static_cast<int>(column);
    for (std::uint32_t row = 0; row < rows; ++row) {
        const std::uint32_t start = bytes.begin + row * type.size;
        for (std::uint32_t from = 0; from < type.size;) {
            const Part part = part_from(type, from);
            spans.push_back(
                span_of({start + from, start + part.bytes.end}, part.role, number, part.field, std::int64_t{row}));
            from = part.bytes.end;
        }
    }
    const std::uint32_t used = bytes.begin + rows * type.size;
    if (used < bytes.end) spans.push_back(span_of({used, bytes.end}, ByteRole::Unused, number, -1, std::int64_t{rows}));
}

// The last column with bytes that starts at or before `offset`; the number of columns when there is none. Tags stand
// between the others without an offset, so the search skips them.
std::size_t column_at(const Archetype& archetype, std::uint32_t offset) {
    const std::vector<std::uint32_t>& offsets = archetype.layout().offsets;
    std::size_t low = 0, high = offsets.size(), found = offsets.size();
    while (low < high) {
        const std::size_t half = low + (high - low) / 2;
        std::size_t middle = half;
        while (middle < high && offsets[middle] == no_offset) ++middle;
        if (middle == high) {
            high = half;
        } else if (offsets[middle] <= offset) {
            found = middle;
            low = middle + 1;
        } else {
            high = half;
        }
    }
    return found;
}

// Start of the first column with bytes behind `column` (behind the entity column when `column` is the number of
// columns). `after` receives that column, or the number of columns when the block ends there.
std::uint32_t next_column(const Archetype& archetype, std::size_t column, std::size_t& after) {
    const std::vector<std::uint32_t>& offsets = archetype.layout().offsets;
    after = column == offsets.size() ? 0 : column + 1;
    while (after < offsets.size() && offsets[after] == no_offset) ++after;
    return after == offsets.size() ? archetype.layout().block_bytes : offsets[after];
}

}  // namespace

std::string_view name_of(ByteRole role) {
    static constexpr std::array<std::string_view, 5> names{"header", "entity", "field", "padding", "unused"};
    return names[static_cast<std::size_t>(role)];
}

std::vector<ByteSpan> describe(const Archetype& archetype, std::size_t chunk_position) {
    const Chunk& chunk = archetype.chunk(chunk_position);
    std::vector<ByteSpan> spans;
    spans.push_back(span_of({0, Chunk::header_bytes}, ByteRole::Header));

    const SpanBytes entities = entity_bytes(archetype);
    std::uint32_t end = entities.begin;
    for (std::uint32_t row = 0; row < chunk.rows; ++row, end += sizeof(Entity))
        spans.push_back(
            span_of({end, end + static_cast<std::uint32_t>(sizeof(Entity))}, ByteRole::Entity, no_column, -1, row));
    if (end < entities.end)
        spans.push_back(span_of({end, entities.end}, ByteRole::Unused, no_column, -1, std::int64_t{chunk.rows}));

    end = entities.end;
    for (std::size_t column = 0; column < archetype.types().size(); ++column) {
        if (archetype.types()[column]->is_tag()) continue;
        const SpanBytes bytes = column_bytes(archetype, column);
        if (end < bytes.begin)
            spans.push_back(span_of({end, bytes.begin}, ByteRole::Padding, static_cast<int>(column)));
        describe_column(archetype, column, chunk.rows, spans);
        end = bytes.end;
    }
    if (end < chunk.block_bytes) spans.push_back(span_of({end, chunk.block_bytes}, ByteRole::Unused));
    return spans;
}

ByteSpan describe_byte(const Archetype& archetype, std::size_t chunk_position, std::uint32_t offset) {
    const Chunk& chunk = archetype.chunk(chunk_position);
    ECS_ASSERT(offset < chunk.block_bytes, "describe_byte needs an offset inside the block");
    if (offset < Chunk::header_bytes) return span_of({0, Chunk::header_bytes}, ByteRole::Header);

    const std::size_t columns = archetype.types().size();
    const std::size_t column = column_at(archetype, offset);
    const SpanBytes bytes = column == columns ? entity_bytes(archetype) : column_bytes(archetype, column);
    if (offset >= bytes.end) {
        std::size_t after = 0;
        const std::uint32_t end = next_column(archetype, column, after);
        if (after == columns) return span_of({bytes.end, end}, ByteRole::Unused);
        return span_of({bytes.end, end}, ByteRole::Padding, static_cast<int>(after));
    }

    const int number = column == columns ? no_column : static_cast<int>(column);
    const std::uint32_t row_size = column == columns ? sizeof(Entity) : archetype.types()[column]->size;
    const std::uint32_t row = (offset - bytes.begin) / row_size;
    if (row >= chunk.rows)
        return span_of({bytes.begin + chunk.rows * row_size, bytes.end}, ByteRole::Unused, number, -1,
                       std::int64_t{chunk.rows});
    const std::uint32_t start = bytes.begin + row * row_size;
    if (column == columns) return span_of({start, start + row_size}, ByteRole::Entity, no_column, -1, row);

    const ComponentType& type = *archetype.types()[column];
    std::uint32_t from = 0;
    while (true) {
        const Part part = part_from(type, from);
        if (start + part.bytes.end > offset)
            return span_of({start + from, start + part.bytes.end}, part.role, number, part.field, row);
        from = part.bytes.end;
    }
}

}  // namespace ecs
