#include "ecs/lab/storages/hash_index_storage.hpp"

namespace ecs::lab {

template <class Memory>
void HashIndex<Memory>::tell_walks(TypeIndex type) {
    if (mode() == Mode::Faithful) return;
    for (Walk* walk = walks_; walk != nullptr; walk = walk->next()) {
        if (!walk->covers(type)) continue;
        walk->stale = true;
        if (walk->base() != type || walk->left) continue;
        const Index slots = index(type);
        while (const std::uint64_t key = slots.next_used(walk->at).key) walk->rest.push_back(key);
        walk->left = true;
        walk->at = 0;
    }
}

template <class Memory>
HashIndexStorage::Step HashIndex<Memory>::advance(Walk& walk, std::uint64_t& key, std::uint64_t& slot) {
    const Index slots = index(walk.base());
    while (walk.left) {
        if (walk.at == walk.rest.size()) return Step::End;
        key = walk.rest[walk.at++];
        if (const auto found = slots.find(key)) {
            slot = *found;
            return Step::Visited;
        }
    }
    if (!walk.begun) walk.expected = slots.used();
    walk.begun = true;
    if (mode() == Mode::Faithful && slots.used() != walk.expected) return Step::Changed;
    const HashSlot found = slots.next_used(walk.at);
    key = found.key;
    slot = found.position;
    return key == 0 ? Step::End : Step::Visited;
}

template <class Memory>
HashIndexStorage::Step HashIndex<Memory>::next(Walk& walk, Handle& owner, void* value) {
    std::uint64_t key = 0, slot = 0;
    const Step step = advance(walk, key, slot);
    if (step != Step::Visited) return step;
    owner = {key >> 32};
    memory_.line(1);
    read_value(walk.base(), slot, value);
    return step;
}

/// Repaired: walks the base and finds the others by the hash of the entity.
template <class Memory>
class HashIndex<Memory>::JoinRow final : public Row {
public:
    JoinRow(HashIndex& storage, std::span<const TypeIndex> join, Walk& walk)
        : storage_(storage), join_(join), walk_(walk) {}

    bool advance() {
        for (std::uint64_t slot = 0; storage_.advance(walk_, key_, slot) == Step::Visited;) {
            walk_.stale = false;
            bool all = true;
            for (std::size_t i = 0; i < join_.size() && all; ++i) all = resolve(i, slot);
            if (!all) continue;
            begin_row(Handle{key_ >> 32});
            return true;
        }
        return false;
    }
    void read(std::size_t position, void* to) override {
        const std::uint64_t bytes = storage_.types()[join_[position]]->size;
        if (const Address from = address(position); from != 0)
            storage_.memory_.read(from, to, bytes, "value");
        else
            std::memset(to, 0, bytes);
    }
    bool write(std::size_t position, const void* from) override {
        const Address to = address(position);
        if (to != 0) storage_.memory_.write(to, from, storage_.types()[join_[position]]->size, "value");
        return to != 0;
    }

private:
    bool resolve(std::size_t i, std::uint64_t base_slot) {
        const TypeIndex type = join_[i];
        std::uint64_t slot = base_slot;
        if (type != walk_.base()) {
            storage_.memory_.line(1);
            const auto found = storage_.index(type).find(key_);
            if (!found) return false;
            slot = *found;
        }
        at_[i] = storage_.values(type).at(slot);
        return true;
    }
    /// 0 when the function has removed the component meanwhile.
    Address address(std::size_t position) {
        if (!walk_.stale) return at_[position];
        const auto slot = storage_.index(join_[position]).find(key_);
        return slot ? storage_.values(join_[position]).at(*slot) : 0;
    }

    HashIndex& storage_;
    std::span<const TypeIndex> join_;
    Walk& walk_;
    std::uint64_t key_ = 0;
    std::array<Address, max_join> at_{};
};

/// Faithful: one type; the function sees a copy of the value.
template <class Memory>
Outcome HashIndex<Memory>::each_copy(std::span<const TypeIndex> join, const RowFunction& function) {
    if (join.size() != 1)
        return Outcome::refused("000-C6", "The article iterates over one type; the others are got one by one");
    if (!has_type(join[0])) return Outcome::refused("000-L5", "The world has no storage for this type yet");
    struct CopyRow final : Row {
        std::vector<std::byte> value;
        void read(std::size_t, void* to) override {
            if (!value.empty()) std::memcpy(to, value.data(), value.size());
        }
        bool write(std::size_t, const void*) override { return false; }
        void go_to(Handle owner) { begin_row(owner); }
    } row;
    row.value.resize(types()[join[0]]->size);
    Walk walk(walks_, join[0], types_of(join));
    memory_.line(0);
    Handle owner;
    for (Step step; (step = next(walk, owner, row.value.data())) != Step::End;) {
        if (step == Step::Changed)
            return Outcome::refused("000-L7", "The table changed while it was iterated, and the program stops");
        row.go_to(owner);
        function(row);
        memory_.line(0);
    }
    return cast_outcome(join[0], "A type of the same name made the storage; its values are taken for this type");
}

template <class Memory>
Outcome HashIndex<Memory>::each(std::span<const TypeIndex> join, const RowFunction& function) {
    if (mode() == Mode::Faithful) return each_copy(join, function);
    const auto owners_of = [&](TypeIndex type) { return look_index(type).used; };
    Walk walk(walks_, base_of(join, options_.join_base, owners_of), types_of(join));
    JoinRow row(*this, join, walk);
    visit_rows(memory_, row, function);
    return Outcome::done();
}

template void HashIndex<PlainMemory>::tell_walks(TypeIndex);
template void HashIndex<TracedMemory>::tell_walks(TypeIndex);
template HashIndexStorage::Step HashIndex<PlainMemory>::next(Walk&, Handle&, void*);
template HashIndexStorage::Step HashIndex<TracedMemory>::next(Walk&, Handle&, void*);
template Outcome HashIndex<PlainMemory>::each(std::span<const TypeIndex>, const RowFunction&);
template Outcome HashIndex<TracedMemory>::each(std::span<const TypeIndex>, const RowFunction&);

}  // namespace ecs::lab
