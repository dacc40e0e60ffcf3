#include "panels/lab/lab_lines.hpp"

#include <algorithm>

#include "panels/base/language.hpp"
#include "panels/base/patterns.hpp"
#include "panels/lab/lab_empty.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

using namespace ecs::lab;

void show_lab_lines(const Context& context, LabState& state) {
    const Style& style = context.style;
    const LabRuns& runs = *state.runs();
    const StorageKind kind = state.kind;
    const ScenarioRun& run = runs.run(kind);
    const StepResult* query = run.last_query();
    if (query == nullptr) {
        empty_until_next_step(
            style, state, tr("No query was run yet"),
            tr("It shows the cache lines of a query: go on to a step that visits entities, or choose a scenario that "
               "has one"));
        return;
    }
    const std::vector<BlockLines>& blocks = runs.line_sums[static_cast<std::size_t>(kind)];
    std::uint64_t lines = 0, most = 1;
    for (const BlockLines& block : blocks) {
        lines += block.lines;
        most = std::max(most, block.bytes());
    }
    const std::uint64_t useful = query->useful_bytes_once();
    const auto step = static_cast<std::size_t>(query - run.results().data());
    const std::string which = phrase("Step {}, {}: ", format_count(step + 1), run.scenario().steps[step].text);
    wrapped_text(style.theme->text, phrase("{}{} touched for {} of values; laid one after another they would fill {}.",
                                           which, format_count(lines, "cache line"), format_bytes_exact(useful),
                                           format_count(ideal_lines(useful))));
    badge(style, Badge::Exact, tr("From the trace: each line once, and only those of the storage's own memory"));
    constexpr int columns = 4;
    static constexpr const char* hints[columns] = {
        tr_later("Which memory the lines belong to"), tr_later("Lines of 64 bytes, each counted once"),
        tr_later("Bytes of them that were read or written"), tr_later("Read, written, and fetched for nothing")};
    if (!ImGui::BeginTable("lines", columns, list_table_flags)) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn(tr("Memory"), ImGuiTableColumnFlags_WidthFixed,
                            std::min(style.px(220), ImGui::GetContentRegionAvail().x * 0.35f));
    ImGui::TableSetupColumn(tr("Lines"), ImGuiTableColumnFlags_WidthFixed, style.px(60));
    ImGui::TableSetupColumn(tr("Used"), ImGuiTableColumnFlags_WidthFixed, style.px(48));
    ImGui::TableSetupColumn(tr("Bytes of the lines"), ImGuiTableColumnFlags_WidthStretch);
    header_row(style, hints, 0b0110);
    for (const BlockLines& use : blocks) {
        begin_row(style);
        clipped_text(use.block, ImGui::GetContentRegionAvail().x);
        ImGui::TableNextColumn();
        number_text(style, format_count(use.lines));
        ImGui::TableNextColumn();
        number_text(style,
                    format_percent(static_cast<double>(use.read + use.written) / static_cast<double>(use.bytes())));
        ImGui::TableNextColumn();
        ImVec2 at = ImGui::GetCursorScreenPos();
        const float width = ImGui::GetContentRegionAvail().x, height = style.px(14);
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const auto part = [&](std::uint64_t bytes, ImU32 color, bool dotted) {
            const float to = at.x + width * static_cast<float>(static_cast<double>(bytes) / static_cast<double>(most));
            const Area area{{at.x, at.y + style.px(3)}, {to, at.y + style.px(3) + height}};
            list.AddRectFilled(area.low, area.high, color);
            if (dotted) dots(list, area, style.theme->quiet, style.px(5));
            at.x = to;
        };
        part(use.read, style.theme->bar, false);
        part(use.written, style.theme->warn, false);
        part(use.unused(), style.theme->raised, true);
    }
    ImGui::EndTable();
}

}  // namespace panels
