#include "panels/query/query_table.hpp"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

namespace panels {

namespace {

// Constantly changing values must not make rows change places constantly.
constexpr double resort_rows_secs = 0.5;
// What changed in a tick is only known within that tick, so such queries are asked whole. In a large world that takes
// longer than a frame may; so it is done in few ticks, for at most this share of the time.
constexpr int comparing_one_in = 20;
constexpr std::uint64_t ticks_behind_worth_saying = 60;
constexpr std::size_t rows_a_step = 256, items_a_step = 16, sort_steps_a_step = 512;

}  // namespace

void QueryTable::set_query(std::optional<ecs::TextQuery> query) {
    query_ = std::move(query);
    baseline_.clear();
    if (query_ && query_->needs_baseline()) baseline_.track(*query_);
    if (!query_) {
        rows_.clear();
        archetypes_.clear();
        matched_ = 0;
        faults_ = {};
    }
    ask_again();
    dirty_ = query_.has_value();
}

void QueryTable::set_order(QueryOrder order) {
    if (order == order_) return;
    order_ = std::move(order);
    ask_again();
}

void QueryTable::reset() { set_query(std::nullopt); }

void QueryTable::ask_again() {
    building_ = ready_ = false;
    dirty_ = asked_for_ = query_.has_value();
    next_rows_.clear();
}

bool QueryTable::due(const ecs::World& world, double now_secs) const {
    if (dirty_) return true;
    // What changed since the last tick is known in this tick alone.
    if (query_->needs_baseline() && world.tick() != tick_seen_) return true;
    if (watches != watches_seen_) return true;
    if (world.version() == version_seen_) return false;
    if (order_.by == QueryOrder::By::Id || query_->needs_baseline()) return true;
    return now_secs < finished_at_secs_ || now_secs >= finished_at_secs_ + resort_rows_secs;
}

bool QueryTable::busy(const ecs::World& world) const {
    if (!query_ || !query_->bound()) return false;
    if (ready_) return !rows_kept_;
    if (query_->needs_baseline() && world.tick() != tick_seen_) return true;
    return building_ || dirty_ || watches != watches_seen_ || world.version() != version_seen_;
}

void QueryTable::update(const ecs::World& world, double now_secs, const ecs::Random& random) {
    if (!query_ || !query_->bound()) return;
    if (ready_) {
        if (rows_kept_) return;
        std::swap(rows_, next_rows_);
        rows_tick_ = next_rows_tick_;
        ready_ = false;
    }
    if (query_->needs_baseline() && !may_compare(world)) return;
    if (!building_) {
        if (!due(world, now_secs)) return;
        random_ = random;
        start(world);
    }
    const auto deadline = std::chrono::steady_clock::now() + (asked_for_ ? asked_for_slice : background_slice);
    do {
        if (!step(world)) return finish(now_secs);
    } while (std::chrono::steady_clock::now() < deadline);
}

/// Of queries that ask what changed: whether the baseline is of the tick before.
bool QueryTable::may_compare(const ecs::World& world) {
    const bool new_tick = world.tick() != tick_seen_ && !dirty_;
    const auto now = std::chrono::steady_clock::now();
    const bool must_wait = now < compare_after_ && !dirty_;
    if (new_tick && (building_ || must_wait)) baseline_is_old_ = true;
    if (building_) return true;
    if (!baseline_is_old_ || dirty_) return !must_wait;
    if (must_wait) return false;
    // From now on the world is compared with what it is now; the rows stay until the next tick.
    baseline_.advance(world);
    tick_seen_ = world.tick();
    version_seen_ = world.version();
    baseline_is_old_ = false;
    return false;
}

void QueryTable::start(const ecs::World& world) {
    building_ = true;
    dirty_ = false;
    version_seen_ = world.version();
    watches_seen_ = watches;
    part_ = Part::Ask;
    asked_to_ = {};
    rows_asked_ = next_matched_ = 0;
    rows_to_ask_ = world.entity_count();
    matches_.assign(world.slot_count(), false);
    next_archetypes_.assign(world.archetype_count(), 0);
    next_rows_.clear();
    next_last_row_ = asked_for_ ? rows_.size() : 0;
    next_slot_ = 0;
    items_.clear();
    sorted_.clear();
    letters_.assign(1, '\0');
    column_.reset();
    if (order_.by == QueryOrder::By::Column) column_ = column_of(world, values_in(world), order_.column);
    next_rows_tick_ = world.tick();
    if (!query_->needs_baseline()) return;
    const auto before = std::chrono::steady_clock::now();
    ask(world, std::numeric_limits<std::size_t>::max());
    if (std::exchange(tick_seen_, world.tick()) != world.tick()) baseline_.advance(world);
    baseline_is_old_ = false;
    const auto after = std::chrono::steady_clock::now();
    compare_after_ = after - before > whole_slice ? after + (after - before) * comparing_one_in : after;
}

void QueryTable::ask(const ecs::World& world, std::size_t rows) {
    const auto note = [&](ecs::Entity entity) {
        if (entity.index >= matches_.size())
            matches_.resize(std::max<std::size_t>(world.slot_count(), std::size_t{entity.index} + 1));
        // Rows that moved to another archetype since the walk began come twice.
        if (matches_[entity.index]) return;
        matches_[entity.index] = true;
        ++next_matched_;
        const ecs::ArchetypeId archetype = world.location(entity).archetype;
        if (archetype >= next_archetypes_.size()) next_archetypes_.resize(world.archetype_count(), 0);
        ++next_archetypes_[archetype];
    };
    const bool more = query_->each_from(world, asked_to_, rows, note,
                                        {.baseline = &baseline_, .watches = watches, .random = &random_});
    rows_asked_ += rows;
    if (query_->faults().count > 0) faults_ = query_->faults();
    if (!more) begin_collecting();
}

bool QueryTable::step(const ecs::World& world) {
    switch (part_) {
        case Part::Ask:
            if (asked_to_.archetype == 0 && asked_to_.chunk == 0) faults_ = {};
            ask(world, rows_a_step);
            return true;
        case Part::Collect:
            if (collect(world)) return true;
            if (order_.by == QueryOrder::By::Id) return false;
            sort_.start(std::exchange(items_, {}));
            part_ = Part::Sort;
            return true;
        case Part::Sort:
            (void)sort_.step([this](const Item& a, const Item& b) { return less(a, b); }, sort_steps_a_step);
            if (!sort_.done()) return true;
            sorted_ = sort_.take();
            next_rows_.reserve(sorted_.size());
            part_ = Part::Take;
            return true;
        case Part::Take:
            for (std::size_t left = rows_a_step; left > 0 && next_rows_.size() < sorted_.size(); --left)
                next_rows_.push_back(sorted_[next_rows_.size()].entity);
            return next_rows_.size() < sorted_.size();
    }
    return false;
}

/// With room for all, so that no list moves while it grows.
void QueryTable::begin_collecting() {
    part_ = Part::Collect;
    constexpr std::size_t letters_of_a_name = 16;
    if (order_.by == QueryOrder::By::Id)
        next_rows_.reserve(next_matched_);
    else
        items_.reserve(next_matched_);
    if (order_.by == QueryOrder::By::Name) letters_.reserve(next_matched_ * letters_of_a_name);
}

/// Takes the next few of those that match. False when none is left.
bool QueryTable::collect(const ecs::World& world) {
    for (std::size_t left = items_a_step; left > 0; --left) {
        if (next_last_row_ < rows_.size() && order_.by != QueryOrder::By::Id) {
            const ecs::Entity entity = rows_[next_last_row_++];
            if (entity.index >= matches_.size() || !matches_[entity.index] || !world.alive(entity)) continue;
            matches_[entity.index] = false;
            take_item(world, entity);
            continue;
        }
        if (next_slot_ >= matches_.size()) return false;
        // Most slots of a narrow query match nothing.
        for (std::size_t skipped = 0; skipped < 64 && next_slot_ < matches_.size() && !matches_[next_slot_]; ++skipped)
            ++next_slot_;
        if (next_slot_ >= matches_.size() || !matches_[next_slot_]) continue;
        if (const ecs::Entity entity = world.entity_at_slot(next_slot_++)) take_item(world, entity);
    }
    return true;
}

void QueryTable::take_item(const ecs::World& world, ecs::Entity entity) {
    if (order_.by == QueryOrder::By::Id) {
        next_rows_.push_back(entity);
        return;
    }
    const SortKey key =
        order_.by == QueryOrder::By::Name ? key_of_text(world.name(entity)) : key_of(*column_, world, entity);
    Item item{key.number, entity, 0, key.known};
    if (key.text && key.letters.size() > sizeof key.number) {
        item.letters = static_cast<std::uint32_t>(letters_.size());
        letters_.append(key.letters).push_back('\0');
    }
    items_.push_back(item);
}

bool QueryTable::less(const Item& a, const Item& b) const {
    if (a.known != b.known) return a.known;
    if (a.number != b.number) return order_.descending ? b.number < a.number : a.number < b.number;
    if (a.letters != b.letters) {
        const int way = std::string_view(letters_.c_str() + a.letters).compare(letters_.c_str() + b.letters);
        if (way != 0) return order_.descending ? way > 0 : way < 0;
    }
    return a.entity < b.entity;
}

void QueryTable::finish(double now_secs) {
    sorted_ = {};
    if (order_.by == QueryOrder::By::Id && order_.descending) std::reverse(next_rows_.begin(), next_rows_.end());
    matched_ = next_matched_;
    archetypes_.clear();
    for (std::size_t id = 0; id < next_archetypes_.size(); ++id)
        if (next_archetypes_[id] > 0) archetypes_.push_back({static_cast<ecs::ArchetypeId>(id), next_archetypes_[id]});
    building_ = false;
    finished_at_secs_ = now_secs;
    ready_ = rows_kept_ && !asked_for_;
    asked_for_ = false;
    if (ready_) return;
    std::swap(rows_, next_rows_);
    rows_tick_ = next_rows_tick_;
}

std::optional<std::uint64_t> QueryTable::behind_since(const ecs::World& world) const {
    const bool present = !building_ && version_seen_ == world.version() && !baseline_is_old_;
    if (!query_ || present || world.tick() < rows_tick_ + ticks_behind_worth_saying) return std::nullopt;
    return rows_tick_;
}

float QueryTable::progress() const {
    if (!building_) return 1;
    const auto share = [](std::size_t done, std::size_t all) {
        return all == 0 ? 1.0f : std::min(static_cast<float>(done) / static_cast<float>(all), 1.0f);
    };
    const bool sorts = order_.by != QueryOrder::By::Id;
    constexpr float ask_share = 0.2f, collect_share = 0.4f;  // of the time, with an order
    if (part_ == Part::Ask) return share(rows_asked_, rows_to_ask_) * (sorts ? ask_share : 0.5f);
    if (part_ == Part::Collect && !sorts) return 0.5f + 0.5f * share(next_slot_, matches_.size());
    if (part_ == Part::Collect) return ask_share + (collect_share - ask_share) * share(items_.size(), next_matched_);
    return collect_share;
}

std::size_t QueryTable::row_of(ecs::Entity entity) const {
    const auto found = std::find(rows_.begin(), rows_.end(), entity);
    return found == rows_.end() ? no_row : static_cast<std::size_t>(found - rows_.begin());
}

}  // namespace panels
