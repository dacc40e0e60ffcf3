// The numbers of watches as text.
#include <algorithm>
#include <cmath>

#include "panels/watch/watch_panel.hpp"
#include "panels/widgets/number_kinds.hpp"

namespace panels {

namespace {

/// A number of the curve as the pin's value is.
ecs::AnyValue whole_or_float(const Pin& pin, WatchCurve::Exact number) {
    const bool whole = pin.whole && number == std::floor(number);
    if (whole && number >= -0x1p63L && number < 0x1p63L) return static_cast<std::int64_t>(number);
    if (whole && number >= 0 && number < 0x1p64L) return static_cast<std::uint64_t>(number);
    return static_cast<double>(number);
}

std::string csv_cell(std::string_view text) {
    std::string cell = "\"";
    for (const char c : text) (cell += c) += c == '"' ? "\"" : "";
    return cell + '"';
}

std::string exact_text(const Pin& pin, WatchCurve::Exact number) {
    return std::isnan(number) ? "" : ecs::to_string(whole_or_float(pin, number));
}

}  // namespace

std::string delta_text(const ecs::World& world, const Pin& pin) {
    const auto now = pin.now ? exact_number_of(*pin.now) : std::nullopt;
    const auto before = pin.before ? exact_number_of(*pin.before) : std::nullopt;
    if (!now || !before || *now == *before || !std::isfinite(*now - *before)) return {};
    const WatchCurve::Exact moved = *now - *before;
    const WatchCurve::Exact size = std::abs(moved);
    return (moved < 0 ? "−" : "+") + value_text(world, whole_or_float(pin, size));
}

std::string number_text_of(const ecs::World& world, const Pin& pin, WatchCurve::Exact number) {
    return std::isnan(number) ? "–" : with_minus(value_text(world, whole_or_float(pin, number)));
}

std::string csv_of(std::span<const Pin> pins) {
    std::string text = "tick";
    std::uint64_t first = ~std::uint64_t{0}, last = 0;
    for (const Pin& pin : pins) {
        text += "," + csv_cell(pin.name + ": " + pin.text + (pin.entity ? " of " + ecs::to_string(pin.entity) : ""));
        if (pin.curve.size() == 0) continue;
        first = std::min(first, pin.curve.oldest_tick());
        last = std::max(last, pin.curve.newest_tick());
    }
    text += '\n';
    for (std::uint64_t tick = first; tick <= last && first <= last; ++tick) {
        text += std::to_string(tick);
        for (const Pin& pin : pins) text += "," + exact_text(pin, pin.curve.exact_at(tick));
        text += '\n';
    }
    return text;
}

}  // namespace panels
