// Selects all rows of a table, however many they are. A selection also keeps its entities in the order of their ids,
// and to sort a million of them takes longer than a frame may. But an id begins with its slot: so each entity is put
// at its slot, and what stands there is read in order, both in slices.
#pragma once

#include <chrono>
#include <cstddef>
#include <vector>

#include "panels/base/selection.hpp"

namespace panels {

class MatchSelection {
public:
    /// `slots`: more than the slot of any of them.
    void start(std::vector<ecs::Entity> entities, std::size_t slots);
    bool busy() const { return busy_; }
    void stop() { *this = {}; }
    /// A slice of the work. Selects them and returns true when it is done.
    bool step(Selection& selection, std::chrono::microseconds slice = std::chrono::microseconds(4000));

private:
    std::vector<ecs::Entity> entities_, by_slot_, sorted_;
    std::size_t put_ = 0, read_ = 0;  // entities that stand at their slots, slots that were read
    bool busy_ = false;
};

}  // namespace panels
