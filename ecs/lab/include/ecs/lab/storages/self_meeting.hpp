// One update of article 004's game with three players, the first of them deleted. Shows, moment by moment, how the
// game's loop lets an object collide with itself (004-L1). It runs the game's own code.
#pragma once

#include <string>
#include <vector>

#include "ecs/lab/storages/storage.hpp"

namespace ecs::lab {

/// The loop asks whether two players collide.
struct PairMoment {
    std::vector<std::string> slots;  // owners of the pointers in the container at this moment
    std::size_t position = 0;        // of the first player
    std::string first, second;
    bool is_self() const { return first == second; }
};
/// The players are called a, b and c; a is deleted.
std::vector<PairMoment> pairs_met(Mode mode);

/// The player that meets itself, as `b c`; `none` when there is none.
std::string self_met(Mode mode);

}  // namespace ecs::lab
