// What a person changes in a program that speaks Bevy's protocol, call by call, on the thread of the Link. A Bevy
// program ends when a component of an entity that is gone is mutated, or when a value is not whole: so values are read,
// changed and inserted as a whole. Only where a program before 0.17 cannot insert a value, it is mutated as a whole, at
// once after the entity was seen. Private to remote.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ecs/mirror/owner.hpp"
#include "remote/bevy/bevy_dialect.hpp"

namespace remote {

struct BevyOrder {
    struct Part {
        std::string path;
        Json value = {};                        // whole; of a Set what it should become
        std::vector<std::string> members = {};  // Set: which of them; none: all
        bool listed = false;                    // members are positions
    };
    ecs::OwnerRequest::Kind kind = ecs::OwnerRequest::Kind::Set;
    bool again = false;
    bool resource = false;  // the part is a resource, and of no entity
    ecs::OwnerKey key = ecs::no_owner_key, parent = ecs::no_owner_key;
    std::vector<Part> parts = {};
    std::string name = {};
    bool on = false;
};

/// A creation that was sent and not answered. It is never sent again: it may still be carried out.
struct BevySought {
    std::set<ecs::OwnerKey> before = {};  // who was there
    Json parts = Json::object();          // what it has, by path
};

struct BevyOutcome {
    ecs::OwnerReply reply = {};
    std::optional<BevySought> sought = {};  // then there is no reply yet
};

/// Of rows of a query with values: the only entity that came since, and has what was asked for. More than one: nothing,
/// and `several`.
std::optional<ecs::OwnerKey> found_in(const Json& rows, const BevySought& sought, const std::string& name_path,
                                      bool& several);

/// Virtual time, which pauses what goes by it.
inline constexpr const char* bevy_time_name = "virtual time";
inline constexpr const char* bevy_time_path = "bevy_time::time::Time<bevy_time::virt::Virtual>";

/// Why nobody can make such a value from outside.
inline constexpr const char* not_deserialized = ecs::tr_later(
    "before Bevy 0.17, other programs can make only values of types that are registered with Deserialize");

BevyOutcome carry_out(const BevyOrder& order, const BevyDialect& dialect, Line& line);

}  // namespace remote
