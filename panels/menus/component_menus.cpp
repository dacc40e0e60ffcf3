// The menus of components and fields.
#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ecs/edit/type_words.hpp"
#include "ecs/language/written_names.hpp"
#include "ecs/timeline/timeline.hpp"
#include "panels/base/language.hpp"
#include "panels/inspector/entity_edits.hpp"
#include "panels/inspector/field_keys.hpp"
#include "panels/inspector/many_edits.hpp"
#include "panels/inspector/type_editor.hpp"
#include "panels/menus/copied_text.hpp"
#include "panels/menus/cpp_text.hpp"
#include "panels/menus/menu_of.hpp"
#include "panels/menus/pasted.hpp"
#include "panels/menus/prefab_menus.hpp"
#include "panels/stops/break_item.hpp"
#include "panels/stops/debugger.hpp"
#include "panels/watch/watches.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

/// Why a value cannot be set, whatever it is.
std::string why_not_set(const Context& context, const ComponentAt& at) {
    if (std::string gone = why_gone(context, at.entity); !gone.empty()) return gone;
    const ecs::ComponentType& type = context.world.types()[at.component];
    if (!context.world.has(at.entity, at.component))
        return phrase("{} has no {} any more", name_or_id(context.world, at.entity), type.name);
    if (const std::string why_not = why_not_change(context, at.entity, type); !why_not.empty())
        return std::string(why_not);
    if (type.opaque_json) return tr("This type is unknown, so its value is kept as it was read");
    return type.copyable() ? "" : tr("Values of this type can't be copied");
}

std::string why_never_a_value(const ecs::ComponentType& type) {
    if (type.hidden_bytes > 0) return tr("Nobody described the fields of this type");
    return type.is_tag() ? tr("A tag has no value") : "";
}

/// The same for what has a value.
std::string why_no_value(const Context& context, const ComponentAt& at) {
    if (std::string gone = why_gone(context, at.entity); !gone.empty()) return gone;
    if (!context.world.has(at.entity, at.component)) return tr("The entity has no such component any more");
    return why_never_a_value(context.world.types()[at.component]);
}

/// All that are selected, if the entity is one of them, but for those without the component.
std::vector<ecs::Entity> meant_with_component(const Context& context, const ComponentAt& at) {
    std::vector<ecs::Entity> all = entities_meant(context.selection, at.entity);
    std::erase_if(all, [&](ecs::Entity each) { return !context.world.has(each, at.component); });
    return all;
}

void append_group(std::vector<MenuItem>& items, std::vector<MenuItem> group) {
    if (!group.empty()) group.front().begins_group = true;
    items.insert(items.end(), std::make_move_iterator(group.begin()), std::make_move_iterator(group.end()));
}

MenuItem copy_menu_of_component(const MenuSource& source, const ComponentAt& at) {
    const ecs::World& world = source.context.world;
    const ecs::ComponentType& type = world.types()[at.component];
    const auto with_value = [at](std::string (*text)(const ecs::ComponentType&, const void*)) {
        return [at, text](const Context& now) {
            return text(now.world.types()[at.component], now.world.get(at.entity, at.component));
        };
    };
    std::vector<MenuItem> items;
    items.push_back(copy_item(tr("Name"), [name = type.name](const Context&) { return name; }));
    if (at.entity) {
        const std::string none = why_no_value(source.context, at);
        const std::string absent = type.is_tag() ? why_gone(source.context, at.entity) : none;
        items.push_back(copy_item(tr("Value"), with_value(value_of_component), none));
        items.push_back(copy_item(tr("JSON"), with_value(json_of_component), absent));
        items.push_back(copy_item(
            "C++",
            [at](const Context& now) {
                return cpp_of_component(now.world, now.world.types()[at.component],
                                        now.world.get(at.entity, at.component));
            },
            either(absent, why_not_cpp(type))));
    }
    items.push_back(copy_item(tr("Query"), [at](const Context& now) {
        return query_of_component(now.world, now.world.types()[at.component]);
    }));
    items.back().hint = tr("For the filter of Entities: all that have it");
    return copy_menu(std::move(items));
}

/// What a watch of the field at `path` is called: of a vector or a colour each of its numbers.
std::vector<std::string> texts_to_watch(const std::string& path, const ecs::Field& field) {
    const std::size_t numbers = ecs::float_count(field.kind);
    if (numbers < 2) return {path};
    std::vector<std::string> texts;
    const std::string_view members = field.kind == ecs::FieldKind::Color ? "rgba" : "xyzw";
    for (const char member : members.substr(0, numbers)) texts.push_back(path + "." + member);
    return texts;
}

}  // namespace

std::vector<MenuItem> menu_of_component(const MenuSource& source, const ComponentAt& at) {
    const Context& context = source.context;
    const ecs::World& world = context.world;
    if (at.component >= world.types().size()) return {};
    const ecs::ComponentType& type = world.types()[at.component];
    std::vector<MenuItem> items;
    if (at.entity) {
        const std::string no_value = why_no_value(context, at);
        const std::string no_set = either(why_never_a_value(type), why_not_set(context, at));
        const void* const present = no_value.empty() ? world.get(at.entity, at.component) : nullptr;
        std::string no_reset = no_set, no_paste = no_set;
        if (no_set.empty() && ecs::values_equal(type, present, ecs::Value(type).data()))
            no_reset = tr("It has its default value");
        items.push_back({.label = tr("Reset to default"),
                         .command = keys::default_value.id,
                         .icon = Icon::Revert,
                         .why_not = no_reset,
                         .run = [at](const Context& now) {
                             request_set_all(now, meant_with_component(now, at),
                                             {ecs::Value(now.world.types()[at.component])});
                         }});
        ecs::Value pasted;
        if (no_set.empty()) {
            auto read = pasted_component(world, type, present, source.clipboard);
            no_paste = read.error();
            if (read) pasted = std::move(*read);
        }
        items.push_back(copy_item(
            tr("Copy"),
            [at](const Context& now) {
                return json_of_component(now.world.types()[at.component], now.world.get(at.entity, at.component));
            },
            type.is_tag() ? why_gone(context, at.entity) : no_value));
        items.back().command = keys::copy_value.id;
        items.push_back({.label = tr("Paste value"),
                         .command = keys::paste_value.id,
                         .why_not = no_paste,
                         .hint = pasted ? value_of_component(type, pasted.data()) : "",
                         .run = [at, pasted](const Context& now) {
                             request_set_all(now, meant_with_component(now, at), {pasted});
                         }});
        items.push_back({.label = tr(remove_component_label),
                         .icon = Icon::Minus,
                         .why_not = either(why_gone(context, at.entity),
                                           why_not_change(context, at.entity, type, WantedChange::Kind::Remove)),
                         .run = [at](const Context& now) {
                             request_remove(now, entities_meant(now.selection, at.entity), at.component);
                         }});
    }
    if (type.made_at_run_time && type.cpp_key == 0)
        items.push_back({.label = tr("Change the type…"),
                         .icon = Icon::Bytes,
                         .why_not = ecs::why_type_is_fixed(world, context.schedule, type),
                         .wanted = {WantedChange::Kind::Make},
                         .hint = tr("Name, fields, start values and ranges, for all entities that have it"),
                         .begins_group = true,
                         .run = [name = type.name](const Context& now) {
                             now.requests.push_back(ShowPanelRequest{"inspector", part_for_type(name)});
                         }});
    append_group(items, prefab_items_of(context, at));
    items.push_back(select_all_item(context, at.component));
    items.back().begins_group = at.entity ? true : false;
    items.push_back(query_item(written_query_of(context.world.types(), {&at.component, 1})));
    if (at.entity) {
        const std::string gone = why_gone(context, at.entity);
        items.push_back(archetype_item(gone.empty() ? world.location(at.entity).archetype : ecs::no_archetype, gone));
        items.push_back(bytes_item(context, at.entity, type.is_tag() ? tr("A tag has no bytes") : ""));
    }
    items.push_back(copy_menu_of_component(source, at));
    items.back().begins_group = true;
    return items;
}

std::vector<MenuItem> menu_of_field(const MenuSource& source, const FieldAt& at) {
    const Context& context = source.context;
    const ecs::World& world = context.world;
    const ComponentAt component{at.entity, at.component};
    if (at.component >= world.types().size() || at.field >= world.types()[at.component].fields.size()) return {};
    const ecs::ComponentType& type = world.types()[at.component];
    const ecs::Field& field = type.fields[at.field];
    const std::string no_value = why_no_value(context, component);
    const std::string no_set = either(no_value, why_not_set(context, component));
    const void* const present = no_value.empty() ? world.get(at.entity, at.component) : nullptr;
    std::string no_reset = no_set, no_paste = no_set;
    ecs::Value pasted;
    if (no_set.empty()) {
        if (ecs::field_equal(field, present, ecs::Value(type).data())) no_reset = tr("It has its default value");
        auto read = pasted_field(type, at.field, present, source.clipboard);
        no_paste = read.error();
        if (read) pasted = std::move(*read);
    }
    const auto text_of = [at](std::string (*text)(const ecs::Field&, const void*)) {
        return [at, text](const Context& now) {
            return text(now.world.types()[at.component].fields[at.field], now.world.get(at.entity, at.component));
        };
    };
    std::vector<MenuItem> items;
    items.push_back(copy_item(tr("Copy value"), text_of(value_of_field), no_value));
    items.back().command = keys::copy_value.id;
    items.push_back({.label = tr("Paste value"),
                     .command = keys::paste_value.id,
                     .why_not = no_paste,
                     .hint = pasted ? value_of_field(field, pasted.data()) : "",
                     .run = [at, pasted](const Context& now) {
                         request_set_field_of(now, entities_meant(now.selection, at.entity), pasted, at.field);
                     }});
    items.push_back({.label = tr("Reset to default"),
                     .command = keys::default_value.id,
                     .icon = Icon::Revert,
                     .why_not = no_reset,
                     .run = [at](const Context& now) {
                         request_set_field_of(now, entities_meant(now.selection, at.entity),
                                              ecs::Value(now.world.types()[at.component]), at.field);
                     }});
    items.push_back({.label = tr("Negate"),
                     .command = keys::negate_value.id,
                     .why_not = either(no_set, no_set.empty() ? why_not_negate(context, at.entity, type, field) : ""),
                     .run = [at](const Context& now) {
                         request_negate(now, entities_meant(now.selection, at.entity), at.component, at.field);
                     }});
    append_group(items, prefab_items_of(context, at));
    std::vector<MenuItem> copies;
    copies.push_back(copy_item(tr("JSON"), text_of(json_of_field), no_value));
    copies.push_back(copy_item(
        "C++",
        [at](const Context& now) {
            const ecs::ComponentType& its = now.world.types()[at.component];
            return cpp_of_field(now.world, its, its.fields[at.field], now.world.get(at.entity, at.component));
        },
        either(no_value, why_not_cpp(type))));
    copies.push_back(copy_item(
        tr("Path"), [path = std::string(short_name(type.name)) + "." + field.name](const Context&) { return path; }));
    if (context.watches != nullptr) {
        const std::vector<std::string> texts =
            texts_to_watch(std::string(short_name(type.name)) + "." + field.name, field);
        const auto is_watched = [&](const std::string& text) { return context.watches->has_pin(text, at.entity); };
        std::string no_watch = no_value;
        if (no_watch.empty() && field.count > 1) no_watch = tr("An array has no single value: type one of it in Watch");
        if (no_watch.empty() && field.kind == ecs::FieldKind::Struct) no_watch = tr("Watch one of its members instead");
        if (no_watch.empty() && std::all_of(texts.begin(), texts.end(), is_watched))
            no_watch = tr("It is watched already");
        items.push_back({.label = tr("Watch"),
                         .icon = Icon::Pin,
                         .why_not = no_watch,
                         .begins_group = true,
                         .run = [texts, entity = at.entity](const Context& now) {
                             if (now.watches == nullptr) return;
                             for (const std::string& text : texts) (void)now.watches->add_pin(text, entity);
                             now.requests.push_back(ShowPanelRequest{"watch", "watches"});
                         }});
    }
    if (context.debugger != nullptr) {
        std::string no_break = no_value;
        if (no_break.empty() && field.count > 1)
            no_break = tr("An array has no single value: type one of it as a breakpoint");
        const std::string text = text_for_change(
            at.entity, ecs::written_name(context.world.types(), at.component) + "." + ecs::written_part(field.name));
        items.push_back(break_item(tr("Break when this changes"), text, no_break));
    }
    if (context.timeline != nullptr && context.timeline->recording())
        items.push_back(run_back_item(context, at, no_value));
    items.push_back(bytes_item(context, at.entity));
    items.back().begins_group = context.watches == nullptr;
    items.push_back(copy_menu(std::move(copies)));
    items.push_back({.label = phrase("Component {}", std::string(short_name(type.name))),
                     .icon = Icon::Square,
                     .begins_group = true,
                     .items = menu_of_component(source, component)});
    return items;
}

}  // namespace panels
