#include "panels/archetypes/archetype_facts.hpp"

namespace panels {

double ArchetypeFacts::number(ArchetypeColumn column) const {
    switch (column) {
        case ArchetypeColumn::Name:
            return 0;
        case ArchetypeColumn::Entities:
            return static_cast<double>(entities);
        case ArchetypeColumn::Chunks:
            return static_cast<double>(chunks);
        case ArchetypeColumn::Capacity:
            return static_cast<double>(capacity);
        case ArchetypeColumn::Fill:
            return fill();
        case ArchetypeColumn::Bytes:
            return static_cast<double>(bytes);
        case ArchetypeColumn::Waste:
            return static_cast<double>(waste());
        case ArchetypeColumn::BytesPerEntity:
            return bytes_per_entity();
    }
    return 0;
}

ArchetypeFacts facts_of(const ecs::Archetype& archetype) {
    ArchetypeFacts facts;
    facts.entities = archetype.entity_count();
    facts.chunks = archetype.chunk_count();
    facts.capacity = archetype.full_capacity();
    facts.room = facts.chunks * archetype.layout().capacity;
    facts.bytes = archetype.bytes();
    facts.used_bytes = archetype.used_bytes();
    return facts;
}

}  // namespace panels
