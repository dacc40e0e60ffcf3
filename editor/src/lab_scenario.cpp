#include "editor/lab_scenario.hpp"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "component_schema.hpp"
#include "json_fields.hpp"
#include "lab_scenarios/sources.hpp"

namespace editor {

namespace {

using namespace ecs::lab;

constexpr std::uint64_t most_entities = 1'000'000, most_steps = 10'000, most_repeats = 100'000, most_ticks = 3'600;

constexpr std::string_view verbs[] = {"create", "destroy", "add", "set", "remove", "get", "each", "play"};

class ScenarioReader {
public:
    ScenarioReader(std::string_view text, const std::string& name)
        : text_(text), json_(text, name), fields_(json_, [this](std::string_view word) -> ecs::Entity {
              json_.fail_about("a scenario has no entities for fields to refer to, found " + in_quotes(word));
          }) {
        scenario_.name = name;
    }

    Scenario read();

private:
    void read_components();
    void find_steps();
    void read_step();
    void find_members();

    CreateStep read_create();
    EachStep read_each();
    PlayStep read_play();
    chase::Input read_keys();
    std::vector<std::size_t> read_order(const ecs::ComponentType& type);
    Change read_change(const std::vector<TypeIndex>& join);
    PlannedValue read_one_value();
    void read_growth(std::vector<PlannedValue>& values);
    void read_wheres(std::vector<PlannedValue>& values);
    Where read_where();
    Which read_which();
    std::uint64_t read_entity();
    std::uint64_t read_whole(std::uint64_t least, std::uint64_t most);
    TypeIndex type_called(std::string_view name);
    std::vector<std::byte> read_bytes(TypeIndex type, bool from_zero);

    bool has(std::string_view member) const { return members_.count(std::string(member)) != 0; }
    void allow(std::string_view verb, std::initializer_list<std::string_view> names);
    void need(std::string_view verb, std::string_view member);
    void go_to_step() { json_.go_to(offsets_[step_], "steps", step_); }
    void go_to(std::string_view member);

    std::string_view text_;
    JsonReader json_;
    FieldReader fields_;
    Scenario scenario_;
    std::vector<std::size_t> offsets_;  // of the steps
    std::size_t step_ = 0;
    std::set<std::string> members_;  // of the present step
    std::string verb_;
};

Scenario ScenarioReader::read() {
    static const std::vector<std::string> members{"title", "about", "components", "steps"};
    bool has_components = false, has_steps = false;
    if (json_.peek() != JsonKind::Object) json_.fail_expected(R"(an object like { "components": …, "steps": [ … ] })");
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
            json_.fail_about_key("unknown member " + in_quotes(*key) + " of a scenario" + did_you_mean(*key, members));
        }
    }
    json_.finish();
    if (!has_steps || !has_components)
        json_.fail_about_from(start, "a scenario needs \"components\": { … } and \"steps\": [ … ]");
    for (; step_ < offsets_.size(); ++step_) read_step();
    if (scenario_.title.empty()) scenario_.title = scenario_.name;
    return std::move(scenario_);
}

void ScenarioReader::read_components() {
    json_.begin_object();
    while (const auto name = json_.next_member()) {
        if (scenario_.types.size() == max_types)
            json_.fail_about_key("a scenario may have " + std::to_string(max_types) + " components");
        FileType described = read_schema(json_, std::string(*name));
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
        if (offsets_.size() == most_steps) json_.fail_about("a scenario may have 10,000 steps");
        if (json_.peek() != JsonKind::Object) json_.fail_expected("an object like { \"create\": { … } }");
        offsets_.push_back(json_.offset());
        json_.skip();
    }
}

void ScenarioReader::find_members() {
    go_to_step();
    members_.clear();
    verb_.clear();
    json_.begin_object();
    while (const auto key = json_.next_member()) {
        const bool is_verb = std::find(std::begin(verbs), std::end(verbs), *key) != std::end(verbs);
        if (is_verb && !verb_.empty())
            json_.fail_about_key("a step does one thing, this one has " + in_quotes(verb_) + " and " + in_quotes(*key));
        if (is_verb) verb_ = *key;
        members_.emplace(*key);
        json_.skip();
    }
    if (!verb_.empty()) return;
    go_to_step();
    std::string text = "a step needs one of ";
    for (const std::string_view each : verbs) text += (each == verbs[0] ? "" : ", ") + in_quotes(each);
    for (const std::string& member : members_)
        if (const std::string hint = did_you_mean(member, {std::begin(verbs), std::end(verbs)}); !hint.empty()) {
            text += hint;
            break;
        }
    json_.peek();
    json_.fail_about(text);
}

void ScenarioReader::go_to(std::string_view member) {
    go_to_step();
    json_.begin_object();
    while (const auto key = json_.next_member()) {
        if (*key == member) return;
        json_.skip();
    }
}

void ScenarioReader::allow(std::string_view verb, std::initializer_list<std::string_view> names) {
    for (const std::string& member : members_) {
        if (member == verb || std::find(names.begin(), names.end(), member) != names.end()) continue;
        go_to(member);
        json_.fail_about_key("unknown member " + in_quotes(member) + " of " + in_quotes(verb) +
                             did_you_mean(member, {names.begin(), names.end()}));
    }
}

void ScenarioReader::need(std::string_view verb, std::string_view member) {
    if (has(member)) return;
    go_to_step();
    json_.peek();
    json_.fail_about(in_quotes(verb) + " needs " + in_quotes(member));
}

void ScenarioReader::read_step() {
    find_members();
    ScenarioStep step;
    step.line = place_of(text_, offsets_[step_]).line;
    const std::string verb = verb_;
    const auto named = [&](const Which& which) {
        return which.count == 1 ? scenario_.entity_name(which.first) : std::to_string(which.count) + " entities";
    };
    if (verb == "create") {
        allow(verb, {"count", "as", "grow", "where"});
        const std::uint64_t first = scenario_.entities;
        CreateStep create = read_create();
        std::string types;
        for (const PlannedValue& value : create.values)
            types += (types.empty() ? " with " : ", ") + scenario_.types[value.type]->name;
        step.text = "create " + named({first, create.count, 1}) + types;
        step.what = std::move(create);
    } else if (verb == "destroy") {
        allow(verb, {});
        go_to(verb);
        const DestroyStep destroy{read_which()};
        step.text = "destroy " + named(destroy.of);
        step.what = destroy;
    } else if (verb == "add" || verb == "set") {
        const std::string_view target = verb == "add" ? "to" : "of";
        allow(verb, {target, "grow", "where"});
        need(verb, target);
        go_to(verb);
        std::vector<PlannedValue> values{read_one_value()};
        if (has("grow")) read_growth(values);
        if (has("where")) read_wheres(values);
        go_to(target);
        ValueStep change{verb == "add" ? Operation::Add : Operation::Set, read_which(), std::move(values.front())};
        step.text = verb + " " + scenario_.types[change.value.type]->name + (verb == "add" ? " to " : " of ") +
                    named(change.of);
        step.what = std::move(change);
    } else if (verb == "remove" || verb == "get") {
        const std::string_view target = verb == "remove" ? "from" : "of";
        allow(verb, {target});
        need(verb, target);
        go_to(verb);
        const TypeIndex type = type_called(std::string(json_.read_string("the name of a component")));
        go_to(target);
        const TypeStep change{verb == "remove" ? Operation::Remove : Operation::Get, read_which(), type};
        step.text = verb + " " + scenario_.types[type]->name + " " + std::string(target) + " " + named(change.of);
        step.what = change;
    } else if (verb == "play") {
        allow(verb, {"ticks", "keys"});
        need(verb, "ticks");
        PlayStep play = read_play();
        step.text = "play " + std::string(name_of(play.game)) + ", " +
                    (play.ticks == 1 ? "1 tick" : std::to_string(play.ticks) + " ticks");
        if (has("keys")) {
            go_to("keys");
            step.text += " with the keys " + std::string(json_.read_string());
        }
        step.what = std::move(play);
    } else {
        allow(verb, {"do", "repeat"});
        EachStep each = read_each();
        step.text = "each";
        for (const TypeIndex type : each.join)
            step.text += (type == each.join.front() ? " " : ", ") + scenario_.types[type]->name;
        if (each.repeat > 1) step.text += ", " + std::to_string(each.repeat) + " times";
        step.what = std::move(each);
    }
    scenario_.steps.push_back(std::move(step));
}

CreateStep ScenarioReader::read_create() {
    CreateStep create;
    go_to("create");
    if (json_.peek() != JsonKind::Object) json_.fail_expected("components with their values, or {}");
    json_.begin_object();
    while (const auto name = json_.next_member()) {
        const TypeIndex type = type_called(*name);
        create.values.push_back({type, read_bytes(type, false), {}, {}});
    }
    if (has("count")) {
        go_to("count");
        create.count = read_whole(1, most_entities);
    }
    if (create.count > most_entities - scenario_.entities) {
        go_to("create");
        json_.peek();
        json_.fail_about("a scenario may create 1,000,000 entities");
    }
    if (has("grow")) read_growth(create.values);
    if (has("where")) read_wheres(create.values);
    if (has("as")) {
        go_to("as");
        const std::string name(json_.read_string("a name for the entity"));
        for (const auto& [known, number] : scenario_.names)
            if (known == name) json_.fail_about("another entity is called " + in_quotes(name) + " already");
        scenario_.names.emplace_back(name, scenario_.entities);
    }
    scenario_.entities += create.count;
    return create;
}

PlannedValue ScenarioReader::read_one_value() {
    if (json_.peek() != JsonKind::Object)
        json_.fail_expected("one component with its value, like { \"Position\": {} }");
    std::optional<PlannedValue> value;
    const std::size_t start = json_.offset();
    json_.begin_object();
    while (const auto name = json_.next_member()) {
        if (value) json_.fail_about_key("one component a step, found a second one");
        const TypeIndex type = type_called(*name);
        value = PlannedValue{type, read_bytes(type, false), {}, {}};
    }
    if (!value) json_.fail_about_from(start, "one component is needed, like { \"Position\": {} }");
    return std::move(*value);
}

std::vector<std::byte> ScenarioReader::read_bytes(TypeIndex type, bool from_zero) {
    const ecs::ComponentType& described = *scenario_.types[type];
    std::vector<std::byte> bytes(described.size);
    if (!from_zero && described.size > 0) ecs::construct_values(described, bytes.data(), 1);
    // A tag has no bytes, but its value still has to be read: {}.
    std::byte none{};
    fields_.read_value(described, bytes.empty() ? &none : bytes.data());
    return bytes;
}

void ScenarioReader::read_growth(std::vector<PlannedValue>& values) {
    go_to("grow");
    json_.begin_object();
    while (const auto name = json_.next_member()) {
        const TypeIndex type = type_called(*name);
        const auto value =
            std::find_if(values.begin(), values.end(), [&](const auto& each) { return each.type == type; });
        if (value == values.end()) json_.fail_about_key("this step gives nobody " + in_quotes(*name));
        if (!addable(*scenario_.types[type], *scenario_.types[type]))
            json_.fail_about_key("only numbers can grow, and " + in_quotes(*name) + " has other fields");
        value->growth = read_bytes(type, true);
    }
}

void ScenarioReader::read_wheres(std::vector<PlannedValue>& values) {
    go_to("where");
    json_.begin_object();
    while (const auto name = json_.next_member()) {
        const TypeIndex type = type_called(*name);
        const auto value =
            std::find_if(values.begin(), values.end(), [&](const auto& each) { return each.type == type; });
        if (value == values.end()) json_.fail_about_key("this step gives nobody " + in_quotes(*name));
        value->where = read_where();
    }
}

Where ScenarioReader::read_where() {
    static const std::vector<std::string> members{"divide", "modulo", "is", "not"};
    Where where{1, 0, 0, false};
    bool has_value = false;
    if (json_.peek() != JsonKind::Object)
        json_.fail_expected(R"(an object like { "divide": 10, "modulo": 3, "not": 0 }: whose i / 10 % 3 is not 0)");
    const std::size_t start = json_.offset();
    json_.begin_object();
    while (const auto key = json_.next_member()) {
        if (*key == "divide")
            where.divide = read_whole(1, most_entities);
        else if (*key == "modulo")
            where.modulo = read_whole(1, most_entities);
        else if (*key == "is" || *key == "not") {
            if (has_value) json_.fail_about_key("either \"is\" or \"not\"");
            where.negated = *key == "not";
            where.value = read_whole(0, most_entities);
            has_value = true;
        } else
            json_.fail_about_key("unknown member " + in_quotes(*key) + did_you_mean(*key, members));
    }
    if (where.modulo == 0 || !has_value)
        json_.fail_about_from(start, "\"modulo\" and one of \"is\" and \"not\" are needed");
    return where;
}

std::uint64_t ScenarioReader::read_whole(std::uint64_t least, std::uint64_t most) {
    const auto number = read_number_as<std::uint64_t>(json_);
    if (number < least || number > most)
        json_.fail("must be from " + std::to_string(least) + " to " + std::to_string(most) + ", found " +
                   std::to_string(number));
    return number;
}

std::uint64_t ScenarioReader::read_entity() {
    if (json_.peek() == JsonKind::Number) {
        const std::uint64_t number = read_whole(0, most_entities);
        if (number >= scenario_.entities)
            json_.fail_about("there is no entity " + std::to_string(number) + " yet: " +
                             std::to_string(scenario_.entities) + " are created before this step, counted from 0");
        return number;
    }
    const std::string name(json_.read_string("an entity: its number from 0, or its name"));
    std::vector<std::string> known;
    for (const auto& [each, number] : scenario_.names) {
        if (each == name) return number;
        known.push_back(each);
    }
    json_.fail_about("no entity is called " + in_quotes(name) + did_you_mean(name, known));
}

Which ScenarioReader::read_which() {
    static const std::vector<std::string> members{"from", "count", "step"};
    if (json_.peek() != JsonKind::Object) return {read_entity(), 1, 1};
    Which which;
    const std::size_t start = json_.offset();
    json_.begin_object();
    while (const auto key = json_.next_member()) {
        if (*key == "from")
            which.first = read_entity();
        else if (*key == "count")
            which.count = read_whole(1, most_entities);
        else if (*key == "step")
            which.stride = read_whole(0, most_entities);
        else
            json_.fail_about_key("unknown member " + in_quotes(*key) + did_you_mean(*key, members));
    }
    const std::uint64_t last = which.first + (which.count - 1) * which.stride;
    if (last >= scenario_.entities)
        json_.fail_about_from(start, "reaches to entity " + std::to_string(last) + ", and " +
                                         std::to_string(scenario_.entities) + " are created before this step");
    return which;
}

EachStep ScenarioReader::read_each() {
    EachStep each;
    go_to("each");
    if (json_.peek() != JsonKind::Array)
        json_.fail_expected("a list of components, like [ \"Position\", \"Velocity\" ]");
    const std::size_t start = json_.offset();
    json_.begin_array();
    while (json_.next_element()) {
        if (each.join.size() == max_join) json_.fail_about("a query may ask for 3 components");
        const TypeIndex type = type_called(std::string(json_.read_string("the name of a component")));
        if (std::find(each.join.begin(), each.join.end(), type) != each.join.end())
            json_.fail_about("each component once");
        each.join.push_back(type);
    }
    if (each.join.empty()) json_.fail_about_from(start, "a query asks for one component at least");
    if (has("repeat")) {
        go_to("repeat");
        each.repeat = read_whole(1, most_repeats);
    }
    if (!has("do")) return each;
    go_to("do");
    json_.begin_array();
    while (json_.next_element()) each.changes.push_back(read_change(each.join));
    return each;
}

PlayStep ScenarioReader::read_play() {
    PlayStep play;
    go_to("play");
    std::vector<std::string> known;
    for (const GameKind game : game_kinds) known.emplace_back(name_of(game));
    const std::string name(json_.read_string("the name of a game: \"chase\" or \"bullets\""));
    const std::optional<GameKind> game = game_from(name);
    if (!game)
        json_.fail_about("no game is called " + in_quotes(name) + ", there are \"chase\" and \"bullets\"" +
                         did_you_mean(name, known));
    play.game = *game;
    auto parts = find_parts(*game, scenario_.types);
    if (!parts) json_.fail_about(parts.error());
    play.parts = std::move(*parts);
    go_to("ticks");
    play.ticks = read_whole(1, most_ticks);
    if (!has("keys")) return play;
    go_to("keys");
    if (play.game != GameKind::Chase) json_.fail_about_key("only \"chase\" is played with keys");
    play.keys = read_keys();
    return play;
}

chase::Input ScenarioReader::read_keys() {
    chase::Input keys;
    for (const char letter : std::string(json_.read_string("the keys that are held, like \"wd\""))) {
        if (letter == 'w')
            keys.up = true;
        else if (letter == 'a')
            keys.left = true;
        else if (letter == 's')
            keys.down = true;
        else if (letter == 'd')
            keys.right = true;
        else
            json_.fail_about("the keys are w, a, s and d, found " + in_quotes(std::string(1, letter)));
    }
    return keys;
}

std::vector<std::size_t> ScenarioReader::read_order(const ecs::ComponentType& type) {
    std::vector<std::size_t> order;
    std::vector<std::string> known;
    for (const ecs::Field& field : type.fields) known.emplace_back(field.name);
    if (json_.peek() != JsonKind::Array) json_.fail_expected("a list of the fields, like [ \"z\", \"x\", \"y\" ]");
    const std::size_t start = json_.offset();
    json_.begin_array();
    while (json_.next_element()) {
        const std::string name(json_.read_string("the name of a field"));
        const auto found = std::find(known.begin(), known.end(), name);
        if (found == known.end())
            json_.fail_about(in_quotes(type.name) + " has no field " + in_quotes(name) + did_you_mean(name, known));
        const auto from = static_cast<std::size_t>(found - known.begin()), to = order.size();
        if (std::find(order.begin(), order.end(), from) != order.end()) json_.fail_about("each field once");
        if (type.fields[from].kind != type.fields[to].kind || type.fields[from].count != type.fields[to].count)
            json_.fail_about(in_quotes(name) + " cannot become " + in_quotes(known[to]) + ": they are of other kinds");
        order.push_back(from);
    }
    if (order.size() != known.size() || order.empty())
        json_.fail_about_from(start, "every field of " + in_quotes(type.name) + " is needed, " +
                                         std::to_string(known.size()) + " of them, found " +
                                         std::to_string(order.size()));
    return order;
}

Change ScenarioReader::read_change(const std::vector<TypeIndex>& join) {
    static const std::vector<std::string> members{"to", "plus", "times", "order"};
    const auto position_of = [&](const std::string& name) {
        const auto found = std::find(join.begin(), join.end(), type_called(name));
        if (found == join.end()) json_.fail_about(in_quotes(name) + " is not among the components of this query");
        return static_cast<std::size_t>(found - join.begin());
    };
    Change change;
    bool has_to = false, has_plus = false;
    if (json_.peek() != JsonKind::Object)
        json_.fail_expected(R"(an object like { "to": "Position", "plus": "Velocity", "times": 0.5 })");
    const std::size_t start = json_.offset();
    json_.begin_object();
    while (const auto key = json_.next_member()) {
        if (*key == "to") {
            change.to = position_of(std::string(json_.read_string("the name of a component")));
            has_to = true;
        } else if (*key == "plus") {
            if (!has_to) json_.fail_about_key("\"to\" must stand before \"plus\"");
            const ecs::ComponentType& to = *scenario_.types[join[change.to]];
            if (json_.peek() == JsonKind::String) {
                change.from = position_of(std::string(json_.read_string()));
                const ecs::ComponentType& from = *scenario_.types[join[*change.from]];
                if (!addable(to, from))
                    json_.fail_about(in_quotes(from.name) + " cannot be added to " + in_quotes(to.name) +
                                     ": both need numbers of the same kinds in the same order");
            } else {
                if (!addable(to, to)) json_.fail_about(in_quotes(to.name) + " has fields that are no numbers");
                change.constant = read_bytes(join[change.to], true);
            }
            has_plus = true;
        } else if (*key == "order") {
            if (!has_to) json_.fail_about_key("\"to\" must stand before \"order\"");
            change.order = read_order(*scenario_.types[join[change.to]]);
        } else if (*key == "times") {
            change.times = read_number_as<double>(json_);
        } else {
            json_.fail_about_key("unknown member " + in_quotes(*key) + did_you_mean(*key, members));
        }
    }
    if (!has_to || has_plus == !change.order.empty())
        json_.fail_about_from(start, "a change needs \"to\", and either \"plus\" or \"order\"");
    return change;
}

TypeIndex ScenarioReader::type_called(std::string_view name) {
    if (const auto type = scenario_.type_named(name)) return *type;
    std::vector<std::string> known;
    for (const ecs::ComponentType* type : scenario_.types) known.push_back(type->name);
    json_.fail_about("no component is called " + in_quotes(name) + did_you_mean(name, known));
}

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
    std::ifstream file(name_or_file, std::ios::binary);
    if (!file)
        throw FileError(name_or_file, 0, 0,
                        "is neither a scenario that comes with the program nor a file that can be read" +
                            did_you_mean(name_or_file, known));
    std::ostringstream text;
    text << file.rdbuf();
    Scenario scenario = read_scenario(text.str(), name_or_file);
    scenario.name = std::filesystem::path(name_or_file).stem().string();
    return scenario;
}

}  // namespace editor
