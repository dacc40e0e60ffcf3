#include "panels/manual/manual_panel.hpp"

#include <algorithm>
#include <cmath>

#include "panels/base/language.hpp"
#include "panels/widgets/little_room.hpp"
#include "panels/widgets/matched_text.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr float chapters_px = 168, wide_px = 560;
constexpr std::string_view panel_link = "panel:", action_link = "action:";
constexpr std::size_t back_max = 50;

LinkFacts facts_of_link(const Context& context, std::string_view target) {
    if (target.substr(0, panel_link.size()) == panel_link) return {.hint = tr("Shows the panel")};
    if (target.substr(0, action_link.size()) != action_link) return {.hint = tr("In this manual")};
    const auto action =
        context.actions == nullptr ? std::nullopt : context.actions->find(target.substr(action_link.size()));
    if (!action) return {.leads = false, .hint = {}};
    return {.hint = action->keys.empty() ? tr("Does it now") : phrase("Does it now ({})", action->keys),
            .why_not = action->why_not};
}

}  // namespace

std::optional<ManualPlace> place_about_panel(std::string_view id) {
    const std::string link = std::string(panel_link) + std::string(id);
    // Its section has a link to it; the first such section is the one about it.
    const auto chapters = manual_chapters();
    for (const bool own : {true, false})
        for (std::size_t chapter = 0; chapter < chapters.size(); ++chapter) {
            std::size_t heading = 0;
            for (std::size_t block = 0; block < chapters[chapter].blocks.size(); ++block) {
                const ManualBlock& each = chapters[chapter].blocks[block];
                if (each.kind == ManualBlock::Kind::Heading) heading = block;
                // "[Open Chunks](panel:chunks)" begins a paragraph of its own in the section about it.
                const bool begins = !each.spans.empty() && each.spans.front().target == link;
                const bool has = std::any_of(each.spans.begin(), each.spans.end(),
                                             [&](const ManualSpan& span) { return span.target == link; });
                if (own ? begins && each.kind == ManualBlock::Kind::Paragraph : has)
                    return ManualPlace{chapter, heading};
            }
        }
    return std::nullopt;
}

ManualPanel::ManualPanel()
    : Panel("manual", tr_later("Manual"), DockPlace::Right, tr_later("How to do what, and what the words mean")) {}

std::string ManualPanel::save_settings() const { return manual_link(place_); }

void ManualPanel::load_settings(std::string_view line) {
    if (const auto place = find_in_manual(line)) place_ = *place;
    page_.scroll_to(place_.block);
}

void ManualPanel::show_part(std::string_view part) {
    auto place = find_in_manual(part);
    if (!place) place = place_about_panel(part);
    if (place) go_to(*place);
}

void ManualPanel::go_to(const ManualPlace& place) {
    if (place != place_) {
        back_.push_back(place_);
        if (back_.size() > back_max) back_.erase(back_.begin());
    }
    place_ = place;
    searched_.clear();
    hits_.clear();
    marked_.clear();
    page_.scroll_to(place.block);
}

void ManualPanel::go_back() {
    const std::vector<ManualPlace> rest(back_.begin(), back_.end() - 1);
    const ManualPlace last = back_.back();
    go_to(last);
    back_ = rest;
}

void ManualPanel::follow(const Context& context, std::string_view target) {
    if (target.substr(0, panel_link.size()) == panel_link) {
        context.requests.push_back(ShowPanelRequest{std::string(target.substr(panel_link.size()))});
    } else if (target.substr(0, action_link.size()) == action_link) {
        context.requests.push_back(DoActionRequest{std::string(target.substr(action_link.size()))});
    } else if (const auto place = find_in_manual(target)) {
        go_to(*place);
    }
}

void ManualPanel::draw(const Context& context) {
    const Style& style = context.style;
    if (language_ != ecs::spoken()) {
        language_ = ecs::spoken();
        hits_ = search_manual(searched_);
    }
    draw_top(context);
    if (!searched_.empty()) return draw_hits(context);
    if (language_ != nullptr && manual_chapters()[place_.chapter].language != language_->code())
        quiet_text(style, tr("This chapter is in English so far"));
    if (ImGui::GetContentRegionAvail().x >= style.px(wide_px)) {
        if (compat::begin_child("chapters", {std::floor(style.px(chapters_px)), 0})) draw_chapters(context);
        ImGui::EndChild();
        ImGui::SameLine(0, style.px(16));
    } else {
        draw_chapter_choice(context);
    }
    // The page begins at its own top, not where the last chapter was left.
    ImGui::PushID(static_cast<int>(place_.chapter));
    if (compat::begin_child("page")) draw_page(context);
    ImGui::EndChild();
    ImGui::PopID();
}

void ManualPanel::draw_top(const Context& context) {
    const Style& style = context.style;
    if (icon_button("##back", style, Icon::Back, ImGui::GetFrameHeight(), tr("Where you read before"),
                    back_.empty() ? tr("You have read nothing before this") : ""))
        go_back();
    ImGui::SameLine(0, style.px(4));
    if (search_box("search", style, searched_, tr("Search the manual"))) hits_ = search_manual(searched_);
}

void ManualPanel::draw_chapters(const Context& context) {
    const Style& style = context.style;
    const auto chapters = manual_chapters();
    for (std::size_t chapter = 0; chapter < chapters.size(); ++chapter) {
        ImGui::PushID(static_cast<int>(chapter));
        const bool reading = chapter == place_.chapter;
        if (selectable(label_text(chapters[chapter].title).c_str(), reading, 0, {0, row_height(style)}))
            go_to({chapter, 0});
        if (reading)
            for (std::size_t block = 1; block < chapters[chapter].blocks.size(); ++block) {
                const ManualBlock& each = chapters[chapter].blocks[block];
                if (each.kind != ManualBlock::Kind::Heading || each.level != 2) continue;
                ImGui::PushID(static_cast<int>(block));
                const bool here = page_.heading_in_view() == block;
                const ImVec2 low = ImGui::GetCursorScreenPos();
                if (selectable("##heading", false, 0, {0, row_height(style)})) go_to({chapter, block});
                draw_text_until(
                    *ImGui::GetWindowDrawList(),
                    {low.x + style.px(14), std::floor(low.y + (row_height(style) - ImGui::GetFontSize()) / 2)},
                    low.x + ImGui::GetContentRegionAvail().x, here ? style.theme->text : style.theme->quiet,
                    plain_text(each));
                ImGui::PopID();
            }
        ImGui::PopID();
    }
}

void ManualPanel::draw_chapter_choice(const Context& context) {
    (void)context;
    const auto chapters = manual_chapters();
    if (!begin_combo("##chapter", chapters[place_.chapter].title, ImGui::GetContentRegionAvail().x)) return;
    for (std::size_t chapter = 0; chapter < chapters.size(); ++chapter)
        if (selectable(label_text(chapters[chapter].title).c_str(), chapter == place_.chapter)) go_to({chapter, 0});
    ImGui::EndCombo();
}

void ManualPanel::draw_hits(const Context& context) {
    const Style& style = context.style;
    if (hits_.empty()) {
        if (empty_state(style, phrase("The manual does not say \"{}\"", searched_),
                        tr("Fewer or other words may find it; the glossary explains the words that are used here"),
                        tr("Open the glossary")))
            if (const auto place = find_in_manual("glossary")) go_to(*place);
        return;
    }
    if (!compat::begin_child("hits")) return ImGui::EndChild();
    std::optional<ManualPlace> chosen;
    const float row = std::floor(style.px(44));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (std::size_t i = 0; i < hits_.size(); ++i) {
        const ManualHit& hit = hits_[i];
        ImGui::PushID(static_cast<int>(i));
        const ImVec2 low = ImGui::GetCursorScreenPos();
        const float right = low.x + ImGui::GetContentRegionAvail().x - style.px(8);
        if (selectable("##hit", false, 0, {0, row})) chosen = hit.place;
        if (ImGui::IsItemVisible()) {
            const float first = std::floor(low.y + style.px(3)), second = std::floor(low.y + row / 2);
            {
                const compat::FontScope small(style.small);
                draw_text_until(list, {low.x + style.px(8), first}, right, style.theme->quiet, hit.section);
            }
            draw_matched(list, style, {low.x + style.px(8), second}, right, style.theme->text, hit.line, hit.letters);
        }
        ImGui::PopID();
    }
    if (hits_.size() == manual_hits_max) quiet_text(style, tr("There are more; another word narrows them"));
    ImGui::EndChild();
    if (!chosen) return;
    const std::vector<std::string> words = words_of(searched_);
    go_to(*chosen);
    marked_ = words;
}

void ManualPanel::draw_page(const Context& context) {
    const auto chapters = manual_chapters();
    const std::size_t chapter = place_.chapter;
    const std::string clicked = page_.draw(context, chapters[chapter], marked_,
                                           [&](std::string_view target) { return facts_of_link(context, target); });
    ImGui::Dummy({1, context.style.px(8)});
    if (chapter + 1 < chapters.size() && button(phrase("Next: {}", std::string(chapters[chapter + 1].title)).c_str()))
        return go_to({chapter + 1, 0});
    if (!clicked.empty()) follow(context, clicked);
}

}  // namespace panels
