// The font files that lie beside the program. One that is missing costs looks, never function.
#pragma once

#include <filesystem>
#include <vector>

namespace editor {

/// The folder that the running program lies in.
std::filesystem::path program_folder();

inline constexpr const char* words_font = "Inter-Regular.otf";
inline constexpr const char* bold_font = "Inter-SemiBold.otf";
inline constexpr const char* mono_font = "JetBrainsMono-Regular.ttf";
inline constexpr const char* fallback_font = "DroidSansFallbackFull.ttf";

/// Its content; empty when the file is not there or is no font, over which a font library might stop the program.
std::vector<unsigned char> read_font(const char* name);

}  // namespace editor
