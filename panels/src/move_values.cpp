#include "panels/move_values.hpp"

#include <algorithm>

#include "figures/value_text.hpp"

namespace panels {

namespace {

void add_row(const ecs::World& world, ecs::Entity entity, const ecs::Location& place, std::vector<MovedValue>& values) {
    const ecs::Archetype& archetype = world.archetype(place.archetype);
    const bool there = world.alive(entity) && world.location(entity) == place;
    for (std::size_t column = 0; column < archetype.types().size(); ++column) {
        const ecs::ComponentType& type = *archetype.types()[column];
        if (type.is_tag()) continue;
        MovedValue value{entity, type.id, {}, false};
        // The chunk's rows as a whole have the version of its last structural change, which is this one. A column that
        // is newer was written after it.
        value.known = there && archetype.column_version(place.chunk, static_cast<int>(column)) ==
                                   archetype.column_version(place.chunk, ecs::no_column);
        if (value.known) value.text = figures::component_values(world, type, world.get(entity, type.id));
        values.push_back(std::move(value));
    }
}

std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return text;
}

}  // namespace

std::vector<MovedValue> values_after(const ecs::World& world, const ecs::Operation& operation) {
    std::vector<MovedValue> values;
    for (const ecs::StructuralChange& change : operation.changes) {
        const bool arrives = change.kind == ecs::ChangeKind::Created || change.kind == ecs::ChangeKind::Moved ||
                             change.kind == ecs::ChangeKind::FilledHole;
        if (arrives) add_row(world, change.entity, change.to, values);
    }
    return values;
}

void MoveValues::look(const ecs::World& world, const ecs::Journal& journal) {
    if (journal.total() == seen_total_) return;
    seen_total_ = journal.total();
    const std::vector<ecs::Operation> last = ecs::last_operations(journal, 1);
    if (last.empty()) return;
    kept_[last.front().first] = values_after(world, last.front());
    if (kept_.size() > most_kept) kept_.erase(kept_.begin());
}

void MoveValues::clear() { *this = {}; }

const std::vector<MovedValue>* MoveValues::of(const ecs::Operation& operation) const {
    const auto found = kept_.find(operation.first);
    return found == kept_.end() ? nullptr : &found->second;
}

const MovedValue* find_value(std::span<const MovedValue> values, ecs::Entity entity, ecs::ComponentId component) {
    const auto found = std::find_if(values.begin(), values.end(), [&](const MovedValue& value) {
        return value.entity == entity && value.component == component;
    });
    return found == values.end() || !found->known ? nullptr : &*found;
}

bool any_known(const std::vector<MovedValue>* values) {
    return values != nullptr &&
           std::any_of(values->begin(), values->end(), [](const auto& each) { return each.known; });
}

std::string about_values(const ecs::World& world, const ecs::Operation& operation,
                         const std::vector<MovedValue>* values) {
    if (operation.main().kind == ecs::ChangeKind::Destroyed && (values == nullptr || values->empty()))
        return "No values: they ended with the row, and the journal keeps places and bytes only";
    if (values == nullptr)
        return "No values: the journal keeps places and bytes only, and more changes came before this one was seen";
    std::vector<std::string> unknown;
    for (const MovedValue& value : *values) {
        const std::string name(figures::short_name(world.types()[value.component].name));
        if (!value.known && std::find(unknown.begin(), unknown.end(), name) == unknown.end()) unknown.push_back(name);
    }
    const std::string written =
        listed(unknown) + (unknown.size() == 1 ? " was" : " were") + " written again before this was seen";
    if (values->empty()) return "No values: these rows consist of tags and an id";
    if (!any_known(values)) return "No values: " + written;
    return "Values as they were right after it" + (unknown.empty() ? std::string() : "; " + written);
}

}  // namespace panels
