// How the edits that concern memory are carried out; each returns the inverse. What all edits share is here, too.
#pragma once

#include <string_view>

#include "ecs/edit/edit.hpp"

namespace ecs {

/// What the journal puts the changes down to while one lives.
class CauseScope {
public:
    CauseScope(World& world, std::string_view name) : world_(world), former_(world.set_cause(world.cause(name))) {}
    ~CauseScope() { world_.set_cause(former_); }
    CauseScope(const CauseScope&) = delete;
    CauseScope& operator=(const CauseScope&) = delete;

private:
    World& world_;
    CauseId former_;
};

Edit execute(World& world, Schedule& schedule, FitBlocks& edit);
Edit execute(World& world, Schedule& schedule, GatherBlocks& edit);
Edit execute(World& world, Schedule& schedule, FoldTags& edit);
Edit execute(World& world, Schedule& schedule, UnfoldTags& edit);

}  // namespace ecs
