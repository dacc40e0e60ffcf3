#include "ecs/diagnose/cache_lines.hpp"

#include <algorithm>

#include "ecs/world/world.hpp"

namespace ecs {

namespace {

struct ValueBytes {
    std::uint32_t begin = 0, end = 0;
};

/// For each byte of a component, the number of field bytes before it. One entry more than the component has bytes.
std::vector<std::uint32_t> useful_before(const ComponentType& type) {
    std::vector<std::uint32_t> before(type.size + 1, 0);
    std::vector<bool> useful(type.size, type.fields.empty());
    for (const Field& field : type.fields) std::fill_n(useful.begin() + field.offset, field.size_bytes(), true);
    for (std::uint32_t byte = 0; byte < type.size; ++byte) before[byte + 1] = before[byte] + (useful[byte] ? 1 : 0);
    return before;
}

std::vector<ValueBytes> values_of(const ComponentType& type) {
    if (type.fields.empty()) return {{0, type.size}};
    std::vector<ValueBytes> values;
    for (const Field& field : type.fields)
        for (std::uint32_t i = 0; i < field.count; ++i)
            values.push_back({field.offset + i * field.element_size, field.offset + (i + 1) * field.element_size});
    return values;
}

/// Number of values in [first row, end row) that lie in more than one line. The positions of rows within lines repeat
/// after at most 64 rows.
std::uint64_t straddling(std::uint32_t start, std::uint32_t stride, RowRange rows,
                         const std::vector<ValueBytes>& values) {
    const auto in_row = [&](std::uint32_t row) {
        std::uint64_t count = 0;
        for (const ValueBytes& value : values) {
            const std::uint32_t first = start + row * stride + value.begin, last = start + row * stride + value.end - 1;
            count += first / cache_line_bytes != last / cache_line_bytes ? 1 : 0;
        }
        return count;
    };
    const std::uint32_t count = rows.end - rows.begin, whole = count / cache_line_bytes;
    std::uint64_t total = 0, of_part = 0;
    for (std::uint32_t i = 0; i < std::min(count, cache_line_bytes); ++i) {
        const std::uint64_t here = in_row(rows.begin + i);
        total += here;
        if (i < count % cache_line_bytes) of_part += here;
    }
    return whole == 0 ? total : total * whole + of_part;
}

void add_column(const Archetype& archetype, RowRange rows, ColumnUse& use, std::vector<LineUse>& lines) {
    const auto column = static_cast<std::size_t>(use.column);
    const ComponentType& type = *archetype.types()[column];
    const std::uint32_t start = archetype.layout().offsets[column];
    const std::vector<std::uint32_t> before = useful_before(type);
    const auto useful_until = [&](std::uint32_t byte) {  // byte: from the start of the column
        return std::uint64_t{byte / type.size} * before[type.size] + before[byte % type.size];
    };
    const ValueBytes bytes{start + rows.begin * type.size, start + rows.end * type.size};
    for (std::uint32_t line = bytes.begin / cache_line_bytes; line * cache_line_bytes < bytes.end; ++line) {
        const std::uint32_t first = std::max(line * cache_line_bytes, bytes.begin);
        const std::uint32_t end = std::min((line + 1) * cache_line_bytes, bytes.end);
        const auto useful = static_cast<std::uint8_t>(useful_until(end - start) - useful_until(first - start));
        if (useful == 0) continue;
        ++use.counts.lines;
        use.counts.useful_bytes += useful;
        std::uint8_t& bytes_here = use.access == Access::Write ? lines[line].written_bytes : lines[line].read_bytes;
        bytes_here = static_cast<std::uint8_t>(bytes_here + useful);
    }
    const std::vector<ValueBytes> values = values_of(type);
    use.counts.fields = std::uint64_t{rows.end - rows.begin} * values.size();
    use.counts.straddling = straddling(start, type.size, rows, values);
}

}  // namespace

LineCounts& LineCounts::operator+=(const LineCounts& other) {
    lines += other.lines;
    useful_bytes += other.useful_bytes;
    fields += other.fields;
    straddling += other.straddling;
    return *this;
}

ChunkUse cache_lines_of(const Archetype& archetype, RowRange rows, std::span<const SystemAccess> accesses) {
    ChunkUse use;
    use.lines.resize((archetype.layout().block_bytes + cache_line_bytes - 1) / cache_line_bytes);
    for (const SystemAccess& declared : accesses) {
        if (declared.access == Access::None) continue;
        const auto known = std::find_if(use.columns.begin(), use.columns.end(), [&](const ColumnUse& column) {
            return column.component == declared.component;
        });
        if (known == use.columns.end())
            use.columns.push_back({declared.component, declared.access, no_column, {}});
        else if (declared.access == Access::Write)
            known->access = Access::Write;
    }
    for (ColumnUse& column : use.columns) {
        column.column = archetype.column_of(column.component);
        if (column.column == no_column) continue;
        if (archetype.types()[static_cast<std::size_t>(column.column)]->is_tag()) {
            column.column = no_column;
            continue;
        }
        if (rows.begin < rows.end) add_column(archetype, rows, column, use.lines);
        use.counts += column.counts;
    }
    use.counts.lines = 0;
    for (const LineUse& line : use.lines) {
        use.counts.lines += line.useful_bytes() > 0 ? 1 : 0;
        use.read_lines += line.read_bytes > 0 ? 1 : 0;
        use.written_lines += line.written_bytes > 0 ? 1 : 0;
    }
    return use;
}

bool visits(const Archetype& archetype, const TypeRegistry& types, std::span<const SystemAccess> accesses) {
    bool any = false;
    for (const SystemAccess& declared : accesses) {
        if (declared.access == Access::None || types[declared.component].is_tag()) continue;
        if (!archetype.has(declared.component)) return false;
        any = true;
    }
    return any;
}

SystemUse cache_lines_of(const World& world, std::span<const SystemAccess> accesses) {
    SystemUse use;
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const Archetype& archetype = world.archetype(id);
        if (archetype.entity_count() == 0 || !visits(archetype, world.types(), accesses)) continue;
        ++use.archetypes;
        use.chunks += archetype.chunk_count();
        use.rows += archetype.entity_count();
        const std::uint32_t capacity = archetype.layout().capacity;
        const std::uint64_t full = archetype.entity_count() / capacity;
        const auto rest = static_cast<std::uint32_t>(archetype.entity_count() % capacity);
        const auto add = [&](std::uint32_t rows, std::uint64_t chunks) {
            if (rows == 0 || chunks == 0) return;
            const LineCounts counts = cache_lines_of(archetype, {0, rows}, accesses).counts;
            use.counts += {counts.lines * chunks, counts.useful_bytes * chunks, counts.fields * chunks,
                           counts.straddling * chunks};
            ++use.chunks_examined;
        };
        add(capacity, full);
        add(rest, 1);
    }
    return use;
}

}  // namespace ecs
