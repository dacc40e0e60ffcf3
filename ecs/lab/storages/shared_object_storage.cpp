#include "ecs/lab/storages/shared_object_storage.hpp"

#include "ecs/base/language.hpp"

#include <algorithm>

namespace ecs::lab {

namespace {

constexpr std::string_view not_issued = tr_later("no such object was ever made");
constexpr std::string_view deleted_read =
    tr_later("the object is deleted, but whoever holds it still reads and writes it");
constexpr std::string_view dead_object = tr_later("the object is deleted");
constexpr std::string_view collected =
    tr_later("the object is deleted and no container holds it any more: it is freed");
constexpr std::string_view none_there = tr_later("the object has no such component");

}  // namespace

template <class Memory>
SharedObjectStorage<Memory>::SharedObjectStorage(Mode mode, const StorageOptions& options,
                                                 std::span<const ComponentType* const> types, Memory memory)
    : Storage(StorageKind::SharedObject, mode, types),
      memory_(memory),
      head_(memory.allocate(containers_at + types.size() * container_bytes, "heads of table and containers",
                            BlockKind::Program)),
      pooled_(options.pool_objects),
      table_(memory, head_, mode == Mode::Faithful ? BlockKind::Program : BlockKind::Heap),
      pools_(memory, head_ + pools_at, sizeof(Address), "pools") {
    memory.fill(head_, 0, containers_at + types.size() * container_bytes, "empty");
    std::uint64_t end = sizeof(Header), align = 8;
    for (const ComponentType* type : types) {
        align = std::max<std::uint64_t>(align, type->align);
        end = (end + type->align - 1) / type->align * type->align;
        offsets_.push_back(end);
        end += type->size;
    }
    object_bytes_ = (end + align - 1) / align * align;
}

template <class Memory>
typename SharedObjectStorage<Memory>::Header SharedObjectStorage<Memory>::look_header(Address object) const {
    Header header;
    std::memcpy(&header, memory_.arena().at(object), sizeof header);
    return header;
}

template <class Memory>
void SharedObjectStorage<Memory>::count(Address at, std::int64_t more) {
    const auto before = memory_.template load<std::int64_t>(at, "counter");
    memory_.store(at, before + more, "counter");
}

template <class Memory>
Address SharedObjectStorage<Memory>::allocate_object() {
    if (!pooled_) return memory_.allocate(object_bytes_, "object");
    auto free = memory_.template load<Address>(head_ + free_place_at, "free place of a pool");
    if (free == 0) {
        free = memory_.allocate(pool_objects * object_bytes_, "pool of objects");
        memory_.store(pools_.push(), free, "address of the pool");
        for (std::uint64_t i = 0; i < pool_objects; ++i) {
            const Address place = free + i * object_bytes_;
            memory_.store(place, unused, "unused");
            memory_.store(place + 8, i + 1 < pool_objects ? place + object_bytes_ : 0, "next free place");
        }
    } else {
        memory_.note(EventKind::PopFree, free);
    }
    const auto next = memory_.template load<Address>(free + 8, "next free place");
    memory_.store(head_ + free_place_at, next, "free place of a pool");
    return free;
}

template <class Memory>
void SharedObjectStorage<Memory>::collect(Address object, std::uint32_t number) {
    memory_.decide("deleted, and no container holds it any more: freed");
    if (pooled_) {
        memory_.store(object, unused, "unused");
        memory_.store(object + 8, memory_.template load<Address>(head_ + free_place_at, "free place of a pool"),
                      "next free place");
        memory_.store(head_ + free_place_at, object, "free place of a pool");
        memory_.note(EventKind::PushFree, object);
    } else {
        memory_.release(object);
    }
    table_.release(number);
}

template <class Memory>
Outcome SharedObjectStorage<Memory>::create(std::span<const Value> values) {
    memory_.line(0);
    const Address object = allocate_object();
    const Handle handle = table_.acquire(object);
    Header header{PointerTable<Memory>::number_of(handle), 0, 0, 0};
    for (const Value& value : values) header.has |= bit_of(value.type);
    memory_.store(object, header, "header of the object");
    for (const Value& value : values)
        memory_.write(object + offsets_[value.type], value.bytes, types()[value.type]->size, "value in the object");
    count(head_ + living_at, +1);
    bool lost = false;
    for (const Value& value : values) {
        memory_.line(1);
        lost |= append(value.type, object);
    }
    return lost ? Outcome::bitten("004-L2", append_lost, handle) : Outcome::done(handle);
}

template <class Memory>
Outcome SharedObjectStorage<Memory>::destroy(Handle entity) {
    memory_.line(0);
    const Found found = table_.find(entity);
    if (!found.issued) return Outcome::refused("004-C1", not_issued);
    if (found.object == 0) return faithful() ? Outcome::done() : Outcome::refused("004-C1", dead_object);
    Header header = this->header(found.object);
    if (header.deleted != 0) return faithful() ? Outcome::done() : Outcome::refused("004-C1", dead_object);
    header.deleted = 1;
    memory_.note(EventKind::Flag, found.object + 4, 0, true, "deleted");
    memory_.store(found.object + 4, header.deleted, "deleted");
    count(head_ + living_at, -1);
    if (!faithful())
        for (TypeIndex type = 0; type < types().size(); ++type)
            if ((header.listed & header.has & bit_of(type)) != 0) count(container(type) + dropping_at, +1);
    if (header.listed == 0) collect(found.object, header.number);
    return Outcome::done();
}

template <class Memory>
Outcome SharedObjectStorage<Memory>::reach(Handle entity, Address& object) const {
    const Found found = table_.find(entity);
    if (!found.issued) return Outcome::refused("004-C1", not_issued);
    if (found.object == 0) return Outcome::refused("004-L4", collected);
    object = found.object;
    if (header(object).deleted == 0) return Outcome::done();
    return faithful() ? Outcome::bitten("004-L4", deleted_read) : Outcome::refused("004-C1", dead_object);
}

template <class Memory>
Outcome SharedObjectStorage<Memory>::add(Handle entity, const Value& value) {
    memory_.line(0);
    Address object = 0;
    Outcome outcome = reach(entity, object);
    if (!outcome) return outcome;
    Header header = this->header(object);
    const bool had = (header.has & bit_of(value.type)) != 0;
    if (!had && faithful()) return Outcome::refused("004-C4", class_fixed);
    outcome.handle = entity;
    memory_.write(object + offsets_[value.type], value.bytes, types()[value.type]->size, "value in the object");
    if (had) return outcome;
    header.has |= bit_of(value.type);
    memory_.store(object, header, "has the component");
    memory_.line(1);
    if ((header.listed & bit_of(value.type)) == 0)
        append(value.type, object);
    else
        count(container(value.type) + dropping_at, -1);  // removed, but never dropped from the container
    return outcome;
}

template <class Memory>
Outcome SharedObjectStorage<Memory>::set(Handle entity, const Value& value) {
    memory_.line(0);
    Address object = 0;
    const Outcome outcome = reach(entity, object);
    if (!outcome) return outcome;
    if ((header(object).has & bit_of(value.type)) == 0) return Outcome::refused("004-C4", none_there);
    memory_.write(object + offsets_[value.type], value.bytes, types()[value.type]->size, "value in the object");
    return outcome;
}

template <class Memory>
Outcome SharedObjectStorage<Memory>::remove(Handle entity, TypeIndex type) {
    if (faithful()) return Outcome::refused("004-C4", class_fixed);
    memory_.line(0);
    Address object = 0;
    Outcome outcome = reach(entity, object);
    if (!outcome) return outcome;
    Header header = this->header(object);
    if ((header.has & bit_of(type)) == 0) return Outcome::refused("004-C4", none_there);
    header.has &= ~bit_of(type);
    memory_.note(EventKind::Flag, object + 8, 0, false, "has the component");
    memory_.store(object, header, "has the component no more");
    count(container(type) + dropping_at, +1);
    outcome.handle = entity;
    return outcome;
}

template <class Memory>
Outcome SharedObjectStorage<Memory>::get(Handle entity, TypeIndex type, void* to) {
    memory_.line(0);
    Address object = 0;
    const Outcome outcome = reach(entity, object);
    if (!outcome) return outcome;
    if ((header(object).has & bit_of(type)) == 0) return Outcome::refused("004-C4", none_there);
    memory_.read(object + offsets_[type], to, types()[type]->size, "value in the object");
    return outcome;
}

template <class Memory>
bool SharedObjectStorage<Memory>::has(Handle entity, TypeIndex type) {
    Address object = 0;
    return reach(entity, object) && (header(object).has & bit_of(type)) != 0;
}

template <class Memory>
bool SharedObjectStorage<Memory>::alive(Handle entity) const {
    const Address object = table_.look(entity).object;
    return object != 0 && look_header(object).deleted == 0;
}

template <class Memory>
std::optional<Handle> SharedObjectStorage<Memory>::reached_by(Handle entity) const {
    const bool found = faithful() ? table_.look(entity).object != 0 : alive(entity);
    return found ? std::optional(entity) : std::nullopt;
}

template <class Memory>
std::vector<HandlePart> SharedObjectStorage<Memory>::parts_of(Handle entity) const {
    return {{"generation + 1", entity.bits >> 32, 32},
            {"pointer", PointerTable<Memory>::number_of(entity), 32},
            {"address", table_.look(entity).object, 0}};
}

template <class Memory>
std::uint64_t SharedObjectStorage<Memory>::size() const {
    std::uint64_t living;
    std::memcpy(&living, memory_.arena().at(head_ + living_at), sizeof living);
    return living;
}

template class SharedObjectStorage<PlainMemory>;
template class SharedObjectStorage<TracedMemory>;

std::unique_ptr<Storage> make_shared_object(const StorageMaker& maker) { return maker.make<SharedObjectStorage>(); }

}  // namespace ecs::lab
