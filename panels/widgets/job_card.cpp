#include "panels/widgets/job_card.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "ecs/base/patience.hpp"
#include "panels/base/job.hpp"
#include "panels/base/language.hpp"
#include "panels/base/main_area.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr double card_fade_secs = 0.2;
/// A job that is nearly done is shown a little later than others.
constexpr double long_job_secs = 0.4;
/// Of the bar's length, and once along it.
constexpr float moving_share = 0.25f;
constexpr double moving_secs = 1.6;

/// The part of the bar that is filled, from 0 to 1.
std::pair<float, float> filled_part(const Style& style, double age_secs, const JobCard::Facts& facts) {
    if (facts.known) return {0.0f, static_cast<float>(std::clamp(facts.fraction, 0.0, 1.0))};
    if (style.reduce_motion) return {0.0f, 0.0f};
    const double turn = std::fmod(age_secs, moving_secs) / moving_secs;
    const float middle = static_cast<float>(turn) * (1 + moving_share) - moving_share / 2;
    return {std::clamp(middle - moving_share / 2, 0.0f, 1.0f), std::clamp(middle + moving_share / 2, 0.0f, 1.0f)};
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

JobCard::Facts JobCard::facts_of(const Job& job, const ecs::Progress& progress, double elapsed_secs,
                                 std::size_t waiting) {
    Facts facts;
    facts.title = job.title;
    facts.consequence = job.consequence;
    if (waiting > 0)
        facts.consequence +=
            (facts.consequence.empty() ? "" : "; ") + format_count(waiting, "job waits for it", "jobs wait for it");
    facts.known = progress.total() > 0;
    facts.fraction = progress.fraction();
    const std::string doing = progress.doing();
    facts.doing = std::string(tr(std::string_view(doing)));
    facts.elapsed_secs = elapsed_secs;
    facts.cancelled = progress.cancelled();
    return facts;
}

bool JobCard::due(double elapsed_secs, double fraction) {
    const double expected = fraction > 0 ? elapsed_secs / fraction : long_job_secs;
    return elapsed_secs >= (expected < long_job_secs ? long_job_secs : ecs::patience_secs);
}

bool JobCard::draw(const Style& style, double now_secs, const char* name, ImVec2 lower_middle, const Facts& facts) {
    if (!shown()) since_secs_ = now_secs;
    const Theme& theme = *style.theme;
    const double age = now_secs - since_secs_;
    const auto opacity = static_cast<float>(style.reduce_motion ? 1 : std::clamp(age / card_fade_secs, 0.05, 1.0));

    const float screen = main_area().width(), gap = style.px(8);
    const float width = std::min(style.px(360), screen - gap * 2), mark = style.px(4);
    ImGui::SetNextWindowPos({std::floor(lower_middle.x + width / 2), lower_middle.y}, ImGuiCond_Always, {1, 1});
    ImGui::SetNextWindowSize({width, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, opacity);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {style.px(16), style.px(8)});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, theme.raised);
    ImGui::Begin(name, nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
    const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(low, {low.x + size.x, low.y + size.y});
    list.AddRectFilled(low, {low.x + mark, low.y + size.y}, faded(theme.bar, opacity));
    list.PopClipRect();

    const float room = width - style.px(16) * 2;
    const char* const label = facts.cancelled ? tr("Cancelling…") : tr("Cancel");
    const float button_width = ImGui::CalcTextSize(tr("Cancelling…")).x + style.px(16);
    ImGui::AlignTextToFramePadding();
    {
        const compat::FontScope bold(style.words_bold);
        clipped_text(facts.title, room - button_width - style.px(8));
    }
    ImGui::SameLine(style.px(16) + room - button_width);
    // The ground of the card is that of other buttons.
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1);
    ImGui::PushStyleColor(ImGuiCol_Button, theme.panel);
    const bool stop = button(label, facts.cancelled ? tr("It stops at the next safe place") : "",
                             phrase("Stops it; nothing is changed by that. {} does the same", name_of(Key::Escape)),
                             {button_width, 0});
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();

    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = style.px(6), round = height / 2, top = std::floor(at.y + style.px(4));
    const auto [from, to] = filled_part(style, age, facts);
    const float right = std::max(room * to, room * from + height);
    list.AddRectFilled({at.x, top}, {at.x + room, top + height}, faded(theme.line, opacity), round);
    list.AddRectFilled({at.x + room * from, top}, {at.x + std::min(right, room), top + height},
                       faded(theme.bar, opacity), round);
    ImGui::Dummy({room, style.px(12)});

    const std::string elapsed = format_elapsed(facts.elapsed_secs);
    const float elapsed_width = [&] {
        const compat::FontScope mono(style.mono);
        return ImGui::CalcTextSize(elapsed.c_str()).x;
    }();
    float indent = 0;
    if (facts.known) {
        char percent[16];
        std::snprintf(percent, sizeof percent, "%.0f %%", std::floor(facts.fraction * 100));
        mono_text(style, percent);
        indent = style.px(48);
        ImGui::SameLine(style.px(16) + indent);
    }
    clipped_text(theme.quiet, facts.doing.empty() ? " " : facts.doing, room - indent - elapsed_width - style.px(8));
    ImGui::SameLine(style.px(16) + room - elapsed_width);
    mono_text(style, elapsed, theme.quiet);
    if (!facts.consequence.empty()) wrapped_text(theme.quiet, facts.consequence);
    size_ = ImGui::GetWindowSize();
    ImGui::End();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(2);
    return stop;
}

}  // namespace panels
