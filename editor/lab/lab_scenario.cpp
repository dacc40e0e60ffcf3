#include "editor/lab/lab_scenario.hpp"

#include <filesystem>
#include <system_error>

#include "editor/lab/lab_scenario_reader.hpp"
#include "files/base/atomic_file.hpp"
#include "lab_scenarios/sources.hpp"

namespace editor {

using ecs::lab::Scenario;

namespace {

constexpr std::uint64_t max_file_bytes = 64ull * 1024 * 1024;

}  // namespace

Scenario read_scenario(std::string_view text, const std::string& name) { return ScenarioReader(text, name).read(); }

const std::vector<BuiltInScenario>& built_in_scenarios() {
    static const std::vector<BuiltInScenario> all(std::begin(lab_scenarios::all), std::end(lab_scenarios::all));
    return all;
}

Scenario open_scenario(const std::string& name_or_file) {
    std::vector<std::string> known;
    for (const BuiltInScenario& each : built_in_scenarios()) {
        if (each.name == name_or_file) return read_scenario(each.text, name_or_file);
        known.emplace_back(each.name);
    }
    std::error_code error;
    if (!std::filesystem::exists(name_or_file, error))
        throw files::FileError(
            name_or_file, 0, 0,
            "is neither a scenario that comes with the program nor a file" + files::did_you_mean(name_or_file, known));
    Scenario scenario = read_scenario(files::FileReader(name_or_file).read_rest(max_file_bytes), name_or_file);
    scenario.name = std::filesystem::path(name_or_file).stem().string();
    return scenario;
}

}  // namespace editor
