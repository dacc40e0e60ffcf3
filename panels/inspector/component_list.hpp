// The list of components that entities can get: a search field above the types that they lack. Whoever shows it owns
// the popup around it.
#pragma once

#include <span>
#include <vector>

#include "panels/base/panel.hpp"
#include "panels/widgets/search_list.hpp"

namespace panels {

class ComponentList {
public:
    /// Call it when the popup opens.
    void open() {
        search_.open();
        lacking_.clear();
        listed_ = false;
    }
    /// Draws into the present window. Returns whether a component was chosen; it is requested then.
    bool draw(const Context& context, std::span<const ecs::Entity> entities);

private:
    void list(const Context& context, std::span<const ecs::Entity> entities);

    SearchList search_;
    std::vector<ecs::ComponentId> lacking_;
    bool listed_ = false;
};

}  // namespace panels
