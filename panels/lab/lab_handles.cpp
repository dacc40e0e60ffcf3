#include "panels/lab/lab_handles.hpp"

#include "ecs/lab/scenario/handle.hpp"
#include "panels/base/language.hpp"
#include "panels/lab/lab_storage_name.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

using namespace ecs::lab;

namespace {

ImU32 color_of(const Style& style, HandleVerdict::Kind kind) {
    if (kind == HandleVerdict::Kind::Stale) return style.theme->warn;
    return kind == HandleVerdict::Kind::Good ? style.theme->text : style.theme->quiet;
}

void clipped_cell(const Style& style, ImU32 color, std::string_view text) {
    ImGui::TableNextColumn();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetTextLineHeight();
    ImGui::Dummy({width, height});
    if (ImGui::CalcTextSize(text.data(), text.data() + text.size()).x > width) tooltip(text);
    draw_text_until(*ImGui::GetWindowDrawList(), at, at.x + width - style.px(6), color, text);
}

/// The cells behind the first that the list and the six verdicts share.
void verdict_cells(const Style& style, const Storage& storage, Handle handle, const HandleVerdict& verdict) {
    clipped_cell(style, style.theme->text, handle_text(storage, handle));
    clipped_cell(style, verdict.taken ? style.theme->text : style.theme->quiet, verdict.taken ? tr("yes") : tr("no"));
    clipped_cell(style, color_of(style, verdict.kind), verdict.text);
}

constexpr const char* bits_hint =
    tr_later("The 64 bits, the highest first. Behind > stands what the storage looks up with them");
constexpr const char* taken_hint = tr_later("Whether the storage takes it for the handle of a living entity");
constexpr const char* finds_hint = tr_later("Whose values a get through it finds, in truth");

void set_up_verdict_columns(const Style& style) {
    ImGui::TableSetupColumn(tr("What its bits mean"), ImGuiTableColumnFlags_WidthStretch, 1.0f);
    ImGui::TableSetupColumn(tr("Alive?"), ImGuiTableColumnFlags_WidthFixed, style.px(50));
    ImGui::TableSetupColumn(tr("What is found through it"), ImGuiTableColumnFlags_WidthStretch, 1.2f);
}

}  // namespace

void LabHandles::show_typed(const Context& context, const LabState& state) {
    const Style& style = context.style;
    const ScenarioRun& own = *state.runs()->runs[static_cast<std::size_t>(state.kind)];
    ImGui::AlignTextToFramePadding();
    quiet_text(style, tr("Try any handle"));
    ImGui::SameLine();
    ImGui::SetNextItemWidth(style.px(200));
    input_text("##handle", typed_, tr("like 3 or 0x100000002"));
    ImGui::SameLine();
    const std::optional<Handle> selected =
        state.selection.entity ? own.handle_of(*state.selection.entity) : std::nullopt;
    if (button(tr("Selected entity's"), selected ? "" : tr("Select an entity below that was created"),
               tr("The handle that the caller of this storage holds of the selected entity")) &&
        selected)
        typed_ = std::to_string(selected->bits);
    ImGui::SameLine();
    badge_beside_frame(style, Badge::Exact, tr("Asked of the storages themselves, which are not changed by it"));
    if (typed_.empty()) return;
    const std::optional<Handle> handle = handle_from(typed_);
    if (!handle) {
        wrapped_text(style.theme->error, tr("A handle is a whole number of at most 64 bits, in tens or as 0x…"));
        return;
    }
    static constexpr const char* hints[4] = {tr_later("Each of the six, at the same step"), bits_hint, taken_hint,
                                             finds_hint};
    if (!ImGui::BeginTable("verdicts", 4, list_table_flags & ~ImGuiTableFlags_ScrollY)) return;
    ImGui::TableSetupColumn(tr("Storage"), ImGuiTableColumnFlags_WidthFixed, style.px(180));
    set_up_verdict_columns(style);
    header_row(style, hints, 0);
    for (const auto& run : state.runs()->runs) {
        begin_row(style);
        storage_name(style, run->storage().kind(), ImGui::GetContentRegionAvail().x);
        verdict_cells(style, run->storage(), *handle, judge(*run, *handle));
    }
    ImGui::EndTable();
}

LabHandles::LabHandles()
    : LabView({.word = "handles",
               .label = tr_later("Handles"),
               .hint = tr_later("What each entity's handle means, and whose values it finds"),
               .of_one_storage = true}) {}

void LabHandles::show(const Context& context, LabState& state) {
    const Style& style = context.style;
    show_typed(context, state);
    const ScenarioRun& run = *state.runs()->runs[static_cast<std::size_t>(state.kind)];
    static constexpr const char* hints[5] = {tr_later("Click to select it in all six storages"),
                                             tr_later("What the caller was given, and still holds"), bits_hint,
                                             taken_hint, finds_hint};
    drawn_rows_ = 0;
    if (!ImGui::BeginTable("handles", 5, list_table_flags)) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn(tr("Entity"), ImGuiTableColumnFlags_WidthFixed, style.px(70));
    ImGui::TableSetupColumn(tr("Handle"), ImGuiTableColumnFlags_WidthFixed, style.px(92));
    set_up_verdict_columns(style);
    header_row(style, hints, 0);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(state.runs()->scenario->entities), row_height(style));
    while (clipper.Step()) {
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const auto number = static_cast<std::uint64_t>(i);
            ++drawn_rows_;
            begin_row(style);
            ImGui::PushID(i);
            const ImVec2 at = ImGui::GetCursorScreenPos();
            if (selectable("##entity", state.selection.entity == number, ImGuiSelectableFlags_SpanAllColumns))
                state.selection = {number, {}, {}};
            if (ImGui::IsItemHovered()) state.pointed = {number, {}, {}};
            draw_text_until(*ImGui::GetWindowDrawList(), at, at.x + style.px(66), style.theme->text,
                            run.scenario().entity_name(number));
            const std::optional<Handle> handle = run.handle_of(number);
            const std::optional<HandleVerdict> verdict = judge(run, number);
            if (handle && verdict) {
                clipped_cell(style, style.theme->text, std::to_string(handle->bits));
                verdict_cells(style, run.storage(), *handle, *verdict);
            } else {
                clipped_cell(style, style.theme->quiet, tr("none"));
                clipped_cell(style, style.theme->quiet, tr("was not created"));
            }
            ImGui::PopID();
        }
    }
    ImGui::EndTable();
}

}  // namespace panels
