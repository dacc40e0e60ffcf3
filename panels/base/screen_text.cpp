#include "panels/base/screen_text.hpp"

#include <cmath>
#include <map>
#include <utility>

#include "ecs/base/utf8.hpp"
#include "panels/base/imgui_compat.hpp"

namespace panels {

namespace {

using TextureRect = std::array<float, 4>;
using GlyphMap = std::map<TextureRect, compat::AtlasGlyph>;

GlyphMap all_glyphs() {
    GlyphMap map;
    for (const compat::AtlasGlyph& each : compat::atlas_glyphs())
        map.insert({{each.glyph->U0, each.glyph->V0, each.glyph->U1, each.glyph->V1}, each});
    return map;
}

class Reader {
public:
    std::vector<ScreenText> read(const ImDrawData& data) {
        for (int i = 0; i < data.CmdListsCount; ++i)
            for (const ImDrawCmd& command : data.CmdLists[i]->CmdBuffer) read_command(*data.CmdLists[i], command);
        finish();
        return std::move(texts_);
    }

private:
    void read_command(const ImDrawList& list, const ImDrawCmd& command) {
        if (command.UserCallback != nullptr) return;
        for (unsigned int i = 0; i + 6 <= command.ElemCount;) {
            const ImDrawIdx* indices = list.IdxBuffer.Data + command.IdxOffset + i;
            const ImDrawVert* corners = list.VtxBuffer.Data + command.VtxOffset + indices[0];
            const bool quad = indices[1] == indices[0] + 1 && indices[2] == indices[0] + 2 &&
                              indices[3] == indices[0] && indices[5] == indices[0] + 3;
            i += quad && read_quad(corners[0], corners[2], command.ClipRect) ? 6 : 3;
        }
    }

    bool read_quad(const ImDrawVert& low, const ImDrawVert& high, const ImVec4& clip) {
        const auto found = glyphs_.find({low.uv.x, low.uv.y, high.uv.x, high.uv.y});
        if (found == glyphs_.end()) return false;
        const auto& [glyph, font_size, space] = found->second;
        const float x = (low.pos.x + high.pos.x) / 2, y = (low.pos.y + high.pos.y) / 2;
        if (x < clip.x || x > clip.z || y < clip.y || y > clip.w) return true;

        constexpr int max_spaces = 4;  // a larger gap is another column
        const float left = low.pos.x - glyph->X0, top = low.pos.y - glyph->Y0, gap = left - pen_;
        const int spaces = static_cast<int>(std::lround(gap / space));
        const bool goes_on = !run_.text.empty() && std::abs(top - run_.low.y) < 0.6f && low.col == run_.color &&
                             spaces >= 0 && spaces <= max_spaces &&
                             std::abs(gap - static_cast<float>(spaces) * space) < 1.5f;
        if (goes_on) {
            for (int i = 0; i < spaces; ++i) append(' ', pen_, left);
        } else {
            finish();
            run_.low = {left, top};
            run_.high.y = top + font_size;
            run_.color = low.col;
        }
        pen_ = run_.high.x = left + glyph->AdvanceX;
        append(glyph->Codepoint, left, pen_);
        return true;
    }

    void append(unsigned int character, float left, float right) {
        ecs::append_utf8(run_.text, character);
        run_.spans.resize(run_.text.size(), {left, right});
    }

    void finish() {
        if (!run_.text.empty()) texts_.push_back(std::move(run_));
        run_ = {};
    }

    GlyphMap glyphs_ = all_glyphs();
    ScreenText run_;
    float pen_ = 0;  // position of the run's next glyph
    std::vector<ScreenText> texts_;
};

}  // namespace

ScreenText ScreenText::part(std::size_t first, std::size_t count) const {
    const auto from = spans.begin() + static_cast<std::ptrdiff_t>(first);
    const auto to = from + static_cast<std::ptrdiff_t>(count);
    return {text.substr(first, count), {(*from)[0], low.y}, {(*(to - 1))[1], high.y}, color, {from, to}};
}

std::vector<ScreenText> read_screen_text(const ImDrawData& data) { return Reader().read(data); }

}  // namespace panels
