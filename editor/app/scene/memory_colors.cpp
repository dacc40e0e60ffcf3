#include "editor/app/scene/memory_colors.hpp"

#include <algorithm>

namespace editor {

using panels::SceneColors;

bool MemoryColors::colors_chunks() const { return colors_ != SceneColors::Own && colors_ != SceneColors::Row; }

void MemoryColors::forget_world() {
    marks_.clear();
    colored_structure_ = lit_structure_ = 0;
    dims_ = false;
}

RowMarks& MemoryColors::make_marks(ecs::ArchetypeId archetype) {
    if (archetype >= marks_.size()) marks_.resize(archetype + std::size_t{1});
    if (!marks_[archetype]) marks_[archetype] = std::make_unique<RowMarks>();
    return *marks_[archetype];
}

void MemoryColors::update(const ecs::World& world, const Wanted& wanted) {
    const std::uint64_t now = world.structure_version();
    const bool recolor = colored_structure_ != now || colors_ != wanted.colors || theme_ != wanted.style->theme;
    colors_ = wanted.colors;
    if (colors_chunks() && recolor) {
        colored_structure_ = now;
        theme_ = wanted.style->theme;
        update_colors(world, *wanted.style);
    }
    // One selected entity is outlined; dimming all others for it would only be in the way.
    const bool dims = wanted.selected.size() > 1;
    if (dims && (!dims_ || lit_structure_ != now || lit_revision_ != wanted.selection_revision)) {
        lit_structure_ = now;
        lit_revision_ = wanted.selection_revision;
        any_lit_ = update_lit(world, wanted.selected);
    }
    // Where none of them lives, as in another branch of time, there is nothing to set apart.
    dims_ = dims && any_lit_;
}

void MemoryColors::find_ages(const ecs::World& world) {
    oldest_tick_ = world.tick();
    newest_tick_ = 0;
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const ecs::Archetype& archetype = world.archetype(id);
        for (std::size_t chunk = 0; chunk < archetype.chunk_count(); ++chunk) {
            oldest_tick_ = std::min(oldest_tick_, archetype.chunk(chunk).made_at_tick);
            newest_tick_ = std::max(newest_tick_, archetype.chunk(chunk).made_at_tick);
        }
    }
    oldest_tick_ = std::min(oldest_tick_, newest_tick_);
}

void MemoryColors::update_colors(const ecs::World& world, const panels::Style& style) {
    if (colors_ == SceneColors::Age) find_ages(world);
    const float span = static_cast<float>(std::max<std::uint64_t>(newest_tick_ - oldest_tick_, 1));
    std::vector<std::uint32_t> colors;
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const ecs::Archetype& archetype = world.archetype(id);
        if (archetype.entity_count() == 0) continue;
        colors.resize(archetype.chunk_count());
        for (std::size_t chunk = 0; chunk < colors.size(); ++chunk)
            colors[chunk] =
                colors_ == SceneColors::Archetype ? panels::color_of_archetype(style, id)
                : colors_ == SceneColors::Chunk
                    ? panels::color_of_chunk(style, id, chunk)
                    : panels::color_between(
                          style, static_cast<float>(archetype.chunk(chunk).made_at_tick - oldest_tick_) / span);
        make_marks(id).set_colors(colors);
    }
}

bool MemoryColors::update_lit(const ecs::World& world, std::span<const ecs::Entity> selected) {
    if (std::none_of(selected.begin(), selected.end(), [&](ecs::Entity entity) { return world.alive(entity); }))
        return false;
    std::vector<std::vector<std::uint8_t>> lit(world.archetype_count());
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id)
        lit[id].assign(world.archetype(id).entity_count(), 0);
    for (const ecs::Entity entity : selected) {
        if (!world.alive(entity)) continue;
        const ecs::Location place = world.location(entity);
        const std::uint32_t capacity = world.archetype(place.archetype).layout().capacity;
        lit[place.archetype][std::size_t{place.chunk} * capacity + place.row] = 255;
    }
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id)
        if (!lit[id].empty()) make_marks(id).set_lit(lit[id]);
    return true;
}

}  // namespace editor
