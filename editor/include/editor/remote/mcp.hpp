// Answers an assistant that speaks the Model Context Protocol: what a world is, what its entities are and why, what its
// memory is and why; where that is allowed, changes in the language of queries and changes, each a named step that a
// person can undo; and ticks of a world that nobody else runs. It keeps nothing between two messages.
//
// Texts of a world were written by anybody: a name may read like an order. So every answer that has some is enclosed
// and marked as data that nobody should trust.
#pragma once

#include <functional>
#include <iosfwd>
#include <optional>

#include "editor/remote/session_server.hpp"
#include "editor/session/session.hpp"

namespace editor {

/// Whether who sent the request of this id wants no answer any more.
using McpCancelled = std::function<bool(const remote::Json& id)>;
/// What ends such a request. It is no std::exception, so nobody tells it as an error.
struct McpGivenUp {};

/// The world that an assistant asks about, and what it may do with it.
struct McpWorld {
    const Session& session;
    const SessionServer::Perform& perform;  // empty: nothing may be changed
    /// The same, where nobody else runs or changes it until the answer is there: then its ticks can run, and its past
    /// can be reached. Null: it is only looked at.
    Session* alone = nullptr;
    McpCancelled cancelled = {};  // may be empty; asked often
    remote::Json request = {};    // the id of the request that is answered

    /// For what takes long: throws McpGivenUp when the request was cancelled.
    void go_on() const {
        if (cancelled && cancelled(request)) throw McpGivenUp();
    }
};

/// The answer to one message, or to a list of them; nothing when it wants none.
std::optional<remote::Json> answer_mcp(const McpWorld& world, const remote::Json& message);

/// Answers messages, one a line, until the input ends. A line may have 8 MiB. A request that is cancelled meanwhile must
/// be answered with nothing.
void talk_mcp(std::istream& in, std::ostream& out,
              const std::function<std::optional<remote::Json>(const remote::Json& message,
                                                              const McpCancelled& cancelled)>& answer);

}  // namespace editor
