#include "commands.hpp"
#include "editor/figure_file.hpp"

namespace editor {

void draw_figure(const FigureOptions& options, std::ostream& err) {
    const std::unique_ptr<Session> session = open_with_warnings(options.source, err);
    for (std::uint64_t i = 0; i < options.ticks; ++i) session->tick();

    figures::FigureRequest request;
    request.view = figures::view_named(options.view).value();
    request.chunk = options.chunk;
    if (!options.archetype.empty()) request.archetype = archetype_named(session->world, options.archetype).id();
    const std::string reason = figures::why_not(session->world, request);
    if (!reason.empty()) throw InputError(reason);

    FigureLook look;
    if (options.look.scale) look.scale = static_cast<double>(*options.look.scale);
    if (options.look.theme == "dark") look.theme = figures::Theme::Dark;
    if (options.look.theme == "contrast") look.theme = figures::Theme::Contrast;
    write_figure(take_figure(*session, request), look, options.out);
}

}  // namespace editor
