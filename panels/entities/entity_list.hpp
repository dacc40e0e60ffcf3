// The rows of the Entities panel, updated in slices, so that no frame's work grows with the world.
//
// While a new list is built because the world changed, the last complete one stays. Its rows may name entities that
// are gone, so check each with the world before drawing. A list that a person asked for (another filter) shows the
// matches so far; in a tree these are the first page of them, with what is above each, until all are known. A folded
// node costs nothing, however many entities lie below it.
//
// Siblings in a tree stand in the order of SiblingPlaces, all else in order of ids.
//
// Grouped by archetype or by name, the rows are those of EntityGroups: a header for each group, and below it the
// entities of the groups that are open.
#pragma once

#include <chrono>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "ecs/language/change_baseline.hpp"
#include "ecs/world/sibling_order.hpp"
#include "ecs/world/world.hpp"
#include "panels/entities/entity_filter.hpp"
#include "panels/entities/entity_groups.hpp"

namespace panels {

class EntityList {
public:
    enum class View : std::uint8_t { Tree, Flat, ByArchetype, ByName };

    const ecs::WatchValues* watches = nullptr;  // for queries that ask for $watches; not owned

    View view() const { return view_; }
    void set_view(View view);
    EntityFilter& filter() { return filter_; }
    const EntityFilter& filter() const { return filter_; }
    void set_filter(EntityFilter filter);
    /// Lists what is of the engine of a mirrored program behind all others, in a tree and in a flat list.
    void set_engine_last(bool last);
    /// Call it when the world was replaced: forgets everything.
    void reset();

    /// Does a slice of work if the world has changed since the list was made.
    void update(const ecs::World& world);

    const std::vector<EntityRow>& rows() const {
        if (!searching()) return rows_;
        return next_rows_.size() < first_page_.size() ? first_page_ : next_rows_;
    }
    const EntityGroups& groups() const { return groups_; }
    /// Number of entities that match, with those in folded nodes.
    std::size_t hit_count(const ecs::World& world) const;
    /// Whether the list matches the world and the filter of the last update.
    bool up_to_date() const { return !building_ && !dirty_; }
    /// Whether another update has work to do.
    bool busy(const ecs::World& world) const { return !up_to_date() || world_changed(world); }
    /// Whether rows() is an unfinished list that a person waits for. The next function says how much of the world was
    /// searched.
    bool searching() const { return building_ && show_partial_; }
    float progress() const { return progress_; }

    bool foldable(const ecs::World& world, const EntityRow& row) const;
    bool open(const EntityRow& row) const { return row.is_group() ? groups_.open(row.group) : open(row.entity); }
    bool open(ecs::Entity entity) const;
    /// Opens or folds the node of this row.
    void set_open(const ecs::World& world, std::size_t row, bool open);
    /// Opens all nodes above the entity, or its group.
    void reveal(const ecs::World& world, ecs::Entity entity);
    static constexpr std::size_t no_row = static_cast<std::size_t>(-1);
    std::size_t row_of(ecs::Entity entity) const;
    /// Whether a filtered tree lists it because one below it matches.
    bool is_above_hit(ecs::Entity entity) const { return filtered_tree() && (mark_of(entity) & HitsBelow) != 0; }

    /// Time limit of one update: after a change of the world, and while a person waits.
    static constexpr std::chrono::microseconds background_slice{40}, asked_for_slice{4000};

private:
    static constexpr std::size_t steps_a_look = 256;  // between two readings of the clock
    static constexpr std::size_t hits_of_first_page = 200;
    static constexpr std::size_t children_in_one_frame = 50'000;  // limit for a node that is opened
    enum Mark : std::uint8_t { Hit = 1, HitsBelow = 2 };
    enum class Part { Asking, Marking, Grouping, Listing };  // of building a list
    struct Level {                                           // of the walk through open nodes
        std::vector<ecs::Entity> children;
        std::size_t next = 0;
    };

    bool filtered() const { return !filter_.empty(); }
    bool grouped() const { return view_ == View::ByArchetype || view_ == View::ByName; }
    bool filtered_tree() const { return view_ == View::Tree && filtered(); }
    bool world_changed(const ecs::World& world) const;
    bool matches(const ecs::World& world, ecs::Entity entity);
    void ask_query(const ecs::World& world, std::size_t rows);
    void begin_marking(const ecs::World& world);
    void ask_again(bool show_partial);
    bool changed_much(const ecs::World& world);
    void start(const ecs::World& world);
    bool step(const ecs::World& world);
    void finish(const ecs::World& world);
    void note_first_hit(const ecs::World& world, ecs::Entity entity);
    void list_first_page(const ecs::World& world);
    bool step_groups(const ecs::World& world);
    void group_slot(const ecs::World& world);
    void note_open(ecs::Entity entity, bool open_now);
    void mark_slot(const ecs::World& world);
    void list_slot(const ecs::World& world);
    bool list_placed(const ecs::World& world, double slot);
    bool list_engine(const ecs::World& world);
    void add_row(const ecs::World& world, ecs::Entity entity, std::uint16_t depth, std::vector<EntityRow>& rows);
    void list_child(const ecs::World& world, std::vector<EntityRow>& rows);
    void enter(const ecs::World& world, ecs::Entity entity);
    std::uint8_t mark_of(ecs::Entity entity) const { return entity.index < marks_.size() ? marks_[entity.index] : 0; }

    View view_ = View::Tree;
    EntityFilter filter_;
    EntityGroups groups_;
    std::unordered_set<ecs::Entity> open_;    // open nodes, where the filter searches for nothing
    std::unordered_set<ecs::Entity> folded_;  // folded nodes, where it does: it opens all nodes with matches unless a
                                              // person folds them

    std::vector<EntityRow> rows_, next_rows_;
    std::size_t hit_count_ = 0, next_hit_count_ = 0;
    std::vector<ecs::Entity> first_hits_;  // of a filtered tree that a person waits for
    std::vector<EntityRow> first_page_;    // of these
    std::size_t first_hits_listed_ = 0;
    bool dirty_ = true, building_ = false, hurry_ = true, show_partial_ = true;
    int restarts_ = 0;  // of the present pass, because the world changed much
    std::uint64_t changes_seen_ = 0, tick_of_changes_ = 0;
    float progress_ = 0;

    Part part_ = Part::Listing;
    std::size_t slot_ = 0;
    std::vector<std::uint8_t> marks_;  // by slot, for a filtered tree
    std::vector<Level> levels_;
    std::size_t depth_ = 0;  // levels in use; the others keep their memory
    std::uint64_t structure_seen_ = 0, names_seen_ = 0, version_seen_ = 0, order_seen_ = 0;
    bool engine_last_ = false;
    std::vector<ecs::Entity> engine_;  // of the engine, until they are listed
    std::size_t next_engine_ = 0;
    std::vector<ecs::Entity> placed_;  // at the top, where a person put them: in order, until they are listed
    std::size_t next_placed_ = 0;

    // Of a filter that is a query: which slots match, as far as it was asked.
    std::vector<bool> matches_;
    ecs::TextQuery::Cursor asked_to_;
    ecs::ChangeBaseline baseline_;  // for changed(), added() and removed()
    std::uint64_t tick_seen_ = 0;
};

}  // namespace panels
