#include "panels/running/transport_bar.hpp"
#include "panels/base/language.hpp"
#include "panels/base/noted_places.hpp"
#include "panels/base/owner_clock.hpp"
#include "panels/widgets/little_room.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

#include "ecs/timeline/timeline.hpp"
#include "panels/base/general_keys.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/base/timeline_request.hpp"
#include "panels/stops/debugger.hpp"

namespace panels {

namespace {

constexpr std::array<double, 7> speeds{Transport::min_speed, 0.25, 0.5, 1, 2, 4, Transport::max_speed};
constexpr double measured_over_secs = 1;
constexpr double behind_worth_saying_secs = 0.05;
constexpr double slow_share = 0.9;  // of the speed that is wanted
std::string widest_tick() { return phrase("tick {}", "999,999"); }

/// No later clock is wider.
float widest_clock() {
    const std::string ticks = widest_tick();
    return std::max(ImGui::CalcTextSize((ticks + " · 16666.65 s").c_str()).x,
                    ImGui::CalcTextSize((ticks + phrase(" · runs at {}", format_speed(0.25))).c_str()).x);
}

float button_px(const Style& style) { return std::floor(style.px(24)); }
float steps_px(const Style& style) { return std::floor(style.px(14)); }

}  // namespace

std::string format_speed(double speed) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g×", speed);
    return text;
}

namespace {

float speed_width(const Style& style) {
    // The longest that is offered, or that halving them leads to.
    const float widest = ImGui::CalcTextSize(format_speed(0.125).c_str()).x;
    return std::floor(std::max(style.px(72), widest + ImGui::GetFrameHeight() + ImGui::GetStyle().FramePadding.x * 3));
}

}  // namespace

std::string format_clock(double secs) {
    char text[48];
    // Rounded down to the shown digits, so that the parts never read 60.
    if (secs < 60) {
        std::snprintf(text, sizeof text, "%.2f s", std::floor(secs * 100 + 1e-6) / 100);
        return text;
    }
    const auto tenths = static_cast<std::uint64_t>(secs * 10 + 1e-6);
    const auto hours = static_cast<unsigned long long>(tenths / 36000);
    const auto minutes = static_cast<unsigned>(tenths / 600 % 60), rest = static_cast<unsigned>(tenths % 600);
    if (hours > 0)
        std::snprintf(text, sizeof text, "%llu:%02u:%02u.%u", hours, minutes, rest / 10, rest % 10);
    else
        std::snprintf(text, sizeof text, "%u:%02u.%u", minutes, rest / 10, rest % 10);
    return text;
}

std::string why_not_stop(const Context& context) {
    if (context.play == nullptr) return tr("This program keeps no world to go back to");
    if (!context.play->problem().empty())
        return phrase("The world could not be kept when it was played: {}", context.play->problem());
    return context.play->begun() ? std::string() : tr("The world is not being played");
}

void request_stop(const Context& context) {
    if (!context.play->changed_by_person()) {
        context.requests.push_back(TransportRequest{.kind = TransportRequest::Kind::Stop});
        return;
    }
    // What they did may be later than the moment in view.
    if (context.timeline != nullptr && !context.timeline->at_now()) request_now(context);
    context.requests.push_back(TransportRequest{.kind = TransportRequest::Kind::Pause});
    context.requests.push_back(ShowPanelRequest{.id = "compare"});
}

std::string why_not_back(const Context& context) {
    if (context.timeline == nullptr || !context.timeline->recording()) return tr("Nobody records earlier ticks here");
    if (context.world.tick() <= context.timeline->first_tick()) return tr("This is the first recorded tick");
    return {};
}

void request_back(const Context& context, std::uint64_t ticks) {
    const std::uint64_t now = context.world.tick(), first = context.timeline->first_tick();
    context.requests.push_back(TimelineRequest{.tick = now - first > ticks ? now - ticks : first});
}

std::string why_not_now(const Context& context) {
    if (context.timeline == nullptr || !context.timeline->recording()) return tr("Nobody records earlier ticks here");
    return context.timeline->at_now() ? tr("This is the newest tick") : "";
}

void request_now(const Context& context) {
    context.requests.push_back(TimelineRequest{.kind = TimelineRequest::Kind::ReturnToNow});
}

void TransportBar::show(const Context& context, TransportParts parts) {
    const Style& style = context.style;
    const bool playing = context.transport.playing;
    const float side = button_px(style);
    const std::string why_not = why_not_run(context);
    measure_speed(context);
    // Releases of Dear ImGui differ in the height that SameLine returns to after the cursor was moved.
    const float top = ImGui::GetCursorPosY();
    const ImVec2 low = ImGui::GetCursorScreenPos();
    question_place_ = {low.x, low.y + side + style.px(4)};
    note_place(context, "transport", {low, {low.x + side * 3 + style.px(8), low.y + side}});
    const auto go_on = [top](float gap) {
        ImGui::SameLine(0, gap);
        ImGui::SetCursorPosY(top);
    };
    rewinds_ = context.timeline != nullptr && context.timeline->recording();
    if (rewinds_) {
        if (icon_button("##back", style, Icon::Back, side,
                        with_keys(context, tr("Step one tick back"), keys::step_back), why_not_back(context), true))
            request_back(context, 1);
        go_on(style.px(4));
    }
    if (view_stands_still(context)) {
        if (icon_button("##play", style, Icon::Play, side, with_keys(context, tr("Go on"), keys::play_or_pause), {},
                        true))
            context.requests.push_back(GoOnRequest{});
    } else if (icon_button("##play", style, playing ? Icon::Pause : Icon::Play, side,
                           with_keys(context, playing ? tr("Pause") : tr("Play"), keys::play_or_pause), why_not, true))
        context.requests.push_back(
            TransportRequest{.kind = playing ? TransportRequest::Kind::Pause : TransportRequest::Kind::Play});
    go_on(style.px(4));
    if (icon_button(
            "##step", style, Icon::Step, side,
            with_keys(context, playing ? tr("Pauses, then runs one tick") : tr("Step one tick"), keys::step_tick),
            why_not, true))
        context.requests.push_back(TransportRequest{.kind = TransportRequest::Kind::StepTick});
    go_on(0);
    draw_steps(context);
    stops_ = context.play != nullptr;
    if (stops_) {
        go_on(style.px(4));
        if (icon_button("##stop", style, Icon::Stop, side,
                        with_keys(context,
                                  context.play->begun()
                                      ? phrase("Stop: back to the world of tick {}", format_count(context.play->tick()))
                                      : std::string(tr("Stop")),
                                  keys::stop),
                        why_not_stop(context), true))
            request_stop(context);
    }
    if (parts.speed) {
        go_on(style.px(4));
        draw_speed(context);
    }
    if (!parts.tick) return;
    go_on(style.px(16));
    draw_clock(context, parts.time);
}

float TransportBar::width(const Style& style, TransportParts parts) const {
    const float gap = style.px(4), buttons = 2 + (stops_ ? 1.0f : 0.0f) + (rewinds_ ? 1.0f : 0.0f);
    float width = (button_px(style) + gap) * buttons - gap + steps_px(style);
    if (parts.speed) width += gap + speed_width(style);
    if (!parts.tick) return width;
    const compat::FontScope font(style.mono);
    return width + style.px(16) + (parts.time ? widest_clock() : ImGui::CalcTextSize(widest_tick().c_str()).x);
}

/// The arrow at the button that steps: how many ticks, or to which one.
void TransportBar::draw_steps(const Context& context) {
    const Style& style = context.style;
    const std::string& why_not = context.transport.why_not;
    ImGui::BeginDisabled(!why_not.empty());
    const bool pressed =
        invisible_button("##steps", {steps_px(style), button_px(style)}, compat::button_reached_by_keys);
    ImGui::EndDisabled();
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    const ImU32 color = ImGui::IsItemHovered() ? style.theme->text : style.theme->quiet;
    draw_fold_arrow(*ImGui::GetWindowDrawList(), {std::floor((low.x + high.x) / 2), std::floor((low.y + high.y) / 2)},
                    style.px(8), true, color);
    tooltip(why_not.empty() ? std::string(tr("Step several ticks, or go to a tick")) : why_not);
    if (!pressed) return;
    std::vector<MenuItem> items;
    for (const std::uint64_t count : TickQuestion::offered)
        items.push_back({.label = phrase("Step {}", format_count(count, "tick")),
                         .action = count == question_.count() ? keys::step_ticks.id : std::string_view(),
                         .checked = count == question_.count(),
                         .run = [this, count](const Context&) { question_.step(count); }});
    const auto& offered = TickQuestion::offered;
    const bool other = std::find(offered.begin(), offered.end(), question_.count()) == offered.end();
    if (other)
        items.push_back({.label = phrase("Step {}", format_count(question_.count(), "tick")),
                         .action = keys::step_ticks.id,
                         .checked = true,
                         .run = [this](const Context&) { question_.step(question_.count()); }});
    items.push_back({.label = tr("Other number…"),
                     .hint = tr("Runs as many ticks as you say"),
                     .run = [this](const Context&) { question_.ask_for_count(); }});
    items.push_back({.label = tr("Go to tick…"),
                     .action = keys::go_to_tick.id,
                     .hint = tr("Back in recorded time, or runs until there"),
                     .begins_group = true,
                     .run = [this](const Context&) { question_.ask_for_tick(); }});
    request_menu(context, PanelAt{}, std::move(items), below_last_item());
}

void TransportBar::draw_speed(const Context& context) {
    const Style& style = context.style;
    const double speed = context.transport.speed;
    if (!context.transport.why_not.empty()) {
        // Nobody here knows how fast that program wants to be.
        button(measured_ ? format_speed(std::round(reached_speed_ * 100) / 100).c_str() : "1×",
               context.transport.why_not);
        return;
    }
    const bool flat_out = context.transport.flat_out;
    const bool open =
        begin_combo("##speed", flat_out ? std::string(tr("max")) : format_speed(speed), speed_width(style));
    if (!open) {
        std::string hint = owner_clock(context) != nullptr
                               ? tr("Speed: the program leaves out ticks of its own loop, to be slower")
                               : tr("Speed: how many times as fast as real time");
        const std::string slower = keys_text(context, keys::slower), faster = keys_text(context, keys::faster);
        if (!slower.empty() && !faster.empty()) hint += phrase(". {} halves it, {} doubles it", slower, faster);
        return tooltip(hint);
    }
    for (const double choice : speeds)
        if (choice <= most_speed(context) && selectable(format_speed(choice).c_str(), choice == speed && !flat_out))
            context.requests.push_back(TransportRequest{.kind = TransportRequest::Kind::SetSpeed, .speed = choice});
    if (owner_clock(context) == nullptr) {
        if (selectable(tr("max"), flat_out))
            context.requests.push_back(TransportRequest{.kind = TransportRequest::Kind::SetSpeed, .speed = 0});
        tooltip(tr("As fast as it goes"));
    }
    ImGui::EndCombo();
}

void TransportBar::measure_speed(const Context& context) {
    const std::uint64_t tick = context.world.tick();
    const double passed = context.time_secs - measured_from_secs_;
    const bool other_speed = std::exchange(measured_speed_, context.transport.speed) != context.transport.speed;
    const bool restart =
        !context.transport.playing || !was_playing_ || other_speed || tick < measured_from_tick_ || passed < 0;
    was_playing_ = context.transport.playing;
    if (!restart && passed < measured_over_secs) return;
    measured_ = !restart;
    if (measured_) {
        const double dt_secs = static_cast<double>(context.schedule.dt_secs);
        const auto ticks = static_cast<double>(tick - measured_from_tick_);
        reached_speed_ = ticks * dt_secs / passed;
        // Of few ticks a second, one more or less says nothing.
        constexpr double ticks_worth_saying = 2;
        falls_short_ = context.transport.speed * passed / dt_secs - ticks > ticks_worth_saying &&
                       reached_speed_ < context.transport.speed * slow_share;
    }
    measured_from_secs_ = context.time_secs;
    measured_from_tick_ = tick;
}

void TransportBar::draw_clock(const Context& context, bool with_time) {
    const Style& style = context.style;
    const std::uint64_t tick = context.world.tick();
    // A copy counts its updates where nobody says what tick its program is at.
    const bool copy = context.mirror != nullptr, updates = copy && owner_clock(context) == nullptr;
    const std::string ticks = phrase(updates ? tr("update {}") : tr("tick {}"), format_count(tick));
    const bool behind =
        context.transport.behind_secs > behind_worth_saying_secs && reached_speed_ < context.transport.speed * 0.98;
    // Where another program ticks, nobody here knows how fast it wants to be.
    const bool unknown = context.transport.flat_out || context.transport.until_tick || owner_clock(context) != nullptr;
    const bool slow = !unknown && context.transport.playing && measured_ &&
                      (behind || (falls_short_ && context.transport.why_not.empty()));
    const std::string reached = format_speed(std::round(reached_speed_ * 100) / 100);
    const std::string clock =
        slow ? phrase(" · runs at {}", reached)
             : " · " + format_clock(static_cast<double>(tick) * static_cast<double>(context.schedule.dt_secs));
    const compat::FontScope font(style.mono);
    const float line = ImGui::GetCursorPosY();
    ImGui::AlignTextToFramePadding();
    // Flush right in room for the widest, so that nothing moves when a number changes.
    const float there = ImGui::GetContentRegionAvail().x, both = ImGui::CalcTextSize((ticks + clock).c_str()).x;
    const bool fits = with_time && !copy && both <= there;  // else the tick stays whole, alone
    const float widest = with_time ? widest_clock() : ImGui::CalcTextSize(widest_tick().c_str()).x;
    const float room = std::min(widest, there) - (fits ? both : ImGui::CalcTextSize(ticks.c_str()).x);
    if (room > 0) ImGui::SetCursorPosX(std::floor(ImGui::GetCursorPosX() + room));
    colored_text(slow && !fits ? style.theme->warn : style.theme->text, ticks);
    if (updates)
        tooltip(tr("How often this copy was made equal to the world of the other program"));
    else
        explain(Term::Tick);
    if (!fits) return;
    ImGui::SameLine(0, 0);
    ImGui::SetCursorPosY(line);
    ImGui::AlignTextToFramePadding();
    colored_text(slow ? style.theme->warn : style.theme->quiet, clock);
    tooltip(slow ? phrase("Ticks take too long: {} is wanted, {} reached. The Systems panel shows what takes the time",
                          format_speed(context.transport.speed), reached)
                 : tr("Time of the simulation"));
}

}  // namespace panels
