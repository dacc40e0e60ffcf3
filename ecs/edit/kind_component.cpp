// AddComponent, its inverse RemoveComponent, and SetComponent.
#include <utility>

#include "ecs/base/language.hpp"
#include "ecs/edit/edit_kind.hpp"
#include "ecs/edit/edit_words.hpp"

namespace ecs {

namespace {

std::string use_move(const World& world, Entity entity) {
    return phrase("Parent of {} changes when it is moved below another entity", label_of(world, entity));
}

std::string why_not(const World& world, const Schedule&, const AddComponent& edit) {
    if (!world.alive(edit.entity)) return gone(edit.entity);
    if (std::string problem = problem_of(world, edit.value); !problem.empty()) return problem;
    const ComponentType& type = edit.value.type();
    if (type.id == world.parent_id()) return use_move(world, edit.entity);
    if (world.has(edit.entity, type.id)) return phrase("{} already has {}", label_of(world, edit.entity), type.name);
    return {};
}

Edit execute(World& world, Schedule&, AddComponent& edit) {
    const ComponentId component = edit.value.type().id;
    world.add(edit.entity, std::move(edit.value));
    return RemoveComponent{edit.entity, component};
}

std::string describe(const World& world, const AddComponent& edit) {
    if (is_name(world, edit.value)) return phrase("Name {} {}", to_string(edit.entity), name_in(edit.value));
    return phrase("Add {} to {}", (edit.value ? edit.value.type().name : std::string(tr("a component"))),
                  short_label(world, edit.entity));
}

std::string why_not(const World& world, const Schedule&, const RemoveComponent& edit) {
    if (!world.alive(edit.entity)) return gone(edit.entity);
    if (edit.component >= world.types().size()) return tr("no component was given");
    if (edit.component == world.parent_id()) return use_move(world, edit.entity);
    if (!world.has(edit.entity, edit.component))
        return phrase("{} has no {}", label_of(world, edit.entity), world.types()[edit.component].name);
    return {};
}

Edit execute(World& world, Schedule&, RemoveComponent& edit) {
    return AddComponent{edit.entity, world.take(edit.entity, edit.component)};
}

std::string describe(const World& world, const RemoveComponent& edit) {
    return phrase("Remove {} from {}", component_name(world, edit.component), short_label(world, edit.entity));
}

std::string why_not(const World& world, const Schedule&, const SetComponent& edit) {
    if (!world.alive(edit.entity)) return gone(edit.entity);
    if (std::string problem = problem_of(world, edit.value); !problem.empty()) return problem;
    const ComponentType& type = edit.value.type();
    if (type.id == world.parent_id()) return use_move(world, edit.entity);
    if (!world.has(edit.entity, type.id)) return phrase("{} has no {}", label_of(world, edit.entity), type.name);
    for (const std::uint32_t field : edit.fields)
        if (field >= type.fields.size()) return phrase("{} has no field number {}", type.name, std::to_string(field));
    return {};
}

Edit execute(World& world, Schedule&, SetComponent& edit) {
    const ComponentType& type = edit.value.type();
    if (type.is_tag()) return std::move(edit);
    void* present = world.get_mut(edit.entity, type.id);
    for (const std::uint32_t field : edit.fields) swap_field(type.fields[field], present, edit.value.data());
    if (edit.fields.empty()) {
        Value former = Value::relocated(type, present);
        edit.value.relocate_to(present);
        edit.value = std::move(former);
    }
    return std::move(edit);
}

std::string describe(const World& world, const SetComponent& edit) {
    const std::string label = short_label(world, edit.entity);
    if (!edit.value) return phrase("Set a component of {}", label);
    if (is_name(world, edit.value)) return phrase("Rename {} to {}", label, name_in(edit.value));
    const ComponentType& type = edit.value.type();
    std::string field;
    if (edit.fields.size() == 1 && edit.fields.front() < type.fields.size())
        field = "." + type.fields[edit.fields.front()].name;
    return phrase("Set {}{} of {}", type.name, field, label);
}

}  // namespace

constinit const EditKind<AddComponent> AddComponent::kind{
    .name = "add", .cause = "edit: add", .why_not = why_not, .execute = execute, .describe = describe};

constinit const EditKind<RemoveComponent> RemoveComponent::kind{
    .name = "remove", .cause = "edit: remove", .why_not = why_not, .execute = execute, .describe = describe};

constinit const EditKind<SetComponent> SetComponent::kind{
    .name = "set", .cause = "edit: set", .why_not = why_not, .execute = execute, .describe = describe};

}  // namespace ecs
