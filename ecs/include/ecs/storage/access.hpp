// What a system declares to read and write, and the check of it. While a system runs, its thread has an AccessScope.
// Builds with asserts check every access to components against that scope and name what was not declared.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "ecs/base/assert.hpp"
#include "ecs/types/component_type.hpp"

namespace ecs {

class Archetype;
class Commands;
class Query;
class World;

enum class Access : std::uint8_t { None, Read, Write };

struct SystemAccess {
    ComponentId component = no_component;
    Access access = Access::Read;
};

/// What the code on this thread may do to `world`. Other worlds are not checked.
struct AccessScope {
    const World* world = nullptr;
    std::string_view system = {};                 // name; empty outside of a schedule
    std::span<const SystemAccess> accesses = {};  // empty: nothing is checked, unless the system is parallel
    bool parallel = false;                        // other systems may run at the same time
    const Query* visited = nullptr;               // its chunks are visited in parallel; this thread visits one of them
    const Commands* commands = nullptr;           // this visit records here; null: it may not record

    /// The scope of this thread; null when nothing is checked.
    static const AccessScope* current();
};

/// Sets the scope of this thread as long as the guard lives. Null: nothing is checked.
class ScopeGuard {
public:
    explicit ScopeGuard(const AccessScope* scope);
    ~ScopeGuard();
    ScopeGuard(const ScopeGuard&) = delete;
    ScopeGuard& operator=(const ScopeGuard&) = delete;

private:
    const AccessScope* former_;
};

/// Fail when the code on this thread did not declare this access.
void fail_undeclared(const World& world, ComponentId component, Access access);
void fail_undeclared_reading(const Archetype& archetype, ComponentId component);

/// The same, only in code that is compiled with asserts. The program and the library may differ in that.
inline void check_access([[maybe_unused]] const World& world, [[maybe_unused]] ComponentId component,
                         [[maybe_unused]] Access access) {
#if ECS_ENABLE_ASSERTS
    fail_undeclared(world, component, access);
#endif
}
inline void check_reading([[maybe_unused]] const Archetype& archetype, [[maybe_unused]] ComponentId component) {
#if ECS_ENABLE_ASSERTS
    fail_undeclared_reading(archetype, component);
#endif
}

}  // namespace ecs
