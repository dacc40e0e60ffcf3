// The copies of one component of all entities that have it, by slot. Private to the FieldRecorder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ecs/base/entity.hpp"
#include "ecs/types/component_type.hpp"
#include "ecs/types/value.hpp"

namespace ecs {

struct RecordedColumn {
    explicit RecordedColumn(const ComponentType& of) : type(of), in_bytes(of.trivial) {}

    const ComponentType& type;
    bool in_bytes;
    bool recorded = false;                   // false: nobody looked yet
    std::vector<std::uint32_t> generations;  // by slot; 0: has it not
    std::vector<std::byte> bytes;            // by slot, of trivial types
    std::vector<Value> values;               // by slot, of the others
    std::size_t known = 0;                   // entities that have it
    std::size_t found = 0;                   // of them, in the present look

    static std::size_t bytes_a_slot(const ComponentType& type) {
        return sizeof(std::uint32_t) + (type.trivial ? type.size : sizeof(Value) + type.size);
    }
    std::size_t copy_bytes() const { return generations.size() * bytes_a_slot(type); }

    void resize(std::size_t slots) {
        if (slots <= generations.size()) return;
        generations.resize(slots);
        if (in_bytes)
            bytes.resize(slots * type.size);
        else
            values.resize(slots);
    }
    const void* copy_of(std::uint32_t slot) const {
        return in_bytes ? static_cast<const void*>(bytes.data() + std::size_t{slot} * type.size) : values[slot].data();
    }
};

}  // namespace ecs
