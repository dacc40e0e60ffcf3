#include "panels/base/panel.hpp"

#include <algorithm>
#include <chrono>

#include "ecs/mirror/mirror.hpp"
#include "figures/drawing/type_names.hpp"
#include "panels/base/language.hpp"
#include "panels/base/tooltip.hpp"

namespace panels {

namespace {

/// One line that says why nothing comes from the owner any more.
void draw_lost(const Context& context) {
    const std::string text =
        phrase("{} says nothing any more: {}", context.mirror->owner().name(), context.mirror->lost());
    ImGui::PushStyleColor(ImGuiCol_Text, context.style.theme->warn);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopStyleColor();
    if (const Tooltip shown; shown) {
        ImGui::TextUnformatted(text.c_str());
        ImGui::TextUnformatted(tr("What is shown here is what came last"));
    }
}

}  // namespace

void Panel::show(const Context& context) {
    const auto start = std::chrono::steady_clock::now();
    figures::tell_names_apart(context.world.types());
    // What came last stays readable, but looks as old as it is.
    const bool lost = context.mirror != nullptr && !context.mirror->lost().empty();
    if (lost) {
        if (!context.tells_lost) draw_lost(context);
        ImGui::PushStyleVar(ImGuiStyleVar_Alpha, ImGui::GetStyle().Alpha * 0.6f);
    }
    draw(context);
    if (lost) ImGui::PopStyleVar();
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;

    ++times_shown_;
    last_cost_us_ = took.count();
    constexpr double smoothing_secs = 0.5;
    const double frame_secs = static_cast<double>(ImGui::GetIO().DeltaTime);
    const double share = mean_cost_us_ == 0 ? 1.0 : std::clamp(frame_secs / smoothing_secs, 0.0, 1.0);
    mean_cost_us_ += (last_cost_us_ - mean_cost_us_) * share;
}

}  // namespace panels
