#include "editor/app/scene/world_watch.hpp"

#include "editor/session/journal_room.hpp"

namespace editor {

void WorldWatch::start(ecs::World& world) {
    stop();
    world_ = &world;
    world.observe(&journal_);
}

void WorldWatch::stop() {
    if (world_) world_->observe(nullptr);
    world_ = nullptr;
    journal_.clear();
    archetypes_.clear();
    moves_.clear();
}

void WorldWatch::make_room() { journal_.reserve(journal_room(journal_, journal_read_, *world_)); }

void WorldWatch::sample() { archetypes_.sample(*world_); }

void WorldWatch::panels_drew() {
    journal_read_ = journal_.total();
    journal_.tell(moves_.take_wanted() ? &moves_ : nullptr);
}

}  // namespace editor
