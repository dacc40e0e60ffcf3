#include "panels/chunk_bytes/table_to_bytes_player.hpp"

#include <algorithm>
#include <cmath>

#include "panels/base/language.hpp"
#include "panels/chunk_bytes/table_to_bytes.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr double secs_a_step = 1.6;

}  // namespace

void TableToBytesPlayer::go_to(const Style& style, float goal) {
    goal_ = std::clamp(goal, TableToBytes::table, TableToBytes::bytes);
    if (style.reduce_motion) t_ = goal_;
}

void TableToBytesPlayer::advance(const Context& context) {
    const double passed = std::clamp(context.time_secs - time_secs_, 0.0, 0.1);
    time_secs_ = context.time_secs;
    const auto way = static_cast<float>(passed / secs_a_step);
    t_ = t_ < goal_ ? std::min(t_ + way, goal_) : std::max(t_ - way, goal_);
    if (moving() && context.stay_awake) *context.stay_awake = true;
}

void TableToBytesPlayer::show(const Context& context) {
    advance(context);
    const Style& style = context.style;
    const float gap = style.px(4);
    const bool at_start = t_ <= TableToBytes::table && !moving(), at_end = t_ >= TableToBytes::bytes && !moving();
    if (button(tr("Step back"), at_start ? tr("This is the table, where it starts") : "",
               tr("One step towards the table")))
        go_to(style, std::ceil(t_) - 1);
    ImGui::SameLine(0, gap);
    if (moving()) {
        if (button(tr("Pause"), {}, tr("Stops where it is"), {style.px(56), 0})) goal_ = t_;
    } else if (button(tr("Play"), {}, at_end ? tr("Back to the table") : tr("To the bytes"), {style.px(56), 0})) {
        go_to(style, at_end ? TableToBytes::table : TableToBytes::bytes);
    }
    ImGui::SameLine(0, gap);
    if (button(tr("Step on"), at_end ? tr("These are the bytes, where it ends") : "", tr("One step towards the bytes")))
        go_to(style, std::floor(t_) + 1);
    ImGui::SameLine(0, gap);
    ImGui::SetNextItemWidth(style.px(120));
    if (ImGui::SliderFloat("##t", &t_, TableToBytes::table, TableToBytes::bytes, "")) goal_ = t_;
    tooltip(tr("Drag it to any moment of the animation, forwards or backwards"));
    ImGui::SameLine(0, gap);
    ImGui::AlignTextToFramePadding();
    const ImVec2 word = ImGui::GetCursorPos();
    quiet_text(style, t_ < 0.5f ? tr("table") : t_ < 1.5f ? tr("columns") : tr("bytes"));
    ImGui::SameLine(word.x + ImGui::CalcTextSize(tr("columns")).x, style.px(8));
    ImGui::SetCursorPosY(word.y);
}

}  // namespace panels
