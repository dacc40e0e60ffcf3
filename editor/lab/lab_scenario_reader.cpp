#include "editor/lab/lab_scenario_reader.hpp"

#include <algorithm>

#include "editor/base/text_format.hpp"
#include "files/json/component_schema.hpp"

namespace editor {

using namespace ecs::lab;

namespace {

constexpr std::size_t max_steps = 10'000;

}  // namespace

const ScenarioReader::Verb ScenarioReader::verbs[] = {{"create", &ScenarioReader::read_create},
                                                      {"destroy", &ScenarioReader::read_destroy},
                                                      {"add", &ScenarioReader::read_add_or_set},
                                                      {"set", &ScenarioReader::read_add_or_set},
                                                      {"remove", &ScenarioReader::read_remove_or_get},
                                                      {"get", &ScenarioReader::read_remove_or_get},
                                                      {"each", &ScenarioReader::read_each},
                                                      {"play", &ScenarioReader::read_play}};

ScenarioReader::ScenarioReader(std::string_view text, const std::string& name)
    : text_(text), json_(text, name), fields_(json_, [this](std::string_view word) -> ecs::Entity {
          json_.fail_about("a scenario has no entities for fields to refer to, found " + files::in_quotes(word));
      }) {
    scenario_.name = name;
}

Scenario ScenarioReader::read() {
    static const std::vector<std::string> members{"title", "about", "components", "steps"};
    bool has_components = false, has_steps = false;
    if (json_.peek() != files::JsonKind::Object)
        json_.fail_expected(R"(an object like { "components": …, "steps": [ … ] })");
    const std::size_t start = json_.offset();
    json_.begin_object();
    while (const auto key = json_.next_member()) {
        if (*key == "title") {
            scenario_.title = json_.read_string();
        } else if (*key == "about") {
            scenario_.about = json_.read_string();
        } else if (*key == "components") {
            read_components();
            has_components = true;
        } else if (*key == "steps") {
            find_steps();
            has_steps = true;
        } else {
            json_.fail_about_key("unknown member " + files::in_quotes(*key) + " of a scenario" +
                                 files::did_you_mean(*key, members));
        }
    }
    json_.finish();
    if (!has_steps || !has_components)
        json_.fail_about_from(start, "a scenario needs \"components\": { … } and \"steps\": [ … ]");
    // Lines are counted from one step to the next. Counting from the start each time would take quadratic time.
    int line = 1;
    PlannedWork planned(scenario_.types.size());
    for (std::size_t counted = 0; step_ < offsets_.size(); ++step_) {
        const Verb& verb = find_verb();
        ScenarioStep step;
        const std::string_view passed = text_.substr(counted, offsets_[step_] - counted);
        line += static_cast<int>(std::count(passed.begin(), passed.end(), '\n'));
        counted = offsets_[step_];
        step.line = line;
        (this->*verb.read)(step);
        planned.add(step);
        scenario_.steps.push_back(std::move(step));
        check_size(planned);
    }
    if (scenario_.title.empty()) scenario_.title = scenario_.name;
    return std::move(scenario_);
}

void ScenarioReader::read_components() {
    json_.begin_object();
    while (const auto name = json_.next_member()) {
        if (scenario_.types.size() == max_types)
            json_.fail_about_key("a scenario may have " + std::to_string(max_types) + " components");
        files::FileType described = files::read_schema(json_, std::string(*name));
        const std::vector<ecs::Field>& fields = described.type.fields;
        if (std::any_of(fields.begin(), fields.end(), [](const ecs::Field& field) {
                return field.kind == ecs::FieldKind::String || field.kind == ecs::FieldKind::Struct;
            }))
            json_.fail_about(
                "the lab moves components as bytes: no strings and no structs; \"u8[16]\" has room for a short text");
        const auto id = scenario_.registry->add_at_run_time(std::move(described.type));
        if (!id) json_.fail_about(id.error());
        scenario_.types.push_back(&(*scenario_.registry)[*id]);
    }
}

void ScenarioReader::find_steps() {
    json_.begin_array();
    while (json_.next_element()) {
        if (offsets_.size() == max_steps) json_.fail_about("a scenario may have 10,000 steps");
        if (json_.peek() != files::JsonKind::Object) json_.fail_expected("an object like { \"create\": { … } }");
        offsets_.push_back(json_.offset());
        json_.skip();
    }
}

const ScenarioReader::Verb& ScenarioReader::find_verb() {
    go_to_step();
    members_.clear();
    const Verb* found = nullptr;
    json_.begin_object();
    while (const auto key = json_.next_member()) {
        const auto verb =
            std::find_if(std::begin(verbs), std::end(verbs), [&](const Verb& each) { return each.name == *key; });
        if (verb != std::end(verbs)) {
            if (found)
                json_.fail_about_key("a step does one thing, this one has " + files::in_quotes(found->name) + " and " +
                                     files::in_quotes(*key));
            found = verb;
        }
        members_.emplace(*key);
        json_.skip();
    }
    if (!found) fail_without_verb();
    verb_ = found->name;
    return *found;
}

void ScenarioReader::fail_without_verb() {
    go_to_step();
    std::string text = "a step needs one of ";
    std::vector<std::string> known;
    for (const Verb& each : verbs) {
        text += (known.empty() ? "" : ", ") + files::in_quotes(each.name);
        known.emplace_back(each.name);
    }
    for (const std::string& member : members_)
        if (const std::string hint = files::did_you_mean(member, known); !hint.empty()) {
            text += hint;
            break;
        }
    json_.peek();
    json_.fail_about(text);
}

void ScenarioReader::check_size(const PlannedWork& planned) {
    const auto fail_at_size = [&](const std::string& what) {
        for (const char* member : {"repeat", "ticks", "count"})
            if (has(member)) {
                go_to(member);
                json_.peek();
                json_.fail_about(what);
            }
        go_to_step();
        json_.peek();
        json_.fail_about(what);
    };
    const std::uint64_t bytes = scenario_.max_value_bytes();
    if (planned.operations() > max_planned_operations)
        fail_at_size("the steps up to this one come to " + with_commas(planned.operations()) +
                     " operations on entities, a scenario may come to " + with_commas(max_planned_operations));
    if (planned.sum() > max_planned_work)
        fail_at_size("the steps up to this one come to " + with_commas(planned.sum()) +
                     " operations and visits of rows, a scenario may come to " + with_commas(max_planned_work));
    if (bytes > max_planned_bytes)
        fail_at_size("the entities up to here would have " + with_commas(bytes) +
                     " bytes if each had every component, a scenario may have " + with_commas(max_planned_bytes));
}

void ScenarioReader::go_to(std::string_view member) {
    go_to_step();
    json_.begin_object();
    while (const auto key = json_.next_member()) {
        if (*key == member) return;
        json_.skip();
    }
}

void ScenarioReader::allow(std::initializer_list<std::string_view> names) {
    for (const std::string& member : members_) {
        if (member == verb_ || std::find(names.begin(), names.end(), member) != names.end()) continue;
        go_to(member);
        json_.fail_about_key("unknown member " + files::in_quotes(member) + " of " + files::in_quotes(verb_) +
                             files::did_you_mean(member, {names.begin(), names.end()}));
    }
}

void ScenarioReader::need(std::string_view member) {
    if (has(member)) return;
    go_to_step();
    json_.peek();
    json_.fail_about(files::in_quotes(verb_) + " needs " + files::in_quotes(member));
}

}  // namespace editor
