// The breakpoints that a program with a probe checks for this editor: the list that is wanted, what the program says of
// it, and the stop that nobody has taken yet. Private to remote.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "probe/wire/breakpoint_bytes.hpp"

namespace remote {

class ProgramBreakpoints {
public:
    void want(std::vector<probe::WantedBreakpoint> wanted) {
        if (wanted == wanted_) return;
        wanted_ = std::move(wanted);
        unsent_ = true;
    }
    /// What to send to the program now; null: it knows the list.
    const std::vector<probe::WantedBreakpoint>* to_send() { return std::exchange(unsent_, false) ? &wanted_ : nullptr; }
    /// Takes in what the program tells. Returns false for what makes no sense.
    bool take_in(probe::ByteReader& from) {
        probe::BreakpointsTold told = probe::read_told(from);
        if (!from.fine()) return false;
        states_ = std::move(told.states);
        if (told.hit) {
            hit_ = std::move(told.hit);
            picture_ = told.picture;
        }
        return true;
    }
    /// The program behind another connection has no breakpoints, and goes on.
    void connect_again() {
        unsent_ = !wanted_.empty();
        hit_.reset();
    }

    const std::vector<probe::BreakpointState>& states() const { return states_; }
    /// A stop, once, as soon as this picture shows the world as it was there.
    std::optional<ecs::BreakpointHit> take(std::uint64_t picture) {
        return picture >= picture_ ? std::exchange(hit_, std::nullopt) : std::nullopt;
    }

private:
    std::vector<probe::WantedBreakpoint> wanted_;
    bool unsent_ = false;
    std::vector<probe::BreakpointState> states_;
    std::optional<ecs::BreakpointHit> hit_;
    std::uint64_t picture_ = 0;  // that shows it
};

}  // namespace remote
