#include "panels/base/screen_text.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

#include "ecs/base/utf8.hpp"
#include "panels/base/imgui_compat.hpp"

namespace panels {

/// One picture being read.
class ScreenReader::Reading {
public:
    explicit Reading(const ScreenReader& reader) : glyphs_(reader.glyphs_) {}

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

        constexpr int max_spaces = 4;  // a larger gap is another column
        const float left = low.pos.x - glyph.left, top = low.pos.y - glyph.top, gap = left - pen_;
        const int spaces = static_cast<int>(std::lround(gap / glyph.space));
        const bool goes_on = !run_.text.empty() && std::abs(top - run_.low.y) < 0.6f && low.col == run_.color &&
                             spaces >= 0 && spaces <= max_spaces &&
                             std::abs(gap - static_cast<float>(spaces) * glyph.space) < 1.5f;
        if (goes_on) {
            for (int i = 0; i < spaces; ++i) append(' ', pen_, left);
        } else {
            finish();
            run_.low = {left, top};
            run_.high.y = top + glyph.font_size;
            run_.color = low.col;
        }
        pen_ = run_.high.x = left + glyph.advance;
        append(glyph.character, left, pen_);
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

    const std::unordered_map<TextureRect, Glyph, Hash>& glyphs_;
    ScreenText run_;
    float pen_ = 0;  // position of the run's next glyph
    std::vector<ScreenText> texts_;
};

ScreenText ScreenText::part(std::size_t first, std::size_t count) const {
    const auto from = spans.begin() + static_cast<std::ptrdiff_t>(first);
    const auto to = from + static_cast<std::ptrdiff_t>(count);
    return {text.substr(first, count), {(*from)[0], low.y}, {(*(to - 1))[1], high.y}, color, {from, to}};
}

std::size_t ScreenReader::Hash::operator()(const TextureRect& place) const {
    std::size_t hash = 0;
    for (const float each : place) hash = (hash ^ std::bit_cast<std::uint32_t>(each)) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 32;
}

std::vector<ScreenText> ScreenReader::read(const ImDrawData& data) {
    if (const std::size_t stamp = compat::atlas_stamp(); stamp != known_atlas_) {
        glyphs_.clear();
        for (const auto& [glyph, font_size, space] : compat::atlas_glyphs())
            glyphs_.insert({{glyph->U0, glyph->V0, glyph->U1, glyph->V1},
                            {glyph->Codepoint, glyph->X0, glyph->Y0, glyph->AdvanceX, font_size, space}});
        known_atlas_ = compat::atlas_stamp();  // looking may have made glyphs
    }
    return Reading(*this).read(data);
}

}  // namespace panels
