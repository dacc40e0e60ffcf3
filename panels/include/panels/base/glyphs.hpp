// The characters that panels need of a font. Their texts are mostly ASCII, with “…”, “→”, “×” and a few more; names of
// entities may have any.
#pragma once

#include <imgui.h>

namespace panels {

/// Latin, Greek, Cyrillic, punctuation, arrows, mathematical signs and shapes, for ImFontAtlas::AddFontFromFileTTF and
/// its like: pairs of first and last character, ending with 0. Dear ImGui from 1.92 on needs no ranges.
const ImWchar* glyph_ranges();
bool in_glyph_ranges(unsigned int codepoint);

/// Characters of the panels that the font lacks then look like the nearest that it has: "→" like ">", not like "?".
/// Before Dear ImGui 1.92 the atlas must be built.
void stand_in_for_missing_glyphs(ImFont& font);

}  // namespace panels
