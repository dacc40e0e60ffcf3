// Another run of the owner: its program was started again, or is another one. Which entity is which, nobody knows but
// by their names.
#include <algorithm>
#include <utility>

#include "ecs/base/language.hpp"
#include "ecs/edit/edit_words.hpp"
#include "ecs/mirror/mirror.hpp"

namespace ecs {

namespace {

constexpr int deepest_path = 64;
constexpr char between_names = '\x1f';

/// The names on the way to it, or nothing when one of them has none.
template <class NameOf, class ParentOf, class Id>
std::string path_of_names(Id id, Id none, NameOf&& name_of_id, ParentOf&& parent_of_id) {
    std::string path;
    for (int depth = 0; id != none; ++depth) {
        const std::string_view name = name_of_id(id);
        if (name.empty() || depth == deepest_path) return {};
        path.insert(0, 1, between_names);
        path.insert(0, name);
        id = parent_of_id(id);
    }
    return path;
}

/// Adds it, and forgets a path that is met twice.
template <class Id>
void add_path(std::unordered_map<std::string, Id>& paths, std::string path, Id id, Id none) {
    if (path.empty()) return;
    if (const auto [found, is_new] = paths.try_emplace(std::move(path), id); !is_new) found->second = none;
}

}  // namespace

void Mirror::begin_run() {
    run_ = owner_.run();
    had_runs_ = true;
    news_.new_run = true;
    std::vector<Entity> gone;
    for (const auto& [key, entity] : entities_)
        if (world_.alive(entity)) gone.push_back(entity);
    // Nobody has what was made here and not answered.
    for (const Waiting& each : requests_)
        if (each.request.kind == OwnerRequest::Kind::Create && world_.alive(each.entity) &&
            key_of(each.entity) == no_owner_key)
            gone.push_back(each.entity);
    close_past();
    const HandlesByPath former = handles_by_path();
    entities_.clear();
    called_.clear();
    newly_called_.clear();
    other_ids_ = false;
    for (Known& each : known_) each.key = no_owner_key;
    const CauseId cause = world_.set_cause(cause_);
    keep_known(former);
    if (!wanted_handles_.empty()) begin_with_handles();
    std::erase_if(gone, [&](Entity entity) { return key_of(entity) != no_owner_key; });
    news_.destroyed += world_.destroy_many(gone);
    world_.set_cause(cause);
    for (const ComponentId component : components_)
        if (component != no_component) former_types_[world_.types()[component].name] = component;
    components_.clear();
    types_.clear();
}

/// Nobody carries out what was asked of the run before, and nothing of it is undone in this one.
void Mirror::close_past() {
    for (const Step& step : steps_) {
        if (step.quiet) continue;
        if (!step.refused.empty())
            news_.messages.push_back(step.is_partial() ? partial_refusal_of(step) : refusal_of(step));
        else if (step.open > 0)
            news_.messages.push_back(
                phrase("\"{}\" was not answered: the connection to {} broke", step.label, owner_.name()));
    }
    requests_.clear();
    steps_.clear();
    waiting_.clear();
    held_back_.clear();
    if (history_ == nullptr) return;
    history_->close_steps([&](const HistoryStep& step) {
        const std::vector<Entity> entities = entities_of(step);
        if (entities.empty()) return phrase("the connection broke since, and this may be another program");
        if (entities.size() > 1)
            return phrase("the connection broke since, and its {} entities may be others now",
                          std::to_string(entities.size()));
        return phrase("the connection broke since, and {} may be another entity now",
                      label_of(world_, entities.front()));
    });
}

Mirror::HandlesByPath Mirror::handles_by_path() const {
    HandlesByPath paths;
    for (const auto& [key, entity] : entities_)
        if (world_.alive(entity))
            add_path(paths,
                     path_of_names(
                         entity, null_entity, [&](Entity each) { return world_.name(each); },
                         [&](Entity each) { return world_.parent(each); }),
                     entity, null_entity);
    return paths;
}

/// Entities of this run that are called like one of the run before take its handle. They have nothing but their name
/// until the pull is applied.
void Mirror::keep_known(const HandlesByPath& former) {
    std::unordered_map<OwnerKey, std::string_view> names;
    std::unordered_map<OwnerKey, OwnerKey> parents;
    for (const Pull::Named& each : pull_.named) names[each.key] = each.name;
    for (const Pull::Moved& each : pull_.moved) parents[each.key] = each.parent;
    std::unordered_map<std::string, OwnerKey> paths;
    for (const Pull::Created& each : pull_.created)
        add_path(paths,
                 path_of_names(
                     each.key, no_owner_key,
                     [&](OwnerKey key) {
                         const auto found = names.find(key);
                         return found == names.end() ? std::string_view() : found->second;
                     },
                     [&](OwnerKey key) {
                         const auto found = parents.find(key);
                         return found == parents.end() ? no_owner_key : found->second;
                     }),
                 each.key, no_owner_key);
    std::vector<std::pair<Entity, OwnerKey>> kept;
    for (const auto& [path, entity] : former) {
        const auto found = paths.find(path);
        if (entity && found != paths.end() && found->second != no_owner_key) kept.emplace_back(entity, found->second);
    }
    // Who goes takes along what is below.
    for (const auto& [entity, key] : kept) world_.set_parent(entity, null_entity);
    for (const auto& [entity, key] : kept) {
        const std::span<const ComponentId> has = world_.archetype_of(entity).components();
        std::vector<ComponentId> components(has.begin(), has.end());
        std::erase(components, world_.name_id());
        world_.change(entity, components, {});
        bind(entity, key);
    }
}

/// Whoever is not called like one of these gives its place back.
void Mirror::begin_with_handles() {
    const HandlesByPath handles = std::exchange(wanted_handles_, {});
    for (const auto& [path, entity] : handles)
        if (entity) (void)world_.create_at(entity, {});
    keep_known(handles);
    std::vector<Entity> unknown;
    for (const auto& [path, entity] : handles)
        if (world_.alive(entity) && key_of(entity) == no_owner_key) unknown.push_back(entity);
    (void)world_.destroy_many(unknown);
}

void Mirror::retire_former_types() {
    for (const auto& [name, component] : former_types_)
        if (world_.types()[component].made_at_run_time) world_.types().retire(component);
}

}  // namespace ecs
