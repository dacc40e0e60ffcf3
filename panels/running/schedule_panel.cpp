#include "panels/running/schedule_panel.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

#include "files/trace/chrome_trace.hpp"
#include "panels/base/format.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/base/tick_trace.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr std::array<std::string_view, 3> saved_view_names{"ticks", "graph", "matrix"};

MenuItem trace_item(const Context& context) {
    const ecs::TraceRecorder* const recorder = context.tick_trace == nullptr ? nullptr : context.tick_trace->recorder();
    const std::size_t count = recorder == nullptr ? 0 : recorder->size();
    return {.label = tr("Chrome trace (JSON)…"),
            .why_not = count == 0 ? tr("No tick was recorded yet. Let the world run while this view is shown") : "",
            .hint = tr("For Perfetto, chrome://tracing or Tracy: what ran when on which thread, with moves and memory"),
            .run = [](const Context& now) {
                if (now.tick_trace == nullptr || now.tick_trace->recorder() == nullptr) return;
                auto ticks = std::make_shared<const ecs::RecordedTicks>(now.tick_trace->recorder()->copy());
                now.requests.push_back(ExportTextRequest{
                    .name = "trace.json",
                    .consequence = phrase("It has {}, the last ones", format_count(ticks->ticks.size(), "tick")),
                    .make = [ticks](ecs::Progress& progress) {
                        return ecs::Result<std::string>(files::chrome_trace(*ticks, "chunkscope", &progress));
                    }});
            }};
}

}  // namespace

SchedulePanel::SchedulePanel()
    : Panel("schedule", tr_later("Schedule"), DockPlace::Bottom,
            tr_later("When systems run and why then: threads, stages, conflicts")) {}

std::string SchedulePanel::save_settings() const {
    return std::string(saved_view_names[static_cast<std::size_t>(view_)]);
}

void SchedulePanel::load_settings(std::string_view text) {
    for (std::size_t i = 0; i < saved_view_names.size(); ++i)
        if (text == saved_view_names[i]) view_ = static_cast<View>(i);
}

void SchedulePanel::show_part(std::string_view part) {
    load_settings(part);
    if (part == "check") {
        view_ = View::Matrix;
        check_all_ = true;
    }
}

std::vector<Panel::NamedPart> SchedulePanel::named_parts() const {
    return {{"ticks", tr("Show what ran on which thread"), tr("the systems of a tick as strips of time")},
            {"graph", tr("Show the stages of a tick"), tr("what waits for what, as a graph")},
            {"matrix", tr("Show which systems conflict"), tr("over which components, as a matrix")},
            {"check", tr("Check the order of all neighbours"), tr("whether it matters in the present tick")}};
}

void SchedulePanel::draw(const Context& context) {
    if (context.schedule.systems().empty()) {
        if (empty_state(context.style, tr("No systems"),
                        tr("When systems run, on which thread, and which of them must wait for others. This world has "
                           "no systems"),
                        tr("Show systems")))
            context.requests.push_back(ShowPanelRequest{"systems"});
        return;
    }
    if (model_.read(context.world, context.schedule)) {
        checks_.forget();
        graph_.forget();
        matrix_.forget();
    }
    if (std::exchange(check_all_, false)) check_neighbours(context);
    checks_.go_on(context);
    draw_views(context);
    switch (view_) {
        case View::Ticks:
            return strip_.draw(context);
        case View::Graph:
            return graph_.draw(context, model_, checks_);
        case View::Matrix:
            return matrix_.draw(context, model_, checks_);
    }
}

void SchedulePanel::draw_views(const Context& context) {
    const Style& style = context.style;
    if (choice(style, tr("Ticks"), view_ == View::Ticks, {}, tr("What ran when, on which thread"))) view_ = View::Ticks;
    ImGui::SameLine(0, style.px(4));
    if (choice(style, tr("Stages"), view_ == View::Graph, {},
               tr("What runs at the same time, and what waits for what")))
        view_ = View::Graph;
    ImGui::SameLine(0, style.px(4));
    if (choice(style, tr("Conflicts"), view_ == View::Matrix, {},
               tr("Which systems use the same components, and whether their order matters")))
        view_ = View::Matrix;
    if (view_ == View::Ticks) {
        ImGui::SameLine(0, style.px(12));
        strip_.draw_tools(context);
        if (button(tr("Export…"), {}, tr("The recorded ticks as a file")))
            request_menu(context, PanelAt{}, {trace_item(context)}, below_last_item());
        return;
    }
    same_line_if_fits(ImGui::CalcTextSize(tr("Check order")).x + 2 * ImGui::GetStyle().FramePadding.x, style.px(12));
    draw_checks(context);
}

/// The button that checks all neighbours; while it goes on, how far it is, and the button that ends it.
void SchedulePanel::draw_checks(const Context& context) {
    const Style& style = context.style;
    if (checks_.left() > 0) {
        const std::size_t done = checks_.asked_for() - checks_.left();
        if (button(tr("Cancel"), {}, tr("Checks no other pair. What was found out stays"))) checks_.cancel();
        ImGui::SameLine();
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float wide = std::floor(style.px(80)), high = std::floor(style.px(6));
        const float top = std::floor(at.y + (ImGui::GetFrameHeight() - high) / 2);
        const float share =
            static_cast<float>(done) / static_cast<float>(std::max<std::size_t>(checks_.asked_for(), 1));
        ImDrawList& list = *ImGui::GetWindowDrawList();
        list.AddRectFilled({at.x, top}, {at.x + wide, top + high}, style.theme->raised, style.px(2));
        list.AddRectFilled({at.x, top}, {at.x + std::floor(wide * share), top + high}, style.theme->bar, style.px(2));
        ImGui::Dummy({wide, ImGui::GetFrameHeight()});
        ImGui::SameLine();
        ImGui::AlignTextToFramePadding();
        return clipped_line(style.theme->quiet,
                            phrase("{} of {} checked", format_count(done), format_count(checks_.asked_for())));
    }
    const std::string why_not = context.schedule.within_tick() ? tr("A tick is halfway through; finish it first") : "";
    if (button(
            tr("Check order"), why_not,
            tr("Runs the present tick once more for each two neighbours, with the two swapped, and says what comes out "
               "different. The world stays as it is")))
        check_neighbours(context);
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    std::string words;
    if (checks_.known() > 0)
        words = phrase("Order matters for {} of {}", format_count(checks_.that_differ()),
                       format_count(checks_.known(), "pair"));
    clipped_line(style.theme->quiet, words);
}

void SchedulePanel::check_neighbours(const Context& context) {
    if (checks_.left() == 0) checks_.ask(ecs::swappable_neighbours(context.schedule));
}

}  // namespace panels
