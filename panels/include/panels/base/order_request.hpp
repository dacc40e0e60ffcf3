// Asks whether the order of two systems matters in the present tick: it is run in both orders and taken back, see
// ecs/order/order_check.hpp. It is an OtherRequest, of a RequestRunner, which executes it between two ticks.
#pragma once

#include <functional>
#include <string>

#include "ecs/order/order_check.hpp"

namespace panels {

struct CheckOrderRequest {
    std::string first, second;  // systems
    std::function<void(const ecs::OrderEffect&)> done;
};

}  // namespace panels
