#include "panels/base/wanted_change.hpp"

#include "ecs/mirror/mirror.hpp"
#include "panels/base/language.hpp"
#include "panels/base/panel.hpp"
#include "panels/base/timeline_request.hpp"

namespace panels {

std::string why_not(const Context& context, const WantedChange& wanted) {
    using Kind = WantedChange::Kind;
    if (wanted.kind == Kind::Switch || wanted.kind == Kind::Arrange)
        if (context.schedule.of_zones())
            return tr("These systems are zones of the program's own loop, which only the program can change");
    if (wanted.kind != Kind::Nothing && shows_recorded_state(context))
        return tr("An earlier tick is in view, and this program cannot change its past");
    if (context.mirror == nullptr || wanted.kind == Kind::Nothing) return {};
    const ecs::Mirror& mirror = *context.mirror;
    if (!mirror.lost().empty()) return mirror.lost();
    const ecs::Owner& owner = mirror.owner();
    const bool typed = wanted.component != ecs::no_component && wanted.component < context.world.types().size();
    switch (wanted.kind) {
        case Kind::Nothing:
            break;
        case Kind::Create:
            return owner.why_not(ecs::OwnerAbility::Create);
        case Kind::Destroy:
            if (!wanted.entity) return owner.why_not(ecs::OwnerAbility::Destroy);
            return mirror.why_not(ecs::DestroyEntity{wanted.entity});
        case Kind::Add:
            if (!typed) return owner.why_not(ecs::OwnerAbility::AddComponent);
            return mirror.why_not(
                ecs::AddComponent{wanted.entity, ecs::Value(context.world.types()[wanted.component])});
        case Kind::Remove:
            if (!typed) return owner.why_not(ecs::OwnerAbility::RemoveComponent);
            if (wanted.component == context.world.parent_id())
                return mirror.why_not(ecs::SetParent{wanted.entity, ecs::null_entity});
            return mirror.why_not(ecs::RemoveComponent{wanted.entity, wanted.component});
        case Kind::Set:
            if (!typed) return owner.why_not(ecs::OwnerAbility::SetValue);
            if (wanted.component == context.world.parent_id())
                return mirror.why_not(ecs::SetParent{wanted.entity, ecs::null_entity});
            return mirror.why_not(
                ecs::SetField{.component = wanted.component, .field = 0, .entities = {wanted.entity}, .values = {}});
        case Kind::Move:
            if (!wanted.entity) return owner.why_not(ecs::OwnerAbility::SetParent);
            return mirror.why_not(ecs::SetParent{wanted.entity, ecs::null_entity});
        case Kind::Rename:
            if (!wanted.entity) return owner.why_not(ecs::OwnerAbility::Rename);
            return mirror.why_not(
                ecs::AddComponent{wanted.entity, ecs::Value(context.world.types()[context.world.name_id()])});
        case Kind::Switch:
            if (wanted.system.empty()) return owner.why_not(ecs::OwnerAbility::SwitchSystem);
            return mirror.why_not(ecs::ToggleSystem{wanted.system, false});
        case Kind::Arrange:
        case Kind::Make:
            return mirror.why_not(ecs::GatherBlocks{});
    }
    return {};
}

}  // namespace panels
