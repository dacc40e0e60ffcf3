// Systems against systems: a field of the matrix says which components the two both use, so that they cannot run at the
// same time, and what is known of their order. Lines stand between stages. Part of the Schedule panel.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>

#include "panels/base/panel.hpp"
#include "panels/running/order_checks.hpp"
#include "panels/running/schedule_model.hpp"

namespace panels {

class ConflictMatrix {
public:
    void draw(const Context& context, const ScheduleModel& model, OrderChecks& checks);
    void forget() { chosen_.reset(); }

private:
    using Pair = std::pair<std::size_t, std::size_t>;  // the first one runs earlier
    void draw_fields(const Context& context, const ScheduleModel& model, const OrderChecks& checks, ImVec2 size,
                     float left);
    void draw_chosen(const Context& context, const ScheduleModel& model, OrderChecks& checks, bool beside);

    std::optional<Pair> chosen_, hovered_;
};

}  // namespace panels
