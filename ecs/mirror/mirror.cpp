#include "ecs/mirror/mirror.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <optional>
#include <utility>

#include "ecs/base/language.hpp"

namespace ecs {

namespace {

/// Of an owner whose entities were more than they are now.
constexpr std::size_t most_empty_slots = 1u << 20;

/// Of enums, which are not part of a layout.
bool same_names(const std::vector<Field>& a, const std::vector<Field>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Field& x, const Field& y) {
        return std::equal(
                   x.names.begin(), x.names.end(), y.names.begin(), y.names.end(),
                   [](const EnumName& m, const EnumName& n) { return m.name == n.name && m.value == n.value; }) &&
               same_names(x.fields, y.fields);
    });
}

}  // namespace

Mirror::Mirror(Owner& owner) : Mirror(owner, std::make_unique<World>()) {}

Mirror::Mirror(Owner& owner, std::unique_ptr<World> own) : Mirror(owner, *own) { own_ = std::move(own); }

Mirror::Mirror(Owner& owner, World& world)
    : owner_(owner), world_(world), cause_(world_.cause(owner.name())), version_(world_.version()) {}

Mirror::~Mirror() { unfollow(); }

void Mirror::follow(History& history) {
    unfollow();
    history_ = &history;
    history.log = this;
}

void Mirror::unfollow() {
    if (history_ != nullptr && history_->log == this) history_->log = nullptr;
    history_ = nullptr;
}

Entity Mirror::entity_of(OwnerKey key) const {
    const auto found = entities_.find(key);
    return found != entities_.end() && world_.alive(found->second) ? found->second : null_entity;
}

OwnerKey Mirror::key_of(Entity entity) const {
    if (entity.index >= known_.size() || known_[entity.index].entity != entity) return no_owner_key;
    const auto found = entities_.find(known_[entity.index].key);
    return found != entities_.end() && found->second == entity ? found->first : no_owner_key;
}

void Mirror::look_at(std::span<const Entity> entities) {
    std::vector<OwnerKey> keys;
    for (const Entity each : entities)
        if (const OwnerKey key = key_of(each); key != no_owner_key) keys.push_back(key);
    owner_.look_at(keys);
}

const Mirror::News& Mirror::update() {
    news_ = {};
    if (history_ != nullptr && !history_->stands_still().empty()) {
        miss_update();
        return news_;
    }
    // Who looked at another moment has left the copy as it was.
    if (history_ != nullptr && std::exchange(went_on_, history_->went_on()) != history_->went_on())
        version_ = world_.version();
    const bool strange = world_.version() != version_;
    if (strange && lost_.empty()) news_.put_right = put_right();
    pull_.clear(owner_.types().size());
    lost_ = owner_.pull(pull_);
    if (!lost_.empty()) {
        miss_update();
        // What was refused before the connection broke is told as refused, not as unanswered.
        for (const Pull::Answer& each : pull_.answers) answer(each.number, each.reply);
        version_ = world_.version();
        return news_;
    }
    const bool new_run = owner_.run() != run_ || !wanted_handles_.empty();
    if (new_run) begin_run();
    register_types();
    if (new_run) retire_former_types();
    // Who is asked anew may have answered by now what the pull said before it.
    for (const Pull::Answer& each : pull_.answers) answer(each.number, each.reply);
    apply_pull();
    update_systems();
    end_steps();
    ask_all();
    end_steps();
    std::move(told_.begin(), told_.end(), std::back_inserter(news_.messages));
    told_.clear();
    // Without a clock, updates are counted, and those that were missed.
    const OwnerClock* const clock = owner_.clock();
    const std::uint64_t before = world_.tick();
    begins_ = begins_ || new_run;
    // Of a part of the world, no record is made: it would tell that the rest was created later.
    const bool is_part = owner_.still_to_come() > 0, was_part = std::exchange(is_part_, is_part);
    if (is_part) {
        version_ = world_.version();
        return news_;
    }
    const bool begins = std::exchange(begins_, false);
    const std::uint64_t missed = std::exchange(missed_, 0);
    world_.set_tick(clock == nullptr ? before + 1 + (begins ? 0 : missed) : std::max(begins ? 0 : before, clock->tick));
    version_ = world_.version();
    // What plots, alerts and records do at the end of a tick. A paused program says the same tick again.
    if (schedule_ != nullptr && (begins || was_part || world_.tick() != before))
        for (std::size_t i = 0; i < schedule_->listeners().size(); ++i) schedule_->listeners()[i]->tick_ended(world_);
    return news_;
}

void Mirror::register_types() {
    const std::span<const ComponentType> types = owner_.types();
    while (components_.size() < types.size()) {
        const ComponentId component = component_for(types[components_.size()]);
        if (component != no_component) {
            if (types_.size() <= component) types_.resize(component + 1, OwnerPool::no_type);
            types_[component] = static_cast<std::uint32_t>(components_.size());
        }
        components_.push_back(component);
    }
}

/// A type that a run before had in the same form is the same one.
ComponentId Mirror::component_for(const ComponentType& wanted) {
    ComponentType type = wanted;
    TypeRegistry& types = world_.types();
    const auto add = [&]() -> Result<ComponentId> {
        const auto former = former_types_.find(type.name);
        if (former == former_types_.end()) return types.add_at_run_time(type);
        const ComponentId before = former->second;
        former_types_.erase(former);
        if (types[before].retired) types.revive(before, type.name);
        Result<ComponentId> id = types.add_at_run_time(type);
        if (!types[before].made_at_run_time) return id;
        if (id && same_names(types[before].fields, type.fields)) return id;
        types.retire(before);
        return types.add_at_run_time(type);
    };
    Result<ComponentId> id = add();
    // The owner may have a type that is called like one that every world has.
    if (!id || *id == world_.name_id() || *id == world_.parent_id()) {
        type.name = owner_.name() + "::" + type.name;
        id = add();
    }
    if (!id) news_.messages.push_back(id.error());
    return id ? *id : no_component;
}

void Mirror::apply_pull() {
    const CauseId former = world_.set_cause(cause_);
    changes_.clear();
    late_.clear();
    destroy_pulled();
    create_pulled();
    gather_changes();
    apply_changes();
    write_values();
    ask_for_stale_references();
    move_and_name();
    world_.set_cause(former);
}

void Mirror::destroy_pulled() {
    std::vector<Entity> gone;
    for (const OwnerKey key : pull_.destroyed) {
        const auto found = entities_.find(key);
        if (found == entities_.end()) continue;
        if (comes_back(found->second) && holds_back(found->second)) continue;
        if (world_.alive(found->second)) gone.push_back(found->second);
        called_.erase(known_[found->second.index].id);
        entities_.erase(found);
    }
    if (!gone.empty()) news_.destroyed += destroy_here(gone);
}

/// What is below them and the owner has stays: it says if that goes, too.
std::size_t Mirror::destroy_here(std::span<const Entity> gone) {
    for (const Entity entity : gone) {
        const std::span<const Entity> children = world_.children(entity);
        for (const Entity child : std::vector<Entity>(children.begin(), children.end()))
            if (key_of(child) != no_owner_key) world_.set_parent(child, null_entity);
    }
    return world_.destroy_many(gone);
}

void Mirror::bind(Entity entity, OwnerKey key) {
    if (known_.size() <= entity.index) known_.resize(std::max<std::size_t>(entity.index + 1, 2 * known_.size()));
    known_[entity.index] = {entity, key};
    entities_[key] = entity;
}

void Mirror::note_id(Entity entity, Entity id) {
    Known& known = known_[entity.index];
    if (!id) return;
    other_ids_ = other_ids_ || id != entity;
    if (id == entity)
        called_.erase(id);
    else if (Entity& called = called_[id]; std::exchange(called, entity) != entity)
        newly_called_.insert(id);
    if (known.id == id) return;
    known.id = id;
    if (std::exchange(known.again, false) && id != entity) new_ids_.push_back(entity);
}

Entity Mirror::id_there(Entity entity) const {
    if (key_of(entity) == no_owner_key) return null_entity;
    const Entity id = known_[entity.index].id;
    return id != entity ? id : null_entity;
}

void Mirror::tell_new_ids() {
    if (new_ids_.empty()) return;
    const Entity first = new_ids_.front();
    const std::string name(world_.name(first));
    if (new_ids_.size() == 1)
        told_.push_back(phrase("{} created {} again: its id is {} now", owner_.name(),
                               name.empty() ? to_string(first) : name, to_string(id_there(first))));
    else
        told_.push_back(
            phrase("{} created {} entities again, under other ids", owner_.name(), std::to_string(new_ids_.size())));
    new_ids_.clear();
}

Entity Mirror::create_for(const Pull::Created& created, std::span<const ComponentId> components) {
    // Destroyed here and not there: it keeps its handle.
    if (const auto known = entities_.find(created.key); known != entities_.end() &&
                                                        world_.entity_index().parked(known->second) &&
                                                        world_.create_at(known->second, components))
        return known->second;
    Entity entity = created.wanted;
    // Tables grow with the index, and an owner can say any. Fewer slots than that are empty in a world of this size.
    if (entity.index > most_empty_slots + 4 * (entities_.size() + pull_.created.size())) entity = null_entity;
    if (entity && had_runs_) {
        // No handle of a run before may come back.
        if (const auto dead = world_.entity_index().dead_slot(entity.index)) {
            if (dead->free)
                entity.generation = std::max(entity.generation, dead->handle.generation);
            else
                entity = null_entity;
        }
    }
    return create_apart(entity, components);
}

/// With this handle, if nothing that waits is about it. A creation that was taken back gives its handle free before its
/// requests are answered: they would reach another entity.
Entity Mirror::create_apart(Entity wanted, std::span<const ComponentId> components) {
    const auto is_free = [this](Entity entity) {
        return !waiting_.contains(entity) && !world_.entity_index().parked(entity);
    };
    if (wanted && is_free(wanted) && world_.create_at(wanted, components)) return wanted;
    if (is_free(world_.entity_index().next())) return world_.create_with(components);
    Entity fresh{static_cast<std::uint32_t>(world_.slot_count()), 1};
    while (!is_free(fresh) || !world_.create_at(fresh, components)) ++fresh.index;
    return fresh;
}

/// With all that the pull says of them at once: archetypes that entities only pass on their way would look like the
/// owner's.
void Mirror::create_pulled() {
    struct Made {
        std::vector<ComponentId> components;
        OwnerKey parent = no_owner_key;
    };
    std::unordered_map<OwnerKey, Made> made;
    for (const Pull::Created& created : pull_.created) {
        if (const auto found = entities_.find(created.key); found != entities_.end()) {
            if (world_.alive(found->second)) {
                note_id(found->second, created.wanted);
                continue;
            }
            if (holds_back(found->second)) continue;
        }
        made.try_emplace(created.key);
    }
    tell_new_ids();
    if (made.empty()) return;
    for (const Pull::Column& column : pull_.columns) {
        const ComponentId component = component_of(column.type);
        if (component == no_component) continue;
        for (const OwnerKey key : column.keys)
            if (const auto found = made.find(key); found != made.end()) found->second.components.push_back(component);
    }
    for (const Pull::Named& named : pull_.named)
        if (const auto found = made.find(named.key); found != made.end() && !named.name.empty())
            found->second.components.push_back(world_.name_id());
    for (const Pull::Moved& moved : pull_.moved)
        if (const auto found = made.find(moved.key); found != made.end()) found->second.parent = moved.parent;
    for (auto& [key, each] : made) {
        std::sort(each.components.begin(), each.components.end());
        each.components.erase(std::unique(each.components.begin(), each.components.end()), each.components.end());
    }
    std::vector<std::pair<Entity, const Made*>> below;  // they go to their parents first, while they have nothing
    std::unordered_set<Entity> others;                  // that have another handle here than there
    for (const Pull::Created& created : pull_.created) {
        const auto found = made.find(created.key);
        if (found == made.end()) continue;
        if (const auto known = entities_.find(created.key); known != entities_.end() && world_.alive(known->second))
            continue;  // it was said twice
        const bool has_parent = found->second.parent != no_owner_key;
        const Entity entity =
            create_for(created, has_parent ? std::span<const ComponentId>() : found->second.components);
        bind(entity, created.key);
        note_id(entity, created.wanted);
        if (created.wanted && entity != created.wanted) others.insert(entity);
        ++news_.created;
        if (has_parent) below.emplace_back(entity, &found->second);
    }
    if (!others.empty()) empty_references_to(others);
    for (const auto& [entity, each] : below) {
        if (const Entity parent = entity_of(each->parent)) world_.set_parent(entity, parent);
        world_.change(entity, {}, each->components);
    }
}

/// It was destroyed and the owner is asked to create it again.
bool Mirror::comes_back(Entity entity) const {
    return waiting_.contains(entity) && std::any_of(requests_.begin(), requests_.end(), [&](const Waiting& each) {
               return each.entity == entity && each.request.kind == OwnerRequest::Kind::Create;
           });
}

bool Mirror::holds_back(Entity entity) {
    if (waiting_.empty() || !waiting_.contains(entity)) return false;
    if (const OwnerKey key = key_of(entity); key != no_owner_key) held_back_.insert(key);
    return true;
}

void Mirror::gather_changes() {
    for (const Pull::Removed& removed : pull_.removed) {
        const Entity entity = entity_of(removed.key);
        const ComponentId component = component_of(removed.type);
        if (component == no_component || !world_.has(entity, component) || holds_back(entity)) continue;
        changes_.push_back({entity, component, false});
    }
    for (const Pull::Column& column : pull_.columns) {
        const ComponentId component = component_of(column.type);
        if (component == no_component) continue;
        const ComponentType& type = world_.types()[component];
        for (std::size_t i = 0; i < column.keys.size(); ++i) {
            const Entity entity = entity_of(column.keys[i]);
            if (!entity || holds_back(entity)) continue;
            if (type.is_tag()) {
                if (!world_.has(entity, component)) changes_.push_back({entity, component, true});
            } else if (void* const value = world_.get_mut(entity, component)) {
                overwrite(type, value, column.values[i]);
                ++news_.written;
            } else {
                changes_.push_back({entity, component, true});
                late_.emplace_back(&column, i);
            }
        }
    }
}

void Mirror::apply_changes() {
    std::sort(changes_.begin(), changes_.end());
    changes_.erase(std::unique(changes_.begin(), changes_.end()), changes_.end());
    std::vector<ComponentId> added, removed;
    for (std::size_t i = 0; i < changes_.size();) {
        const Entity entity = changes_[i].entity;
        added.clear();
        removed.clear();
        for (; i < changes_.size() && changes_[i].entity == entity; ++i)
            (changes_[i].added ? added : removed).push_back(changes_[i].component);
        world_.change(entity, removed, added);
        ++news_.changed;
    }
}

/// Bytes that no field describes are copied of trivial types only.
void Mirror::overwrite(const ComponentType& type, void* to, const void* from) const {
    if (type.trivial)
        std::memcpy(to, from, type.size);
    else
        for (const Field& field : type.fields) copy_field(field, to, from);
    resolve_references(type, to);
}

void Mirror::write_values() {
    for (const auto& [column, i] : late_) {
        const ComponentId component = component_of(column->type);
        void* const value = world_.get_mut(entity_of(column->keys[i]), component);
        if (value == nullptr) continue;
        overwrite(world_.types()[component], value, column->values[i]);
        ++news_.written;
    }
    if (!late_.empty()) world_.settle();
}

void Mirror::move_and_name() {
    std::vector<std::pair<Entity, Entity>> blocked;  // entity and parent
    for (const Pull::Moved& moved : pull_.moved) {
        const Entity entity = entity_of(moved.key);
        if (!entity || holds_back(entity)) continue;
        const Entity parent = moved.parent == no_owner_key ? null_entity : entity_of(moved.parent);
        if (entity == parent || world_.parent(entity) == parent || world_.set_parent(entity, parent)) continue;
        blocked.emplace_back(entity, parent);
    }
    move_blocked(blocked);
    for (const Pull::Named& named : pull_.named) {
        const Entity entity = entity_of(named.key);
        if (!entity || world_.name(entity) == named.name || holds_back(entity)) continue;
        if (named.name.empty())
            world_.remove(entity, world_.name_id());
        else
            world_.add(entity, Name{named.name});
    }
}

/// Their parents are still below them, and move as well: a pull says where all of them are in the end. From the top down,
/// none is in the way of the next one.
void Mirror::move_blocked(const std::vector<std::pair<Entity, Entity>>& blocked) {
    const std::unordered_map<Entity, Entity> parents(blocked.begin(), blocked.end());
    const auto above = [&](Entity entity) {
        const auto moves = parents.find(entity);
        return moves != parents.end() ? moves->second : world_.parent(entity);
    };
    std::unordered_map<Entity, std::optional<std::size_t>> depths;  // nothing: on a circle or below one, or on the way
    const auto depth = [&](Entity entity) {
        std::vector<Entity> way;
        std::optional<std::size_t> steps = 0;
        for (; entity; entity = above(entity)) {
            const auto [known, is_new] = depths.try_emplace(entity);
            if (!is_new) {
                steps = known->second;
                break;
            }
            way.push_back(entity);
        }
        for (; !way.empty(); way.pop_back()) {
            if (steps) ++*steps;
            depths[way.back()] = steps;
        }
        return steps;
    };
    std::vector<std::pair<std::size_t, Entity>> order;
    for (const auto& [entity, parent] : parents)
        if (const std::optional<std::size_t> steps = depth(entity)) order.emplace_back(*steps, entity);
    std::sort(order.begin(), order.end());
    for (const auto& [steps, entity] : order) world_.set_parent(entity, parents.at(entity));
}

bool Mirror::put_right() {
    std::vector<OwnerKey> keys;
    keys.reserve(entities_.size());
    for (const auto& [key, entity] : entities_) keys.push_back(key);
    owner_.send_again(keys);
    std::vector<Entity> strangers;
    for (std::size_t slot = 0; slot < world_.slot_count(); ++slot)
        if (const Entity entity = world_.entity_at_slot(slot))
            if (key_of(entity) == no_owner_key && !waiting_.contains(entity)) strangers.push_back(entity);
    // Only components of the owner belong to its entities.
    for (const auto& [key, entity] : entities_) {
        if (!world_.alive(entity)) continue;
        const std::span<const ComponentId> components = world_.archetype_of(entity).components();
        for (const ComponentId component : std::vector<ComponentId>(components.begin(), components.end()))
            if (type_of(component) == OwnerPool::no_type && component != world_.name_id() &&
                component != world_.parent_id())
                world_.remove(entity, component);
    }
    world_.destroy_many(strangers);
    return true;
}

}  // namespace ecs
