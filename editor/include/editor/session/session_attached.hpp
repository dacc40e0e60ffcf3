// Sessions of worlds that belong to other programs.
#pragma once

#include <memory>

#include "editor/attach/attach_target.hpp"
#include "editor/session/session.hpp"

namespace editor {

/// Empty until the program answers. It knows the types of the program, and none of `game`.
std::unique_ptr<Session> make_attached_session(const Game& game, const AttachTarget& target);

/// Lets go of the program. What was seen last becomes a world of its own, which no file has; the systems, which were
/// only listed, go. Nothing may refer to the session's history or systems.
void release_attached(Session& session);

}  // namespace editor
