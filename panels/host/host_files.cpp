#include <fstream>

#include "figures/drawing/svg.hpp"
#include "figures/world/figure.hpp"
#include "panels/host/host.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

std::string write_text(const std::string& file, const std::string& text) {
    std::ofstream out(file, std::ios::binary);
    out << text;
    out.close();
    return out ? std::string() : file + " cannot be written";
}

bool file_exists(const std::string& file) { return std::ifstream(file).good(); }

}  // namespace

void Host::execute(Request& request) {
    if (const auto* show = std::get_if<ShowPanelRequest>(&request)) return open_panel(show->id);
    if (const auto* frame = std::get_if<FrameEntityRequest>(&request)) {
        if (viewport == nullptr || !viewport->bounds) return;
        if (const auto bounds = viewport->bounds(frame->entity)) {
            viewport->camera.x = bounds->x;
            viewport->camera.y = bounds->y;
        }
        return;
    }
    if (const auto* figure = std::get_if<ExportRequest>(&request)) return export_figure(*figure);
    if (other) other(request);
}

void Host::export_figure(const ExportRequest& request) {
    const figures::Subject subject(shown_->world, &shown_->schedule);
    if (!figures::why_not(subject, request.figure).empty()) return;  // what it shows went in this very frame
    // The figure is of now, however long the person thinks about its name.
    const bool table = request.extension == ".csv";
    std::string text = table ? figures::make_csv(subject, request.figure)
                             : figures::to_svg(figures::make_drawing(subject, request.figure, name_), request.theme);
    const std::string name(figures::descriptor_of(request.figure.kind).name);
    question_ = FileQuestion{.title = "Export",
                             .button = "Export",
                             .file = name + request.extension,
                             .act =
                                 [this, text = std::move(text)](const std::string& to) {
                                     if (std::string problem = write_text(to, text); !problem.empty()) return problem;
                                     tell("Exported " + to);
                                     return std::string();
                                 },
                             .opens = true};
}

void Host::ask_to_save() {
    question_ = FileQuestion{.title = "Save the world",
                             .button = "Save",
                             .file = file,
                             .act =
                                 [this](const std::string& to) {
                                     if (to != file && file_exists(to) && to != question_->replaces) {
                                         question_->replaces = to;
                                         return "There is a file " + to + ". Save again to replace it";
                                     }
                                     if (std::string problem = save(to); !problem.empty()) return problem;
                                     file = to;
                                     shown_->history.mark_saved();
                                     tell("Saved " + to);
                                     return std::string();
                                 },
                             .opens = true};
}

void Host::ask_to_open() {
    const std::size_t steps = shown_->history.done();
    question_ = FileQuestion{.title = "Open a world",
                             .button = "Open",
                             .about = steps == 0 ? std::string()
                                                 : format_count(steps, "step", "steps") +
                                                       " of the present world can then not be undone any more",
                             .file = file,
                             .act =
                                 [this](const std::string& from) {
                                     if (!file_exists(from)) return "There is no file " + from;
                                     opens_ = from;  // when nobody draws any more
                                     return std::string();
                                 },
                             .opens = true};
}

void Host::open_world(const std::string& from) {
    ecs::World& world = shown_->world;
    ecs::Schedule& schedule = shown_->schedule;
    // Nothing may know of what goes: handles of the present world mean nothing in the next.
    close();
    const std::string problem = open(from);
    show(world, schedule);
    if (problem.empty()) file = from;
    tell(problem.empty() ? "Opened " + from : problem);
}

}  // namespace panels
