// FoldTags and its inverse UnfoldTags.
#include <algorithm>
#include <array>
#include <span>

#include "ecs/base/language.hpp"
#include "ecs/edit/edit_kind.hpp"
#include "ecs/edit/edit_words.hpp"

namespace ecs {

namespace {

std::string problem_of_tags(const World& world, const std::vector<ComponentId>& tags) {
    if (tags.empty()) return tr("no tags were given");
    for (std::size_t i = 0; i < tags.size(); ++i) {
        if (tags[i] >= world.types().size()) return tr("no component was given");
        const ComponentType& type = world.types()[tags[i]];
        if (!type.is_tag()) return phrase("{} is no tag: it has a value", type.name);
        if (std::find(tags.begin(), tags.begin() + static_cast<std::ptrdiff_t>(i), tags[i]) !=
            tags.begin() + static_cast<std::ptrdiff_t>(i))
            return phrase("{} is named twice", type.name);
    }
    return {};
}

bool has_fields_of_tags(const World& world, const ComponentType& type, const std::vector<ComponentId>& tags) {
    return std::equal(
        type.fields.begin(), type.fields.end(), tags.begin(), tags.end(), [&](const Field& field, ComponentId tag) {
            return field.kind == FieldKind::Bool && field.count == 1 && field.name == world.types()[tag].name;
        });
}

// The component that the tags go into; registers it when no component has the name.
ComponentId component_for(World& world, const FoldTags& edit) {
    if (const ComponentType* known = world.types().find(edit.into)) return known->id;
    ComponentType type;
    type.name = edit.into;
    type.description = "Tags that were folded into one component";
    type.made_by_edit = true;
    for (const ComponentId tag : edit.tags) {
        Field& field = type.fields.emplace_back();
        field.name = world.types()[tag].name;
        field.kind = FieldKind::Bool;
        field.element_size = 1;
    }
    return *world.types().add_at_run_time(std::move(type));
}

// The last rows first: then no removal leaves a hole that another row must fill, and unfolding finds the rows in their
// former order.
std::vector<Entity> last_rows_first(const Archetype& archetype) {
    std::vector<Entity> entities;
    entities.reserve(archetype.entity_count());
    for (std::size_t c = archetype.chunk_count(); c-- > 0;) {
        const std::span<const Entity> rows = archetype.chunk(c).entities();
        entities.insert(entities.end(), rows.rbegin(), rows.rend());
    }
    return entities;
}

std::string why_not(const World& world, const Schedule&, const FoldTags& edit) {
    if (std::string problem = problem_of_tags(world, edit.tags); !problem.empty()) return problem;
    if (edit.into.empty()) return tr("the component that the tags go into needs a name");
    const ComponentType* into = world.types().find(edit.into);
    if (!into) return {};
    if (!into->made_at_run_time || !has_fields_of_tags(world, *into, edit.tags))
        return phrase("there is another component named {} already", edit.into);
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id)
        if (world.archetype(id).entity_count() > 0 && world.archetype(id).has(into->id))
            return phrase("entities have {} already", edit.into);
    return {};
}

Edit execute(World& world, Schedule&, FoldTags& edit) {
    const ComponentId into = component_for(world, edit);
    std::vector<Entity> entities;
    std::vector<std::byte> values;  // a byte for each tag, of each entity
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const Archetype& archetype = world.archetype(id);
        if (std::none_of(edit.tags.begin(), edit.tags.end(), [&](ComponentId tag) { return archetype.has(tag); }))
            continue;
        for (const Entity entity : last_rows_first(archetype)) {
            entities.push_back(entity);
            for (const ComponentId tag : edit.tags) values.push_back(std::byte{archetype.has(tag)});
        }
    }
    for (const Entity entity : edit.without) {
        const bool listed =
            std::any_of(edit.tags.begin(), edit.tags.end(), [&](ComponentId tag) { return world.has(entity, tag); });
        if (!world.alive(entity) || listed) continue;
        entities.push_back(entity);
        values.resize(values.size() + edit.tags.size());
    }
    const std::array added{into};
    std::vector<RowChange> changes;
    changes.reserve(entities.size());
    for (const Entity entity : entities) changes.push_back({entity, edit.tags, added});
    UnfoldTags inverse{into, edit.tags};

    world.change_many(changes);  // the last that can fail
    const std::vector<Field>& fields = world.types()[into].fields;
    const std::byte* value = values.data();
    for (const Entity entity : entities) {
        auto* folded = static_cast<std::byte*>(world.get_mut(entity, into));
        for (const Field& field : fields) folded[field.offset] = *value++;
    }
    return inverse;
}

std::string describe(const World&, const FoldTags& edit) {
    return phrase("Fold {} into {}",
                  count_phrase(std::to_string(edit.tags.size()), edit.tags.size() == 1 ? "tag" : "tags"), edit.into);
}

std::string why_not(const World& world, const Schedule&, const UnfoldTags& edit) {
    if (std::string problem = problem_of_tags(world, edit.tags); !problem.empty()) return problem;
    if (edit.from >= world.types().size()) return tr("no component was given");
    const ComponentType& from = world.types()[edit.from];
    if (!has_fields_of_tags(world, from, edit.tags))
        return phrase("{} does not have a bool field for each tag", from.name);
    // Folding again could not tell entities that have a tag by then from those that get one here.
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const Archetype& archetype = world.archetype(id);
        if (archetype.entity_count() == 0) continue;
        for (const ComponentId tag : edit.tags)
            if (archetype.has(tag)) return phrase("entities have {} already", world.types()[tag].name);
    }
    return {};
}

Edit execute(World& world, Schedule&, UnfoldTags& edit) {
    FoldTags inverse{edit.tags, world.types()[edit.from].name, {}};
    const std::vector<Field>& fields = world.types()[edit.from].fields;
    std::vector<Entity> entities;
    std::vector<ComponentId> added;  // of all entities
    std::vector<std::size_t> ends;   // of the tags of each entity in `added`
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const Archetype& archetype = world.archetype(id);
        if (!archetype.has(edit.from)) continue;
        for (const Entity entity : last_rows_first(archetype)) {
            const auto* value = static_cast<const std::byte*>(world.get(entity, edit.from));
            const std::size_t before = added.size();
            for (std::size_t i = 0; i < fields.size(); ++i)
                if (value[fields[i].offset] != std::byte{0}) added.push_back(edit.tags[i]);
            if (added.size() == before) inverse.without.push_back(entity);
            entities.push_back(entity);
            ends.push_back(added.size());
        }
    }
    const std::array removed{edit.from};
    std::vector<RowChange> changes;
    changes.reserve(entities.size());
    for (std::size_t i = 0; i < entities.size(); ++i) {
        const std::size_t start = i == 0 ? 0 : ends[i - 1];
        changes.push_back({entities[i], removed, std::span(added).subspan(start, ends[i] - start)});
    }
    world.change_many(changes);
    return inverse;
}

std::string describe(const World& world, const UnfoldTags& edit) {
    return phrase("Unfold {} into tags", component_name(world, edit.from));
}

}  // namespace

constinit const EditKind<FoldTags> FoldTags::kind{
    .name = "fold_tags", .cause = "edit: fold", .why_not = why_not, .execute = execute, .describe = describe};

constinit const EditKind<UnfoldTags> UnfoldTags::kind{
    .name = "unfold_tags", .cause = "edit: fold", .why_not = why_not, .execute = execute, .describe = describe};

}  // namespace ecs
