// Texts on each storage to read before comparing: what the article does, what our version does differently, and why
// our numbers differ from those of the prototype of the lab. The storages' tests check these facts.
#pragma once

#include <string_view>

#include "ecs/lab/storages/storage.hpp"

namespace ecs::lab {

/// Three to six sentences.
std::string_view about_of(StorageKind kind);

}  // namespace ecs::lab
