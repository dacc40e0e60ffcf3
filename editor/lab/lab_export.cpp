#include "editor/lab/lab_export.hpp"

#include <algorithm>

#include "ecs/lab/scenario/access_log.hpp"
#include "ecs/lab/scenario/compare.hpp"
#include "editor/base/atomic_file.hpp"
#include "editor/base/file_error.hpp"
#include "editor/base/text_format.hpp"
#include "figures/lab/lab_figure.hpp"
#include "figures/lab/lab_tables.hpp"

namespace editor {

using namespace ecs::lab;
using figures::lab::LabTable;
using figures::lab::LabView;

namespace {

/// An export of cache lines is always traced, however long it takes.
Tracing tracing_for(const Scenario& scenario, const LabExport& wanted) {
    if (wanted.what == name_of(LabTable::Events)) return Tracing::Events;
    if (wanted.what == name_of(LabView::Lines)) return Tracing::Counts;
    return wanted.what == name_of(LabTable::Spans) ? Tracing::None : ecs::lab::tracing_for(scenario);
}

void refuse(const std::string& why, const std::filesystem::path& file) {
    if (!why.empty()) throw FileError(file.string(), 0, 0, why);
}

Figure cache_figure(const Scenario& scenario, const LabExport& wanted, const ScenarioRun& run,
                    const std::filesystem::path& file) {
    const auto log = log_last_query(scenario, wanted.storage, wanted.mode, wanted.options, wanted.step);
    if (!log) refuse("the view cache shows a query, and no step up to here is one (`each`)", file);
    if (!log->complete())
        refuse(
            "the last query makes " + with_commas(log->made) + " accesses, more than can be kept for a simulated cache",
            file);
    return {figures::lab::draw_cache(run, *log), figures::lab::cache_csv(*log)};
}

/// `run` stands at the requested step; null for views of all storages.
Figure figure_of(const Scenario& scenario, const LabExport& wanted, const ScenarioRun* run,
                 const std::filesystem::path& file) {
    using namespace figures::lab;
    switch (lab_view_named(wanted.what).value()) {
        case LabView::Compare: {
            const std::vector<BoardRow> rows = compare(scenario, wanted.mode, wanted.options, wanted.step);
            return {draw_compare(scenario, wanted.step, rows), compare_csv(rows)};
        }
        case LabView::Capacity:
            return {draw_capacity(scenario), capacity_csv(scenario)};
        case LabView::Table:
            return {draw_table(*run), table_csv(*run)};
        case LabView::Cache:
            return cache_figure(scenario, wanted, *run, file);
        case LabView::Lines:
            return {draw_lines(*run), lines_csv(*run)};
        case LabView::Map:
            break;
    }
    return {draw_map(*run), map_csv(*run)};
}

/// Writes the view of a run that stands at the requested step, or of all storages.
void write(const Scenario& scenario, const LabExport& wanted, const ScenarioRun* run, const FigureLook& look,
           const std::filesystem::path& file) {
    if (wanted.what == name_of(LabTable::Account))
        return write_file(file, figures::lab::account_csv(scenario, wanted.mode, wanted.options, wanted.step));
    if (wanted.what == name_of(LabTable::Spans)) return write_file(file, figures::lab::spans_csv(*run));
    if (wanted.what == name_of(LabTable::Events) && !run->trace()->keeps_events())
        refuse("the scenario " + scenario.name + " has so much to do that its events are not kept", file);
    if (wanted.what == name_of(LabTable::Events)) return write_file(file, figures::lab::events_csv(*run));
    write_figure(figure_of(scenario, wanted, run, file), look, file);
}

}  // namespace

const std::vector<std::string_view>& lab_export_names() {
    static const std::vector<std::string_view> names = [] {
        std::vector<std::string_view> all;
        for (const LabView view : figures::lab::all_lab_views) all.push_back(name_of(view));
        for (const LabTable table : figures::lab::all_lab_tables) all.push_back(name_of(table));
        return all;
    }();
    return names;
}

bool is_lab_table(std::string_view what) { return figures::lab::lab_table_named(what).has_value(); }

bool shows_one_storage(std::string_view what) {
    if (const auto view = figures::lab::lab_view_named(what)) return figures::lab::needs_storage(*view);
    return what != name_of(LabTable::Account);
}

std::string why_not_export(const Scenario& scenario, const LabExport& wanted, const std::filesystem::path& file) {
    const auto format = figure_format_of(file);
    if (!format) return "the name of an export ends in .svg, .png or .csv";
    if (is_lab_table(wanted.what) && *format != FigureFormat::Csv)
        return wanted.what + " is a table: its name ends in .csv";
    if (tracing_for(scenario, wanted) != Tracing::Events) return {};
    if (scenario.entities > max_entities_with_events)
        return "events are kept for at most " + with_commas(max_entities_with_events) + " entities, the scenario " +
               scenario.name + " has " + with_commas(scenario.entities);
    if (scenario.planned_work() > max_work_with_events)
        return "the scenario " + scenario.name + " has so much to do that its events are not kept";
    return {};
}

void export_lab(const Scenario& scenario, const LabExport& wanted, const FigureLook& look,
                const std::filesystem::path& file) {
    refuse(why_not_export(scenario, wanted, file), file);
    if (!shows_one_storage(wanted.what)) return write(scenario, wanted, nullptr, look, file);
    ScenarioRun run(scenario, wanted.storage, wanted.mode, wanted.options, tracing_for(scenario, wanted));
    run.run_to(wanted.step);
    write(scenario, wanted, &run, look, file);
}

bool has_step_number(const std::filesystem::path& file) {
    return file.filename().string().find("%d") != std::string::npos;
}

std::filesystem::path with_step_number(const std::filesystem::path& file, std::size_t step, std::size_t last) {
    std::string name = file.filename().string(), number = std::to_string(step);
    const std::size_t digits = std::to_string(last).size();
    number.insert(0, digits - std::min(digits, number.size()), '0');
    if (const std::size_t at = name.find("%d"); at != std::string::npos) name.replace(at, 2, number);
    return file.parent_path() / name;
}

std::size_t export_lab_steps(const Scenario& scenario, const LabExport& wanted, const FigureLook& look,
                             const std::filesystem::path& file) {
    refuse(why_not_export(scenario, wanted, file), file);
    const std::size_t last = wanted.step;
    std::optional<ScenarioRun> run;
    if (shows_one_storage(wanted.what))
        run.emplace(scenario, wanted.storage, wanted.mode, wanted.options, tracing_for(scenario, wanted));
    for (std::size_t step = 1; step <= last; ++step) {
        LabExport now = wanted;
        now.step = step;
        if (run) run->run_to(step);
        write(scenario, now, run ? &*run : nullptr, look, with_step_number(file, step, last));
    }
    return last;
}

std::string lab_export_name(const Scenario& scenario, const LabExport& wanted) {
    // A scenario from a file has the name of the file.
    std::string name = std::filesystem::path(scenario.name).stem().string();
    if (name.empty()) name = "scenario";
    if (shows_one_storage(wanted.what)) name.append("-").append(name_of(wanted.storage));
    if (wanted.mode == Mode::Faithful) name += "-faithful";
    return name + "-" + wanted.what + "-step-" + std::to_string(wanted.step);
}

}  // namespace editor
