// Changes that a person wants, done by flecs' own calls, so that its hooks and observers run. Owned by WorldOwner.
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

#include "chunkscope/flecs/lost_pairs.hpp"
#include "chunkscope/flecs/refusals.hpp"
#include "ecs/mirror/owner.hpp"

namespace chunkscope::flecs::detail {

class Edits {
public:
    Edits(ecs_world_t* world, const Types& types, const Refusals& refusals, LostPairs& lost)
        : world_(world), types_(types), refusals_(refusals), lost_(lost) {}

    ecs::OwnerReply ask(const ecs::OwnerRequest& request) {
        using Kind = ecs::OwnerRequest::Kind;
        if (std::string why = refusals_.why_not(request); !why.empty()) return ecs::OwnerReply::refused(std::move(why));
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

private:
    void destroy(ecs_entity_t entity) {
        lost_.note(entity);
        ecs_delete(world_, entity);
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
        if (refusals_.why_not_name(request.name, entity, ecs_get_parent(world_, entity)).empty() &&
            !request.name.empty())
            ecs_set_name(world_, entity, request.name.c_str());
        // What it inherits comes first, so that its own values are not taken for copies of others.
        for (const bool inherits : {true, false}) {
            for (const ecs::OwnerRequest::Part& part : request.parts)
                if (is_pair_of(types_.id(part.type), EcsIsA) == inherits) (void)put(entity, part, {});
            // flecs copies the children of a prefab; a request that creates an entity with its children names all of
            // them.
            if (inherits) ecs_delete_with(world_, ecs_pair(EcsChildOf, entity));
        }
        lost_.bring_back(entity);
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
            std::unique_ptr<RawValue> value;
            if (info != nullptr) {
                value = std::make_unique<RawValue>(*info, nullptr);
                (void)write(shape, value->data(), part.value.data(), {});
            }
            lost_.add(target, entity, id, std::move(value));
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
        if (!problem.empty()) return problem;
        if (!owns) ecs_add_id(world_, entity, id);
        if (!ecs_owns_id(world_, entity, id)) return "flecs did not add " + types_.name(part.type);
        ecs_set_id(world_, entity, id, value.size(), value.data());
        return {};
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
    const Types& types_;
    const Refusals& refusals_;
    LostPairs& lost_;
};

}  // namespace chunkscope::flecs::detail
