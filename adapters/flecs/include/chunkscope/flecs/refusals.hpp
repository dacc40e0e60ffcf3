// Which changes are refused, and why: those that flecs would stop the program for, and those that undoing could not
// take back. Owned by WorldOwner.
#pragma once

#include <flecs.h>

#include <string>

#include "chunkscope/flecs/lost_pairs.hpp"
#include "chunkscope/flecs/systems.hpp"
#include "chunkscope/flecs/world_look.hpp"
#include "ecs/mirror/owner.hpp"

namespace chunkscope::flecs::detail {

class Refusals {
public:
    Refusals(const ecs_world_t* world, const Types& types, WorldLook& look, const Systems& systems,
             const LostPairs& lost)
        : world_(world), types_(types), look_(look), systems_(systems), lost_(lost) {}

    /// Empty, or why this would be refused. Switching systems is not asked here.
    std::string why_not(const ecs::OwnerRequest& request) const {
        using Kind = ecs::OwnerRequest::Kind;
        if (std::string why = why_not_now(); !why.empty()) return why;
        const ecs_entity_t entity = entity_of(request.key);
        if (request.kind == Kind::Create) {
            for (const ecs::OwnerRequest::Part& part : request.parts)
                if (std::string why = why_not_have(part.type, 0); !why.empty()) return why;
            return request.parent == ecs::no_owner_key ? "" : why_not_name(request.name, 0, entity_of(request.parent));
        }
        if (!ecs_is_alive(world_, entity)) return request.kind == Kind::Destroy ? "" : "the entity is gone";
        if (look_.visibility_of(entity).internal) return "it belongs to flecs itself";
        switch (request.kind) {
            case Kind::Destroy:
                return why_not_destroy(entity);
            case Kind::Add:
                return ecs_owns_id(world_, entity, types_.id(request.parts[0].type))
                           ? why_not_set(request)
                           : why_not_have(request.parts[0].type, entity);
            case Kind::Set:
                return why_not_set(request);
            case Kind::Remove:
                return why_not_remove(request.parts[0].type);
            case Kind::SetParent:
                return why_not_move(entity, request.parent);
            case Kind::Rename:
                return why_not_name(request.name, entity, ecs_get_parent(world_, entity));
            default:
                return {};
        }
    }
    /// Empty, or why nothing can be changed at this moment.
    std::string why_not_now() const {
        if (ecs_is_deferred(world_)) return "flecs is in the middle of a frame, and changes would come later";
        if (ecs_stage_is_readonly(world_)) return "the world is read only at the moment";
        return {};
    }

    /// The same about a name below a parent, 0 being the top.
    std::string why_not_name(const std::string& name, ecs_entity_t entity, ecs_entity_t parent) const {
        if (name.empty()) return {};
        if (name.find_first_of(".:#") != std::string::npos) return "flecs' names have no dots, colons and hashes";
        if (name.find_first_not_of("0123456789") == std::string::npos) return "flecs takes a number for an id";
        const ecs_entity_t other = ecs_lookup_child(world_, parent, name.c_str());
        if (other == 0 || other == entity) return {};
        return (parent == 0 ? "there is" : title_of(world_, parent) + " has") + " another entity called " + name;
    }

private:
    std::string why_no_such(std::uint32_t type) const {
        if (types_.is_rest(type)) return types_.name(type) + " stands for several pairs";
        const ecs_id_t id = types_.id(type);
        if (is_union(id)) return types_.name(type) + " has a target that is not shown";
        if (is_pair(id)) {
            if (first_of(world_, id) == 0) return "the relationship of " + types_.name(type) + " is gone";
            const ecs_entity_t target = types_.target(type);
            if (target != 0 && !ecs_is_alive(world_, target) && !lost_.knows(target))
                return "the target of " + types_.name(type) + " is gone";
        } else if (!has_flag(id) && !ecs_is_alive(world_, id)) {
            return types_.name(type) + " is gone";
        }
        return {};
    }
    /// `entity`: 0 for one that does not exist yet.
    std::string why_not_have(std::uint32_t type, ecs_entity_t entity) const {
        if (std::string why = why_no_such(type); !why.empty()) return why;
        const ecs_id_t id = types_.id(type);
        const std::string& name = types_.name(type);
        if (has_flag(id) && (id & ECS_ID_FLAGS_MASK) == ECS_TOGGLE) return name + " is switched by the program";
        const ecs_type_info_t* const info = ecs_get_type_info(world_, id);
        if (info != nullptr && info->size > 0) {
            if ((info->hooks.flags & ECS_TYPE_HOOK_CTOR_ILLEGAL) != 0)
                return name + " has no default value to start from";
            if (!types_.shape(type).keeps_all()) return name + " has members that flecs does not describe";
        }
#if FLECS_VERSION_MINOR >= 1
#ifndef EcsSingleton
        if (!is_pair(id) && !has_flag(id) && ecs_has_id(world_, id, EcsSingleton) && entity != id)
            return name + " is a singleton";
#endif
#endif
        if (!is_pair(id) || entity == 0) return {};
        const ecs_entity_t relationship = first_of(world_, id), target = types_.target(type);
        if (ecs_has_id(world_, relationship, EcsExclusive))
            if (const ecs_entity_t other = ecs_get_target(world_, entity, relationship, 0);
                other != 0 && ecs_owns_id(world_, entity, ecs_pair(relationship, other)))
                return "(" + path_of(world_, relationship) + ", " + title_of(world_, other) +
                       ") has to be removed first: there can only be one";
        if (target == 0 || !ecs_is_alive(world_, target)) return {};
        if (relationship == EcsIsA && ecs_has_id(world_, target, EcsFinal))
            return title_of(world_, target) + " is final: nothing can inherit from it";
        if (ecs_has_id(world_, relationship, EcsTraversable) && reaches(target, relationship, entity))
            return name + " would close a circle";
        return {};
    }
    /// Whether `entity` is `from`, or above it.
    bool reaches(ecs_entity_t from, ecs_entity_t relationship, ecs_entity_t entity, int depth = 0) const {
        if (from == entity) return true;
        if (depth > 100) return true;
        for (std::int32_t i = 0;; ++i) {
            const ecs_entity_t next = ecs_get_target(world_, from, relationship, i);
            if (next == 0 || i > 1000) return false;
            if (reaches(next, relationship, entity, depth + 1)) return true;
        }
    }
    std::string why_not_set(const ecs::OwnerRequest& request) const {
        const std::uint32_t type = request.parts[0].type;
        if (std::string why = why_no_such(type); !why.empty()) return why;
        const Shape& shape = types_.shape(type);
        if (shape.type.is_tag() || shape.keeps_all()) return {};
        if (shape.type.fields.empty()) return shape.type.name + " is not described, and is more than its bytes";
        for (const std::uint32_t each : request.fields)
            if (is_filler(shape.type.fields[each])) return "these bytes of " + shape.type.name + " are not described";
        return {};
    }
    std::string why_not_remove(std::uint32_t type) const {
        if (std::string why = why_no_such(type); !why.empty()) return why;
        if (has_flag(types_.id(type)) && (types_.id(type) & ECS_ID_FLAGS_MASK) == ECS_TOGGLE)
            return types_.name(type) + " is switched by the program";
        return types_.shape(type).keeps_all() ? "" : why_lost(types_.name(type));
    }
    static std::string why_lost(const std::string& name) {
        return name + " has members that flecs does not describe, and undoing could not bring them back";
    }
    std::string why_not_move(ecs_entity_t entity, ecs::OwnerKey parent_key) const {
        const ecs_entity_t parent = parent_key == ecs::no_owner_key ? 0 : entity_of(parent_key);
        if (parent != 0 && !ecs_is_alive(world_, parent)) return "the parent is gone";
        if (const ecs_entity_t former = ecs_get_parent(world_, entity); former != 0 && !look_.shows(former))
            return "it belongs to " + path_of(world_, former) + ", which is not shown";
        const char* const name = ecs_get_name(world_, entity);
        return name == nullptr ? "" : why_not_name(name, entity, parent);
    }
    std::string why_not_destroy(ecs_entity_t entity) const {
        if (look_.visibility_of(entity).hidden) return "it is a part of the program: a component, a module or a system";
        if (ecs_has_pair(world_, entity, EcsOnDelete, EcsPanic)) return "flecs does not allow it: (OnDelete, Panic)";
        std::string why;
        const auto check = [&](ecs_id_t id) {
            const std::uint32_t of = types_.find(id);
            if (of == Types::none || !why.empty()) return;
            if (types_.is_rest(of))
                why = types_.name(of) + " stands for pairs that undoing could not bring back";
            else if (is_union(id))
                why = types_.name(of) + " has a target that undoing could not bring back";
            else if (!types_.shape(of).keeps_all())
                why = why_lost(types_.name(of));
        };
        const ecs_type_t* const type = ecs_get_type(world_, entity);
        for (std::int32_t i = 0; type != nullptr && i < type->count; ++i) check(type->array[i]);
        look_.for_each_apart_of(entity, check);
        if (!why.empty()) return why;
        if (is_used_as_id(entity)) return "it is used as a component, tag or relationship";
        if (const std::string user = systems_.user_of(entity); !user.empty()) return user + " asks for it";
        lost_.for_each_use(entity, [&](ecs_entity_t owner, ecs_id_t id) {
            const ecs_entity_t relationship = first_of(world_, id);
            if (ecs_has_pair(world_, relationship, EcsOnDeleteTarget, EcsPanic))
                why = "flecs does not allow it: " + title_of(world_, owner) + " has " + name_of_id(world_, id);
            else if (relationship != EcsChildOf && ecs_has_pair(world_, relationship, EcsOnDeleteTarget, EcsDelete))
                why = title_of(world_, owner) + " would go, too, which undoing could not bring back: it has " +
                      name_of_id(world_, id);
            else if (relationship == EcsChildOf && !look_.shows(owner))
                why = "something that is not shown is below it: " + title_of(world_, owner);
            else if (!revives_apart && ecs_has_id(world_, relationship, non_fragmenting()))
                why = "flecs before 4.1.2 could not give " + name_of_id(world_, id) + " back to " +
                      title_of(world_, owner);
            else if (relationship != EcsChildOf && !keeps_pair(id))
                why = why_lost(name_of_id(world_, id));
        });
        return why;
    }
    /// In 4.0, a relationship whose target is in no table.
    static bool is_union(ecs_id_t id) {
#if FLECS_VERSION_MINOR >= 1
        (void)id;
        return false;
#else
        return is_pair(id) && ECS_PAIR_SECOND(id) == EcsUnion;
#endif
    }
    /// Pairs that are in no table get lost for good with their target in some versions.
    static constexpr bool revives_apart = FLECS_VERSION_MINOR != 1 || FLECS_VERSION_PATCH >= 2;
    static ecs_entity_t non_fragmenting() {
#if FLECS_VERSION_MINOR >= 1
        return EcsDontFragment;
#else
        return EcsUnion;
#endif
    }
    bool is_used_as_id(ecs_entity_t entity) const {
        ecs_iter_t it = ecs_each_id(world_, entity);
        if (ecs_each_next(&it)) {
            ecs_iter_fini(&it);
            return true;
        }
        if (look_.non_fragmenting().contains(entity)) return true;
        it = ecs_each_id(world_, ecs_pair(entity, EcsWildcard));
        if (!ecs_each_next(&it)) return false;
        ecs_iter_fini(&it);
        return true;
    }
    bool keeps_pair(ecs_id_t id) const {
        const std::uint32_t type = types_.find(id);
        const ecs_type_info_t* const info = ecs_get_type_info(world_, id);
        if (info == nullptr || info->size == 0) return true;
        return (info->hooks.flags & (ECS_TYPE_HOOK_CTOR_ILLEGAL | ECS_TYPE_HOOK_COPY_ILLEGAL)) == 0 ||
               (type != Types::none && types_.shape(type).plain);
    }

    const ecs_world_t* world_;
    const Types& types_;
    WorldLook& look_;
    const Systems& systems_;
    const LostPairs& lost_;
};

}  // namespace chunkscope::flecs::detail
