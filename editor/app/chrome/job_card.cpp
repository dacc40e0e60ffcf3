#include "editor/app/chrome/job_card.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "editor/app/chrome/toasts.hpp"
#include "editor/base/language.hpp"
#include "panels/base/main_area.hpp"
#include "panels/widgets/widgets.hpp"

namespace editor {

namespace {

constexpr double fade_secs = 0.2;

std::string how_much(const JobCard::Facts& facts) {
    const double done = facts.fraction * static_cast<double>(facts.size);
    const auto whole = static_cast<std::uint64_t>(done);
    if (facts.size == 0) return {};
    if (facts.in_bytes) return phrase("{} of {}", panels::format_bytes(whole), panels::format_bytes(facts.size));
    return phrase("{} of {}", panels::format_count(whole), panels::format_count(facts.size, "entity", "entities"));
}

}  // namespace

std::string format_elapsed(double secs) {
    char text[32];
    const auto whole = static_cast<int>(secs);
    if (secs < 60)
        std::snprintf(text, sizeof text, "%.1f s", secs);
    else
        std::snprintf(text, sizeof text, "%d min %02d s", whole / 60, whole % 60);
    return text;
}

bool JobCard::draw(const panels::Style& style, double now_secs, ImVec2& lower_right, const Facts& facts) {
    if (!shown()) since_secs_ = now_secs;
    const panels::Theme& theme = *style.theme;
    const double age = now_secs - since_secs_;
    const auto opacity = static_cast<float>(style.reduce_motion ? 1 : std::clamp(age / fade_secs, 0.05, 1.0));

    const panels::Area screen = panels::main_area();
    const float gap = style.px(8);
    const float width = std::min(style.px(360), screen.width() - gap * 2), mark = style.px(4);
    const float right = std::floor(screen.middle().x + width / 2);
    const bool beside_messages = right + gap <= lower_right.x - style.px(Toasts::width);
    ImGui::SetNextWindowPos({right, lower_right.y}, ImGuiCond_Always, {1, 1});
    ImGui::SetNextWindowSize({width, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, opacity);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {style.px(16), style.px(8)});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, theme.raised);
    ImGui::Begin("##job", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
    const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(low, {low.x + size.x, low.y + size.y});
    list.AddRectFilled(low, {low.x + mark, low.y + size.y}, panels::faded(theme.bar, opacity));
    list.PopClipRect();

    const float room = width - style.px(16) * 2;
    const char* const label = facts.cancelled ? tr("Cancelling…") : tr("Cancel");
    const float button_width = ImGui::CalcTextSize(tr("Cancelling…")).x + style.px(16);
    ImGui::AlignTextToFramePadding();
    {
        const panels::compat::FontScope bold(style.words_bold);
        panels::clipped_text(facts.title, room - button_width - style.px(8));
    }
    ImGui::SameLine(style.px(16) + room - button_width);
    // The ground of the card is that of other buttons.
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1);
    ImGui::PushStyleColor(ImGuiCol_Button, theme.panel);
    const bool stop = panels::button(label, facts.cancelled ? tr("It stops at the next safe place") : "",
                                     phrase("Stops it; nothing is changed by that. {} does the same",
                                            std::string(panels::name_of(panels::Key::Escape))),
                                     {button_width, 0});
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();

    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = style.px(6), round = height / 2, top = std::floor(at.y + style.px(4));
    const float filled = std::max(room * static_cast<float>(facts.fraction), height);
    list.AddRectFilled({at.x, top}, {at.x + room, top + height}, panels::faded(theme.line, opacity), round);
    list.AddRectFilled({at.x, top}, {at.x + filled, top + height}, panels::faded(theme.bar, opacity), round);
    ImGui::Dummy({room, style.px(12)});

    const std::string elapsed = format_elapsed(facts.elapsed_secs);
    char percent[16];
    std::snprintf(percent, sizeof percent, "%.0f %%", std::floor(facts.fraction * 100));
    panels::mono_text(style, percent);
    ImGui::SameLine(style.px(16 + 48));
    panels::quiet_text(style, how_much(facts));
    {
        const panels::compat::FontScope mono(style.mono);
        ImGui::SameLine(style.px(16) + room - ImGui::CalcTextSize(elapsed.c_str()).x);
    }
    panels::mono_text(style, elapsed, theme.quiet);
    if (!facts.consequence.empty()) panels::wrapped_text(theme.quiet, facts.consequence);
    if (!beside_messages) lower_right.y -= ImGui::GetWindowHeight() + gap;
    ImGui::End();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(2);
    return stop;
}

}  // namespace editor
