// Scenarios of the Storage Lab as JSON: components in the form of world files, and steps.
//
//     { "title": "Two of three", "components": { "Position": { "fields": { "x": "f32" } } },
//       "steps": [ { "create": { "Position": { "x": 1 } }, "count": 100, "grow": { "Position": { "x": 0.5 } } },
//                  { "each": [ "Position" ], "do": [ { "to": "Position", "plus": { "x": 2 } } ] } ] }
//
// docs/lab-scenario.md has the full format.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/lab/scenario/scenario.hpp"
#include "files/base/file_error.hpp"

namespace editor {

/// Throws FileError with line, path and what was expected. `name` is the scenario's name, and appears in messages.
ecs::lab::Scenario read_scenario(std::string_view text, const std::string& name);

struct BuiltInScenario {
    std::string_view name, text;
};
/// The built-in scenarios, in the order of lists.
const std::vector<BuiltInScenario>& built_in_scenarios();

/// A built-in scenario, or else the file of that name. Throws FileError when there is neither.
ecs::lab::Scenario open_scenario(const std::string& name_or_file);

}  // namespace editor
