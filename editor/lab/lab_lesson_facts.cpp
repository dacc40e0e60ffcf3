#include <algorithm>

#include "editor/lab/lab_lesson_reader.hpp"
#include "files/json/json_fields.hpp"

namespace editor {

using namespace ecs::lab;

template <class T>
T LessonReader::read_name(std::string_view what, std::size_t count) {
    const std::string word(json_.read_string(what));
    std::vector<std::string> known;
    for (std::size_t i = 0; i < count; ++i) {
        known.emplace_back(name_of(static_cast<T>(i)));
        if (known.back() == word) return static_cast<T>(i);
    }
    json_.fail_about(files::in_quotes(word) + " is no " + std::string(what) + files::did_you_mean(word, known));
}

template <class FactOrLook>
std::vector<LessonReader::Member> LessonReader::members_of_run(FactOrLook& of) {
    return {
        {"scenario", [&of, this] { of.scenario = read_scenario_key(); }},
        {"storage", [&of, this] { of.storage = read_storage(); }},
        {"mode", [&of, this] { of.mode = read_mode(); }},
        {"removal", [&of, this] { of.options.removal = read_removal(); }},
        {"generation_bits", [&of, this] { of.options.generation_bits = files::read_number_as<std::uint32_t>(json_); }},
        {"step", [&of, this] { of.step = read_step(); }},
        {"base", [&of, this] { of.base = files::read_number_as<std::uint64_t>(json_); }},
        {"bytes", [&of, this] { of.bytes = files::read_number_as<std::uint64_t>(json_); }},
        {"count", [&of, this] { of.count = files::read_number_as<std::uint64_t>(json_); }},
        {"storages", [&of, this] { read_list([&] { of.storages.push_back(read_storage()); }); }},
        {"columns", [&of, this] { of.columns = read_columns(); }},
        {"rule", [&of, this] { of.rule = read_rule(); }}};
}

Mode LessonReader::read_mode() { return read_name<Mode>("mode", 2); }

std::string LessonReader::read_scenario_key() {
    const std::string key(json_.read_string("the key of one of the lesson's scenarios"));
    if (lesson_.scenarios.by_key.count(key) != 0) return key;
    std::vector<std::string> known;
    for (const auto& [name, scenario] : lesson_.scenarios.by_key) known.push_back(name);
    json_.fail_about("the lesson has no scenario " + files::in_quotes(key) + files::did_you_mean(key, known));
}

std::size_t LessonReader::read_step() { return static_cast<std::size_t>(files::read_number_as<std::uint32_t>(json_)); }

StorageKind LessonReader::read_storage() {
    const std::string word(json_.read_string("the name of a storage"));
    if (const auto kind = storage_kind_from(word)) return *kind;
    json_.fail_about(files::in_quotes(word) + " is no storage: 000, 001, 002, 003, 004 or chunks");
}

StorageOptions::Removal LessonReader::read_removal() {
    const std::string word(json_.read_string("a way of removing"));
    if (word == "swap") return StorageOptions::Removal::SwapLast;
    if (word == "shift") return StorageOptions::Removal::Shift;
    json_.fail_about(files::in_quotes(word) + " is no way of removing: swap or shift");
}

ecs::LayoutRule LessonReader::read_rule() {
    const std::string word(json_.read_string("the name of a layout rule"));
    const auto rule = std::find_if(ecs::layout_rules.begin(), ecs::layout_rules.end(),
                                   [&](ecs::LayoutRule each) { return name_of(each) == word; });
    if (rule == ecs::layout_rules.end())
        json_.fail_about(files::in_quotes(word) + " is no layout rule: ours, naive, unity-64 or unity-128");
    return *rule;
}

std::vector<ecs::LayoutColumn> LessonReader::read_columns() {
    std::vector<ecs::LayoutColumn> columns;
    read_list([&] {
        ecs::LayoutColumn column;
        read_object("a column", {{"name", [&] { column.name = json_.read_string(); }},
                                 {"size", [&] { column.size = files::read_number_as<std::uint32_t>(json_); }},
                                 {"align", [&] { column.align = files::read_number_as<std::uint32_t>(json_); }}});
        const bool power = column.align != 0 && (column.align & (column.align - 1)) == 0;
        if (!power) json_.fail_about("\"align\" must be a power of two");
        columns.push_back(std::move(column));
    });
    if (columns.empty()) json_.fail_about("one column at least");
    return columns;
}

std::shared_ptr<const Scenario> LessonReader::scenario_of(const std::string& key, std::size_t start) {
    if (auto scenario = lesson_.scenarios.find(key)) return scenario;
    json_.fail_about_from(start, "the lesson has no scenario yet: \"scenarios\" must stand first");
}

LessonReader::Named LessonReader::read_named(std::string_view what) {
    std::string word(json_.read_string(what));
    return {std::move(word), json_.offset()};
}

std::uint64_t LessonReader::entity_called(const Scenario& scenario, const Named& name) {
    std::vector<std::string> known;
    for (const auto& [word, number] : scenario.names) {
        if (word == name.word) return number;
        known.push_back(word);
    }
    for (std::uint64_t i = 0; !name.word.empty() && name.word[0] == '#' && i < scenario.entities; ++i)
        if (scenario.entity_name(i) == name.word) return i;
    json_.fail_about_from(name.at,
                          "no entity is called " + files::in_quotes(name.word) + files::did_you_mean(name.word, known));
}

TypeIndex LessonReader::type_called(const Scenario& scenario, const Named& name) {
    if (const auto type = scenario.type_named(name.word)) return *type;
    std::vector<std::string> known;
    for (const ecs::ComponentType* type : scenario.types) known.push_back(type->name);
    json_.fail_about_from(
        name.at, "no component is called " + files::in_quotes(name.word) + files::did_you_mean(name.word, known));
}

Fact LessonReader::read_fact() {
    Fact fact;
    std::optional<Named> entity, type;
    json_.peek();
    const std::size_t start = json_.offset();
    const auto read_join_base = [&] {
        if (json_.read_string() != "smallest") json_.fail_about("must be \"smallest\"");
        fact.options.join_base = StorageOptions::JoinBase::Smallest;
    };
    std::vector<Member> optional = members_of_run(fact);
    const std::vector<Member> own{{"join_base", read_join_base},
                                  {"from", [&] { fact.from = read_step(); }},
                                  {"entity", [&] { entity = read_named("the name of an entity"); }},
                                  {"type", [&] { type = read_named("the name of a component"); }},
                                  {"role", [&] { fact.role = read_name<Role>("role", role_count); }},
                                  {"backward", [&] { fact.backward = json_.read_bool(); }},
                                  {"what", [&] { fact.what = json_.read_string("the name of a kind of block"); }},
                                  {"by", [&] { fact.of.push_back(read_fact()); }},
                                  {"of", [&] { read_list([&] { fact.of.push_back(read_fact()); }); }}};
    optional.insert(optional.end(), own.begin(), own.end());
    const std::vector<std::string> given =
        read_object("a fact", {{"fact", [&] { fact.kind = read_name<FactKind>("fact", fact_kind_count); }}}, optional);
    for (const std::string_view needed : members_of(fact.kind)) {
        // A fact over several storages needs no single storage.
        if (needed == "storage" || std::find(given.begin(), given.end(), needed) != given.end()) continue;
        json_.fail_about_from(
            start, "the fact " + files::in_quotes(name_of(fact.kind)) + " needs " + files::in_quotes(needed));
    }
    if (entity || type) {
        const auto scenario = scenario_of(fact.scenario, start);
        if (entity) fact.entity = entity_called(*scenario, *entity);
        if (type) fact.type = type_called(*scenario, *type);
    }
    check(fact, start);
    return fact;
}

void LessonReader::check(const Fact& fact, std::size_t start) {
    const auto members = members_of(fact.kind);
    const auto needs = [&](std::string_view member) {
        return std::find(members.begin(), members.end(), member) != members.end();
    };
    if (needs("of") || needs("by")) {
        const std::size_t wanted = needs("by") ? 1 : fact.kind == FactKind::Sum ? fact.of.size() : 2;
        if (fact.of.size() != wanted || fact.of.empty())
            json_.fail_about_from(start, "the fact " + files::in_quotes(name_of(fact.kind)) + " is of " +
                                             std::to_string(std::max<std::size_t>(wanted, 1)) + " others");
        for (const Fact& each : fact.of)
            if (answer_of(each.kind) != AnswerKind::Number)
                json_.fail_about_from(start, files::in_quotes(name_of(each.kind)) + " is no number");
    }
    if ((needs("count") && fact.count == 0) || (needs("bytes") && fact.bytes == 0))
        json_.fail_about_from(start, "\"bytes\" and \"count\" must be more than 0");
    if (needs("storages") && fact.storages.size() < 2)
        json_.fail_about_from(start, "two storages at least are compared");
    if (fact.kind == FactKind::TimeRatio && fact.storages.size() != 2)
        json_.fail_about_from(start, "two storages are timed against each other");
    if (!needs("storage") && fact.kind != FactKind::TimeRatio) return;
    check_step(fact, start);
}

void LessonReader::check_step(const Fact& fact, std::size_t start) {
    const auto scenario = scenario_of(fact.scenario, start);
    const std::size_t count = scenario->steps.size(), step = fact.step == 0 ? count : fact.step;
    if (step > count || fact.from > step)
        json_.fail_about_from(
            start, "the scenario has " + std::to_string(count) + " steps, and \"from\" must not lie behind \"step\"");
    if (fact.kind == FactKind::TouchOrder && !std::holds_alternative<EachStep>(scenario->steps[step - 1].what))
        json_.fail_about_from(start, "step " + std::to_string(step) + " of the scenario is no \"each\"");
    if (fact.kind == FactKind::Reads) {
        const auto* get = std::get_if<TypeStep>(&scenario->steps[step - 1].what);
        if (get == nullptr || get->operation != OperationKind::Get)
            json_.fail_about_from(start, "step " + std::to_string(step) + " of the scenario is no \"get\"");
    }
}

Look LessonReader::read_look() {
    Look look;
    std::optional<Named> entity;
    json_.peek();
    const std::size_t start = json_.offset();
    std::vector<Member> optional = members_of_run(look);
    optional.push_back({"more_columns", [&] { look.more_columns = read_columns(); }});
    optional.push_back({"entity", [&] { entity = read_named("the name of an entity"); }});
    optional.push_back({"event", [&] { look.event = read_name<EventKind>("event", event_kind_count); }});
    read_object("a look", {{"view", [&] { look.view = read_name<LessonView>("view", lesson_view_count); }}}, optional);
    if (look.view == LessonView::None || look.view == LessonView::Pass) return look;
    if (look.view == LessonView::Array) {
        if (look.bytes == 0 || look.count == 0)
            json_.fail_about_from(start, "the view \"array\" needs \"bytes\" and \"count\"");
        return look;
    }
    if (look.view == LessonView::Layout) {
        if (look.columns.empty()) json_.fail_about_from(start, "the view \"layout\" needs \"columns\"");
        return look;
    }
    const auto scenario = scenario_of(look.scenario, start);
    if (look.step && *look.step > scenario->steps.size())
        json_.fail_about_from(start, "the scenario has " + std::to_string(scenario->steps.size()) + " steps");
    if (look.view == LessonView::Order && look.storages.empty())
        json_.fail_about_from(start, "the view \"order\" needs \"storages\"");
    if (entity) look.entity = entity_called(*scenario, *entity);
    return look;
}

}  // namespace editor
