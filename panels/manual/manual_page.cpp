#include "panels/manual/manual_page.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "panels/widgets/little_room.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr float reading_width_px = 640, item_indent_px = 18;

/// The cells of a row.
std::vector<std::span<const ManualSpan>> cells_of(const ManualBlock& row) {
    std::vector<std::span<const ManualSpan>> cells;
    std::size_t from = 0;
    for (std::size_t i = 0; i <= row.spans.size(); ++i) {
        if (i < row.spans.size() && row.spans[i].kind != ManualSpan::Kind::Cell) continue;
        cells.push_back(row.spans.subspan(from, i - from));
        from = i + 1;
    }
    return cells;
}

bool in_table(const ManualBlock& block) {
    return block.kind == ManualBlock::Kind::TableHead || block.kind == ManualBlock::Kind::TableRow;
}

}  // namespace

std::string ManualPage::draw(const Context& context, const ManualChapter& chapter, std::span<const std::string> marked,
                             const LinkFactsOf& facts) {
    marked_ = marked;
    facts_ = &facts;
    clicked_.clear();
    const float width = std::min(ImGui::GetContentRegionAvail().x, context.style.px(reading_width_px));
    heading_in_view_ = 0;
    bool after_item = false;
    for (std::size_t i = 0; i < chapter.blocks.size();) {
        const ManualBlock& block = chapter.blocks[i];
        if (scroll_to_ == static_cast<int>(i)) {
            ImGui::SetScrollHereY(0);
            scroll_to_ = -1;
        }
        const float half = ImGui::GetScrollY() + ImGui::GetWindowHeight() / 3;
        if (block.kind == ManualBlock::Kind::Heading && ImGui::GetCursorPosY() <= half) heading_in_view_ = i;
        // A list is apart from what follows it.
        const bool item = block.kind == ManualBlock::Kind::Item;
        if (std::exchange(after_item, item) && !item) ImGui::Dummy({1, 0});
        ImGui::PushID(static_cast<int>(i));
        if (in_table(block)) {
            i = draw_table(context, chapter, i, width);
        } else {
            draw_block(context, block, width);
            ++i;
        }
        ImGui::PopID();
    }
    return clicked_;
}

void ManualPage::draw_flow(const Context& context, std::span<const ManualSpan> spans, float indent, float width,
                           const TextFlow::Look& look) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const TextFlow flow(context, *facts_, spans, width - indent, look);
    if (const std::string_view clicked = flow.draw({at.x + indent, at.y}); !clicked.empty()) clicked_ = clicked;
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy({width, flow.height()});
}

void ManualPage::draw_block(const Context& context, const ManualBlock& block, float width) {
    const Style& style = context.style;
    const Theme& theme = *style.theme;
    const auto space = [&](float px) { ImGui::Dummy({1, std::floor(style.px(px))}); };
    const TextFlow::Look plain{theme.text, false, marked_};
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    switch (block.kind) {
        case ManualBlock::Kind::Heading:
            if (block.level > 1) space(block.level == 2 ? 14 : 8);
            draw_flow(context, block.spans, 0, width, {block.level == 3 ? theme.quiet : theme.text, true, marked_});
            if (block.level < 3) {
                const ImVec2 at = ImGui::GetCursorScreenPos();
                ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + width, at.y + 1},
                                                          block.level == 1 ? theme.edge : theme.line);
            }
            space(6);
            break;
        case ManualBlock::Kind::Paragraph:
            draw_flow(context, block.spans, 0, width, plain);
            space(8);
            break;
        case ManualBlock::Kind::Item: {
            const float indent = std::floor(style.px(item_indent_px) * static_cast<float>(block.level + 1));
            const ImVec2 at = ImGui::GetCursorScreenPos();
            ImDrawList& list = *ImGui::GetWindowDrawList();
            const float line = std::floor(ImGui::GetTextLineHeight() * 1.3f);
            if (block.number > 0) {
                const std::string number = std::to_string(block.number) + ".";
                list.AddText({std::floor(at.x + indent - style.px(4) - text_width(number)),
                              std::floor(at.y + (line - ImGui::GetTextLineHeight()) / 2)},
                             theme.quiet, number.c_str());
            } else {
                list.AddCircleFilled({at.x + indent - style.px(8), std::floor(at.y + line / 2)}, style.px(1.75f),
                                     theme.quiet);
            }
            draw_flow(context, block.spans, indent, width, plain);
            space(3);
            break;
        }
        case ManualBlock::Kind::Code:
            draw_code(context, block, width);
            space(8);
            break;
        case ManualBlock::Kind::Picture:
            draw_picture(context, block, width);
            space(8);
            break;
        case ManualBlock::Kind::TableHead:
        case ManualBlock::Kind::TableRow:
            break;
    }
    ImGui::PopStyleVar();
}

void ManualPage::draw_code(const Context& context, const ManualBlock& block, float width) {
    const Style& style = context.style;
    const compat::FontScope font(style.mono);
    std::string_view text = block.spans.front().text;
    while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
    const float pad = std::floor(style.px(8));
    const ImVec2 size = ImGui::CalcTextSize(text.data(), text.data() + text.size());
    const bool wide = size.x + 2 * pad > width;
    const float bar = wide ? ImGui::GetStyle().ScrollbarSize : 0;
    ImGui::PushStyleColor(ImGuiCol_ChildBg, style.theme->well);
    ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, style.px(3));
    if (compat::begin_child("code", {width, size.y + 2 * pad + bar}, false,
                            wide ? ImGuiWindowFlags_HorizontalScrollbar : ImGuiWindowFlags_None)) {
        ImGui::SetCursorPos({pad, pad});
        ImGui::TextUnformatted(text.data(), text.data() + text.size());
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
}

std::size_t ManualPage::draw_table(const Context& context, const ManualChapter& chapter, std::size_t first,
                                   float width) {
    const Style& style = context.style;
    const Theme& theme = *style.theme;
    std::size_t end = first;
    while (end < chapter.blocks.size() && in_table(chapter.blocks[end])) ++end;
    // Columns are as wide as their widest cell, as long as the last one keeps half of the room.
    const float gap = std::floor(style.px(16));
    std::vector<float> widths;
    for (std::size_t row = first; row < end; ++row) {
        const auto cells = cells_of(chapter.blocks[row]);
        widths.resize(std::max(widths.size(), cells.size()));
        for (std::size_t i = 0; i < cells.size(); ++i)
            widths[i] = std::max(widths[i], TextFlow(context, *facts_, cells[i], 1e6f, {}).natural_width() + 1);
    }
    float before = 0;
    for (std::size_t i = 0; i + 1 < widths.size(); ++i) before += widths[i] + gap;
    const float most = width * (widths.size() > 2 ? 0.6f : 0.45f);
    if (before > most)
        for (std::size_t i = 0; i + 1 < widths.size(); ++i) widths[i] *= most / before;
    before = std::min(before, most);
    if (!widths.empty()) widths.back() = std::max(width - before, 1.0f);

    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    for (std::size_t row = first; row < end; ++row) {
        const ManualBlock& block = chapter.blocks[row];
        const bool head = block.kind == ManualBlock::Kind::TableHead;
        if (scroll_to_ == static_cast<int>(row)) {
            ImGui::SetScrollHereY(0);
            scroll_to_ = -1;
        }
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const auto cells = cells_of(block);
        float x = at.x, high = 0;
        const float pad = std::floor(style.px(3));
        for (std::size_t i = 0; i < cells.size(); ++i) {
            ImGui::PushID(static_cast<int>(row * 16 + i));
            const TextFlow flow(context, *facts_, cells[i], widths[i],
                                {head ? theme.quiet : theme.text, false, marked_});
            if (const std::string_view clicked = flow.draw({x, at.y + pad}); !clicked.empty()) clicked_ = clicked;
            ImGui::PopID();
            high = std::max(high, flow.height() + 2 * pad);
            x += widths[i] + gap;
        }
        ImGui::SetCursorScreenPos(at);
        ImGui::Dummy({width, high});
        ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + high}, {at.x + width, at.y + high + 1}, theme.line);
        ImGui::Dummy({1, 1});
    }
    ImGui::Dummy({1, std::floor(style.px(8))});
    ImGui::PopStyleVar();
    return end;
}

void ManualPage::draw_picture(const Context& context, const ManualBlock& block, float width) {
    const Style& style = context.style;
    const Picture* source =
        context.manual_pictures == nullptr ? nullptr : context.manual_pictures->find(block.target, style.theme_name);
    if (source != nullptr && context.pictures != nullptr && source->width > 0) {
        const float whole = std::min(std::floor(static_cast<float>(source->width) * style.scale), std::floor(width));
        const Picture& shown = pictures_[std::string(block.target)].in_width(*source, static_cast<int>(whole));
        if (const std::uintptr_t texture = context.pictures->texture_of(shown); texture != 0) {
            const ImVec2 low = ImGui::GetCursorScreenPos();
            const ImVec2 at{std::floor(low.x), std::floor(low.y)};
            const ImVec2 size{static_cast<float>(shown.width), static_cast<float>(shown.height)};
            ImDrawList& list = *ImGui::GetWindowDrawList();
            {
                const compat::HardEdges hard_edges(list);
                list.AddImage(compat::texture_id(texture), at, {at.x + size.x, at.y + size.y});
            }
            compat::add_rect(list, at, {at.x + size.x, at.y + size.y}, style.theme->line);
            ImGui::Dummy({size.x, size.y + style.px(4)});
        }
    }
    draw_flow(context, block.spans, 0, width, {style.theme->quiet, false, marked_});
}

}  // namespace panels
