// Reads recorded time; time_text() in bundle.hpp writes it.
#pragma once

#include "ecs/timeline/time_tape.hpp"
#include "files/json/json_reader.hpp"
#include "files/script/edit_script.hpp"

namespace files {

/// Edits have types of this world. Throws FileError.
ecs::TimeTape read_time(JsonReader& json, const ecs::World& world, const SystemsByName& systems);

}  // namespace files
