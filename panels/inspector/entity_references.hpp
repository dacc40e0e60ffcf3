// The part of the Inspector that lists who refers to the entity. A click goes there.
#pragma once

#include "panels/base/panel.hpp"
#include "panels/inspector/reference_scan.hpp"

namespace panels {

class EntityReferences {
public:
    void forget() { scan_.forget(); }
    void draw(const Context& context, ecs::Entity entity);

private:
    void draw_reference(const Context& context, const EntityReference& reference);

    ReferenceScan scan_;
    ecs::Entity shown_;
    bool all_ = false;
};

}  // namespace panels
