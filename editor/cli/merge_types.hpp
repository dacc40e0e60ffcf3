// Types that the sides of a merge describe in different ways. All sides get the type of one of them, and their values
// follow by the names of fields.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "editor/session/session.hpp"

namespace editor {

/// The Game of a session, with other descriptions of some types.
std::unique_ptr<const Game> game_with_types(const Game& game, std::vector<ecs::ComponentType> types);

/// The same world in that Game: values of those types are read by the names of their fields. `game` must outlive it.
std::unique_ptr<Session> with_types(const Session& session, const Game& game, const std::vector<std::string>& names);

/// Whether the value of a field, at `source`, is the same one in the kind of `to`; floats may be rounded.
bool value_fits(const ecs::Field& from, const std::byte* source, const ecs::Field& to);

}  // namespace editor
