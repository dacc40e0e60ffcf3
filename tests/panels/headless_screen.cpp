// What stands on a Harness's screen, read back from the quads that were drawn: each glyph has its own place in the
// font's texture, so a quad with that place is that glyph.
#include "headless.hpp"

#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "catch.hpp"

namespace {

struct Glyph {
    float x0 = 0, y0 = 0, advance = 0;
    unsigned int codepoint = 0;
};
using TextureRect = std::array<float, 4>;
using GlyphMap = std::map<TextureRect, Glyph>;

template <class Glyphs>
void add_glyphs(GlyphMap& map, const Glyphs& glyphs) {
    for (const ImFontGlyph& glyph : glyphs)
        map.insert({TextureRect{glyph.U0, glyph.V0, glyph.U1, glyph.V1},
                    Glyph{glyph.X0, glyph.Y0, glyph.AdvanceX, glyph.Codepoint}});
}

float add_all_glyphs(GlyphMap& map) {
    ImFont* font = ImGui::GetIO().Fonts->Fonts[0];
#if IMGUI_VERSION_NUM >= 19200
    ImFontBaked* baked = font->GetFontBaked(font->LegacySize);
    add_glyphs(map, baked->Glyphs);
    return baked->GetCharAdvance(' ');
#else
    add_glyphs(map, font->Glyphs);
    return font->GetCharAdvance(' ');
#endif
}

void append_utf8(std::string& text, unsigned int c) {
    if (c < 0x80) {
        text += static_cast<char>(c);
    } else if (c < 0x800) {
        text += static_cast<char>(0xc0 | c >> 6);
        text += static_cast<char>(0x80 | (c & 0x3f));
    } else {
        text += static_cast<char>(0xe0 | (c >> 12 & 0xf));
        text += static_cast<char>(0x80 | (c >> 6 & 0x3f));
        text += static_cast<char>(0x80 | (c & 0x3f));
    }
}

/// A run of text with the place of each of its bytes.
struct Run {
    std::string text;
    std::vector<std::array<float, 2>> spans;  // left and right of the glyph that the byte belongs to
    float top = 0, bottom = 0;
    ImU32 color = 0;
};

class Reader {
public:
    Reader() : space_(add_all_glyphs(glyphs_)) {}

    std::vector<Run> read(const ImDrawData& data) {
        for (int i = 0; i < data.CmdListsCount; ++i) read_list(*data.CmdLists[i]);
        finish();
        return std::move(runs_);
    }

private:
    void read_list(const ImDrawList& list) {
        for (const ImDrawCmd& command : list.CmdBuffer) {
            if (command.UserCallback != nullptr) continue;
            for (unsigned int i = 0; i + 6 <= command.ElemCount;) {
                const ImDrawIdx* indices = list.IdxBuffer.Data + command.IdxOffset + i;
                const ImDrawVert* corners = list.VtxBuffer.Data + command.VtxOffset + indices[0];
                const bool quad = indices[1] == indices[0] + 1 && indices[2] == indices[0] + 2 &&
                                  indices[3] == indices[0] && indices[5] == indices[0] + 3;
                if (quad && read_quad(corners[0], corners[2], command.ClipRect))
                    i += 6;
                else
                    i += 3;
            }
        }
    }

    bool read_quad(const ImDrawVert& low, const ImDrawVert& high, const ImVec4& clip) {
        const auto found = glyphs_.find({low.uv.x, low.uv.y, high.uv.x, high.uv.y});
        if (found == glyphs_.end()) return false;
        const Glyph& glyph = found->second;
        const float x = (low.pos.x + high.pos.x) / 2, y = (low.pos.y + high.pos.y) / 2;
        if (x < clip.x || x > clip.z || y < clip.y || y > clip.w) return true;

        const float left = low.pos.x - glyph.x0, top = low.pos.y - glyph.y0;
        const float gap = left - pen_x_;
        const bool same_line = std::abs(top - run_.top) < 0.6f && low.col == run_.color;
        const int spaces = static_cast<int>(std::lround(gap / space_));
        if (run_.text.empty() || !same_line || spaces < 0 || spaces > 8 ||
            std::abs(gap - static_cast<float>(spaces) * space_) > 1) {
            finish();
            run_.top = top;
            run_.bottom = top + ImGui::GetFontSize();
            run_.color = low.col;
        } else {
            for (int i = 0; i < spaces; ++i) append(' ', pen_x_, left);
        }
        append(glyph.codepoint, left, left + glyph.advance);
        pen_x_ = left + glyph.advance;
        return true;
    }

    void append(unsigned int codepoint, float left, float right) {
        append_utf8(run_.text, codepoint);
        run_.spans.resize(run_.text.size(), {left, right});
    }

    void finish() {
        if (!run_.text.empty()) runs_.push_back(std::move(run_));
        run_ = {};
    }

    GlyphMap glyphs_;
    float space_;
    Run run_;
    float pen_x_ = 0;
    std::vector<Run> runs_;
};

std::vector<Run> read_screen() {
    const ImDrawData* data = ImGui::GetDrawData();
    return data == nullptr ? std::vector<Run>{} : Reader().read(*data);
}

DrawnText part_of(const Run& run, std::size_t first, std::size_t count) {
    return {run.text.substr(first, count),
            {run.spans[first][0], run.top},
            {run.spans[first + count - 1][1], run.bottom},
            run.color};
}

}  // namespace

std::vector<DrawnText> Harness::texts() const {
    std::vector<DrawnText> result;
    for (const Run& run : read_screen()) result.push_back(part_of(run, 0, run.text.size()));
    return result;
}

std::optional<DrawnText> Harness::find(std::string_view text, std::size_t nth) const {
    for (const Run& run : read_screen())
        for (std::size_t at = run.text.find(text); at != std::string::npos; at = run.text.find(text, at + 1))
            if (nth-- == 0) return part_of(run, at, text.size());
    return std::nullopt;
}

std::string Harness::screen() const {
    std::string all;
    for (const DrawnText& drawn : texts()) all += drawn.text + '\n';
    return all;
}

DrawnText Harness::need(std::string_view text, std::size_t nth) const {
    const std::optional<DrawnText> found = find(text, nth);
    INFO("looking for \"" << text << "\" on this screen:\n" << screen());
    REQUIRE(found);
    return *found;
}

std::size_t Harness::vertex_count() const {
    const ImDrawData* data = ImGui::GetDrawData();
    return data == nullptr ? 0 : static_cast<std::size_t>(data->TotalVtxCount);
}
