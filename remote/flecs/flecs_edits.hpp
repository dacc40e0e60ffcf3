// What a person changes in a Flecs program, request by request, on the thread of the Link. Everything is looked at
// before it is written (Flecs finds entities by ids that it uses again, and ends the program on some requests), and
// read back afterwards. Private to remote.
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ecs/mirror/owner.hpp"
#include "remote/link/link.hpp"
#include "remote/rpc/json_rpc.hpp"

namespace remote {

/// An OwnerRequest in Flecs' words.
struct FlecsOrder {
    struct Part {
        std::string path;
        Json value = {};  // null: a tag
    };
    ecs::OwnerRequest::Kind kind = ecs::OwnerRequest::Kind::Set;
    std::uint64_t number = 0;
    bool again = false;
    ecs::OwnerKey key = ecs::no_owner_key, parent = ecs::no_owner_key;
    std::vector<Part> parts = {};
    std::string name = {};
    bool on = false;
    std::optional<std::string> seen = {};  // its name, where the program does not say which ids it used again
};

struct FlecsOutcome {
    ecs::OwnerReply reply = {};
    std::optional<Json> row = {};  // the entity as it is now
    bool whole = true;             // or only the values that the order is about
};

/// An entity's key: its id and, above it, its version.
constexpr ecs::OwnerKey flecs_key(std::uint64_t id, std::uint64_t version) {
    return version << 32 | (id & 0xffffffffu);
}
/// Its path in a request: "%23507".
std::string flecs_id(ecs::OwnerKey key);
/// A parameter that no request before it had, so that no answer is an old one.
std::string fresh();
/// What Flecs says in an answer that is no success; never empty.
std::string refusal_in(const LinkReply& reply);

/// Bytes of a name that are kept; what is longer is cut.
inline constexpr std::size_t most_flecs_name = 1024;

FlecsOutcome carry_out(const FlecsOrder& order, Line& line);

/// Orders that wait for the thread of the Link. Flecs answers what came between two frames, 50 ms apart, all at once:
/// so values of different entities are written at the same time. All else keeps its order.
class FlecsOrders {
public:
    struct Asked {
        FlecsOrder order;
        std::uint64_t number = 0, breaks = 0;  // breaks: of the Link, when it was asked
    };
    void add(Asked asked);
    /// The first one, with those behind it that can be carried out at the same time; none when none waits.
    std::vector<Asked> take();
    static constexpr std::size_t most_at_once = 16;

private:
    std::mutex mutex_;
    std::deque<Asked> waiting_;
};

/// What take() returned. Of several, all are looked at by one request before and after they are written.
std::vector<FlecsOutcome> carry_out(const std::vector<FlecsOrders::Asked>& asked, Line& line);

}  // namespace remote
