#include "panels/running/schedule_graph.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "panels/base/format.hpp"
#include "panels/base/language.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/stops/system_mark.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr double critical_secs_between = 0.5;
constexpr std::size_t no_node = static_cast<std::size_t>(-1);

struct Measures {
    float width, height, gap_x, gap_y, head;
    explicit Measures(const Style& style, const ScheduleModel& model)
        : width(0),
          height(std::floor(style.px(24))),
          gap_x(std::floor(style.px(28))),
          gap_y(std::floor(style.px(8))),
          head(std::floor(style.px(24))) {
        for (const ScheduleModel::Node& node : model.nodes())
            width = std::max(width, ImGui::CalcTextSize(node.name.c_str()).x);
        width = std::floor(std::clamp(width + style.px(16), style.px(88), style.px(160)));
    }
};

std::string micros(double secs) {
    return secs >= 1e-3 ? figures::format_millis(secs * 1e3) : figures::format_micros(secs * 1e6);
}

void draw_edge(ImDrawList& list, ImVec2 from, ImVec2 to, ImU32 color, float thickness) {
    const float bend = std::max(12.0f, std::abs(to.x - from.x) / 2);
    list.AddBezierCubic(from, {from.x + bend, from.y}, {to.x - bend, to.y}, to, color, thickness);
    list.AddTriangleFilled({to.x, to.y}, {to.x - 5, to.y - 3}, {to.x - 5, to.y + 3}, color);
}

}  // namespace

void ScheduleGraph::find_critical(const Context& context, const ScheduleModel& model) {
    if (critical_at_secs_ >= 0 && context.time_secs < critical_at_secs_ + critical_secs_between &&
        context.time_secs >= critical_at_secs_) {
        if (critical_calls_ != context.schedule.total_calls() && context.stay_awake != nullptr)
            *context.stay_awake = true;
        return;
    }
    critical_at_secs_ = context.time_secs;
    critical_calls_ = context.schedule.total_calls();
    critical_.assign(model.nodes().size(), false);
    critical_secs_ = all_secs_ = 0;
    const auto systems = context.schedule.systems();
    for (const std::size_t each : critical_path(model, context.schedule)) {
        critical_[each] = true;
        critical_secs_ += systems[each]->stats.mean_secs();
    }
    for (const ecs::System* system : systems)
        if (system->enabled) all_secs_ += system->stats.mean_secs();
}

void ScheduleGraph::draw(const Context& context, const ScheduleModel& model, const OrderChecks& checks) {
    find_critical(context, model);
    const Style& style = context.style;
    const Measures sizes(style, model);
    const auto& nodes = model.nodes();
    const auto& stages = model.stages();
    std::size_t off = 0, deepest = 1;
    for (const ScheduleModel::Node& node : nodes) off += node.enabled ? 0 : 1;
    for (const ScheduleModel::Stage& stage : stages) deepest = std::max(deepest, stage.count);
    const std::string counts =
        phrase("{} in {}", format_count(nodes.size() - off, "system"), format_count(stages.size(), "stage"));
    std::string words = counts, shorter = counts;
    if (all_secs_ > 0) {
        words +=
            phrase(" · {} one after the other, at least {} on many threads", micros(all_secs_), micros(critical_secs_));
        shorter += phrase(" · {} in a row, {} at least", micros(all_secs_), micros(critical_secs_));
    }
    clipped_line(style.theme->quiet, first_that_fits({words, shorter}, ImGui::GetContentRegionAvail().x));
    tooltip(words +
            tr("\nThe longest system of each stage is marked: only shorter ones of these make the tick shorter"));

    if (!compat::begin_child("graph", {0, 0}, false, ImGuiWindowFlags_HorizontalScrollbar)) return ImGui::EndChild();
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    const float step = sizes.width + sizes.gap_x, line = sizes.height + sizes.gap_y;
    const std::size_t columns = stages.size() + (off > 0 ? 1 : 0);
    const float rows = static_cast<float>(std::max(deepest, off));
    ImGui::Dummy({static_cast<float>(columns) * step + style.px(8), sizes.head + rows * line});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 clip_low = list.GetClipRectMin(), clip_high = list.GetClipRectMax();
    std::vector<ImVec2> places(nodes.size());
    std::size_t off_row = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const bool on = nodes[i].enabled;
        const std::size_t column = on ? nodes[i].stage : stages.size();
        const std::size_t row = on ? nodes[i].row : off_row++;
        places[i] = {origin.x + style.px(4) + static_cast<float>(column) * step,
                     origin.y + sizes.head + static_cast<float>(row) * line};
    }
    // Phases and stages above.
    for (std::size_t stage = 0; stage < columns; ++stage) {
        const float x = origin.x + style.px(4) + static_cast<float>(stage) * step;
        if (x > clip_high.x || x + step < clip_low.x) continue;
        const bool off_column = stage == stages.size();
        const bool begins = off_column || stage == 0 || stages[stage].phase != stages[stage - 1].phase;
        if (begins && stage > 0) {
            const float between = std::floor(x - sizes.gap_x / 2);
            list.AddLine({between, clip_low.y}, {between, clip_high.y}, style.theme->edge);
        }
        const std::string number = off_column ? std::string() : std::to_string(stage + 1);
        const std::string label = off_column ? std::string(tr("Switched off"))
                                  : begins   ? number + " · " + name_for_people(stages[stage].phase)
                                             : number;
        draw_text_until(list, {x, origin.y + style.px(2)}, x + sizes.width + sizes.gap_x - style.px(4),
                        style.theme->quiet, label);
    }
    const ImVec2 mouse = ImGui::GetMousePos();
    const bool over = ImGui::IsWindowHovered();
    std::size_t hovered = no_node;
    for (std::size_t i = 0; i < nodes.size() && over; ++i)
        if (mouse.x >= places[i].x && mouse.x < places[i].x + sizes.width && mouse.y >= places[i].y &&
            mouse.y < places[i].y + sizes.height)
            hovered = i;
    for (const SystemEdge& edge : model.edges()) {
        const bool marked = hovered != no_node && (edge.from == hovered || edge.to == hovered);
        if (!nodes[edge.from].enabled || !nodes[edge.to].enabled) continue;
        const ImVec2 from{places[edge.from].x + sizes.width, places[edge.from].y + sizes.height / 2};
        const ImVec2 to{places[edge.to].x, places[edge.to].y + sizes.height / 2};
        if (std::max(from.x, to.x) < clip_low.x || std::min(from.x, to.x) > clip_high.x) continue;
        const ecs::OrderEffect* const effect = checks.of(nodes[edge.from].name, nodes[edge.to].name);
        const bool matters = effect != nullptr && effect->verdict == ecs::OrderEffect::Verdict::Differs;
        const ImU32 color = matters      ? style.theme->warn
                            : marked     ? style.theme->text
                            : edge.asked ? style.theme->quiet
                                         : style.theme->edge;
        draw_edge(list, from, to, color, marked || edge.asked ? 1.5f : 1.0f);
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const ImVec2 low = places[i], high{low.x + sizes.width, low.y + sizes.height};
        if (high.x < clip_low.x || low.x > clip_high.x || high.y < clip_low.y || low.y > clip_high.y) continue;
        const bool critical = i < critical_.size() && critical_[i] && nodes[i].enabled;
        const bool pointed = i == hovered || context.selection.hovered_system == nodes[i].name;
        list.AddRectFilled(low, high, pointed ? style.theme->hover : style.theme->raised, style.px(3));
        compat::add_rect(list, low, high, critical ? style.theme->text : style.theme->line, style.px(3));
        if (critical) list.AddRectFilled(low, {low.x + style.px(3), high.y}, style.theme->text, style.px(2));
        const SystemMark mark = mark_of(context, nodes[i].name);
        const float marked_px =
            draw_system_mark(list, style, {low.x + style.px(8), std::floor((low.y + high.y) / 2)}, mark);
        draw_text_until(
            list,
            {low.x + style.px(8) + marked_px, std::floor(low.y + (sizes.height - ImGui::GetTextLineHeight()) / 2)},
            high.x - style.px(4), nodes[i].enabled ? style.theme->text : style.theme->quiet, nodes[i].name);
    }
    if (hovered != no_node) {
        const ecs::System& system = *context.schedule.systems()[hovered];
        point_at(context, SystemAt{nodes[hovered].name});
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Left))
            context.requests.push_back(ShowPanelRequest{"systems", nodes[hovered].name});
        if (ImGui::IsMouseReleased(ImGuiMouseButton_Right)) request_menu(context, SystemAt{nodes[hovered].name});
        std::string hint = nodes[hovered].name + words_of(context, mark_of(context, nodes[hovered].name));
        if (system.stats.runs > 0) hint += "\n" + phrase("{} in the mean", micros(system.stats.mean_secs()));
        if (!nodes[hovered].enabled) hint += tr("\nSwitched off: it does not run");
        if (nodes[hovered].enabled && !nodes[hovered].parallel)
            hint += tr("\nRuns alone: it does not declare that others may run at the same time");
        for (const SystemEdge& edge : model.edges())
            if (edge.to == hovered)
                hint += "\n" + (edge.asked ? phrase("Asked to run after {}", nodes[edge.from].name)
                                           : phrase("Waits for {}: they conflict", nodes[edge.from].name));
        const ImVec2 low = places[hovered];
        tooltip_over({low, {low.x + sizes.width, low.y + sizes.height}}, hint);
    }
    if (over && ImGui::IsMouseDragging(ImGuiMouseButton_Middle)) {
        ImGui::SetScrollX(ImGui::GetScrollX() - ImGui::GetIO().MouseDelta.x);
        ImGui::SetScrollY(ImGui::GetScrollY() - ImGui::GetIO().MouseDelta.y);
    }
    ImGui::EndChild();
}

}  // namespace panels
