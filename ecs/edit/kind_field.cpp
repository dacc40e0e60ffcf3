// SetField: one field of a component of many entities.
#include <algorithm>
#include <utility>

#include "ecs/base/language.hpp"
#include "ecs/edit/edit_kind.hpp"
#include "ecs/edit/edit_words.hpp"

namespace ecs {

namespace {

std::string why_not(const World& world, const Schedule&, const SetField& edit) {
    if (edit.component >= world.types().size()) return tr("no component was given");
    const ComponentType& type = world.types()[edit.component];
    if (edit.component == world.parent_id())
        return tr("the parent of an entity changes when it is moved below another entity");
    if (edit.field >= type.fields.size())
        return phrase("{} has no field number {}", type.name, std::to_string(edit.field));
    const Field& field = type.fields[edit.field];
    if (!is_trivial(field)) return phrase("{}.{} holds text, which is set one by one", type.name, field.name);
    if (edit.values.size() != edit.entities.size() * field.size_bytes())
        return tr("there must be one value for each entity");
    for (const Entity entity : edit.entities) {
        if (!world.alive(entity)) return gone(entity);
        if (!world.has(entity, edit.component)) return phrase("{} has no {}", label_of(world, entity), type.name);
    }
    return {};
}

Edit execute(World& world, Schedule&, SetField& edit) {
    const Field& field = world.types()[edit.component].fields[edit.field];
    const std::size_t size = field.size_bytes();
    std::byte* kept = edit.values.data();
    for (const Entity entity : edit.entities) {
        auto* present = static_cast<std::byte*>(world.get_mut(entity, edit.component)) + field.offset;
        std::swap_ranges(present, present + size, kept);
        kept += size;
    }
    return std::move(edit);
}

std::string describe(const World& world, const SetField& edit) {
    if (edit.component >= world.types().size()) return tr("Set a component");
    const ComponentType& type = world.types()[edit.component];
    std::string what = type.name;
    if (edit.field < type.fields.size()) what += "." + type.fields[edit.field].name;
    return phrase("Set {} of {}", what, count_of_entities(edit.entities.size()));
}

}  // namespace

constinit const EditKind<SetField> SetField::kind{
    .name = "set_field", .cause = "edit: set field", .why_not = why_not, .execute = execute, .describe = describe};

}  // namespace ecs
