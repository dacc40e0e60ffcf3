// Edit scripts: edits as JSON. Components and entities stand in them as in world files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ecs/edit/edit.hpp"
#include "editor/session/session.hpp"
#include "files/base/file_error.hpp"

namespace editor {

/// Applies all edits of a script in order, as one step of the session's history. Throws FileError and changes nothing
/// when the script is wrong or an edit does not fit; the message has the number and the text of the edit.
void run_script(Session& session, std::string_view text, const std::string& name);

/// An edit as an object of a script: `{ "set": "1v1", "component": "Position", "value": { "x": 3 } }`. An edit of
/// several entities becomes several objects, with `,\n` between them.
std::string script_line(const ecs::World& world, const ecs::Edit& edit);

}  // namespace editor
