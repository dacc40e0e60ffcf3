#include "panels/running/transport_bar.hpp"
#include "panels/widgets/little_room.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace panels {

namespace {

constexpr std::array<double, 7> speeds{0.1, 0.25, 0.5, 1, 2, 4, 8};
constexpr double measured_over_secs = 1;
constexpr double behind_worth_saying_secs = 0.05;

enum class Icon { Play, Pause, Step };

void draw_icon(ImDrawList& list, Icon icon, ImVec2 middle, float size, ImU32 color) {
    const float r = size / 2;
    const auto triangle = [&](float left, float right) {
        list.AddTriangleFilled({middle.x + left, middle.y - r}, {middle.x + right, middle.y},
                               {middle.x + left, middle.y + r}, color);
    };
    const auto bar = [&](float left, float width) {
        list.AddRectFilled({middle.x + left, middle.y - r}, {middle.x + left + width, middle.y + r}, color);
    };
    switch (icon) {
        case Icon::Play:
            triangle(-r * 0.7f, r);
            break;
        case Icon::Pause:
            bar(-r * 0.8f, r * 0.6f);
            bar(r * 0.2f, r * 0.6f);
            break;
        case Icon::Step:
            triangle(-r, r * 0.5f);
            bar(r * 0.6f, std::max(2.0f, r * 0.35f));
            break;
    }
}

bool icon_button(const char* id, const Style& style, Icon icon, std::string_view hint) {
    const float height = ImGui::GetFrameHeight();
    const bool pressed = ImGui::Button(id, {std::floor(height * 1.3f), height});
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    draw_icon(*ImGui::GetWindowDrawList(), icon, {std::floor((low.x + high.x) / 2), std::floor((low.y + high.y) / 2)},
              std::floor(style.px(10)), style.theme->text);
    tooltip(hint);
    return pressed;
}

}  // namespace

std::string format_speed(double speed) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g×", speed);
    return text;
}

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

void TransportBar::show(const Context& context, const std::function<void()>& tools) {
    const Style& style = context.style;
    const bool playing = context.transport.playing;
    measure_speed(context);
    if (icon_button("##play", style, playing ? Icon::Pause : Icon::Play, playing ? "Pause (Space)" : "Play (Space)"))
        context.requests.push_back(
            TransportRequest{.kind = playing ? TransportRequest::Kind::Pause : TransportRequest::Kind::Play});
    ImGui::SameLine(0, style.px(4));
    if (icon_button("##step", style, Icon::Step, playing ? "Pauses, then runs one tick (F10)" : "Step one tick (F10)"))
        context.requests.push_back(TransportRequest{.kind = TransportRequest::Kind::StepTick});
    same_line_if_fits(std::floor(style.px(76)), style.px(8));
    draw_speed(context);
    if (tools) tools();
    draw_status(context);
}

void TransportBar::draw_speed(const Context& context) {
    const Style& style = context.style;
    const double speed = context.transport.speed;
    const bool open = begin_combo("##speed", format_speed(speed), std::floor(style.px(76)));
    if (!open) return tooltip("Speed: how many times as fast as real time. [ halves it, ] doubles it");
    for (const double choice : speeds)
        if (selectable(format_speed(choice).c_str(), choice == speed))
            context.requests.push_back(TransportRequest{.kind = TransportRequest::Kind::SetSpeed, .speed = choice});
    ImGui::EndCombo();
}

void TransportBar::measure_speed(const Context& context) {
    const std::uint64_t tick = context.world.tick();
    const double passed = context.time_secs - measured_from_secs_;
    const bool restart = !context.transport.playing || !was_playing_ || tick < measured_from_tick_ || passed < 0;
    was_playing_ = context.transport.playing;
    if (!restart && passed < measured_over_secs) return;
    measured_ = !restart;
    if (measured_)
        reached_speed_ =
            static_cast<double>(tick - measured_from_tick_) * static_cast<double>(context.schedule.dt_secs) / passed;
    measured_from_secs_ = context.time_secs;
    measured_from_tick_ = tick;
}

void TransportBar::draw_status(const Context& context) {
    const Style& style = context.style;
    const ecs::World& world = context.world;
    const std::string entities = format_count(world.entity_count(), "entity", "entities");
    const std::string ticks = "tick " + format_count(world.tick());
    const std::string seconds =
        " · " + format_clock(static_cast<double>(world.tick()) * static_cast<double>(context.schedule.dt_secs));
    const bool slow = context.transport.playing && measured_ &&
                      context.transport.behind_secs > behind_worth_saying_secs &&
                      reached_speed_ < context.transport.speed * 0.98;
    const std::string lag = slow ? "slow: " + format_speed(std::round(reached_speed_ * 100) / 100) : std::string();

    const float gap = style.px(16);
    float ticks_width = 0, seconds_width = 0;
    {
        const compat::FontScope font(style.mono);
        ticks_width = ImGui::CalcTextSize(ticks.c_str()).x;
        seconds_width = ImGui::CalcTextSize(seconds.c_str()).x;
    }
    const auto width_of = [&](const std::string& text) {
        return text.empty() ? 0 : ImGui::CalcTextSize(text.c_str()).x + gap;
    };
    same_line_if_fits(ticks_width, gap);
    // Flush right. Without enough room, the least important parts are dropped first.
    float room = ImGui::GetContentRegionAvail().x - ticks_width;
    const bool show_seconds = room >= seconds_width;
    if (show_seconds) room -= seconds_width;
    const bool show_lag = !lag.empty() && room >= width_of(lag);
    if (show_lag) room -= width_of(lag);
    const bool show_entities = room >= width_of(entities);
    if (show_entities) room -= width_of(entities);
    if (room > 0) ImGui::SetCursorPosX(std::floor(ImGui::GetCursorPosX() + room));
    ImGui::AlignTextToFramePadding();
    if (show_lag) {
        colored_text(style.theme->warn, lag);
        tooltip("Ticks take too long: " + format_speed(context.transport.speed) + " is wanted, " +
                format_speed(std::round(reached_speed_ * 100) / 100) +
                " reached. The Systems panel shows what takes the time");
        ImGui::SameLine(0, gap);
        ImGui::AlignTextToFramePadding();
    }
    if (show_entities) {
        quiet_text(style, entities);
        explain(Term::Entity);
        ImGui::SameLine(0, gap);
        ImGui::AlignTextToFramePadding();
    }
    {
        const compat::FontScope font(style.mono);
        clipped_line(style.theme->text, show_seconds ? ticks + seconds : ticks);
    }
    explain(Term::Tick);
}

}  // namespace panels
