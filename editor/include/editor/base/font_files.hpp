// The font files beside the program. A missing font affects only looks, never function.
#pragma once

#include <array>
#include <filesystem>
#include <vector>

namespace editor {

/// The folder of the running program.
std::filesystem::path program_folder();

inline constexpr const char* words_font = "Inter-Regular.otf";
inline constexpr const char* bold_font = "Inter-SemiBold.otf";
inline constexpr const char* mono_font = "JetBrainsMono-Regular.ttf";
inline constexpr const char* mono_bold_font = "JetBrainsMono-SemiBold.ttf";
/// For characters that the others lack, in the order in which they are asked: Japanese and Chinese; Korean; Arabic,
/// Hebrew, Georgian and more; emoji in one colour.
inline constexpr std::array<const char*, 4> fallback_fonts{"DroidSansFallbackFull.ttf", "NanumGothic.ttf",
                                                           "DejaVuSans.ttf", "Symbola_hint.ttf"};

bool has_font(const char* name);
/// The content of a font file; empty when the file is missing or is not a font, because a font library might crash on
/// it.
std::vector<unsigned char> read_font(const char* name);

}  // namespace editor
