// A Flash says what an undo or a redo changed just now, so that panels can show it: a fading ground in amber. It lives
// in the Selection, which all panels share. Its clock starts when a panel asks for the first time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "ecs/base/entity.hpp"
#include "ecs/types/component_type.hpp"

namespace panels {

class Flash {
public:
    static constexpr double lasts_secs = 1.2;

    /// Replaces what flashes.
    void begin(std::vector<ecs::Entity> entities, std::vector<ecs::ComponentId> components) {
        std::sort(entities.begin(), entities.end());
        entities_ = std::move(entities);
        components_ = std::move(components);
        started_secs_.reset();
        ++number_;
    }
    /// From 1 to 0; 0 when nothing flashes.
    float strength(double now_secs) {
        if (entities_.empty()) return 0;
        if (!started_secs_) started_secs_ = now_secs;
        const double left = 1 - (now_secs - *started_secs_) / lasts_secs;
        if (left > 0) return static_cast<float>(std::min(left, 1.0));
        entities_.clear();
        components_.clear();
        return 0;
    }
    bool has(ecs::Entity entity) const { return std::binary_search(entities_.begin(), entities_.end(), entity); }
    bool has(ecs::ComponentId component) const {
        return std::find(components_.begin(), components_.end(), component) != components_.end();
    }
    /// In the order of their ids; empty once it is over.
    const std::vector<ecs::Entity>& entities() const { return entities_; }
    /// Grows with each flash.
    std::size_t number() const { return number_; }

private:
    std::vector<ecs::Entity> entities_;
    std::vector<ecs::ComponentId> components_;
    std::optional<double> started_secs_;
    std::size_t number_ = 0;
};

}  // namespace panels
