// Edits as JSON, exactly: with the handles that an edit script leaves open, and with what only undoing needs. So what
// was recorded can be done again, and what was done can be undone, by another run of the program.
#pragma once

#include <string>

#include "ecs/edit/edit.hpp"
#include "files/json/json_reader.hpp"
#include "files/script/edit_script.hpp"

namespace files {

/// Writes components by name. Throws std::invalid_argument, with the reason for a person, when the edit cannot be read
/// again: a SetType, or a value without fields.
void append_edit(std::string& out, const ecs::World& world, const ecs::Edit& edit);

/// The types of the edit must be those of this world, and systems that it adds those of the program, or rules. Throws
/// FileError.
ecs::Edit read_edit(JsonReader& json, const ecs::World& world, const SystemsByName& systems);

}  // namespace files
