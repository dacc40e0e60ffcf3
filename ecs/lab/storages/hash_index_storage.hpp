// Storage 000. The program's variables lie in one head (BlockKind::Program), and so do its references:
//
//     head:       | last id | living | addresses of the reference blocks | one record per type: |
//                 | made as | values | index | free |
//     references: 64, 128, 256 … per block, so that none ever moves: | id, world | id, world | …
//
// On the heap, for each used type: the values, one after another; a hash table from entity to slot; a list of the
// slots that can be reused.
#pragma once

#include <bit>

#include "ecs/lab/memory/growing_array.hpp"
#include "ecs/lab/memory/hash_table.hpp"
#include "ecs/lab/storages/hash_index.hpp"
#include "ecs/lab/storages/storages.hpp"

namespace ecs::lab {

/// A key is the number of a reference and, in the lower bits, the id in it. Only the id is hashed, as in the article.
/// Two deleted entities have the same id 0 but still different keys, because references are compared by identity.
struct HashId {
    static constexpr std::uint64_t of(std::uint64_t key) { return key & 0xFFFF'FFFF; }
};

std::span<const std::string_view> hash_index_pseudo_code(OperationKind operation, Mode mode);
Outcome hash_index_supports(OperationKind operation, Mode mode);

template <class Memory>
class HashIndex final : public HashIndexStorage {
public:
    HashIndex(Mode mode, const StorageOptions& options, std::span<const ComponentType* const> types, Memory memory)
        : HashIndexStorage(StorageKind::HashIndex, mode, types), memory_(memory), options_(options) {
        for (TypeIndex type = 0; type < types.size(); ++type) {
            record_of_.push_back(type);
            if (mode == Mode::Repaired) continue;
            for (TypeIndex other = 0; other < type; ++other)
                if (key_of(other) == key_of(type)) record_of_[type] = record_of_[other];
        }
        const std::uint64_t bytes = records_at + types.size() * record_bytes;
        head_ = memory_.allocate(bytes, "world", BlockKind::Program);
        memory_.fill(head_, 0, memory_.arena().block_of(head_)->bytes, "empty world");
    }

    Outcome create(std::span<const Value> values) override {
        memory_.line(0);
        const auto last = memory_.template load<std::uint64_t>(head_ + last_id_at, "last id");
        if (last == last_possible_id) return Outcome::refused("000-C1", "All ids have been given out");
        const Handle entity{last + 1};
        memory_.store(head_ + last_id_at, last + 1, "last id");
        memory_.store(head_ + living_at, living() + 1, "living entities");
        memory_.store(new_reference(last), Reference{last + 1, head_}, "reference of the caller");
        Outcome result = Outcome::done(entity);
        for (const Value& value : values)
            if (const Outcome outcome = assign(entity, value, 1); outcome.verdict != Verdict::Done) {
                result = outcome;
                result.handle = entity;
            }
        return result;
    }

    Outcome destroy(Handle entity) override {
        if (const Outcome outcome = check(entity, true); !outcome) return outcome;
        const bool was_alive = alive(entity);
        const std::uint64_t key = key_of_entity(entity);
        memory_.line(0);
        for (TypeIndex type = 0; type < types().size(); ++type)
            if (record_of_[type] == type && has_record(type)) take_away(key, type, 0);
        memory_.line(3);
        memory_.store(reference(entity), std::uint64_t{0}, "id of the reference");
        memory_.note(EventKind::Flag, entity.bits, 0, true, "deleted");
        if (was_alive) memory_.store(head_ + living_at, living() - 1, "living entities");
        return Outcome::done();
    }

    bool alive(Handle entity) const override { return id_of(entity) != 0; }
    std::optional<Handle> reached_by(Handle entity) const override {
        if (alive(entity)) return entity;
        if (mode() == Mode::Repaired || !known(entity)) return std::nullopt;
        // The entity is deleted, but something may have been attached since (000-L5).
        for (TypeIndex type = 0; type < types().size(); ++type)
            if (has_key(type, entity.bits << 32)) return entity;
        return std::nullopt;
    }
    std::vector<HandlePart> parts_of(Handle entity) const override {
        return {{"reference", entity.bits, 64}, {"id it says", id_of(entity), 0}};
    }

    Outcome add(Handle entity, const Value& value) override {
        if (const Outcome outcome = check(entity, false); !outcome) return outcome;
        const bool zombie = !alive(entity);
        Outcome outcome = assign(entity, value, 0);
        if (zombie && outcome.verdict == Verdict::Done)
            outcome = Outcome::bitten("000-L5", "The entity is deleted, yet the component is kept under the id 0");
        outcome.handle = entity;
        return outcome;
    }

    Outcome set(Handle entity, const Value& value) override {
        if (mode() == Mode::Repaired && alive(entity) && !has(entity, value.type))
            return Outcome::refused("000-L5", "The entity does not have this component");
        return add(entity, value);
    }

    Outcome remove(Handle entity, TypeIndex type) override {
        if (mode() == Mode::Faithful) return hash_index_supports(OperationKind::Remove, mode());
        if (const Outcome outcome = check(entity, true); !outcome) return outcome;
        if (!has_record(type) || !take_away(key_of_entity(entity), type, 0))
            return Outcome::refused("000-L5", "The entity does not have this component");
        return Outcome::done(entity);
    }

    Outcome get(Handle entity, TypeIndex type, void* to) override {
        if (const Outcome outcome = check(entity, false); !outcome) return outcome;
        memory_.line(0);
        if (!has_record(type)) return Outcome::refused("000-L5", "The world has no storage for this type yet");
        const auto slot = index(type).find(key_of_entity(entity));
        if (!slot) return Outcome::refused("000-L5", "The entity does not have this component");
        return read_value(type, *slot, to);
    }

    bool has(Handle entity, TypeIndex type) override {
        if (!known(entity)) return false;
        memory_.line(0);
        return has_record(type) && index(type).find(key_of_entity(entity)).has_value();
    }

    Outcome each(std::span<const TypeIndex> join, const RowFunction& function) override;

    /// As each(), with the caller's function compiled in: see each_run.hpp.
    template <std::size_t arity, class Function>
    void each_run(const std::array<TypeIndex, arity>& join, const Function& function);

    std::uint64_t size() const override { return look<std::uint64_t>(head_ + living_at); }
    void describe(const SpanFunction& span) const override;

    Outcome supports(OperationKind operation) const override { return hash_index_supports(operation, mode()); }
    std::span<const std::string_view> pseudo_code(OperationKind operation) const override {
        return hash_index_pseudo_code(operation, mode());
    }

    bool has_type(TypeIndex type) const override { return look<std::uint64_t>(record(type)) != 0; }
    std::uint64_t id_of(Handle entity) const override {
        return known(entity) ? look<std::uint64_t>(reference(entity)) : 0;
    }
    Component look(TypeIndex type) const override {
        const auto values = GrowingArray<Memory>::look(memory_.arena(), record(type) + values_at);
        const auto slots = look_index(type);
        Component result{key_of(type), values.length, values.capacity, slots.used, slots.capacity, {}, values.data};
        const auto free = GrowingArray<Memory>::look(memory_.arena(), record(type) + free_at);
        for (std::uint64_t i = 0; i < free.length; ++i)
            result.free_slots.push_back(look<std::uint64_t>(free.data + 8 * i));
        return result;
    }
    std::optional<std::uint64_t> slot_of(Handle entity, TypeIndex type) const override {
        const auto slots = look_index(type);
        const std::uint64_t key = entity.bits << 32 | id_of(entity);
        for (std::uint64_t at = 0; at < slots.capacity; ++at)
            if (const auto slot = look<HashSlot>(slots.slots + at * sizeof(HashSlot)); slot.key == key)
                return slot.position;
        return std::nullopt;
    }

    Step next(Walk& walk, Handle& owner, void* value) override;
    Walk*& walks() override { return walks_; }

private:
    static constexpr std::uint64_t last_id_at = 0, living_at = 8, references_at = 16, reference_blocks = 27,
                                   records_at = references_at + 8 * reference_blocks;
    static constexpr std::uint64_t values_at = 8, index_at = 32, free_at = 56, record_bytes = 80;
    static constexpr std::uint64_t first_references = 64;
    static constexpr std::uint64_t last_possible_id = 0xFFFF'FFFF;

    struct Reference {
        std::uint64_t id = 0;
        Address world = 0;
    };
    using Index = HashTable<Memory, HashId>;

    /// The name by which the world finds the storage of a type. The article uses the type's name alone (000-L4).
    std::string_view key_of(TypeIndex type) const {
        const std::string_view name = types()[type]->name;
        return mode() == Mode::Repaired ? name : name.substr(name.rfind('.') + 1);
    }
    /// An empty object takes a byte in Nim, as it does in C++.
    std::uint64_t stride(TypeIndex type) const { return types()[type]->size == 0 ? 1 : types()[type]->size; }

    template <class T>
    T look(Address at) const {
        T value;
        std::memcpy(&value, memory_.arena().at(at), sizeof value);
        return value;
    }
    std::uint64_t living() const { return memory_.template load<std::uint64_t>(head_ + living_at, "living entities"); }

    // References.
    bool known(Handle entity) const {
        return entity.bits != 0 && entity.bits <= look<std::uint64_t>(head_ + last_id_at);
    }
    static std::uint64_t block_of_reference(std::uint64_t number) {
        return static_cast<std::uint64_t>(std::bit_width(number / first_references + 1)) - 1;
    }
    static std::uint64_t first_of_block(std::uint64_t block) {
        return first_references * ((std::uint64_t{1} << block) - 1);
    }
    Address reference(Handle entity) const {
        const std::uint64_t number = entity.bits - 1, block = block_of_reference(number);
        return look<Address>(head_ + references_at + 8 * block) + (number - first_of_block(block)) * sizeof(Reference);
    }
    Address new_reference(std::uint64_t number) {
        const std::uint64_t block = block_of_reference(number);
        if (number == first_of_block(block)) {
            const std::uint64_t bytes = (first_references << block) * sizeof(Reference);
            memory_.store(head_ + references_at + 8 * block,
                          memory_.allocate(bytes, "references that the program holds", BlockKind::Program),
                          "where the references are");
        }
        return reference({number + 1});
    }
    std::uint64_t key_of_entity(Handle entity) const {
        return entity.bits << 32 | memory_.template load<std::uint64_t>(reference(entity), "id of the reference");
    }
    /// Whether the operation may use this handle at all.
    Outcome check(Handle entity, bool deleting) const {
        if (!known(entity)) return Outcome::refused("000-C7", "There never was such an entity");
        if (mode() == Mode::Faithful || alive(entity)) return Outcome::done();
        memory_.decide("the reference says that the entity is deleted");
        return deleting ? Outcome::refused("000-C7", "The entity is deleted already")
                        : Outcome::refused("000-L5", "The entity is deleted");
    }

    // The record of a type. Faithful: types of the same name share one.
    Address record(TypeIndex type) const { return head_ + records_at + record_of_[type] * record_bytes; }
    Index index(TypeIndex type) const { return Index(memory_, record(type) + index_at, "index"); }
    typename Index::Head look_index(TypeIndex type) const {
        return Index::look(memory_.arena(), record(type) + index_at);
    }
    GrowingArray<Memory> values(TypeIndex made_as) const {
        return GrowingArray<Memory>(memory_, record(made_as) + values_at, stride(made_as), "values");
    }
    GrowingArray<Memory> free_slots(TypeIndex type) const {
        return GrowingArray<Memory>(memory_, record(type) + free_at, 8, "free slots");
    }
    /// Whether the index has the key; untraced.
    bool has_key(TypeIndex type, std::uint64_t key) const {
        const auto head = look_index(type);
        if (head.capacity == 0) return false;
        for (std::uint64_t at = Index::home_of(key, head.capacity);; at = (at + 1) & (head.capacity - 1)) {
            const auto found = look<HashSlot>(head.slots + at * sizeof(HashSlot)).key;
            if (found == key) return true;
            if (found == 0) return false;
        }
    }
    bool has_record(TypeIndex type) const {
        return memory_.template load<std::uint64_t>(record(type), "does the world know the type?") != 0;
    }
    /// The type that the record was made for. The record must exist.
    TypeIndex made_as(TypeIndex type) const { return static_cast<TypeIndex>(look<std::uint64_t>(record(type)) - 1); }

    /// The place of a value as `type` computes it; 0 when that is outside of the block of the values.
    Address value_at(TypeIndex type, std::uint64_t slot) const {
        const auto array = GrowingArray<Memory>::look(memory_.arena(), record(type) + values_at);
        if (made_as(type) != type && (slot + 1) * stride(type) > array.capacity * stride(made_as(type))) return 0;
        return array.data + slot * stride(type);
    }
    Outcome read_value(TypeIndex type, std::uint64_t slot, void* to) {
        const Address at = value_at(type, slot);
        if (at == 0) {
            std::memset(to, 0, types()[type]->size);
            return Outcome::bitten("000-L4",
                                   "A type of the same name made the storage; the program would read behind "
                                   "the end of its values");
        }
        memory_.template load<Address>(record(type) + values_at, "where the values are");
        memory_.read(at, to, types()[type]->size, "value");
        return cast_outcome(type, "A type of the same name made the storage; its bytes are taken for this type");
    }
    Outcome write_value(TypeIndex type, std::uint64_t slot, const void* from) {
        const Address at = value_at(type, slot);
        if (at == 0)
            return Outcome::bitten("000-L4",
                                   "A type of the same name made the storage; the program would write behind "
                                   "the end of its values");
        memory_.write(at, from, types()[type]->size, "value");
        return cast_outcome(type, "A type of the same name made the storage; this value lies among its values");
    }
    Outcome cast_outcome(TypeIndex type, std::string_view why) const {
        return made_as(type) == type ? Outcome::done() : Outcome::bitten("000-L4", why);
    }

    /// The article's assign; its lines of pseudo-code begin at `line`.
    Outcome assign(Handle entity, const Value& value, unsigned line) {
        memory_.line(line);
        if (!has_record(value.type)) memory_.store(record(value.type), std::uint64_t{value.type} + 1, "new storage");
        const std::uint64_t key = key_of_entity(entity);
        Index slots = index(value.type);
        memory_.line(line + 1);
        if (slots.find(key)) return write_value(value.type, *slots.find(key), value.bytes);
        tell_walks(value.type);
        memory_.line(line + 2);
        GrowingArray<Memory> free = free_slots(value.type);
        if (const std::uint64_t count = free.length(); count > 0) {
            const auto slot = memory_.template load<std::uint64_t>(free.at(count - 1), "slot freed last");
            free.set_length(count - 1);
            memory_.note(EventKind::PopFree, slot);
            memory_.line(line + 3);
            slots.insert(key, slot);
            return write_value(value.type, slot, value.bytes);
        }
        GrowingArray<Memory> all = values(made_as(value.type));
        memory_.line(line + 4);
        const std::uint64_t slot = all.length();
        slots.insert(key, slot);
        memory_.line(line + 5);
        all.push();
        return write_value(value.type, slot, value.bytes);
    }

    /// The article's private remove: puts the slot on the free list; its bytes stay. False when there is no value.
    bool take_away(std::uint64_t key, TypeIndex type, unsigned line) {
        memory_.line(line);
        Index slots = index(type);
        if (!slots.find(key)) return false;
        tell_walks(type);
        memory_.line(line + 1);
        const std::uint64_t slot = *slots.find(key);
        memory_.store(free_slots(type).push(), slot, "slot that is free now");
        memory_.note(EventKind::PushFree, slot);
        memory_.line(line + 2);
        slots.erase(key);
        return true;
    }

    // Iterating.
    class JoinRow;
    /// Call it before an index changes: repaired walks then note the entities still to visit.
    void tell_walks(TypeIndex type);
    Step advance(Walk& walk, std::uint64_t& key, std::uint64_t& slot);
    Outcome each_copy(std::span<const TypeIndex> join, const RowFunction& function);

    void describe_type(TypeIndex type, const SpanFunction& span) const;

    Memory memory_;
    StorageOptions options_;
    std::vector<TypeIndex> record_of_;
    Address head_ = 0;
    Walk* walks_ = nullptr;
};

}  // namespace ecs::lab
