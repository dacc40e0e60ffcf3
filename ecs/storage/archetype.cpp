#include "ecs/storage/archetype.hpp"

#include <algorithm>

namespace ecs {

Archetype::Archetype(ArchetypeId id, std::vector<const ComponentType*> types)
    : id_(id), types_(std::move(types)), versions_(types_.size() + 1) {
    components_.reserve(types_.size());
    row_bytes_ = sizeof(Entity);
    quick_positions_.fill(no_column);
    for (const ComponentType* type : types_) {
        if (type->id < quick_ids) quick_positions_[type->id] = static_cast<std::int8_t>(components_.size());
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
        if (components_[c] < quick_ids) quick_starts_[components_[c]] = layout_.offsets[c];
        if (!types_[c]->is_tag()) byte_columns_.push_back({layout_.offsets[c], types_[c]->size, types_[c]});
    }
}

int Archetype::search_column(ComponentId component) const {
    const auto found = std::lower_bound(components_.begin(), components_.end(), component);
    return found == components_.end() || *found != component ? no_column
                                                             : static_cast<int>(found - components_.begin());
}

void Archetype::refresh_offsets(const Archetype& from, Edge& edge, ComponentId component) {
    for (ColumnCopy& copy : edge.copies) {
        copy.from = from.layout_.offsets[copy.from_column];
        copy.to = edge.target->layout_.offsets[copy.to_column];
    }
    edge.added_start = from.has(component) ? no_offset : edge.target->column_start(component);
    edge.from_block_bytes = from.layout_.block_bytes;
    edge.to_block_bytes = edge.target->layout_.block_bytes;
}

std::size_t SignatureHash::operator()(Signature ids) const noexcept {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (ComponentId id : ids) hash = (hash ^ id) * 0x100000001b3u;
    return static_cast<std::size_t>(hash ^ (hash >> 32));
}

}  // namespace ecs
