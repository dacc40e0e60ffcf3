// SetParent.
#include "ecs/base/language.hpp"
#include "ecs/edit/edit_kind.hpp"
#include "ecs/edit/edit_words.hpp"

namespace ecs {

namespace {

std::string why_not(const World& world, const Schedule&, const SetParent& edit) {
    if (!world.alive(edit.entity)) return gone(edit.entity);
    if (!edit.parent) return {};
    if (!world.alive(edit.parent)) return gone(edit.parent);
    if (edit.parent == edit.entity) return phrase("{} cannot be below itself", label_of(world, edit.entity));
    if (world.parent(edit.parent) == edit.entity)
        return phrase("{} cannot be below its own child {}", label_of(world, edit.entity),
                      label_of(world, edit.parent));
    if (world.is_below(edit.parent, edit.entity))
        return phrase("{} cannot be below {}, which is below it", label_of(world, edit.entity),
                      label_of(world, edit.parent));
    return {};
}

Edit execute(World& world, Schedule&, SetParent& edit) {
    const Entity former = world.parent(edit.entity);
    world.set_parent(edit.entity, edit.parent);
    return SetParent{edit.entity, former};
}

std::string describe(const World& world, const SetParent& edit) {
    return edit.parent ? phrase("Move {} below {}", short_label(world, edit.entity), short_label(world, edit.parent))
                       : phrase("Move {} to the top", short_label(world, edit.entity));
}

}  // namespace

constinit const EditKind<SetParent> SetParent::kind{
    .name = "reparent", .cause = "edit: move", .why_not = why_not, .execute = execute, .describe = describe};

}  // namespace ecs
