#include "panels/memory/pool_cards.hpp"

#include <algorithm>
#include <cmath>

#include "panels/base/language.hpp"
#include "panels/widgets/little_room.hpp"

namespace panels {

namespace {

void draw_pool_card(const Context& context, const PoolMemory& memory, const ecs::PoolFinding& finding) {
    const Style& style = context.style;
    const float padding = style.px(8), width = ImGui::GetContentRegionAvail().x;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const float right = low.x + width - padding;
    ImGui::SetCursorScreenPos({low.x + padding, low.y + std::floor(padding / 2)});
    ImGui::BeginGroup();
    const std::string amount = finding.wasted_bytes > 0 ? phrase("{} wasted", format_bytes(finding.wasted_bytes))
                                                        : format_count(finding.jumps, "jump");
    const ImVec2 title = ImGui::GetCursorScreenPos();
    const float amount_left = right - text_width(amount);
    {
        const compat::FontScope bold(style.words_bold);
        clipped_text(style.theme->text,
                     tr(ecs::title_of(finding.shape, memory.kind().value_or(ecs::PoolKind::SparseSet))),
                     amount_left - title.x - style.px(8));
    }
    list.AddText({amount_left, title.y}, style.theme->warn, amount.c_str());
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width - 2 * padding);
    ImGui::PushStyleColor(ImGuiCol_Text, style.theme->text);
    ImGui::TextUnformatted(finding.cause.c_str());
    ImGui::PopStyleColor();
    ImGui::PushStyleColor(ImGuiCol_Text, style.theme->quiet);
    ImGui::TextUnformatted(finding.remedy.c_str());
    ImGui::PopStyleColor();
    ImGui::PopTextWrapPos();
    constexpr std::size_t most_buttons = 4;
    for (std::size_t i = 0; i < std::min(finding.pools.size(), most_buttons); ++i) {
        if (finding.pools[i] >= memory.memory().pools.size()) continue;
        const std::string& name = memory.memory().pools[finding.pools[i]].name;
        const std::string label = shortened(phrase("Show {}", std::string(short_name(name))), style.px(220));
        if (i > 0) next_button(label);
        ImGui::PushID(static_cast<int>(i));
        if (small_button(style, label_text(label).c_str()))
            context.requests.push_back(ShowPanelRequest{"chunks", "pool=" + name});
        ImGui::PopID();
    }
    ImGui::EndGroup();
    const float bottom = std::floor(ImGui::GetItemRectMax().y + padding / 2);
    compat::add_rect(list, low, {low.x + width, bottom}, style.theme->line, style.px(4));
    ImGui::SetCursorScreenPos({low.x, bottom + style.px(4)});
    ImGui::Dummy({0, 0});
}

}  // namespace

void show_pool_findings(const Context& context, PoolMemory& memory) {
    const Style& style = context.style;
    const std::vector<ecs::PoolFinding>& findings = memory.findings();
    const std::string owner = context.mirror->owner().name();
    ImGui::AlignTextToFramePadding();
    if (!memory.diagnosed()) {
        clipped_line(style.theme->quiet, phrase("Looking at the memory of {} …", owner));
    } else if (findings.empty()) {
        clipped_line(style.theme->good,
                     phrase("No problems found in {} of {}", format_bytes(memory.sums().bytes), owner));
    } else {
        std::uint64_t wasted = 0;
        for (const ecs::PoolFinding& finding : findings) wasted += finding.wasted_bytes;
        clipped_line(
            style.theme->text,
            phrase("{}, {} wasted, of {} in {} of {}", format_count(findings.size(), "finding"), format_bytes(wasted),
                   format_bytes(memory.sums().bytes), count_text(*memory.kind(), memory.memory().pools.size()), owner));
        tooltip(tr("Only the owner's program can mend this: each card says by which call"));
    }
    if (compat::begin_child("findings", {0, 0})) {
        for (std::size_t i = 0; i < findings.size(); ++i) {
            ImGui::PushID(static_cast<int>(i));
            draw_pool_card(context, memory, findings[i]);
            ImGui::PopID();
        }
    }
    ImGui::EndChild();
}

}  // namespace panels
