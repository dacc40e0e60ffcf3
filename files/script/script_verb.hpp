// A ScriptVerb describes one verb of edit scripts, such as `create`. A *_verbs.cpp file has the functions of
// a few verbs and a table of their descriptors; docs/world-file.md explains each verb.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/edit/edit.hpp"
#include "files/script/edit_reader.hpp"

namespace files {

struct ScriptVerb {
    std::string_view name;
    std::vector<std::string_view> needed, optional;  // members beside the verb
    /// Makes the edit. All members are allowed, and none that is needed is missing.
    ecs::Edit (*read)(EditReader& reader);
    /// Writes an edit whose kind has the name of this verb, see ecs::name_of. Null when no kind has it.
    std::string (*write)(const ecs::World& world, const ecs::Edit& edit) = nullptr;
};

std::span<const ScriptVerb> entity_verbs();
std::span<const ScriptVerb> component_verbs();
std::span<const ScriptVerb> system_verbs();
std::span<const ScriptVerb> type_verbs();
std::span<const ScriptVerb> memory_verbs();

/// Null when there is none of the name.
const ScriptVerb* find_verb(std::string_view name);
/// The names of all verbs, in the order in which messages list them.
std::vector<std::string> names_of_verbs();

}  // namespace files
