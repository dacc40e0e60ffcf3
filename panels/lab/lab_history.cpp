#include "panels/lab/lab_history.hpp"

#include <algorithm>

#include "panels/base/language.hpp"
#include "panels/base/patterns.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

using namespace ecs::lab;

namespace {

/// The number of the step (from 0) to which an operation belongs; none of what was done when the storage was made.
std::optional<std::size_t> step_of(const ScenarioRun& run, std::size_t operation) {
    const auto& results = run.results();
    const auto behind =
        std::upper_bound(results.begin(), results.end(), operation,
                         [](std::size_t number, const StepResult& result) { return number < result.first_operation; });
    if (behind == results.begin()) return std::nullopt;
    return static_cast<std::size_t>(behind - results.begin()) - 1;
}

}  // namespace

const LabHistory::Row& LabHistory::row_of(const Trace& trace, std::size_t operation) {
    const auto [found, is_new] = rows_.try_emplace(operation);
    if (!is_new) return found->second;
    const Trace::Operation& of = trace.operations()[operation];
    Row& row = found->second;
    row.written = written_ranges(trace, of.begin, of.end);
    for (std::size_t i = of.begin; i < of.end; ++i) {
        const Event& event = trace.events()[i];
        if (event.kind == EventKind::Allocate) row.allocated.emplace_back(event.at, event.at + event.bytes);
        if (event.kind == EventKind::Free) row.freed.emplace_back(event.at, event.at + event.bytes);
    }
    return row;
}

void LabHistory::follow(const LabRuns& runs, StorageKind kind) {
    if (runs.revision == revision_ && kind == kind_) return;
    revision_ = runs.revision;
    kind_ = kind;
    rows_.clear();
    scrolled_to_.reset();
    end_ = first_address + line_bytes;
    for (const Event& event : runs.run(kind).trace()->events())
        if (event.kind == EventKind::Allocate) end_ = std::max(end_, event.at + event.bytes);
}

std::optional<ImVec2> LabHistory::place_of(std::size_t operation) const {
    for (const auto& [number, place] : drawn_)
        if (number == operation) return place;
    return std::nullopt;
}

std::optional<std::size_t> LabHistory::show(const Context& context, const LabRuns& runs, StorageKind kind,
                                            std::size_t shown) {
    const Style& style = context.style;
    follow(runs, kind);
    const ScenarioRun& run = runs.run(kind);
    const Trace& trace = *run.trace();
    const std::size_t count = trace.operations().size();
    drawn_.clear();
    std::optional<std::size_t> clicked;
    constexpr std::size_t max_rows = 7;
    const float height = style.px(7);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    ImGui::BeginChild("history", {0, height * static_cast<float>(std::min(count, max_rows))});
    if (scrolled_to_ != shown) {
        scrolled_to_ = shown;
        const float top = static_cast<float>(shown) * height, room = ImGui::GetWindowHeight();
        if (top < ImGui::GetScrollY() || top + height > ImGui::GetScrollY() + room)
            ImGui::SetScrollY(std::max(top + height - room, 0.0f));
    }
    const float width = ImGui::GetContentRegionAvail().x;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Theme& theme = *style.theme;
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(count), height);
    while (clipper.Step()) {
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const auto number = static_cast<std::size_t>(i);
            const Row& row = row_of(trace, number);
            ImGui::PushID(i);
            const ImVec2 at = ImGui::GetCursorScreenPos();
            if (invisible_button("##operation", {width, height})) clicked = number;
            const Area all{at, {at.x + width, at.y + height - style.px(1)}};
            drawn_.emplace_back(number, all.middle());
            const bool is_shown = number == shown, hovered = ImGui::IsItemHovered();
            list.AddRectFilled(all.low, all.high, theme.raised);
            if (is_shown || hovered)
                list.AddRectFilled(all.low, all.high, row_color(style.theme_name, row_state(is_shown, hovered)));
            const auto mark = [&](const ByteRanges& ranges, ImU32 color) {
                const auto x_of = [&](Address address) {
                    const auto from_start = static_cast<double>(std::min(address, end_) - first_address);
                    return at.x + width * static_cast<float>(from_start / static_cast<double>(end_ - first_address));
                };
                for (const auto& [begin, end] : ranges)
                    list.AddRectFilled({x_of(begin), all.low.y},
                                       {std::max(x_of(end), x_of(begin) + style.px(2)), all.high.y}, color);
            };
            mark(row.freed, faded(theme.error, 0.6f));
            mark(row.allocated, faded(theme.good, 0.5f));
            mark(row.written, theme.warn);
            if (ImGui::IsItemHovered()) {
                const auto step = step_of(run, number);
                tooltip(
                    phrase("{}: {}. {} written (yellow), {} allocated (green), {} freed (red)",
                           std::string(step ? phrase("step {}", format_count(*step + 1)) : tr("before the first step")),
                           trace.operations()[number].what, format_bytes(byte_count(row.written)),
                           format_bytes(byte_count(row.allocated)), format_bytes(byte_count(row.freed))));
            }
            ImGui::PopID();
        }
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
    return clicked;
}

}  // namespace panels
