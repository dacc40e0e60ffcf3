// Answers an assistant that speaks the Model Context Protocol: what a world is, what its entities are and why, what its
// memory is and why; and, where that is allowed, changes in the language of queries and changes, each a named step that
// a person can undo. It keeps nothing between two messages.
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

/// The answer to one message, or to a list of them; nothing when it wants none. `perform` is empty where nothing may be
/// changed.
std::optional<remote::Json> answer_mcp(const Session& session, const SessionServer::Perform& perform,
                                       const remote::Json& message);

/// Answers messages, one a line, until the input ends. A line may have 8 MiB.
void talk_mcp(std::istream& in, std::ostream& out,
              const std::function<std::optional<remote::Json>(const remote::Json& message)>& answer);

}  // namespace editor
