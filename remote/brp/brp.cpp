#include "remote/brp/brp.hpp"

#include <algorithm>
#include <utility>

#include "remote/brp/brp_methods.hpp"

namespace remote {

namespace {

// clang-format off
constexpr BrpMethod method_table[]{
    {"world.get_components", "bevy/get", get_components},
    {"world.query", "bevy/query", query},
    {"world.spawn_entity", "bevy/spawn", spawn_entity, true},
    {"world.insert_components", "bevy/insert", insert_components, true},
    {"world.remove_components", "bevy/remove", remove_components, true},
    {"world.despawn_entity", "bevy/destroy", despawn_entity, true},
    {"world.reparent_entities", "bevy/reparent", reparent_entities, true},
    {"world.list_components", "bevy/list", list_components},
    {"world.mutate_components", "bevy/mutate_component", mutate_components, true},
    {"world.get_components+watch", "bevy/get+watch"},
    {"world.list_components+watch", "bevy/list+watch"},
    {"world.get_resources", "bevy/get_resource", get_resources},
    {"world.insert_resources", "bevy/insert_resource", insert_resources, true},
    {"world.remove_resources", "bevy/remove_resource", remove_resources, true},
    {"world.mutate_resources", "bevy/mutate_resource", mutate_resources, true},
    {"world.list_resources", "bevy/list_resources", list_resources},
    {"registry.schema", "bevy/registry/schema", registry_schema},
    {"schedule.list", "", schedule_list},
    {"schedule.graph", "", schedule_graph},
    {"rpc.discover", "", discover},
};
// clang-format on

const BrpMethod* find_method(std::string_view name) {
    if (name.empty()) return nullptr;
    const auto* const found =
        std::find_if(std::begin(method_table), std::end(method_table),
                     [&](const BrpMethod& each) { return each.name == name || each.former == name; });
    return found == std::end(method_table) ? nullptr : found;
}

}  // namespace

std::span<const BrpMethod> brp_methods() { return method_table; }

Json answer_brp(const ServedWorld& served, const RpcCall& call) {
    const BrpMethod* const method = find_method(call.method);
    if (method == nullptr) throw RpcError(method_not_found, "Method `" + call.method.substr(0, 64) + "` not found");
    if (method->run == nullptr)
        throw RpcError(invalid_request, "`" + call.method + "` answers again and again: it must stand alone");
    if (method->writes && !served.perform)
        throw RpcError(internal_error, "this world is served read-only: nothing was changed");
    if (!call.params.is_null() && !call.params.is_object())
        throw RpcError(invalid_params, "`params` must be an object");
    return method->run(served, call.params);
}

bool is_watch(std::string_view method) {
    const BrpMethod* const found = find_method(method);
    return found != nullptr && found->run == nullptr;
}

EditOutcome perform_step(ecs::History& history, std::string label, std::vector<ecs::Edit> edits) {
    history.seal();
    EditOutcome outcome{history.perform({std::move(label), std::move(edits)})};
    history.seal();
    if (outcome.why.empty()) outcome.created = created_by_last_step(history);
    return outcome;
}

std::vector<ecs::Entity> created_by_last_step(const ecs::History& history) {
    std::vector<ecs::Entity> created;
    if (history.done() == 0) return created;
    for (const ecs::Edit& inverse : history.steps()[history.done() - 1].edits)
        if (const auto* const destroy = std::get_if<ecs::DestroyEntities>(&inverse))
            created.insert(created.end(), destroy->entities.begin(), destroy->entities.end());
    return created;
}

BrpWatch::BrpWatch(const ecs::World& world, const RpcCall& call) : id_(call.id) {
    const BrpMethod* const method = find_method(call.method);
    if (method == nullptr || method->run != nullptr)
        throw RpcError(method_not_found, "Method `" + call.method.substr(0, 64) + "` not found");
    entity_ = entity_in(world, call.params);
    lists_ = method->name == "world.list_components+watch";
    if (lists_) {
        list_ = paths_of(world, entity_);
        return;
    }
    strict_ = flag_in(call.params, "strict");
    paths_ = texts_in(&needed(call.params, "components"), "components");
    if (strict_)
        for (const std::string& path : paths_) readable_type(world, path);
    (void)look_at_values(world);
    looked_ = world.version();
}

std::optional<Json> BrpWatch::look(const ecs::World& world) {
    if (!world.alive(entity_))
        throw RpcError(entity_not_found, "Entity " + std::to_string(entity_.bits()) + " not found");
    if (world.version() == looked_) return std::nullopt;
    looked_ = world.version();
    return lists_ ? look_at_list(world) : look_at_values(world);
}

std::optional<Json> BrpWatch::look_at_values(const ecs::World& world) {
    Json changed = Json::object(), removed = Json::array(), errors = Json::object();
    for (const std::string& path : paths_) {
        try {
            const RemoteType type = readable_type(world, path);
            const auto known = values_.find(path);
            if (!has(world, entity_, type)) {
                if (known == values_.end()) continue;
                values_.erase(known);
                removed.push_back(path);
                continue;
            }
            Json value = value_of(world, entity_, type);
            if (known != values_.end() && known->second == value) continue;
            changed[path] = value;
            values_[path] = std::move(value);
        } catch (const RpcError& error) {
            errors[path] = {{"code", error.code}, {"message", error.what()}};
        }
    }
    if (changed.empty() && removed.empty()) return std::nullopt;
    Json result{{"components", std::move(changed)}, {"removed", std::move(removed)}};
    if (!strict_) result["errors"] = std::move(errors);
    return result;
}

std::optional<Json> BrpWatch::look_at_list(const ecs::World& world) {
    std::vector<std::string> now = paths_of(world, entity_), added, removed;
    std::set_difference(now.begin(), now.end(), list_.begin(), list_.end(), std::back_inserter(added));
    std::set_difference(list_.begin(), list_.end(), now.begin(), now.end(), std::back_inserter(removed));
    if (added.empty() && removed.empty()) return std::nullopt;
    list_ = std::move(now);
    return Json{{"added", std::move(added)}, {"removed", std::move(removed)}};
}

}  // namespace remote
