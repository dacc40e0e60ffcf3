// A figure of a session, on its way into a file for a slide: SVG, PNG or CSV, which the name of the file says.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "editor/session/session.hpp"
#include "figures/views/figure.hpp"

namespace editor {

enum class FigureFormat { Svg, Png, Csv };
/// By the extension; nothing when it is none of them.
std::optional<FigureFormat> figure_format_of(const std::filesystem::path& file);

struct FigureLook {
    figures::Theme theme = figures::Theme::Light;
    double scale = 2;  // pixels of a PNG for one unit of the drawing, which is 1280 x 720
};

/// What a file would hold, taken from the world as it is now: the world may run on.
struct Figure {
    figures::Drawing drawing;
    std::string csv;
};
/// There must be such a figure, see figures::why_not.
Figure take_figure(const Session& session, const figures::FigureRequest& request);

/// All or nothing, as write_file() does it. Throws FileError; also when a PNG is asked for and there are no fonts.
void write_figure(const Figure& figure, const FigureLook& look, const std::filesystem::path& file);

/// `chase-chunk-0.svg`, without folder and extension: what a file of this figure is called when nobody says otherwise.
std::string figure_name(const Session& session, const figures::FigureRequest& request);

}  // namespace editor
