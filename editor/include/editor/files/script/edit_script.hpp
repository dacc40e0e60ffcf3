// Edit scripts: edits as JSON, in the vocabulary that the history records and world files use.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ecs/edit/edit.hpp"
#include "editor/base/file_error.hpp"
#include "editor/session/session.hpp"

namespace editor {

/// Applies a whole script to the session, in order, as one command of its history. Throws FileError, and nothing is
/// changed, when the script is wrong or an edit does not fit; the message has the number and text of the edit.
void run_script(Session& session, std::string_view text, const std::string& name);

/// One edit as one object of a script: `{ "set": "1v1", "component": "Position", "value": { "x": 3 } }`. An
/// edit of several entities is several objects, `,\n` between them.
std::string script_line(const ecs::World& world, const ecs::Edit& edit);

}  // namespace editor
