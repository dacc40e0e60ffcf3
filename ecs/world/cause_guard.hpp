// While one lives, the journal puts changes of the world down to its cause.
#pragma once

#include "ecs/world/world.hpp"

namespace ecs {

class CauseGuard {
public:
    CauseGuard(World& world, CauseId cause) : world_(world), former_(world.set_cause(cause)) {}
    ~CauseGuard() { world_.set_cause(former_); }
    CauseGuard(const CauseGuard&) = delete;
    CauseGuard& operator=(const CauseGuard&) = delete;

private:
    World& world_;
    CauseId former_;
};

}  // namespace ecs
