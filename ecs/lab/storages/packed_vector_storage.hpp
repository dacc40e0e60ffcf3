// Storage 003. A program's containers lie in one head (BlockKind::Program), one after another:
//
//     head: | next id | living | living entities | one container a type: | rows | map |
//
// On the heap, for each type: the rows, each with the id of its entity and the value; a hash table from id to row.
// Repaired also keeps one bit per entity: whether it lives.
#pragma once

#include <algorithm>

#include "ecs/lab/memory/growing_array.hpp"
#include "ecs/lab/memory/hash_table.hpp"
#include "ecs/lab/storages/packed_vector.hpp"
#include "ecs/lab/storages/storages.hpp"

namespace ecs::lab {

std::span<const std::string_view> packed_vector_pseudo_code(OperationKind operation, Mode mode);
Outcome packed_vector_supports(OperationKind operation, Mode mode);

template <class Memory>
class PackedVector final : public PackedVectorStorage {
public:
    PackedVector(Mode mode, const StorageOptions& options, std::span<const ComponentType* const> types, Memory memory)
        : PackedVectorStorage(StorageKind::PackedVector, mode, types), memory_(memory), options_(options) {
        for (const ComponentType* type : types) {
            const std::uint64_t align = std::max<std::uint64_t>(id_bytes, type->align);
            RowLayout layout;
            layout.value_offset = type->size == 0 ? id_bytes : round_up(id_bytes, type->align);
            layout.bytes = round_up(layout.value_offset + type->size, type->size == 0 ? id_bytes : align);
            layouts_.push_back(layout);
        }
        head_ = memory_.allocate(containers_at + types.size() * container_bytes, "containers", BlockKind::Program);
        memory_.fill(head_, 0, memory_.arena().block_of(head_)->bytes, "empty containers");
        memory_.store(head_ + next_id_at, std::uint64_t{1}, "next id");
    }

    Outcome create(std::span<const Value> values) override {
        for (const Value& value : values)
            if (const Outcome outcome = check_borrowed(value.type); !outcome) return outcome;
        memory_.line(0);
        const auto id = memory_.template load<std::uint64_t>(head_ + next_id_at, "next id");
        if (id > last_possible_id) return Outcome::refused("003-C1", "All ids have been given out");
        give_out(id);
        for (const Value& value : values) append(id, value, 1);
        return Outcome::done({id});
    }

    Outcome destroy(Handle entity) override {
        if (mode() == Mode::Faithful) return packed_vector_supports(OperationKind::Destroy, mode());
        if (const Outcome outcome = check_alive(entity); !outcome) return outcome;
        memory_.line(0);
        for (TypeIndex type = 0; type < types().size(); ++type) take_away(entity.bits, type, 1);
        memory_.line(4);
        set_living(entity.bits, false);
        memory_.store(head_ + living_at, size() - 1, "living entities");
        return Outcome::done();
    }

    bool alive(Handle entity) const override {
        if (entity.bits == 0 || entity.bits >= look<std::uint64_t>(head_ + next_id_at)) return false;
        if (mode() == Mode::Faithful) return true;
        const auto bits = GrowingArray<Memory>::look(memory_.arena(), head_ + living_bits_at);
        const std::uint64_t word = entity.bits / 64;
        return word < bits.length && (look<std::uint64_t>(bits.data + 8 * word) >> entity.bits % 64 & 1) != 0;
    }

    std::vector<HandlePart> parts_of(Handle entity) const override { return {{"id", entity.bits, 64}}; }

    Outcome add(Handle entity, const Value& value) override {
        if (mode() == Mode::Repaired)
            if (const Outcome outcome = check_alive(entity); !outcome) return outcome;
        if (entity.bits > last_possible_id) return Outcome::refused("003-C1", "An id has 32 bits");
        return push(static_cast<EntityId>(entity.bits), value);
    }

    Outcome push(EntityId entity, const Value& value) override {
        if (const Outcome outcome = check_borrowed(value.type); !outcome) return outcome;
        if (entity >= look<std::uint64_t>(head_ + next_id_at)) give_out(entity);
        if (mode() == Mode::Faithful) {
            // Untraced, because the article does not check.
            const bool twice = judges && slot_of(value.type, entity);
            append(entity, value, 0);
            if (!twice) return Outcome::done({entity});
            return Outcome::bitten(
                "003-L2", "The entity had one already: iterating sees both rows, getting only the newest", {entity});
        }
        if (const Outcome outcome = check_alive({entity}); !outcome) return outcome;
        memory_.line(0);
        if (const auto row = map(value.type).find(entity + key_of_id_0))
            memory_.write(value_at(value.type, *row), value.bytes, types()[value.type]->size, "value");
        else
            append(entity, value, 1);
        return Outcome::done({entity});
    }

    Outcome set(Handle entity, const Value& value) override {
        if (const Outcome outcome = check_alive(entity); !outcome) return outcome;
        if (const Outcome outcome = check_borrowed(value.type); !outcome) return outcome;
        memory_.line(0);
        const auto row = map(value.type).find(entity.bits + key_of_id_0);
        if (!row) return no_such_component();
        memory_.line(1);
        memory_.write(value_at(value.type, *row), value.bytes, types()[value.type]->size, "value");
        return Outcome::done(entity);
    }

    Outcome remove(Handle entity, TypeIndex type) override {
        if (mode() == Mode::Faithful) return packed_vector_supports(OperationKind::Remove, mode());
        if (const Outcome outcome = check_alive(entity); !outcome) return outcome;
        return take_away(entity.bits, type, 0) ? Outcome::done(entity) : no_such_component();
    }

    Outcome get(Handle entity, TypeIndex type, void* to) override {
        if (const Outcome outcome = check_alive(entity); !outcome) return outcome;
        memory_.line(0);
        const auto row = map(type).find(entity.bits + key_of_id_0);
        if (!row) return no_such_component();
        memory_.line(1);
        memory_.read(value_at(type, *row), to, types()[type]->size, "value");
        return Outcome::done();
    }

    bool has(Handle entity, TypeIndex type) override {
        memory_.line(0);
        return lives(entity) && map(type).find(entity.bits + key_of_id_0).has_value();
    }

    Outcome each(std::span<const TypeIndex> join, const RowFunction& function) override {
        const auto owners_of = [&](TypeIndex type) { return look(type).length; };
        Walk walk(walks_, base_of(join, options_.join_base, owners_of), types_of(join));
        JoinRow row(*this, join, walk);
        visit_rows(memory_, row, function);
        return Outcome::done();
    }

    /// As each(), with the caller's function compiled in: see each_run.hpp.
    template <std::size_t arity, class Function>
    void each_run(const std::array<TypeIndex, arity>& join, const Function& function);

    std::uint64_t size() const override { return look<std::uint64_t>(head_ + living_at); }
    void describe(const SpanFunction& span) const override;

    Outcome supports(OperationKind operation) const override { return packed_vector_supports(operation, mode()); }
    std::span<const std::string_view> pseudo_code(OperationKind operation) const override {
        return packed_vector_pseudo_code(operation, mode());
    }

    std::optional<std::uint64_t> find(TypeIndex type, EntityId entity) override {
        return map(type).find(entity + key_of_id_0);
    }
    EntityId owner(TypeIndex type, std::uint64_t row) override {
        return memory_.template load<EntityId>(rows(type).at(row), "whose row it is");
    }
    void read(TypeIndex type, std::uint64_t row, void* to) override {
        memory_.read(value_at(type, row), to, types()[type]->size, "value");
    }
    void write(TypeIndex type, std::uint64_t row, EntityId entity, const void* from) override {
        if (row >= rows(type).length() || owner(type, row) != entity) {
            const auto found = find(type, entity);
            if (!found) return;
            row = *found;
        }
        memory_.write(value_at(type, row), from, types()[type]->size, "value");
    }
    bool next(Walk& walk, std::uint64_t& row) override {
        while (walk.left) {
            if (walk.at == walk.rest.size()) return false;
            if (const auto found = map(walk.base()).find(walk.rest[walk.at++])) {
                row = *found;
                return true;
            }
        }
        row = walk.at;
        if (walk.at == rows(walk.base()).length()) return false;
        ++walk.at;
        return true;
    }
    Walk*& walks() override { return walks_; }

    Container look(TypeIndex type) const override {
        const auto rows = look_rows(type);
        const auto map = look_map(type);
        return {rows.length,  rows.capacity, layouts_[type].bytes, layouts_[type].value_offset, map.used,
                map.capacity, rows.data};
    }

private:
    static constexpr std::uint64_t next_id_at = 0, living_at = 8, living_bits_at = 16, containers_at = 40;
    static constexpr std::uint64_t map_at = 24, container_bytes = 48;
    static constexpr std::uint64_t id_bytes = sizeof(EntityId), last_possible_id = 0xFFFF'FFFE;
    static constexpr std::uint64_t key_of_id_0 = 1;

    /// Rust would put the larger field first; the size is the same.
    struct RowLayout {
        std::uint64_t bytes = 0, value_offset = 0;
    };
    using Map = HashTable<Memory>;

    static constexpr std::uint64_t round_up(std::uint64_t bytes, std::uint64_t align) {
        return (bytes + align - 1) / align * align;
    }
    static Outcome no_such_component() { return Outcome::refused("003-C2", "The entity does not have this component"); }

    template <class T>
    T look(Address at) const {
        T value;
        std::memcpy(&value, memory_.arena().at(at), sizeof value);
        return value;
    }
    Address container(TypeIndex type) const { return head_ + containers_at + type * container_bytes; }
    GrowingArray<Memory> rows(TypeIndex type) const {
        return GrowingArray<Memory>(memory_, container(type), layouts_[type].bytes, "rows");
    }
    Map map(TypeIndex type) const { return Map(memory_, container(type) + map_at, "map"); }
    typename GrowingArray<Memory>::Head look_rows(TypeIndex type) const {
        return GrowingArray<Memory>::look(memory_.arena(), container(type));
    }
    typename Map::Head look_map(TypeIndex type) const { return Map::look(memory_.arena(), container(type) + map_at); }
    Address value_at(TypeIndex type, std::uint64_t row) const {
        return rows(type).at(row) + layouts_[type].value_offset;
    }
    /// Whether the map has the entity; untraced.
    bool slot_of(TypeIndex type, EntityId entity) const {
        const auto head = look_map(type);
        if (head.capacity == 0) return false;
        for (std::uint64_t at = Map::home_of(entity + key_of_id_0, head.capacity);;
             at = (at + 1) & (head.capacity - 1)) {
            const auto key = look<HashSlot>(head.slots + at * sizeof(HashSlot)).key;
            if (key == entity + key_of_id_0) return true;
            if (key == 0) return false;
        }
    }

    // Entities.
    /// As alive(), traced. Repaired: reads the bit for every operation.
    bool lives(Handle entity) const {
        if (mode() == Mode::Faithful) return alive(entity);
        if (entity.bits >= memory_.template load<std::uint64_t>(head_ + next_id_at, "next id")) return false;
        const GrowingArray<Memory> bits(memory_, head_ + living_bits_at, 8, "which entities live");
        const std::uint64_t word = entity.bits / 64;
        return word < bits.length() &&
               (memory_.template load<std::uint64_t>(bits.at(word), "which entities live") >> entity.bits % 64 & 1) !=
                   0;
    }
    Outcome check_alive(Handle entity) const {
        if (lives(entity)) return Outcome::done();
        memory_.decide("no living entity has this id");
        return Outcome::refused("003-L1", "No living entity has this id");
    }
    /// Faithful: an iterated container is borrowed, and a program that changes it does not compile.
    Outcome check_borrowed(TypeIndex type) const {
        if (mode() == Mode::Faithful)
            for (const Walk* walk = walks_; walk != nullptr; walk = walk->next())
                if (walk->covers(type)) return packed_vector_supports(OperationKind::ChangeInEach, mode());
        return Outcome::done();
    }
    void give_out(std::uint64_t id) {
        memory_.store(head_ + next_id_at, id + 1, "next id");
        memory_.store(head_ + living_at, size() + 1, "living entities");
        if (mode() == Mode::Repaired) set_living(id, true);
    }
    void set_living(std::uint64_t id, bool lives) {
        GrowingArray<Memory> bits(memory_, head_ + living_bits_at, 8, "which entities live");
        while (bits.length() <= id / 64) memory_.store(bits.push(), std::uint64_t{0}, "nobody lives");
        const Address at = bits.at(id / 64);
        const auto word = memory_.template load<std::uint64_t>(at, "which entities live");
        const std::uint64_t bit = std::uint64_t{1} << id % 64;
        memory_.store(at, lives ? word | bit : word & ~bit, "which entities live");
        memory_.note(EventKind::Flag, id, 0, lives, "alive");
    }

    /// The article's push; its lines of pseudo-code begin at `line`.
    void append(std::uint64_t id, const Value& value, unsigned line) {
        tell_walks(value.type);
        memory_.line(line);
        GrowingArray<Memory> all = rows(value.type);
        const Address row = all.push();
        memory_.store(row, static_cast<EntityId>(id), "whose row it is");
        memory_.write(row + layouts_[value.type].value_offset, value.bytes, types()[value.type]->size, "value");
        memory_.line(line + 1);
        map(value.type).insert(id + key_of_id_0, all.length() - 1);
    }

    /// Repaired: the last row fills the gap. False when the entity has no such component.
    bool take_away(std::uint64_t id, TypeIndex type, unsigned line) {
        memory_.line(line);
        Map positions = map(type);
        const auto row = positions.find(id + key_of_id_0);
        if (!row) return false;
        tell_walks(type);
        positions.erase(id + key_of_id_0);
        memory_.line(line + 1);
        GrowingArray<Memory> all = rows(type);
        const std::uint64_t last = all.length() - 1;
        if (*row != last) {
            memory_.copy(all.at(*row), all.at(last), layouts_[type].bytes, "the last row fills the gap");
            memory_.line(line + 2);
            positions.insert(owner(type, *row) + key_of_id_0, *row);
        }
        all.set_length(last);
        return true;
    }

    void tell_walks(TypeIndex type) {
        for (Walk* walk = walks_; walk != nullptr; walk = walk->next()) {
            if (!walk->covers(type)) continue;
            walk->stale = true;
            if (walk->base() != type || walk->left) continue;
            for (const std::uint64_t count = rows(type).length(); walk->at < count; ++walk->at)
                walk->rest.push_back(owner(type, walk->at) + key_of_id_0);
            walk->left = true;
            walk->at = 0;
        }
    }

    /// Walks the base row by row and finds the others by the hash of the id.
    class JoinRow final : public Row {
    public:
        JoinRow(PackedVector& storage, std::span<const TypeIndex> join, Walk& walk)
            : storage_(storage), join_(join), walk_(walk) {}

        bool advance() {
            for (std::uint64_t row = 0; storage_.next(walk_, row);) {
                walk_.stale = false;
                id_ = storage_.owner(walk_.base(), row);
                bool all = true;
                for (std::size_t i = 0; i < join_.size() && all; ++i) all = resolve(i, row);
                if (!all) continue;
                begin_row(Handle{id_});
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
            if (storage_.mode() == Mode::Faithful && join_[position] != walk_.base()) return false;
            const Address to = address(position);
            if (to != 0) storage_.memory_.write(to, from, storage_.types()[join_[position]]->size, "value");
            return to != 0;
        }

    private:
        bool resolve(std::size_t i, std::uint64_t base_row) {
            std::uint64_t row = base_row;
            if (join_[i] != walk_.base()) {
                storage_.memory_.line(1);
                const auto found = storage_.find(join_[i], id_);
                if (!found) return false;
                row = *found;
            }
            at_[i] = storage_.value_at(join_[i], row);
            return true;
        }
        /// 0 when the function has removed the component meanwhile.
        Address address(std::size_t position) {
            if (!walk_.stale) return at_[position];
            const auto row = storage_.find(join_[position], id_);
            return row ? storage_.value_at(join_[position], *row) : 0;
        }

        PackedVector& storage_;
        std::span<const TypeIndex> join_;
        Walk& walk_;
        EntityId id_ = 0;
        std::array<Address, max_join> at_{};
    };

    void describe_container(TypeIndex type, const SpanFunction& span) const;

    Memory memory_;
    StorageOptions options_;
    std::vector<RowLayout> layouts_;
    Address head_ = 0;
    Walk* walks_ = nullptr;
};

}  // namespace ecs::lab
