// The stages of a tick in time, from left to right: systems as boxes, below each other where they run at the same time,
// and lines for what waits for what. Of each stage the longest system is marked: those make the length of the tick.
// Part of the Schedule panel.
#pragma once

#include <cstddef>
#include <vector>

#include "panels/base/panel.hpp"
#include "panels/running/order_checks.hpp"
#include "panels/running/schedule_model.hpp"

namespace panels {

class ScheduleGraph {
public:
    void draw(const Context& context, const ScheduleModel& model, const OrderChecks& checks);
    void forget() { critical_at_secs_ = -1; }

private:
    void find_critical(const Context& context, const ScheduleModel& model);

    std::vector<bool> critical_;  // by system
    double critical_secs_ = 0, all_secs_ = 0;
    double critical_at_secs_ = -1;
    std::uint64_t critical_calls_ = 0;  // of systems, when it was found
};

}  // namespace panels
