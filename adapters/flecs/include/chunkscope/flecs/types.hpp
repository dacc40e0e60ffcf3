// The ids of flecs that entities have, as types of a mirror: components, tags and pairs. A type is made when an entity
// is seen that has the id, and stays. Owned by WorldOwner.
#pragma once

#include <flecs.h>

#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "chunkscope/flecs/reflect.hpp"

namespace chunkscope::flecs::detail {

class Types {
public:
    static constexpr std::uint32_t none = ecs::OwnerPool::no_type;

    /// Pairs of one relationship with more targets than this become one type.
    Types(const ecs_world_t* world, std::size_t most_targets) : world_(world), most_targets_(most_targets) {}

    /// Describes a component by its members, before any entity was seen that has it.
    void describe(ecs_entity_t component, std::string name, std::vector<ecs::Field> fields) {
        described_[component] = {std::move(name), std::move(fields)};
    }

    /// The type that shows this id; `none` for what is shown otherwise, or not at all.
    std::uint32_t type_of(ecs_id_t id) {
        if (is_shown_otherwise(id)) return none;
        const ecs_entity_t target = is_pair(id) ? second_of(world_, id) : 0;
        // The index of a target that is gone may be another entity's by now.
        if (const auto found = by_id_.find(id); found != by_id_.end() && entries_[found->second].target == target)
            return found->second;
        std::uint32_t type = none;
        if (is_pair(id) && is_one_too_many(id)) {
            type = rest_of(static_cast<ecs_entity_t>(ECS_PAIR_FIRST(id)));
        } else {
            type = add(id, target, described_name(id), ecs_get_type_info(world_, id));
        }
        by_id_[id] = type;
        return type;
    }
    /// As type_of(), without making one.
    std::uint32_t find(ecs_id_t id) const {
        const auto found = by_id_.find(id);
        return found == by_id_.end() ? none : found->second;
    }

    std::span<const ecs::ComponentType> all() const { return types_; }
    const Shape& shape(std::uint32_t type) const { return entries_[type].shape; }
    const std::string& name(std::uint32_t type) const { return types_[type].name; }
    ecs_id_t id(std::uint32_t type) const { return entries_[type].id; }
    /// Of a pair, the entity that was its target when the type was made.
    ecs_entity_t target(std::uint32_t type) const { return entries_[type].target; }
    /// Whether it stands for several pairs.
    bool is_rest(std::uint32_t type) const { return entries_[type].rest; }
    /// The type with which a value can be made outside of a world.
    const ecs::ComponentType& own(std::uint32_t type) const { return registry_[entries_[type].own]; }

    /// Names, parents and what flecs keeps for itself are no components for a person.
    static bool is_shown_otherwise(ecs_id_t id) {
        if (id == ecs_id(EcsComponent) || id == EcsNotQueryable) return true;
#if FLECS_VERSION_MINOR >= 1 && FLECS_VERSION_PATCH >= 5
        if (id == ecs_id(EcsParent) || is_pair_of(id, EcsParentDepth)) return true;
#endif
        return is_pair_of(id, EcsChildOf) || is_pair_of(id, ecs_id(EcsIdentifier)) || is_pair_of(id, ecs_id(EcsPoly));
    }

private:
    struct Entry {
        ecs_id_t id = 0;
        ecs_entity_t target = 0;
        Shape shape;
        ecs::ComponentId own = ecs::no_component;
        bool rest = false;
    };
    struct Described {
        std::string name;
        std::vector<ecs::Field> fields;
    };

    std::string described_name(ecs_id_t id) const {
        const auto found = described_.find(id);
        return found != described_.end() && !found->second.name.empty() ? found->second.name : name_of_id(world_, id);
    }
    bool is_one_too_many(ecs_id_t pair) { return ++targets_[ECS_PAIR_FIRST(pair)] > most_targets_; }
    std::uint32_t rest_of(ecs_entity_t relationship) {
        std::uint32_t& type = rests_.try_emplace(relationship, none).first->second;
        if (type == none) {
            const ecs_entity_t first = ecs_get_alive(world_, relationship);
            type = add(ecs_pair(relationship, EcsWildcard), 0, "(" + path_of(world_, first) + ", others)", nullptr);
            entries_[type].rest = true;
            types_[type].description =
                "One pair or more, with targets beyond the first " + std::to_string(most_targets_);
        }
        return type;
    }

    std::uint32_t add(ecs_id_t id, ecs_entity_t target, std::string name, const ecs_type_info_t* info) {
        for (std::string wanted = name; !names_.insert(name).second;) name = wanted + " #" + std::to_string(++twins_);
        const Reflector reflector(world_);
        const auto found = described_.find(id);
        Entry entry{id, target,
                    found != described_.end() && info != nullptr && info->size > 0 && !found->second.fields.empty()
                        ? reflector.shape_of_members(name, *info, found->second.fields)
                        : reflector.shape_of(name, info)};
#ifdef FLECS_DOC
        if (!has_flag(id) && !is_pair(id))
            if (const char* const brief = ecs_doc_get_brief(world_, id); brief != nullptr)
                entry.shape.type.description = brief;
#endif
        ecs::Result<ecs::ComponentId> own = registry_.add_at_run_time(entry.shape.type);
        if (!own) {
            // Too large, or fields that nobody can show: the bytes remain.
            ecs::ComponentType bytes;
            bytes.name = name;
            entry.shape = Shape{bytes, {}, entry.shape.raw_size, true, entry.shape.plain, false};
            own = registry_.add_at_run_time(bytes);
        }
        entry.own = *own;
        types_.push_back(entry.shape.type);
        entries_.push_back(std::move(entry));
        return static_cast<std::uint32_t>(types_.size() - 1);
    }

    const ecs_world_t* world_;
    const std::size_t most_targets_;
    ecs::TypeRegistry registry_;
    std::vector<ecs::ComponentType> types_;
    std::vector<Entry> entries_;  // by type
    std::unordered_map<ecs_id_t, std::uint32_t> by_id_;
    std::unordered_map<ecs_entity_t, Described> described_;
    std::unordered_map<std::uint64_t, std::size_t> targets_;  // by relationship
    std::unordered_map<ecs_entity_t, std::uint32_t> rests_;   // by relationship
    std::unordered_set<std::string> names_;
    std::size_t twins_ = 0;
};

}  // namespace chunkscope::flecs::detail
