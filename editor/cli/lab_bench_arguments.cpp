#include "editor/cli/lab_bench_arguments.hpp"

#include <system_error>

#include "ecs/lab/bench/bench.hpp"
#include "editor/cli/subcommand_arguments.hpp"
#include "editor/cli/subcommand_functions.hpp"

namespace editor {

void LabBenchArguments::add_to(CLI::App& app) {
    bench_ = app.add_option("--bench", name_, "Measures all six instead; without a name the benches are listed")
                 ->expected(0, 1)
                 ->type_name("[NAME]");
    entities_ = app.add_option("--entities", entities_text_, "Of a bench: how many, several to see how it grows")
                    ->type_name("N,N,...");
    repetitions_ =
        app.add_option("--repetitions", repetitions_text_, "Of a bench: at least 7 (default 15)")->type_name("R");
}

bool LabBenchArguments::parse(LabBenchOptions& options, std::string& problem) const {
    options.name = name_;
    const auto kind = ecs::lab::bench_kind_from(name_);
    if (!kind) {
        std::vector<std::string> names;
        for (const ecs::lab::BenchKind each : ecs::lab::bench_kinds) names.emplace_back(name_of(each));
        problem = "there is no bench \"" + name_ + "\"" + did_you_mean(name_, names);
        return false;
    }
    if (entities_->count() > 0) {
        std::string_view rest = entities_text_;
        for (bool more = true; more;) {
            const std::size_t comma = rest.find(',');
            more = comma != std::string_view::npos;
            std::uint64_t number = 0;
            if (!parse_whole(rest.substr(0, comma), number)) {
                problem = "--entities must be whole numbers with commas between, found \"" + entities_text_ + "\"";
                return false;
            }
            options.entities.push_back(number);
            if (more) rest.remove_prefix(comma + 1);
        }
    }
    ecs::lab::BenchRequest request{*kind, options.entities, {}};
    if (repetitions_->count() > 0) {
        std::size_t number = 0;
        if (!parse_whole(std::string_view(repetitions_text_), number)) {
            problem = "--repetitions must be a whole number, found \"" + repetitions_text_ + "\"";
            return false;
        }
        options.repetitions = request.effort.repetitions = number;
    }
    problem = why_not(request);
    return problem.empty();
}

std::string LabBenchArguments::problem() const {
    LabBenchOptions options;
    std::string problem;
    parse(options, problem);
    return problem;
}

LabBenchOptions LabBenchArguments::take() const {
    LabBenchOptions options;
    std::string problem;
    parse(options, problem);
    return options;
}

}  // namespace editor
