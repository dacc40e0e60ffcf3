// What a system declares to read and write, and the watch over it: while a system runs, the thread it runs on knows
// its AccessScope. Builds with asserts look there at every access to components and name what was not declared.
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

/// What the code that runs on this thread may do to `world`; other worlds are not its concern.
struct AccessScope {
    const World* world = nullptr;
    std::string_view system = {};                 // name; empty outside of a schedule
    std::span<const SystemAccess> accesses = {};  // none: nothing is checked, unless the system is parallel
    bool parallel = false;                        // others may run beside it
    const Query* visited = nullptr;      // whose chunks are visited, several at a time: one of them by this thread
    const Commands* commands = nullptr;  // where that visit may record; null: nowhere

    /// Of this thread; null when nobody looks.
    static const AccessScope* current();
};

/// While one lives, `scope` is the one of this thread. Null: nobody looks.
class ScopeGuard {
public:
    explicit ScopeGuard(const AccessScope* scope);
    ~ScopeGuard();
    ScopeGuard(const ScopeGuard&) = delete;
    ScopeGuard& operator=(const ScopeGuard&) = delete;

private:
    const AccessScope* former_;
};

/// Fails, in builds with asserts, when what runs on this thread did not declare this access.
#if ECS_ENABLE_ASSERTS
void check_access(const World& world, ComponentId component, Access access);
void check_reading(const Archetype& archetype, ComponentId component);
#else
inline void check_access(const World&, ComponentId, Access) {}
inline void check_reading(const Archetype&, ComponentId) {}
#endif

}  // namespace ecs
