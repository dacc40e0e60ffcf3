// The popup that asks for a number of ticks: how many to run, or which tick to go to. It remembers how many ran last,
// for the key that does it again. It belongs to the transport, and draws nothing as long as nobody asks.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "panels/base/panel.hpp"

namespace panels {

/// "1,200" is a tick; "+60" and "-60" count from `now`. Nothing: it is not a tick, or would be before the first one.
std::optional<std::uint64_t> read_tick(std::string_view text, std::uint64_t now);
/// Why the world cannot be brought to this tick, for a person; empty: it can.
std::string why_not_to_tick(const Context& context, std::uint64_t tick);
/// Brings it there: back in recorded time, or by running.
void request_tick(const Context& context, std::uint64_t tick);

class TickQuestion {
public:
    /// What menus offer: a few, a second, ten seconds.
    static constexpr std::array<std::uint64_t, 3> offered{10, 60, 600};

    void ask_for_tick() { opens_ = About::Tick; }
    void ask_for_count() { opens_ = About::Count; }
    /// Runs so many ticks from the next draw() on.
    void step(std::uint64_t count) { due_ = count_ = count; }
    /// How many ran last, or will when nobody says another number.
    std::uint64_t count() const { return count_; }

    /// Once a frame, outside of any window. `place` is the upper left corner of the popup.
    void draw(const Context& context, ImVec2 place);

private:
    enum class About { Tick, Count };
    /// What is typed, as the tick that it leads to.
    std::optional<std::uint64_t> tick(const Context& context) const;
    std::string consequence(const Context& context) const;

    std::optional<About> opens_;
    About about_ = About::Tick;
    std::string text_;
    bool to_field_ = false;
    std::uint64_t count_ = offered[0];
    std::optional<std::uint64_t> due_;
};

}  // namespace panels
