#include "panels/menus/entity_clipboard.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <imgui.h>

#include "ecs/edit/type_words.hpp"
#include "ecs/prefab/prefabs.hpp"
#include "ecs/types/component_type.hpp"
#include "files/json/component_schema.hpp"
#include "files/json/json_fields.hpp"
#include "files/json/json_text.hpp"
#include "panels/base/format.hpp"
#include "panels/base/language.hpp"
#include "panels/inspector/entity_edits.hpp"
#include "panels/menus/clipboard_reader.hpp"
#include "panels/menus/copied_text.hpp"
#include "panels/menus/pasted.hpp"
#include "panels/widgets/widgets.hpp"

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

/// The prefabs that instances among these need, with all that is below them; not those that are among them.
std::vector<ecs::Entity> prefabs_for(const ecs::World& world, std::vector<ecs::Entity> entities) {
    const ecs::Prefabs prefabs(world);
    std::vector<ecs::Entity> needed;
    if (!prefabs.any()) return needed;
    std::unordered_set<ecs::Entity> seen(entities.begin(), entities.end());
    for (std::size_t i = 0; i < entities.size(); ++i) {
        const ecs::Entity prefab = prefabs.prefab_of(prefabs.source_of(entities[i]));
        if (!prefab || seen.contains(prefab)) continue;
        for (const ecs::Entity each : with_all_below(world, {prefab})) {
            if (!seen.insert(each).second) continue;
            needed.push_back(each);
            entities.push_back(each);
        }
    }
    return needed;
}

std::string described_types(const ecs::World& world, const std::vector<ecs::Entity>& entities) {
    std::set<ecs::ComponentId> used;
    for (const ecs::Entity entity : entities)
        for (const ecs::ComponentType* type : world.archetype_of(entity).types())
            if (type->id != world.name_id() && type->id != world.parent_id() && !type->opaque_json)
                used.insert(type->id);
    std::string text = "{";
    const char* separator = " ";
    for (const ecs::ComponentId id : used) {
        ecs::ComponentType in_full = world.types()[id];
        in_full.made_at_run_time = true;
        text += std::exchange(separator, ", ");
        files::append_string(text, in_full.name);
        text += ": ";
        files::append_schema(text, in_full);
    }
    return text + (used.empty() ? "}" : " }");
}

std::string listed(const std::vector<std::string>& names) {
    constexpr std::size_t most = 4;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), most); ++i) text += (i == 0 ? "" : ", ") + names[i];
    if (names.size() > most) text += " " + phrase("and {} more", format_count(names.size() - most));
    return text;
}

/// What a text without entities is, and what can be done with it.
std::string no_entities_in(const ecs::World& world, std::string_view text) {
    constexpr std::size_t letters_shown = 40;
    if (const auto values = pasted_components(world, text)) {
        std::vector<std::string> names;
        for (const ecs::Value& each : *values) names.push_back(each.type().name);
        return phrase("The clipboard holds components: {}. Paste components, in the menu of an entity, puts them there",
                      listed(names));
    }
    constexpr std::string_view space = " \t\r\n";
    text.remove_prefix(std::min(text.find_first_not_of(space), text.size()));
    text = text.substr(0, text.find_last_not_of(space) + 1);
    return phrase("The clipboard holds \"{}\". Entities can be pasted here, and values over a field of the Inspector",
                  one_line(text, letters_shown));
}

}  // namespace

ecs::Result<std::string> text_of_entities(const ecs::World& world, const std::vector<ecs::Entity>& entities) {
    const std::vector<ecs::Entity> all = with_all_below(world, entities), prefabs = prefabs_for(world, all);
    const std::unordered_set<ecs::Entity> inside(all.begin(), all.end());
    ecs::Result<std::string> lines = json_of_entities(world, all);
    if (!lines) return lines;
    ecs::Result<std::string> prefab_lines = json_of_entities(world, prefabs);
    if (!prefab_lines) return prefab_lines;
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
    text += outside.empty() ? "}" : " }";
    std::vector<ecs::Entity> described = all;
    described.insert(described.end(), prefabs.begin(), prefabs.end());
    text += ",\n\"components\": " + described_types(world, described);
    if (!prefabs.empty())
        text += ",\n\"prefabs\": " + (prefabs.size() == 1 ? "[\n" + *prefab_lines + "\n]" : *prefab_lines);
    return text + " }\n";
}

ecs::Result<PastedEntities> pasted_entities(const ecs::World& world, std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return ecs::Error{tr("The clipboard holds no text")};
    if (text.size() > longest_text) return ecs::Error{tr("The text in the clipboard is too long")};
    if (text[first] != '{' && text[first] != '[') return ecs::Error{no_entities_in(world, text)};
    EntitiesOfText read;
    try {
        read = entities_of_text(world, text);
    } catch (const files::FileError& error) {
        return in_clipboard(error);
    }
    if (!read.problem.empty()) return ecs::Error{std::move(read.problem)};
    if (read.records.empty()) return ecs::Error{no_entities_in(world, text)};
    std::unordered_set<ecs::Entity> ids;
    for (const ecs::EntityRecord& record : read.records)
        if (record.entity && !ids.insert(record.entity).second)
            return ecs::Error{phrase("The clipboard has {} twice", ecs::to_string(record.entity))};
    PastedEntities pasted;
    for (const ecs::ComponentType& type : read.lacks)
        if (std::string why = ecs::problem_of_type(type); !why.empty())
            return ecs::Error{
                phrase("No component of this world is called {}, and it cannot be made here: {}", type.name, why)};
    pasted.lacks_types = std::move(read.lacks);
    PrefabsOfText prefabs(world, read.prefabs);
    std::vector<ecs::EntityRecord> lacking;
    prefabs.find_lacking(lacking, pasted.prefab_names);
    const auto find_outside = [&](ecs::Entity entity) {
        if (const auto known = prefabs.known.find(entity); known != prefabs.known.end()) return known->second;
        if (!world.alive(entity)) return ecs::null_entity;
        if (!read.outside) return entity;
        const auto found = read.outside->find(entity);
        return found != read.outside->end() && found->second == world.name(entity) ? entity : ecs::null_entity;
    };
    pasted.prefabs = ecs::create_copies(std::move(lacking), find_outside);
    // A text with "outside" names all that were there when it was copied; others referred to nothing then, too.
    const auto was_there = [&](ecs::Entity entity) { return !read.outside || read.outside->contains(entity); };
    std::size_t nothing = 0, parents = 0;
    for (const ecs::EntityRecord& record : read.records) {
        if (!record.parent || ids.contains(record.parent) || find_outside(record.parent)) continue;
        ++pasted.orphans;
        if (was_there(record.parent)) ++parents;
    }
    const auto kept_outside = [&](ecs::Entity entity) {
        const ecs::Entity kept = find_outside(entity);
        if (!kept && was_there(entity)) ++nothing;
        return kept;
    };
    pasted.create = ecs::create_copies(std::move(read.records), kept_outside, &pasted.originals);
    pasted.dropped = nothing - parents;
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
    const auto pasted = pasted_entities(context.world, text == nullptr ? "" : text);
    if (!pasted) return pasted.error();
    // Only its owner can give such a world another component.
    if (context.mirror != nullptr && !pasted->lacks_types.empty())
        return phrase("No component of this world is called {}", pasted->lacks_types.front().name);
    return {};
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

namespace {

/// Pastes as one step: first what the world lacks, then the entities.
class Pasting {
public:
    Pasting(const Context& context, std::string_view text, ecs::Entity parent)
        : context_(context), text_(text), parent_(parent) {}

    std::optional<EditRequest> next() {
        if (done_) return std::nullopt;
        auto pasted = pasted_entities(context_.world, text_);
        if (!pasted) return std::nullopt;
        if (!pasted->lacks_types.empty()) return bring_types(*pasted);
        if (!pasted->prefabs.entities.empty()) return bring_prefabs(*pasted);
        done_ = true;
        return create(*pasted);
    }
    std::vector<std::string> told() const { return done_ ? told_ : std::vector<std::string>(); }

private:
    std::optional<EditRequest> bring_types(PastedEntities& pasted) {
        if (std::exchange(brought_types_, true)) return std::nullopt;  // it was refused, and said why
        std::vector<std::string> names;
        std::vector<ecs::Edit> edits;
        for (ecs::ComponentType& type : pasted.lacks_types) {
            names.push_back(type.name);
            ecs::SetType make;
            make.to = std::move(type);
            edits.emplace_back(std::move(make));
        }
        told_.push_back(phrase("This world lacked these components, which came along: {}", listed(names)));
        return EditRequest{.label = phrase("Bring along components: {}", listed(names)), .edits = std::move(edits)};
    }
    std::optional<EditRequest> bring_prefabs(PastedEntities& pasted) {
        if (std::exchange(brought_prefabs_, true)) return std::nullopt;
        const std::string names = listed(pasted.prefab_names);
        std::vector<ecs::Edit> edits;
        edits.emplace_back(std::move(pasted.prefabs));
        told_.push_back(phrase("This world lacked these prefabs, which came along: {}", names));
        const std::vector<ecs::Entity> there = ecs::Prefabs(context_.world).all();
        for (const std::string& name : pasted.prefab_names)
            if (std::any_of(there.begin(), there.end(),
                            [&](ecs::Entity each) { return context_.world.name(each) == name; }))
                told_.push_back(phrase("Another prefab called {} was here, with other children. Both stay", name));
        return EditRequest{.label = phrase("Bring along prefabs: {}", names), .edits = std::move(edits)};
    }
    EditRequest create(PastedEntities& pasted) {
        for (ecs::EntityRecord& record : pasted.create.entities) {
            const bool inside = record.parent != ecs::null_entity && record.parent.generation == 0;
            if (!inside && parent_) record.parent = parent_;
        }
        if (pasted.dropped == 1)
            told_.push_back(tr("1 reference to an entity that was not copied is empty"));
        else if (pasted.dropped > 1)
            told_.push_back(
                phrase("{} references to entities that were not copied are empty", format_count(pasted.dropped)));
        if (pasted.orphans == 1 && !parent_)
            told_.push_back(tr("1 entity is at the top, because its parent was not copied"));
        else if (pasted.orphans > 1 && !parent_)
            told_.push_back(phrase("{} entities are at the top, because their parents were not copied",
                                   format_count(pasted.orphans)));
        std::string label = phrase("Paste {}", format_count(pasted.create.entities.size(), "entity", "entities"));
        return copies_request(context_, std::move(label), std::move(pasted.create), pasted.originals);
    }

    Context context_;
    std::string text_;
    ecs::Entity parent_;
    bool brought_types_ = false, brought_prefabs_ = false, done_ = false;
    std::vector<std::string> told_;
};

}  // namespace

void paste_entities(const Context& context, std::string_view text, ecs::Entity parent) {
    const auto pasting = std::make_shared<Pasting>(context, text, parent);
    context.requests.push_back(
        StepInPartsRequest{[pasting] { return pasting->next(); }, [pasting] { return pasting->told(); }});
}

}  // namespace panels
