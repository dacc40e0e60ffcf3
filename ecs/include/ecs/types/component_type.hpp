// A ComponentType describes one component for storage and tools: size, alignment, fields, and how to construct, move
// and destroy values. A TypeRegistry owns it. Its layout does not change after registration; a C++ type that was
// registered by its first use may still get a name, a description and fields.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/types/field.hpp"

namespace ecs {

/// Position of the type in its registry: ids count up from 0 in the order of registration.
using ComponentId = std::uint32_t;
inline constexpr ComponentId no_component = std::numeric_limits<ComponentId>::max();

struct ComponentType;

/// Operations on `count` consecutive values. `construct` and `copy` write to raw memory. `relocate` moves values to
/// raw memory and leaves raw memory behind.
struct ValueOps {
    void (*construct)(const ComponentType&, void* to, std::size_t count) = nullptr;
    void (*copy)(const ComponentType&, void* to, const void* from, std::size_t count) = nullptr;  // null: move-only
    void (*relocate)(const ComponentType&, void* to, void* from, std::size_t count) = nullptr;
    void (*destroy)(const ComponentType&, void* values, std::size_t count) = nullptr;
};

struct ComponentType {
    ComponentId id = no_component;
    std::string name;         // qualified, unique in the registry; world files use it
    std::string description;  // one line
    std::uint32_t size = 0;   // bytes; 0 is a tag, which has no column
    std::uint32_t align = 1;
    std::vector<Field> fields;  // in the order of their offsets
    bool trivial = true;        // moved and copied by memcpy; needs no destructor
    bool made_at_run_time = false;
    bool made_by_use = false;   // a C++ type that nobody has described yet: its name is the one that the compiler uses
    bool made_by_edit = false;  // made at run time by an edit: undoing the edit leaves nothing that needs the type
    bool retired = false;       // another type has its place and its former name, see SetType; no entity has it
    std::uint64_t cpp_key = 0;  // hash of the C++ type's name; 0 for types made at run time
    ValueOps ops;
    std::vector<std::byte> default_bytes;  // the default value, texts left out; trivial types, those made at run time
    bool opaque_json = false;              // values are the JSON text they were read from, see TypeRegistry::add_opaque
    std::uint32_t hidden_bytes = 0;        // of each value: no field describes them, and only its owner has them

    bool is_tag() const { return size == 0; }
    bool copyable() const { return trivial || ops.copy != nullptr; }
    const Field* find_field(std::string_view field_name) const;
};

void construct_values(const ComponentType& type, void* to, std::size_t count);
void copy_values(const ComponentType& type, void* to, const void* from, std::size_t count);
void relocate_values(const ComponentType& type, void* to, void* from, std::size_t count);
void destroy_values(const ComponentType& type, void* values, std::size_t count);

/// Compares two values field by field, without padding; byte by byte where a type has no fields.
bool values_equal(const ComponentType& type, const void* a, const void* b);

/// The first difference between the layouts of two types, as "text string at 0, not x f64 at 0". Compares names,
/// kinds, offsets and element counts of all fields, then size and alignment. Empty when a value of one type is a
/// value of the other.
std::string layout_difference(const ComponentType& type, const ComponentType& other);

/// Lays out `fields` one after another, each at its natural alignment: sets their offsets, and returns size and
/// alignment of the whole. This is the C++ rule for a plain struct.
struct StructSize {
    std::uint32_t size = 0;
    std::uint32_t align = 1;
};
StructSize lay_out(std::vector<Field>& fields);

}  // namespace ecs
