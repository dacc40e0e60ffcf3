#include "screen_text.hpp"

#include <array>
#include <cmath>
#include <map>
#include <utility>

#include <imgui.h>

#include "panels/imgui_compat.hpp"

namespace editor {

namespace {

struct Glyph {
    float x0 = 0, y0 = 0, advance = 0, size = 0, space = 0;
    unsigned int codepoint = 0;
};
using TextureRect = std::array<float, 4>;

void append_utf8(std::string& text, unsigned int c) {
    if (c < 0x80) {
        text += static_cast<char>(c);
        return;
    }
    if (c < 0x800) {
        text += static_cast<char>(0xc0 | c >> 6);
    } else {
        text += static_cast<char>(0xe0 | (c >> 12 & 0xf));
        text += static_cast<char>(0x80 | (c >> 6 & 0x3f));
    }
    text += static_cast<char>(0x80 | (c & 0x3f));
}

std::map<TextureRect, Glyph> all_glyphs() {
    std::map<TextureRect, Glyph> glyphs;
    panels::compat::each_glyph([&](const ImFontGlyph& glyph, float size, float space) {
        glyphs.insert({{glyph.U0, glyph.V0, glyph.U1, glyph.V1},
                       {glyph.X0, glyph.Y0, glyph.AdvanceX, size, space, glyph.Codepoint}});
    });
    return glyphs;
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
        const Glyph& glyph = found->second;
        const float x = (low.pos.x + high.pos.x) / 2, y = (low.pos.y + high.pos.y) / 2;
        if (x < clip.x || x > clip.z || y < clip.y || y > clip.w) return true;

        const float left = low.pos.x - glyph.x0, top = low.pos.y - glyph.y0, gap = left - pen_;
        const int spaces = static_cast<int>(std::lround(gap / glyph.space));
        const bool goes_on = !run_.text.empty() && std::abs(top - run_.top) < 0.6f && low.col == color_ &&
                             spaces >= 0 && spaces <= 4 &&
                             std::abs(gap - static_cast<float>(spaces) * glyph.space) < 1.5f;
        if (!goes_on) {
            finish();
            run_ = {{}, left, top, left, top + glyph.size};
            color_ = low.col;
        } else {
            run_.text.append(static_cast<std::size_t>(spaces), ' ');
        }
        append_utf8(run_.text, glyph.codepoint);
        pen_ = run_.right = left + glyph.advance;
        return true;
    }

    void finish() {
        if (!run_.text.empty()) texts_.push_back(std::move(run_));
        run_ = {};
    }

    std::map<TextureRect, Glyph> glyphs_ = all_glyphs();
    ScreenText run_;
    ImU32 color_ = 0;
    float pen_ = 0;
    std::vector<ScreenText> texts_;
};

}  // namespace

std::vector<ScreenText> read_screen_text(const ImDrawData& data) { return Reader().read(data); }

}  // namespace editor
