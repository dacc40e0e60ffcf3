#include "panels/doctor_panel.hpp"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cmath>

#include "panels/archetype_widgets.hpp"
#include "panels/export_menu.hpp"

namespace panels {

namespace {

constexpr double shortest_pause_secs = 0.5;
/// Looking may take this share of the time, however many archetypes there are.
constexpr double pause_per_cost = 50;
/// From then on a remedy that did nothing was refused, and a toast said why.
constexpr double answer_within_secs = 1;
constexpr std::size_t archetypes_on_card = 4;

/// The least that stands between the edges of a card and what is in it.
float card_padding(const Style& style) { return style.px(8); }

std::string change_text(std::uint64_t before, std::uint64_t after) {
    if (before == after) return format_bytes(before) + ", as before";
    return format_bytes(before) + " \xe2\x86\x92 " + format_bytes(after) + ", " +
           (after < before ? format_bytes(before - after) + " less" : format_bytes(after - before) + " more");
}

std::string change_of_count(std::uint64_t before, std::uint64_t after) {
    return format_count(before) + (before == after ? std::string() : " \xe2\x86\x92 " + format_count(after));
}

/// On as many lines as it needs up to the wrap position that is set, which wrapped_text() would replace.
void card_text(ImU32 color, const std::string& text) {
    ImGui::PushStyleColor(ImGuiCol_Text, color);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopStyleColor();
}

std::string within_sentence(std::string_view title) {
    std::string text(title);
    text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
    return text;
}

}  // namespace

DoctorPanel::DoctorPanel() : Panel("Doctor", Place::Bottom, "What fragments the memory, and what mends it") {}

DoctorPanel::Memory DoctorPanel::memory_of(const ecs::World& world) {
    Memory memory{world.blocks().bytes_in_use(), world.blocks().bytes_reserved(), 0, 0};
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        memory.archetypes += world.archetype(id).chunk_count() > 0;
        memory.chunks += world.archetype(id).chunk_count();
    }
    return memory;
}

void DoctorPanel::examine(const Context& context) {
    const ecs::World& world = context.world;
    if (examined_ != &world) look_now_ = true;
    const bool changed = version_seen_ != world.structure_version();
    if (!look_now_ && (!changed || context.time_secs < next_look_secs_)) return;
    const auto start = std::chrono::steady_clock::now();
    findings_ = ecs::diagnose(world, context.schedule);
    const std::chrono::duration<double> cost = std::chrono::steady_clock::now() - start;
    examined_ = &world;
    version_seen_ = world.structure_version();
    next_look_secs_ = context.time_secs + std::max(shortest_pause_secs, pause_per_cost * cost.count());
    look_now_ = false;
}

void DoctorPanel::follow_trial(const Context& context) {
    if (!trial_ || !trial_->waiting()) return;
    if (context.world.structure_version() != trial_->version_asked) {
        (trial_->undoing ? trial_->undone : trial_->after) = memory_of(context.world);
        look_now_ = true;
    } else if (context.waiting.empty() && context.time_secs > trial_->asked_secs + answer_within_secs) {
        if (trial_->undoing)
            trial_->undoing = false;
        else
            trial_.reset();
    }
}

void DoctorPanel::draw(const Context& context) {
    follow_trial(context);
    examine(context);
    draw_summary(context);
    if (compat::begin_child("findings", {0, 0})) {
        if (trial_) draw_trial(context);
        if (findings_.empty()) draw_healthy(context);
        for (std::size_t i = 0; i < findings_.size(); ++i) {
            ImGui::PushID(static_cast<int>(findings_[i].shape));
            ImGui::PushID(static_cast<int>(i));
            draw_card(context, findings_[i]);
            ImGui::PopID();
            ImGui::PopID();
        }
    }
    ImGui::EndChild();
}

void DoctorPanel::draw_summary(const Context& context) const {
    const Style& style = context.style;
    const figures::FigureRequest figure{figures::View::Doctor};
    export_menu(context, {&figure, 1});
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    if (findings_.empty()) {
        colored_text(style.theme->good, "Nothing to mend");
    } else {
        std::uint64_t wasted = 0;
        for (const ecs::Finding& finding : findings_) wasted += finding.wasted_bytes;
        colored_text(style.theme->text,
                     format_count(findings_.size(), "finding") + ", " + format_bytes(wasted) + " wasted");
        tooltip(format_bytes_exact(wasted));
    }
    ImGui::SameLine();
    badge(style, Badge::Exact, "Counted from the layout of the chunks, the entity index and the slabs of the pool");
    ImGui::SameLine();
    quiet_text(style, "of " + format_bytes(context.world.blocks().bytes_reserved()) + " in slabs, for " +
                          format_count(context.world.entity_count(), "entity", "entities"));
}

void DoctorPanel::draw_healthy(const Context& context) const {
    const Style& style = context.style;
    ImGui::Dummy({0, style.px(4)});
    wrapped_text(style.theme->text,
                 "None of the shapes in which memory fragments wastes as much as a page (4 KiB) here");
    ImGui::Dummy({0, style.px(4)});
    const float column = style.px(220);
    const int columns = std::clamp(static_cast<int>(ImGui::GetContentRegionAvail().x / column), 1, 3);
    for (std::size_t i = 0; i < ecs::shape_count; ++i) {
        const auto shape = static_cast<ecs::Shape>(i);
        const int place = static_cast<int>(i) % columns;
        if (place > 0) ImGui::SameLine(column * static_cast<float>(place));
        quiet_text(style, "No " + within_sentence(ecs::title_of(shape)));
        tooltip(ecs::explanation_of(shape));
    }
    ImGui::Dummy({0, style.px(4)});
    wrapped_text(style.theme->quiet_text, "To see them all: open the scene \"fragments\", which has one case of each");
}

void DoctorPanel::draw_trial(const Context& context) {
    const Style& style = context.style;
    Trial& trial = *trial_;
    const float padding = card_padding(style);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    list.ChannelsSplit(2);
    list.ChannelsSetCurrent(1);
    ImGui::SetCursorScreenPos({low.x + padding, low.y + padding});
    ImGui::BeginGroup();
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width - 2 * padding);
    if (!trial.after) {
        quiet_text(style, trial.title + ": waits to be carried out");
    } else {
        const bool back = trial.undone.has_value();
        const Memory& from = back ? *trial.after : trial.before;
        const Memory& to = back ? *trial.undone : *trial.after;
        colored_text(back ? style.theme->quiet_text : style.theme->good,
                     trial.title + (back ? ": taken back" : ": done"));
        ImGui::SameLine();
        badge(style, Badge::Exact,
              "Counted by the pool before and after. What systems did in between is in it, when they run");
        if (!back) {
            ImGui::SameLine();
            if (ImGui::SmallButton("Undo")) {
                trial.undoing = true;
                trial.version_asked = context.world.structure_version();
                trial.asked_secs = context.time_secs;
                context.requests.push_back(HistoryRequest{.undo = true});
            }
            tooltip("Takes back the last change in the history");
        }
        ImGui::SameLine();
        if (ImGui::SmallButton("Close")) trial_.reset();
        card_text(style.theme->text, "Chunks " + change_text(from.in_use_bytes, to.in_use_bytes) + "   Slabs " +
                                         change_text(from.reserved_bytes, to.reserved_bytes) +
                                         "   Archetypes with memory " +
                                         change_of_count(from.archetypes, to.archetypes) + "   Chunks in number " +
                                         change_of_count(from.chunks, to.chunks));
    }
    ImGui::PopTextWrapPos();
    ImGui::EndGroup();
    const float bottom = ImGui::GetItemRectMax().y + padding;
    list.ChannelsSetCurrent(0);
    list.AddRectFilled(low, {low.x + width, bottom}, faded(style.theme->good, 0.12f), style.px(4));
    list.ChannelsMerge();
    ImGui::SetCursorScreenPos({low.x, bottom + style.px(4)});
    ImGui::Dummy({0, 0});
}

void DoctorPanel::draw_card(const Context& context, const ecs::Finding& finding) {
    const Style& style = context.style;
    const float padding = card_padding(style);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, right = low.x + width - padding;
    list.ChannelsSplit(2);
    list.ChannelsSetCurrent(1);
    ImGui::SetCursorScreenPos({low.x + padding, low.y + padding});
    ImGui::BeginGroup();
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width - 2 * padding);

    ImGui::AlignTextToFramePadding();
    {
        const compat::FontScope bold(style.words_bold);
        colored_text(style.theme->text, ecs::title_of(finding.shape));
    }
    tooltip(ecs::explanation_of(finding.shape));
    ImGui::SameLine();
    quiet_text(style, ecs::name_of(finding.confidence));
    tooltip(finding.confidence == ecs::Confidence::Now ? "It follows from what is stored now"
                                                       : "The waste is certain; the cause is the likely one");
    const std::string wasted = format_bytes(finding.wasted_bytes) + " wasted";
    const char* try_it = "Try";
    const float button_width = ImGui::CalcTextSize(try_it).x + 2 * ImGui::GetStyle().FramePadding.x;
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    ImGui::SameLine();
    ImGui::SetCursorScreenPos(
        {std::max(ImGui::GetCursorScreenPos().x, right - button_width - gap - ImGui::CalcTextSize(wasted.c_str()).x),
         ImGui::GetCursorScreenPos().y});
    colored_text(style.theme->warning, wasted);
    tooltip(format_bytes_exact(finding.wasted_bytes));
    ImGui::SameLine();
    const bool busy = trial_ && trial_->waiting();
    const char* why_not = !finding.mendable() ? "No edit mends this and keeps every id and value: it is up to a person"
                          : busy              ? "Another remedy waits to be carried out"
                                              : "";
    if (button(try_it, why_not, "Carries the remedy out, as a step that can be undone")) {
        trial_ = Trial{.title = std::string(ecs::title_of(finding.shape)),
                       .before = memory_of(context.world),
                       .after = {},
                       .undone = {},
                       .version_asked = context.world.structure_version(),
                       .asked_secs = context.time_secs};
        context.requests.push_back(
            EditRequest{.label = "Mend: " + trial_->title, .edits = finding.edits, .ends_gesture = true});
    }

    card_text(style.theme->text, finding.cause);
    card_text(style.theme->quiet_text, finding.remedy);
    ImGui::PopTextWrapPos();
    draw_archetypes(context, finding, right);
    ImGui::EndGroup();
    const float bottom = ImGui::GetItemRectMax().y + padding;
    list.ChannelsSetCurrent(0);
    compat::add_rect(list, low, {low.x + width, bottom}, style.theme->line, style.px(4));
    list.ChannelsMerge();
    ImGui::SetCursorScreenPos({low.x, bottom + style.px(4)});
    ImGui::Dummy({0, 0});
}

void DoctorPanel::draw_archetypes(const Context& context, const ecs::Finding& finding, float right) const {
    if (finding.archetypes.empty()) return;
    const Style& style = context.style;
    const std::size_t shown = std::min(finding.archetypes.size(), archetypes_on_card);
    for (std::size_t i = 0; i < shown; ++i) {
        const ecs::ArchetypeId id = finding.archetypes[i];
        if (id >= context.world.archetype_count()) continue;
        const ecs::Archetype& archetype = context.world.archetype(id);
        ImGui::PushID(static_cast<int>(id));
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float width = right - at.x, row = ImGui::GetTextLineHeight() + style.px(4);
        if (ImGui::Selectable("##archetype", context.selection.archetype() == id, 0, {width, row}))
            context.selection.select_archetype(id);
        if (compat::item_hovered_for_tooltip()) {
            ImGui::BeginTooltip();
            archetype_tooltip(context, archetype);
            quiet_text(style, "A click selects it in all panels");
            ImGui::EndTooltip();
        }
        const std::string facts =
            format_count(archetype.entity_count(), "entity", "entities") + ", " + format_bytes(archetype.bytes());
        const float facts_width = ImGui::CalcTextSize(facts.c_str()).x;
        draw_archetype_label(context, archetype, {at.x, at.y + style.px(2)},
                             std::max(style.px(40), width - facts_width - style.px(12)));
        ImGui::GetWindowDrawList()->AddText({right - facts_width, at.y + style.px(2)}, style.theme->quiet_text,
                                            facts.c_str());
        ImGui::PopID();
    }
    if (finding.archetypes.size() > shown)
        quiet_text(style, "and " + format_count(finding.archetypes.size() - shown, "archetype") + " more");
}

}  // namespace panels
