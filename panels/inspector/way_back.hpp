// The WayBack knows which step of the history, undone or done again, brings a destroyed entity back. It looks at the
// history once for each of its states. The Inspector owns it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "panels/base/panel.hpp"

namespace panels {

class WayBack {
public:
    /// "Undo brings it back"; "Nothing in the history brings it back". The entity is not alive in the world.
    const std::string& follow(const ecs::World& world, const HistoryState& history, ecs::Entity entity);

private:
    void look(const HistoryState& history, ecs::Entity entity);

    ecs::Entity entity_;
    std::uint64_t state_ = 0;
    std::size_t steps_ = 0, all_ = 0, closed_ = 0;
    bool kept_ = true;  // the step has the id for itself
    std::string words_, nothing_;
};

}  // namespace panels
