// What a person should know of a storage before comparing it: what its article does, what ours does differently, and
// why our numbers are not those of the prototype from which the lab was designed. The facts are those of the storages'
// tests.
#pragma once

#include <string_view>

#include "ecs/lab/storages/storage.hpp"

namespace ecs::lab {

/// Three to six sentences.
std::string_view about_of(StorageKind kind);

}  // namespace ecs::lab
