// The Plot panel: the curves of watches over ticks, several in each plot. All plots show the same ticks and share one
// crosshair. Which watch is in which plot is a property of the watch (Pin::plot); what is in view belongs to the panel.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "panels/base/language.hpp"
#include "panels/base/panel.hpp"
#include "panels/watch/curve_drawing.hpp"
#include "panels/watch/watches.hpp"

namespace panels {

class PlotPanel : public Panel {
public:
    PlotPanel()
        : Panel("plot", tr_later("Plot"), DockPlace::Bottom, tr_later("Curves of watches over the last ticks")) {}

    /// Ticks in view, from the left edge to the right one.
    double first_tick() const { return right_tick() - span_; }
    double last_tick() const { return right_tick(); }
    /// The tick under the mouse; nothing when it is elsewhere.
    std::optional<std::uint64_t> crosshair() const { return crosshair_; }

    std::string save_settings() const override;
    void load_settings(std::string_view line) override;
    /// Whether each curve of the plot has an axis of its own.
    bool own_axes(int plot) const { return own_axes_.contains(plot); }

protected:
    void draw(const Context& context) override;

private:
    using Series = std::vector<const Pin*>;

    void collect(const Watches& watches);
    double right_tick() const { return right_.value_or(newest_); }
    void draw_toolbar(const Context& context);
    void draw_nothing(const Context& context);
    void draw_plot(const Context& context, int number, const Series& series, float height);
    void draw_legend(const Context& context, const Series& series, float room);
    float width_of_choices(const Style& style, const Series& series, float room) const;
    void draw_choices(const Context& context, int number, const Series& series, const PlotRange& range, float width);
    PlotRange range_of(int number, const Series& series) const;
    PlotRange range_of(std::span<const Pin* const> series) const;
    void move(const Context& context, const Area& area);

    std::vector<std::pair<int, Series>> plots_;  // in this frame
    double newest_ = 0;                          // tick
    double oldest_ = 0;
    double span_ = 600;                 // ticks in view
    std::optional<double> right_;       // tick at the right edge; nothing: the newest, so that it runs along
    std::optional<double> drag_from_;   // right edge when the drag began
    std::optional<double> drag_right_;  // right_ when the drag began
    std::optional<std::uint64_t> crosshair_, crosshair_next_;
    std::set<std::uint64_t> hidden_;                  // numbers of pins
    std::uint64_t pointed_ = 0, pointed_next_ = 0;    // number of the pin under the mouse in the legend; 0: none
    std::set<int> own_axes_;                          // plots whose curves have an axis each
    std::map<int, std::pair<double, double>> fixed_;  // by plot: least and most, where they do not follow the curves
};

}  // namespace panels
