#include <algorithm>

#include "ecs/world/journal_room.hpp"
#include "editor/cli/subcommand_functions.hpp"
#include "editor/jobs/figure_file.hpp"

namespace editor {

namespace {

/// Runs the ticks and records which rows move.
void run_with_journal(Session& session, std::uint64_t ticks, figures::FigureRequest& request) {
    ecs::Journal journal;
    ecs::Traffic traffic(std::max<std::uint64_t>(1, ticks));
    session.world.observe(&journal);
    traffic.read(journal, session.world.tick());
    for (std::uint64_t i = 0; i < ticks; ++i) {
        journal.reserve(ecs::journal_room(journal, journal.total(), session.world));
        session.tick();
        traffic.read(journal, session.world.tick());
    }
    session.world.observe(nullptr);
    request.traffic = figures::take_traffic(traffic);
    std::vector<ecs::Operation> last = ecs::last_operations(journal, 1);
    if (!last.empty()) request.operation = std::move(last.front());
}

const std::string& known_system(const Session& session, const std::string& name) {
    std::vector<std::string> known;
    for (const ecs::System* system : session.schedule.systems()) known.push_back(system->description.name);
    if (std::find(known.begin(), known.end(), name) != known.end()) return name;
    throw InputError("there is no system \"" + name + "\"" + did_you_mean(name, known));
}

}  // namespace

void draw_figure(const FigureOptions& options, std::ostream& err) {
    const std::unique_ptr<Session> session = open_with_warnings(options.source, err);
    figures::FigureRequest request;
    const figures::FigureDescriptor& figure = *figures::figure_named(options.figure);
    request.kind = figure.kind;
    request.chunk = options.chunk;
    if (figure.needs_ticks)
        run_with_journal(*session, options.ticks, request);
    else
        for (std::uint64_t i = 0; i < options.ticks; ++i) session->tick();

    if (figure.scope == figures::FigureScope::Components)
        request.components = components_named(session->world, options.archetype);
    else if (!options.archetype.empty())
        request.archetype = archetype_named(session->world, options.archetype).id();
    if (figure.needs_system) request.system = known_system(*session, options.system);
    const std::string reason = figures::why_not({session->world, &session->schedule}, request);
    if (!reason.empty()) throw InputError(reason);

    FigureLook look;
    if (options.look.scale) look.scale = static_cast<double>(*options.look.scale);
    if (options.look.theme == "dark") look.theme = figures::Theme::Dark;
    if (options.look.theme == "contrast") look.theme = figures::Theme::Contrast;
    write_figure(take_figure(*session, request), look, options.out);
}

}  // namespace editor
