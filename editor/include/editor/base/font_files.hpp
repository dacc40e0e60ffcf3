// The font files beside the program. A missing font affects only looks, never function.
#pragma once

#include <filesystem>
#include <vector>

namespace editor {

/// The folder of the running program.
std::filesystem::path program_folder();

inline constexpr const char* words_font = "Inter-Regular.otf";
inline constexpr const char* bold_font = "Inter-SemiBold.otf";
inline constexpr const char* mono_font = "JetBrainsMono-Regular.ttf";
inline constexpr const char* mono_bold_font = "JetBrainsMono-SemiBold.ttf";
inline constexpr const char* fallback_font = "DroidSansFallbackFull.ttf";

/// The content of a font file; empty when the file is missing or is no font, because a font library might crash on
/// it.
std::vector<unsigned char> read_font(const char* name);

}  // namespace editor
