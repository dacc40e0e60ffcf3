#include "panels/prefab/prefab_requests.hpp"

#include <algorithm>
#include <utility>

#include "panels/base/format.hpp"
#include "panels/base/language.hpp"

namespace panels {

namespace {

std::string name_of_entity(const ecs::World& world, ecs::Entity entity) {
    const std::string_view name = world.name(entity);
    return name.empty() ? ecs::to_string(entity) : std::string(name);
}

/// "hp of Turret", "3 overrides of Turret".
std::string words_for_overrides(const ecs::World& world, std::span<const ecs::Override> found) {
    const std::string part = name_of_entity(world, found.front().part);
    if (found.size() == 1) return phrase("{} of {}", ecs::path_of(world, found.front()), part);
    return phrase("{} of {}", count_of_overrides(found.size()), part);
}

void push(const Context& context, std::string label, std::vector<ecs::Edit> edits, bool select_created = false) {
    if (edits.empty()) return;
    context.requests.push_back(EditRequest{
        .label = std::move(label), .edits = std::move(edits), .select_created = select_created, .ends_gesture = true});
}

}  // namespace

ecs::Placing placing_of(const ecs::World& world) { return ecs::default_placing(world.types()); }

void request_make_prefab(const Context& context, ecs::Entity root) {
    context.requests.push_back(MakePrefabRequest{root});
}

void request_place(const Context& context, ecs::Entity prefab, std::optional<ecs::Vec2> at, ecs::Entity parent) {
    if (!at && context.viewport != nullptr) at = ecs::Vec2{context.viewport->camera.x, context.viewport->camera.y};
    if (at && context.viewport != nullptr) at = context.viewport->fields.in_world(*at);
    ecs::Result<ecs::Edit> edit =
        ecs::place_prefab(context.world, prefab, {.position = at, .parent = parent}, placing_of(context.world));
    std::vector<ecs::Edit> edits;
    // What cannot be placed is refused by the edit itself, where the person reads why.
    if (edit) edits.push_back(std::move(*edit));
    push(context, phrase("Place {}", name_of_entity(context.world, prefab)), std::move(edits), true);
}

void request_revert(const Context& context, std::span<const ecs::Override> found) {
    if (found.empty()) return;
    push(context, phrase("Revert {}", words_for_overrides(context.world, found)),
         ecs::revert(context.world, found, placing_of(context.world)));
}

std::string why_not_apply(const ecs::World& world, std::span<const ecs::Override> found, std::size_t levels) {
    if (found.empty()) return tr("Nothing differs from the prefab");
    return ecs::apply_to_prefab(world, found, placing_of(world), levels).error();
}

void request_apply(const Context& context, std::span<const ecs::Override> found, std::size_t levels) {
    if (found.empty()) return;
    ecs::Result<std::vector<ecs::Edit>> edits =
        ecs::apply_to_prefab(context.world, found, placing_of(context.world), levels);
    if (!edits) return;
    const ecs::Entity prefab = prefab_below(context.world, found.front().part, levels);
    push(context,
         phrase("Apply {} to {}", words_for_overrides(context.world, found), name_of_entity(context.world, prefab)),
         std::move(*edits));
}

void request_unpack(const Context& context, ecs::Entity instance) {
    push(context, phrase("Unpack {}", name_of_entity(context.world, instance)), ecs::unpack(context.world, instance));
}

void request_destroy_prefab(const Context& context, ecs::Entity prefab) {
    push(context, phrase("Unpack all instances of {} and destroy it", name_of_entity(context.world, prefab)),
         ecs::destroy_prefab(context.world, prefab));
}

void open_prefab(const Context& context, ecs::Entity prefab) {
    context.selection.open_prefab(context.world, prefab);
    if (!prefab) return;
    context.selection.select(prefab);
    context.requests.push_back(FrameEntityRequest{prefab});
}

ecs::Entity prefab_below(const ecs::World& world, ecs::Entity part, std::size_t levels) {
    const ecs::Prefabs prefabs(world);
    for (; levels > 0 && part; --levels) part = prefabs.source_of(part);
    return prefabs.prefab_of(part);
}

std::vector<ecs::Override> overrides_of(std::span<const ecs::Override> found, ecs::ComponentId component,
                                        std::optional<std::uint32_t> field) {
    std::vector<ecs::Override> result;
    for (const ecs::Override& each : found)
        if (each.component == component && component != ecs::no_component &&
            (!field || (each.kind == ecs::OverrideKind::Field && each.field == *field)))
            result.push_back(each);
    return result;
}

std::string count_of_overrides(std::size_t count) {
    return count == 0 ? std::string(tr("no overrides")) : format_count(count, "override", "overrides");
}

}  // namespace panels
