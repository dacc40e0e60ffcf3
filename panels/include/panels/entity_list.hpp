// The rows that the Entities panel shows, brought up to date in slices, so that no frame's work grows with the world.
//
// While a new list is being made because the world changed, the last whole one stays; its rows may name entities that
// are gone by now, so whoever draws one asks the world. A list that a person asked for (another filter) shows what was
// found so far. A folded node costs nothing, however many entities lie below it.
#pragma once

#include <chrono>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "ecs/world.hpp"
#include "panels/entity_filter.hpp"

namespace panels {

struct EntityRow {
    ecs::Entity entity;
    std::uint16_t depth = 0;
    bool hit = true;          // else it is only shown because something below it is
    bool has_shown = false;   // something below it can be shown by unfolding
};

class EntityList {
public:
    enum class Mode { Tree, Flat };

    Mode mode() const { return mode_; }
    void set_mode(Mode mode);
    const EntityFilter& filter() const { return filter_; }
    void set_filter(EntityFilter filter);
    /// The world was replaced by another one: nothing that was known holds.
    void reset();

    /// Does a slice of work if the world has changed since the list was made.
    void update(const ecs::World& world);

    const std::vector<EntityRow>& rows() const { return rows_; }
    /// Matches among the rows and the folded rows.
    std::size_t hit_count() const { return hit_count_; }
    /// Whether the list is of the world and filter as they are now.
    bool up_to_date() const { return !building_ && !dirty_; }
    /// How far a list that a person waits for has come, 0 to 1.
    float progress() const { return progress_; }
    /// Whether the person waits for a list that shows only what was found so far.
    bool searching() const { return building_ && asked_for_; }

    bool open(ecs::Entity entity) const;
    /// Folds or unfolds the node of this row.
    void set_open(const ecs::World& world, std::size_t row, bool open);
    /// Unfolds everything above the entity.
    void reveal(const ecs::World& world, ecs::Entity entity);
    static constexpr std::size_t no_row = static_cast<std::size_t>(-1);
    std::size_t row_of(ecs::Entity entity) const;

    /// Time that one update may take when the world changed by itself, and when a person waits.
    static constexpr std::chrono::microseconds background_slice{100}, asked_for_slice{4000};
    /// Slots looked at between two looks at the clock. A world of so many is done in one frame.
    static constexpr std::size_t slots_a_look = 512;

private:
    enum Mark : std::uint8_t { Unmarked, Above, Hit };
    enum class Stage { Mark, Emit };
    struct Level {  // of the walk down an open node
        std::vector<ecs::Entity> children;
        std::size_t next = 0;
    };

    bool filtered_tree() const { return mode_ == Mode::Tree && !filter_.empty(); }
    bool world_changed(const ecs::World& world);
    void start(const ecs::World& world);
    void finish();
    void ask_again();
    void mark_slot(const ecs::World& world, std::size_t slot);
    void emit_slot(const ecs::World& world, std::size_t slot);
    void emit(const ecs::World& world, ecs::Entity entity, std::uint16_t depth, std::vector<EntityRow>& rows);
    bool step_down(const ecs::World& world, std::vector<EntityRow>& rows);
    void descend(const ecs::World& world, ecs::Entity entity);
    Mark mark_of(ecs::Entity entity) const {
        return entity.index < marks_.size() ? static_cast<Mark>(marks_[entity.index]) : Unmarked;
    }

    Mode mode_ = Mode::Tree;
    EntityFilter filter_;
    std::unordered_set<ecs::Entity> open_;    // unfolded, without a filter
    std::unordered_set<ecs::Entity> folded_;  // folded, with one: matches are shown unless a person folds them away

    std::vector<EntityRow> rows_, next_rows_;
    std::size_t hit_count_ = 0, next_hit_count_ = 0;
    bool dirty_ = true, building_ = false, asked_for_ = true, patched_ = false;
    float progress_ = 0;

    Stage stage_ = Stage::Emit;
    std::size_t slot_ = 0, slot_end_ = 0;
    std::vector<std::uint8_t> marks_;  // by slot, of a filtered tree
    std::vector<Level> levels_;
    std::size_t depth_ = 0;            // levels in use; the others keep their memory

    std::uint64_t structure_seen_ = 0, version_seen_ = 0;
    std::size_t watched_archetype_ = 0, watched_chunk_ = 0;
};

}  // namespace panels
