#include <algorithm>
#include <cmath>

#include "editor/lab/lab_scenario_reader.hpp"

namespace editor {

using namespace ecs::lab;

PlannedValue ScenarioReader::read_one_value() {
    if (json_.peek() != files::JsonKind::Object)
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
    // A tag has no bytes, but its value {} must still be read.
    std::byte none{};
    fields_.read_value(described, bytes.empty() ? &none : bytes.data());
    return bytes;
}

PlannedValue& ScenarioReader::find_value(std::vector<PlannedValue>& values, std::string_view name) {
    const TypeIndex type = type_called(name);
    const auto value = std::find_if(values.begin(), values.end(), [&](const auto& each) { return each.type == type; });
    if (value == values.end()) json_.fail_about_key("this step gives nobody " + files::in_quotes(name));
    return *value;
}

void ScenarioReader::read_growth(std::vector<PlannedValue>& values) {
    go_to("grow");
    json_.begin_object();
    while (const auto name = json_.next_member()) {
        PlannedValue& value = find_value(values, *name);
        const ecs::ComponentType& type = *scenario_.types[value.type];
        if (!addable(type, type))
            json_.fail_about_key("only numbers can grow, and " + files::in_quotes(*name) + " has other fields");
        value.growth = read_bytes(value.type, true);
    }
}

void ScenarioReader::read_wheres(std::vector<PlannedValue>& values) {
    go_to("where");
    json_.begin_object();
    while (const auto name = json_.next_member()) {
        PlannedValue& value = find_value(values, *name);
        value.where = read_where();
    }
}

Where ScenarioReader::read_where() {
    static const std::vector<std::string> members{"divide", "modulo", "is", "not"};
    Where where{1, 0, 0, false};
    bool has_value = false;
    if (json_.peek() != files::JsonKind::Object)
        json_.fail_expected(R"(an object like { "divide": 10, "modulo": 3, "not": 0 }: whose i / 10 % 3 is not 0)");
    const std::size_t start = json_.offset();
    json_.begin_object();
    while (const auto key = json_.next_member()) {
        if (*key == "divide")
            where.divide = read_whole(1, max_entities);
        else if (*key == "modulo")
            where.modulo = read_whole(1, max_entities);
        else if (*key == "is" || *key == "not") {
            if (has_value) json_.fail_about_key("either \"is\" or \"not\"");
            where.negated = *key == "not";
            where.value = read_whole(0, max_entities);
            has_value = true;
        } else
            json_.fail_about_key("unknown member " + files::in_quotes(*key) + files::did_you_mean(*key, members));
    }
    if (where.modulo == 0 || !has_value)
        json_.fail_about_from(start, "\"modulo\" and one of \"is\" and \"not\" are needed");
    return where;
}

std::uint64_t ScenarioReader::read_whole(std::uint64_t least, std::uint64_t most) {
    const auto number = files::read_number_as<std::uint64_t>(json_);
    if (number < least || number > most)
        json_.fail("must be from " + std::to_string(least) + " to " + std::to_string(most) + ", found " +
                   std::to_string(number));
    return number;
}

std::uint64_t ScenarioReader::read_entity() {
    if (json_.peek() == files::JsonKind::Number) {
        const std::uint64_t number = read_whole(0, max_entities);
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
    json_.fail_about("no entity is called " + files::in_quotes(name) + files::did_you_mean(name, known));
}

Which ScenarioReader::read_which() {
    static const std::vector<std::string> members{"from", "count", "step", "same_place"};
    if (json_.peek() != files::JsonKind::Object) return {read_entity(), 1, 1};
    Which which;
    const std::size_t start = json_.offset();
    json_.begin_object();
    while (const auto key = json_.next_member()) {
        if (*key == "from")
            which.first = read_entity();
        else if (*key == "count")
            which.count = read_whole(1, max_entities);
        else if (*key == "step")
            which.stride = read_whole(0, max_entities);
        else if (*key == "same_place")
            which.same_place = json_.read_bool();
        else
            json_.fail_about_key("unknown member " + files::in_quotes(*key) + files::did_you_mean(*key, members));
    }
    const std::uint64_t last = which.first + (which.count - 1) * which.stride;
    if (last >= scenario_.entities)
        json_.fail_about_from(start, "reaches to entity " + std::to_string(last) + ", and " +
                                         std::to_string(scenario_.entities) + " are created before this step");
    return which;
}

std::vector<std::size_t> ScenarioReader::read_order(const ecs::ComponentType& type) {
    std::vector<std::size_t> order;
    std::vector<std::string> known;
    for (const ecs::Field& field : type.fields) known.emplace_back(field.name);
    if (json_.peek() != files::JsonKind::Array)
        json_.fail_expected("a list of the fields, like [ \"z\", \"x\", \"y\" ]");
    const std::size_t start = json_.offset();
    json_.begin_array();
    while (json_.next_element()) {
        const std::string name(json_.read_string("the name of a field"));
        const auto found = std::find(known.begin(), known.end(), name);
        if (found == known.end())
            json_.fail_about(files::in_quotes(type.name) + " has no field " + files::in_quotes(name) +
                             files::did_you_mean(name, known));
        const auto from = static_cast<std::size_t>(found - known.begin()), to = order.size();
        if (std::find(order.begin(), order.end(), from) != order.end()) json_.fail_about("each field once");
        if (type.fields[from].kind != type.fields[to].kind || type.fields[from].count != type.fields[to].count)
            json_.fail_about(files::in_quotes(name) + " cannot become " + files::in_quotes(known[to]) +
                             ": they are of other kinds");
        order.push_back(from);
    }
    if (order.size() != known.size() || order.empty())
        json_.fail_about_from(start, "every field of " + files::in_quotes(type.name) + " is needed, " +
                                         std::to_string(known.size()) + " of them, found " +
                                         std::to_string(order.size()));
    return order;
}

Change ScenarioReader::read_change(const std::vector<TypeIndex>& join) {
    static const std::vector<std::string> members{"to", "plus", "times", "order"};
    const auto position_of = [&](const std::string& name) {
        const auto found = std::find(join.begin(), join.end(), type_called(name));
        if (found == join.end())
            json_.fail_about(files::in_quotes(name) + " is not among the components of this query");
        return static_cast<std::size_t>(found - join.begin());
    };
    Change change;
    bool has_to = false, has_plus = false;
    if (json_.peek() != files::JsonKind::Object)
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
            if (json_.peek() == files::JsonKind::String) {
                change.from = position_of(std::string(json_.read_string()));
                const ecs::ComponentType& from = *scenario_.types[join[*change.from]];
                if (!addable(to, from))
                    json_.fail_about(files::in_quotes(from.name) + " cannot be added to " + files::in_quotes(to.name) +
                                     ": both need numbers of the same kinds in the same order");
            } else {
                if (!addable(to, to)) json_.fail_about(files::in_quotes(to.name) + " has fields that are no numbers");
                change.constant = read_bytes(join[change.to], true);
            }
            has_plus = true;
        } else if (*key == "order") {
            if (!has_to) json_.fail_about_key("\"to\" must stand before \"order\"");
            change.order = read_order(*scenario_.types[join[change.to]]);
        } else if (*key == "times") {
            change.times = files::read_number_as<double>(json_);
            // The factor of a whole number becomes a whole number itself, and must fit.
            if (std::abs(change.times) > 1e15) json_.fail("must be from -1e15 to 1e15");
        } else {
            json_.fail_about_key("unknown member " + files::in_quotes(*key) + files::did_you_mean(*key, members));
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
    json_.fail_about("no component is called " + files::in_quotes(name) + files::did_you_mean(name, known));
}

std::string ScenarioReader::text_of(const Which& which) const {
    return which.count == 1 ? scenario_.entity_name(which.first) : std::to_string(which.count) + " entities";
}

}  // namespace editor
