// The ScenarioReader turns the JSON text of one scenario into a Scenario. It first finds the steps, and reads them
// after the other members, each step after all earlier ones. A step may therefore refer only to entities and
// components that exist by then, and the other members may stand in any order. Use a reader once; errors throw
// FileError. Private to lab_scenario.hpp.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/lab/scenario/scenario.hpp"
#include "files/json/json_fields.hpp"
#include "files/json/json_reader.hpp"

namespace editor {

class ScenarioReader {
public:
    ScenarioReader(std::string_view text, const std::string& name);

    ecs::lab::Scenario read();

private:
    static constexpr std::uint64_t max_entities = 1'000'000;

    void read_components();
    void find_steps();
    /// Checks that the steps so far, with this many operations and visits, are within the limits.
    void check_size(const ecs::lab::PlannedWork& planned);

    // One step: the member named like a verb is its action.
    struct Verb {
        std::string_view name;
        void (ScenarioReader::*read)(ecs::lab::ScenarioStep& step);
    };
    static const Verb verbs[];
    const Verb& find_verb();
    [[noreturn]] void fail_without_verb();
    void read_create(ecs::lab::ScenarioStep& step);
    void read_destroy(ecs::lab::ScenarioStep& step);
    void read_add_or_set(ecs::lab::ScenarioStep& step);
    void read_remove_or_get(ecs::lab::ScenarioStep& step);
    void read_each(ecs::lab::ScenarioStep& step);
    void read_play(ecs::lab::ScenarioStep& step);

    // The parts of steps
    ecs::lab::Change read_change(const std::vector<ecs::lab::TypeIndex>& join);
    std::vector<std::size_t> read_order(const ecs::ComponentType& type);
    ecs::lab::chase::Input read_keys(std::string_view letters);
    ecs::lab::PlannedValue read_one_value();
    std::vector<std::byte> read_bytes(ecs::lab::TypeIndex type, bool from_zero);
    ecs::lab::PlannedValue& find_value(std::vector<ecs::lab::PlannedValue>& values, std::string_view name);
    void read_growth(std::vector<ecs::lab::PlannedValue>& values);
    void read_wheres(std::vector<ecs::lab::PlannedValue>& values);
    ecs::lab::Where read_where();
    ecs::lab::Which read_which();
    std::uint64_t read_entity();
    std::uint64_t read_whole(std::uint64_t least, std::uint64_t most);
    ecs::lab::TypeIndex type_called(std::string_view name);
    std::string text_of(const ecs::lab::Which& which) const;

    // The members of the present step
    bool has(std::string_view member) const { return members_.count(std::string(member)) != 0; }
    void allow(std::initializer_list<std::string_view> names);
    void need(std::string_view member);
    void go_to_step() { json_.go_to(offsets_[step_], "steps", step_); }
    void go_to(std::string_view member);

    std::string_view text_;
    files::JsonReader json_;
    files::FieldReader fields_;
    ecs::lab::Scenario scenario_;
    std::vector<std::size_t> offsets_;  // of the steps
    std::size_t step_ = 0;
    std::set<std::string> members_;  // of the present step
    std::string verb_;               // of the present step
};

}  // namespace editor
