#include <algorithm>
#include <cmath>
#include <cstdio>

#include "panels/base/language.hpp"
#include "panels/chunk_bytes/microscope.hpp"

namespace panels {

namespace {

constexpr std::uint32_t ruled_page_bytes = 4096;  // on most systems

/// Offset of the first byte from `from` on at which a memory page starts.
std::uint32_t next_page(const ecs::Chunk& block, std::uint32_t from) {
    const auto address = reinterpret_cast<std::uintptr_t>(&block) + from;
    return from + static_cast<std::uint32_t>((ruled_page_bytes - address % ruled_page_bytes) % ruled_page_bytes);
}

}  // namespace

void Microscope::draw_line_marks(const ChunkInView& in) {
    const Style& style = in.context.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const BlockGrid& bytes = grid();
    const Area& canvas = camera_.canvas();
    // Blocks start at multiples of 64, so each line of bytes is one cache line.
    if (bytes.line_px >= 4) {
        for (std::uint32_t line = 1; line < bytes.lines_per_strip; ++line) {
            const float y = bytes.origin.y + static_cast<float>(line) * bytes.line_px;
            if (y < canvas.low.y || y > canvas.high.y) continue;
            for (std::uint32_t strip = 0; strip < bytes.strip_count(); ++strip) {
                const float left = bytes.strip_left(strip);
                if (left < canvas.high.x && left + bytes.strip_width() > canvas.low.x)
                    batch_.add({{left, y - 1}, {left + bytes.strip_width(), y}}, style.theme->panel);
            }
        }
        batch_.draw(list);
    }
    for (std::uint32_t byte = next_page(in.block, 0); byte < bytes.block_bytes; byte = next_page(in.block, byte + 1)) {
        const ImVec2 at = bytes.place_of(byte);
        const float left = at.x - std::min(bytes.gap_px, style.px(8));
        const float right = bytes.strip_left(byte / bytes.bytes_per_line / bytes.lines_per_strip) + bytes.strip_width();
        list.AddRectFilled({left, at.y - 1}, {right, at.y + 1}, style.theme->edge);
    }
}

void Microscope::draw_rulers(const ChunkInView& in) {
    const Style& style = in.context.style;
    const compat::FontScope font(style.mono_small);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const BlockGrid& bytes = grid();
    const Area& canvas = camera_.canvas();
    const float text = ImGui::GetTextLineHeight(), wide = ImGui::CalcTextSize("0000").x;
    const bool labels_in_gap = bytes.gap_px >= wide + style.px(4);
    const float top = canvas.low.y - text - style.px(2);

    for (std::uint32_t strip = 0; strip < bytes.strip_count(); ++strip) {
        const float left = bytes.strip_left(strip), right = std::min(left + bytes.strip_width(), canvas.high.x);
        if (left >= canvas.high.x || right <= canvas.low.x) continue;
        // Above: offsets within a line; or the start of a strip while there is no room beside it.
        float free_from = std::max(left, canvas.low.x);
        const float label_px = ImGui::CalcTextSize("+60").x + style.px(8);
        std::uint32_t every = 16;
        while (every > 1 && bytes.byte_px * static_cast<float>(every) >= 2 * label_px) every /= 2;
        for (std::uint32_t byte = 0; byte < bytes.bytes_per_line; byte += every) {
            const float x = std::floor(left + static_cast<float>(byte) * bytes.byte_px);
            const bool start = byte == 0 && !labels_in_gap;
            const std::string label =
                start ? hex_offset(strip * bytes.lines_per_strip * bytes.bytes_per_line) : '+' + std::to_string(byte);
            const float width = ImGui::CalcTextSize(label.c_str()).x;
            if (x + 1 < free_from || x + width > right) continue;
            list.AddText({x, top}, style.theme->quiet, label.c_str());
            free_from = x + width + style.px(6);
        }
        if (!labels_in_gap) continue;
        // Beside: the start offset of each line. It stays in view when the start of the line does not.
        const float beside = left - style.px(6) - wide, x = std::max(beside, canvas.low.x);
        if (left + bytes.strip_width() < x + wide) continue;
        list.PushClipRect(canvas.low, canvas.high, true);
        if (x > beside)
            list.AddRectFilled({x, canvas.low.y}, {x + wide + style.px(4), canvas.high.y},
                               faded(style.theme->panel, 0.88f));
        const auto lines = static_cast<std::uint32_t>(std::max(std::ceil((text + 2) / bytes.line_px), 1.0f));
        for (std::uint32_t line = 0; line < bytes.lines_per_strip; line += lines) {
            const std::uint32_t byte = (strip * bytes.lines_per_strip + line) * bytes.bytes_per_line;
            const float y = std::floor(bytes.origin.y + static_cast<float>(line) * bytes.line_px);
            if (byte >= bytes.block_bytes || y + text < canvas.low.y || y > canvas.high.y) continue;
            const float inset = std::max(std::floor(std::min(bytes.line_px, text + 2) / 2 - text / 2), 0.0f);
            list.AddText({x, y + inset}, style.theme->quiet, hex_offset(byte).c_str());
        }
        list.PopClipRect();
    }
    const Area band{{canvas.low.x, top}, {canvas.high.x, canvas.low.y}};
    if (!ImGui::IsWindowHovered() || !band.contains(ImGui::GetMousePos())) return;
    const compat::FontScope words(style.words);
    tooltip_over(band, tr("Each line is 64 bytes, one cache line: what the processor fetches from memory at a time.\n"
                          "A bright line marks where a page of memory (4 KiB, by its real address) starts"));
}

void Microscope::draw_position(const ChunkInView& in, const std::vector<ChunkRun>& runs, const Area& area) {
    const Style& style = in.context.style;
    const compat::FontScope font(style.mono_small);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    // The whole block from left to right, with the visible part marked.
    const float width = std::floor(std::min(style.px(120), area.width() * 0.3f)), bar = style.px(8);
    const float top = std::floor(area.low.y + (ImGui::GetTextLineHeight() - bar) / 2);
    const ByteRange seen = camera_.bytes_in_view();
    const auto x_of = [&](std::uint32_t byte) {
        return area.low.x + width * static_cast<float>(byte) / static_cast<float>(in.block.block_bytes);
    };
    for (const ChunkRun& run : runs) {
        const ecs::ByteSpan even{run.begin, 1, run.role, run.column, -1, 0};
        list.AddRectFilled({x_of(run.begin), top}, {x_of(run.end), top + bar},
                           color_of_byte(style, in.archetype, even));
    }
    outline(list,
            {{std::floor(x_of(seen.begin)), top - 2}, {std::max(x_of(seen.end), x_of(seen.begin) + 3), top + bar + 2}},
            style.theme->text, 1);

    char zoom[32];
    std::snprintf(zoom, sizeof zoom, "%.1f×", static_cast<double>(camera_.magnification()));
    const std::string place = camera_.level() <= 0
                                  ? std::string(tr("whole chunk"))
                                  : phrase("0x{} to 0x{} · {}", hex_offset(seen.begin), hex_offset(seen.end - 1), zoom);
    const std::string changes = changes_.sentence();
    const float left = area.low.x + width + style.px(10);
    const float changes_left = area.high.x - ImGui::CalcTextSize(changes.c_str()).x;
    const bool both = left + ImGui::CalcTextSize(place.c_str()).x + style.px(16) < changes_left;
    draw_text_until(list, {left, area.low.y}, area.high.x, style.theme->quiet, both ? place : changes);
    if (both) list.AddText({changes_left, area.low.y}, style.theme->quiet, changes.c_str());
    if (!ImGui::IsWindowHovered() || !area.contains(ImGui::GetMousePos())) return;
    const compat::FontScope words(style.words);
    tooltip_over(area, phrase("Wheel: zoom at the pointer. Drag: move. Double click on a value: edit it, elsewhere: "
                              "the whole chunk\n{}{}. Bytes are compared with a copy from before the tick",
                              changes, (changes_.byte_count() > 0 ? tr(", underlined where they lie") : "")));
}

}  // namespace panels
