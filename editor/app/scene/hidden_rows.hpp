// Which rows of each archetype are hidden in the scene, as buffer textures that the shape shader reads by the number of
// the row. Only archetypes with hidden rows have one. Made anew when rows move or something is hidden or shown.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "ecs/world/world.hpp"
#include "editor/app/scene/row_marks.hpp"
#include "panels/base/scene_marks.hpp"

namespace editor {

class HiddenRows {
public:
    void forget_world();
    void update(const ecs::World& world, const panels::SceneMarks& marks);
    /// Binds the marks of the archetype to the texture unit 2. False when none of its rows is hidden.
    bool bind(ecs::ArchetypeId archetype) const;

private:
    struct OfArchetype {
        std::unique_ptr<RowMarks> marks;
        bool any = false;
    };
    std::vector<OfArchetype> archetypes_;
    const panels::SceneMarks* of_ = nullptr;  // that it is of; only compared
    std::uint64_t structure_ = 0, revision_ = 0;
    bool known_ = false;
};

}  // namespace editor
