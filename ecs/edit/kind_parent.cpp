// SetParent.
#include "ecs/edit/edit_kind.hpp"
#include "ecs/edit/edit_words.hpp"

namespace ecs {

namespace {

std::string why_not(const World& world, const Schedule&, const SetParent& edit) {
    if (!world.alive(edit.entity)) return gone(edit.entity);
    if (!edit.parent) return {};
    if (!world.alive(edit.parent)) return gone(edit.parent);
    if (edit.parent == edit.entity) return label_of(world, edit.entity) + " cannot be below itself";
    if (world.parent(edit.parent) == edit.entity)
        return label_of(world, edit.entity) + " cannot be below its own child " + label_of(world, edit.parent);
    if (world.is_below(edit.parent, edit.entity))
        return label_of(world, edit.entity) + " cannot be below " + label_of(world, edit.parent) +
               ", which is below it";
    return {};
}

Edit execute(World& world, Schedule&, SetParent& edit) {
    const Entity former = world.parent(edit.entity);
    world.set_parent(edit.entity, edit.parent);
    return SetParent{edit.entity, former};
}

std::string describe(const World& world, const SetParent& edit) {
    return "Move " + short_label(world, edit.entity) +
           (edit.parent ? " below " + short_label(world, edit.parent) : " to the top");
}

}  // namespace

constinit const EditKind<SetParent> SetParent::kind{
    .name = "reparent", .cause = "edit: move", .why_not = why_not, .execute = execute, .describe = describe};

}  // namespace ecs
