#include <algorithm>

#include "ecs/lab/storages/shared_object_storage.hpp"

#include "ecs/base/language.hpp"

namespace ecs::lab {

namespace {

constexpr std::string_view out_of_range =
    tr_later("a pass inside of this pass shortened the container: the index is out of range");

}  // namespace

/// The container of a pass, for CompactingPass. Faithful: items behind the new end stay in the array and are kept
/// alive by it. Repaired: the end is cleared.
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
        begin_row({});
    }
    void read(std::size_t position, void* to) override {
        storage_.memory_.read(at(position), to, size(position), "value in the object");
    }
    bool write(std::size_t position, const void* from) override {
        storage_.memory_.write(at(position), from, size(position), "value in the object");
        return true;
    }

private:
    Handle find_entity() override { return storage_.table_.read_handle(storage_.header(object_).number); }
    Address at(std::size_t position) const { return object_ + storage_.offsets_[join_[position]]; }
    std::uint64_t size(std::size_t position) const { return storage_.types()[join_[position]]->size; }

    const SharedObjectStorage& storage_;
    std::span<const TypeIndex> join_;
    Address object_ = 0;
};

/// Registers a pass with the storage while it runs. At the end it frees the walked array if the container has another
/// one now and no other pass walks it.
template <class Memory>
class SharedObjectStorage<Memory>::Running {
public:
    Running(SharedObjectStorage& storage, TypeIndex type) : storage_(storage) {
        const auto head = GrowingArray<Memory>::look(storage.memory_.arena(), storage.container(type));
        // Repaired looks the array up in each step and needs only the container's.
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
        if (storage_.faithful()) storage_.add_overwritten(pass.type, dropped);
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
bool SharedObjectStorage<Memory>::walked(TypeIndex type) const {
    return std::any_of(passes_.begin(), passes_.end(), [&](const Pass& pass) { return pass.type == type; });
}

template <class Memory>
bool SharedObjectStorage<Memory>::append(TypeIndex type, Address object) {
    const Address at = container(type);
    auto length = memory_.template load<std::uint64_t>(at + 8, "length");
    const auto capacity = memory_.template load<std::uint64_t>(at + 16, "capacity");
    if (length == capacity) {
        const auto dropping = memory_.template load<std::uint64_t>(at + dropping_at, "how many are to be dropped");
        if (!faithful() && dropping > 0 && dropping * 4 >= capacity && !walked(type)) {
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
    if (behind_end != 0) count(at + dropping_at, +1);
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
    // Faithful passes continue over their first array; the last of them frees it.
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
void SharedObjectStorage<Memory>::add_overwritten(TypeIndex type, std::vector<Address>& objects) {
    const Address at = container(type) + dropping_at;
    if (memory_.template load<std::uint64_t>(at, "overwritten behind the end") == 0) return;
    memory_.store(at, std::uint64_t{0}, "overwritten behind the end");
    table_.look_at_all([&](Address object) {
        const Header header = look_header(object);
        if (header.deleted != 0 && (header.listed & bit_of(type)) != 0) objects.push_back(object);
    });
}

template <class Memory>
void SharedObjectStorage<Memory>::let_go(TypeIndex type, std::vector<Address> objects) {
    if (objects.empty()) return;
    std::sort(objects.begin(), objects.end());
    objects.erase(std::unique(objects.begin(), objects.end()), objects.end());
    // The garbage collector finds out which other arrays hold them. Its reads are not the program's, so they are
    // untraced.
    const Arena& arena = memory_.arena();
    std::vector<bool> held(objects.size());
    const auto hold = [&](Address object) {
        const auto found = std::lower_bound(objects.begin(), objects.end(), object);
        if (found != objects.end() && *found == object) held[static_cast<std::size_t>(found - objects.begin())] = true;
    };
    const auto hold_all = [&](Address array, std::uint64_t count) {
        if (count == 0) return;
        const auto* begin = reinterpret_cast<const Address*>(arena.at(array));
        std::for_each(begin, begin + count, hold);
    };
    if (faithful()) {
        const auto now = GrowingArray<Memory>::look(arena, container(type));
        hold_all(now.data, now.capacity);
    }
    for (const Pass& pass : passes_) {
        if (pass.type != type) continue;
        if (faithful() && pass.array != 0) hold_all(pass.array, pass.count);
        hold(pass.item);
    }
    for (std::size_t i = 0; i < objects.size(); ++i) {
        if (held[i]) continue;
        const Address object = objects[i];
        Header header = this->header(object);
        header.listed &= ~bit_of(type);
        memory_.store(object, header, "no longer listed");
        if (header.deleted != 0 && header.listed == 0) collect(object, header.number);
    }
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
        // Looked up in each step: the called function may make the container grow. The container is not compacted
        // meanwhile.
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

template bool SharedObjectStorage<PlainMemory>::append(TypeIndex, Address);
template void SharedObjectStorage<PlainMemory>::compact(TypeIndex);
template bool SharedObjectStorage<TracedMemory>::append(TypeIndex, Address);
template void SharedObjectStorage<PlainMemory>::let_go(TypeIndex, std::vector<Address>);
template void SharedObjectStorage<TracedMemory>::let_go(TypeIndex, std::vector<Address>);
template Outcome SharedObjectStorage<PlainMemory>::each(std::span<const TypeIndex>, const RowFunction&);
template Outcome SharedObjectStorage<TracedMemory>::each(std::span<const TypeIndex>, const RowFunction&);

}  // namespace ecs::lab
