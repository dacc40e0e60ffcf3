// The systems of a world in the form of the protocol: the phases of a tick are its schedules.
#include <algorithm>
#include <array>
#include <utility>

#include "remote/brp/brp_methods.hpp"

namespace remote {

namespace {

constexpr std::array phases{ecs::Phase::PreUpdate, ecs::Phase::Update, ecs::Phase::PostUpdate};

std::vector<const ecs::System*> systems_of(const ecs::Schedule& schedule, ecs::Phase phase) {
    std::vector<const ecs::System*> systems;
    for (const ecs::System* const system : schedule.systems())
        if (system->description.phase == phase) systems.push_back(system);
    return systems;
}

/// Numbers of components within one answer.
class ComponentNumbers {
public:
    explicit ComponentNumbers(const ecs::World& world) : world_(world) {}
    std::size_t of(ecs::ComponentId id) {
        const auto found = std::find(ids_.begin(), ids_.end(), id);
        if (found != ids_.end()) return static_cast<std::size_t>(found - ids_.begin());
        ids_.push_back(id);
        return ids_.size() - 1;
    }
    Json list() const {
        Json all = Json::array();
        for (const ecs::ComponentId id : ids_)
            all.push_back({{"name", path_of(world_, id)}, {"required", Json::array()}});
        return all;
    }

private:
    const ecs::World& world_;
    std::vector<ecs::ComponentId> ids_;
};

Json accesses_json(const ecs::System& system, ComponentNumbers& numbers) {
    Json reads = Json::array(), writes = Json::array();
    for (const ecs::SystemAccess& access : system.description.accesses) {
        if (access.component == ecs::no_component) continue;
        reads.push_back(numbers.of(access.component));  // what is written counts as read
        if (access.access == ecs::Access::Write) writes.push_back(numbers.of(access.component));
    }
    Json filters = Json::array();
    for (const std::vector<ecs::QueryTerm>& query : system.description.queries) {
        Json with = Json::array(), without = Json::array();
        for (const ecs::QueryTerm& term : query) {
            if (term.component == ecs::no_component || term.presence == ecs::Presence::Optional) continue;
            (term.presence == ecs::Presence::With ? with : without).push_back(numbers.of(term.component));
        }
        filters.push_back({{"with", std::move(with)}, {"without", std::move(without)}});
    }
    const Json access{{"reads", std::move(reads)},
                      {"writes", std::move(writes)},
                      {"reads_inverted", false},
                      {"writes_inverted", false},
                      {"archetypal", Json::array()}};
    Json one = Json::object();
    one["access"] = access;
    one["filter_sets"] = std::move(filters);
    Json all = Json::array();
    all.push_back(std::move(one));
    return all;
}

}  // namespace

Json schedule_list(const ServedWorld& served, const Json&) {
    Json labels = Json::array(), empty = Json::array();
    for (const ecs::Phase phase : phases)
        (systems_of(served.schedule, phase).empty() ? empty : labels).push_back(ecs::name_of(phase));
    return {{"schedule_labels", std::move(labels)},
            {"unavailable_schedule_labels", Json::array()},
            {"empty_schedule_labels", std::move(empty)}};
}

Json schedule_graph(const ServedWorld& served, const Json& params) {
    const std::string label = text_in(params, "schedule_label");
    const auto* const phase =
        std::find_if(phases.begin(), phases.end(), [&](ecs::Phase each) { return ecs::name_of(each) == label; });
    if (phase == phases.end()) throw RpcError(resource_error, "there is no schedule `" + label.substr(0, 64) + "`");
    const std::vector<const ecs::System*> systems = systems_of(served.schedule, *phase);
    ComponentNumbers numbers(served.world);
    Json list = Json::array(), order = Json::array();
    for (std::size_t i = 0; i < systems.size(); ++i) {
        const ecs::SystemDescription& description = systems[i]->description;
        list.push_back({{"name", description.name},
                        {"apply_deferred", false},
                        {"exclusive", !description.parallel},
                        {"deferred", description.records_commands},
                        {"enabled", systems[i]->enabled},
                        {"filtered_accesses", accesses_json(*systems[i], numbers)}});
        // In the order in which they run.
        if (i > 0) {
            Json pair = Json::array();
            pair.push_back({{"System", i - 1}});
            pair.push_back({{"System", i}});
            order.push_back(std::move(pair));
        }
    }
    Json data{{"name", label},
              {"systems", std::move(list)},
              {"system_sets", Json::array()},
              {"hierarchy", Json::array()},
              {"dependency", std::move(order)},
              {"components", numbers.list()},
              {"conflicts", Json::array()}};
    Json result = Json::object();
    result["schedule_data"] = std::move(data);
    return result;
}

}  // namespace remote
