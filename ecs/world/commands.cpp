#include "ecs/world/commands.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "ecs/storage/access.hpp"

namespace ecs {

Commands::~Commands() {
    for (const Command& command : commands_)
        if (command.kind == Kind::Create && world_->index_.reserved(command.entity))
            world_->index_.release(command.entity);
}

bool Commands::may_record(const char* call) const {
    const AccessScope* scope = AccessScope::current();
    if (!scope || scope->world != world_ || !scope->visited || scope->commands == this) return true;
    fail(std::string("Commands: ") + call +
         " was called by a visitor of chunks in parallel; let it take a Commands& as its first argument");
    return false;
}

void Commands::record(Command command) { commands_.push_back(std::move(command)); }

void Commands::make_room(std::size_t count) {
    const std::size_t wanted = commands_.size() + count;
    if (wanted > commands_.capacity()) commands_.reserve(std::max(wanted, 2 * commands_.capacity()));
}

Entity Commands::create() {
    const AccessScope* scope = AccessScope::current();
    if (scope && scope->world == world_ && (scope->parallel || scope->visited)) {
        fail("Commands: create was called by " +
             (scope->parallel ? "system " + std::string(scope->system) + ", which is parallel"
                              : "a visitor of chunks in parallel") +
             "; the handle would depend on what other threads do");
        return null_entity;
    }
    make_room(1);  // the command of a reserved handle must not be lost
    const Entity entity = world_->index_.acquire();
    record({.kind = Kind::Create, .entity = entity, .parent = {}, .component = no_component, .value = {}});
    return entity;
}

void Commands::destroy(Entity entity) {
    if (!may_record("destroy")) return;
    record({.kind = Kind::Destroy, .entity = entity, .parent = {}, .component = no_component, .value = {}});
}

void Commands::add(Entity entity, Value value) {
    if (!value) return fail("Commands: add was given an empty value");
    if (!may_record("add")) return;
    const ComponentId component = value.type().id;
    record({.kind = Kind::Add, .entity = entity, .parent = {}, .component = component, .value = std::move(value)});
}

void Commands::remove(Entity entity, ComponentId component) {
    if (!may_record("remove")) return;
    record({.kind = Kind::Remove, .entity = entity, .parent = {}, .component = component, .value = {}});
}

void Commands::set_parent(Entity child, Entity parent) {
    if (!may_record("set_parent")) return;
    record({.kind = Kind::SetParent, .entity = child, .parent = parent, .component = no_component, .value = {}});
}

void Commands::append(Commands& other) {
    if (&other == this) return fail("Commands: append was given the same commands");
    if (other.world_ != world_) return fail("Commands: append was given commands for another world");
    commands_.insert(commands_.end(), std::make_move_iterator(other.commands_.begin()),
                     std::make_move_iterator(other.commands_.end()));
    other.commands_.clear();
}

std::size_t Commands::play_back() {
    if (world_->iterating()) {
        fail("Commands: play_back was called while a query iterates");
        return 0;
    }
    std::size_t skipped = 0;
    std::size_t position = 0;
    try {
        while (position < commands_.size()) {
            Command& command = commands_[position];
            if (command.kind != Kind::Create)
                skipped += execute(command) ? 0 : 1;
            else if (world_->index_.reserved(command.entity))
                position += execute_create(position);
            else
                ++skipped;  // the world was restored to a time before the handle was taken
            ++position;
        }
    } catch (...) {
        commands_.erase(commands_.begin(), commands_.begin() + static_cast<std::ptrdiff_t>(position));
        throw;
    }
    commands_.clear();
    return skipped;
}

// Creates the entity with all components that the directly following commands add, so that its row never moves.
// Returns the number of these commands.
std::size_t Commands::execute_create(std::size_t position) {
    const Entity entity = commands_[position].entity;
    std::vector<ComponentId> components;
    std::size_t end = position + 1;
    for (; end < commands_.size(); ++end) {
        const Command& next = commands_[end];
        if (next.kind != Kind::Add || next.entity != entity || next.component == world_->parent_id()) break;
        components.push_back(next.component);
    }
    Archetype& archetype = world_->archetype_for(components);
    world_->create_in(archetype, entity);
    for (std::size_t i = position + 1; i < end; ++i) world_->add(entity, std::move(commands_[i].value));
    world_->settle();
    return end - position - 1;
}

bool Commands::execute(Command& command) {
    switch (command.kind) {
        case Kind::Create:
            break;
        case Kind::Destroy:
            if (!world_->alive(command.entity)) return false;
            world_->destroy(command.entity);
            return true;
        case Kind::Add:
            return world_->add(command.entity, std::move(command.value));
        case Kind::Remove:
            if (!world_->alive(command.entity)) return false;
            world_->remove(command.entity, command.component);
            return true;
        case Kind::SetParent:
            return world_->set_parent(command.entity, command.parent);
    }
    return false;
}

}  // namespace ecs
