// Edit scripts: edits as JSON. Components and entities are written as in world files.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/edit/edit.hpp"
#include "ecs/edit/history.hpp"
#include "ecs/schedule/schedule.hpp"
#include "ecs/world/world.hpp"
#include "files/base/file_error.hpp"

namespace files {

/// The systems that a script can add, by name.
struct SystemsByName {
    std::function<std::optional<ecs::SystemDescription>(std::string_view name)> make;  // may be empty: there are none
    std::vector<std::string> names;                                                    // for hints in messages
};

/// Applies all edits of a script in order, as one step of the history, which must be that of the world and the
/// schedule. Throws FileError and changes nothing when the script is wrong or an edit does not fit; the message has the
/// number and the text of the edit. `name` is the file of the script, for messages and the label of the step.
void run_script(ecs::World& world, ecs::Schedule& schedule, ecs::History& history, std::string_view text,
                const std::string& name, const SystemsByName& systems = {});

/// An edit as an object of a script: `{ "set": "1v1", "component": "Position", "value": { "x": 3 } }`. An edit of
/// several entities becomes several objects, up to `most`, with `,\n` between them.
std::string script_line(const ecs::World& world, const ecs::Edit& edit,
                        std::size_t most = std::numeric_limits<std::size_t>::max());

}  // namespace files
