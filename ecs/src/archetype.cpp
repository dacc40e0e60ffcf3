#include "ecs/archetype.hpp"

#include <algorithm>

namespace ecs {

Archetype::Archetype(ArchetypeId id, std::vector<const ComponentType*> types) : id_(id), types_(std::move(types)) {
    components_.reserve(types_.size());
    row_bytes_ = sizeof(Entity);
    for (const ComponentType* type : types_) {
        Column column;
        column.position = static_cast<std::int32_t>(components_.size());
        column.size = type->size;
        columns_.insert(type->id, column);
        components_.push_back(type->id);
        row_bytes_ += type->size;
        if (!type->is_tag()) block_align_ = std::max<std::size_t>(block_align_, type->align);
        trivial_ = trivial_ && type->trivial;
    }
    full_capacity_ = lay_out_chunk(types_, full_block_bytes(types_)).capacity;
    byte_columns_.reserve(types_.size());
    set_layout(first_block_bytes(types_));
}

void Archetype::set_layout(std::size_t block_bytes) {
    lay_out_chunk(types_, block_bytes, layout_);
    byte_columns_.clear();
    for (std::size_t c = 0; c < types_.size(); ++c) {
        columns_.find(components_[c])->start = layout_.offsets[c];
        if (!types_[c]->is_tag()) byte_columns_.push_back({layout_.offsets[c], types_[c]->size, types_[c]});
    }
}

void Archetype::refresh_offsets(const Archetype& from, Edge& edge) {
    for (ColumnCopy& copy : edge.copies) {
        copy.from = from.layout_.offsets[copy.from_column];
        copy.to = edge.target->layout_.offsets[copy.to_column];
    }
    edge.from_block_bytes = from.layout_.block_bytes;
    edge.to_block_bytes = edge.target->layout_.block_bytes;
}

}  // namespace ecs
