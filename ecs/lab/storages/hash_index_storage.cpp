#include "ecs/lab/storages/hash_index_storage.hpp"

namespace ecs::lab {

namespace {

// The lines of `assign`, because `with` and creating call it.
constexpr std::string_view create_lines[]{
    "lastEntityId += 1; entity = Entity(id: lastEntityId, world: self)",
    "for each component: if not world.has(T): components[\"T\"] = Component[T]()",
    "  if index.hasKey(entity): components[index[entity]] = value; return",
    "  if freeIndex.len > 0: slot = freeIndex.pop",
    "    index[entity] = slot; components[slot] = value; return",
    "  index[entity] = components.len",
    "  components.add(value)",
};
constexpr std::string_view assign_lines[]{
    "if not world.has(T): components[\"T\"] = Component[T]()",
    "if index.hasKey(entity): components[index[entity]] = value; return",
    "if freeIndex.len > 0: slot = freeIndex.pop",
    "  index[entity] = slot; components[slot] = value; return",
    "index[entity] = components.len",
    "components.add(value)",
};
constexpr std::string_view destroy_lines[]{
    "for c in world.components.values: if c.index.hasKey(entity):",
    "  c.freeIndex.add(c.index[entity])",
    "  c.index.del(entity)",
    "entity.id = 0",
};
constexpr std::string_view remove_lines[]{
    "if index.hasKey(entity):",
    "  freeIndex.add(index[entity])",
    "  index.del(entity)",
};
constexpr std::string_view get_lines[]{"return components[index[entity]]"};
constexpr std::string_view has_lines[]{"world.has(T) and index.hasKey(entity)"};
constexpr std::string_view each_copy_lines[]{
    "for entity, slot in index.pairs:",
    "  yield (entity, components[slot])  # a copy",
};
constexpr std::string_view each_lines[]{
    "for entity, slot in index.pairs:",
    "  for each other type: if not index.hasKey(entity): next entity",
    "  system(entity, components[slot], …)",
};

}  // namespace

std::span<const std::string_view> hash_index_pseudo_code(OperationKind operation, Mode mode) {
    PseudoCode code{.create = create_lines,
                    .destroy = destroy_lines,
                    .add = assign_lines,
                    .set = assign_lines,
                    .remove = remove_lines,
                    .get = get_lines,
                    .has = has_lines,
                    .each = each_lines};
    if (mode == Mode::Faithful) code.each = each_copy_lines;
    return code.of(operation);
}

Outcome hash_index_supports(OperationKind operation, Mode mode) {
    if (mode == Mode::Repaired) return Outcome::done();
    switch (operation) {
        case OperationKind::Remove:
            return Outcome::refused("000-L1", "The article cannot take one component away, only delete the entity");
        case OperationKind::MutateInEach:
            return Outcome::refused("000-L2", "Iterating gives copies; a changed value must be attached again");
        case OperationKind::ChangeInEach:
            return Outcome::refused("000-L7", "The table must not change while it is iterated");
        default:
            return Outcome::done();
    }
}

template <class Memory>
void HashIndex<Memory>::describe(const SpanFunction& span) const {
    const Arena& arena = memory_.arena();
    const Address head_end = arena.block_of(head_)->end();
    span({head_, records_at, Role::Header});
    Address at = head_ + records_at;
    for (TypeIndex type = 0; type < types().size(); ++type, at += record_bytes)
        span({at, record_bytes, Role::Header, static_cast<std::int32_t>(type)});
    if (at < head_end) span({at, head_end - at, Role::Header});

    const std::uint64_t last = look<std::uint64_t>(head_ + last_id_at);
    for (std::uint64_t number = 0; number < last; ++number)
        span({reference({number + 1}), sizeof(Reference), Role::Header, -1, static_cast<std::int64_t>(number),
              number + 1});
    if (last > 0) {
        const Address end = reference({last}) + sizeof(Reference);
        if (const Address block_end = arena.block_of(end - 1)->end(); end < block_end)
            span({end, block_end - end, Role::Header});
    }
    for (TypeIndex type = 0; type < types().size(); ++type)
        if (record_of_[type] == type && has_type(type)) describe_type(made_as(type), span);
}

template <class Memory>
void HashIndex<Memory>::describe_type(TypeIndex type, const SpanFunction& span) const {
    const Arena& arena = memory_.arena();
    const auto type_number = static_cast<std::int32_t>(type);
    const auto rest = [&](Address from, std::uint64_t bytes, Role role) {
        if (bytes > 0) span({from, bytes, role, type_number});
    };

    const auto values = GrowingArray<Memory>::look(arena, record(type) + values_at);
    std::vector<std::uint64_t> owner_of(values.length);
    const auto slots = look_index(type);
    std::uint64_t empty = 0;  // empty slots just before
    for (std::uint64_t i = 0; i < slots.capacity; ++i) {
        const Address at = slots.slots + i * sizeof(HashSlot);
        const auto slot = look<HashSlot>(at);
        if (slot.key == 0) {
            ++empty;
            continue;
        }
        rest(at - empty * sizeof(HashSlot), empty * sizeof(HashSlot), Role::Index);
        empty = 0;
        span({at, sizeof(HashSlot), Role::Index, type_number, static_cast<std::int64_t>(i), slot.key >> 32});
        if (slot.position < values.length) owner_of[slot.position] = slot.key >> 32;
    }
    rest(slots.slots + (slots.capacity - empty) * sizeof(HashSlot), empty * sizeof(HashSlot), Role::Index);

    const std::uint64_t size = types()[type]->size, step = stride(type);
    for (std::uint64_t i = 0; i < values.length; ++i) {
        // The byte of an empty object is never a value.
        const Role role = owner_of[i] == 0 ? Role::Hole : size == 0 ? Role::Padding : Role::Payload;
        span({values.data + i * step, step, role, type_number, static_cast<std::int64_t>(i), owner_of[i]});
    }
    if (values.capacity > 0) {
        const Address used_end = values.data + values.length * step, room_end = values.data + values.capacity * step;
        rest(used_end, room_end - used_end, Role::Spare);
        rest(room_end, arena.block_of(values.data)->end() - room_end, Role::Padding);
    }

    const auto free = GrowingArray<Memory>::look(arena, record(type) + free_at);
    if (free.capacity == 0) return;
    for (std::uint64_t i = 0; i < free.length; ++i)
        span({free.data + 8 * i, 8, Role::FreeList, type_number, static_cast<std::int64_t>(i)});
    rest(free.data + 8 * free.length, 8 * (free.capacity - free.length), Role::FreeList);
    rest(free.data + 8 * free.capacity, arena.block_of(free.data)->end() - free.data - 8 * free.capacity,
         Role::Padding);
}

std::unique_ptr<Storage> make_hash_index(const StorageMaker& maker) { return maker.make<HashIndex>(); }

}  // namespace ecs::lab
