// MemoryColors gives each entity in the scene a colour by its place in memory (chunk, row, age), and lights those that
// are selected. It has the RowMarks of each archetype that is drawn, and renews them when rows move, when the selection
// changes, and when the person chooses other colours.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "ecs/world/world.hpp"
#include "editor/app/scene/row_marks.hpp"
#include "panels/base/scene_colors.hpp"

namespace editor {

class MemoryColors {
public:
    struct Wanted {
        panels::SceneColors colors = panels::SceneColors::Own;
        std::span<const ecs::Entity> selected;
        std::size_t selection_revision = 0;
        const panels::Style* style = nullptr;
    };
    void update(const ecs::World& world, const Wanted& wanted);
    void forget_world();

    bool colors_chunks() const;
    bool colors_rows() const { return colors_ == panels::SceneColors::Row; }
    /// Whether entities that are not selected are dimmed.
    bool dims() const { return dims_; }
    /// Null when there is nothing to say of the archetype.
    const RowMarks* marks(ecs::ArchetypeId archetype) const {
        return archetype < marks_.size() ? marks_[archetype].get() : nullptr;
    }
    /// Ticks in which the oldest and the newest chunk were made, when coloured by age.
    std::uint64_t oldest_tick() const { return oldest_tick_; }
    std::uint64_t newest_tick() const { return newest_tick_; }

private:
    RowMarks& make_marks(ecs::ArchetypeId archetype);
    void update_colors(const ecs::World& world, const panels::Style& style);
    bool update_lit(const ecs::World& world, std::span<const ecs::Entity> selected);
    void find_ages(const ecs::World& world);

    std::vector<std::unique_ptr<RowMarks>> marks_;  // by archetype id
    panels::SceneColors colors_ = panels::SceneColors::Own;
    bool dims_ = false, any_lit_ = false;
    const panels::Theme* theme_ = nullptr;
    std::uint64_t colored_structure_ = 0, lit_structure_ = 0;
    std::size_t lit_revision_ = 0;
    std::uint64_t oldest_tick_ = 0, newest_tick_ = 0;
};

}  // namespace editor
