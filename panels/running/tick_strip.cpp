#include "panels/running/tick_strip.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "panels/base/format.hpp"
#include "panels/base/language.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/base/tick_trace.hpp"
#include "panels/stops/system_mark.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr double narrowest_view = 1e-5;  // of a tick
constexpr std::size_t no_slot = static_cast<std::size_t>(-1);

std::string time_words(double secs) {
    return secs >= 1e-3 ? figures::format_millis(secs * 1e3) : figures::format_micros(secs * 1e6);
}

/// 1, 2 or 5 times a power of ten, so that a step is at least so long.
double round_step(double at_least) {
    const double power = std::pow(10.0, std::floor(std::log10(at_least)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (power * factor >= at_least) return power * factor;
    return power * 10;
}

}  // namespace

void TickStrip::draw_tools(const Context& context) {
    const bool moved = from_ > 0 || to_ < 1;
    if (button(tr("Whole tick"), moved ? "" : tr("The whole tick is in view"),
               tr("The wheel shows a shorter part of the tick, dragging moves it"))) {
        from_ = 0;
        to_ = 1;
    }
    ImGui::SameLine();
    if (button(tr("Last tick"), chosen_ ? "" : tr("The last tick is shown already"),
               tr("Follows the ticks again, instead of showing the one that you chose")))
        chosen_ = false;
    ImGui::SameLine();
    (void)context;
}

void TickStrip::draw(const Context& context) {
    if (context.tick_trace == nullptr) {
        (void)empty_state(context.style, tr("Nothing is recorded"),
                          tr("This program does not record what runs on which thread"));
        return;
    }
    const ecs::TraceRecorder* const recorder = context.tick_trace->wanted();
    if (recorder == nullptr || recorder->size() == 0) {
        const std::string_view why_not = context.transport.why_not;
        if (empty_state(context.style, tr("No tick was recorded yet"),
                        why_not.empty() ? tr("Ticks are recorded while this view is shown")
                                        : tr("Ticks are recorded while this view is shown and the program runs them"),
                        why_not.empty() ? tr("Run one tick") : nullptr))
            context.requests.push_back(TransportRequest{.kind = TransportRequest::Kind::StepTick});
        return;
    }
    take_tick(*recorder, hovered_ || chosen_);
    hovered_ = false;
    draw_ticks(context, *recorder);
    draw_threads(context, *recorder);
}

void TickStrip::take_tick(const ecs::TraceRecorder& recorder, bool hold) {
    const bool first = tick_.events.empty() && tick_.end_ns == 0;
    const bool another = shown_total_ > recorder.total();  // another world
    if (another) chosen_ = false;
    if ((hold && !another && !first) || (shown_total_ == recorder.total() && !first)) return;
    tick_ = recorder[recorder.size() - 1];
    shown_total_ = recorder.total();
}

/// A bar for each recorded tick, the last one at the right.
void TickStrip::draw_ticks(const Context& context, const ecs::TraceRecorder& recorder) {
    const Style& style = context.style;
    const float width = ImGui::GetContentRegionAvail().x, height = std::floor(style.px(32));
    const ImVec2 low = ImGui::GetCursorScreenPos();
    if (invisible_button("##ticks", {std::max(width, 1.0f), height})) {
    }
    const bool active = ImGui::IsItemActive(), over = ImGui::IsItemHovered();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(low, {low.x + width, low.y + height}, style.theme->well);
    const float bar = std::max(2.0f, std::floor(style.px(3)));
    const std::size_t room = std::max<std::size_t>(1, static_cast<std::size_t>(width / bar));
    const std::size_t count = std::min(room, recorder.size()), first = recorder.size() - count;
    const float left = low.x + width - static_cast<float>(count) * bar;
    double longest = context.schedule.budget_us * 1e-6;
    for (std::size_t i = first; i < recorder.size(); ++i) longest = std::max(longest, recorder[i].secs());
    std::size_t pointed = no_slot;
    if (over || active) {
        const float at = std::clamp((ImGui::GetMousePos().x - left) / bar, 0.0f, static_cast<float>(count - 1));
        pointed = first + static_cast<std::size_t>(at);
    }
    const double budget_secs = context.schedule.budget_us * 1e-6;
    for (std::size_t i = first; i < recorder.size(); ++i) {
        const ecs::TracedTick& tick = recorder[i];
        const float x = left + static_cast<float>(i - first) * bar;
        const float high = std::max(
            1.0f, std::floor((height - style.px(2)) * static_cast<float>(longest > 0 ? tick.secs() / longest : 0)));
        const bool shown = tick.begin_ns == tick_.begin_ns;
        const bool exceeds = budget_secs > 0 && tick.secs() > budget_secs;
        const ImU32 color = shown          ? style.theme->text
                            : i == pointed ? style.theme->quiet
                            : exceeds      ? style.theme->warn
                                           : style.theme->bar;
        list.AddRectFilled({x, low.y + height - high}, {x + bar - 1, low.y + height}, color);
    }
    if (budget_secs > 0 && longest > 0) {
        const float y = std::floor(low.y + height - (height - style.px(2)) * static_cast<float>(budget_secs / longest));
        list.AddLine({low.x, y}, {low.x + width, y}, style.theme->warn);
    }
    if (active && pointed != no_slot) {
        tick_ = recorder[pointed];
        shown_total_ = recorder.total();
        chosen_ = pointed + 1 != recorder.size();
    }
    if (over && pointed != no_slot && tooltip_due())
        tooltip(phrase("Tick {} took {}", format_count(recorder[pointed].tick), time_words(recorder[pointed].secs())) +
                tr("\nClick to see what ran in it"));
}

/// Gives each event the row below those that it lies within. Returns how many rows all threads take.
std::uint32_t TickStrip::lay_out() {
    strips_.clear();
    depths_.clear();
    std::vector<std::int64_t> ends;
    std::uint32_t thread = 0;
    for (std::size_t i = 0; i < tick_.events.size(); ++i) {
        const ecs::TraceEvent& event = tick_.events[i];
        if (event.thread != thread) ends.clear();
        thread = event.thread;
        while (!ends.empty() && ends.back() <= event.begin_ns) ends.pop_back();
        const auto depth = static_cast<std::uint32_t>(ends.size());
        ends.push_back(event.end_ns);
        strips_.push_back({i, depth});
        depths_.resize(std::max<std::size_t>(depths_.size(), thread + 1), 1);
        depths_[thread] = std::max(depths_[thread], depth + 1);
    }
    std::uint32_t rows = 0;
    for (const std::uint32_t depth : depths_) rows += depth;
    return rows;
}

void TickStrip::draw_threads(const Context& context, const ecs::TraceRecorder& recorder) {
    const Style& style = context.style;
    quiet_text(
        style,
        phrase("Tick {} took {}, {} of it in systems", format_count(tick_.tick), time_words(tick_.secs()),
               [&] {
                   double secs = 0;
                   for (const ecs::TraceEvent& event : tick_.events)
                       if (event.thread == 0 && event.kind != ecs::SpanKind::Jobs && event.kind != ecs::SpanKind::Wait)
                           secs += event.secs();
                   return format_percent(tick_.secs() > 0 ? secs / tick_.secs() : 0);
               }()) +
            (tick_.dropped > 0 ? " · " + phrase("{} more were not kept", format_count(tick_.dropped, "event"))
                               : std::string()));
    (void)lay_out();
    if (!compat::begin_child("threads")) return ImGui::EndChild();
    const float names = std::floor(style.px(72)), row = std::floor(style.px(20)), gap = std::floor(style.px(8));
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    const float left = origin.x + names, width = std::max(ImGui::GetContentRegionAvail().x - names, style.px(40));
    float height = std::floor(style.px(20));
    for (const std::uint32_t depth : depths_) height += static_cast<float>(depth) * row + gap;
    hovered_event_ = no_slot;
    invisible_button("##strips", {names + width, std::max(height, ImGui::GetContentRegionAvail().y - 1)});
    const bool over = ImGui::IsItemHovered(), active = ImGui::IsItemActive();
    hovered_ = over || active;
    draw_scale(context, left, left + width, origin.y);
    float y = origin.y + std::floor(style.px(20));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (std::uint32_t thread = 0; thread < depths_.size(); ++thread) {
        const float deep = static_cast<float>(depths_[thread]) * row;
        list.AddRectFilled({left, y}, {left + width, y + deep}, style.theme->well);
        draw_text_until(list, {origin.x, std::floor(y + (row - ImGui::GetTextLineHeight()) / 2)}, left - style.px(4),
                        style.theme->quiet, thread == 0 ? tr("Ticks") : phrase("Thread {}", std::to_string(thread)));
        list.PushClipRect({left, y}, {left + width, y + deep}, true);
        draw_strips(context, recorder, thread, {left, y}, width, row);
        list.PopClipRect();
        y += deep + gap;
    }
    if (over || active) take_mouse(context, left, width);
    if (over && hovered_event_ != no_slot) {
        const ecs::TraceEvent event = tick_.events[hovered_event_];
        if (event.name != ecs::TraceEvent::no_name) {
            const std::string name(recorder.name(event.name));
            point_at(context, SystemAt{name});
            const ImVec2 dragged = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, 0);
            if (ImGui::IsMouseReleased(ImGuiMouseButton_Left) && std::abs(dragged.x) < style.px(4))
                context.requests.push_back(ShowPanelRequest{"systems", name});
            if (ImGui::IsMouseReleased(ImGuiMouseButton_Right)) request_menu(context, SystemAt{name});
        }
        tell(context, recorder, event);
    }
    ImGui::EndChild();
}

void TickStrip::draw_scale(const Context& context, float left, float right, float top) const {
    const Style& style = context.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const compat::FontScope font(style.small);
    const double whole_us = tick_.secs() * 1e6, from_us = from_ * whole_us, to_us = to_ * whole_us;
    if (!(to_us > from_us)) return;
    const double per_us = static_cast<double>(right - left) / (to_us - from_us);
    const double step = round_step(static_cast<double>(style.px(90)) / per_us);
    for (double at = std::ceil(from_us / step) * step; at <= to_us; at += step) {
        const float x = std::floor(left + static_cast<float>((at - from_us) * per_us));
        list.AddLine({x, top + style.px(14)}, {x, top + style.px(20)}, style.theme->edge);
        const std::string text = at == 0 ? "0" : time_words(at * 1e-6);
        if (x + ImGui::CalcTextSize(text.c_str()).x < right)
            list.AddText({x + style.px(2), top}, style.theme->quiet, text.c_str());
    }
}

void TickStrip::draw_strips(const Context& context, const ecs::TraceRecorder& recorder, std::uint32_t thread,
                            ImVec2 low, float width, float row) {
    const Style& style = context.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 mouse = ImGui::GetMousePos();
    const double whole_ns = static_cast<double>(tick_.end_ns - tick_.begin_ns);
    if (whole_ns <= 0) return;
    const auto x_of = [&](std::int64_t ns) {
        const double share = static_cast<double>(ns - tick_.begin_ns) / whole_ns;
        return low.x + static_cast<float>((share - from_) / (to_ - from_)) * width;
    };
    float last_drawn = low.x - 10;
    bool even = false;
    for (const Strip& strip : strips_) {
        const ecs::TraceEvent& event = tick_.events[strip.event];
        if (event.thread != thread) continue;
        even = !even;
        const float begin = std::max(x_of(event.begin_ns), low.x), end = std::min(x_of(event.end_ns), low.x + width);
        if (end < low.x || begin > low.x + width) continue;
        const float right = std::max(end, begin + 1);
        // Of many that share a pixel one is enough.
        if (right - begin <= 1 && begin - last_drawn < 1 && strip.depth == 0) continue;
        if (strip.depth == 0) last_drawn = begin;
        const ImVec2 from{std::floor(begin), low.y + static_cast<float>(strip.depth) * row + 1};
        const ImVec2 to{std::max(std::floor(right), from.x + 1), from.y + row - 2};
        const bool named = event.name != ecs::TraceEvent::no_name;
        const bool marked = named && context.selection.hovered_system == recorder.name(event.name);
        ImU32 color = mixed(style.theme->bar, style.theme->raised, even ? 0.15f : 0.4f);
        switch (event.kind) {
            case ecs::SpanKind::Playback:
                color = mixed(style.theme->warn, style.theme->raised, 0.6f);
                break;
            case ecs::SpanKind::Wait:
                color = style.theme->line;
                break;
            case ecs::SpanKind::Hooks:
                color = style.theme->edge;
                break;
            default:
                break;
        }
        if (marked) color = mixed(color, style.theme->text, 0.35f);
        list.AddRectFilled(from, to, color);
        if (mouse.x >= from.x - 1 && mouse.x < to.x + 1 && mouse.y >= from.y && mouse.y < to.y) {
            hovered_event_ = strip.event;
            hovered_strip_ = {from, to};
        }
        if (hovered_event_ == strip.event) compat::add_rect(list, from, to, style.theme->text);
        if (to.x - from.x > style.px(24)) {
            const ImU32 text = event.kind == ecs::SpanKind::Wait ? style.theme->quiet : text_on(color | 0xff000000u);
            SystemMark mark;
            if (event.kind == ecs::SpanKind::System && named) mark = mark_of(context, recorder.name(event.name));
            mark.next = false;  // these have run
            const float left =
                from.x + style.px(4) +
                draw_system_mark(list, style, {from.x + style.px(4), std::floor((from.y + to.y) / 2)}, mark);
            draw_text_until(list, {left, std::floor((from.y + to.y - ImGui::GetTextLineHeight()) / 2)},
                            to.x - style.px(2), text, name_of(recorder, event));
        }
    }
}

void TickStrip::take_mouse(const Context& context, float left, float width) {
    const ImGuiIO& io = ImGui::GetIO();
    const double span = to_ - from_;
    if (io.MouseWheel != 0 && !io.KeyShift) {
        const double at = from_ + span * static_cast<double>(std::clamp((io.MousePos.x - left) / width, 0.0f, 1.0f));
        const double wanted = std::clamp(span * std::pow(0.8, static_cast<double>(io.MouseWheel)), narrowest_view, 1.0);
        from_ = std::clamp(at - (at - from_) * wanted / span, 0.0, 1 - wanted);
        to_ = from_ + wanted;
    }
    if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, context.style.px(4))) {
        const double by = -static_cast<double>(io.MouseDelta.x / width) * span;
        from_ = std::clamp(from_ + by, 0.0, 1 - span);
        to_ = from_ + span;
    }
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) && hovered_event_ == no_slot) {
        from_ = 0;
        to_ = 1;
    }
}

std::string TickStrip::name_of(const ecs::TraceRecorder& recorder, const ecs::TraceEvent& event) const {
    const std::string system =
        event.name == ecs::TraceEvent::no_name ? std::string() : std::string(recorder.name(event.name));
    switch (event.kind) {
        case ecs::SpanKind::Playback:
            return phrase("{}: commands", system);
        case ecs::SpanKind::SetUp:
            return phrase("{}: set up", system);
        case ecs::SpanKind::Jobs:
            return phrase("{}: share", system);
        case ecs::SpanKind::Wait:
            return tr("Waits");
        case ecs::SpanKind::Hooks:
            return tr("Hooks");
        default:
            return system;
    }
}

void TickStrip::tell(const Context&, const ecs::TraceRecorder& recorder, const ecs::TraceEvent& event) const {
    std::string hint = name_of(recorder, event) + "\n" + time_words(event.secs());
    if (tick_.secs() > 0) hint += phrase(", {} of the tick", format_percent(event.secs() / tick_.secs()));
    hint += "\n" + phrase("From {} on", time_words(static_cast<double>(event.begin_ns - tick_.begin_ns) * 1e-9));
    if (event.kind == ecs::SpanKind::System)
        hint += "\n" + phrase("Visited {}", format_count(event.amount, "entity", "entities"));
    if (event.kind == ecs::SpanKind::Playback) hint += "\n" + format_count(event.amount, "structural change");
    if (event.kind == ecs::SpanKind::Wait) hint += tr("\nOther threads were not done yet");
    tooltip_over(hovered_strip_, hint);
}

}  // namespace panels
