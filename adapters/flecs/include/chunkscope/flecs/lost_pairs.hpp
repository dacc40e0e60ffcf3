// The pairs that go with their targets: flecs takes them away when an entity is destroyed, and undoing brings them
// back. Owned by WorldOwner.
#pragma once

#include <flecs.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <unordered_map>
#include <utility>
#include <vector>

#include "chunkscope/flecs/world_look.hpp"

namespace chunkscope::flecs::detail {

/// A value as flecs lays it out, outside of its world.
class RawValue {
public:
    /// A copy of `from`; the default value when it is null.
    RawValue(const ecs_type_info_t& info, const void* from) : info_(info) {
        const auto align = static_cast<std::size_t>(std::max<ecs_size_t>(info.alignment, sizeof(void*)));
        const std::size_t size = (static_cast<std::size_t>(info.size) + align - 1) / align * align;
        data_ = ::operator new(size, std::align_val_t(align));
        std::memset(data_, 0, size);
        if (info.hooks.ctor != nullptr) info.hooks.ctor(data_, 1, &info);
        if (from == nullptr) return;
        if (info.hooks.copy != nullptr)
            info.hooks.copy(data_, from, 1, &info);
        else
            std::memcpy(data_, from, static_cast<std::size_t>(info.size));
    }
    ~RawValue() {
        if (info_.hooks.dtor != nullptr) info_.hooks.dtor(data_, 1, &info_);
        const auto align = static_cast<std::size_t>(std::max<ecs_size_t>(info_.alignment, sizeof(void*)));
        ::operator delete(data_, std::align_val_t(align));
    }
    RawValue(const RawValue&) = delete;
    RawValue& operator=(const RawValue&) = delete;
    void* data() { return data_; }
    std::size_t size() const { return static_cast<std::size_t>(info_.size); }

private:
    const ecs_type_info_t& info_;
    void* data_ = nullptr;
};

class LostPairs {
public:
    LostPairs(ecs_world_t* world, const WorldLook& look) : world_(world), look_(look) {}

    /// Whether this entity was destroyed by an edit, and may come back.
    bool knows(ecs_entity_t entity) const { return lost_.contains(entity); }
    /// A pair that its owner gets when the target comes back. Null for tags.
    void add(ecs_entity_t target, ecs_entity_t owner, ecs_id_t id, std::unique_ptr<RawValue> value) {
        lost_[target].push_back({owner, id, std::move(value)});
    }
    /// Before an entity is destroyed. What lies below it goes with it.
    void note(ecs_entity_t entity) {
        std::vector<Lost> lost;
        std::vector<ecs_entity_t> children;
        for_each_use(entity, [&](ecs_entity_t owner, ecs_id_t id) {
            if (is_pair_of(id, EcsChildOf))
                children.push_back(owner);
            else
                lost.push_back({owner, id, copy_of(owner, id)});
        });
        const ecs_entity_t parent = ecs_get_parent(world_, entity);
        if (parent != 0 && !look_.shows(parent)) lost.push_back({entity, ecs_pair(EcsChildOf, parent)});
        lost_[entity] = std::move(lost);
        for (const ecs_entity_t child : children) note(child);
    }
    /// After an entity was created again.
    void bring_back(ecs_entity_t entity) {
        const auto found = lost_.find(entity);
        if (found == lost_.end()) return;
        const std::vector<Lost> lost = std::move(found->second);
        lost_.erase(found);
        for (const Lost& each : lost) {
            if (!ecs_is_alive(world_, each.owner) || ecs_owns_id(world_, each.owner, each.id)) continue;
            if (is_pair_of(each.id, EcsChildOf) && second_of(world_, each.id) == 0) continue;
            ecs_add_id(world_, each.owner, each.id);
            if (each.value != nullptr && ecs_owns_id(world_, each.owner, each.id))
                ecs_set_id(world_, each.owner, each.id, each.value->size(), each.value->data());
        }
    }

    /// The world ends, and with it what its values need.
    void forget() { lost_.clear(); }

    /// Calls `f(owner, pair)` for all that have a pair with this target.
    template <class F>
    void for_each_use(ecs_entity_t target, const F& f) const {
        ecs_iter_t it = ecs_each_id(world_, ecs_pair(EcsWildcard, target));
        std::vector<std::pair<ecs_entity_t, ecs_id_t>> uses;
        while (ecs_each_next(&it)) {
            const ecs_type_t* const type = it.table == nullptr ? nullptr : ecs_table_get_type(it.table);
            for (std::int32_t c = 0; type != nullptr && c < type->count; ++c)
                if (is_pair(type->array[c]) && second_of(world_, type->array[c]) == target)
                    for (std::int32_t i = 0; i < it.count; ++i) uses.emplace_back(it.entities[i], type->array[c]);
        }
        for (const auto& [asked, apart] : look_.non_fragmenting())
            for (const auto& [key, bytes] : apart.values)
                if (is_pair(key.second) && second_of(world_, key.second) == target && ecs_is_alive(world_, key.first) &&
                    ecs_owns_id(world_, key.first, key.second))
                    uses.push_back(key);
        std::sort(uses.begin(), uses.end());
        uses.erase(std::unique(uses.begin(), uses.end()), uses.end());
        for (const auto& [owner, id] : uses) f(owner, id);
    }

private:
    struct Lost {
        ecs_entity_t owner = 0;
        ecs_id_t id = 0;
        std::unique_ptr<RawValue> value = nullptr;  // null: a tag
    };

    std::unique_ptr<RawValue> copy_of(ecs_entity_t owner, ecs_id_t id) const {
        const ecs_type_info_t* const info = ecs_get_type_info(world_, id);
        const void* const value = info == nullptr || info->size == 0 ? nullptr : ecs_get_id(world_, owner, id);
        return value == nullptr ? nullptr : std::make_unique<RawValue>(*info, value);
    }

    ecs_world_t* world_;
    const WorldLook& look_;
    std::unordered_map<ecs_entity_t, std::vector<Lost>> lost_;  // by target
};

}  // namespace chunkscope::flecs::detail
