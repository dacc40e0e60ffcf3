#include "shared_object_storage.hpp"

#include <algorithm>
#include <unordered_set>

namespace ecs::lab {

namespace {

constexpr std::string_view class_fixed = "an object's class is fixed: it can neither gain nor lose a component";
constexpr std::string_view not_issued = "no such object was ever made";
constexpr std::string_view deleted_read = "the object is deleted, but whoever holds it still reads and writes it";
constexpr std::string_view dead_object = "the object is deleted";
constexpr std::string_view collected = "the object is deleted and no container holds it any more: it is freed";
constexpr std::string_view none_there = "the object has no such component";
constexpr std::string_view append_lost = "what is appended to a container during its own pass is lost";
constexpr std::string_view out_of_range =
    "a pass inside of this pass shortened the container: the index is out of range";

constexpr std::array<std::string_view, 2> create_lines{"object = new Object(values)",
                                                       "for each value: containers[type].append(object)"};
constexpr std::array<std::string_view, 1> destroy_lines{"object.deleted = true      // the containers are not told"};
constexpr std::array<std::string_view, 2> add_lines{"object.values[type] = value",
                                                    "if containers[type] lacks it: append(object)"};
constexpr std::array<std::string_view, 1> set_lines{"object.values[type] = value"};
constexpr std::array<std::string_view, 1> remove_lines{"object.has[type] = false      // leaves at the next pass"};
constexpr std::array<std::string_view, 1> get_lines{"object.values[type]"};
constexpr std::array<std::string_view, 4> each_faithful_lines{
    "for i, object in container:", "    if object.deleted: continue", "    container[j] = object; yield(j, object)",
    "container = container[:j]"};
constexpr std::array<std::string_view, 3> each_repaired_lines{
    "if any are to be dropped: compact the container",
    "for object in container:", "    if not deleted and it has all: yield(object)"};

// An entry of the table: generation in the upper 24 bits; below them the object's address, or, with the lowest bit set,
// the number of the next free entry and 1.
constexpr unsigned generation_bit = 40;
constexpr std::uint64_t address_mask = (std::uint64_t{1} << generation_bit) - 1;
constexpr std::uint32_t last_generation = (1u << 24) - 1;

constexpr bool is_free(std::uint64_t entry) { return (entry & 1) != 0; }
constexpr Address address_in(std::uint64_t entry) { return entry & address_mask; }
constexpr std::uint32_t generation_in(std::uint64_t entry) {
    return static_cast<std::uint32_t>(entry >> generation_bit);
}
constexpr std::uint64_t entry_of(Address object, std::uint32_t generation) {
    return std::uint64_t{generation} << generation_bit | object;
}
constexpr std::uint64_t free_entry(std::uint64_t next_and_1, std::uint32_t generation) {
    return std::uint64_t{generation} << generation_bit | next_and_1 << 1 | 1;
}
/// The upper half is one more than the generation, so that no object has the handle 0.
constexpr Handle handle_from(std::uint32_t number, std::uint32_t generation) {
    return {std::uint64_t{generation + 1} << 32 | number};
}

constexpr std::uint32_t bit_of(TypeIndex type) { return std::uint32_t{1} << type; }

}  // namespace

/// The container of a pass, as CompactingPass sees it. Faithful: what is cut off stays in the array, and keeps alive
/// what it holds. Repaired: it is cleared.
template <class Memory>
class SharedObjectStorage<Memory>::Slots {
public:
    using Item = Address;

    Slots(SharedObjectStorage& storage, TypeIndex type, std::vector<Address>& dropped)
        : storage_(&storage), type_(type), dropped_(&dropped) {
        const Address head = storage.container(type);
        array_ = storage.memory_.template load<Address>(head, "container");
        count_ = storage.memory_.template load<std::uint64_t>(head + 8, "length");
    }
    std::uint64_t count() const { return count_; }
    Item load(std::uint64_t i) const {
        return storage_->memory_.template load<Address>(array_ + i * sizeof(Address), "address of an object");
    }
    bool deleted(Item object) const {
        const Header header = storage_->header(object);
        if (header.deleted != 0) return true;
        return !storage_->faithful() && (header.has & bit_of(type_)) == 0;
    }
    bool store(std::uint64_t to, std::uint64_t from, Item) {
        const auto now = GrowingArray<Memory>::look(storage_->memory_.arena(), storage_->container(type_));
        if (to >= now.length) return false;
        storage_->memory_.copy(now.data + to * sizeof(Address), array_ + from * sizeof(Address), sizeof(Address),
                               "moves left");
        return true;
    }
    void dropped(Item object) {
        storage_->memory_.decide("deleted: dropped from this container");
        dropped_->push_back(object);
    }
    void truncate(std::uint64_t length) {
        const Memory& memory = storage_->memory_;
        const Address head = storage_->container(type_);
        const auto now = GrowingArray<Memory>::look(memory.arena(), head);
        if (!storage_->faithful() && length < now.length)
            memory.fill(now.data + length * sizeof(Address), 0, (now.length - length) * sizeof(Address), "cut off");
        memory.store(head + 8, length, "length");
    }

private:
    SharedObjectStorage* storage_;
    TypeIndex type_;
    std::vector<Address>* dropped_;
    Address array_ = 0;
    std::uint64_t count_ = 0;
};

template <class Memory>
class SharedObjectStorage<Memory>::VisitedRow final : public Row {
public:
    VisitedRow(const SharedObjectStorage& storage, std::span<const TypeIndex> join) : storage_(storage), join_(join) {}

    void go_to(Address object) {
        object_ = object;
        entity = storage_.handle_of(object);
    }
    void read(std::size_t position, void* to) override {
        storage_.memory_.read(at(position), to, size(position), "value in the object");
    }
    bool write(std::size_t position, const void* from) override {
        storage_.memory_.write(at(position), from, size(position), "value in the object");
        return true;
    }

private:
    Address at(std::size_t position) const { return object_ + storage_.offsets_[join_[position]]; }
    std::uint64_t size(std::size_t position) const { return storage_.types()[join_[position]]->size; }

    const SharedObjectStorage& storage_;
    std::span<const TypeIndex> join_;
    Address object_ = 0;
};

/// Makes a pass known to the storage while it runs. At its end the array that it walked is freed, if the container has
/// another one by now and no other pass walks it.
template <class Memory>
class SharedObjectStorage<Memory>::Running {
public:
    Running(SharedObjectStorage& storage, TypeIndex type) : storage_(storage) {
        const auto head = GrowingArray<Memory>::look(storage.memory_.arena(), storage.container(type));
        // Repaired looks the array up at each turn, and needs none but the container's.
        storage.passes_.push_back({type, storage.faithful() ? head.data : 0, head.length});
        place_ = storage.passes_.size() - 1;
    }
    ~Running() {
        const Pass pass = storage_.passes_.back();
        storage_.passes_.pop_back();
        const Arena& arena = storage_.memory_.arena();
        const auto is_walked = [&](const Pass& other) { return other.array == pass.array; };
        const bool kept = GrowingArray<Memory>::look(arena, storage_.container(pass.type)).data == pass.array ||
                          std::any_of(storage_.passes_.begin(), storage_.passes_.end(), is_walked);
        if (!kept && pass.array != 0) {
            for (std::uint64_t i = 0; i < pass.count; ++i) {
                Address object;
                std::memcpy(&object, arena.at(pass.array + i * sizeof object), sizeof object);
                dropped.push_back(object);
            }
            storage_.memory_.release(pass.array);
        }
        storage_.let_go(pass.type, std::move(dropped));
    }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

    void hand_out(Address object) { storage_.passes_[place_].item = object; }

    std::vector<Address> dropped;

private:
    SharedObjectStorage& storage_;
    std::size_t place_;
};

template <class Memory>
SharedObjectStorage<Memory>::SharedObjectStorage(Mode mode, const StorageOptions& options,
                                                 std::span<const ComponentType* const> types, Memory memory)
    : Storage(StorageKind::SharedObject, mode, types),
      memory_(memory),
      head_(memory.allocate(containers_at + types.size() * container_bytes, "heads of table and containers",
                            Place::Program)),
      pooled_(options.pool_objects),
      table_(memory, head_, sizeof(std::uint64_t), "pointers of the callers",
             mode == Mode::Faithful ? Place::Program : Place::Heap),
      pools_(memory, head_ + pool_at, sizeof(Address), "pools") {
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
bool SharedObjectStorage<Memory>::walked(TypeIndex type) const {
    return std::any_of(passes_.begin(), passes_.end(), [&](const Pass& pass) { return pass.type == type; });
}

template <class Memory>
typename SharedObjectStorage<Memory>::Header SharedObjectStorage<Memory>::look_header(Address object) const {
    Header header;
    std::memcpy(&header, memory_.arena().at(object), sizeof header);
    return header;
}

template <class Memory>
Handle SharedObjectStorage<Memory>::handle_of(Address object) const {
    const std::uint32_t number = look_header(object).number;
    std::uint64_t entry;
    const auto table = GrowingArray<Memory>::look(memory_.arena(), head_);
    std::memcpy(&entry, memory_.arena().at(table.data + number * sizeof entry), sizeof entry);
    return handle_from(number, generation_in(entry));
}

template <class Memory>
typename SharedObjectStorage<Memory>::Found SharedObjectStorage<Memory>::found_in(Handle entity, std::uint64_t length,
                                                                                  std::uint64_t entry) const {
    const auto number = static_cast<std::uint32_t>(entity.bits);
    const std::uint64_t generation_and_1 = entity.bits >> 32;
    if (number >= length || generation_and_1 == 0 || generation_and_1 - 1 > generation_in(entry)) return {};
    if (is_free(entry)) return {0, generation_and_1 - 1 < generation_in(entry)};
    return {generation_and_1 - 1 == generation_in(entry) ? address_in(entry) : 0, true};
}

template <class Memory>
typename SharedObjectStorage<Memory>::Found SharedObjectStorage<Memory>::find(Handle entity) const {
    const auto number = static_cast<std::uint32_t>(entity.bits);
    const std::uint64_t length = table_.length();
    if (number >= length) return {};
    return found_in(entity, length, memory_.template load<std::uint64_t>(table_.at(number), "where the object is"));
}

template <class Memory>
typename SharedObjectStorage<Memory>::Found SharedObjectStorage<Memory>::look(Handle entity) const {
    const auto number = static_cast<std::uint32_t>(entity.bits);
    const auto table = GrowingArray<Memory>::look(memory_.arena(), head_);
    if (number >= table.length) return {};
    std::uint64_t entry;
    std::memcpy(&entry, memory_.arena().at(table.data + number * sizeof entry), sizeof entry);
    return found_in(entity, table.length, entry);
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
    const Address at = table_.at(number);
    const std::uint32_t generation = generation_in(memory_.template load<std::uint64_t>(at, "where the object is"));
    if (generation == last_generation) {
        // No generation is left that no handle has: the entry stays free, and in no list.
        memory_.store(at, free_entry(0, generation), "used up");
        return;
    }
    const auto next = memory_.template load<std::uint64_t>(head_ + free_entry_at, "free entry");
    memory_.store(at, free_entry(next, generation + 1), "free entry");
    memory_.store(head_ + free_entry_at, std::uint64_t{number} + 1, "free entry");
    memory_.note(EventKind::PushFree, number);
}

template <class Memory>
Outcome SharedObjectStorage<Memory>::create(std::span<const Value> values) {
    memory_.line(0);
    const Address object = allocate_object();
    auto number = memory_.template load<std::uint64_t>(head_ + free_entry_at, "free entry");
    std::uint32_t generation = 0;
    if (number == 0) {
        number = table_.length();
        memory_.store(table_.push(), entry_of(object, 0), "where the object is");
    } else {
        --number;
        memory_.note(EventKind::PopFree, number);
        const auto entry = memory_.template load<std::uint64_t>(table_.at(number), "free entry");
        generation = generation_in(entry);
        memory_.store(head_ + free_entry_at, address_in(entry) >> 1, "free entry");
        memory_.store(table_.at(number), entry_of(object, generation), "where the object is");
    }
    Header header{static_cast<std::uint32_t>(number), 0, 0, 0};
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
    const Handle handle = handle_from(static_cast<std::uint32_t>(number), generation);
    return lost ? Outcome::bitten("004-L2", append_lost, handle) : Outcome::done(handle);
}

template <class Memory>
bool SharedObjectStorage<Memory>::append(TypeIndex type, Address object) {
    const Address at = container(type);
    auto length = memory_.template load<std::uint64_t>(at + 8, "length");
    const auto capacity = memory_.template load<std::uint64_t>(at + 16, "capacity");
    if (length == capacity) {
        const auto dropping = memory_.template load<std::uint64_t>(at + dropping_at, "how many are to be dropped");
        if (dropping * 4 >= capacity && dropping > 0 && !walked(type)) {
            memory_.decide("full, but a quarter is to be dropped: compacted instead of grown");
            compact(type);
            length = memory_.template load<std::uint64_t>(at + 8, "length");
        } else {
            grow(type);
        }
    }
    const auto array = memory_.template load<Address>(at, "container");
    const Address slot = array + length * sizeof(Address);
    const auto behind_end = memory_.template load<Address>(slot, "what was behind the end");
    memory_.store(slot, object, "address of the object");
    memory_.store(at + 8, length + 1, "length");
    Header header = this->header(object);
    if ((header.listed & bit_of(type)) == 0) {
        header.listed |= bit_of(type);
        memory_.store(object, header, "listed");
    }
    if (behind_end != 0 && behind_end != object) let_go(type, {behind_end});
    return faithful() && walked(type);
}

template <class Memory>
void SharedObjectStorage<Memory>::grow(TypeIndex type) {
    const Address at = container(type);
    const auto old = memory_.template load<Address>(at, "container");
    const auto capacity = memory_.template load<std::uint64_t>(at + 16, "capacity");
    const std::uint64_t larger = capacity == 0 ? 1 : 2 * capacity, used = capacity * sizeof(Address);
    const Address fresh = memory_.allocate(larger * sizeof(Address), types()[type]->name);
    if (old != 0) memory_.copy(fresh, old, used, "addresses move to the larger block");
    memory_.fill(fresh + used, 0, larger * sizeof(Address) - used, "no object yet");
    memory_.store(at, fresh, "container");
    memory_.store(at + 16, larger, "capacity");
    // Faithful passes go on over the array that they began with; the last of them frees it.
    const auto walks = [&](const Pass& pass) { return pass.array == old; };
    if (old != 0 && std::none_of(passes_.begin(), passes_.end(), walks)) memory_.release(old);
}

template <class Memory>
void SharedObjectStorage<Memory>::compact(TypeIndex type) {
    std::vector<Address> dropped;
    CompactingPass<Slots>(Slots(*this, type, dropped)).finish();
    memory_.store(container(type) + dropping_at, std::uint64_t{0}, "none are to be dropped");
    let_go(type, std::move(dropped));
}

template <class Memory>
void SharedObjectStorage<Memory>::let_go(TypeIndex type, std::vector<Address> objects) {
    if (objects.empty()) return;
    std::sort(objects.begin(), objects.end());
    objects.erase(std::unique(objects.begin(), objects.end()), objects.end());
    // Who else holds them is what a garbage collector finds out; its reading is not the program's, so not traced.
    const Arena& arena = memory_.arena();
    std::unordered_set<Address> held;
    const auto hold_all = [&](Address array, std::uint64_t count) {
        if (count == 0) return;
        const auto* begin = reinterpret_cast<const Address*>(arena.at(array));
        if (objects.size() == 1) {
            if (std::find(begin, begin + count, objects[0]) != begin + count) held.insert(objects[0]);
            return;
        }
        for (const Address* object = begin; object != begin + count; ++object)
            if (std::binary_search(objects.begin(), objects.end(), *object)) held.insert(*object);
    };
    if (faithful()) {
        const auto now = GrowingArray<Memory>::look(arena, container(type));
        hold_all(now.data, now.capacity);
    }
    for (const Pass& pass : passes_) {
        if (pass.type != type) continue;
        if (faithful()) hold_all(pass.array, pass.count);
        held.insert(pass.item);
    }
    for (const Address object : objects) {
        if (held.contains(object)) continue;
        Header header = this->header(object);
        header.listed &= ~bit_of(type);
        memory_.store(object, header, "no longer listed");
        if (header.deleted != 0 && header.listed == 0) collect(object, header.number);
    }
}

template <class Memory>
Outcome SharedObjectStorage<Memory>::destroy(Handle entity) {
    memory_.line(0);
    const Found found = find(entity);
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
    const Found found = find(entity);
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
        count(container(value.type) + dropping_at, -1);  // it was removed, but never left the container
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
    const Address object = look(entity).object;
    return object != 0 && look_header(object).deleted == 0;
}

template <class Memory>
std::uint64_t SharedObjectStorage<Memory>::size() const {
    std::uint64_t living;
    std::memcpy(&living, memory_.arena().at(head_ + living_at), sizeof living);
    return living;
}

template <class Memory>
Outcome SharedObjectStorage<Memory>::each(std::span<const TypeIndex> join, const RowFunction& function) {
    return faithful() ? each_faithful(join, function) : each_repaired(join, function);
}

template <class Memory>
Outcome SharedObjectStorage<Memory>::each_faithful(std::span<const TypeIndex> join, const RowFunction& function) {
    std::uint32_t all = 0;
    for (const TypeIndex type : join) all |= bit_of(type);
    VisitedRow row(*this, join);
    Running running(*this, join[0]);
    memory_.line(0);
    CompactingPass<Slots> pass(Slots(*this, join[0], running.dropped));
    while (pass.next()) {
        running.hand_out(pass.item());
        memory_.line(2);
        if ((header(pass.item()).has & all) != all) continue;
        row.go_to(pass.item());
        function(row);
    }
    memory_.line(3);
    return pass.failed() ? Outcome::bitten("004-L3", out_of_range) : Outcome::done();
}

template <class Memory>
Outcome SharedObjectStorage<Memory>::each_repaired(std::span<const TypeIndex> join, const RowFunction& function) {
    std::uint32_t all = 0;
    for (const TypeIndex type : join) all |= bit_of(type);
    const Address at = container(join[0]);
    memory_.line(0);
    const auto dropping = memory_.template load<std::uint64_t>(at + dropping_at, "how many are to be dropped");
    if (dropping != 0 && !walked(join[0])) compact(join[0]);
    VisitedRow row(*this, join);
    Running running(*this, join[0]);
    memory_.line(1);
    const auto count = memory_.template load<std::uint64_t>(at + 8, "length");
    for (std::uint64_t i = 0; i < count; ++i) {
        // Looked up anew each time: what is called may make the container grow. It is not compacted meanwhile.
        const Address array = GrowingArray<Memory>::look(memory_.arena(), at).data;
        const auto object = memory_.template load<Address>(array + i * sizeof(Address), "address of an object");
        const Header header = this->header(object);
        if (header.deleted != 0 || (header.has & all) != all) continue;
        memory_.line(2);
        running.hand_out(object);
        row.go_to(object);
        function(row);
    }
    return Outcome::done();
}

template <class Memory>
void SharedObjectStorage<Memory>::describe_container(TypeIndex type, const SpanFunction& span) const {
    const Arena& arena = memory_.arena();
    const auto array = GrowingArray<Memory>::look(arena, container(type));
    if (array.data == 0) return;
    const auto component = static_cast<std::int32_t>(type);
    std::uint64_t spare = array.capacity;  // where the slots begin that hold nothing
    for (std::uint64_t i = 0; i < array.capacity; ++i) {
        Address object;
        const Address at = array.data + i * sizeof object;
        std::memcpy(&object, arena.at(at), sizeof object);
        if (i >= array.length && object == 0) {
            spare = i;
            break;
        }
        const auto slot = static_cast<std::int64_t>(i);
        span({at, sizeof object, i < array.length ? Role::Pointer : Role::Hole, component, slot,
              handle_of(object).bits});
    }
    const Address begin = array.data + spare * sizeof(Address), end = array.data + array.capacity * sizeof(Address);
    if (begin < end) span({begin, end - begin, Role::Spare, component});
    if (const Address block = arena.block_of(array.data)->end(); end < block)
        span({end, block - end, Role::Padding, component});
}

template <class Memory>
void SharedObjectStorage<Memory>::describe_object(Address object, std::uint64_t bytes, const SpanFunction& span) const {
    const Header header = look_header(object);
    if (header.number == unused) {
        span({object, sizeof(Header), Role::FreeList});
        span({object + sizeof(Header), bytes - sizeof(Header), Role::Spare});
        return;
    }
    const std::uint64_t bits = handle_of(object).bits;
    span({object, 4, Role::Header, -1, -1, bits});
    span({object + 4, 12, Role::Flag, -1, -1, bits});
    Address at = object + sizeof(Header);
    const auto pad_to = [&](Address to) {
        if (at < to) span({at, to - at, Role::Padding, -1, -1, bits});
        at = to;
    };
    for (TypeIndex type = 0; type < types().size(); ++type) {
        if (types()[type]->size == 0) continue;
        pad_to(object + offsets_[type]);
        const bool in_use = header.deleted == 0 && (header.has & bit_of(type)) != 0;
        span({at, types()[type]->size, in_use ? Role::Payload : Role::Hole, static_cast<std::int32_t>(type), -1, bits});
        at += types()[type]->size;
    }
    pad_to(object + bytes);
}

template <class Memory>
void SharedObjectStorage<Memory>::describe(const SpanFunction& span) const {
    const Arena& arena = memory_.arena();
    span({head_, arena.block_of(head_)->bytes, Role::Header});
    for (TypeIndex type = 0; type < types().size(); ++type) describe_container(type, span);
    const auto describe_rest = [&](Address data, std::uint64_t used, std::uint64_t capacity, Role role) {
        if (used < capacity) span({data + used, capacity - used, role});
        if (const std::uint64_t block = arena.block_of(data)->bytes; capacity < block)
            span({data + capacity, block - capacity, Role::Padding});
    };
    const auto table = GrowingArray<Memory>::look(arena, head_);
    for (std::uint64_t i = 0; i < table.length; ++i) {
        std::uint64_t entry;
        const Address at = table.data + i * sizeof entry;
        std::memcpy(&entry, arena.at(at), sizeof entry);
        const auto number = static_cast<std::uint32_t>(i);
        const auto slot = static_cast<std::int64_t>(i);
        if (is_free(entry)) {
            span({at, sizeof entry, Role::FreeList, -1, slot});
            continue;
        }
        span({at, sizeof entry, Role::Index, -1, slot, handle_from(number, generation_in(entry)).bits});
        if (!pooled_) describe_object(address_in(entry), arena.block_of(address_in(entry))->bytes, span);
    }
    if (table.data != 0)
        describe_rest(table.data, table.length * sizeof(Address), table.capacity * sizeof(Address), Role::Index);

    const auto pools = GrowingArray<Memory>::look(arena, head_ + pool_at);
    for (std::uint64_t i = 0; i < pools.length; ++i) {
        const Address at = pools.data + i * sizeof(Address);
        span({at, sizeof(Address), Role::Pointer, -1, static_cast<std::int64_t>(i)});
        Address pool;
        std::memcpy(&pool, arena.at(at), sizeof pool);
        for (std::uint64_t place = 0; place < pool_objects; ++place)
            describe_object(pool + place * object_bytes_, object_bytes_, span);
    }
    if (pools.data != 0)
        describe_rest(pools.data, pools.length * sizeof(Address), pools.capacity * sizeof(Address), Role::Spare);
}

template <class Memory>
Outcome SharedObjectStorage<Memory>::supports(Operation operation) const {
    if (!faithful()) return Outcome::done();
    if (operation == Operation::Add || operation == Operation::Remove) return Outcome::refused("004-C4", class_fixed);
    if (operation == Operation::ChangeInEach) return Outcome::bitten("004-L2", append_lost);
    return Outcome::done();
}

template <class Memory>
std::span<const std::string_view> SharedObjectStorage<Memory>::pseudo_code(Operation operation) const {
    using Lines = std::span<const std::string_view>;
    switch (operation) {
        case Operation::Create:
            return create_lines;
        case Operation::Destroy:
            return destroy_lines;
        case Operation::Add:
            return add_lines;
        case Operation::Set:
            return set_lines;
        case Operation::Remove:
            return remove_lines;
        case Operation::Get:
        case Operation::Has:
            return get_lines;
        default:
            return faithful() ? Lines(each_faithful_lines) : Lines(each_repaired_lines);
    }
}

template class SharedObjectStorage<PlainMemory>;
template class SharedObjectStorage<TracedMemory>;

std::unique_ptr<Storage> make_shared_object(const StorageMaker& maker) { return maker.make<SharedObjectStorage>(); }

}  // namespace ecs::lab
