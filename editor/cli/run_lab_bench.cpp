#include "editor/cli/run_lab_bench.hpp"

#include <ostream>

#include <nlohmann/json.hpp>

#include "ecs/lab/bench/bench_machine.hpp"
#include "editor/base/text_format.hpp"
#include "editor/cli/subcommand_functions.hpp"
#include "editor/jobs/figure_file.hpp"
#include "figures/drawing/log_plot.hpp"
#include "figures/lab/bench_figure.hpp"

namespace editor {

namespace {

using namespace ecs::lab;
using figures::nanos_text;
using nlohmann::ordered_json;

ordered_json machine_json(const BenchMachine& machine) {
    return {{"processor", machine.processor}, {"cores", machine.cores},         {"compiler", machine.compiler},
            {"flags", machine.flags},         {"optimised", machine.optimised}, {"asserts", machine.asserts},
            {"sanitized", machine.sanitized}, {"warning", warning_of(machine)}};
}

ordered_json row_json(const BenchRow& row) {
    return {{"subject", row.subject},        {"title", row.title},
            {"entities", row.entities},      {"operations", row.operations},
            {"rounds", row.rounds},          {"ns_least", row.ns.least},
            {"ns_median", row.ns.median},    {"ns_low", row.ns.low},
            {"ns_high", row.ns.high},        {"ns_most", row.ns.most},
            {"clock_share", row.clock_share}};
}

ordered_json result_json(const BenchResult& result, const BenchMachine& machine) {
    ordered_json rows = ordered_json::array(), verdicts = ordered_json::array();
    for (const BenchRow& row : result.rows) rows.push_back(row_json(row));
    for (const std::uint64_t entities : result.sizes()) {
        const Ranking ranking = result.ranking(entities);
        ordered_json verdict{{"entities", entities}, {"winner", nullptr}, {"sentence", result.verdict(entities)}};
        std::size_t number = 0;
        for (const BenchRow& row : result.rows)
            if (row.entities == entities && number++ == ranking.winner) verdict["winner"] = row.subject;
        verdicts.push_back(std::move(verdict));
    }
    return {{"bench", name_of(result.kind)},
            {"badge", "measured"},
            {"unit", "ns per " + std::string(unit_of(result.kind))},
            {"repetitions", result.repetitions},
            {"machine", machine_json(machine)},
            {"rows", std::move(rows)},
            {"verdicts", std::move(verdicts)},
            {"conclusions", conclusions_of(result)},
            {"notes", result.notes}};
}

void write_text(const BenchResult& result, const BenchMachine& machine, std::ostream& out) {
    out << title_of(result.kind) << ": nanoseconds per " << unit_of(result.kind) << " (measured)\n"
        << about_of(result.kind) << "\n\n";
    std::vector<std::vector<std::string>> table{{"entities", "min", "median", "low", "high", "storage"}};
    for (const BenchRow& row : result.rows)
        table.push_back({with_commas(row.entities), nanos_text(row.ns.least), nanos_text(row.ns.median),
                         nanos_text(row.ns.low), nanos_text(row.ns.high),
                         row.title + (row.detail.empty() ? "" : " (" + row.detail + ")")});
    write_table(out, table);
    out << "\n";
    for (const std::string& sentence : conclusions_of(result)) out << sentence << ".\n";
    for (const std::string& note : result.notes) out << note << ".\n";
    out << "\nlow to high: the median lies between them with 95 %, by the order of "
        << counted(result.repetitions, "repetition", "repetitions") << ".\n"
        << "Measured on this machine: " << sentence_of(machine) << ".\n";
    if (const std::string warning = warning_of(machine); !warning.empty()) out << "WARNING: " << warning << ".\n";
}

}  // namespace

void list_lab_benches(std::ostream& out) {
    std::vector<std::vector<std::string>> table{{"bench", "ns per", "what is measured"}};
    for (const BenchKind kind : bench_kinds)
        table.push_back({std::string(name_of(kind)), std::string(unit_of(kind)), std::string(title_of(kind))});
    write_table(out, table);
    out << "\nchunkscope lab --bench NAME [--entities N,N,...] [--repetitions R] [--json] [--out FILE.svg|.png|.csv]\n";
}

void run_lab_bench(const LabBenchOptions& options, std::ostream& out, std::ostream& err) {
    BenchRequest request{bench_kind_from(options.name).value(), options.entities, {}};
    if (options.repetitions) request.effort.repetitions = *options.repetitions;
    std::string told;
    BenchHooks hooks;
    hooks.progress = [&](const BenchProgress& progress) {
        if (progress.what == told) return;
        told = progress.what;
        err << told << " ...\n" << std::flush;
    };
    const BenchMachine machine = this_machine();
    const BenchResult result = run_bench(request, hooks);
    if (!result.faults.empty()) throw InputError("The bench is wrong: " + result.faults.front());
    if (!options.out.empty()) {
        FigureLook look;
        if (options.look.scale) look.scale = static_cast<double>(*options.look.scale);
        if (options.look.theme == "dark") look.theme = figures::Theme::Dark;
        if (options.look.theme == "contrast") look.theme = figures::Theme::Contrast;
        return write_figure({figures::lab::draw_bench(result, machine), figures::lab::bench_csv(result, machine)}, look,
                            options.out);
    }
    if (options.json)
        out << result_json(result, machine).dump(2) << "\n";
    else
        write_text(result, machine, out);
}

}  // namespace editor
