// Entities that values name. In what the owner says they have the ids of its program. In what it is asked for they have
// the handles of here, and it looks up their keys, which come with the answer that created them: a value that is sent
// before would name nobody.
#include "ecs/edit/edit_records.hpp"
#include "ecs/mirror/mirror.hpp"

namespace ecs {

namespace {

using Kind = OwnerRequest::Kind;

bool names_one_of(const ComponentType& type, const void* value, const std::unordered_set<Entity>& entities) {
    bool found = false;
    // The visitor gets no const, and only looks.
    each_entity(type.fields, const_cast<void*>(value),
                [&](const Entity& entity) { found = found || entities.contains(entity); });
    return found;
}

bool names_one_of(const OwnerRequest::Part& part, const std::unordered_set<Entity>& entities) {
    return part.value && names_one_of(part.value.type(), part.value.data(), entities);
}

}  // namespace

Entity Mirror::entity_called(Entity id) const {
    if (called_.empty()) return id;
    if (const auto found = called_.find(id); found != called_.end() && world_.alive(found->second))
        return found->second;
    return world_.alive(id) && id_there(id) ? null_entity : id;
}

void Mirror::resolve_references(const ComponentType& type, void* value) const {
    if (!called_.empty()) each_entity(type.fields, value, [this](Entity& entity) { entity = entity_called(entity); });
}

/// A value may have named an entity before that one came, in a later part of the owner's world: nobody knew then which
/// handle it would get.
void Mirror::ask_for_stale_references() {
    if (newly_called_.empty()) return;
    std::vector<OwnerKey> stale;
    for (const auto& [key, entity] : entities_) {
        if (!world_.alive(entity)) continue;
        bool names_one = false;
        for (const ComponentId component : world_.archetype_of(entity).components()) {
            const ComponentType& type = world_.types()[component];
            if (has_entities(type.fields))
                names_one = names_one || ecs::names_one_of(type, world_.get(entity, component), newly_called_);
        }
        if (names_one) stale.push_back(key);
    }
    newly_called_.clear();
    if (!stale.empty()) owner_.send_again(stale);
}

/// Two that are created may name each other, so neither waits: what names one of them is set again behind them all.
void Mirror::add_reference_requests(std::vector<Waiting>& requests) const {
    std::unordered_set<Entity> created;
    for (const Waiting& each : requests)
        if (each.request.kind == Kind::Create) created.insert(each.entity);
    if (created.empty()) return;
    std::vector<Waiting> again;
    for (const Waiting& each : requests) {
        if (each.request.kind != Kind::Create) continue;
        for (const OwnerRequest::Part& part : each.request.parts) {
            if (!ecs::names_one_of(part, created)) continue;
            Waiting& set = again.emplace_back();
            set.entity = each.entity;
            set.request.kind = Kind::Set;
            set.request.parts.push_back(part);
        }
    }
    for (Waiting& each : again) requests.push_back(std::move(each));
}

std::unordered_set<Entity> Mirror::entities_to_come() const {
    std::unordered_set<Entity> entities;
    for (const Waiting& each : requests_)
        if (each.request.kind == Kind::Create && each.step != 0) entities.insert(each.entity);
    return entities;
}

bool Mirror::names_one_of(const Waiting& waiting, const std::unordered_set<Entity>& entities) {
    if (entities.empty()) return false;
    for (const OwnerRequest::Part& part : waiting.request.parts)
        if (ecs::names_one_of(part, entities)) return true;
    return false;
}

}  // namespace ecs
