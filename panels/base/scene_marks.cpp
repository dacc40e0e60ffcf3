#include "panels/base/scene_marks.hpp"

#include <algorithm>
#include <iterator>

namespace panels {

void SceneMarks::show_all() {
    if (hidden_.empty()) return;
    hidden_.clear();
    ++revision_;
}

void SceneMarks::unlock_all() {
    if (locked_.empty()) return;
    locked_.clear();
    ++revision_;
}

void SceneMarks::forget() {
    show_all();
    unlock_all();
}

bool SceneMarks::has(const std::vector<ecs::Entity>& marked, ecs::Entity entity) {
    return std::binary_search(marked.begin(), marked.end(), entity);
}

bool SceneMarks::marks(const std::vector<ecs::Entity>& marked, const ecs::World& world, ecs::Entity entity) {
    if (marked.empty()) return false;
    for (ecs::Entity each = entity; each; each = world.alive(each) ? world.parent(each) : ecs::null_entity)
        if (has(marked, each)) return true;
    return false;
}

void SceneMarks::set(std::vector<ecs::Entity>& marked, std::span<const ecs::Entity> entities, bool on) {
    std::vector<ecs::Entity> sorted(entities.begin(), entities.end());
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    std::vector<ecs::Entity> after;
    if (on)
        std::set_union(marked.begin(), marked.end(), sorted.begin(), sorted.end(), std::back_inserter(after));
    else
        std::set_difference(marked.begin(), marked.end(), sorted.begin(), sorted.end(), std::back_inserter(after));
    if (after == marked) return;
    marked = std::move(after);
    ++revision_;
}

}  // namespace panels
