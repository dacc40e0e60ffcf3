#include "panels/watch/plot_panel.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <tuple>
#include <utility>

#include "ecs/timeline/timeline.hpp"
#include "figures/drawing/palette.hpp"
#include "figures/drawing/svg.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/base/timeline_request.hpp"
#include "panels/watch/plot_figure.hpp"
#include "panels/watch/watch_panel.hpp"
#include "panels/widgets/export_menu.hpp"
#include "panels/widgets/first_steps.hpp"
#include "panels/widgets/little_room.hpp"
#include "panels/widgets/number_kinds.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr double least_span = 10, most_span = static_cast<double>(Watches::most_ticks);

/// 1, 2 or 5 times a power of ten, so that a plot of `room` pixels has a line every 80 or so.
double tick_step(double span, float room) {
    const double wanted = span / std::max(static_cast<double>(room) / 80, 1.0);
    const double power = std::pow(10, std::floor(std::log10(std::max(wanted, 1.0))));
    for (const double factor : {1.0, 2.0, 5.0})
        if (power * factor >= wanted) return power * factor;
    return power * 10;
}

ImU32 tone_of(const Style& style, std::size_t series) { return style.tone(figures::tone_of_series(series)); }

/// A label in a plot, on a ground of its own: the lines of the grid end beside it.
void draw_axis_label(ImDrawList& list, const Style& style, ImVec2 at, ImU32 color, const std::string& text) {
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const float side = style.px(2);
    list.AddRectFilled({at.x - side, at.y}, {at.x + size.x + side, at.y + size.y}, style.theme->well);
    list.AddText(at, color, text.c_str());
}

}  // namespace

std::string PlotPanel::save_settings() const {
    std::string line;
    for (const int plot : own_axes_) line += (line.empty() ? "own=" : ",") + std::to_string(plot);
    return line;
}

void PlotPanel::load_settings(std::string_view line) {
    own_axes_.clear();
    if (line.substr(0, 4) != "own=") return;
    for (std::size_t at = 4; at < line.size();) {
        int plot = 0;
        const auto read = std::from_chars(line.data() + at, line.data() + line.size(), plot);
        if (read.ec != std::errc()) return;
        own_axes_.insert(plot);
        at = static_cast<std::size_t>(read.ptr - line.data()) + 1;
    }
}

void PlotPanel::collect(const Watches& watches) {
    plots_.clear();
    newest_ = oldest_ = 0;
    bool any = false;
    for (const Pin& pin : watches.pins()) {
        if (pin.plot == 0) continue;
        auto plot =
            std::find_if(plots_.begin(), plots_.end(), [&](const auto& each) { return each.first == pin.plot; });
        if (plot == plots_.end()) plot = plots_.insert(plots_.end(), {pin.plot, {}});
        plot->second.push_back(&pin);
        if (pin.curve.size() == 0) continue;
        const auto oldest = static_cast<double>(pin.curve.oldest_tick());
        newest_ = std::max(newest_, static_cast<double>(pin.curve.newest_tick()));
        oldest_ = any ? std::min(oldest_, oldest) : oldest;
        any = true;
    }
    std::sort(plots_.begin(), plots_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    if (right_ && (*right_ >= newest_ || *right_ < oldest_)) right_.reset();
}

void PlotPanel::draw(const Context& context) {
    if (context.watches == nullptr)
        return empty_without_program(context, tr("Nobody keeps watches here"),
                                     tr("A program that shows this panel lends it a list of watches"));
    collect(*context.watches);
    if (plots_.empty()) return draw_nothing(context);
    crosshair_ = std::exchange(crosshair_next_, std::nullopt);
    pointed_ = std::exchange(pointed_next_, 0);
    draw_toolbar(context);
    const float gap = ImGui::GetStyle().ItemSpacing.y;
    const float room = ImGui::GetContentRegionAvail().y, count = static_cast<float>(plots_.size());
    const float height = std::max(std::floor((room - gap * (count - 1)) / count), context.style.px(96));
    if (ImGui::BeginChild("plots", {0, 0}, false, ImGuiWindowFlags_NoScrollWithMouse))
        for (const auto& [number, series] : plots_) draw_plot(context, number, series, height);
    ImGui::EndChild();
}

void PlotPanel::draw_nothing(const Context& context) {
    const std::span<const Pin> pins = context.watches->pins();
    if (pins.empty()) {
        if (empty_state(context.style, tr("Nothing to plot"),
                        tr("Plots show the curves of watches. There are none yet"), tr("Show watches")))
            context.requests.push_back(ShowPanelRequest{"watch"});
        return;
    }
    if (empty_state(context.style, tr("No watch is in a plot"),
                    tr("Choose Show in a plot in the menu of a watch, or begin with all of them"),
                    tr("Plot all watches")))
        for (std::size_t i = 0; i < std::min<std::size_t>(pins.size(), 8); ++i)
            context.watches->set_plot(pins[i].number, 1);
}

void PlotPanel::draw_toolbar(const Context& context) {
    const Style& style = context.style;
    if (button(tr("Reset"), right_ || span_ != 600 ? "" : tr("It shows the newest 600 ticks"),
               tr("Shows the newest 600 ticks, and runs along with them"))) {
        right_.reset();
        span_ = 600;
    }
    ImGui::SameLine();
    if (button(tr("Export…"), {}, tr("The plots as they are now, as SVG or CSV"))) {
        std::vector<MenuItem> items;
        items.push_back(
            {.label = "SVG…", .hint = tr("Lines and real text, sharp at any size"), .run = [this](const Context& now) {
                 collect(*now.watches);
                 std::vector<PlotToDraw> drawn;
                 for (const auto& [number, series] : plots_) {
                     drawn.emplace_back().own_axes = own_axes_.contains(number);
                     for (const Pin* pin : series)
                         if (!hidden_.contains(pin->number)) drawn.back().series.push_back(pin);
                 }
                 const ecs::InEnglish english;
                 request_export(
                     now, "plot.svg",
                     figures::to_svg(draw_plots(now.world, drawn, first_tick(), last_tick()), figure_theme(now.style)));
             }});
        items.push_back(
            {.label = "CSV…", .hint = tr("The numbers behind it, for a spreadsheet"), .run = [](const Context& now) {
                 request_export(now, "plot.csv", csv_of(now.watches->pins()));
             }});
        request_menu(context, PanelAt{}, std::move(items), below_last_item());
    }
    ImGui::SameLine();
    const std::string ticks = crosshair_ ? phrase("tick {}", format_count(*crosshair_))
                                         : phrase("{} ticks", format_count(static_cast<std::uint64_t>(span_)));
    ImGui::AlignTextToFramePadding();
    if (ImGui::GetContentRegionAvail().x > ImGui::CalcTextSize(ticks.c_str()).x) quiet_text(style, ticks);
}

PlotRange PlotPanel::range_of(int number, const Series& series) const {
    PlotRange range{first_tick(), last_tick(), 0, 1};
    if (const auto fixed = fixed_.find(number); fixed != fixed_.end() && !own_axes_.contains(number)) {
        std::tie(range.least, range.most) = fixed->second;
        return range;
    }
    return range_of(series);
}

PlotRange PlotPanel::range_of(std::span<const Pin* const> series) const {
    PlotRange range{first_tick(), last_tick(), 0, 1};
    bool any = false;
    for (const Pin* pin : series) {
        if (hidden_.contains(pin->number) || pin->curve.size() == 0) continue;
        const double from = std::max(range.first_tick, static_cast<double>(pin->curve.oldest_tick()));
        const double to = std::min(range.last_tick, static_cast<double>(pin->curve.newest_tick()));
        for (double tick = std::ceil(from); tick <= to; ++tick) {
            const double value = pin->curve.at(static_cast<std::uint64_t>(tick));
            if (!std::isfinite(value)) continue;
            range.least = any ? std::min(range.least, value) : value;
            range.most = any ? std::max(range.most, value) : value;
            any = true;
        }
    }
    const double room = (range.most - range.least) * 0.05;
    range.least -= room;
    range.most += room;
    return range;
}

void PlotPanel::move(const Context& context, const Area& area) {
    const ImGuiIO& io = ImGui::GetIO();
    const double a_pixel = span_ / static_cast<double>(area.width());
    if (ImGui::IsItemActive()) {
        if (!drag_from_) {
            drag_from_ = right_tick();
            drag_right_ = right_;
        }
        const float moved = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, 0).x;
        if (moved != 0) {
            right_ = std::max(*drag_from_ - static_cast<double>(moved) * a_pixel, oldest_ + 1);
            if (*right_ >= newest_) right_.reset();
        }
    } else if (ImGui::IsItemDeactivated()) {
        // A click goes to the tick; a drag has moved the curves.
        const bool dragged = drag_from_ && right_ != drag_right_;
        drag_from_.reset();
        if (!dragged && crosshair_ && ImGui::IsItemHovered()) request_seek(context, *crosshair_);
    }
    if (!ImGui::IsItemHovered()) return;
    if (io.MouseWheel != 0) {
        // The tick under the mouse stays there.
        const double share = static_cast<double>((io.MousePos.x - area.low.x) / area.width());
        const double under = first_tick() + share * span_;
        span_ = std::clamp(span_ * std::pow(1.2, static_cast<double>(-io.MouseWheel)), least_span, most_span);
        const double right = under + (1 - share) * span_;
        if (right_ || io.MousePos.x < area.high.x - area.width() * 0.1f) right_ = right;
        if (right_ && *right_ >= newest_) right_.reset();
    }
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
        right_.reset();
        span_ = 600;
    }
    const PlotRange range{first_tick(), last_tick(), 0, 1};
    const double tick = std::round(range.tick_at(io.MousePos.x, area));
    if (tick >= oldest_ && tick <= newest_) crosshair_next_ = static_cast<std::uint64_t>(tick);
}

void PlotPanel::draw_legend(const Context& context, const Series& series, float room) {
    const Style& style = context.style;
    const Theme& theme = *style.theme;
    const float start = ImGui::GetCursorPosX();
    bool first = true;
    for (std::size_t i = 0; i < series.size(); ++i) {
        const Pin& pin = *series[i];
        const bool hidden = hidden_.contains(pin.number);
        const WatchCurve::Exact shown = crosshair_ ? pin.curve.exact_at(*crosshair_)
                                        : pin.now  ? exact_number_of(*pin.now).value_or(WatchCurve::none)
                                                   : WatchCurve::none;
        const std::string name = name_of(context.world, pin), value = number_text_of(context.world, pin, shown);
        float value_width = 0;
        {
            const compat::FontScope font(style.mono);
            // Room for a number of some length, so that nothing moves while it changes.
            value_width = std::max(ImGui::CalcTextSize(value.c_str()).x, ImGui::CalcTextSize("−0000.000").x);
        }
        const float mark = style.px(8), gap = style.px(6);
        const float width = mark + gap + ImGui::CalcTextSize(name.c_str()).x + gap + value_width;
        if (!first && ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x + style.px(16) + width <= start + room)
            ImGui::SameLine(0, style.px(16));
        first = false;
        ImGui::PushID(static_cast<int>(pin.number));
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float high = style.px(20), wide = std::min(width, room);
        if (invisible_button("##series", {wide, high})) {
            if (hidden)
                hidden_.erase(pin.number);
            else
                hidden_.insert(pin.number);
        }
        if (ImGui::IsItemHovered() && !hidden) pointed_next_ = pin.number;
        tooltip(hidden ? phrase("Show {}", name) : phrase("Hide {}", name));
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const float top = std::floor(at.y + (high - mark) / 2);
        if (hidden)
            list.AddRect({at.x, top}, {at.x + mark, top + mark}, theme.edge, 2);
        else
            list.AddRectFilled({at.x, top}, {at.x + mark, top + mark}, tone_of(style, i), 2);
        const float y = std::floor(at.y + (high - ImGui::GetTextLineHeight()) / 2);
        draw_text_until(list, {at.x + mark + gap, y}, at.x + wide - value_width - gap,
                        hidden ? theme.quiet : theme.text, name);
        const compat::FontScope font(style.mono);
        const float left = at.x + wide - ImGui::CalcTextSize(value.c_str()).x;
        list.AddText({left, y}, hidden ? theme.quiet : theme.text, value.c_str());
        ImGui::PopID();
    }
}

float PlotPanel::width_of_choices(const Style& style, const Series& series, float room) const {
    const float hold = button_width(tr("Hold")), own = button_width(tr("Own axes")), gap = style.px(4);
    const float all = std::ceil(series.size() > 1 ? own + gap + hold : hold) + 1;
    constexpr float least_for_words = 480;
    return room >= style.px(least_for_words) ? all : std::floor(style.px(24));
}

/// What a person may choose about the axes of a plot; in little room behind one button.
void PlotPanel::draw_choices(const Context& context, int number, const Series& series, const PlotRange& range,
                             float width) {
    const Style& style = context.style;
    const bool own = own_axes_.contains(number), fixed = fixed_.contains(number) && !own;
    const std::string why_no_hold = own && series.size() > 1 ? tr("Each curve has an axis of its own") : "";
    const char* const own_hint = tr("Each curve fills the height, by its own least and most");
    const char* const hold_hint =
        fixed ? tr("The height follows the curves again") : tr("Keeps the least and the most as they are");
    const auto take_own = [this, number] {
        if (own_axes_.erase(number) == 0) own_axes_.insert(number);
    };
    const auto take_hold = [this, number, range] {
        if (fixed_.erase(number) == 0) fixed_[number] = {range.least, range.most};
    };
    if (width <= style.px(24)) {
        if (!icon_button("##axes", style, Icon::More, width, tr("Axes of this plot"))) return;
        std::vector<MenuItem> items;
        if (series.size() > 1)
            items.push_back(
                {.label = tr("Own axes"), .hint = own_hint, .checked = own, .run = [take_own](const Context&) {
                     take_own();
                 }});
        items.push_back({.label = tr("Hold"),
                         .why_not = why_no_hold,
                         .hint = hold_hint,
                         .checked = fixed,
                         .run = [take_hold](const Context&) { take_hold(); }});
        return request_menu(context, PanelAt{}, std::move(items), below_last_item());
    }
    if (series.size() > 1) {
        if (choice(style, tr("Own axes"), own, {}, own_hint)) take_own();
        ImGui::SameLine(0, style.px(4));
    }
    if (choice(style, tr("Hold"), fixed, why_no_hold, hold_hint)) take_hold();
}

void PlotPanel::draw_plot(const Context& context, int number, const Series& series, float height) {
    const Style& style = context.style;
    const Theme& theme = *style.theme;
    ImGui::PushID(number);
    const float top = ImGui::GetCursorPosY(), room = ImGui::GetContentRegionAvail().x;
    const float choices = width_of_choices(style, series, room);
    draw_legend(context, series, std::max(room - choices - style.px(8), style.px(60)));
    const float after_legend = std::max(ImGui::GetCursorPosY(), top + style.px(24));
    PlotRange range = range_of(number, series);
    ImGui::SetCursorPos({ImGui::GetCursorPosX() + room - choices, top});
    draw_choices(context, number, series, range, choices);
    ImGui::SetCursorPosY(after_legend);
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const float high = std::max(height - (after_legend - top), style.px(40));
    const Area area{low, {low.x + std::max(room, 1.0f), low.y + high}};
    invisible_button("##plot", {area.width(), high});
    move(context, area);
    range.first_tick = first_tick();
    range.last_tick = last_tick();

    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(area.low, area.high, true);
    list.AddRectFilled(area.low, area.high, theme.well);
    const compat::FontScope font(style.mono_small);
    const float line = ImGui::GetTextLineHeight();
    const double step = tick_step(span_, area.width());
    for (double tick = std::ceil(range.first_tick / step) * step; tick <= range.last_tick; tick += step) {
        if (tick < 0) continue;
        const auto x = static_cast<float>(std::floor(range.x_of(tick, area)));
        list.AddLine({x, area.low.y}, {x, area.high.y}, theme.line);
        const std::string text = format_count(static_cast<std::uint64_t>(tick));
        draw_axis_label(list, style, {x + style.px(4), area.high.y - line - style.px(1)}, theme.quiet, text);
    }
    // Where the world stands, when that is not now.
    if (context.timeline != nullptr && !context.timeline->at_now()) {
        const auto x = static_cast<float>(std::floor(range.x_of(static_cast<double>(context.world.tick()), area)));
        list.AddLine({x, area.low.y}, {x, area.high.y}, theme.text, style.px(2));
    }
    const Area inner{{area.low.x, area.low.y + style.px(2)}, {area.high.x, area.high.y - line - style.px(3)}};
    const bool own = own_axes_.contains(number) && series.size() > 1;
    float left = area.low.x + style.px(3);
    const auto label = [&](const PlotRange& of, bool whole) {
        const std::string most = axis_text(of.most, whole), least = axis_text(of.least, whole);
        draw_axis_label(list, style, {left, inner.low.y}, theme.quiet, most);
        draw_axis_label(list, style, {left, inner.high.y - line}, theme.quiet, least);
        left += std::max(ImGui::CalcTextSize(most.c_str()).x, ImGui::CalcTextSize(least.c_str()).x) + style.px(12);
    };
    std::vector<PlotRange> ranges(series.size(), range);
    for (std::size_t i = 0; i < series.size(); ++i) {
        if (hidden_.contains(series[i]->number)) continue;
        if (own) ranges[i] = range_of(std::span(&series[i], 1));
        const float thickness = std::max(1.0f, style.px(pointed_ == series[i]->number ? 3 : 1.5f));
        draw_curve(list, series[i]->curve, ranges[i], inner, tone_of(style, i), thickness);
    }
    if (!own) label(range, all_whole(series));
    for (std::size_t i = 0; i < series.size() && own; ++i) {
        if (hidden_.contains(series[i]->number)) continue;
        // Which curve it is of: a mark before each pair of numbers.
        const float mark = std::floor(style.px(6));
        for (const float y : {inner.low.y, inner.high.y - line}) {
            const float top_of_mark = std::floor(y + (line - mark) / 2);
            list.AddRectFilled({left, top_of_mark}, {left + mark, top_of_mark + mark}, tone_of(style, i), 2);
        }
        left += mark + style.px(5);
        label(ranges[i], series[i]->whole);
    }
    if (crosshair_) {
        const auto x = static_cast<float>(std::floor(range.x_of(static_cast<double>(*crosshair_), area)));
        list.AddLine({x, area.low.y}, {x, area.high.y}, theme.text);
        for (std::size_t i = 0; i < series.size(); ++i) {
            const double value = series[i]->curve.at(*crosshair_);
            if (!std::isfinite(value) || hidden_.contains(series[i]->number)) continue;
            const auto y = static_cast<float>(ranges[i].y_of(value, inner));
            list.AddCircleFilled({x, y}, style.px(3), tone_of(style, i));
        }
    }
    list.PopClipRect();
    ImGui::PopID();
}

}  // namespace panels
