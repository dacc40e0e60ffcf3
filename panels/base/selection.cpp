#include "panels/base/selection.hpp"

#include <algorithm>
#include <utility>

namespace panels {

namespace {
constexpr std::size_t remembered_steps = 200;
constexpr std::size_t remembered_entities = 1'000'000;  // in all steps together
constexpr std::size_t looked_at_once = 4096;            // entities of a former selection

/// By their ids. A large selection is mostly some runs in order already, one an archetype.
std::vector<ecs::Entity> sorted_by_id(std::vector<ecs::Entity> entities) {
    constexpr std::size_t most_runs = 64;
    using Place = std::vector<ecs::Entity>::iterator;
    std::vector<Place> ends{entities.begin()};
    while (ends.back() != entities.end() && ends.size() <= most_runs)
        ends.push_back(std::is_sorted_until(ends.back(), entities.end()));
    if (ends.back() != entities.end()) {
        std::sort(entities.begin(), entities.end());
        return entities;
    }
    while (ends.size() > 2) {
        std::vector<Place> merged{ends.front()};
        for (std::size_t i = 2; i < ends.size(); i += 2) {
            std::inplace_merge(ends[i - 2], ends[i - 1], ends[i]);
            merged.push_back(ends[i]);
        }
        if (ends.size() % 2 == 0) merged.push_back(ends.back());
        ends = std::move(merged);
    }
    return entities;
}
}  // namespace

bool gave_id_back(const ecs::World& world, ecs::Entity entity) {
    const ecs::EntityIndex& index = world.entity_index();
    return !world.alive(entity) && !index.parked(entity) && index.can_acquire(entity);
}

/// Asked in each frame, so of a large selection it looks at a part and goes on from there the next time. One that died
/// as a whole counts as alive until all of it was looked at.
bool Selection::any_alive(const ecs::World& world, const Step& step) {
    const std::vector<ecs::Entity>& all = *step.entities;
    for (std::size_t i = 0; i < std::min(all.size(), looked_at_once); ++i) {
        if (step.looked_at >= all.size()) step.looked_at = 0;
        if (world.alive(all[step.looked_at])) {
            step.dead = 0;
            return true;
        }
        ++step.looked_at;
        step.dead = std::min(step.dead + 1, all.size());
    }
    return step.dead < all.size();
}

bool Selection::is_present(const Step& step) const {
    return step.entities == entities_ || *step.entities == *entities_;
}

bool Selection::has(ecs::Entity entity) const { return std::binary_search(sorted_->begin(), sorted_->end(), entity); }

void Selection::select(ecs::Entity entity) {
    select_all(entity ? std::vector<ecs::Entity>{entity} : std::vector<ecs::Entity>());
}

void Selection::select_all(std::vector<ecs::Entity> entities) {
    const auto all = std::make_shared<const std::vector<ecs::Entity>>(std::move(entities));
    Entities sorted = all;
    if (!std::is_sorted(all->begin(), all->end()))
        sorted = std::make_shared<const std::vector<ecs::Entity>>(sorted_by_id(*all));
    set(all, std::move(sorted));
    remember();
}

void Selection::select_all(std::vector<ecs::Entity> entities, std::vector<ecs::Entity> sorted) {
    set(std::make_shared<const std::vector<ecs::Entity>>(std::move(entities)),
        std::make_shared<const std::vector<ecs::Entity>>(std::move(sorted)));
    remember();
}

void Selection::toggle(ecs::Entity entity) {
    if (!entity) return;
    std::vector<ecs::Entity> entities = *entities_, sorted = *sorted_;
    const auto place = std::lower_bound(sorted.begin(), sorted.end(), entity);
    if (place == sorted.end() || *place != entity) {
        entities.push_back(entity);
        sorted.insert(place, entity);
    } else {
        entities.erase(std::find(entities.begin(), entities.end(), entity));
        sorted.erase(place);
    }
    select_all(std::move(entities), std::move(sorted));
}

void Selection::forget_given_back(const ecs::World& world) {
    const auto gave_back = [&](ecs::Entity each) { return gave_id_back(world, each); };
    const auto without_them = [&](const Entities& entities) {
        std::vector<ecs::Entity> rest = *entities;
        std::erase_if(rest, gave_back);
        return std::make_shared<const std::vector<ecs::Entity>>(std::move(rest));
    };
    if (std::any_of(entities_->begin(), entities_->end(), gave_back))
        set(without_them(entities_), without_them(sorted_));
    for (std::size_t step = past_.size(); step-- > 0;) {
        if (std::none_of(past_[step].entities->begin(), past_[step].entities->end(), gave_back)) continue;
        past_[step] = {without_them(past_[step].entities), without_them(past_[step].sorted)};
        if (!past_[step].entities->empty()) continue;
        past_.erase(past_.begin() + static_cast<std::ptrdiff_t>(step));
        if (cursor_ > 0 && cursor_ >= step) --cursor_;
    }
}

void Selection::select_archetype(std::optional<ecs::ArchetypeId> archetype) {
    if (archetype_ != archetype) chunk_.reset();
    archetype_ = archetype;
}

void Selection::select_chunk(ecs::ArchetypeId archetype, std::size_t chunk) {
    archetype_ = archetype;
    chunk_ = chunk;
}

std::size_t Selection::step_back(const ecs::World& world) const {
    for (std::size_t step = past_.size() < 1 ? 0 : cursor_ + 1; step-- > 0;)
        if (!is_present(past_[step]) && any_alive(world, past_[step])) return step;
    return no_step;
}

std::size_t Selection::step_forward(const ecs::World& world) const {
    for (std::size_t step = cursor_ + 1; step < past_.size(); ++step)
        if (!is_present(past_[step]) && any_alive(world, past_[step])) return step;
    return no_step;
}

void Selection::go_to(std::size_t step) {
    if (step == no_step) return;
    cursor_ = step;
    set(past_[step].entities, past_[step].sorted);
    stepped_ = true;
}

void Selection::open_prefab(const ecs::World& world, ecs::Entity prefab) {
    if (prefab && !opened_prefab_) before_prefab_ = *entities_;
    const bool closes = opened_prefab_ && !prefab;
    opened_prefab_ = prefab;
    if (!closes) return;
    std::erase_if(before_prefab_, [&](ecs::Entity each) { return !world.alive(each); });
    if (before_prefab_ != *entities_) select_all(std::exchange(before_prefab_, {}));
    before_prefab_.clear();
}

void Selection::clear_hovered() {
    hovered = ecs::null_entity;
    hovered_component = ecs::no_component;
    hovered_archetype = ecs::no_archetype;
    hovered_chunk.reset();
    hovered_system.clear();
}

void Selection::set(Entities entities, Entities sorted) {
    entities_ = std::move(entities);
    sorted_ = std::move(sorted);
    // A person who picks an entity wants to see its archetype.
    archetype_.reset();
    chunk_.reset();
    ++revision_;
    stepped_ = false;
}

void Selection::remember() {
    if (entities_->empty() || (!past_.empty() && is_present(past_[cursor_]))) return;
    if (!past_.empty()) past_.resize(cursor_ + 1);
    past_.push_back({entities_, sorted_});

    std::size_t kept_entities = 0;
    for (const Step& step : past_) kept_entities += step.entities->size();
    std::size_t forgotten = 0;
    while (past_.size() - forgotten > 2 &&
           (past_.size() - forgotten > remembered_steps || kept_entities > remembered_entities))
        kept_entities -= past_[forgotten++].entities->size();
    past_.erase(past_.begin(), past_.begin() + static_cast<std::ptrdiff_t>(forgotten));
    cursor_ = past_.size() - 1;
}

}  // namespace panels
