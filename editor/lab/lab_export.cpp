#include "editor/lab/lab_export.hpp"

#include <algorithm>
#include <utility>

#include "ecs/base/language.hpp"
#include "editor/base/text_format.hpp"
#include "figures/lab/lab_figure.hpp"
#include "files/base/atomic_file.hpp"
#include "files/base/file_error.hpp"

namespace editor {

using namespace ecs::lab;
using figures::lab::LabFigure;

namespace {

/// `what` must be one of lab_export_names().
const LabFigure& figure_of(std::string_view what) { return *figures::lab::lab_figure_named(what); }

Tracing tracing_for(const Scenario& scenario, const LabExport& wanted) {
    return figure_of(wanted.what).tracing.value_or(ecs::lab::tracing_for(scenario));
}

void refuse(const std::string& why, const std::filesystem::path& file) {
    if (!why.empty()) throw files::FileError(file.string(), 0, 0, why);
}

/// `run` stands at the wanted step; null for what shows no single storage.
void write(const Scenario& scenario, const LabExport& wanted, const ScenarioRun* run, const FigureLook& look,
           const std::filesystem::path& file, ecs::Progress* progress = nullptr) {
    const ecs::InEnglish files_are_english;
    const LabFigure& figure = figure_of(wanted.what);
    ecs::Result<figures::lab::LabPicture> made =
        figure.make({scenario, wanted.storage, wanted.mode, wanted.options, wanted.step, run, progress});
    stop_if_cancelled(progress, file);
    refuse(made.error(), file);
    if (figure.is_table) return write_text_file(file, made->csv, progress);
    write_figure({std::move(made->drawing), std::move(made->csv)}, look, file, progress);
}

}  // namespace

const std::vector<std::string_view>& lab_export_names() {
    static const std::vector<std::string_view> names = [] {
        std::vector<std::string_view> all;
        for (const LabFigure& figure : figures::lab::all_lab_figures()) all.push_back(figure.name);
        return all;
    }();
    return names;
}

bool is_lab_table(std::string_view what) {
    const LabFigure* figure = figures::lab::lab_figure_named(what);
    return figure != nullptr && figure->is_table;
}

bool shows_one_storage(std::string_view what) {
    const LabFigure* figure = figures::lab::lab_figure_named(what);
    return figure == nullptr || figure->of_one_storage;
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
                const std::filesystem::path& file, ecs::Progress* progress) {
    refuse(why_not_export(scenario, wanted, file), file);
    if (progress != nullptr) {
        const std::uint64_t work = scenario.planned_work(wanted.step);
        progress->begin(shows_one_storage(wanted.what) ? work : storage_kinds.size() * work);
        progress->say("Running the scenario");
    }
    if (!shows_one_storage(wanted.what)) return write(scenario, wanted, nullptr, look, file, progress);
    ScenarioRun run(scenario, wanted.storage, wanted.mode, wanted.options, tracing_for(scenario, wanted));
    if (progress != nullptr) {
        run.stop_when(progress->stop_token());
        run.report_to(*progress);
    }
    run.run_to(wanted.step);
    stop_if_cancelled(progress, file);
    write(scenario, wanted, &run, look, file, progress);
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
