#include "panels/timeline/timeline_strip.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ecs/mirror/mirror.hpp"
#include "ecs/timeline/timeline.hpp"
#include "panels/base/general_keys.hpp"
#include "panels/base/language.hpp"
#include "panels/base/noted_places.hpp"
#include "panels/base/timeline_request.hpp"
#include "panels/running/transport_bar.hpp"
#include "panels/timeline/time_axis.hpp"
#include "panels/timeline/timeline_words.hpp"
#include "panels/widgets/strip_window.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr float label_room = 84, mark_reach = 10, widest_tick_px = 12, beyond_now = 60;

/// Left of the line: for the word "Timeline", which is long in some languages. Names of branches are cut off there.
float room_for_label(const Style& style) {
    return std::max(style.px(label_room), std::ceil(ImGui::CalcTextSize(tr("Timeline")).x + style.px(22)));
}

void triangle(ImDrawList& list, ImVec2 tip, float wide, float high, ImU32 color) {
    list.AddTriangleFilled({tip.x - wide / 2, tip.y - high}, {tip.x + wide / 2, tip.y - high}, tip, color);
}

void diamond(ImDrawList& list, ImVec2 middle, float half, ImU32 color) {
    list.AddQuadFilled({middle.x, middle.y - half}, {middle.x + half, middle.y}, {middle.x, middle.y + half},
                       {middle.x - half, middle.y}, color);
}

void draw_picture(const Style& style, const TimePictures::Picture& picture) {
    const float wide = std::floor(style.px(192));
    const ImVec2 at = ImGui::GetCursorScreenPos(), size{wide, std::floor(wide * picture.size.y / picture.size.x)};
    ImGui::Dummy(size);
    ImGui::GetWindowDrawList()->AddImage(compat::texture_id(picture.texture), at, {at.x + size.x, at.y + size.y},
                                         {0, 1}, {1, 0});
}

}  // namespace

struct TimelineStrip::Shown {
    const ecs::Timeline& timeline;
    Area band;
    TimeAxis axis;
    std::uint64_t tick;                   // of the world
    bool hovered;                         // the band or what stands above it
    const ecs::TimeMark* mark = nullptr;  // under the mouse
};

void TimelineStrip::draw(const Context& context, const Area& area, const TimePictures* pictures) {
    if (context.timeline == nullptr || !context.timeline->recording()) return;
    begin_strip_window("##timeline", context.style, area, {0, 0}, ImGuiWindowFlags_NoScrollWithMouse);
    draw_content(context, area, pictures);
    ImGui::End();
}

void TimelineStrip::draw_within(const Context& context, const Area& area, const TimePictures* pictures) {
    if (context.timeline == nullptr || !context.timeline->recording()) return;
    ImGui::SetCursorScreenPos(area.low);
    constexpr ImGuiWindowFlags flags =
        ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNav;
    if (compat::begin_child("##timeline", {area.width(), area.height()}, false, flags))
        draw_content(context, area, pictures);
    ImGui::EndChild();
}

void TimelineStrip::draw_content(const Context& context, const Area& area, const TimePictures* pictures) {
    const Style& style = context.style;
    const ecs::Timeline& timeline = *context.timeline;
    if (std::exchange(of_, &timeline) != &timeline) *this = TimelineStrip(), of_ = &timeline;
    note_place(context, "timeline", area);
    draw_left(context, area);
    const float right = draw_right(context, area);
    const Area band{{std::floor(area.low.x + room_for_label(style)), std::floor(area.low.y + style.px(9))},
                    {std::floor(right), std::floor(area.low.y + style.px(23))}};
    if (band.width() > style.px(40)) {
        lay_out(context, band);
        ImGui::SetCursorScreenPos({band.low.x, area.low.y});
        invisible_button("band", {band.width(), area.height()});
        Shown shown{timeline,
                    band,
                    {first_, per_px_, band.low.x, band.high.x},
                    context.world.tick(),
                    ImGui::IsItemHovered() || ImGui::IsItemActive()};
        take_mouse(context, shown);
        shown.axis = {first_, per_px_, band.low.x, band.high.x};
        if (shown.hovered && !scrubbing_) {
            float nearest = style.px(mark_reach);
            for (const ecs::TimeMark& mark : marks_) {
                const float far = std::abs(shown.axis.x_of(static_cast<double>(mark.tick)) - ImGui::GetIO().MousePos.x);
                if (far < nearest) nearest = far, shown.mark = &mark;
            }
        }
        draw_band(context, shown);
        draw_marks(context, shown);
        draw_playhead(context, shown);
        if (shown.hovered) say(context, shown, pictures);
    }
}

void TimelineStrip::draw_left(const Context& context, const Area& area) {
    const Style& style = context.style;
    ImGui::SetCursorScreenPos({area.low.x + style.px(10), area.low.y + style.px(8)});
    const ecs::Timeline& timeline = *context.timeline;
    const ecs::TimeBranch* const branch = timeline.find(timeline.branch());
    // The first line of time needs no name until there is another.
    const bool several = branch != nullptr && timeline.branches().size() > 1;
    const std::string_view name = several ? std::string_view(branch->name) : std::string_view(tr("Timeline"));
    clipped_text(style.theme->quiet, name, room_for_label(style) - style.px(16));
    const bool hovered = ImGui::IsItemHovered();
    if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    tooltip(several ? phrase("Branch {}. Click for all branches and marks", branch->name)
                    : std::string(tr("Click for branches, marks and what is recorded")));
    if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left))
        context.requests.push_back(ShowPanelRequest{.id = "timeline"});
}

/// Returns where it begins.
float TimelineStrip::draw_right(const Context& context, const Area& area) {
    const Style& style = context.style;
    const ecs::TimelineStats stats = context.timeline->stats();
    const ecs::Timeline& timeline = *context.timeline;
    const std::string text = words_of_length(context) + "  " + format_bytes(stats.bytes);
    // No later text is wider for a while, so that the band does not move in each frame.
    const float wide = std::ceil(ImGui::CalcTextSize(text.c_str()).x / style.px(24)) * style.px(24);
    float left = area.high.x - style.px(12) - wide;
    ImGui::SetCursorScreenPos(
        {area.high.x - style.px(12) - ImGui::CalcTextSize(text.c_str()).x, area.low.y + style.px(8)});
    colored_text(timeline.divergence() ? style.theme->warn : style.theme->quiet, text);
    tooltip(timeline.divergence() ? timeline.divergence()->sentence : words_about(stats, timeline.first_tick()));
    // They wait until the mouse lets go, so that the line does not move under it.
    if (!scrubbing_) with_buttons_ = !timeline.at_now();
    if (!with_buttons_) return left - style.px(12);
    const std::string now = timeline.at_now() ? tr("The newest tick is in view") : std::string();
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {style.px(8), style.px(2)});
    const auto pressed = [&](const char* label, const std::string& why_not, const std::string& hint) {
        left -= ImGui::CalcTextSize(label).x + style.px(28);
        ImGui::SetCursorScreenPos({left, area.low.y + style.px(4)});
        return button(label, why_not, hint);
    };
    if (pressed(tr("Back to now"), now, with_keys(context, tr("The newest tick of this branch"), keys::to_now)))
        context.requests.push_back(TimelineRequest{.kind = TimelineRequest::Kind::ReturnToNow});
    const std::string lost = context.mirror != nullptr ? context.mirror->lost() : std::string();
    if (timeline.by_states() && pressed(tr("Restore this moment"), now.empty() ? lost : now,
                                        tr("Makes the world of now as it is here, in one step that undo takes back")))
        context.requests.push_back(TimelineRequest{.kind = TimelineRequest::Kind::Restore,
                                                   .tick = context.world.tick(),
                                                   .branch = timeline.branch(),
                                                   .name = words_of_tick(context, context.world.tick())});
    ImGui::PopStyleVar();
    return left - style.px(12);
}

void TimelineStrip::lay_out(const Context& context, const Area& band) {
    const ecs::Timeline& timeline = *context.timeline;
    const auto first = static_cast<double>(timeline.first_tick()), last = static_cast<double>(timeline.last_tick());
    const auto tick = static_cast<double>(context.world.tick());
    TimeAxis axis{first_, per_px_, band.low.x, band.high.x};
    const float beyond = context.style.px(beyond_now);
    if (!scrubbing_ && (context.world.tick() != tick_seen_ || timeline.jumps() != jumps_seen_))
        axis.bring_into_view(tick, std::min(beyond, band.width() / 3));
    tick_seen_ = context.world.tick();
    jumps_seen_ = timeline.jumps();
    axis.keep_within(first, last, beyond, context.style.px(widest_tick_px));
    first_ = axis.first;
    per_px_ = axis.per_px;

    const ecs::TimeBranch* branch = timeline.find(timeline.branch());
    // Others change without a word; four times a second is enough for them.
    Read now{
        timeline.branch(), timeline.last_tick(), jumps_seen_, 0, first_, per_px_, std::floor(context.time_secs * 4)};
    for (const ecs::TimeBranch* each = branch; each != nullptr;
         each = each->parent ? timeline.find(*each->parent) : nullptr)
        now.count += each->marks.size();
    if (now == read_) return;
    read_ = now;
    marks_.clear();
    frames_.clear();
    auto until = static_cast<std::uint64_t>(std::max(axis.last(), 0.0)) + 1;
    const auto from = static_cast<std::uint64_t>(std::max(axis.first, 0.0));
    for (const ecs::TimeBranch* each = branch; each != nullptr && until >= from;) {
        for (auto mark = each->marks.rbegin(); mark != each->marks.rend() && mark->tick >= from; ++mark)
            if (mark->tick <= until) marks_.push_back(*mark);
        for (const std::uint64_t frame : timeline.key_frame_ticks(each->id))
            if (frame >= from && frame <= until) frames_.push_back(frame);
        if (!each->parent) break;
        until = std::min(until, each->fork_tick);
        each = timeline.find(*each->parent);
    }
}

void TimelineStrip::draw_band(const Context& context, const Shown& shown) {
    const Style& style = context.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const TimeAxis& axis = shown.axis;
    const Area& band = shown.band;
    const auto inside = [&](double tick) { return std::clamp(axis.x_of(tick), band.low.x, band.high.x); };
    const float begin = inside(static_cast<double>(shown.timeline.first_tick()));
    const float end = inside(static_cast<double>(shown.timeline.last_tick()) + 1);
    list.AddRectFilled(band.low, band.high, style.theme->well, style.px(2));
    list.AddRectFilled({begin, band.low.y}, {end, band.high.y}, style.theme->raised, style.px(2));
    draw_missing(context, shown);

    const compat::FontScope font(style.mono_small);
    const float label_px = ImGui::CalcTextSize("9,999,999").x + style.px(24);
    const TickSteps steps = tick_steps(axis.per_px, label_px, style.px(12));
    const float text_y = std::floor((band.low.y + band.high.y - ImGui::GetFontSize()) / 2);
    const auto last = static_cast<std::uint64_t>(std::max(axis.last(), 0.0));
    for (std::uint64_t tick = static_cast<std::uint64_t>(std::max(axis.first, 0.0)) / steps.minor * steps.minor;
         tick <= last; tick += steps.minor) {
        const float x = std::floor(axis.x_of(static_cast<double>(tick)));
        if (x < band.low.x || x >= band.high.x) continue;
        const bool labelled = tick % steps.label == 0;
        const float high = style.px(labelled ? 6.0f : tick % steps.middle == 0 ? 4.0f : 3.0f);
        const bool recorded = tick <= shown.timeline.last_tick();
        list.AddLine({x, band.high.y - high}, {x, band.high.y}, recorded ? style.theme->edge : style.theme->line);
        const std::string text = labelled && recorded ? format_count(tick) : std::string();
        if (!text.empty() && x + style.px(4) + ImGui::CalcTextSize(text.c_str()).x < band.high.x)
            list.AddText({x + style.px(4), text_y}, style.theme->quiet, text.c_str());
    }
    // Where a branch leaves another one of this line: its own beginning, too.
    std::vector<ecs::BranchId> line;
    for (const ecs::TimeBranch* each = shown.timeline.find(shown.timeline.branch()); each != nullptr;
         each = each->parent ? shown.timeline.find(*each->parent) : nullptr)
        line.push_back(each->id);
    for (const ecs::TimeBranch* other : shown.timeline.branches()) {
        if (!other->parent || std::find(line.begin(), line.end(), *other->parent) == line.end()) continue;
        const float x = std::floor(axis.x_of(static_cast<double>(other->fork_tick)));
        if (x < band.low.x || x >= band.high.x) continue;
        list.AddLine({x, band.low.y}, {x, band.high.y}, style.theme->quiet, style.px(1));
        list.AddLine({x, band.low.y}, {x + style.px(5), band.low.y - style.px(5)}, style.theme->quiet, style.px(1));
    }
    // Key frames that lie too close are one diamond.
    float drawn_at = -1000;
    std::sort(frames_.begin(), frames_.end());
    for (const std::uint64_t frame : frames_) {
        const float x = axis.x_of(static_cast<double>(frame));
        if (x < band.low.x + style.px(3) || x > band.high.x - style.px(3) || x - drawn_at < style.px(12)) continue;
        drawn_at = x;
        diamond(list, {x, std::floor((band.low.y + band.high.y) / 2)}, style.px(3), style.theme->quiet);
    }
}

/// Hatched: nobody saw these ticks. Dotted: they were recorded, and are not kept any more.
void TimelineStrip::draw_missing(const Context& context, const Shown& shown) {
    const Style& style = context.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ecs::TimeBranch* const branch = shown.timeline.find(shown.timeline.branch());
    if (branch == nullptr) return;
    const auto inside = [&](std::uint64_t tick) {
        return std::clamp(shown.axis.x_of(static_cast<double>(tick)), shown.band.low.x, shown.band.high.x);
    };
    for (const bool thinned : {true, false}) {
        float from = 0, to = -1;  // stretches that touch on the screen are one
        const auto draw = [&] {
            const Area area{{from, shown.band.low.y}, {std::max(to, from + 1), shown.band.high.y}};
            if (to < from) return;
            if (thinned)
                dots(list, area, style.theme->edge, style.px(4));
            else
                hatch(list, area, style.theme->quiet, style.px(5));
        };
        for (const ecs::MissingTicks& each : branch->missing) {
            if (each.thinned != thinned) continue;
            const float left = inside(each.first), right = inside(each.last + 1);
            if (right <= left) continue;
            if (to >= from && left <= to + 1) {
                to = right;
                continue;
            }
            draw();
            from = left;
            to = right;
        }
        draw();
    }
}

void TimelineStrip::draw_marks(const Context& context, const Shown& shown) {
    const Style& style = context.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float base = shown.band.low.y - style.px(1), small = style.px(6);
    float drawn_at = -1000;
    ecs::MarkKind drawn = ecs::MarkKind::Note;
    for (const ecs::TimeMark& mark : marks_) {
        const float x = shown.axis.x_of(static_cast<double>(mark.tick));
        if (x < shown.band.low.x || x > shown.band.high.x) continue;
        // Thousands of one kind on one pixel are one.
        if (std::abs(x - drawn_at) < 1 && drawn == mark.kind) continue;
        drawn_at = x;
        drawn = mark.kind;
        switch (mark.kind) {
            case ecs::MarkKind::Edited:
                triangle(list, {x, base}, style.px(8), small, style.theme->text);
                break;
            case ecs::MarkKind::Breakpoint:
                list.AddLine({x, base - small / 2}, {x, shown.band.high.y}, style.theme->error, style.px(2));
                list.AddCircleFilled({x, base - small / 2}, style.px(4), style.theme->error);
                break;
            case ecs::MarkKind::Burst:
                list.AddRectFilled({x - style.px(1), base - small}, {x + style.px(1), base}, style.theme->quiet);
                break;
            case ecs::MarkKind::Alert:
                list.AddRectFilled({x - small / 2, base - small}, {x + small / 2, base}, style.theme->warn);
                break;
            case ecs::MarkKind::Diverged:
                list.AddLine({x - small / 2, base - small}, {x + small / 2, base}, style.theme->error, style.px(2));
                list.AddLine({x + small / 2, base - small}, {x - small / 2, base}, style.theme->error, style.px(2));
                break;
            case ecs::MarkKind::Log:
                list.AddCircleFilled({x, base - small / 2}, style.px(2), style.theme->text);
                break;
            case ecs::MarkKind::Note:
                diamond(list, {x, base - small / 2}, small / 2, style.theme->accent);
                break;
        }
        if (shown.mark != nullptr && shown.mark->tick == mark.tick)
            compat::add_rect(list, {x - style.px(6), base - small - style.px(2)}, {x + style.px(6), base + style.px(1)},
                             style.theme->text);
    }
}

void TimelineStrip::draw_playhead(const Context& context, const Shown& shown) {
    const Style& style = context.style;
    const float x = std::floor(shown.axis.x_of(static_cast<double>(shown.tick)));
    if (x < shown.band.low.x - 1 || x > shown.band.high.x) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float top = shown.band.low.y - style.px(9), half = style.px(5);
    // It covers the mark of a breakpoint that stopped here, so it says the same.
    const bool stopped_here = std::any_of(marks_.begin(), marks_.end(), [&](const ecs::TimeMark& mark) {
        return mark.kind == ecs::MarkKind::Breakpoint && mark.tick == shown.tick;
    });
    const ImU32 color = stopped_here ? style.theme->error : style.theme->text;
    list.AddRectFilled({x - 1, top}, {x + std::max(style.px(2), 1.0f) - 1, shown.band.high.y}, color);
    const ImVec2 flag[] = {{x - half, top},
                           {x + half, top},
                           {x + half, top + style.px(5)},
                           {x, top + style.px(9)},
                           {x - half, top + style.px(5)}};
    list.AddConvexPolyFilled(flag, 5, color);
}

void TimelineStrip::take_mouse(const Context& context, const Shown& shown) {
    const ImGuiIO& io = ImGui::GetIO();
    const ecs::Timeline& timeline = shown.timeline;
    if (shown.hovered && io.MouseWheel != 0) {
        TimeAxis axis = shown.axis;
        if (io.KeyShift)
            axis.first -= static_cast<double>(io.MouseWheel * context.style.px(60)) * axis.per_px;
        else
            axis.zoom(std::pow(1.25, static_cast<double>(io.MouseWheel)), io.MousePos.x);
        axis.keep_within(static_cast<double>(timeline.first_tick()), static_cast<double>(timeline.last_tick()),
                         context.style.px(beyond_now), context.style.px(widest_tick_px));
        first_ = axis.first;
        per_px_ = axis.per_px;
    }
    const bool pressed = ImGui::IsItemActivated();
    scrubbing_ = ImGui::IsItemActive() && io.MouseDown[ImGuiMouseButton_Left];
    if (!scrubbing_) return;
    if (context.stay_awake != nullptr) *context.stay_awake = true;
    const double wanted =
        std::clamp(std::round(shown.axis.tick_at(io.MousePos.x)), static_cast<double>(timeline.first_tick()),
                   static_cast<double>(timeline.last_tick()));
    auto tick = static_cast<std::uint64_t>(wanted);
    if (pressed)
        for (const ecs::TimeMark& mark : marks_)
            if (std::abs(shown.axis.x_of(static_cast<double>(mark.tick)) - io.MousePos.x) <=
                context.style.px(mark_reach) / 2)
                tick = mark.tick;
    const bool moved = io.MouseDelta.x != 0;
    if (pressed || moved) request_seek(context, tick);
}

void TimelineStrip::say(const Context& context, const Shown& shown, const TimePictures* pictures) {
    const Style& style = context.style;
    const double at = shown.axis.tick_at(ImGui::GetIO().MousePos.x);
    if (at < static_cast<double>(shown.timeline.first_tick()) - 0.5) {
        tooltip_over(shown.band, shown.timeline.stats().why_dropped.empty() ? std::string(tr("The record begins later"))
                                                                            : shown.timeline.stats().why_dropped);
        return;
    }
    const bool future = at > static_cast<double>(shown.timeline.last_tick()) + 0.5;
    const std::uint64_t tick = scrubbing_              ? shown.tick
                               : shown.mark != nullptr ? shown.mark->tick
                                                       : static_cast<std::uint64_t>(std::max(std::round(at), 0.0));
    const float x = shown.axis.x_of(static_cast<double>(tick));
    const Tooltip tip({{x - style.px(4), shown.band.low.y - style.px(9)}, {x + style.px(4), shown.band.high.y}},
                      scrubbing_ ? Tooltip::When::Now : Tooltip::When::Rested);
    if (!tip) return;
    if (future) return quiet_text(style, tr("Not yet"));
    if (const auto picture = pictures == nullptr ? std::nullopt : pictures->near({shown.timeline.branch(), tick});
        picture && picture->texture)
        draw_picture(style, *picture);
    mono_text(style, words_of_tick(context, tick));
    if (const ecs::TimeBranch* const branch = shown.timeline.find(shown.timeline.branch()))
        for (const ecs::MissingTicks& each : branch->missing)
            if (tick >= each.first && tick <= each.last)
                quiet_text(style, each.thinned ? tr("Not kept one by one: a click goes to the moment before it")
                                               : tr("Nobody saw it: a click goes to the moment before it"));
    std::size_t said = 0;
    for (const ecs::TimeMark& mark : marks_) {
        const bool near =
            std::abs(shown.axis.x_of(static_cast<double>(mark.tick)) - x) < style.px(2) || mark.tick == tick;
        if (!near || said++ >= 6) continue;
        colored_text(mark.kind == ecs::MarkKind::Breakpoint || mark.kind == ecs::MarkKind::Diverged ? style.theme->error
                                                                                                    : style.theme->text,
                     words_of(mark));
    }
    if (said > 6) quiet_text(style, phrase("and {} more", format_count(said - 6)));
}

}  // namespace panels
