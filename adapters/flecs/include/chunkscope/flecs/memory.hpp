// What the memory of a flecs world is, byte by byte: the tables with their arrays of entities and their columns, and
// the components that flecs keeps in sparse sets, as far as it shows them.
#pragma once

#include <flecs.h>

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "chunkscope/flecs/world_look.hpp"
#include "ecs/mirror/owner_memory.hpp"

namespace chunkscope::flecs::detail {

/// Spans that cover a block, entry by entry.
class Spans {
public:
    void add(std::size_t size, ecs::PoolByteRole role, ecs::OwnerKey entity = ecs::no_owner_key, int field = -1) {
        if (size == 0) return;
        if (entity == ecs::no_owner_key && !spans_.empty() && spans_.back().role == role)
            spans_.back().size += size;
        else
            spans_.push_back({end_, size, role, entity, field});
        end_ += size;
    }
    /// One value, or the bytes of one that nobody described.
    void add_value(const Shape* shape, std::size_t size, ecs::OwnerKey entity) {
        if (shape == nullptr || shape->parts.empty()) return add(size, ecs::PoolByteRole::Field, entity);
        std::size_t end = 0;
        for (const std::size_t f : by_place(shape->parts)) {
            const Part& part = shape->parts[f];
            const std::size_t bytes = std::size_t{part.size} * shape->type.fields[f].count;
            if (part.offset < end || part.offset + bytes > size) continue;
            add(part.offset - end, ecs::PoolByteRole::Padding, entity);
            add(bytes, ecs::PoolByteRole::Field, entity, static_cast<int>(f));
            end = part.offset + bytes;
        }
        add(size - end, ecs::PoolByteRole::Padding, entity);
    }
    std::vector<ecs::PoolSpan> take() { return std::move(spans_); }

private:
    static std::vector<std::size_t> by_place(const std::vector<Part>& parts) {
        std::vector<std::size_t> order(parts.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return parts[a].offset < parts[b].offset; });
        return order;
    }

    std::vector<ecs::PoolSpan> spans_;
    std::size_t end_ = 0;
};

/// Makes the pools of an OwnerMemory. The tables come in flecs' order, those that are empty behind, then one pool for
/// each component that is kept apart. Tables of hidden entities are left out.
class MemoryMap {
public:
    MemoryMap(const ecs_world_t* world, const Types& types, WorldLook& look, bool show_internals)
        : world_(world), types_(types) {
        std::vector<ecs_table_t*> empty;
        std::unordered_set<ecs_table_t*> met;
        look.for_each_table([&](ecs_table_t* table) {
            if (!met.insert(table).second) return;
            if (!show_internals && look.leaves_out(table)) return;
            if (ecs_table_count(table) == 0)
                empty.push_back(table);
            else
                add_table(table);
            add_apart_of(table);
        });
        for (ecs_table_t* const table : empty) add_table(table);
        for (const auto& [id, entities] : apart_) add_apart(id, entities);
        std::map<ecs_id_t, std::vector<ecs_entity_t>> non_fragmenting;
        for (const auto& [asked, apart] : look.non_fragmenting())
            for (const auto& [key, bytes] : apart.values) non_fragmenting[key.second].push_back(key.first);
        for (const auto& [id, entities] : non_fragmenting) add_apart(id, entities);
    }
    ecs::OwnerMemory& memory() { return memory_; }

    std::vector<ecs::PoolSpan> describe(std::size_t pool, std::size_t block) const {
        if (pool >= memory_.pools.size() || block >= memory_.pools[pool].blocks.size()) return {};
        const Source& source = sources_[pool][block];
        const ecs::PoolBlock& described = memory_.pools[pool].blocks[block];
        const Shape* const shape = source.type == Types::none ? nullptr : &types_.shape(source.type);
        const ecs_entity_t* const entities = source.table == nullptr              ? source.entities.data()
                                             : ecs_table_count(source.table) == 0 ? nullptr
                                                                                  : ecs_table_entities(source.table);
        Spans spans;
        for (std::size_t i = 0; i < described.entries; ++i) {
            if (i >= described.used)
                spans.add(source.size, ecs::PoolByteRole::Unused);
            else if (described.kind == ecs::PoolBlockKind::Packed)
                spans.add(source.size, ecs::PoolByteRole::Entity, key_of(entities[i]));
            else
                spans.add_value(shape, source.size, key_of(entities[i]));
        }
        return spans.take();
    }

private:
    /// What a block is made of.
    struct Source {
        ecs_table_t* table = nullptr;
        std::uint32_t type = Types::none;
        std::size_t size = 0;                     // of an entry
        std::vector<ecs_entity_t> entities = {};  // of values that are in no table
    };

    ecs::OwnerPool& add_pool(std::string name, ecs::PoolKind kind) {
        sources_.emplace_back();
        ecs::OwnerPool& pool = memory_.pools.emplace_back();
        pool.name = std::move(name);
        pool.kind = kind;
        pool.entity_bytes = sizeof(ecs_entity_t);
        return pool;
    }
    void add_block(ecs::OwnerPool& pool, ecs::PoolBlock block, Source source) {
        pool.blocks.push_back(std::move(block));
        sources_.back().push_back(std::move(source));
    }

    void add_blocks(ecs::OwnerPool& pool, ecs_table_t* table) {
        const auto rows = static_cast<std::size_t>(ecs_table_count(table));
        const auto capacity = static_cast<std::size_t>(ecs_table_size(table));
        if (capacity == 0) return;
        add_block(pool,
                  {ecs::PoolBlockKind::Packed, reinterpret_cast<const std::byte*>(ecs_table_entities(table)),
                   capacity * sizeof(ecs_entity_t), 0, capacity, rows},
                  {table, Types::none, sizeof(ecs_entity_t)});
        const ecs_type_t* const type = ecs_table_get_type(table);
        for (std::int32_t c = 0; c < ecs_table_column_count(table); ++c) {
            const ecs_id_t id = type->array[ecs_table_column_to_type_index(table, c)];
            const std::size_t size = ecs_table_get_column_size(table, c);
            const std::uint32_t of = types_.find(id);
            ecs::PoolBlock block{ecs::PoolBlockKind::Column,
                                 static_cast<const std::byte*>(ecs_table_get_column(table, c, 0)),
                                 capacity * size,
                                 0,
                                 capacity,
                                 rows};
            block.component = of == Types::none ? name_of_id(world_, id) : types_.name(of);
            block.type = of;
            add_block(pool, std::move(block), {table, of, size});
        }
    }
    void add_table(ecs_table_t* table) {
        ecs::OwnerPool& pool = add_pool(title_of_table(table), ecs::PoolKind::Table);
        const ecs_entity_t* const entities = ecs_table_entities(table);
        pool.entities.assign(entities, entities + ecs_table_count(table));
        pool.capacity = static_cast<std::size_t>(ecs_table_size(table));
        const ecs_type_t* const type = ecs_table_get_type(table);
        for (std::int32_t i = 0; i < type->count; ++i) {
            const std::int32_t column = ecs_table_type_to_column_index(table, i);
            if (column >= 0)
                pool.value_bytes += ecs_table_get_column_size(table, column);
            else
                pool.tags.push_back(name_of_id(world_, type->array[i]));
        }
        add_blocks(pool, table);
    }
    std::string title_of_table(const ecs_table_t* table) const {
        const ecs_type_t* const type = ecs_table_get_type(table);
        std::string title;
        for (std::int32_t i = 0; i < type->count; ++i) {
            const ecs_id_t id = type->array[i];
            if (is_pair_of(id, ecs_id(EcsIdentifier))) continue;
            title += (title.empty() ? "" : ", ") + name_of_id(world_, id);
        }
        if (!title.empty()) return title;
        return type->count == 0 ? "(entities without components)" : "(entities with a name only)";
    }

    /// Sparse components are in the type of a table, and their values elsewhere.
    void add_apart_of(ecs_table_t* table) {
        if (ecs_table_count(table) == 0) return;
        const ecs_type_t* const type = ecs_table_get_type(table);
        for (std::int32_t i = 0; i < type->count; ++i) {
            const ecs_id_t id = type->array[i];
            if (ecs_table_type_to_column_index(table, i) >= 0) continue;
            const std::uint32_t of = types_.find(id);
            if (of == Types::none || types_.shape(of).type.is_tag()) continue;
            const ecs_entity_t* const entities = ecs_table_entities(table);
            auto& list = apart_[id];
            list.insert(list.end(), entities, entities + ecs_table_count(table));
        }
    }
    /// flecs shows where each value is, and not the pages they are in: values beside each other are one block.
    void add_apart(ecs_id_t id, const std::vector<ecs_entity_t>& entities) {
        const std::uint32_t type = types_.find(id);
        const std::size_t size = types_.shape(type).raw_size;
        ecs::OwnerPool& pool = add_pool(types_.name(type), ecs::PoolKind::SparseSet);
        pool.type = type;
        pool.value_bytes = size;
        pool.entity_bytes = 0;  // the indices are flecs' own
        pool.keeps_addresses = true;
        pool.entities.assign(entities.begin(), entities.end());
        pool.capacity = entities.size();
        if (size == 0) return;
        std::vector<std::pair<const std::byte*, ecs_entity_t>> places;
        for (const ecs_entity_t entity : entities)
            if (const void* const value = ecs_get_id(world_, entity, id))
                places.emplace_back(static_cast<const std::byte*>(value), entity);
        std::sort(places.begin(), places.end());
        pool.entities.clear();
        for (std::size_t i = 0; i < places.size();) {
            std::size_t end = i + 1;
            while (end < places.size() && places[end].first == places[end - 1].first + size) ++end;
            Source source{nullptr, type, size};
            for (std::size_t e = i; e < end; ++e) source.entities.push_back(places[e].second);
            pool.entities.insert(pool.entities.end(), source.entities.begin(), source.entities.end());
            add_block(pool, {ecs::PoolBlockKind::ValuePage, places[i].first, (end - i) * size, i, end - i, end - i},
                      std::move(source));
            i = end;
        }
    }

    const ecs_world_t* world_;
    const Types& types_;
    ecs::OwnerMemory memory_;
    std::vector<std::vector<Source>> sources_;  // by pool and block
    std::map<ecs_id_t, std::vector<ecs_entity_t>> apart_;
};

}  // namespace chunkscope::flecs::detail
