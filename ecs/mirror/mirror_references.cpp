// Entities that values name. In what the owner says they have the ids of its program. In what it is asked for they have
// the handles of here, and it looks up their keys, which come with the answer that created them: a value that is sent
// before would name nobody. Who was destroyed and is created again may get another id there: then the values that name it
// are sent again, too.
#include <algorithm>
#include <set>
#include <utility>

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

std::vector<std::uint32_t> entity_fields(const ComponentType& type) {
    std::vector<std::uint32_t> fields;
    for (std::size_t i = 0; i < type.fields.size(); ++i)
        if (has_entity(type.fields[i])) fields.push_back(static_cast<std::uint32_t>(i));
    return fields;
}

/// Calls `visit(entity, type, value)` for each value in the world that names one of them.
template <class Visit>
void each_naming(const World& world, const std::unordered_set<Entity>& entities, const Visit& visit) {
    for (ArchetypeId a = 0; a < world.archetype_count(); ++a) {
        const Archetype& archetype = world.archetype(a);
        for (std::size_t column = 0; column < archetype.types().size(); ++column) {
            const ComponentType& type = *archetype.types()[column];
            if (!has_entities(type.fields)) continue;
            for (std::size_t c = 0; c < archetype.chunk_count(); ++c) {
                const std::span<const Entity> rows = archetype.chunk(c).entities();
                const std::byte* value = archetype.column_data(c, column);
                for (std::size_t row = 0; row < rows.size(); ++row, value += type.size)
                    if (names_one_of(type, value, entities)) visit(rows[row], type, value);
            }
        }
    }
}

bool names_one_of(const OwnerRequest::Part& part, const std::unordered_set<Entity>& entities) {
    return part.value && names_one_of(part.value.type(), part.value.data(), entities);
}

/// Whether it sets all fields that can name entities.
bool writes_references(const OwnerRequest& request) {
    const std::vector<std::uint32_t> wanted = entity_fields(request.parts.front().value.type());
    return request.fields.empty() || std::all_of(wanted.begin(), wanted.end(), [&](std::uint32_t field) {
               return std::find(request.fields.begin(), request.fields.end(), field) != request.fields.end();
           });
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
    each_naming(world_, newly_called_, [&](Entity entity, const ComponentType&, const void*) {
        if (const OwnerKey key = key_of(entity); key != no_owner_key) stale.push_back(key);
    });
    newly_called_.clear();
    if (!stale.empty()) owner_.send_again(stale);
}

/// These handles have been given to other entities than those of the owner's program. Values that have them already name
/// entities that are gone there, and now would name these.
void Mirror::empty_references_to(const std::unordered_set<Entity>& taken) {
    std::vector<std::pair<Entity, ComponentId>> stale;
    each_naming(world_, taken,
                [&](Entity entity, const ComponentType& type, const void*) { stale.emplace_back(entity, type.id); });
    for (const auto& [entity, component] : stale)
        each_entity(world_.types()[component].fields, world_.get_mut(entity, component), [&](Entity& named) {
            if (taken.contains(named)) named = null_entity;
        });
}

/// Two that are created may name each other, so neither waits: what names one of them is set again behind them all. So are
/// the values of others that name one that comes back: nothing changed in them here.
void Mirror::add_reference_requests(std::vector<Waiting>& requests) const {
    std::unordered_set<Entity> created, back;
    for (const Waiting& each : requests) {
        if (each.request.kind != Kind::Create) continue;
        created.insert(each.entity);
        // Another one may have had its slot since.
        if (each.entity.index < known_.size() && each.entity.generation <= known_[each.entity.index].entity.generation)
            back.insert(each.entity);
    }
    if (created.empty()) return;
    std::vector<Waiting> again;
    std::set<std::pair<Entity, std::uint32_t>> said;  // entities and types whose references are sent in any case
    for (const Waiting& each : requests) {
        for (const OwnerRequest::Part& part : each.request.parts) {
            if (each.request.kind == Kind::Add || (each.request.kind == Kind::Set && writes_references(each.request)))
                said.insert({each.entity, part.type});
            if (each.request.kind != Kind::Create || !ecs::names_one_of(part, created)) continue;
            Waiting& set = again.emplace_back();
            set.entity = each.entity;
            set.request.kind = Kind::Set;
            set.request.parts.push_back(part);
        }
    }
    if (!back.empty())
        each_naming(world_, back, [&](Entity entity, const ComponentType& type, const void* value) {
            const std::uint32_t of = type_of(type.id);
            if (of == OwnerPool::no_type || created.contains(entity) || said.contains({entity, of})) return;
            Waiting& set = again.emplace_back();
            set.entity = entity;
            each_entity(type.fields, const_cast<void*>(value), [&](const Entity& named) {
                if (!back.contains(named)) return;
                const Known& known = known_[named.index];
                set.names_back.emplace_back(named, known.entity == named ? known.key : no_owner_key);
            });
            set.request.kind = Kind::Set;
            set.request.fields = entity_fields(type);
            set.request.parts.push_back({of, Value(type, value)});
        });
    for (Waiting& each : again) requests.push_back(std::move(each));
}

/// Whether one of them came back under another key: else the owner's value names it already.
bool Mirror::has_new_key(const Waiting& waiting) const {
    return std::any_of(waiting.names_back.begin(), waiting.names_back.end(), [this](const auto& back) {
        const OwnerKey key = key_of(back.first);
        return key != no_owner_key && key != back.second;
    });
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
