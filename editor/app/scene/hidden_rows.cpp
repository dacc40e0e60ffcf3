#include "editor/app/scene/hidden_rows.hpp"

#include <algorithm>
#include <map>

namespace editor {

void HiddenRows::forget_world() {
    archetypes_.clear();
    known_ = false;
}

void HiddenRows::update(const ecs::World& world, const panels::SceneMarks& marks) {
    if (known_ && of_ == &marks && structure_ == world.structure_version() && revision_ == marks.revision()) return;
    of_ = &marks;
    known_ = true;
    structure_ = world.structure_version();
    revision_ = marks.revision();
    for (OfArchetype& each : archetypes_) each.any = false;
    if (marks.all_hidden().empty()) return;
    archetypes_.resize(world.archetype_count());
    std::map<ecs::ArchetypeId, std::vector<std::uint8_t>> rows;
    // With what is below them. A tree that is hidden twice costs twice, and does no harm.
    std::vector<ecs::Entity> open(marks.all_hidden().begin(), marks.all_hidden().end());
    while (!open.empty()) {
        const ecs::Entity entity = open.back();
        open.pop_back();
        if (!world.alive(entity)) continue;
        const ecs::Location at = world.location(entity);
        const ecs::Archetype& archetype = world.archetype(at.archetype);
        std::vector<std::uint8_t>& hidden = rows[at.archetype];
        const std::size_t capacity = archetype.layout().capacity;
        if (hidden.empty()) hidden.resize(archetype.chunk_count() * capacity);
        hidden[at.chunk * capacity + at.row] = 255;
        const auto children = world.children(entity);
        open.insert(open.end(), children.begin(), children.end());
    }
    for (const auto& [archetype, hidden] : rows) {
        OfArchetype& each = archetypes_[archetype];
        if (!each.marks) each.marks = std::make_unique<RowMarks>();
        each.marks->set_hidden(hidden);
        each.any = true;
    }
}

bool HiddenRows::bind(ecs::ArchetypeId archetype) const {
    if (archetype >= archetypes_.size() || !archetypes_[archetype].any) return false;
    archetypes_[archetype].marks->bind_hidden();
    return true;
}

}  // namespace editor
