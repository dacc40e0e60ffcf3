#include "panels/menus/copied_text.hpp"

#include <algorithm>
#include <cstdio>
#include <set>
#include <string_view>
#include <vector>

#include "ecs/language/written_names.hpp"
#include "files/base/file_error.hpp"
#include "files/json/json_fields.hpp"
#include "files/json/json_text.hpp"
#include "files/script/edit_script.hpp"
#include "files/world_file/entity_text.hpp"
#include "panels/base/language.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

/// The short name of the type, or the whole one where another type has the same short name.
std::string_view word_for(const ecs::World& world, const ecs::ComponentType& type) {
    const std::string_view word = short_name(type.name);
    for (ecs::ComponentId id = 0; id < world.types().size(); ++id)
        if (id != type.id && short_name(world.types()[id].name) == word) return type.name;
    return word;
}

}  // namespace

ecs::Result<std::string> json_of_entities(const ecs::World& world, std::span<const ecs::Entity> entities,
                                          ecs::Progress* progress) {
    try {
        const auto count =
            std::count_if(entities.begin(), entities.end(), [&world](ecs::Entity each) { return world.alive(each); });
        std::string text = files::entities_text(world, entities, progress);
        return count == 1 ? text : "[\n" + text + "\n]";
    } catch (const files::FileError& error) {
        return ecs::Error{phrase("This {}", error.problem())};
    }
}

std::string json_of_component(const ecs::ComponentType& type, const void* data) {
    std::string text = "{ ";
    files::append_string(text, type.name);
    return text + ": " + value_of_component(type, data) + " }";
}

std::string value_of_component(const ecs::ComponentType& type, const void* data) {
    std::string text;
    files::append_value(text, type, data);
    return text;
}

std::string json_of_field(const ecs::Field& field, const void* component) {
    std::string text;
    files::append_field_value(text, field, static_cast<const std::byte*>(component) + field.offset);
    return text;
}

std::string value_of_field(const ecs::Field& field, const void* component) {
    if (field.count == 1 && field.kind == ecs::FieldKind::String)
        return *reinterpret_cast<const std::string*>(static_cast<const std::byte*>(component) + field.offset);
    std::string text = json_of_field(field, component);
    if (text.size() >= 2 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
    return text;
}

std::string json_of_archetype(const ecs::Archetype& archetype) {
    std::vector<std::string_view> names;
    for (const ecs::ComponentType* type : archetype.types()) names.push_back(type->name);
    std::sort(names.begin(), names.end());
    std::string text = "{ \"components\": [";
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0) text += ", ";
        files::append_string(text, names[i]);
    }
    const auto member = [&](std::string_view name, std::size_t value) {
        text += ", \"" + std::string(name) + "\": " + std::to_string(value);
    };
    text += ']';
    member("entities", archetype.entity_count());
    member("chunks", archetype.chunk_count());
    member("bytes", archetype.bytes());
    return text + " }";
}

std::string query_of_component(const ecs::World& world, const ecs::ComponentType& type) {
    return "c:" + std::string(word_for(world, type));
}

std::vector<ecs::ComponentId> beside_archetype(const ecs::World& world, const ecs::Archetype& archetype) {
    std::set<ecs::ComponentId> besides;
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const ecs::Archetype& other = world.archetype(id);
        const auto components = archetype.components();
        const bool has_all = std::all_of(components.begin(), components.end(),
                                         [&](ecs::ComponentId component) { return other.has(component); });
        if (!has_all || other.entity_count() == 0) continue;
        for (const ecs::ComponentId component : other.components())
            if (!archetype.has(component)) besides.insert(component);
    }
    return {besides.begin(), besides.end()};
}

std::string query_of_archetype(const ecs::World& world, const ecs::Archetype& archetype) {
    std::string text;
    for (const ecs::ComponentType* type : archetype.types())
        text += (text.empty() ? "" : " ") + query_of_component(world, *type);
    for (const ecs::ComponentId component : beside_archetype(world, archetype))
        text += (text.empty() ? "!" : " !") + query_of_component(world, world.types()[component]);
    return text;
}

std::string written_query_of(const ecs::TypeRegistry& types, std::span<const ecs::ComponentId> with,
                             std::span<const ecs::ComponentId> without) {
    std::string text;
    for (const ecs::ComponentId component : with)
        text += (text.empty() ? "" : " & ") + ecs::written_name(types, component);
    for (const ecs::ComponentId component : without)
        text += (text.empty() ? "!" : " & !") + ecs::written_name(types, component);
    return text;
}

std::string hex_of_bytes(std::span<const std::byte> bytes) {
    constexpr std::size_t a_line = 16;
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        char one[8];
        std::snprintf(one, sizeof one, "%02x", static_cast<unsigned>(bytes[i]));
        if (i > 0) text += i % a_line == 0 ? '\n' : ' ';
        text += one;
    }
    return text;
}

std::string script_of_step(const ecs::World& world, const ecs::HistoryStep& step) {
    std::string text = "{ \"edits\": [\n";
    for (std::size_t i = 0; i < step.edits.size(); ++i)
        text += (i == 0 ? "" : ",\n") + files::script_line(world, step.edits[i]);
    return text + "\n] }\n";
}

std::string script_of_steps(const ecs::World& world, std::span<const ecs::HistoryStep> steps) {
    std::string lines;
    for (const ecs::HistoryStep& step : steps) {
        if (!step.repeatable) continue;
        for (const ecs::Edit& edit : ecs::forward_edits(step))
            lines += (lines.empty() ? "" : ",\n") + files::script_line(world, edit);
    }
    return "{ \"edits\": [\n" + lines + "\n] }\n";
}

std::string first_script_line(const ecs::World& world, const ecs::HistoryStep& step) {
    const std::vector<ecs::Edit>& edits = ecs::forward_edits(step);
    if (!step.repeatable || edits.empty()) return {};
    if (const auto* set = std::get_if<ecs::SetField>(&edits.front()); set && set->entities.size() > 1) {
        const auto bytes = static_cast<std::ptrdiff_t>(set->values.size() / set->entities.size());
        return files::script_line(world, ecs::SetField{set->component,
                                                       set->field,
                                                       {set->entities.front()},
                                                       {set->values.begin(), set->values.begin() + bytes}});
    }
    return files::script_line(world, edits.front(), 1);
}

}  // namespace panels
