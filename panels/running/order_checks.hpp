// What is known of pairs of systems whose order was checked, and the pairs that are still to be checked: one a frame,
// so that the window lives. Results stay until the schedule is another one.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ecs/order/order_check.hpp"
#include "panels/base/panel.hpp"

namespace panels {

class OrderChecks {
public:
    using Pair = std::pair<std::string, std::string>;  // in the order in which they run

    void ask(Pair pair);
    void ask(std::vector<Pair> pairs);
    /// Once a frame: asks for the next pair when the last one is answered.
    void go_on(const Context& context);
    /// No other pair is asked for; what is known stays.
    void cancel();
    void forget();

    /// In either order of the names; null when it was not checked.
    const ecs::OrderEffect* of(const std::string& a, const std::string& b) const;
    std::size_t left() const { return wanted_.size() + (state_->asked ? 1 : 0); }
    std::size_t asked_for() const { return asked_for_; }  // since none was left
    std::size_t that_differ() const;
    std::size_t known() const { return state_->effects.size(); }

private:
    /// The answer may come when the panel is gone.
    struct State {
        std::map<Pair, ecs::OrderEffect> effects;
        bool asked = false;
    };
    std::shared_ptr<State> state_ = std::make_shared<State>();
    std::vector<Pair> wanted_;  // the next one last
    std::size_t asked_for_ = 0;
};

/// "Their order does not matter in tick 120", or what differs first.
std::string sentence_of(const ecs::World& world, const ecs::OrderEffect& effect);

}  // namespace panels
