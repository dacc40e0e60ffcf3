// The checks of "ecs/storage/access.hpp" that need a World and a Query.
#include <algorithm>
#include <string>

#include "ecs/storage/access.hpp"
#include "ecs/world/query.hpp"

namespace ecs {

namespace {

Access declared(std::span<const SystemAccess> accesses, ComponentId component) {
    Access most = Access::None;
    for (const SystemAccess& each : accesses)
        if (each.component == component) most = std::max(most, each.access);
    return most;
}

std::string who(const AccessScope& scope) {
    return scope.system.empty() ? "World: a visitor of chunks in parallel"
                                : "Schedule: system " + std::string(scope.system);
}

}  // namespace

void fail_undeclared(const World& world, ComponentId component, Access access) {
    const AccessScope* scope = AccessScope::current();
    if (!scope || scope->world != &world || access == Access::None || component == no_component) return;
    const bool writes = access == Access::Write;
    const std::string what = (writes ? " writes " : " reads ") + world.types()[component].name;
    if (scope->parallel || !scope->accesses.empty()) {
        const Access most = declared(scope->accesses, component);
        if (most == Access::None) fail(who(*scope) + what + ", which it did not declare");
        if (most == Access::Read && writes) fail(who(*scope) + what + ", which it only declared to read");
    }
    if (!scope->visited) return;
    if (writes)
        fail(who(*scope) + what + " outside of the rows it was given, while other threads visit other chunks");
    else if (scope->visited->writes(component))
        fail(who(*scope) + what + " outside of the rows it was given, while other threads write it");
}

void fail_undeclared_reading(const Archetype& archetype, ComponentId component) {
    const World* world = AccessScope::current() ? AccessScope::current()->world : nullptr;
    if (world && archetype.id() < world->archetype_count() && &world->archetype(archetype.id()) == &archetype)
        fail_undeclared(*world, component, Access::Read);
}

}  // namespace ecs
