// One update of article 004's game with three players, of whom the first was deleted: how its loop comes to let objects
// collide with themselves (004-L1), moment by moment, as the game's own code runs.
#pragma once

#include <string>
#include <vector>

#include "ecs/lab/storages/storage.hpp"

namespace ecs::lab {

/// Two of them are asked whether they collide.
struct PairMoment {
    std::vector<std::string> slots;  // whose pointers lie in the container at this moment
    std::size_t position = 0;        // of the first one
    std::string first, second;
    bool is_self() const { return first == second; }
};
/// The players are called a, b and c; a is the deleted one.
std::vector<PairMoment> pairs_met(Mode mode);

/// Who meets himself, as `b c`; `none` when nobody does.
std::string self_met(Mode mode);

}  // namespace ecs::lab
