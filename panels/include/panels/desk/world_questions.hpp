// What a person asks of one world: the query in the panel, saved and recent ones, changes, watches, alerts,
// plots, breakpoints. Their names are those of its components, systems and entities, so they stay with that world. The
// panels keep them among their settings; a program that shows one world after the other takes them out with the world
// that goes, and puts in those of the world that comes.
#pragma once

#include <string>
#include <string_view>

#include "panels/workspace/workbench.hpp"

namespace panels {

/// As text of several lines, which ends with a line; empty: nothing is asked.
std::string questions_of(const Workbench& workbench);
/// In place of those that are asked now.
void ask(Workbench& workbench, std::string_view questions);
/// What is left for the settings of the program of what Workbench::save() wrote under this name.
std::string without_questions(std::string_view setting, std::string value);

}  // namespace panels
