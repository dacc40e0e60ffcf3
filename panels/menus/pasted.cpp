#include "panels/menus/pasted.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "files/json/json_fields.hpp"
#include "files/json/json_text.hpp"
#include "panels/base/language.hpp"
#include "panels/base/link.hpp"

namespace panels {

namespace {

constexpr std::size_t longest_read = 1u << 20;
constexpr const char* no_components = tr_later("The clipboard holds no components");

ecs::Entity no_named_entity(std::string_view name) {
    throw files::FileError("the clipboard", 0, 0, phrase("\"{}\" is no id of an entity", std::string(name)));
}

files::FieldReader fields_of(files::JsonReader& json) { return {json, no_named_entity}; }

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view space = " \t\r\n";
    const std::size_t first = text.find_first_not_of(space);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(space) - first + 1);
}

std::string why_not_read(std::string_view text) {
    if (text.empty()) return tr("The clipboard holds no text");
    if (text.size() > longest_read) return tr("The text in the clipboard is too long");
    return {};
}

/// The first entity of what copy_entities() put into the clipboard, or of a list; else the whole text.
std::string_view first_entity_in(std::string_view text) {
    files::JsonReader json(text, {});
    const auto first_of_list = [&]() -> std::string_view {
        json.begin_array();
        if (!json.next_element()) return text;
        (void)json.peek();
        const std::size_t start = json.offset();
        json.skip();
        return text.substr(start, json.end_offset() - start);
    };
    if (text.front() == '[') return first_of_list();
    json.begin_object();
    while (const auto name = json.next_member()) {
        if (*name == "entities" && json.peek() == files::JsonKind::Array) return first_of_list();
        json.skip();
    }
    return text;
}

}  // namespace

ecs::Error in_clipboard(const files::FileError& error) {
    constexpr std::string_view the_file = "the file";
    std::string problem = error.problem();
    const std::size_t at = problem.find(the_file);
    if (at != std::string::npos) problem.replace(at, the_file.size(), tr("the text"));
    return {phrase("The clipboard: {}", problem)};
}

std::string read_components(const ecs::World& world, files::JsonReader& json, std::vector<ecs::Value>& values,
                            const std::function<bool(const std::string&)>& comes) {
    json.begin_object();
    while (const auto member = json.next_member()) {
        const std::string name(*member);
        const ecs::ComponentType* type = world.types().find(name);
        if (type == nullptr && comes && comes(name)) {
            json.skip();
            continue;
        }
        if (type == nullptr) return phrase("No component of this world is called {}", name);
        if (!type->copyable() || type->opaque_json) return phrase("{} cannot be set", type->name);
        ecs::Value& value = values.emplace_back(*type);
        fields_of(json).read_value(*type, value.data());
    }
    return {};
}

ecs::Result<std::vector<ecs::Value>> pasted_components(const ecs::World& world, std::string_view text) {
    text = trimmed(text);
    if (std::string problem = why_not_read(text); !problem.empty()) return ecs::Error{std::move(problem)};
    if (text.front() != '{' && text.front() != '[') return ecs::Error{tr(no_components)};
    std::vector<ecs::Value> values;
    try {
        text = first_entity_in(text);
        if (text.front() != '{') return ecs::Error{tr(no_components)};
        bool is_entity = false;
        {
            files::JsonReader json(text, {});
            json.begin_object();
            while (const auto name = json.next_member()) {
                is_entity |= (*name == "components" || *name == "id") && world.types().find(*name) == nullptr;
                json.skip();
            }
            json.finish();
        }
        files::JsonReader json(text, {});
        std::string problem;
        if (is_entity) {
            json.begin_object();
            while (const auto name = json.next_member()) {
                if (*name != "components")
                    json.skip();
                else if (problem = read_components(world, json, values); !problem.empty())
                    break;
            }
        } else {
            problem = read_components(world, json, values);
        }
        if (!problem.empty()) return ecs::Error{std::move(problem)};
    } catch (const files::FileError& error) {
        return in_clipboard(error);
    }
    if (values.empty()) return ecs::Error{tr(no_components)};
    return values;
}

ecs::Result<ecs::Value> pasted_component(const ecs::World& world, const ecs::ComponentType& type, const void* present,
                                         std::string_view text) {
    text = trimmed(text);
    if (std::string problem = why_not_read(text); !problem.empty()) return ecs::Error{std::move(problem)};
    if (!type.copyable() || type.opaque_json) return ecs::Error{phrase("{} cannot be set", type.name)};
    if (text.front() != '{') return ecs::Error{phrase("The clipboard holds no value of {}", type.name)};
    // Under its name, or under its name within an entity.
    if (auto named = pasted_components(world, text)) {
        const auto found =
            std::find_if(named->begin(), named->end(), [&](const auto& each) { return each.type().id == type.id; });
        if (found == named->end()) return ecs::Error{phrase("The clipboard holds no value of {}", type.name)};
        return std::move(*found);
    }
    try {
        ecs::Value value = present != nullptr ? ecs::Value(type, present) : ecs::Value(type);
        files::JsonReader json(text, {});
        fields_of(json).read_value(type, value.data());
        json.finish();
        return value;
    } catch (const files::FileError& error) {
        return in_clipboard(error);
    }
}

ecs::Result<ecs::Value> pasted_field(const ecs::ComponentType& type, std::uint32_t field, const void* present,
                                     std::string_view text) {
    const ecs::Field& wanted = type.fields[field];
    const bool takes_text = wanted.count == 1 && wanted.kind == ecs::FieldKind::String;
    if (!takes_text) text = trimmed(text);
    if (std::string problem = why_not_read(text); !problem.empty()) return ecs::Error{std::move(problem)};
    if (!type.copyable() || type.opaque_json) return ecs::Error{phrase("{} cannot be set", type.name)};
    // First as JSON, then as a word: people copy ids and names without quotes.
    std::string quoted;
    const auto linked = entity_of_link(text);
    files::append_string(quoted, linked ? ecs::to_string(*linked) : std::string(text));
    std::string key = "{ ";
    files::append_string(key, wanted.name);
    std::optional<ecs::Error> first;
    for (const std::string_view spelt : {text, std::string_view(quoted)}) {
        const std::string whole = key + ": " + std::string(spelt) + " }";
        try {
            ecs::Value value(type, present);
            files::JsonReader json(whole, {});
            fields_of(json).read_value(type, value.data());
            json.finish();
            // `1, "y": 2` would set more than this field.
            ecs::Value only(type, present);
            ecs::copy_field(wanted, only.data(), value.data());
            if (only == value) return only;
        } catch (const files::FileError& error) {
            if (!first) first = in_clipboard(error);
        }
    }
    return ecs::Error{
        phrase("The clipboard holds no value for {}{}", wanted.name, (first ? ". " + first->message : ""))};
}

}  // namespace panels
