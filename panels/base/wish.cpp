#include "panels/base/wish.hpp"

#include "ecs/mirror/mirror.hpp"
#include "panels/base/panel.hpp"

namespace panels {

std::string why_not(const Context& context, const Wish& wish) {
    using Kind = Wish::Kind;
    if (context.mirror == nullptr || wish.kind == Kind::Nothing) return {};
    const ecs::Mirror& mirror = *context.mirror;
    if (!mirror.lost().empty()) return mirror.lost();
    const ecs::Owner& owner = mirror.owner();
    const bool typed = wish.component != ecs::no_component && wish.component < context.world.types().size();
    switch (wish.kind) {
        case Kind::Nothing:
            break;
        case Kind::Create:
            return owner.why_not(ecs::OwnerAbility::Create);
        case Kind::Destroy:
            if (!wish.entity) return owner.why_not(ecs::OwnerAbility::Destroy);
            return mirror.why_not(ecs::DestroyEntity{wish.entity});
        case Kind::Add:
            if (!typed) return owner.why_not(ecs::OwnerAbility::AddComponent);
            return mirror.why_not(ecs::AddComponent{wish.entity, ecs::Value(context.world.types()[wish.component])});
        case Kind::Remove:
            if (!typed) return owner.why_not(ecs::OwnerAbility::RemoveComponent);
            if (wish.component == context.world.parent_id())
                return mirror.why_not(ecs::SetParent{wish.entity, ecs::null_entity});
            return mirror.why_not(ecs::RemoveComponent{wish.entity, wish.component});
        case Kind::Set:
            if (!typed) return owner.why_not(ecs::OwnerAbility::SetValue);
            if (wish.component == context.world.parent_id())
                return mirror.why_not(ecs::SetParent{wish.entity, ecs::null_entity});
            return mirror.why_not(
                ecs::SetField{.component = wish.component, .field = 0, .entities = {wish.entity}, .values = {}});
        case Kind::Move:
            if (!wish.entity) return owner.why_not(ecs::OwnerAbility::SetParent);
            return mirror.why_not(ecs::SetParent{wish.entity, ecs::null_entity});
        case Kind::Rename:
            if (!wish.entity) return owner.why_not(ecs::OwnerAbility::Rename);
            return mirror.why_not(
                ecs::AddComponent{wish.entity, ecs::Value(context.world.types()[context.world.name_id()])});
        case Kind::Switch:
            return mirror.why_not(ecs::ToggleSystem{wish.system, false});
        case Kind::Make:
            return mirror.why_not(ecs::GatherBlocks{});
    }
    return {};
}

}  // namespace panels
