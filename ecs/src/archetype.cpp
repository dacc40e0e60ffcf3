#include "ecs/archetype.hpp"

#include <algorithm>

namespace ecs {

Archetype::Archetype(ArchetypeId id, std::vector<const ComponentType*> types) : id_(id), types_(std::move(types)), versions_(types_.size() + 1) {
    components_.reserve(types_.size());
    row_bytes_ = sizeof(Entity);
    for (const ComponentType* type : types_) {
        components_.push_back(type->id);
        row_bytes_ += type->size;
        if (!type->is_tag()) block_align_ = std::max<std::size_t>(block_align_, type->align);
        all_trivial_ = all_trivial_ && type->trivial;
    }
    if (!components_.empty()) column_by_component_.assign(components_.back() + 1, no_column);
    for (std::size_t c = 0; c < components_.size(); ++c)
        column_by_component_[components_[c]] = static_cast<std::int16_t>(c);

    full_capacity_ = lay_out_chunk(types_, full_block_bytes(types_)).capacity;
    layout_ = lay_out_chunk(types_, first_block_bytes(types_));
}

}  // namespace ecs
