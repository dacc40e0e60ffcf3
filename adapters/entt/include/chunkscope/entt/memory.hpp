// What the memory of a registry is, byte by byte, as EnTT allocated it. EnTT shows its packed arrays and value pages;
// the sparse pages are private to it, and are reached by the rule that explicit instantiations may name private
// members.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "chunkscope/entt/pool.hpp"
#include "ecs/mirror/owner_memory.hpp"
#include "entt/entt.hpp"

namespace chunkscope::entt::detail {

template <class Tag, auto Member>
struct Reach {
    friend constexpr auto reached(Tag) { return Member; }
};
struct SparsePages {
    friend constexpr auto reached(SparsePages);
};
template struct Reach<SparsePages, &::entt::sparse_set::sparse>;

/// By page; null where none was made.
inline const ::entt::entity* sparse_page(const ::entt::sparse_set& set, std::size_t number) {
    const auto& pages = set.*reached(SparsePages());
    return pages[number] == nullptr ? nullptr : std::to_address(pages[number]);
}

inline constexpr std::size_t sparse_entries = ::entt::entt_traits<::entt::entity>::page_size;

/// `in_use`: positions before it are live entities; for the pool of entities itself, which keeps the dead ones behind.
inline ecs::OwnerPool describe_pool(const ::entt::sparse_set& set, std::string name, std::size_t in_use) {
    ecs::OwnerPool made;
    made.name = std::move(name);
    made.entity_bytes = sizeof(::entt::entity);
    made.sparse_mask = ::entt::entt_traits<::entt::entity>::entity_mask;
    made.keeps_addresses = set.policy() == ::entt::deletion_policy::in_place;
    // Of a million entities, so in a simple loop.
    const std::size_t size = set.::entt::sparse_set::size();
    const ::entt::entity* const entities = set.data();
    made.entities.resize(size, ecs::no_owner_key);
    in_use = std::min(in_use, size);
    std::size_t there = 0;
    for (std::size_t i = 0; i < in_use; ++i) {
        const bool gone = entities[i] == ::entt::tombstone;
        made.entities[i] = gone ? ecs::no_owner_key : key_of(entities[i]);
        there += gone ? 0u : 1u;
    }
    made.tombstones = size - there;
    made.capacity = set.::entt::sparse_set::capacity();
    for (std::size_t page = 0; page < set.extent() / sparse_entries; ++page) {
        const ::entt::entity* const begin = sparse_page(set, page);
        if (begin == nullptr) continue;
        ecs::PoolBlock block{ecs::PoolBlockKind::SparsePage,
                             reinterpret_cast<const std::byte*>(begin),
                             sparse_entries * sizeof *begin,
                             page * sparse_entries,
                             sparse_entries,
                             0};
        for (std::size_t i = 0; i < sparse_entries; ++i) block.used += begin[i] == ::entt::null ? 0u : 1u;
        made.blocks.push_back(block);
    }
    if (made.capacity > 0)
        made.blocks.push_back({ecs::PoolBlockKind::Packed, reinterpret_cast<const std::byte*>(set.data()),
                               made.capacity * sizeof(::entt::entity), 0, made.capacity, made.size()});
    return made;
}

inline void add_value_pages(ecs::OwnerPool& made, const Pool& pool, std::size_t value_bytes) {
    made.value_bytes = value_bytes;
    for (std::size_t page = 0; page < pool.page_count(); ++page) {
        const std::size_t entries = pool.page_entries(), first = page * entries;
        if (pool.page(page) == nullptr) continue;  // nobody tells where it lies
        ecs::PoolBlock block{ecs::PoolBlockKind::ValuePage, pool.page(page), entries * value_bytes, first, entries, 0};
        for (std::size_t i = first; i < std::min(first + entries, made.entities.size()); ++i)
            block.used += made.entities[i] == ecs::no_owner_key ? 0u : 1u;
        made.blocks.push_back(block);
    }
}

/// Spans that cover a block. `type` is null when the values were not described.
class BlockSpans {
public:
    BlockSpans(const ecs::OwnerPool& pool, const ecs::PoolBlock& block, const ecs::ComponentType* type)
        : pool_(pool), block_(block), type_(type) {
        for (std::size_t i = 0; i < block.entries; ++i) {
            if (block.kind == ecs::PoolBlockKind::SparsePage)
                add_sparse(i);
            else
                add_dense(i);
        }
    }
    std::vector<ecs::PoolSpan> take() { return std::move(spans_); }

private:
    void add(std::size_t size, ecs::PoolByteRole role, ecs::OwnerKey entity = ecs::no_owner_key, int field = -1) {
        if (size == 0) return;
        const bool goes_on = entity == ecs::no_owner_key && !spans_.empty() && spans_.back().role == role &&
                             role != ecs::PoolByteRole::Tombstone;
        if (goes_on)
            spans_.back().size += size;
        else
            spans_.push_back({end_, size, role, entity, field});
        end_ += size;
    }
    void add_sparse(std::size_t i) {
        const ::entt::entity entry = reinterpret_cast<const ::entt::entity*>(block_.begin)[i];
        if (entry == ::entt::null) return add(sizeof entry, ecs::PoolByteRole::NoEntity);
        const std::size_t position = ::entt::to_entity(entry);
        add(sizeof entry, ecs::PoolByteRole::Position,
            position < pool_.entities.size() ? pool_.entities[position] : ecs::no_owner_key);
    }
    void add_dense(std::size_t i) {
        const bool values = block_.kind == ecs::PoolBlockKind::ValuePage;
        const std::size_t size = values ? pool_.value_bytes : pool_.entity_bytes, position = block_.first + i;
        if (position >= pool_.entities.size()) return add(size, ecs::PoolByteRole::Unused);
        const ecs::OwnerKey entity = pool_.entities[position];
        if (entity == ecs::no_owner_key) return add(size, ecs::PoolByteRole::Tombstone);
        if (!values) return add(size, ecs::PoolByteRole::Entity, entity);
        if (type_ == nullptr || type_->fields.empty()) return add(size, ecs::PoolByteRole::Field, entity);
        std::size_t end = 0;
        for (std::size_t f = 0; f < type_->fields.size(); ++f) {
            const ecs::Field& field = type_->fields[f];
            add(field.offset - end, ecs::PoolByteRole::Padding, entity);
            add(field.size_bytes(), ecs::PoolByteRole::Field, entity, static_cast<int>(f));
            end = field.offset + field.size_bytes();
        }
        add(size - end, ecs::PoolByteRole::Padding, entity);
    }

    const ecs::OwnerPool& pool_;
    const ecs::PoolBlock& block_;
    const ecs::ComponentType* type_;
    std::vector<ecs::PoolSpan> spans_;
    std::size_t end_ = 0;
};

}  // namespace chunkscope::entt::detail
