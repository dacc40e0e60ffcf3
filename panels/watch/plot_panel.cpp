#include "panels/watch/plot_panel.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "figures/drawing/svg.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/watch/watch_panel.hpp"
#include "panels/widgets/export_menu.hpp"
#include "panels/widgets/first_steps.hpp"
#include "panels/widgets/number_kinds.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr double least_span = 10, most_span = static_cast<double>(Watches::most_ticks);

bool all_whole(std::span<const Pin* const> series) {
    return std::all_of(series.begin(), series.end(), [](const Pin* pin) { return pin->whole; });
}

/// A value on the upright axis.
std::string axis_text(double number, bool whole) {
    if (!std::isfinite(number)) return "–";
    return with_minus(format_decimal(number, whole ? 0 : std::abs(number) < 100 ? 3 : 2));
}

/// 1, 2 or 5 times a power of ten, so that a plot of `room` pixels has a line every 80 or so.
double tick_step(double span, float room) {
    const double wanted = span / std::max(static_cast<double>(room) / 80, 1.0);
    const double power = std::pow(10, std::floor(std::log10(std::max(wanted, 1.0))));
    for (const double factor : {1.0, 2.0, 5.0})
        if (power * factor >= wanted) return power * factor;
    return power * 10;
}

}  // namespace

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
                 std::vector<Series> drawn;
                 for (const auto& [number, series] : plots_) {
                     drawn.emplace_back();
                     for (const Pin* pin : series)
                         if (!hidden_.contains(pin->number)) drawn.back().push_back(pin);
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
    if (const auto fixed = fixed_.find(number); fixed != fixed_.end()) {
        std::tie(range.least, range.most) = fixed->second;
        return range;
    }
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

void PlotPanel::move(const Area& area) {
    const ImGuiIO& io = ImGui::GetIO();
    const double a_pixel = span_ / static_cast<double>(area.width());
    if (ImGui::IsItemActive()) {
        if (!drag_from_) drag_from_ = right_tick();
        const float moved = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, 0).x;
        if (moved != 0) {
            right_ = std::max(*drag_from_ - static_cast<double>(moved) * a_pixel, oldest_ + 1);
            if (*right_ >= newest_) right_.reset();
        }
    } else if (ImGui::IsItemDeactivated()) {
        drag_from_.reset();
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
        const double shown = crosshair_ ? pin.curve.at(*crosshair_)
                             : pin.now  ? ecs::number_of(*pin.now).value_or(WatchCurve::none)
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
        tooltip(hidden ? phrase("Show {}", name) : phrase("Hide {}", name));
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const float top = std::floor(at.y + (high - mark) / 2);
        if (hidden)
            list.AddRect({at.x, top}, {at.x + mark, top + mark}, theme.edge, 2);
        else
            list.AddRectFilled({at.x, top}, {at.x + mark, top + mark}, style.tone(i), 2);
        const float y = std::floor(at.y + (high - ImGui::GetTextLineHeight()) / 2);
        draw_text_until(list, {at.x + mark + gap, y}, at.x + wide - value_width - gap,
                        hidden ? theme.quiet : theme.text, name);
        const compat::FontScope font(style.mono);
        const float left = at.x + wide - ImGui::CalcTextSize(value.c_str()).x;
        list.AddText({left, y}, hidden ? theme.quiet : theme.text, value.c_str());
        ImGui::PopID();
    }
}

void PlotPanel::draw_plot(const Context& context, int number, const Series& series, float height) {
    const Style& style = context.style;
    const Theme& theme = *style.theme;
    ImGui::PushID(number);
    const float top = ImGui::GetCursorPosY(), room = ImGui::GetContentRegionAvail().x;
    const float side = style.px(20);
    draw_legend(context, series, std::max(room - side - style.px(8), style.px(60)));
    const float after_legend = ImGui::GetCursorPosY();
    PlotRange range = range_of(number, series);
    ImGui::SetCursorPos({ImGui::GetCursorPosX() + room - side, top});
    const bool fixed = fixed_.contains(number);
    if (icon_button("##fixed", style, Icon::Lock, side,
                    fixed ? tr("The height follows the curves again") : tr("Keeps the least and the most as they are"),
                    {}, fixed)) {
        if (fixed)
            fixed_.erase(number);
        else
            fixed_[number] = {range.least, range.most};
    }
    ImGui::SetCursorPosY(after_legend);
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const float high = std::max(height - (after_legend - top), style.px(40));
    const Area area{low, {low.x + std::max(room, 1.0f), low.y + high}};
    invisible_button("##plot", {area.width(), high});
    move(area);
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
        list.AddText({x + style.px(3), area.high.y - line - style.px(1)}, theme.quiet, text.c_str());
    }
    const Area inner{{area.low.x, area.low.y + style.px(2)}, {area.high.x, area.high.y - line - style.px(3)}};
    for (std::size_t i = 0; i < series.size(); ++i)
        if (!hidden_.contains(series[i]->number))
            draw_curve(list, series[i]->curve, range, inner, style.tone(i), std::max(1.0f, style.px(1.5f)));
    const bool whole = all_whole(series);
    list.AddText({area.low.x + style.px(3), inner.low.y}, theme.quiet, axis_text(range.most, whole).c_str());
    list.AddText({area.low.x + style.px(3), inner.high.y - line}, theme.quiet, axis_text(range.least, whole).c_str());
    if (crosshair_) {
        const auto x = static_cast<float>(std::floor(range.x_of(static_cast<double>(*crosshair_), area)));
        list.AddLine({x, area.low.y}, {x, area.high.y}, theme.text);
        for (std::size_t i = 0; i < series.size(); ++i) {
            const double value = series[i]->curve.at(*crosshair_);
            if (!std::isfinite(value) || hidden_.contains(series[i]->number)) continue;
            const auto y = static_cast<float>(range.y_of(value, inner));
            list.AddCircleFilled({x, y}, style.px(3), style.tone(i));
        }
    }
    list.PopClipRect();
    ImGui::PopID();
}

figures::Drawing draw_plots(const ecs::World& world, std::span<const std::vector<const Pin*>> plots, double first,
                            double last) {
    using figures::Line;
    using figures::Text;
    using figures::Tone;
    figures::Drawing drawing;
    drawing.title = "Watches over ticks";
    drawing.caption = "Ticks " + format_count(static_cast<std::uint64_t>(std::max(first, 0.0))) + " to " +
                      format_count(static_cast<std::uint64_t>(std::max(last, 0.0)));
    constexpr double left = 40, right = 1240, head = 90, foot = 680;
    figures::Group texts{"texts", {}};
    texts.shapes.push_back(Text{.x = left, .y = 44, .words = drawing.title, .size = 24, .face = figures::Face::Bold});
    texts.shapes.push_back(Text{.x = left, .y = 68, .words = drawing.caption, .size = 15, .ink = {Tone::Quiet}});
    drawing.groups.push_back(std::move(texts));
    const double each = (foot - head) / static_cast<double>(std::max<std::size_t>(plots.size(), 1));
    for (std::size_t plot = 0; plot < plots.size(); ++plot) {
        figures::Group group{"plot-" + std::to_string(plot + 1), {}};
        const double top = head + each * static_cast<double>(plot) + 28;
        const double bottom = head + each * static_cast<double>(plot + 1) - 12;
        double least = 0, most = 1;
        bool any = false;
        for (const Pin* pin : plots[plot])
            for (double tick = std::max(std::ceil(first), 0.0); tick <= last; ++tick) {
                const double value = pin->curve.at(static_cast<std::uint64_t>(tick));
                if (!std::isfinite(value)) continue;
                least = any ? std::min(least, value) : value;
                most = any ? std::max(most, value) : value;
                any = true;
            }
        const auto x_of = [&](double tick) {
            return left + 60 + (tick - first) / (last - first) * (right - left - 60);
        };
        const auto y_of = [&](double value) {
            return most > least ? bottom - (value - least) / (most - least) * (bottom - top) : (top + bottom) / 2;
        };
        group.shapes.push_back(figures::Box{
            .x = left + 60, .y = top, .width = right - left - 60, .height = bottom - top, .edge = {Tone::Line}});
        const auto number = [&](double y, double value) {
            group.shapes.push_back(Text{.x = left + 52,
                                        .y = y,
                                        .words = axis_text(value, all_whole(plots[plot])),
                                        .size = 12,
                                        .ink = {Tone::Quiet},
                                        .anchor = figures::Anchor::Right,
                                        .face = figures::Face::Mono});
        };
        number(top + 10, most);
        number(bottom, least);
        double legend = left + 60;
        for (std::size_t i = 0; i < plots[plot].size(); ++i) {
            const Pin& pin = *plots[plot][i];
            const figures::Ink ink = figures::component_ink(static_cast<std::uint32_t>(i));
            const std::string name = name_of(world, pin);
            group.shapes.push_back(figures::Box{.x = legend, .y = top - 19, .width = 10, .height = 10, .fill = {ink}});
            group.shapes.push_back(Text{.x = legend + 16, .y = top - 9, .words = name, .size = 14});
            legend += 16 + figures::text_width(name, 14) + 24;
            // At most a point for each unit of the page; between them the curve is as the first of the ticks left out.
            const double step = std::max(1.0, std::ceil((last - first) / (right - left)));
            double x = 0, y = WatchCurve::none;
            for (double tick = std::max(std::ceil(first), 0.0); tick <= last; tick += step) {
                const double value = pin.curve.at(static_cast<std::uint64_t>(tick));
                const double next_x = x_of(tick), next_y = std::isfinite(value) ? y_of(value) : WatchCurve::none;
                if (!std::isnan(y) && !std::isnan(next_y))
                    group.shapes.push_back(
                        Line{.x1 = x, .y1 = y, .x2 = next_x, .y2 = next_y, .ink = ink, .width = 1.5});
                x = next_x;
                y = next_y;
            }
        }
        drawing.groups.push_back(std::move(group));
    }
    return drawing;
}

}  // namespace panels
