#include "mirror.hpp"

using namespace ecs;

namespace test {

Mirror::Mirror(World& world) : world_(world) {
    look_again();
    world_.observe(&journal_);
}

void Mirror::look_again() {
    const World& world = world_;
    locations_.clear();
    chunks_.clear();
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const Archetype& archetype = world.archetype(id);
        chunks_[id] = static_cast<std::uint32_t>(archetype.chunk_count());
        for (std::uint32_t position = 0; position < archetype.chunk_count(); ++position) {
            const std::span<const Entity> entities = archetype.chunk(position).entities();
            for (std::uint32_t row = 0; row < entities.size(); ++row) locations_[entities[row]] = {id, position, row};
        }
    }
}

void Mirror::catch_up() {
    note(journal_.total() - read_ <= journal_.size(), "a journal dropped records that it had room for");
    for (std::uint64_t i = journal_.size() - (journal_.total() - read_); i < journal_.size(); ++i)
        follow(journal_[static_cast<std::size_t>(i)]);
    read_ = journal_.total();
}

void Mirror::note(bool holds, const char* what) {
    if (!holds && fault_.empty()) fault_ = what;
}

void Mirror::follow(const StructuralChange& change) {
    const auto found = locations_.find(change.entity);
    const auto leaves = [&] {
        note(found != locations_.end() && found->second == change.from, "a record says a row left where it was not");
    };
    switch (change.kind) {
        case ChangeKind::Created:
            note(found == locations_.end(), "an entity was recorded as created twice");
            locations_[change.entity] = change.to;
            break;
        case ChangeKind::Destroyed:
            leaves();
            locations_.erase(change.entity);
            break;
        case ChangeKind::Moved:
        case ChangeKind::FilledHole:
            leaves();
            note(change.bytes_copied >= sizeof(Entity), "a record says that a row moved without its id");
            locations_[change.entity] = change.to;
            break;
        case ChangeKind::ChunkMade:
            note(change.to.chunk == chunks_[change.to.archetype]++, "a record of a new chunk names another place");
            break;
        case ChangeKind::ChunkFreed:
            note(change.to.chunk + 1 == chunks_[change.to.archetype]--, "a record of a freed chunk names another one");
            break;
        case ChangeKind::ChunkGrown:
        case ChangeKind::ChunkShrunk:
            note(change.to.chunk == 0 && chunks_[change.to.archetype] == 1, "only an only chunk changes its size");
            break;
        case ChangeKind::Restored:
            look_again();
            break;
    }
}

std::string Mirror::fault() {
    catch_up();
    const World& world = world_;
    if (!fault_.empty()) return fault_;
    if (locations_.size() != world.entity_count()) return "the records lead to another number of entities";
    for (const auto& [entity, location] : locations_) {
        if (!world.alive(entity)) return "the records leave " + to_string(entity) + " alive";
        if (world.location(entity) != location) return "the records lead to another place of " + to_string(entity);
    }
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const auto known = chunks_.find(id);
        if ((known == chunks_.end() ? 0 : known->second) != world.archetype(id).chunk_count())
            return "the records lead to another number of chunks";
    }
    return {};
}

}  // namespace test
