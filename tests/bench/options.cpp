#include "options.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include "comparison.hpp"

namespace bench {

const char* const help_text =
    R"(chunkscope_bench: what each operation of the ECS costs, beside the same work written out by hand (the floor).

  --row R[,R...]    only these rows; may be given again
  --n N[,N...]      only these numbers of entities (10k and 1M are understood)
  --json            one JSON object a line: {"row", "n", "ns", "floor_ns", "ratio"}
  --quick           few repetitions: does everything run?
  --repetitions N   repetitions of each row (7 or more say something)
  --check           exit code 1 when a goal is missed
  --list            the rows and what they measure
  --benchmark       Google Benchmark's own report; --benchmark_* options go to it
)";

namespace {

std::optional<std::size_t> parse_count(std::string_view text) {
    std::size_t factor = 1;
    if (text.ends_with('k')) factor = 1'000;
    if (text.ends_with('M')) factor = 1'000'000;
    if (factor != 1) text.remove_suffix(1);
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value == 0) return std::nullopt;
    if (value > 10'000'000 / factor) return std::nullopt;
    return value * factor;
}

std::vector<std::string> split(std::string_view list) {
    std::vector<std::string> parts;
    for (;;) {
        const std::size_t comma = list.find(',');
        parts.emplace_back(list.substr(0, comma));
        if (comma == std::string_view::npos) return parts;
        list.remove_prefix(comma + 1);
    }
}

std::string add_rows(Options& options, std::string_view list) {
    for (std::string& name : split(list)) {
        const auto& rows = all_rows();
        if (std::none_of(rows.begin(), rows.end(), [&](const Row& row) { return row.name == name; }))
            return "There is no row \"" + name + "\"; --list shows them all";
        options.rows.push_back(std::move(name));
    }
    return {};
}

std::string add_sizes(Options& options, std::string_view list) {
    for (const std::string& text : split(list)) {
        const auto size = parse_count(text);
        if (!size) return "--n needs numbers from 1 to 10M, not \"" + text + "\"";
        options.sizes.push_back(*size);
    }
    return {};
}

std::string set_repetitions(Options& options, std::string_view text) {
    const auto count = parse_count(text);
    if (!count) return "--repetitions needs a number from 1 on, not \"" + std::string(text) + "\"";
    options.repetitions = *count;
    return {};
}

}  // namespace

Options parse_options(std::span<const char* const> arguments) {
    Options options;
    for (std::size_t i = 0; i < arguments.size() && options.problem.empty(); ++i) {
        const std::string_view argument = arguments[i];
        const std::size_t equals = argument.find('=');
        const std::string_view name = argument.substr(0, equals);
        const bool takes_value = name == "--row" || name == "--n" || name == "--repetitions";
        std::string_view value;
        if (takes_value) {
            if (equals != std::string_view::npos) {
                value = argument.substr(equals + 1);
            } else if (i + 1 < arguments.size()) {
                value = arguments[++i];
            } else {
                options.problem = std::string(name) + " needs a value";
                break;
            }
        }
        if (name == "--row")
            options.problem = add_rows(options, value);
        else if (name == "--n")
            options.problem = add_sizes(options, value);
        else if (name == "--repetitions")
            options.problem = set_repetitions(options, value);
        else if (argument == "--json")
            options.json = true;
        else if (argument == "--quick")
            options.quick = true;
        else if (argument == "--check")
            options.check = true;
        else if (argument == "--list")
            options.list = true;
        else if (argument == "--help" || argument == "-h")
            options.help = true;
        else if (argument == "--benchmark")
            options.google = true;
        else if (argument.starts_with("--benchmark_")) {
            options.google = true;
            options.for_google.emplace_back(argument);
        } else
            options.problem = "Unknown argument \"" + std::string(argument) + "\"; --help shows what there is";
    }
    return options;
}

}  // namespace bench
