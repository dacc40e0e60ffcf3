#include "panels/lessons/lesson_pictures.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "ecs/lab/scenario/query_lines.hpp"
#include "ecs/storage/chunk.hpp"
#include "panels/base/patterns.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

using namespace ecs::lab;

namespace {

std::string hex_of(Address address) {
    static constexpr char digits[] = "0123456789ABCDEF";
    std::string text;
    for (; address != 0; address >>= 4) text.insert(text.begin(), digits[address & 15]);
    return "0x" + text;
}

void draw_in_middle(ImDrawList& list, const Area& area, ImU32 color, const std::string& text) {
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    if (size.x > area.width()) return;
    const ImVec2 middle = area.middle();
    list.AddText({std::floor(middle.x - size.x / 2), std::floor(middle.y - size.y / 2)}, color, text.c_str());
}

}  // namespace

void show_placed_array(const Style& style, const PlacedArray& array) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Block& block = array.block();
    const float label = ImGui::CalcTextSize("0x00000").x + style.px(8);
    const float cell = std::max((ImGui::GetContentRegionAvail().x - label) / line_bytes, 1.0f);
    const float height = std::floor(style.px(26)), step = height + style.px(8);
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    const auto lines = (block.bytes + line_bytes - 1) / line_bytes;
    for (std::uint64_t line = 0; line < lines; ++line) {
        const float y = origin.y + step * static_cast<float>(line);
        list.AddText({origin.x, y + style.px(4)}, style.theme->quiet, hex_of(block.begin + line * line_bytes).c_str());
        const Area area{{origin.x + label, y}, {origin.x + label + cell * line_bytes, y + height}};
        list.AddRectFilled(area.low, area.high, style.theme->raised);
        compat::add_rect(list, area.low, area.high, style.theme->line);
    }
    const std::array<ImU32, 3> colors{style.theme->bar, mixed(style.theme->bar, style.theme->panel, 0.4f),
                                      style.theme->warn};
    for (std::uint64_t i = 0; i < array.count(); ++i) {
        const Address begin = array.at(i), end = begin + array.bytes();
        const bool straddles = array.lines_of(i) > 1;
        for (Address at = begin; at < end;) {
            const Address line_end = std::min(end, at / line_bytes * line_bytes + line_bytes);
            const float y = origin.y + step * static_cast<float>((at - block.begin) / line_bytes);
            const float x = origin.x + label + cell * static_cast<float>(at % line_bytes);
            const Area area{{x, y}, {x + cell * static_cast<float>(line_end - at), y + height}};
            list.AddRectFilled(area.low, area.high, colors[straddles ? 2 : i % 2]);
            if (straddles) outline(list, area, style.theme->text, style.px(2));
            draw_in_middle(list, area, text_on(colors[straddles ? 2 : i % 2]), std::to_string(i));
            at = line_end;
        }
    }
    ImGui::Dummy({label + cell * line_bytes, step * static_cast<float>(lines)});
}

void show_touch_order(const Style& style, const ScenarioRun& run, float height) {
    const auto& operations = run.trace()->operations();
    const auto query = std::find_if(operations.rbegin(), operations.rend(),
                                    [](const Trace::Operation& operation) { return operation.what == "each"; });
    if (query == operations.rend()) return;
    const std::size_t count = std::min(query->touched.size(), touch_order_shown);
    // Lines by address, those of one block below each other.
    std::map<Address, std::size_t> place;
    for (std::size_t i = 0; i < count; ++i) place[query->touched[i].line] = 0;
    std::size_t rows = 0;
    for (auto& [line, row] : place) row = rows++;

    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const float label = std::min(style.px(170), ImGui::GetContentRegionAvail().x / 3);
    const float width = std::max(ImGui::GetContentRegionAvail().x - label - style.px(12), 1.0f);
    ImGui::Dummy({label + width, height});
    const auto at = [&](std::size_t order, std::size_t row) {
        const auto share = [](std::size_t i, std::size_t of) {
            return (static_cast<float>(i) + 0.5f) / static_cast<float>(std::max<std::size_t>(of, 1));
        };
        return ImVec2{low.x + label + width * share(order, count), low.y + height * share(row, rows)};
    };
    // Bands: the blocks that the lines belong to.
    const Block* block = nullptr;
    std::size_t band = 0;
    for (auto it = place.begin(); it != place.end(); ++it) {
        const Block* now = run.arena().block_of(it->first);
        if (now == block && it != place.begin()) continue;
        block = now;
        auto last = it;
        while (std::next(last) != place.end() && run.arena().block_of(std::next(last)->first) == now) ++last;
        const float unit = height / static_cast<float>(rows);
        const Area area{{low.x, low.y + unit * static_cast<float>(it->second)},
                        {low.x + label + width, low.y + unit * static_cast<float>(last->second + 1)}};
        list.AddRectFilled(area.low, area.high, band++ % 2 == 0 ? style.theme->raised : style.theme->panel);
        if (now != nullptr && area.height() >= ImGui::GetTextLineHeight() * 0.8f)
            draw_text_until(list, {area.low.x + style.px(6), area.middle().y - ImGui::GetTextLineHeight() / 2},
                            low.x + label - style.px(4), style.theme->quiet, now->what);
    }
    const std::vector<bool> back = steps_back(run, *query);
    for (std::size_t i = 0; i < count; ++i) {
        const ImVec2 here = at(i, place[query->touched[i].line]);
        if (i + 1 < count) {
            const ImVec2 next = at(i + 1, place[query->touched[i + 1].line]);
            list.AddLine(here, next, back[i + 1] ? style.theme->warn : style.theme->text, style.px(1.5f));
        }
    }
    const float between = width / static_cast<float>(std::max<std::size_t>(count, 1));
    for (std::size_t i = 0; i < count; ++i) {
        const ImVec2 here = at(i, place[query->touched[i].line]);
        list.AddCircleFilled(here, style.px(3), style.theme->text);
        const std::string number = std::to_string(i + 1);
        if (between > ImGui::CalcTextSize(number.c_str()).x || i % 5 == 0)
            list.AddText({here.x + style.px(4), here.y - ImGui::GetTextLineHeight()}, style.theme->quiet,
                         number.c_str());
    }
}

void show_chunk_fill(const Style& style, const Arena& arena, const std::vector<Span>& spans) {
    // A chunk for one large row is as wide as several boxes.
    struct Box {
        std::uint64_t bytes = 0, payload = 0;
        bool goes_on = false;  // in the box to its right
    };
    std::vector<Box> boxes;
    constexpr std::uint64_t full = ecs::Chunk::full_bytes;
    auto span = spans.begin();  // both are by address
    for (const auto& [begin, block] : arena.blocks()) {
        if (block.what != "chunk") continue;
        std::uint64_t payload = 0;
        while (span != spans.end() && span->at < begin) ++span;
        for (; span != spans.end() && span->at < block.end(); ++span)
            if (span->role == Role::Payload) payload += span->bytes;
        for (std::uint64_t left = block.bytes; left > 0;) {
            const Box box{std::min(left, full), std::min(payload, full), left > full};
            left -= box.bytes;
            payload -= box.payload;
            boxes.push_back(box);
        }
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    const float width = std::floor(style.px(44)), height = std::floor(style.px(14)), gap = style.px(4);
    const auto columns =
        std::max<std::size_t>(static_cast<std::size_t>(ImGui::GetContentRegionAvail().x / (width + gap)), 1);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const ImVec2 low{origin.x + (width + gap) * static_cast<float>(i % columns),
                         origin.y + (height + gap) * static_cast<float>(i / columns)};
        const Area box{low, {low.x + width + (boxes[i].goes_on ? gap : 0), low.y + height}};
        if (!ImGui::IsRectVisible(box.low, box.high)) continue;
        const auto share = [&](std::uint64_t bytes) {
            return std::max(box.width() * static_cast<float>(bytes) / static_cast<float>(full), 1.0f);
        };
        list.AddRectFilled(box.low, box.high, style.theme->panel);
        list.AddRectFilled(low, {low.x + share(boxes[i].bytes), box.high.y}, style.theme->line);
        list.AddRectFilled(low, {low.x + share(boxes[i].payload), box.high.y}, style.theme->bar);
        outline(list, box, style.theme->line);
    }
    ImGui::Dummy({width, (height + gap) * static_cast<float>((boxes.size() + columns - 1) / columns)});
}

void show_pairs_met(const Style& style, const std::vector<PairMoment>& moments) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float box = std::floor(style.px(34)), gap = style.px(6);
    for (const PairMoment& moment : moments) {
        const ImVec2 low = ImGui::GetCursorScreenPos();
        for (std::size_t i = 0; i < moment.slots.size(); ++i) {
            const float x = low.x + (box + gap) * static_cast<float>(i);
            const Area area{{x, low.y}, {x + box, low.y + box}};
            const bool first = i == moment.position;
            list.AddRectFilled(area.low, area.high, style.theme->raised);
            outline(list, area, first ? style.theme->text : style.theme->line, style.px(first ? 2.5f : 1));
            draw_in_middle(list, area, style.theme->text, moment.slots[i]);
        }
        ImGui::Dummy({(box + gap) * static_cast<float>(moment.slots.size()), box});
        ImGui::SameLine(0, style.px(16));
        ImGui::SetCursorPosY(ImGui::GetCursorPosY() + (box - ImGui::GetTextLineHeight()) / 2);
        colored_text(moment.is_self() ? style.theme->warn : style.theme->text,
                     moment.first + (moment.is_self() ? " = " : " × ") + moment.second);
        ImGui::Dummy({0, gap});
    }
}

}  // namespace panels
