// The way of edits to the owner. The log of a History says which entities a step is about; what the step did to them is
// found by comparing them before and after. So every kind of edit that changes entities becomes the same few requests,
// and so does its undoing.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "ecs/base/language.hpp"
#include "ecs/edit/edit_facts.hpp"
#include "ecs/edit/edit_records.hpp"
#include "ecs/mirror/mirror.hpp"

namespace ecs {

namespace {

using Kind = OwnerRequest::Kind;
using Outcome = OwnerReply::Outcome;

/// What a request is about, beside its entity: equal for a request and for the one that takes it back.
std::uint32_t subject_of(const OwnerRequest& request) {
    constexpr std::uint32_t existence = OwnerPool::no_type, parent = existence - 1, name = existence - 2;
    switch (request.kind) {
        case Kind::Create:
        case Kind::Destroy:
            return existence;
        case Kind::SetParent:
            return parent;
        case Kind::Rename:
            return name;
        case Kind::Switch:
            return static_cast<std::uint32_t>(std::hash<std::string>()(request.name));
        case Kind::Add:
        case Kind::Remove:
        case Kind::Set:
            break;
    }
    return request.parts.front().type;
}

Value value_of(const World& world, Entity entity, ComponentId component) {
    const ComponentType& type = world.types()[component];
    return type.is_tag() ? Value(type) : Value(type, world.get(entity, component));
}

/// Positions of the fields that differ.
std::vector<std::uint32_t> differing_fields(const ComponentType& type, const void* a, const void* b) {
    std::vector<std::uint32_t> fields;
    for (std::size_t i = 0; i < type.fields.size(); ++i)
        if (!field_equal(type.fields[i], a, b)) fields.push_back(static_cast<std::uint32_t>(i));
    return fields;
}

OwnerAbility ability_for(Kind kind) {
    constexpr std::array abilities{OwnerAbility::Create,          OwnerAbility::Destroy,     OwnerAbility::AddComponent,
                                   OwnerAbility::RemoveComponent, OwnerAbility::SetValue,    OwnerAbility::SetParent,
                                   OwnerAbility::Rename,          OwnerAbility::SwitchSystem};
    return abilities[static_cast<std::size_t>(kind)];
}

template <class... Kinds>
bool is_one_of(const Edit& edit) {
    return (std::holds_alternative<Kinds>(edit) || ...);
}

}  // namespace

std::string Mirror::why_not_kind(const Edit& edit) const {
    if (const auto* toggled = std::get_if<ToggleSystem>(&edit)) return why_not_switch(toggled->system);
    if (is_one_of<CreateEntities, DestroyEntity, DestroyEntities, DestroyMany, RestoreRows, AddComponent,
                  RemoveComponent, SetComponent, SetField, SetParent, AddToMany, RemoveFromMany>(edit))
        return {};
    return phrase("{} has its own types, systems and memory", owner_.name());
}

std::string Mirror::why_not(const Edit& edit) const {
    if (std::string why = why_not_kind(edit); !why.empty()) return why;
    if (!lost_.empty()) return lost_;
    if (is_one_of<ToggleSystem>(edit)) return {};
    OwnerRequest request;
    const auto ask = [&](Kind kind, Entity entity, ComponentId component, const Value& value = {}) {
        request.kind = kind;
        if (component == world_.name_id() && component != no_component)
            request.kind = Kind::Rename;
        else if (component != no_component) {
            if (type_of(component) == OwnerPool::no_type)
                return phrase("{} has no {}", owner_.name(), world_.types()[component].name);
            request.parts.push_back({type_of(component), value});
        }
        if (entity) request.key = key_of(entity);
        std::string why = owner_.why_not(ability_for(request.kind));
        return !why.empty() || kind == Kind::Create ? why : owner_.why_not(request);
    };
    if (is_one_of<CreateEntities, RestoreRows>(edit)) return ask(Kind::Create, null_entity, no_component);
    if (const auto* add = std::get_if<AddComponent>(&edit)) return ask(Kind::Add, add->entity, add->value.type().id);
    if (const auto* remove = std::get_if<RemoveComponent>(&edit))
        return ask(Kind::Remove, remove->entity, remove->component);
    if (const auto* many = std::get_if<AddToMany>(&edit))
        return many->entities.empty() ? std::string() : ask(Kind::Add, many->entities.front(), many->type().id);
    if (const auto* many = std::get_if<RemoveFromMany>(&edit))
        return many->entities.empty() ? std::string() : ask(Kind::Remove, many->entities.front(), many->component);
    if (const auto* set = std::get_if<SetComponent>(&edit)) {
        request.fields = set->fields;
        return ask(Kind::Set, set->entity, set->value.type().id, set->value);
    }
    if (const auto* set = std::get_if<SetField>(&edit))
        return set->entities.empty() ? std::string() : ask(Kind::Set, set->entities.front(), set->component);
    if (const auto* move = std::get_if<SetParent>(&edit)) return ask(Kind::SetParent, move->entity, no_component);
    std::vector<Entity> entities;
    append_entities(edit, entities);
    return entities.empty() ? std::string() : ask(Kind::Destroy, entities.front(), no_component);
}

void Mirror::note_before(Entity entity, ComponentId only) {
    Before before{entity, only, world_.alive(entity), null_entity, {}};
    if (before.alive) {
        before.parent = world_.parent(entity);
        if (only != no_component) {
            if (world_.has(entity, only) && only != world_.parent_id())
                before.values.push_back(value_of(world_, entity, only));
        } else {
            for (const ComponentId component : world_.archetype_of(entity).components())
                if (component != world_.parent_id()) before.values.push_back(value_of(world_, entity, component));
        }
    }
    before_.push_back(std::move(before));
}

void Mirror::will_apply(const std::vector<Edit>& edits, bool backwards) {
    backwards_ = backwards;
    before_.clear();
    refused_kind_.clear();
    edits_ = &edits;
    for (const Edit& edit : edits) {
        if (refused_kind_.empty()) refused_kind_ = why_not_kind(edit);
        if (const auto* add = std::get_if<AddComponent>(&edit)) {
            note_before(add->entity, add->value.type().id);
        } else if (const auto* remove = std::get_if<RemoveComponent>(&edit)) {
            note_before(remove->entity, remove->component);
        } else if (const auto* many = std::get_if<AddToMany>(&edit)) {
            many->entities.each([&](Entity entity) { note_before(entity, many->type().id); });
        } else if (const auto* fewer = std::get_if<RemoveFromMany>(&edit)) {
            fewer->entities.each([&](Entity entity) { note_before(entity, fewer->component); });
        } else if (const auto* set = std::get_if<SetComponent>(&edit)) {
            note_before(set->entity, set->value.type().id);
        } else if (const auto* field = std::get_if<SetField>(&edit)) {
            for (const Entity entity : field->entities) note_before(entity, field->component);
        } else if (const auto* move = std::get_if<SetParent>(&edit)) {
            note_before(move->entity, world_.parent_id());
        } else {
            std::vector<Entity> entities;
            append_entities(edit, entities);
            for (const Entity entity : entities) {
                if (!world_.alive(entity)) {
                    note_before(entity, no_component);
                    continue;
                }
                for (const Entity each : subtree(world_, entity)) note_before(each, no_component);
            }
        }
    }
}

/// A step that cannot be undone or redone is forgotten, and another one then leads to the state of its name.
void Mirror::refused() {
    for (Step& step : steps_)
        if (history_ != nullptr && step.state == history_->state() &&
            (step.direction == StepDirection::Undone) != backwards_)
            step.forgotten = true;
    edits_ = nullptr;
    version_ = world_.version();
}

void Mirror::applied(const Applied& told) {
    // Only now creations have handles. Their entity may be one that is still being destroyed there.
    const std::vector<Edit>& inverse = *std::exchange(edits_, nullptr);
    for (const Edit& edit : inverse) {
        if (!is_one_of<DestroyEntities, DestroyMany>(edit)) continue;
        std::vector<Entity> created;
        append_entities(edit, created);
        for (const Entity entity : created) before_.push_back({entity, no_component, false, null_entity, {}});
    }
    // One entity and component may be in several edits; all of it in one covers the others. Who leaves a slot is asked
    // for before the one that gets it, under which the mirror would not find it any more.
    std::stable_sort(before_.begin(), before_.end(), [this](const Before& a, const Before& b) {
        if (a.entity.index == b.entity.index && a.entity != b.entity) {
            const bool stays = world_.alive(a.entity), other_stays = world_.alive(b.entity);
            return stays != other_stays ? other_stays : a.entity < b.entity;
        }
        if (a.entity != b.entity) return a.entity < b.entity;
        return a.only == no_component ? b.only != no_component : b.only != no_component && a.only < b.only;
    });
    before_.erase(std::unique(before_.begin(), before_.end(),
                              [](const Before& a, const Before& b) {
                                  return a.entity == b.entity && (a.only == no_component || a.only == b.only);
                              }),
                  before_.end());

    Step step;
    step.number = next_number_++;
    step.state = told.state;
    step.label = told.label;
    step.direction = told.direction;
    step.quiet = taken_back_ != nullptr;
    step.may_be_partial = told.may_be_partial;
    step.refused = refused_kind_;
    for (const Before& before : before_) step.entities.push_back(before.entity);
    std::vector<Waiting> requests;
    if (step.refused.empty()) {
        requests = requests_since(step);
        add_reference_requests(requests);
        add_switch_requests(inverse, step, requests);
    }
    if (taken_back_ != nullptr)
        std::erase_if(requests, [&](const Waiting& each) {
            const std::pair about(each.entity, subject_of(each.request));
            return std::find(taken_back_->done.begin(), taken_back_->done.end(), about) == taken_back_->done.end();
        });
    std::vector<Waiting> wanted;
    for (Waiting& each : requests) {
        if (!step.refused.empty() && !step.may_be_partial) break;
        if (!each.names_back.empty()) {  // may not be needed
            wanted.push_back(std::move(each));
            continue;
        }
        std::string why = owner_.why_not(ability_for(each.request.kind));
        if (why.empty() && resolve(each)) {
            why = owner_.why_not(each.request);
            if (!why.empty() && (step.direction != StepDirection::Done || step.may_be_partial))
                why = leave_parts_out(each, std::move(why));
        }
        if (why.empty())
            wanted.push_back(std::move(each));
        else
            refuse(step, each.entity, why);
    }
    requests = std::move(wanted);
    // Better nothing of a step than half of it, unless it may be partial.
    if (step.refused.empty() || step.may_be_partial) {
        step.open = requests.size();
        for (Waiting& each : requests) {
            each.number = next_number_++;
            each.step = step.number;
            requests_.push_back(std::move(each));
        }
    }
    steps_.push_back(std::move(step));
    before_.clear();
    ask_all();
    note_waiting();
    version_ = world_.version();
}

std::vector<Mirror::Waiting> Mirror::requests_since(Step& step) const {
    std::vector<Waiting> requests;
    for (const Before& before : before_) {
        const Entity entity = before.entity;
        const bool alive = world_.alive(entity);
        Waiting waiting;
        waiting.entity = entity;
        if (before.alive && alive) {
            add_value_requests(before, step, requests);
        } else if (before.alive) {
            waiting.request.kind = Kind::Destroy;
            requests.push_back(std::move(waiting));
        } else if (alive) {
            waiting.request.kind = Kind::Create;
            waiting.parent = world_.parent(entity);
            waiting.request.name = std::string(world_.name(entity));
            for (const ComponentId component : world_.archetype_of(entity).components()) {
                if (component == world_.name_id() || component == world_.parent_id()) continue;
                if (type_of(component) == OwnerPool::no_type) {
                    refuse(step, entity, phrase("{} has no {}", owner_.name(), world_.types()[component].name));
                    continue;
                }
                waiting.request.parts.push_back({type_of(component), value_of(world_, entity, component)});
            }
            requests.push_back(std::move(waiting));
        }
    }
    return requests;
}

void Mirror::add_value_requests(const Before& before, Step& step, std::vector<Waiting>& to) const {
    const Entity entity = before.entity;
    const auto request = [&](Kind kind) -> Waiting& {
        Waiting& waiting = to.emplace_back();
        waiting.entity = entity;
        waiting.request.kind = kind;
        return waiting;
    };
    const auto of_owner = [&](ComponentId component) {
        if (type_of(component) != OwnerPool::no_type) return true;
        refuse(step, entity, phrase("{} has no {}", owner_.name(), world_.types()[component].name));
        return false;
    };
    const bool all = before.only == no_component;
    if ((all || before.only == world_.parent_id()) && world_.parent(entity) != before.parent)
        request(Kind::SetParent).parent = world_.parent(entity);

    for (const Value& former : before.values) {
        const ComponentType& type = former.type();
        const bool has = world_.has(entity, type.id);
        if (type.id == world_.name_id()) {
            if (static_cast<const Name*>(former.data())->value != world_.name(entity))
                request(Kind::Rename).request.name = std::string(world_.name(entity));
        } else if (!has) {
            if (of_owner(type.id)) request(Kind::Remove).request.parts.push_back({type_of(type.id), {}});
        } else if (!type.is_tag() && !values_equal(type, former.data(), world_.get(entity, type.id))) {
            if (!of_owner(type.id)) continue;
            Waiting& waiting = request(Kind::Set);
            waiting.request.fields = differing_fields(type, former.data(), world_.get(entity, type.id));
            waiting.request.parts.push_back({type_of(type.id), value_of(world_, entity, type.id)});
        }
    }
    const auto had = [&](ComponentId component) {
        return std::any_of(before.values.begin(), before.values.end(),
                           [&](const Value& value) { return value.type().id == component; });
    };
    for (const ComponentId component : world_.archetype_of(entity).components()) {
        if (component == world_.parent_id() || (!all && component != before.only) || had(component)) continue;
        if (component == world_.name_id())
            request(Kind::Rename).request.name = std::string(world_.name(entity));
        else if (of_owner(component))
            request(Kind::Add).request.parts.push_back({type_of(component), value_of(world_, entity, component)});
    }
}

/// Who comes back does so without what nobody outside can make, rather than not at all. Returns why it cannot.
std::string Mirror::leave_parts_out(Waiting& creation, std::string why) {
    OwnerRequest& request = creation.request;
    if (request.kind != Kind::Create) return why;
    std::string names;
    OwnerRequest one = request, rest = request;
    rest.parts.clear();
    for (const OwnerRequest::Part& part : request.parts) {
        one.parts.assign(1, part);
        const std::string why_not_this = owner_.why_not(one);
        if (why_not_this.empty()) {
            rest.parts.push_back(part);
            continue;
        }
        creation.left_out.push_back(component_of(part.type));
        names += (names.empty() ? "" : ", ") + world_.types()[creation.left_out.back()].name;
        why = why_not_this;
    }
    if (creation.left_out.empty()) return why;
    if (std::string still = owner_.why_not(rest); !still.empty()) return still;
    request = std::move(rest);
    const std::string name(world_.name(creation.entity));
    told_.push_back(
        phrase("{} comes back without {}: {}", name.empty() ? to_string(creation.entity) : name, names, why));
    return {};
}

bool Mirror::resolve(Waiting& waiting) const {
    OwnerRequest& request = waiting.request;
    if (request.kind == Kind::Switch) return true;
    if (request.kind == Kind::Create) {
        // The key that it had before it was destroyed, so that what the owner keeps by it is right again.
        if (waiting.entity.index < known_.size() && known_[waiting.entity.index].entity == waiting.entity)
            request.key = known_[waiting.entity.index].key;
    } else if (request.key = key_of(waiting.entity); request.key == no_owner_key) {
        return false;
    }
    request.parent = waiting.parent ? key_of(waiting.parent) : no_owner_key;
    // A later step destroyed the parent, and will say what becomes of this one.
    return request.parent != no_owner_key || !waiting.parent || !world_.alive(waiting.parent);
}

void Mirror::ask_all() {
    if (!lost_.empty()) return;
    // A request may wait for the key of an entity that another one creates: it is about that one, or its value names it.
    for (bool progress = true; progress;) {
        progress = false;
        std::unordered_set<Entity> blocked;  // what is asked of one entity keeps its order
        const std::unordered_set<Entity> coming = entities_to_come();
        for (Waiting& waiting : requests_) {
            if (waiting.asked || blocked.contains(waiting.entity)) continue;
            if (!resolve(waiting) || (waiting.request.kind != Kind::Create && names_one_of(waiting, coming))) {
                blocked.insert(waiting.entity);
                continue;
            }
            if (!waiting.names_back.empty()) {
                std::string why;
                const bool needed = has_new_key(waiting);
                if (needed) why = owner_.why_not(OwnerAbility::SetValue);
                if (needed && why.empty()) why = owner_.why_not(waiting.request);
                if (!needed || !why.empty()) {
                    settle(waiting, needed ? OwnerReply::refused(std::move(why)) : OwnerReply());
                    continue;
                }
            }
            waiting.asked = true;
            waiting.request.again = waiting.tries > 0;
            const OwnerReply reply = owner_.ask(waiting.number, waiting.request);
            if (reply.outcome == Outcome::Later) continue;
            settle(waiting, reply);
            progress = progress || reply.outcome == Outcome::Done;
        }
    }
    std::erase_if(requests_, [](const Waiting& each) { return each.step == 0; });
}

void Mirror::note_waiting() {
    waiting_.clear();
    for (const Waiting& each : requests_)
        if (each.entity) waiting_.insert(each.entity);
}

void Mirror::answer(std::uint64_t number, const OwnerReply& reply) {
    const auto found =
        std::find_if(requests_.begin(), requests_.end(), [&](const Waiting& each) { return each.number == number; });
    if (found == requests_.end() || reply.outcome == Outcome::Later) return;
    settle(*found, reply);
    if (found->step == 0) requests_.erase(found);
}

Mirror::Step* Mirror::find_step(std::uint64_t number) {
    const auto found =
        std::find_if(steps_.rbegin(), steps_.rend(), [&](const Step& each) { return each.number == number; });
    return found == steps_.rend() ? nullptr : &*found;
}

/// An answered request belongs to no step any more.
void Mirror::settle(Waiting& waiting, const OwnerReply& reply) {
    if (reply.outcome == Outcome::Unknown && ++waiting.tries < most_tries) {
        waiting.asked_again = true;
        return;
    }
    Step* const step = find_step(std::exchange(waiting.step, 0));
    if (step != nullptr) --step->open;
    if (reply.outcome != Outcome::Done) {
        const std::string why = reply.outcome == Outcome::Unknown ? std::string(tr("there was no answer")) : reply.why;
        if (waiting.names_back.empty()) {
            if (step != nullptr) refuse(*step, waiting.entity, why);
            return;
        }
        // It was not wanted for itself: the step is done without it.
        if (step != nullptr && !step->quiet && key_of(waiting.entity) != no_owner_key)
            told_.push_back(phrase("{} did \"{}\", but {}", owner_.name(), step->label, why));
        ask_again(std::array{waiting.entity});
        return;
    }
    if (!reply.why.empty() && step != nullptr && !step->quiet)
        told_.push_back(phrase("{} did \"{}\", but {}", owner_.name(), step->label, reply.why));
    if (step != nullptr && waiting.asked) step->done.emplace_back(waiting.entity, subject_of(waiting.request));
    if (waiting.request.kind == Kind::Destroy) entities_.erase(waiting.request.key);
    if (waiting.request.kind != Kind::Create || reply.key == no_owner_key) return;
    if (!waiting.left_out.empty() && world_.alive(waiting.entity)) {
        const CauseId former = world_.set_cause(cause_);
        world_.change(waiting.entity, waiting.left_out, {});
        world_.set_cause(former);
    }
    // The owner may have told of it before it answered.
    if (const Entity twin = entity_of(reply.key); twin && twin != waiting.entity) world_.destroy(twin);
    const Known* const before = waiting.entity.index < known_.size() ? &known_[waiting.entity.index] : nullptr;
    const bool known = before != nullptr && before->entity == waiting.entity;
    if (!known && before != nullptr && world_.alive(before->entity))
        return;  // another one is there; a pull tells of it
    const bool again = known && before->key != reply.key;
    if (again) entities_.erase(before->key);
    bind(waiting.entity, reply.key);
    known_[waiting.entity.index].again = again;
}

}  // namespace ecs
