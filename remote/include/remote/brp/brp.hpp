// The methods of Bevy's remote protocol, asked of one world of this program: queries, components, resources, types, and
// changes. Reading walks the world; changes become edits, so each is one step that can be undone. Everything here runs
// on the thread of the world, between two ticks.
//
//     world.query, world.get_components, …   and their names before Bevy 0.17: bevy/query, bevy/get, …
//
// An entity is its handle as a number, 1v1 is 4294967297. A component is `world::Health`, or what its qualified name
// is.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/edit/history.hpp"
#include "ecs/schedule/schedule.hpp"
#include "ecs/world/world.hpp"
#include "remote/rpc/json_rpc.hpp"

namespace remote {

struct EditOutcome {
    std::string why;                     // for a person; empty: all edits were applied
    std::vector<ecs::Entity> created{};  // by them
};

/// What is served, for as long as one call takes.
struct ServedWorld {
    const ecs::World& world;
    const ecs::Schedule& schedule;
    /// Applies the edits as one step with this label, or none of them. Empty: nobody may change the world.
    std::function<EditOutcome(std::string label, std::vector<ecs::Edit> edits)> perform = {};
    std::string address = {};  // where it is served: "127.0.0.1:15702"
};

/// As a step of its own in the history.
EditOutcome perform_step(ecs::History& history, std::string label, std::vector<ecs::Edit> edits);
/// What the last step that was done has created.
std::vector<ecs::Entity> created_by_last_step(const ecs::History& history);

/// The result of one call. Throws RpcError.
Json answer_brp(const ServedWorld& served, const RpcCall& call);

/// Whether the method answers again and again, through a BrpWatch.
bool is_watch(std::string_view method);

/// Tells what became different of one entity: the values of components, or which ones it has.
class BrpWatch {
public:
    /// Throws RpcError when the call is none that watches, or wrong.
    BrpWatch(const ecs::World& world, const RpcCall& call);
    /// The result of the next message: what changed since the last one, or since the start. Nothing when nothing did.
    /// Throws RpcError when the entity is gone; the watch has ended then.
    std::optional<Json> look(const ecs::World& world);
    const Json& id() const { return id_; }

private:
    std::optional<Json> look_at_values(const ecs::World& world);
    std::optional<Json> look_at_list(const ecs::World& world);

    Json id_;
    ecs::Entity entity_;
    bool lists_ = false;
    bool strict_ = false;
    std::vector<std::string> paths_;      // of the components that are asked for
    std::map<std::string, Json> values_;  // that were last told, or found at the start
    std::vector<std::string> list_;
    std::uint64_t looked_ = 0;  // the world's clock at that time
};

}  // namespace remote
