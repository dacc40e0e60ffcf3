// What differs between the programs that speak Bevy's remote protocol: names of methods, paths of types, how ids are
// made. Private to remote.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/mirror/owner.hpp"
#include "remote/link/link.hpp"
#include "remote/rpc/json_rpc.hpp"

namespace remote {

struct BevyDialect {
    /// In the order in which Bevy got them: a program that does not say what it knows has those before Mutate.
    enum class Method : std::uint8_t {
        Get,
        Query,
        Spawn,
        Insert,
        Remove,
        Despawn,
        Reparent,
        List,
        Mutate,
        GetResource,
        MutateResource,
        Schemas,
        ScheduleList,
        ScheduleGraph,
        ListResources,
        InsertResource,
        WatchComponents,
        TriggerEvent,
    };

    /// Of the result of rpc.discover; null: the program does not know that method, as before 0.16.
    static BevyDialect of(const Json& discovered);

    std::string_view name_of(Method method) const;
    /// Whether the program says that it knows the method.
    bool knows(Method method) const;

    bool own = false;  // a world of ours
    int minor = 15;    // of 0.15
    std::string version = "0.15";
    std::vector<std::string> methods = {};
    std::string name_path, parent_path, children_path;
    std::string title = "Bevy";  // or what else a program calls itself that speaks this protocol
    std::string run = {};        // id of the program run; empty: not Chunkscope

    /// "Bevy 0.19.1", "Chunkscope", "Other Engine 0.1"
    std::string program() const { return own ? "Chunkscope" : title + " " + version; }
    ecs::Entity wanted(std::uint64_t id) const;
    Json entity_json(ecs::OwnerKey key) const;
};

/// A call and what became of it.
struct BevyReply {
    std::optional<Json> result;  // null is a result, too
    int code = 0;                // of an error
    std::string why;             // no result: for a person
    bool sent = true, answered = true;
    double secs = 0;  // from the connection to the last byte
};
LinkRequest call_text(std::string_view method, const Json& params);
BevyReply reply_in(const LinkReply& reply);

/// An id, or nothing when it is no whole number.
std::optional<std::uint64_t> id_in(const Json& number);

}  // namespace remote
