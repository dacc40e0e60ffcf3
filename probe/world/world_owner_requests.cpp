// What a client asks a WorldOwner to change.
#include <algorithm>
#include <cstring>
#include <utility>

#include "probe/world/world_owner.hpp"

namespace probe {

namespace {

using Kind = ecs::OwnerRequest::Kind;

constexpr std::size_t most_parked = 1u << 16;

/// Only these fields, or all of the value.
void overwrite(const ecs::ComponentType& type, void* to, const void* from, std::span<const std::uint32_t> fields) {
    if (fields.empty() && type.trivial && type.fields.empty()) {
        std::memcpy(to, from, type.size);
        return;
    }
    for (std::size_t i = 0; i < type.fields.size(); ++i)
        if (fields.empty() || std::find(fields.begin(), fields.end(), i) != fields.end())
            ecs::copy_field(type.fields[i], to, from);
}

}  // namespace

std::string WorldOwner::why_not(const ecs::OwnerRequest& request) const {
    if (world_.iterating()) return "a query of the program iterates over its world";
    if (request.kind == Kind::Switch)
        return schedule_ != nullptr && schedule_->find(request.name) != nullptr
                   ? std::string()
                   : "the program has no system \"" + request.name + "\"";
    // It may have gone with its parent.
    if (request.kind == Kind::Destroy) return {};
    if (request.kind != Kind::Create && !world_.alive(ecs::entity_of_bits(request.key)))
        return "the program destroyed " + ecs::to_string(ecs::entity_of_bits(request.key));
    if (request.parent != ecs::no_owner_key && !world_.alive(ecs::entity_of_bits(request.parent)))
        return "the program destroyed " + ecs::to_string(ecs::entity_of_bits(request.parent));
    for (const ecs::OwnerRequest::Part& part : request.parts) {
        if (part.type >= types_.size()) return "the program has no such component";
        const ecs::ComponentType& type = types_[part.type];
        if (!type.copyable()) return "the program cannot copy values of " + type.name;
        if (request.kind == Kind::Set && !world_.has(ecs::entity_of_bits(request.key), type.id))
            return ecs::to_string(ecs::entity_of_bits(request.key)) + " has no " + type.name + " any more";
    }
    return {};
}

/// Keeps the latest handles, so that undo can create these entities again.
void WorldOwner::destroy(ecs::Entity entity) {
    std::vector<ecs::Entity> gone{entity};
    for (std::size_t i = 0; i < gone.size(); ++i) {
        const auto children = world_.children(gone[i]);
        gone.insert(gone.end(), children.begin(), children.end());
    }
    world_.destroy_and_park(entity);
    parked_.insert(parked_.end(), gone.begin(), gone.end());
    for (; parked_.size() > most_parked; parked_.pop_front()) world_.unpark(parked_.front());
}

void WorldOwner::add(ecs::Entity entity, const ecs::OwnerRequest::Part& part) {
    const ecs::ComponentType& type = std::as_const(world_).types()[types_[part.type].id];
    if (part.value)
        world_.add(entity, ecs::Value(type, part.value.data()));
    else
        world_.add(entity, type.id);
}

ecs::Entity WorldOwner::create(const ecs::OwnerRequest& request) {
    const ecs::Entity wanted = request.key == ecs::no_owner_key ? ecs::null_entity : ecs::entity_of_bits(request.key);
    // The client repeats a request whose outcome it does not know.
    if (request.again && world_.alive(wanted)) return wanted;
    // It was an entity of this world. Tables grow with the index, and a client can say any.
    const bool had_slot = wanted && wanted.index < world_.slot_count();
    // All components at once: archetypes that it only passes on its way would stay in the world.
    std::vector<ecs::ComponentId> components;
    for (const ecs::OwnerRequest::Part& part : request.parts) components.push_back(types_[part.type].id);
    if (!request.name.empty()) components.push_back(world_.name_id());
    std::sort(components.begin(), components.end());
    components.erase(std::unique(components.begin(), components.end()), components.end());
    const ecs::Entity entity =
        had_slot && world_.create_at(wanted, components) ? wanted : world_.create_with(components);
    for (const ecs::OwnerRequest::Part& part : request.parts)
        if (part.value) add(entity, part);
    if (!request.name.empty()) world_.add(entity, ecs::Name{request.name});
    if (request.parent != ecs::no_owner_key) world_.set_parent(entity, ecs::entity_of_bits(request.parent));
    return entity;
}

ecs::OwnerReply WorldOwner::ask(std::uint64_t, const ecs::OwnerRequest& request) {
    const ecs::Entity entity = ecs::entity_of_bits(request.key);
    if (std::string why = why_not(request); !why.empty()) return ecs::OwnerReply::refused(std::move(why));
    if (request.kind == Kind::Destroy && !world_.alive(entity)) return {};
    const ecs::CauseId former = world_.set_cause(world_.cause("Chunkscope"));
    ecs::OwnerReply reply;
    switch (request.kind) {
        case Kind::Create:
            reply.key = create(request).bits();
            break;
        case Kind::Destroy:
            destroy(entity);
            break;
        case Kind::Add:
        case Kind::Set:
            for (const ecs::OwnerRequest::Part& part : request.parts) {
                const ecs::ComponentType& type = types_[part.type];
                void* const value = type.is_tag() ? nullptr : world_.get_mut(entity, type.id);
                if (value != nullptr && part.value)
                    overwrite(type, value, part.value.data(), request.fields);
                else
                    add(entity, part);
            }
            break;
        case Kind::Remove:
            for (const ecs::OwnerRequest::Part& part : request.parts) world_.remove(entity, types_[part.type].id);
            break;
        case Kind::SetParent:
            if (!world_.set_parent(entity, request.parent == ecs::no_owner_key ? ecs::null_entity
                                                                               : ecs::entity_of_bits(request.parent)))
                reply = ecs::OwnerReply::refused("an entity cannot be below itself");
            break;
        case Kind::Rename:
            if (request.name.empty())
                world_.remove(entity, world_.name_id());
            else
                world_.add(entity, ecs::Name{request.name});
            break;
        case Kind::Switch:
            schedule_->set_enabled(request.name, request.on);
            break;
    }
    world_.set_cause(former);
    return reply;
}

}  // namespace probe
