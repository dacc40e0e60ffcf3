#include "ecs/prefab/inherited.hpp"

#include "ecs/edit/edit_records.hpp"

namespace ecs {

Value inherited(const ComponentType& type, const void* source, const InstanceParts& parts,
                std::span<const InstanceMove> moved) {
    Value value(type, source);
    if (type.is_tag()) return value;
    each_entity(type.fields, value.data(), [&](Entity& ref) {
        if (const auto part = parts.find(ref); part != parts.end()) ref = part->second;
    });
    for (const InstanceMove& move : moved)
        if (move.number.component == type.id)
            write_number(move.number, value.data(), read_number(move.number, value.data()) + move.way);
    return value;
}

}  // namespace ecs
