#include "panels/menus/entity_clipboard.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <imgui.h>

#include "ecs/types/component_type.hpp"
#include "files/json/json_fields.hpp"
#include "files/json/json_text.hpp"
#include "panels/base/format.hpp"
#include "panels/base/language.hpp"
#include "panels/inspector/entity_edits.hpp"
#include "panels/menus/copied_text.hpp"
#include "panels/menus/pasted.hpp"

namespace panels {

namespace {

constexpr std::size_t longest_text = std::size_t{64} << 20;

/// Visits all entities that a value refers to.
void each_reference(std::span<const ecs::Field> fields, const std::byte* value,
                    const std::function<void(ecs::Entity)>& visit) {
    for (const ecs::Field& field : fields) {
        for (std::uint32_t i = 0; i < field.count; ++i) {
            const std::byte* element = value + field.offset + std::size_t{i} * field.element_size;
            if (field.kind == ecs::FieldKind::Entity)
                visit(*reinterpret_cast<const ecs::Entity*>(element));
            else if (field.kind == ecs::FieldKind::Struct)
                each_reference(field.fields, element, visit);
        }
    }
}

std::vector<ecs::Entity> with_all_below(const ecs::World& world, const std::vector<ecs::Entity>& entities) {
    std::vector<ecs::Entity> all, open = topmost(world, entities);
    std::reverse(open.begin(), open.end());
    while (!open.empty()) {
        const ecs::Entity entity = open.back();
        open.pop_back();
        all.push_back(entity);
        const std::span<const ecs::Entity> children = world.children(entity);
        const auto first = static_cast<std::ptrdiff_t>(open.size());
        open.insert(open.end(), children.begin(), children.end());
        std::sort(open.begin() + first, open.end(), [](ecs::Entity a, ecs::Entity b) { return b < a; });
    }
    return all;
}

using Outside = std::unordered_map<ecs::Entity, std::string>;

class Reader {
public:
    Reader(const ecs::World& world, std::string_view text) : world_(world), json_(text, {}) {}

    std::string problem;
    std::vector<ecs::EntityRecord> records;
    std::optional<Outside> outside;

    void all() {
        if (json_.peek() == files::JsonKind::Array)
            list();
        else
            object();
        if (problem.empty()) json_.finish();
    }

private:
    /// An entity, or what has a list of them.
    void object() {
        ecs::EntityRecord one;
        bool is_entity = false, has_list = false;
        json_.begin_object();
        while (const auto key = json_.next_member()) {
            const std::string name(*key);
            if (name == "entities" && !is_entity) {
                has_list = true;
                list();
            } else if (name == "outside" && !is_entity) {
                outside.emplace();
                json_.begin_object();
                while (const auto id = json_.next_member())
                    if (const auto entity = ecs::parse_entity(std::string(*id)))
                        outside->emplace(*entity, std::string(json_.read_string()));
                    else
                        json_.skip();
                // In a world file "components" is a list of types.
            } else if (has_list || (name != "id" && name != "name" && name != "parent" && name != "components") ||
                       (name == "components" && json_.peek() != files::JsonKind::Object)) {
                json_.skip();
            } else {
                is_entity = member(name, one) || is_entity;
            }
            if (!problem.empty()) return;
        }
        if (!has_list && is_entity) records.push_back(std::move(one));
    }

    void list() {
        json_.begin_array();
        while (json_.next_element()) {
            ecs::EntityRecord& record = records.emplace_back();
            json_.begin_object();
            while (const auto key = json_.next_member()) {
                member(std::string(*key), record);
                if (!problem.empty()) return;
            }
        }
    }

    bool member(const std::string& name, ecs::EntityRecord& record) {
        files::FieldReader fields(json_, [](std::string_view word) -> ecs::Entity {
            throw files::FileError("the clipboard", 0, 0, phrase("\"{}\" is no id of an entity", std::string(word)));
        });
        if (name == "id") {
            record.entity = fields.read_entity();
        } else if (name == "parent") {
            record.parent = fields.read_entity();
        } else if (name == "name") {
            record.values.push_back(
                ecs::Value::of(world_.types()[world_.name_id()], ecs::Name{std::string(json_.read_string())}));
        } else if (name == "components") {
            problem = read_components(world_, json_, record.values);
        } else {
            json_.skip();
            return false;
        }
        return true;
    }

    const ecs::World& world_;
    files::JsonReader json_;
};

}  // namespace

ecs::Result<std::string> text_of_entities(const ecs::World& world, const std::vector<ecs::Entity>& entities) {
    const std::vector<ecs::Entity> all = with_all_below(world, entities);
    const std::unordered_set<ecs::Entity> inside(all.begin(), all.end());
    ecs::Result<std::string> lines = json_of_entities(world, all);
    if (!lines) return lines;
    std::set<ecs::Entity> outside;
    const auto note = [&](ecs::Entity entity) {
        if (world.alive(entity) && !inside.contains(entity)) outside.insert(entity);
    };
    for (const ecs::Entity entity : all)
        for (const ecs::ComponentType* type : world.archetype_of(entity).types())
            if (!type->is_tag() && !type->opaque_json)
                each_reference(type->fields, static_cast<const std::byte*>(world.get(entity, type->id)), note);
    std::string text = "{ \"entities\": " + (all.size() == 1 ? "[\n" + *lines + "\n]" : *lines);
    text += ", \"outside\": {";
    const char* separator = " ";
    for (const ecs::Entity entity : outside) {
        text += separator;
        separator = ", ";
        files::append_entity(text, entity);
        text += ": ";
        files::append_string(text, world.name(entity));
    }
    return text + (outside.empty() ? "} }\n" : " } }\n");
}

ecs::Result<PastedEntities> pasted_entities(const ecs::World& world, std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return ecs::Error{tr("The clipboard holds no text")};
    if (text.size() > longest_text) return ecs::Error{tr("The text in the clipboard is too long")};
    if (text[first] != '{' && text[first] != '[') return ecs::Error{tr("The clipboard holds no entities")};
    Reader reader(world, text);
    try {
        reader.all();
    } catch (const files::FileError& error) {
        return in_clipboard(error);
    }
    if (!reader.problem.empty()) return ecs::Error{std::move(reader.problem)};
    if (reader.records.empty()) return ecs::Error{tr("The clipboard holds no entities")};
    std::unordered_set<ecs::Entity> ids;
    for (const ecs::EntityRecord& record : reader.records)
        if (record.entity && !ids.insert(record.entity).second)
            return ecs::Error{phrase("The clipboard has {} twice", ecs::to_string(record.entity))};
    PastedEntities pasted;
    const auto kept_outside = [&](ecs::Entity entity) {
        if (!world.alive(entity)) return ecs::null_entity;
        if (!reader.outside) return entity;
        const auto found = reader.outside->find(entity);
        return found != reader.outside->end() && found->second == world.name(entity) ? entity : ecs::null_entity;
    };
    pasted.create = ecs::create_copies(std::move(reader.records), kept_outside, &pasted.originals);
    return pasted;
}

std::string why_not_copy(const Context& context, const std::vector<ecs::Entity>& entities) {
    const bool any =
        std::any_of(entities.begin(), entities.end(), [&](ecs::Entity each) { return context.world.alive(each); });
    if (any) return {};
    return entities.empty() ? tr("No entity is selected") : tr("The selected entity is gone");
}

std::string why_not_paste(const Context& context) {
    const char* const text = ImGui::GetClipboardText();
    return pasted_entities(context.world, text == nullptr ? "" : text).error();
}

void copy_entities(const std::vector<ecs::Entity>& entities, const Context& context) {
    if (const auto text = text_of_entities(context.world, entities)) ImGui::SetClipboardText(text->c_str());
}

void cut_entities(const std::vector<ecs::Entity>& entities, const Context& context) {
    const auto text = text_of_entities(context.world, entities);
    if (!text) return;
    ImGui::SetClipboardText(text->c_str());
    request_destroy(context, entities);
}

void paste_entities(const Context& context, ecs::Entity parent) {
    const char* const text = ImGui::GetClipboardText();
    paste_entities(context, text == nullptr ? "" : text, parent);
}

void paste_entities(const Context& context, std::string_view text, ecs::Entity parent) {
    auto pasted = pasted_entities(context.world, text);
    if (!pasted) return;
    for (ecs::EntityRecord& record : pasted->create.entities) {
        const bool inside = record.parent != ecs::null_entity && record.parent.generation == 0;
        if (!inside && parent) record.parent = parent;
    }
    std::string label = phrase("Paste {}", format_count(pasted->create.entities.size(), "entity", "entities"));
    request_copies(context, std::move(label), std::move(pasted->create), pasted->originals);
}

}  // namespace panels
