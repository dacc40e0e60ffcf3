#include "editor/jobs/figure_file.hpp"

#include <string_view>

#include "editor/attach/attached_world.hpp"
#include "editor/base/font_files.hpp"
#include "editor/base/language.hpp"
#include "editor/base/visual_order.hpp"
#include "figures/drawing/svg.hpp"
#include "figures/raster/png.hpp"
#include "figures/raster/raster.hpp"
#include "files/base/atomic_file.hpp"
#include "files/base/file_error.hpp"

namespace editor {

namespace {

std::string source_of(const Session& session) {
    if (!session.file.empty()) return "file " + session.file.filename().string();
    if (session.scene) return "scene " + std::string(session.scene->name) + ", seed " + std::to_string(session.seed);
    return "untitled world";
}

void say(ecs::Progress* progress, const char* doing) {
    if (progress != nullptr) progress->say(doing);
}

std::string png_of(const figures::Drawing& drawing, const FigureLook& look, const std::filesystem::path& file,
                   ecs::Progress* progress) {
    // In steps of drawing: compressing takes about as long.
    const std::uint64_t steps = figures::steps_to_rasterize(drawing);
    if (progress != nullptr) progress->begin(progress->done() + 2 * steps);
    say(progress, tr_later("Drawing"));
    figures::FontFiles fonts{read_font(words_font), read_font(bold_font), read_font(mono_font), {}, visual_order};
    for (const char* const name : fallback_fonts) fonts.fallbacks.push_back(read_font(name));
    const figures::Typefaces typefaces(std::move(fonts));
    if (!typefaces.usable())
        throw files::FileError(
            file.string(), 0, 0,
            tr("a PNG needs the fonts that lie beside the program, and none was found; SVG and CSV need none"));
    const figures::Image image = figures::rasterize(drawing, look.theme, look.scale, typefaces, progress);
    stop_if_cancelled(progress, file);
    say(progress, tr_later("Compressing the picture"));
    return figures::encode_png(image.pixels, image.width, image.height);
}

/// `Movement`, `My-system`: a system's name without characters that file names should not have.
std::string text_for_file(std::string_view name) {
    std::string text(name);
    const auto plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    };
    for (char& c : text)
        if (!plain(c)) c = '-';
    return text;
}

}  // namespace

std::optional<FigureFormat> figure_format_of(const std::filesystem::path& file) {
    const std::string extension = file.extension().string();
    if (extension == ".svg") return FigureFormat::Svg;
    if (extension == ".png") return FigureFormat::Png;
    if (extension == ".csv") return FigureFormat::Csv;
    return std::nullopt;
}

Figure take_figure(const Session& session, const figures::FigureRequest& request) {
    figures::Subject subject(session.world, &session.schedule);
    if (session.attached) subject.note = ecs::as_if_archetypes(session.attached->mirror().owner().name());
    return {figures::make_drawing(subject, request, source_of(session)), figures::make_csv(subject, request)};
}

void stop_if_cancelled(const ecs::Progress* progress, const std::filesystem::path& file) {
    if (progress != nullptr && progress->cancelled()) throw files::Cancelled(file.string(), "exporting");
}

void write_text_file(const std::filesystem::path& file, std::string_view text, ecs::Progress* progress) {
    constexpr std::size_t piece = 1 << 20;  // between two looks for a cancel
    stop_if_cancelled(progress, file);
    say(progress, tr_later("Writing the file"));
    files::FileWriter writer(file);
    for (std::size_t at = 0; at < text.size(); at += piece) {
        stop_if_cancelled(progress, file);
        writer.write(text.substr(at, piece));
    }
    writer.flush();
    stop_if_cancelled(progress, file);
    writer.commit();
    if (progress != nullptr) progress->finish();
}

std::string png_of(const Figure& figure, const FigureLook& look) {
    return png_of(figure.drawing, look, "picture.png", nullptr);
}

void write_figure(const Figure& figure, const FigureLook& look, const std::filesystem::path& file,
                  ecs::Progress* progress) {
    const std::optional<FigureFormat> format = figure_format_of(file);
    if (!format) throw files::FileError(file.string(), 0, 0, tr("the name of a figure ends in .svg, .png or .csv"));
    switch (*format) {
        case FigureFormat::Svg:
            return write_text_file(file, figures::to_svg(figure.drawing, look.theme), progress);
        case FigureFormat::Png:
            return write_text_file(file, png_of(figure.drawing, look, file, progress), progress);
        case FigureFormat::Csv:
            return write_text_file(file, figure.csv, progress);
    }
}

std::string figure_name(const Session& session, const figures::FigureRequest& request) {
    std::string name = !session.file.empty() ? session.file.stem().string()
                       : session.scene       ? std::string(session.scene->name)
                                             : std::string("untitled");
    const figures::FigureDescriptor& figure = figures::descriptor_of(request.kind);
    name.append("-").append(figure.name);
    if (figure.scope == figures::FigureScope::Chunk) name += "-" + std::to_string(request.chunk);
    if (figure.needs_system) name += "-" + text_for_file(request.system);
    return name;
}

}  // namespace editor
