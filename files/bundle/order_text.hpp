// A WorldOrder as JSON.
#pragma once

#include <string>

#include "ecs/snapshot/world_order.hpp"
#include "files/json/json_reader.hpp"

namespace files {

void append_order(std::string& out, const ecs::WorldOrder& order);
ecs::WorldOrder read_order(JsonReader& json);

}  // namespace files
