#include "panels/entities/entity_list.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "ecs/mirror/engine_entities.hpp"

namespace panels {

void EntityList::set_view(View view) {
    if (view_ == view) return;
    view_ = view;
    rows_.clear();  // those of another view would stand there until the search ends
    ask_again(true);
}

void EntityList::set_filter(EntityFilter filter) {
    filter_ = std::move(filter);
    folded_.clear();
    groups_.filter_changed(filter_.searches());
    baseline_.clear();
    if (filter_.is_query() && filter_.query()->needs_baseline()) baseline_.track(*filter_.query());
    ask_again(true);
}

void EntityList::set_engine_last(bool last) {
    if (std::exchange(engine_last_, last) != last) ask_again(false);
}

void EntityList::reset() {
    open_.clear();
    folded_.clear();
    rows_.clear();
    groups_.forget();
    ask_again(true);
}

void EntityList::ask_again(bool show_partial) {
    building_ = false;
    dirty_ = true;
    hurry_ = true;
    show_partial_ = show_partial;
}

std::size_t EntityList::hit_count(const ecs::World& world) const {
    if (!filtered()) return world.entity_count();
    return searching() ? next_hit_count_ : hit_count_;
}

bool EntityList::world_changed(const ecs::World& world) const {
    // A query may ask for any value.
    if (filter_.is_query() && world.version() != version_seen_) return true;
    if (view_ == View::Tree && ecs::SiblingPlaces(world).version() != order_seen_) return true;
    const bool reads_names = filtered() || view_ == View::ByName;
    return world.structure_version() != structure_seen_ || (reads_names && world.names_version() != names_seen_);
}

bool EntityList::matches(const ecs::World& world, ecs::Entity entity) {
    if (!filter_.is_query()) return filter_.matches(world, entity);
    return entity.index < matches_.size() && matches_[entity.index] && !filter_.hides(world, entity);
}

/// Goes on asking, for about so many rows.
void EntityList::ask_query(const ecs::World& world, std::size_t rows) {
    const auto note = [&](ecs::Entity entity) {
        if (entity.index >= matches_.size())
            matches_.resize(std::max<std::size_t>(world.slot_count(), entity.index + 1));
        matches_[entity.index] = true;
        note_first_hit(world, entity);
    };
    if (!filter_.query()->each_from(world, asked_to_, rows, note, {.baseline = &baseline_, .watches = watches}))
        begin_marking(world);
}

void EntityList::begin_marking(const ecs::World& world) {
    part_ = filtered_tree() ? Part::Marking : view_ == View::ByName ? Part::Grouping : Part::Listing;
    if (grouped()) groups_.begin(view_ == View::ByName ? EntityGroups::By::Name : EntityGroups::By::Archetype);
    slot_ = filter_.only_slot().value_or(0);
    marks_.assign(filtered_tree() ? world.slot_count() : 0, 0);
}

/// Whether a step destroyed or brought back so many since the last update that this is as good as another world. What
/// systems change goes on, so nobody waits for the list of one tick.
bool EntityList::changed_much(const ecs::World& world) {
    constexpr std::size_t few = 4096, share = 4;
    const std::uint64_t changes = world.structural_changes() - std::exchange(changes_seen_, world.structural_changes());
    const bool ticked = std::exchange(tick_of_changes_, world.tick()) != world.tick();
    return !ticked && changes > std::max<std::size_t>(few, std::max(world.entity_count(), rows_.size()) / share);
}

void EntityList::update(const ecs::World& world) {
    if (changed_much(world)) {
        hurry_ = true;
        // Half of the former entities and half of the present ones would be no list of any world. Not for ever: in a
        // world that always changes that much, no pass would end.
        constexpr int most_restarts = 16;
        if (building_ && restarts_ < most_restarts) {
            building_ = false;
            ++restarts_;
        }
        if (!building_) dirty_ = true;
        show_partial_ |= rows_.empty();
    }
    if (!building_) {
        if (!dirty_ && !world_changed(world)) return;
        // An empty list is nothing to look at meanwhile: the world of another program comes with one of its ticks.
        if (rows_.empty() && !filtered() && world.entity_count() > 0) hurry_ = show_partial_ = true;
        start(world);
    }
    const auto deadline = std::chrono::steady_clock::now() + (hurry_ ? asked_for_slice : background_slice);
    do {
        for (std::size_t i = 0; i < steps_a_look; ++i)
            if (!step(world)) return finish(world);
    } while (std::chrono::steady_clock::now() < deadline);
    list_first_page(world);
}

void EntityList::note_first_hit(const ecs::World& world, ecs::Entity entity) {
    if (show_partial_ && filtered_tree() && first_hits_.size() < hits_of_first_page && !filter_.hides(world, entity))
        first_hits_.push_back(entity);
}

/// The paths to the first hits, in the order that they will have in the tree.
void EntityList::list_first_page(const ecs::World& world) {
    if (first_hits_listed_ == first_hits_.size()) return;
    first_hits_listed_ = first_hits_.size();
    std::vector<std::vector<ecs::Entity>> paths;
    for (const ecs::Entity hit : first_hits_) {
        if (!world.alive(hit)) continue;
        std::vector<ecs::Entity> path{hit};
        for (ecs::Entity above = world.parent(hit); above; above = world.parent(above)) path.push_back(above);
        std::reverse(path.begin(), path.end());
        const auto folded = std::find_if(path.begin(), path.end(), [&](ecs::Entity each) { return !open(each); });
        if (folded != path.end()) path.erase(folded + 1, path.end());
        paths.push_back(std::move(path));
    }
    const ecs::SiblingPlaces places(world);
    std::sort(paths.begin(), paths.end(), [&](const auto& a, const auto& b) {
        return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                            [&](ecs::Entity x, ecs::Entity y) { return places.before(x, y); });
    });
    first_page_.clear();
    std::vector<ecs::Entity> shown;
    for (const std::vector<ecs::Entity>& path : paths) {
        std::size_t depth = 0;
        while (depth < path.size() && depth < shown.size() && path[depth] == shown[depth]) ++depth;
        for (; depth < path.size(); ++depth) {
            const bool hit = std::find(first_hits_.begin(), first_hits_.end(), path[depth]) != first_hits_.end();
            first_page_.push_back({path[depth], static_cast<std::uint16_t>(depth), hit});
        }
        shown = path;
    }
    for (std::size_t row = 0; row < first_page_.size(); ++row)
        first_page_[row].hits_below =
            (row + 1 < first_page_.size() && first_page_[row + 1].depth > first_page_[row].depth) ||
            !open(first_page_[row].entity);
}

void EntityList::start(const ecs::World& world) {
    building_ = true;
    dirty_ = false;
    structure_seen_ = world.structure_version();
    names_seen_ = world.names_version();
    next_rows_.clear();
    // Else a frame would move a million rows to where there is room for more.
    if (view_ == View::Flat && !filtered()) next_rows_.reserve(world.entity_count());
    first_hits_.clear();
    first_page_.clear();
    first_hits_listed_ = 0;
    next_hit_count_ = 0;
    depth_ = 0;
    progress_ = 0;
    version_seen_ = world.version();
    const ecs::SiblingPlaces places(world);
    order_seen_ = places.version();
    placed_.clear();
    engine_.clear();
    next_placed_ = next_engine_ = 0;
    if (view_ == View::Tree && places.any()) placed_ = places.placed_at_top();
    if (!filter_.is_query()) return begin_marking(world);
    part_ = Part::Asking;
    asked_to_ = {};
    matches_.assign(world.slot_count(), false);
    if (!filter_.query()->needs_baseline()) return;
    // What changed since the last tick is known in this tick alone, so all of it is asked at once.
    ask_query(world, static_cast<std::size_t>(-1));
    if (std::exchange(tick_seen_, world.tick()) != world.tick()) baseline_.advance(world);
}

/// Handles one slot or one child. Returns false when nothing is left to do.
bool EntityList::step(const ecs::World& world) {
    if (part_ == Part::Asking) {
        constexpr std::size_t rows_a_step = 64;  // asking a row costs less than listing one
        ask_query(world, rows_a_step);
        return true;
    }
    if (depth_ > 0) {
        list_child(world, next_rows_);
        return true;
    }
    if (grouped() && part_ == Part::Listing) return step_groups(world);
    const bool to_the_end = part_ == Part::Listing && view_ == View::Tree;
    const bool only_one = filter_.only_slot() && !to_the_end;
    const std::size_t end =
        only_one ? std::min<std::size_t>(*filter_.only_slot() + 1, world.slot_count()) : world.slot_count();
    if (slot_ < end) {
        if (to_the_end && list_placed(world, static_cast<double>(slot_))) return true;
        if (part_ == Part::Marking)
            mark_slot(world);
        else if (part_ == Part::Grouping)
            group_slot(world);
        else
            list_slot(world);
        ++slot_;
        // In a world with far ids most slots are unused.
        if (slot_ < end && !world.entity_at_slot(slot_)) slot_ = std::min(end, world.entity_index().next_used(slot_));
        progress_ = static_cast<float>(slot_) / static_cast<float>(world.slot_count());
        return true;
    }
    if (part_ == Part::Listing)
        return list_placed(world, std::numeric_limits<double>::infinity()) || list_engine(world);
    part_ = Part::Listing;
    slot_ = 0;
    return true;
}

bool EntityList::step_groups(const ecs::World& world) {
    if (view_ == View::ByName) return groups_.list_next(next_rows_);
    const auto matches_too = [&](ecs::Entity entity) { return matches(world, entity); };
    const bool more = groups_.list_next(world, filter_, matches_too, next_rows_);
    next_hit_count_ = groups_.counted();
    progress_ = groups_.progress(world);
    return more;
}

void EntityList::group_slot(const ecs::World& world) {
    const ecs::Entity entity = world.entity_at_slot(slot_);
    if (!entity || (filtered() && !matches(world, entity))) return;
    ++next_hit_count_;
    groups_.add(world, entity);
}

void EntityList::finish(const ecs::World& world) {
    std::swap(rows_, next_rows_);
    if (grouped()) groups_.finish();
    hit_count_ = next_hit_count_;
    building_ = false;
    restarts_ = 0;
    hurry_ = false;
    show_partial_ = false;
    dirty_ = world_changed(world);
    constexpr std::size_t many_nodes = 4096;
    if (open_.size() > many_nodes) std::erase_if(open_, [&](ecs::Entity entity) { return !world.alive(entity); });
}

void EntityList::mark_slot(const ecs::World& world) {
    const ecs::Entity entity = world.entity_at_slot(slot_);
    if (!entity || !matches(world, entity)) return;
    if (slot_ >= marks_.size()) marks_.resize(world.slot_count(), 0);
    ++next_hit_count_;
    marks_[slot_] |= Hit;
    if (!filter_.is_query()) note_first_hit(world, entity);
    for (ecs::Entity above = world.parent(entity); above; above = world.parent(above)) {
        if (above.index >= marks_.size() || (marks_[above.index] & HitsBelow) != 0) break;
        marks_[above.index] |= HitsBelow;
    }
}

void EntityList::list_slot(const ecs::World& world) {
    const ecs::Entity entity = world.entity_at_slot(slot_);
    if (!entity) return;
    if (engine_last_ && !grouped() && ecs::is_of_engine(world, entity)) {
        engine_.push_back(entity);
        return;
    }
    if (view_ == View::Flat) {
        if (filtered() && !matches(world, entity)) return;
        ++next_hit_count_;
        next_rows_.push_back({entity});
        return;
    }
    if (world.parent(entity)) return;
    // Those that a person placed come in their turn.
    if (!placed_.empty() && world.has(entity, ecs::sibling_order_type(world.types()))) return;
    if (filtered() && mark_of(entity) == 0) return;
    add_row(world, entity, 0, next_rows_);
}

/// Lists the next entity that a person placed before this slot; false when there is none.
bool EntityList::list_placed(const ecs::World& world, double slot) {
    const ecs::SiblingPlaces places(world);
    while (next_placed_ < placed_.size()) {
        const ecs::Entity entity = placed_[next_placed_];
        const bool listed = world.alive(entity) && !world.parent(entity) && (!filtered() || mark_of(entity) != 0);
        if (listed && places.place(entity) > slot) return false;
        ++next_placed_;
        if (!listed) continue;
        add_row(world, entity, 0, next_rows_);
        return true;
    }
    return false;
}

bool EntityList::list_engine(const ecs::World& world) {
    while (next_engine_ < engine_.size()) {
        const ecs::Entity entity = engine_[next_engine_++];
        if (!world.alive(entity)) continue;
        if (filtered() && (view_ == View::Flat ? !matches(world, entity) : mark_of(entity) == 0)) continue;
        if (view_ != View::Flat) {
            add_row(world, entity, 0, next_rows_);
        } else {
            ++next_hit_count_;
            next_rows_.push_back({entity});
        }
        return true;
    }
    return false;
}

void EntityList::add_row(const ecs::World& world, ecs::Entity entity, std::uint16_t depth,
                         std::vector<EntityRow>& rows) {
    if (!filtered()) {
        rows.push_back({entity, depth});
        if (!open_.empty() && open_.contains(entity)) enter(world, entity);
        return;
    }
    const std::uint8_t mark = mark_of(entity);
    rows.push_back({entity, depth, (mark & Hit) != 0, (mark & HitsBelow) != 0});
    if ((mark & HitsBelow) != 0 && open(entity)) enter(world, entity);
}

void EntityList::enter(const ecs::World& world, ecs::Entity entity) {
    const auto children = world.children(entity);
    if (children.empty() || depth_ >= std::numeric_limits<std::uint16_t>::max()) return;
    if (depth_ == levels_.size()) levels_.emplace_back();
    Level& level = levels_[depth_++];
    level.children.assign(children.begin(), children.end());
    level.next = 0;
    // The world keeps siblings in no order.
    ecs::SiblingPlaces(world).sort(level.children);
}

void EntityList::list_child(const ecs::World& world, std::vector<EntityRow>& rows) {
    Level& level = levels_[depth_ - 1];
    if (level.next == level.children.size()) {
        --depth_;
        return;
    }
    const ecs::Entity child = level.children[level.next++];
    if (!world.alive(child) || (filtered() && mark_of(child) == 0)) return;
    add_row(world, child, static_cast<std::uint16_t>(depth_), rows);
}

bool EntityList::foldable(const ecs::World& world, const EntityRow& row) const {
    if (row.is_group()) return true;
    if (view_ != View::Tree) return false;
    return filtered() ? row.hits_below : !world.children(row.entity).empty();
}

bool EntityList::open(ecs::Entity entity) const {
    if (view_ != View::Tree) return false;
    return filter_.searches() ? !folded_.contains(entity) : open_.contains(entity);
}

void EntityList::set_open(const ecs::World& world, std::size_t row, bool open_now) {
    const EntityRow node = rows()[row];
    if (open(node) == open_now) return;
    if (node.is_group()) {
        groups_.set_open(node.group, open_now);
        return ask_again(searching());
    }
    note_open(node.entity, open_now);

    if (building_ || world.children(node.entity).size() > children_in_one_frame) return ask_again(searching());

    const auto after = rows_.begin() + static_cast<std::ptrdiff_t>(row) + 1;
    if (!open_now) {
        rows_.erase(after, std::find_if(after, rows_.end(), [&](const EntityRow& r) { return r.depth <= node.depth; }));
        return;
    }
    // The walk counts depth from the node, so that levels_ needs no entries for the levels above.
    std::vector<EntityRow> below;
    depth_ = 0;
    enter(world, node.entity);
    while (depth_ > 0) list_child(world, below);
    for (EntityRow& r : below) r.depth = static_cast<std::uint16_t>(r.depth + node.depth);
    rows_.insert(after, below.begin(), below.end());
}

/// A filter that searches opens all nodes, so what a person folds is noted; otherwise, what a person opens.
void EntityList::note_open(ecs::Entity entity, bool open_now) {
    auto& noted = filter_.searches() ? folded_ : open_;
    if (open_now == filter_.searches())
        noted.erase(entity);
    else
        noted.insert(entity);
}

void EntityList::reveal(const ecs::World& world, ecs::Entity entity) {
    if (view_ == View::Flat || !world.alive(entity)) return;
    if (grouped()) {
        if (groups_.open_group_of(world, entity,
                                  view_ == View::ByName ? EntityGroups::By::Name : EntityGroups::By::Archetype))
            ask_again(searching());
        return;
    }
    ecs::Entity topmost_folded;
    for (ecs::Entity above = world.parent(entity); above; above = world.parent(above)) {
        if (open(above)) continue;
        if (topmost_folded) note_open(topmost_folded, true);
        topmost_folded = above;
    }
    if (!topmost_folded) return;
    const std::size_t row = row_of(topmost_folded);
    if (row != no_row) return set_open(world, row, true);
    note_open(topmost_folded, true);
    ask_again(false);
}

std::size_t EntityList::row_of(ecs::Entity entity) const {
    const auto found =
        std::find_if(rows().begin(), rows().end(), [&](const EntityRow& row) { return row.entity == entity; });
    return !entity || found == rows().end() ? no_row : static_cast<std::size_t>(found - rows().begin());
}

}  // namespace panels
