#include <ostream>

#include <nlohmann/json.hpp>

#include "ecs/lab/scenario/compare.hpp"
#include "ecs/lab/storages/about.hpp"
#include "editor/base/terminal_text.hpp"
#include "editor/base/text_format.hpp"
#include "editor/cli/subcommand_functions.hpp"
#include "editor/lab/lab_export.hpp"
#include "editor/lab/lab_handout.hpp"
#include "editor/lab/lab_lesson.hpp"
#include "editor/lab/lab_scenario.hpp"
#include "files/base/atomic_file.hpp"

namespace editor {

namespace {

using namespace ecs::lab;
using nlohmann::ordered_json;

ordered_json board_json(const BoardRow& row) {
    ordered_json json{{"allocated", row.account.allocated},
                      {"payload", row.account.payload},
                      {"index", row.account.index},
                      {"holes", row.account.holes},
                      {"spare", row.account.spare},
                      {"padding", row.account.padding},
                      {"lines", nullptr},
                      {"ideal_lines", row.ideal_lines},
                      {"bytes_moved", nullptr}};
    if (row.lines) json["lines"] = *row.lines;
    if (row.all.bytes_moved) json["bytes_moved"] = *row.all.bytes_moved;
    json["entities"] = row.entities;
    json["blocks"] = row.account.blocks;
    json["allocations"] = nullptr;
    if (row.all.allocations) json["allocations"] = *row.all.allocations;
    json["refused"] = row.all.refused;
    json["bitten"] = row.all.bitten;
    if (!row.all.why.empty()) json["why"] = std::string(row.all.rule) + ": " + std::string(row.all.why);
    json["last_step"] = {{"bytes_moved", nullptr}, {"refused", row.step.refused}, {"bitten", row.step.bitten}};
    if (row.step.bytes_moved) json["last_step"]["bytes_moved"] = *row.step.bytes_moved;
    return json;
}

std::string remark_of(std::uint64_t refused, std::uint64_t bitten, std::string_view rule, std::string_view why) {
    if (refused + bitten == 0) return {};
    std::string text = refused > 0 ? counted(refused, "operation refused", "operations refused")
                                   : counted(bitten, "operation went wrong", "operations went wrong");
    if (refused > 0 && bitten > 0) text += ", " + with_commas(bitten) + " went wrong";
    return text + " (" + std::string(rule) + ": " + std::string(why) + ")";
}

void write_board(std::ostream& out, const std::vector<BoardRow>& rows) {
    std::vector<std::vector<std::string>> table{{"allocated", "payload", "index", "holes", "spare", "padding", "lines",
                                                 "ideal", "moved by step", "by all", "storage"}};
    const auto text = [](const std::optional<std::uint64_t>& number) { return number ? with_commas(*number) : "-"; };
    for (const BoardRow& row : rows)
        table.push_back({with_commas(row.account.allocated), with_commas(row.account.payload),
                         with_commas(row.account.index), with_commas(row.account.holes), with_commas(row.account.spare),
                         with_commas(row.account.padding), text(row.lines), with_commas(row.ideal_lines),
                         text(row.step.bytes_moved), text(row.all.bytes_moved), full_title_of(row.kind)});
    write_table(out, table);
    for (const BoardRow& row : rows)
        if (const std::string remark = remark_of(row.all.refused, row.all.bitten, row.all.rule, row.all.why);
            !remark.empty())
            out << title_of(row.kind) << ": " << remark << "\n";
}

void write_steps(std::ostream& out, const ScenarioRun& run) {
    std::vector<std::vector<std::string>> table{{"step", "operations", "written", "moved", "lines", "what"}};
    const auto text = [&](std::uint64_t number) { return run.trace() != nullptr ? with_commas(number) : "-"; };
    for (std::size_t i = 0; i < run.done(); ++i) {
        const StepResult& result = run.results()[i];
        std::string what = run.scenario().steps[i].text;
        if (!result.answer.empty()) what += ": " + result.answer;
        if (result.visited > 0) what += ": " + counted(result.visited, "row", "rows") + " visited";
        const std::string remark = remark_of(result.refused, result.bitten, result.rule, result.why);
        if (!remark.empty()) what += "; " + remark;
        table.push_back({std::to_string(i + 1), with_commas(result.operations), text(result.work.bytes_written),
                         text(result.work.bytes_moved), text(result.work.lines), what});
    }
    write_table(out, table);
}

ordered_json steps_json(const ScenarioRun& run) {
    ordered_json steps = ordered_json::array();
    for (std::size_t i = 0; i < run.done(); ++i) {
        const StepResult& result = run.results()[i];
        ordered_json step{{"what", run.scenario().steps[i].text},
                          {"operations", result.operations},
                          {"refused", result.refused},
                          {"bitten", result.bitten},
                          {"visited", result.visited}};
        if (run.trace() != nullptr) {
            step["bytes_read"] = result.work.bytes_read;
            step["bytes_written"] = result.work.bytes_written;
            step["bytes_moved"] = result.work.bytes_moved;
            step["allocations"] = result.work.allocations;
            step["lines"] = result.work.lines;
        }
        if (!result.why.empty()) step["why"] = std::string(result.rule) + ": " + std::string(result.why);
        if (!result.answer.empty()) step["answer"] = result.answer;
        steps.push_back(std::move(step));
    }
    return steps;
}

void draw(const LabOptions& options, const Scenario& scenario, std::size_t steps) {
    LabExport wanted{.what = options.what, .mode = options.mode, .options = {}, .step = steps};
    if (options.storage) wanted.storage = *options.storage;
    FigureLook look;
    if (options.look.scale) look.scale = static_cast<double>(*options.look.scale);
    if (options.look.theme == "dark") look.theme = figures::Theme::Dark;
    if (options.look.theme == "contrast") look.theme = figures::Theme::Contrast;
    if (options.every_step)
        export_lab_steps(scenario, wanted, look, options.out);
    else
        export_lab(scenario, wanted, look, options.out);
}

void write_about(const LabOptions& options, std::ostream& out) {
    const StorageKind kind = *options.storage;
    if (options.json) {
        out << ordered_json{{"storage", name_of(kind)}, {"title", title_of(kind)}, {"about", about_of(kind)}}.dump(2)
            << "\n";
        return;
    }
    out << full_title_of(kind) << "\n\n" << about_of(kind) << "\n";
}

void note_untraced(std::ostream& out) {
    out << "More than " << with_commas(max_traced_work)
        << " operations and visits: run untraced, so lines and moves were not counted.\n";
}

}  // namespace

void list_lab_scenarios(std::ostream& out) {
    std::vector<std::vector<std::string>> table{{"scenario", "entities", "steps", "what it is about"}};
    for (const BuiltInScenario& each : built_in_scenarios()) {
        const Scenario scenario = read_scenario(each.text, std::string(each.name));
        table.push_back({std::string(each.name), with_commas(scenario.entities), with_commas(scenario.steps.size()),
                         scenario.title});
    }
    write_table(out, table);
    out << "\nchunkscope lab --compare SCENARIO\n"
           "chunkscope lab --storage STORAGE --scenario SCENARIO\n"
           "chunkscope lab --storage STORAGE     what is to be known of it\n"
           "chunkscope lab --bench               what their operations cost, measured\n\n";
    table = {{"STORAGE", "what it is"}};
    for (const StorageKind kind : storage_kinds)
        table.push_back({std::string(name_of(kind)), full_title_of(kind) + ": " + std::string(summary_of(kind))});
    write_table(out, table);
}

void run_lab(const LabOptions& options, std::ostream& out) {
    if (options.scenario.empty() && options.storage) return write_about(options, out);
    const Scenario scenario = open_scenario(options.scenario);
    const std::size_t steps = options.step.value_or(scenario.steps.size());
    if (steps > scenario.steps.size())
        throw InputError("the scenario " + scenario.name + " has " + counted(scenario.steps.size(), "step", "steps") +
                         ", and --step is " + std::to_string(steps));
    if (!options.out.empty()) return draw(options, scenario, steps);
    if (options.storage) {
        ScenarioRun run(scenario, *options.storage, options.mode, StorageOptions{}, tracing_for(scenario));
        run.run_to(steps);
        const BoardRow row = board_row(run);
        if (options.json) {
            const ordered_json json{{"storage", name_of(row.kind)},
                                    {"mode", name_of(row.mode)},
                                    {"scenario", scenario.name},
                                    {"steps", steps_json(run)},
                                    {"account", board_json(row)}};
            out << json.dump(2) << "\n";
            return;
        }
        out << full_title_of(row.kind) << ", " << phrase_of(row.mode) << ": " << terminal_text(scenario.title)
            << "\n\n";
        write_steps(out, run);
        out << "\n";
        write_board(out, {row});
        if (run.trace() == nullptr) note_untraced(out);
        return;
    }
    const std::vector<BoardRow> rows = compare(scenario, options.mode, {}, steps);
    if (!options.json) {
        out << terminal_text(scenario.title) << ", "
            << "step " << steps << " of " << scenario.steps.size() << ", " << phrase_of(options.mode) << "\n\n";
        write_board(out, rows);
        if (tracing_for(scenario) == Tracing::None) note_untraced(out);
        return;
    }
    ordered_json json = ordered_json::object();
    for (const BoardRow& row : rows) json[std::string(name_of(row.kind))] = board_json(row);
    out << json.dump(2) << "\n";
}

void write_lesson_handout(const HandoutOptions& options) {
    const auto lesson = find_lesson(options.lesson);
    if (!lesson) {
        std::vector<std::string> known;
        for (const BuiltInLesson& each : built_in_lessons()) known.emplace_back(each.id);
        throw InputError("there is no lesson \"" + options.lesson + "\"; the lessons are " + joined(known) +
                         did_you_mean(options.lesson, known));
    }
    const Words words = read_lesson_words(built_in_lesson_words(), "words");
    files::write_file(options.file,
                      handout_of(*lesson, words, options.japanese ? Language::Japanese : Language::English));
}

}  // namespace editor
