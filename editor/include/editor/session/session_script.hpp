// Edit scripts in a session: they can add the systems of its Game.
#pragma once

#include <string>
#include <string_view>

#include "editor/session/session.hpp"

namespace editor {

/// Runs the script as files::run_script does, as one step of the session's history. Throws FileError and changes
/// nothing when the script is wrong or an edit does not fit.
void run_script(Session& session, std::string_view text, const std::string& name);

}  // namespace editor
