#include "files/world_file/left_out.hpp"

#include <algorithm>

#include "ecs/base/language.hpp"

namespace files {

namespace {

/// Bytes between and behind the fields of a struct which are more than their alignment needs.
std::size_t bytes_without_field(const std::vector<ecs::Field>& fields, std::size_t size, std::size_t align) {
    std::vector<const ecs::Field*> in_order;
    for (const ecs::Field& field : fields) in_order.push_back(&field);
    std::sort(in_order.begin(), in_order.end(),
              [](const ecs::Field* a, const ecs::Field* b) { return a->offset < b->offset; });
    const auto aligned = [](std::size_t at, std::size_t to) { return (at + to - 1) / to * to; };
    std::size_t at = 0, bytes = 0;
    for (const ecs::Field* const field : in_order) {
        const std::size_t next = aligned(at, std::max<std::size_t>(ecs::align_of(*field), 1));
        if (field->offset > next) bytes += field->offset - next;
        if (field->kind == ecs::FieldKind::Struct)
            bytes += field->count * bytes_without_field(field->fields, field->element_size, ecs::align_of(*field));
        at = std::max(at, field->offset + field->size_bytes());
    }
    const std::size_t end = aligned(at, std::max<std::size_t>(align, 1));
    return size > end ? bytes + size - end : bytes;
}

/// Whether a value is not all 0, as it is when a file is read that has none of its bytes.
bool any_value_set(const ecs::World& world, const ecs::ComponentType& type) {
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const ecs::Archetype& archetype = world.archetype(id);
        const int column = archetype.column_of(type.id);
        if (column == ecs::no_column) continue;
        for (std::size_t c = 0; c < archetype.chunk_count(); ++c) {
            const std::byte* const values = archetype.column_data(c, static_cast<std::size_t>(column));
            const std::byte* const end = values + archetype.chunk(c).entities().size() * type.size;
            if (std::any_of(values, end, [](std::byte each) { return each != std::byte{0}; })) return true;
        }
    }
    return false;
}

std::size_t bytes_left_out(const ecs::World& world, const ecs::ComponentType& type) {
    if (type.is_tag()) return type.hidden_bytes;
    if (!type.made_at_run_time) return bytes_without_field(type.fields, type.size, type.align);
    // Nobody writes other bytes than those of fields, but for the owner of a world that is shown here.
    return type.fields.empty() && any_value_set(world, type) ? type.size : 0;
}

}  // namespace

std::vector<LeftOut> left_out_of_file(const ecs::World& world, std::set<std::string>* told) {
    std::vector<std::size_t> entities(world.types().size());
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const ecs::Archetype& archetype = world.archetype(id);
        for (const ecs::ComponentId component : archetype.components()) entities[component] += archetype.entity_count();
    }
    std::vector<LeftOut> left_out;
    for (ecs::ComponentId id = 0; id < entities.size(); ++id) {
        const ecs::ComponentType& type = world.types()[id];
        if (entities[id] == 0 || id == world.name_id() || id == world.parent_id() || type.opaque_json) continue;
        const std::size_t bytes = bytes_left_out(world, type);
        if (bytes > 0 && (!told || told->insert(type.name).second))
            left_out.push_back({type.name, bytes, entities[id]});
    }
    std::sort(left_out.begin(), left_out.end(), [](const LeftOut& a, const LeftOut& b) { return a.type < b.type; });
    return left_out;
}

namespace {

std::string counted_with_commas(std::size_t count, const char* one, const char* many) {
    std::string digits = std::to_string(count);
    for (std::size_t end = digits.size(); end > 3;) digits.insert(end -= 3, 1, ',');
    return ecs::count_phrase(digits, count == 1 ? one : many);
}

}  // namespace

std::string sentence_of(const LeftOut& left_out) {
    return ecs::phrase("{}: {} of each value have no field and are not in the file ({})", left_out.type,
                       counted_with_commas(left_out.bytes, "byte", "bytes"),
                       counted_with_commas(left_out.entities, "entity", "entities"));
}

}  // namespace files
