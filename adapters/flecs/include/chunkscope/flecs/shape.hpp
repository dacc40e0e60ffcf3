// How the values of a component of flecs are shown: as a type made at run time, and how a value gets from one to the
// other. Where flecs' reflection (the meta addon) describes plain numbers, a value of the type lies byte for byte as
// flecs' value does. Texts, entities, and what flecs can only describe as JSON lie elsewhere, and are converted.
#pragma once

#include <flecs.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "chunkscope/flecs/names.hpp"
#include "ecs/types/component_type.hpp"
#include "ecs/types/type_registry.hpp"

namespace chunkscope::flecs {

/// A member of a component without reflection data: `field("x", &Position::x)`.
template <class T, class M>
ecs::Field field(std::string name, M T::*member, ecs::FieldOptions options = {}) {
    return ecs::detail::make_field(std::move(name), member, std::move(options));
}

namespace detail {

/// Where the values of a field lie in a value of flecs.
struct Part {
    enum class How : std::uint8_t { Same, Text, Entity, Json, Struct };
    How how = How::Same;
    std::uint32_t offset = 0;      // from the start of flecs' value, or of the enclosing struct there
    std::uint32_t size = 0;        // of one element, and the distance to the next one
    ecs_entity_t type = 0;         // of one element, for Json
    std::vector<Part> parts = {};  // Struct: by field
};

struct Shape {
    ecs::ComponentType type;
    std::vector<Part> parts;     // by field of the type
    std::uint32_t raw_size = 0;  // of flecs' value
    bool same = true;            // a value of the type lies as flecs' does
    bool plain = true;           // flecs copies values by their bytes
    bool complete = true;        // the fields are all there is of a value, but for padding
    bool keeps_all() const { return plain || complete; }
};

inline bool is_filler(const ecs::Field& field) { return field.description == "Not described"; }

inline ecs::Field filler(std::uint32_t from, std::uint32_t to) {
    ecs::Field bytes;
    bytes.name = "bytes " + std::to_string(from) + " to " + std::to_string(to - 1);
    bytes.kind = ecs::FieldKind::U8;
    bytes.element_size = 1;
    bytes.offset = from;
    bytes.count = to - from;
    bytes.description = "Not described";
    return bytes;
}

inline Part same_part(const ecs::Field& field) { return {Part::How::Same, field.offset, field.element_size}; }

/// Sorts fields by place, and puts fillers where nothing was described. False when there are such places, beyond the
/// padding that alignment explains. Fields that stand on others are left out.
inline bool fill_holes(std::vector<ecs::Field>& fields, std::vector<Part>& parts, std::uint32_t size,
                       std::uint32_t align) {
    std::vector<std::size_t> order(fields.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return parts[a].offset < parts[b].offset; });
    std::vector<ecs::Field> filled;
    std::vector<Part> filled_parts;
    bool complete = true;
    std::uint32_t end = 0;
    const auto fill_to = [&](std::uint32_t offset, std::uint32_t alignment) {
        if ((end + alignment - 1) / alignment * alignment >= offset) return;
        filled.push_back(filler(end, offset));
        filled_parts.push_back(same_part(filled.back()));
        complete = false;
    };
    for (const std::size_t i : order) {
        if (parts[i].offset < end) {
            complete = false;
            continue;
        }
        const std::size_t alignment = std::max<std::size_t>(1, ecs::align_of(fields[i]));
        fill_to(parts[i].offset, static_cast<std::uint32_t>(alignment));
        end = parts[i].offset + parts[i].size * fields[i].count;
        filled.push_back(std::move(fields[i]));
        filled_parts.push_back(std::move(parts[i]));
    }
    if (end < size) fill_to(size, align);
    fields = std::move(filled);
    parts = std::move(filled_parts);
    return complete;
}

/// Whether the parts lie in flecs' value where the fields lie in the type's.
inline bool lies_same(const std::vector<ecs::Field>& fields, const std::vector<Part>& parts) {
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const Part& part = parts[i];
        if (part.how == Part::How::Struct ? !lies_same(fields[i].fields, part.parts) : part.how != Part::How::Same)
            return false;
        if (part.offset != fields[i].offset || part.size != fields[i].element_size) return false;
    }
    return true;
}

/// Of flecs' value into a value of the type, which exists already.
inline void read_fields(const ecs_world_t* world, const std::vector<ecs::Field>& fields, const std::vector<Part>& parts,
                        void* to, const void* from) {
    for (std::size_t f = 0; f < fields.size(); ++f) {
        for (std::uint32_t i = 0; i < fields[f].count; ++i) {
            std::byte* const target =
                static_cast<std::byte*>(to) + fields[f].offset + std::size_t{i} * fields[f].element_size;
            const std::byte* const source =
                static_cast<const std::byte*>(from) + parts[f].offset + std::size_t{i} * parts[f].size;
            switch (parts[f].how) {
                case Part::How::Same:
                    std::memcpy(target, source, fields[f].element_size);
                    break;
                case Part::How::Text: {
                    const char* text = nullptr;
                    std::memcpy(&text, source, sizeof text);
                    *reinterpret_cast<std::string*>(target) = text == nullptr ? "" : text;
                    break;
                }
                case Part::How::Entity: {
                    ecs_entity_t entity = 0;
                    std::memcpy(&entity, source, sizeof entity);
                    const ecs::Entity handle = handle_of(entity);
                    std::memcpy(target, &handle, sizeof handle);
                    break;
                }
                case Part::How::Json:
                    *reinterpret_cast<std::string*>(target) = taken(ecs_ptr_to_json(world, parts[f].type, source));
                    break;
                case Part::How::Struct:
                    read_fields(world, fields[f].fields, parts[f].parts, target, source);
                    break;
            }
        }
    }
}

/// The opposite. Empty, or why a text cannot be a value.
inline std::string write_field(const ecs_world_t* world, const ecs::Field& field, const Part& part, void* to,
                               const void* from) {
    std::string problem;
    for (std::uint32_t i = 0; i < field.count && problem.empty(); ++i) {
        std::byte* const target = static_cast<std::byte*>(to) + part.offset + std::size_t{i} * part.size;
        const std::byte* const source =
            static_cast<const std::byte*>(from) + field.offset + std::size_t{i} * field.element_size;
        switch (part.how) {
            case Part::How::Same:
                std::memcpy(target, source, field.element_size);
                break;
            case Part::How::Text: {
                const std::string& text = *reinterpret_cast<const std::string*>(source);
                char* former = nullptr;
                std::memcpy(&former, target, sizeof former);
                if (text == (former == nullptr ? "" : former)) break;
                char* const made = ecs_os_strdup(text.c_str());
                ecs_os_free(former);
                std::memcpy(target, &made, sizeof made);
                break;
            }
            case Part::How::Entity: {
                ecs::Entity handle;
                std::memcpy(static_cast<void*>(&handle), source, sizeof handle);
                const ecs_entity_t entity = entity_of(handle);
                std::memcpy(target, &entity, sizeof entity);
                break;
            }
            case Part::How::Json: {
                const std::string& text = *reinterpret_cast<const std::string*>(source);
                if (text == taken(ecs_ptr_to_json(world, part.type, target))) break;
                const int level = ecs_log_set_level(-4);  // what is wrong is said here, not on the console
                if (ecs_ptr_from_json(world, part.type, target, text.c_str(), nullptr) == nullptr)
                    problem = "\"" + text + "\" is no " + path_of(world, part.type);
                ecs_log_set_level(level);
                break;
            }
            case Part::How::Struct:
                for (std::size_t f = 0; f < field.fields.size() && problem.empty(); ++f)
                    problem = write_field(world, field.fields[f], part.parts[f], target, source);
                break;
        }
    }
    return problem;
}

}  // namespace detail

}  // namespace chunkscope::flecs
