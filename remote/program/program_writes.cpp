#include "remote/program/program_writes.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "ecs/record/field_place.hpp"
#include "remote/program/readable_text.hpp"

namespace remote {

namespace {

/// That wait for somebody who takes them: of a view that stands still, the oldest go.
constexpr std::size_t most_writes = 1u << 18;

}  // namespace

void ProgramWrites::want(std::span<const ecs::Entity> entities, std::span<const ecs::ComponentId> components,
                         bool everything) {
    const bool same = everything == everything_ &&
                      std::equal(entities.begin(), entities.end(), entities_.begin(), entities_.end()) &&
                      std::equal(components.begin(), components.end(), components_.begin(), components_.end());
    if (same) return;
    entities_.assign(entities.begin(), entities.end());
    components_.assign(components.begin(), components.end());
    everything_ = everything;
    settled_ = false;
}

const probe::WishedWrites* ProgramWrites::to_send() {
    if ((settled_ && sent_) || mirror_ == nullptr) return nullptr;
    probe::WishedWrites wish{.everything = everything_};
    settled_ = true;
    handles_.clear();
    for (const ecs::Entity entity : entities_) {
        const ecs::OwnerKey key = mirror_->key_of(entity);
        settled_ = settled_ && key != ecs::no_owner_key;
        if (key == ecs::no_owner_key) continue;
        wish.keys.push_back(key);
        handles_.emplace(key, entity);
    }
    for (const ecs::ComponentId component : components_)
        if (const std::uint32_t type = mirror_->type_of(component); type != ecs::OwnerPool::no_type)
            wish.types.push_back(type);
    if (sent_ == wish) return nullptr;
    sent_ = std::move(wish);
    return &*sent_;
}

void ProgramWrites::begin_run() {
    sent_.reset();
    told_.clear();
    told_count_ = 0;
    handles_.clear();
    lacks_some_ = false;
}

void ProgramWrites::take_in(probe::ToldWrites told) {
    lacks_some_ = told.lacks_some;
    if (told.writes.empty()) return;
    for (std::string& name : told.names) name = readable_text(name);
    std::vector<ecs::Entity> entities;
    for (const probe::ToldWrite& each : told.writes) entities.push_back(entity_of(each.key));
    told_count_ += told.writes.size();
    told_.push_back({std::move(told), std::move(entities)});
    for (; told_count_ > most_writes && told_.size() > 1; told_.erase(told_.begin())) {
        told_count_ -= told_.front().told.writes.size();
        lacks_some_ = true;
    }
}

void ProgramWrites::take(const std::function<void(const ecs::FieldRecord&)>& visit) {
    told_count_ = 0;
    for (OfPicture& some : std::exchange(told_, {}))
        for (std::size_t i = 0; i < some.told.writes.size(); ++i)
            if (const std::optional<ecs::FieldRecord> record = record_of(some, i)) visit(*record);
}

ecs::Entity ProgramWrites::entity_of(ecs::OwnerKey key) const {
    const auto wanted = handles_.find(key);
    if (wanted != handles_.end()) return wanted->second;
    return mirror_ == nullptr ? ecs::null_entity : mirror_->entity_of(key);
}

/// Nothing: the entity or the component is not known here, or its bytes are not those of such a value. Valid as long as
/// `some`.
std::optional<ecs::FieldRecord> ProgramWrites::record_of(OfPicture& some, std::size_t position) const {
    if (mirror_ == nullptr) return std::nullopt;
    probe::ToldWrite& told = some.told.writes[position];
    const ecs::Entity known = some.entities[position];
    ecs::FieldRecord record{.kind = told.kind,
                            .writer = {told.writer, some.told.names[told.name]},
                            .tick = told.tick,
                            .entity = known ? known : entity_of(told.key),
                            .cut = told.cut};
    if (!record.entity) return std::nullopt;
    if (told.type == ecs::OwnerPool::no_type) return record;
    record.component = mirror_->component_of(told.type);
    if (record.component == ecs::no_component) return std::nullopt;
    if (told.value == ecs::whole_component) return record;
    const ecs::ComponentType& type = mirror_->world().types()[record.component];
    record.offset = ecs::offset_of_value(type, told.value);
    const ecs::FieldPlace place = ecs::field_at(type, record.offset);
    if (record.offset == ecs::whole_component || place.field == nullptr) return std::nullopt;
    for (std::vector<std::byte>* const bytes : {&told.before, &told.after}) {
        if (place.field->kind == ecs::FieldKind::String) continue;
        if (bytes->size() != place.field->element_size) return std::nullopt;
        if (place.field->kind != ecs::FieldKind::Entity) continue;
        ecs::Entity entity;
        std::memcpy(&entity, bytes->data(), sizeof entity);
        entity = mirror_->entity_called(entity);
        std::memcpy(bytes->data(), &entity, sizeof entity);
    }
    record.before = told.before;
    record.after = told.after;
    return record;
}

}  // namespace remote
