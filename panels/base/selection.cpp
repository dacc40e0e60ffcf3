#include "panels/base/selection.hpp"

#include <algorithm>
#include <utility>

namespace panels {

namespace {
constexpr std::size_t remembered_steps = 200;
constexpr std::size_t remembered_entities = 1'000'000;  // in all steps together

bool any_alive(const ecs::World& world, const std::vector<ecs::Entity>& entities) {
    return std::any_of(entities.begin(), entities.end(), [&](ecs::Entity entity) { return world.alive(entity); });
}
}  // namespace

bool Selection::has(ecs::Entity entity) const { return std::binary_search(sorted_.begin(), sorted_.end(), entity); }

void Selection::select(ecs::Entity entity) {
    entities_.clear();
    if (entity) entities_.push_back(entity);
    entities_changed();
    remember();
}

void Selection::select_all(std::vector<ecs::Entity> entities) {
    entities_ = std::move(entities);
    entities_changed();
    remember();
}

void Selection::select_all(std::vector<ecs::Entity> entities, std::vector<ecs::Entity> sorted) {
    entities_ = std::move(entities);
    sorted_ = std::move(sorted);
    entities_sorted();
    remember();
}

void Selection::toggle(ecs::Entity entity) {
    if (!entity) return;
    const auto found = std::find(entities_.begin(), entities_.end(), entity);
    if (found == entities_.end())
        entities_.push_back(entity);
    else
        entities_.erase(found);
    entities_changed();
    remember();
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
        if (past_[step] != entities_ && any_alive(world, past_[step])) return step;
    return no_step;
}

std::size_t Selection::step_forward(const ecs::World& world) const {
    for (std::size_t step = cursor_ + 1; step < past_.size(); ++step)
        if (past_[step] != entities_ && any_alive(world, past_[step])) return step;
    return no_step;
}

void Selection::go_to(std::size_t step) {
    if (step == no_step) return;
    cursor_ = step;
    entities_ = past_[step];
    entities_changed();
    stepped_ = true;
}

void Selection::open_prefab(const ecs::World& world, ecs::Entity prefab) {
    if (prefab && !opened_prefab_) before_prefab_ = entities_;
    const bool closes = opened_prefab_ && !prefab;
    opened_prefab_ = prefab;
    if (!closes) return;
    std::erase_if(before_prefab_, [&](ecs::Entity each) { return !world.alive(each); });
    if (before_prefab_ != entities_) select_all(std::exchange(before_prefab_, {}));
    before_prefab_.clear();
}

void Selection::clear_hovered() {
    hovered = ecs::null_entity;
    hovered_component = ecs::no_component;
    hovered_archetype = ecs::no_archetype;
    hovered_chunk.reset();
    hovered_system.clear();
}

void Selection::entities_changed() {
    sorted_ = entities_;
    std::sort(sorted_.begin(), sorted_.end());
    entities_sorted();
}

void Selection::entities_sorted() {
    // A person who picks an entity wants to see its archetype.
    archetype_.reset();
    chunk_.reset();
    ++revision_;
    stepped_ = false;
}

void Selection::remember() {
    if (entities_.empty() || (!past_.empty() && past_[cursor_] == entities_)) return;
    if (!past_.empty()) past_.resize(cursor_ + 1);
    past_.push_back(entities_);

    std::size_t kept_entities = 0;
    for (const auto& step : past_) kept_entities += step.size();
    std::size_t forgotten = 0;
    while (past_.size() - forgotten > 2 &&
           (past_.size() - forgotten > remembered_steps || kept_entities > remembered_entities))
        kept_entities -= past_[forgotten++].size();
    past_.erase(past_.begin(), past_.begin() + static_cast<std::ptrdiff_t>(forgotten));
    cursor_ = past_.size() - 1;
}

}  // namespace panels
