#include "ecs/lab/storages/chunk_storage.hpp"

#include <cstddef>

#include "ecs/lab/storages/storages.hpp"

namespace ecs::lab {

namespace {

constexpr std::array<std::string_view, 5> create_lines{
    "find the archetype of these types, or make it", "no room in its last chunk? a larger block, or one more chunk",
    "take the slot freed last, or a new one", "a new row behind the last, known to the entity index",
    "write the values"};
constexpr std::array<std::string_view, 3> destroy_lines{"find the row in the entity index",
                                                        "the last row fills the hole; give an empty chunk back",
                                                        "the slot is free, for the next generation"};
constexpr std::array<std::string_view, 5> add_lines{
    "find the row, and the archetype with this type as well", "a new row behind the last there",
    "copy the columns that both have", "the last row fills the hole here; give an empty chunk back", "write the value"};
constexpr std::array<std::string_view, 4> remove_lines{
    "find the row, and the archetype without this type", "a new row behind the last there",
    "copy the columns that both have", "the last row fills the hole here; give an empty chunk back"};
constexpr std::array<std::string_view, 2> value_lines{"find the row in the entity index",
                                                      "chunk + column start + size of a value * row"};
constexpr std::array<std::string_view, 2> has_lines{"find the row in the entity index",
                                                    "is the type in its archetype?"};
constexpr std::array<std::string_view, 2> each_lines{"for every archetype that has all of the types",
                                                     "chunk by chunk: walk the columns side by side, row by row"};

Outcome gone() { return Outcome::refused("ecs::World", "there is no such entity (any more)"); }
Outcome lacking() { return Outcome::refused("ecs::World", "the entity does not have this component"); }

}  // namespace

template <class Memory>
ChunkStorage<Memory>::ChunkStorage(Mode mode, const StorageOptions&, std::span<const ComponentType* const> types,
                                   Memory memory)
    : Storage(StorageKind::Chunks, mode, types), memory_(memory), world_(memory, types) {}

template <class Memory>
Outcome ChunkStorage<Memory>::may_change() const {
    const auto visits = memory_.template load<std::uint64_t>(world_.root() + offsetof(typename World::Root, visits),
                                                             "is a visit under way?");
    return visits == 0 ? Outcome::done() : supports(OperationKind::ChangeInEach);
}

template <class Memory>
void ChunkStorage<Memory>::write_value(const Place& place, const Value& value) {
    const auto at = world_.value_at(place, value.type);
    if (at) memory_.write(*at, value.bytes, types()[value.type]->size, "value");
}

template <class Memory>
typename ChunkStorage<Memory>::Place ChunkStorage<Memory>::move_row(Handle entity, const Place& from, TypeIndex type) {
    const std::uint32_t target = world_.follow_edge(from.archetype, world_.rank_of(type));
    memory_.line(1);
    world_.ensure_room(target);
    const Place place = world_.push_row(target, entity);
    memory_.line(2);
    world_.copy_shared(from, place);
    memory_.line(3);
    world_.close_hole(from);
    return place;
}

template <class Memory>
Outcome ChunkStorage<Memory>::create(std::span<const Value> values) {
    memory_.line(0);
    if (const Outcome free = may_change(); !free) return free;
    typename World::TypeMask mask = 0;
    for (const Value& value : values) mask |= typename World::TypeMask{1} << world_.rank_of(value.type);
    const std::uint32_t archetype = world_.archetype_for(mask);
    memory_.line(1);
    world_.ensure_room(archetype);
    memory_.line(2);
    const Handle entity = world_.acquire();
    memory_.line(3);
    const Place place = world_.push_row(archetype, entity);
    world_.count_alive(1);
    memory_.line(4);
    for (const Value& value : values) write_value(place, value);
    return Outcome::done(entity);
}

template <class Memory>
Outcome ChunkStorage<Memory>::destroy(Handle entity) {
    memory_.line(0);
    if (const Outcome free = may_change(); !free) return free;
    const auto place = world_.find(entity);
    if (!place) return gone();
    world_.count_alive(-1);
    memory_.line(1);
    world_.close_hole(*place);
    memory_.line(2);
    world_.release(entity);
    return Outcome::done();
}

template <class Memory>
bool ChunkStorage<Memory>::alive(Handle entity) const {
    return world_.look_alive(entity);
}

template <class Memory>
std::vector<HandlePart> ChunkStorage<Memory>::parts_of(Handle entity) const {
    return {{"generation", entity.bits >> 32, 32}, {"index", entity.bits & 0xFFFF'FFFF, 32}};
}

template <class Memory>
Outcome ChunkStorage<Memory>::add(Handle entity, const Value& value) {
    memory_.line(0);
    if (const Outcome free = may_change(); !free) return free;
    auto place = world_.find(entity);
    if (!place) return gone();
    if (world_.value_at(*place, value.type))
        memory_.decide("the entity has it: overwritten");
    else
        place = move_row(entity, *place, value.type);
    memory_.line(4);
    write_value(*place, value);
    return Outcome::done(entity);
}

template <class Memory>
Outcome ChunkStorage<Memory>::set(Handle entity, const Value& value) {
    memory_.line(0);
    const auto place = world_.find(entity);
    if (!place) return gone();
    memory_.line(1);
    if (!world_.value_at(*place, value.type)) return lacking();
    write_value(*place, value);
    return Outcome::done();
}

template <class Memory>
Outcome ChunkStorage<Memory>::remove(Handle entity, TypeIndex type) {
    memory_.line(0);
    if (const Outcome free = may_change(); !free) return free;
    const auto place = world_.find(entity);
    if (!place) return gone();
    if (!world_.value_at(*place, type)) return lacking();
    move_row(entity, *place, type);
    return Outcome::done(entity);
}

template <class Memory>
Outcome ChunkStorage<Memory>::get(Handle entity, TypeIndex type, void* to) {
    memory_.line(0);
    const auto place = world_.find(entity);
    if (!place) return gone();
    memory_.line(1);
    const auto at = world_.value_at(*place, type);
    if (!at) return lacking();
    memory_.read(*at, to, types()[type]->size, "value");
    return Outcome::done();
}

template <class Memory>
bool ChunkStorage<Memory>::has(Handle entity, TypeIndex type) {
    memory_.line(0);
    const auto place = world_.find(entity);
    memory_.line(1);
    return place && world_.value_at(*place, type).has_value();
}

template <class Memory>
std::uint64_t ChunkStorage<Memory>::size() const {
    return world_.look_root().alive;
}

template <class Memory>
Outcome ChunkStorage<Memory>::supports(OperationKind operation) const {
    if (operation != OperationKind::ChangeInEach) return Outcome::done();
    return Outcome::refused(
        "ecs::World", "nothing changes while a query iterates: record it in Commands, which play back afterwards");
}

template <class Memory>
std::span<const std::string_view> ChunkStorage<Memory>::pseudo_code(OperationKind operation) const {
    return PseudoCode{.create = create_lines,
                      .destroy = destroy_lines,
                      .add = add_lines,
                      .set = value_lines,
                      .remove = remove_lines,
                      .get = value_lines,
                      .has = has_lines,
                      .each = each_lines}
        .of(operation);
}

std::unique_ptr<Storage> make_chunks(const StorageMaker& maker) { return maker.make<ChunkStorage>(); }

template class ChunkStorage<PlainMemory>;
template class ChunkStorage<TracedMemory>;

}  // namespace ecs::lab
