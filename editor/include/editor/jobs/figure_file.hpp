// Writes a figure of a session into a file for a slide: SVG, PNG or CSV, by the extension of the file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "ecs/base/progress.hpp"
#include "editor/session/session.hpp"
#include "figures/world/figure.hpp"

namespace editor {

enum class FigureFormat { Svg, Png, Csv };
/// By the extension; nothing for any other extension.
std::optional<FigureFormat> figure_format_of(const std::filesystem::path& file);

struct FigureLook {
    figures::Theme theme = figures::Theme::Light;
    double scale = 2;  // pixels of a PNG for one unit of the drawing, which is 1280 x 720
};

/// The content of a file, taken from the present world. The world may run on.
struct Figure {
    figures::Drawing drawing;
    std::string csv;
};
/// The figure must be possible, see figures::why_not.
Figure take_figure(const Session& session, const figures::FigureRequest& request);

/// All or nothing, like write_file(). Throws FileError, also for a PNG without fonts. May run on any thread. `progress`
/// may be null; when it is cancelled, it throws Cancelled, and the file is as it was.
void write_figure(const Figure& figure, const FigureLook& look, const std::filesystem::path& file,
                  ecs::Progress* progress = nullptr);

/// The content of a PNG file. Throws FileError without fonts.
std::string png_of(const Figure& figure, const FigureLook& look);

/// Writes an export of any kind, on the same terms.
void write_text_file(const std::filesystem::path& file, std::string_view text, ecs::Progress* progress);
/// Throws Cancelled when somebody stopped the export to `file`. `progress` may be null.
void stop_if_cancelled(const ecs::Progress* progress, const std::filesystem::path& file);

/// `chase-chunk-0`: the default file name of this figure, without folder and extension.
std::string figure_name(const Session& session, const figures::FigureRequest& request);

}  // namespace editor
