#include "panels/memory/doctor_panel.hpp"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cmath>

#include "panels/archetypes/archetype_widgets.hpp"
#include "panels/base/general_keys.hpp"
#include "panels/base/language.hpp"
#include "panels/base/wanted_change.hpp"
#include "panels/memory/pool_cards.hpp"
#include "panels/pools/as_if.hpp"
#include "panels/widgets/export_menu.hpp"
#include "panels/widgets/little_room.hpp"

namespace panels {

namespace {

constexpr double shortest_rest_secs = 0.5;
/// Examining the world may take at most this share of the time, however many archetypes there are.
constexpr double pause_per_cost = 50;
/// After this time without an effect, the remedy was refused; a toast said why.
constexpr double answer_within_secs = 1;
constexpr std::size_t archetypes_on_card = 4;
constexpr const char* fix_it = tr_later("Fix");

/// The minimum distance between the edges of a card and its content.
float card_padding(const Style& style) { return style.px(8); }

std::string change_text(std::uint64_t before, std::uint64_t after) {
    if (before == after) return phrase("{}, as before", format_bytes(before));
    return format_bytes(before) + " \xe2\x86\x92 " + format_bytes(after) + ", " +
           (after < before ? phrase("{} less", format_bytes(before - after))
                           : phrase("{} more", format_bytes(after - before)));
}

std::string change_of_count(std::uint64_t before, std::uint64_t after) {
    return format_count(before) + (before == after ? std::string() : " \xe2\x86\x92 " + format_count(after));
}

/// On as many lines as needed, up to the present wrap position, which wrapped_text() would replace.
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

DoctorPanel::DoctorPanel()
    : Panel("doctor", tr_later("Doctor"), DockPlace::Bottom, tr_later("Memory fragmentation and its remedies")) {}

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
    if (!look_now_ && !changed) return;
    if (!look_now_ && context.time_secs < next_look_secs_) {
        if (context.stay_awake != nullptr) *context.stay_awake = true;
        return;
    }
    const auto start = std::chrono::steady_clock::now();
    findings_ = ecs::diagnose(world, context.schedule);
    ++examinations_;
    const std::chrono::duration<double> cost = std::chrono::steady_clock::now() - start;
    examined_ = &world;
    version_seen_ = world.structure_version();
    next_look_secs_ = context.time_secs + std::max(shortest_rest_secs, pause_per_cost * cost.count());
    look_now_ = false;
}

void DoctorPanel::follow_remedy(const Context& context) {
    if (!remedy_) return;
    Remedy& remedy = *remedy_;
    const HistoryState& history = context.history;
    if (!remedy.after) {
        if (history.state != remedy.asked.state && history.undo_label == remedy.label()) {
            remedy.after = memory_of(context.world);
            remedy.done = history;
            look_now_ = true;
        } else if (context.waiting.empty() && (history.state != remedy.asked.state ||
                                               context.time_secs > remedy.asked_secs + answer_within_secs)) {
            remedy_.reset();
        }
    } else if (history.state == remedy.done.state) {
        remedy.undone.reset();
    } else if (history.state == remedy.asked.state && !remedy.undone) {
        remedy.undone = memory_of(context.world);
        look_now_ = true;
    }
}

bool DoctorPanel::draw_owner_findings(const Context& context) {
    if (context.mirror == nullptr) return false;
    PoolMemory& memory = pool_memory_of(context, own_pool_memory_);
    memory.update(context.mirror, context.time_secs);
    if (on_its_way_line(context, memory)) return true;
    if (memory.known()) {
        show_pool_findings(context, memory);
        return true;
    }
    as_if_line(context);
    return false;
}

void DoctorPanel::draw(const Context& context) {
    if (draw_owner_findings(context)) return;
    follow_remedy(context);
    examine(context);
    draw_summary(context);
    if (compat::begin_child("findings", {0, 0})) {
        if (remedy_) draw_remedy(context);
        if (findings_.empty()) draw_healthy(context);
        for (const ecs::Finding& finding : findings_) {
            // Findings of one shape differ in their components, which stay the same when their order changes.
            ImGui::PushID(static_cast<int>(finding.shape));
            ImGui::PushID(finding.components.empty() ? -1 : static_cast<int>(finding.components.front()));
            draw_card(context, finding);
            ImGui::PopID();
            ImGui::PopID();
        }
    }
    ImGui::EndChild();
}

void DoctorPanel::draw_summary(const Context& context) const {
    const Style& style = context.style;
    const figures::FigureRequest figure{figures::FigureKind::Doctor};
    export_menu(context, {&figure, 1});
    if (findings_.empty()) {
        next_text(style.theme->good,
                  phrase("No problems found in {}", format_bytes(context.world.blocks().bytes_reserved())));
    } else {
        std::uint64_t wasted = 0;
        for (const ecs::Finding& finding : findings_) wasted += finding.wasted_bytes;
        next_text(style.theme->text,
                  phrase("{}, {} wasted", format_count(findings_.size(), "finding"), format_bytes(wasted)));
        tooltip(format_bytes_exact(wasted));
    }
    const bool exact = context.mirror == nullptr;  // of a copy, nothing is
    if (exact)
        same_line_if_fits(badge_width(style, Badge::Exact), -1);
    else
        ImGui::SameLine();
    const float line = ImGui::GetCursorPosY();
    if (exact)
        badge_beside_frame(style, Badge::Exact,
                           tr("Counted from the layout of the chunks, the entity index and the slabs of the pool"));
    const std::string entities = format_count(context.world.entity_count(), "entity", "entities");
    const std::string slabs =
        findings_.empty()
            ? phrase("of slabs, for {}", entities)
            : phrase("of {} in slabs, for {}", format_bytes(context.world.blocks().bytes_reserved()), entities);
    ImGui::SameLine();
    if (ImGui::GetContentRegionAvail().x < ImGui::CalcTextSize(slabs.c_str()).x)
        ImGui::NewLine();
    else
        ImGui::SetCursorPosY(line);
    ImGui::AlignTextToFramePadding();
    clipped_line(style.theme->quiet, slabs);
}

void DoctorPanel::draw_healthy(const Context& context) const {
    const Style& style = context.style;
    ImGui::Dummy({0, style.px(4)});
    wrapped_text(style.theme->text, tr("No shape of fragmentation wastes a page (4 KiB) or more here"));
    ImGui::Dummy({0, style.px(4)});
    const float column = style.px(220);
    const int columns = std::clamp(static_cast<int>(ImGui::GetContentRegionAvail().x / column), 1, 3);
    for (std::size_t i = 0; i < ecs::shape_count; ++i) {
        const auto shape = static_cast<ecs::Shape>(i);
        const int place = static_cast<int>(i) % columns;
        if (place > 0) ImGui::SameLine(column * static_cast<float>(place));
        quiet_text(style, phrase("No {}", within_sentence(tr(ecs::title_of(shape)))));
        tooltip(tr(ecs::explanation_of(shape)));
    }
    if (context.fragmented_example.empty()) return;
    ImGui::Dummy({0, style.px(4)});
    wrapped_text(style.theme->quiet, context.fragmented_example);
}

void DoctorPanel::draw_remedy(const Context& context) {
    const Style& style = context.style;
    const Remedy& remedy = *remedy_;
    bool close = false;
    const float padding = card_padding(style);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    list.ChannelsSplit(2);
    list.ChannelsSetCurrent(1);
    ImGui::SetCursorScreenPos({low.x + padding, low.y + padding});
    ImGui::BeginGroup();
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width - 2 * padding);
    if (!remedy.after) {
        quiet_text(style, phrase("{}: waiting to be applied", remedy.title));
    } else {
        const bool back = remedy.undone.has_value();
        const Memory& from = back ? *remedy.after : remedy.before;
        const Memory& to = back ? *remedy.undone : *remedy.after;
        colored_text(back ? style.theme->quiet : style.theme->good,
                     back ? phrase("{}: undone", remedy.title) : phrase("{}: done", remedy.title));
        ImGui::SameLine();
        badge(
            style, Badge::Exact,
            tr("Counted by the pool before and after. Systems that ran in between may have changed the numbers, too"));
        if (!back) {
            ImGui::SameLine();
            draw_undo(context, remedy);
        }
        ImGui::SameLine();
        close = small_button(style, tr("Close"));
        card_text(
            style.theme->text,
            phrase("Chunks {}   Slabs {}   Archetypes with memory {}   Chunk count {}",
                   change_text(from.in_use_bytes, to.in_use_bytes), change_text(from.reserved_bytes, to.reserved_bytes),
                   change_of_count(from.archetypes, to.archetypes), change_of_count(from.chunks, to.chunks)));
    }
    ImGui::PopTextWrapPos();
    ImGui::EndGroup();
    const float bottom = ImGui::GetItemRectMax().y + padding;
    list.ChannelsSetCurrent(0);
    list.AddRectFilled(low, {low.x + width, bottom}, faded(style.theme->good, 0.12f), style.px(4));
    list.ChannelsMerge();
    ImGui::SetCursorScreenPos({low.x, bottom + style.px(4)});
    ImGui::Dummy({0, 0});
    if (close) remedy_.reset();
}

// The history undoes its newest step, whatever that is. So the button is offered only while the remedy is the newest
// step.
void DoctorPanel::draw_undo(const Context& context, const Remedy& remedy) const {
    const HistoryState& history = context.history;
    const bool newest = history.state == remedy.done.state && history.steps == remedy.done.steps;
    std::string why_not;
    if (!newest) {
        why_not = history.undo_label.empty()
                      ? std::string(tr("The history has moved on"))
                      : phrase("\"{}\" is newer: undo that first", std::string(history.undo_label));
    } else if (!context.waiting.empty()) {
        why_not = tr("Other changes are waiting to be applied");
    }
    ImGui::BeginDisabled(!why_not.empty());
    if (small_button(context.style, tr("Undo")))
        context.requests.push_back(HistoryRequest{.undo = true, .only_at = remedy.done.state});
    ImGui::EndDisabled();
    tooltip(why_not.empty() ? with_keys(context, tr("Undoes this step, as Undo in the menu Edit does"), keys::undo)
                            : std::string(why_not));
}

bool DoctorPanel::draw_card_head(const Context& context, const ecs::Finding& finding, float title_right,
                                 float right) const {
    const Style& style = context.style;
    ImGuiStorage& storage = *ImGui::GetStateStorage();
    const ImGuiID id = ImGui::GetID("##head");
    const bool was_open = storage.GetBool(id, findings_.size() == 1);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float title_height = ImGui::GetFrameHeight();
    std::string hint =
        std::string(tr(ecs::explanation_of(finding.shape))) + "\n" +
        (finding.confidence == ecs::Confidence::Now ? tr("It follows from what is stored now")
                                                    : tr("The waste is certain. The cause is only likely"));
    if (!was_open) hint += "\n\n" + finding.cause + "\n\n" + finding.remedy;
    bool clicked = false, hovered = false;
    const auto clickable = [&](const char* name, float until, float height) {
        clicked |= invisible_button(name, {std::max(until - at.x, 1.0f), height}, compat::button_reached_by_keys);
        hovered |= ImGui::IsItemHovered();
        tooltip(hint);
    };
    clickable("##title", title_right, title_height);
    if (!was_open) {
        ImGui::SetCursorScreenPos({at.x, at.y + title_height});
        clickable("##cause", right, ImGui::GetTextLineHeight());
    }

    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float middle = std::floor(at.y + title_height / 2), text_top = middle - ImGui::GetFontSize() / 2;
    const ImU32 quiet = style.theme->quiet;
    draw_fold_arrow(list, {at.x + style.px(4), middle}, style.px(8), was_open, hovered ? style.theme->text : quiet);
    float x = at.x + style.px(14);
    const std::string_view title = tr(ecs::title_of(finding.shape)), word = tr(ecs::name_of(finding.confidence));
    {
        const compat::FontScope bold(style.words_bold);
        draw_text_until(list, {x, text_top}, title_right, style.theme->text, title);
        x += ImGui::CalcTextSize(title.data(), title.data() + title.size()).x + style.px(8);
    }
    draw_text_until(list, {x, text_top}, title_right, quiet, word);
    if (!was_open)
        draw_text_until(list, {at.x + style.px(14), at.y + title_height}, right, style.theme->text, finding.cause);
    if (clicked) storage.SetBool(id, !was_open);
    return was_open;
}

void DoctorPanel::draw_fix(const Context& context, const ecs::Finding& finding) {
    const bool busy = remedy_ && !remedy_->after;
    const std::string refused = panels::why_not(context, WantedChange{WantedChange::Kind::Make});
    const char* why_not =
        !refused.empty() ? refused.c_str()
        : !finding.mendable()
            ? tr("No edit can fix this without changing ids or values. The text says what you can change")
        : busy ? tr("Another remedy is waiting to be applied")
               : "";
    if (!button(tr(fix_it), why_not, phrase("{}\nThis is a step that can be undone", finding.remedy))) return;
    remedy_ = Remedy{.title = std::string(tr(ecs::title_of(finding.shape))),
                     .before = memory_of(context.world),
                     .after = {},
                     .undone = {},
                     .asked = context.history,
                     .done = {},
                     .asked_secs = context.time_secs};
    context.requests.push_back(EditRequest{.label = remedy_->label(), .edits = finding.edits, .ends_gesture = true});
}

void DoctorPanel::draw_card(const Context& context, const ecs::Finding& finding) {
    const Style& style = context.style;
    const float padding = card_padding(style), above = std::floor(style.px(4));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, right = low.x + width - padding;
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const std::string wasted = phrase("{} wasted", format_bytes(finding.wasted_bytes));
    const float button_left = right - button_width(tr(fix_it));
    const float wasted_left = std::floor(button_left - gap - ImGui::CalcTextSize(wasted.c_str()).x);
    list.ChannelsSplit(2);
    list.ChannelsSetCurrent(1);
    const ImVec2 inner{low.x + padding, low.y + above};
    ImGui::SetCursorScreenPos(inner);
    ImGui::BeginGroup();
    const bool unfolded = draw_card_head(context, finding, wasted_left - gap, right);
    const float below = ImGui::GetItemRectMax().y;
    ImGui::SetCursorScreenPos({wasted_left, inner.y});
    ImGui::AlignTextToFramePadding();
    colored_text(style.theme->warn, wasted);
    tooltip(format_bytes_exact(finding.wasted_bytes));
    ImGui::SameLine();
    ImGui::SetCursorScreenPos({button_left, inner.y});
    draw_fix(context, finding);
    ImGui::SetCursorScreenPos({inner.x, below});
    ImGui::Dummy({0, 0});
    if (unfolded) {
        ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width - 2 * padding);
        card_text(style.theme->text, finding.cause);
        card_text(style.theme->quiet, finding.remedy);
        ImGui::PopTextWrapPos();
        draw_archetypes(context, finding, right);
    }
    ImGui::EndGroup();
    const float bottom = std::floor(ImGui::GetItemRectMax().y + (unfolded ? padding : above));
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
        if (selectable("##archetype", context.selection.archetype() == id, 0, {width, row}))
            context.selection.select_archetype(id);
        if (const Tooltip tip; tip) {
            archetype_tooltip(context, archetype);
            quiet_text(style, tr("A click selects it in all panels"));
        }
        const std::string facts =
            format_count(archetype.entity_count(), "entity", "entities") + ", " + format_bytes(archetype.bytes());
        const float facts_width = ImGui::CalcTextSize(facts.c_str()).x;
        draw_archetype_label(context, archetype, {at.x, at.y + style.px(2)},
                             std::max(style.px(40), width - facts_width - style.px(12)));
        ImGui::GetWindowDrawList()->AddText({right - facts_width, at.y + style.px(2)}, style.theme->quiet,
                                            facts.c_str());
        ImGui::PopID();
    }
    if (finding.archetypes.size() > shown)
        quiet_text(style, phrase("and {} more", format_count(finding.archetypes.size() - shown, "archetype")));
}

}  // namespace panels
