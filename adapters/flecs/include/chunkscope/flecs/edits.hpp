// Changes that a person wants, done by flecs' own calls, so that its hooks and observers run. What undoing could not
// bring back is refused, and what flecs would stop the program for. Owned by WorldOwner.
#pragma once

#include <flecs.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "chunkscope/flecs/world_look.hpp"
#include "ecs/mirror/owner.hpp"

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

private:
    const ecs_type_info_t& info_;
    void* data_ = nullptr;
};

class Edits {
public:
    Edits(ecs_world_t* world, Types& types, WorldLook& look) : world_(world), types_(types), look_(look) {}

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
    ecs::OwnerReply ask(const ecs::OwnerRequest& request) {
        using Kind = ecs::OwnerRequest::Kind;
        if (std::string why = why_not(request); !why.empty()) return ecs::OwnerReply::refused(std::move(why));
        const ecs_entity_t entity = entity_of(request.key);
        std::string problem;
        switch (request.kind) {
            case Kind::Create:
                return create(request);
            case Kind::Destroy:
                if (ecs_is_alive(world_, entity)) destroy(entity);
                break;
            case Kind::Add:
            case Kind::Set:
                problem = put(entity, request.parts[0], request.fields);
                break;
            case Kind::Remove:
                ecs_remove_id(world_, entity, types_.id(request.parts[0].type));
                break;
            case Kind::SetParent:
                move(entity, request.parent == ecs::no_owner_key ? 0 : entity_of(request.parent));
                break;
            case Kind::Rename:
                ecs_set_name(world_, entity, request.name.empty() ? nullptr : request.name.c_str());
                break;
            case Kind::Switch:
                break;
        }
        return problem.empty() ? ecs::OwnerReply() : ecs::OwnerReply::refused(std::move(problem));
    }

    /// The world ends, and with it what its values need.
    void forget() { lost_.clear(); }

    /// Empty, or why nothing can be changed at this moment.
    std::string why_not_now() const {
        if (ecs_is_deferred(world_)) return "flecs is in the middle of a frame, and changes would come later";
        if (ecs_stage_is_readonly(world_)) return "the world is read only at the moment";
        return {};
    }

private:
    /// A pair or component that went with an entity it needs, to come back with it.
    struct Lost {
        ecs_entity_t owner = 0;
        ecs_id_t id = 0;
        std::unique_ptr<RawValue> value = nullptr;  // null: a tag
    };

    std::string why_no_such(std::uint32_t type) const {
        if (types_.is_rest(type)) return types_.name(type) + " stands for several pairs";
        const ecs_id_t id = types_.id(type);
        if (is_pair(id)) {
            if (first_of(world_, id) == 0) return "the relationship of " + types_.name(type) + " is gone";
            const ecs_entity_t target = types_.target(type);
            if (target != 0 && !ecs_is_alive(world_, target) && !lost_.contains(target))
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
    std::string why_not_name(const std::string& name, ecs_entity_t entity, ecs_entity_t parent) const {
        if (name.empty()) return {};
        if (name.find_first_of(".:#") != std::string::npos) return "flecs' names have no dots, colons and hashes";
        if (name.find_first_not_of("0123456789") == std::string::npos) return "flecs takes a number for an id";
        const ecs_entity_t other = ecs_lookup_child(world_, parent, name.c_str());
        if (other == 0 || other == entity) return {};
        return (parent == 0 ? "there is" : title_of(world_, parent) + " has") + " another entity called " + name;
    }

    std::string why_not_destroy(ecs_entity_t entity) const {
        if (look_.visibility_of(entity).hidden) return "it is a part of the program: a component, a module or a system";
        if (ecs_has_pair(world_, entity, EcsOnDelete, EcsPanic)) return "flecs does not allow it: (OnDelete, Panic)";
        const ecs_type_t* const type = ecs_get_type(world_, entity);
        for (std::int32_t i = 0; type != nullptr && i < type->count; ++i) {
            const std::uint32_t of = types_.find(type->array[i]);
            if (of == Types::none) continue;
            if (types_.is_rest(of)) return types_.name(of) + " stands for pairs that undoing could not bring back";
            if (!types_.shape(of).keeps_all()) return why_lost(types_.name(of));
        }
        if (is_used_as_id(entity)) return "it is used as a component, tag or relationship";
        std::string why;
        for_each_use(entity, [&](ecs_entity_t owner, ecs_id_t id) {
            const ecs_entity_t relationship = first_of(world_, id);
            if (ecs_has_pair(world_, relationship, EcsOnDeleteTarget, EcsPanic))
                why = "flecs does not allow it: " + title_of(world_, owner) + " has " + name_of_id(world_, id);
            else if (relationship != EcsChildOf && ecs_has_pair(world_, relationship, EcsOnDeleteTarget, EcsDelete))
                why = title_of(world_, owner) + " would go, too, which undoing could not bring back: it has " +
                      name_of_id(world_, id);
            else if (relationship == EcsChildOf && !look_.shows(owner))
                why = "something that is not shown is below it: " + title_of(world_, owner);
            else if (relationship != EcsChildOf && !keeps_pair(id))
                why = why_lost(name_of_id(world_, id));
        });
        return why;
    }
    bool is_used_as_id(ecs_entity_t entity) const {
        ecs_iter_t it = ecs_each_id(world_, entity);
        if (ecs_each_next(&it)) {
            ecs_iter_fini(&it);
            return true;
        }
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
        std::sort(uses.begin(), uses.end());
        uses.erase(std::unique(uses.begin(), uses.end()), uses.end());
        for (const auto& [owner, id] : uses) f(owner, id);
    }

    void destroy(ecs_entity_t entity) {
        note_uses(entity);
        ecs_delete(world_, entity);
    }
    /// Of all that goes, as what lies below an entity goes with it.
    void note_uses(ecs_entity_t entity) {
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
        for (const ecs_entity_t child : children) note_uses(child);
    }
    std::unique_ptr<RawValue> copy_of(ecs_entity_t owner, ecs_id_t id) const {
        const ecs_type_info_t* const info = ecs_get_type_info(world_, id);
        const void* const value = info == nullptr || info->size == 0 ? nullptr : ecs_get_id(world_, owner, id);
        return value == nullptr ? nullptr : std::make_unique<RawValue>(*info, value);
    }
    void bring_back(ecs_entity_t entity) {
        const auto found = lost_.find(entity);
        if (found == lost_.end()) return;
        const std::vector<Lost> lost = std::move(found->second);
        lost_.erase(found);
        for (const Lost& each : lost) {
            if (!ecs_is_alive(world_, each.owner) || ecs_owns_id(world_, each.owner, each.id)) continue;
            if (is_pair_of(each.id, EcsChildOf) && second_of(world_, each.id) == 0) continue;
            if (each.value == nullptr)
                ecs_add_id(world_, each.owner, each.id);
            else
                set(each.owner, each.id, *ecs_get_type_info(world_, each.id), each.value->data());
        }
    }

    ecs::OwnerReply create(const ecs::OwnerRequest& request) {
        ecs_entity_t entity = 0;
        if (request.key != ecs::no_owner_key) {
            const ecs_entity_t now = ecs_get_alive(world_, static_cast<std::uint32_t>(request.key));
            if (now == 0) {
                entity = entity_of(request.key);
                ecs_make_alive(world_, entity);
            } else if (request.again && now == entity_of(request.key)) {
                entity = now;
            }
        }
        if (entity == 0) {
            const ecs_entity_t scope = ecs_set_scope(world_, 0);
            const ecs_id_t with = ecs_set_with(world_, 0);
            entity = ecs_new(world_);
            ecs_set_with(world_, with);
            ecs_set_scope(world_, scope);
        }
        if (request.parent != ecs::no_owner_key) ecs_add_pair(world_, entity, EcsChildOf, entity_of(request.parent));
        // Without the name, when it is somebody else's by now.
        if (why_not_name(request.name, entity, ecs_get_parent(world_, entity)).empty() && !request.name.empty())
            ecs_set_name(world_, entity, request.name.c_str());
        // What it inherits comes first, so that its own values are not taken for copies of others.
        for (const bool inherits : {true, false}) {
            for (const ecs::OwnerRequest::Part& part : request.parts)
                if (is_pair_of(types_.id(part.type), EcsIsA) == inherits) (void)put(entity, part, {});
            // flecs copies the children of a prefab; who creates an entity with its children names them all.
            if (inherits) ecs_delete_with(world_, ecs_pair(EcsChildOf, entity));
        }
        bring_back(entity);
        return {ecs::OwnerReply::Outcome::Done, {}, key_of(entity)};
    }

    std::string put(ecs_entity_t entity, const ecs::OwnerRequest::Part& part,
                    const std::vector<std::uint32_t>& fields) {
        const ecs_id_t id = types_.id(part.type);
        const Shape& shape = types_.shape(part.type);
        const ecs_type_info_t* const info = shape.type.is_tag() ? nullptr : ecs_get_type_info(world_, id);
        const ecs_entity_t target = types_.target(part.type);
        if (target != 0 && !ecs_is_alive(world_, target)) {
            // Both were destroyed together, and the target comes back later.
            Lost lost{entity, id};
            if (info != nullptr) {
                lost.value = std::make_unique<RawValue>(*info, nullptr);
                (void)write(shape, lost.value->data(), part.value.data(), {});
            }
            lost_[target].push_back(std::move(lost));
            return {};
        }
        if (info == nullptr) {
            ecs_add_id(world_, entity, id);
            return {};
        }
        const bool owns = ecs_owns_id(world_, entity, id);
        if ((info->hooks.flags & ECS_TYPE_HOOK_COPY_ILLEGAL) != 0) {
            if (!owns) ecs_add_id(world_, entity, id);
            const std::string problem = write(shape, ecs_get_mut_id(world_, entity, id), part.value.data(), fields);
            if (problem.empty()) ecs_modified_id(world_, entity, id);
            return problem;
        }
        RawValue value(*info, owns ? ecs_get_id(world_, entity, id) : nullptr);
        std::string problem = write(shape, value.data(), part.value.data(), fields);
        if (problem.empty()) set(entity, id, *info, value.data());
        return problem;
    }
    void set(ecs_entity_t entity, ecs_id_t id, const ecs_type_info_t& info, void* value) {
        ecs_set_id(world_, entity, id, static_cast<std::size_t>(info.size), value);
    }
    std::string write(const Shape& shape, void* to, const void* from, const std::vector<std::uint32_t>& fields) const {
        if (shape.same && shape.plain && fields.empty()) {
            std::memcpy(to, from, shape.raw_size);
            return {};
        }
        std::string problem;
        for (std::uint32_t f = 0; f < shape.type.fields.size() && problem.empty(); ++f) {
            if (!fields.empty() && std::find(fields.begin(), fields.end(), f) == fields.end()) continue;
            const ecs::Field& field = shape.type.fields[f];
            if (is_filler(field) && !shape.plain) continue;
            if (shape.same && !ecs::is_trivial(field))
                ecs::copy_field(field, to, from);
            else
                problem = write_field(world_, field, shape.parts[f], to, from);
        }
        return problem;
    }
    void move(ecs_entity_t entity, ecs_entity_t parent) {
#if FLECS_VERSION_MINOR >= 1 && FLECS_VERSION_PATCH >= 5
        if (ecs_owns_id(world_, entity, ecs_id(EcsParent))) {
            if (parent == 0) {
                ecs_remove_id(world_, entity, ecs_id(EcsParent));
            } else {
                const EcsParent value = {parent};
                ecs_set_id(world_, entity, ecs_id(EcsParent), sizeof value, &value);
            }
            return;
        }
#endif
        if (parent != 0)
            ecs_add_pair(world_, entity, EcsChildOf, parent);
        else if (const ecs_entity_t former = ecs_get_parent(world_, entity); former != 0)
            ecs_remove_pair(world_, entity, EcsChildOf, former);
    }

    ecs_world_t* world_;
    Types& types_;
    WorldLook& look_;
    std::unordered_map<ecs_entity_t, std::vector<Lost>> lost_;  // by the entity that it needs
};

}  // namespace chunkscope::flecs::detail
