// The popup in which a person writes the group and the budget of a system, the name of a group, or the budget of a
// tick.
#pragma once

#include <string>
#include <vector>

#include "panels/base/panel.hpp"

namespace panels {

/// "250 µs", "16 ms": as a person writes it, without decimals that it has not.
std::string format_budget(double budget_us);

class SystemNotePopup {
public:
    void open_for(const ecs::System& system);
    void open_for_group(std::string group);
    void open_for_ticks(const ecs::Schedule& schedule);
    void draw(const Context& context);

private:
    enum class About { System, Group, Ticks };
    void request(const Context& context) const;

    About about_ = About::System;
    std::string of_;  // the system or the group
    std::string group_, budget_;
    bool to_field_ = false;
    bool opens_ = false;
};

}  // namespace panels
