#include "ecs/lab/storages/packed_vector_storage.hpp"

namespace ecs::lab {

namespace {

constexpr std::string_view create_lines[]{
    "let id = next_id; next_id += 1; // then, for each component:",
    "container.vec.push(Component::new(id, item));",
    "container.map.insert(id, container.vec.len() - 1);",
};
constexpr std::string_view push_lines[]{
    "self.vec.push(Component::new(entity_id, item));",
    "self.map.insert(entity_id, self.vec.len() - 1);",
};
constexpr std::string_view push_or_set_lines[]{
    "if let Some(inner) = self.get_mut(entity_id) { *inner = item; return; }",
    "self.vec.push(Component::new(entity_id, item));",
    "self.map.insert(entity_id, self.vec.len() - 1);",
};
constexpr std::string_view get_lines[]{
    "let index = self.map.get(&entity_id)?;",
    "Some(self.vec[*index].inner())",
};
constexpr std::string_view set_lines[]{
    "let index = self.map.get(&entity_id)?;",
    "*self.vec[*index].inner_mut() = item;",
};
constexpr std::string_view has_lines[]{"self.map.contains_key(&entity_id)"};
constexpr std::string_view remove_lines[]{
    "let index = self.map.remove(&entity_id)?;",
    "self.vec.swap_remove(index);",
    "if index < self.vec.len() { self.map.insert(self.vec[index].entity_id(), index); }",
};
constexpr std::string_view destroy_lines[]{
    "for each container:",
    "  if let Some(index) = container.map.remove(&id) {",
    "    container.vec.swap_remove(index);",
    "    if index < container.vec.len() { container.map.insert(container.vec[index].entity_id(), index); } }",
    "living.remove(&id);",
};
constexpr std::string_view each_lines[]{
    "while let Some((id, item)) = base.next() {",
    "  let other = match others.get(id) { Some(other) => other, None => continue };",
    "  system(item, other); }",
};

}  // namespace

std::span<const std::string_view> packed_vector_pseudo_code(OperationKind operation, Mode mode) {
    PseudoCode code{.create = create_lines,
                    .destroy = destroy_lines,
                    .add = push_or_set_lines,
                    .set = set_lines,
                    .remove = remove_lines,
                    .get = get_lines,
                    .has = has_lines,
                    .each = each_lines};
    if (mode == Mode::Faithful) code.add = push_lines;
    return code.of(operation);
}

Outcome packed_vector_supports(OperationKind operation, Mode mode) {
    if (mode == Mode::Repaired) return Outcome::done();
    switch (operation) {
        case OperationKind::Destroy:
            return Outcome::refused("003-L1", "The article cannot delete an entity; it leaves that for later");
        case OperationKind::Remove:
            return Outcome::refused("003-L1", "The article cannot take a component away; it leaves that for later");
        case OperationKind::ChangeInEach:
            return Outcome::refused("003-C5",
                                    "A container that is iterated is borrowed: a program that changes it "
                                    "does not compile");
        default:
            return Outcome::done();
    }
}

template <class Memory>
void PackedVector<Memory>::describe(const SpanFunction& span) const {
    const Arena& arena = memory_.arena();
    const Address head_end = arena.block_of(head_)->end();
    span({head_, containers_at, Role::Header});
    Address at = head_ + containers_at;
    for (TypeIndex type = 0; type < types().size(); ++type, at += container_bytes)
        span({at, container_bytes, Role::Header, static_cast<std::int32_t>(type)});
    if (at < head_end) span({at, head_end - at, Role::Header});

    const auto bits = GrowingArray<Memory>::look(arena, head_ + living_bits_at);
    if (bits.capacity > 0) {
        const std::uint64_t bytes = 8 * bits.capacity;
        span({bits.data, bytes, Role::Flag});
        if (const Address end = arena.block_of(bits.data)->end(); bits.data + bytes < end)
            span({bits.data + bytes, end - bits.data - bytes, Role::Padding});
    }
    for (TypeIndex type = 0; type < types().size(); ++type) describe_container(type, span);
}

template <class Memory>
void PackedVector<Memory>::describe_container(TypeIndex type, const SpanFunction& span) const {
    const auto type_number = static_cast<std::int32_t>(type);
    const auto rest = [&](Address from, std::uint64_t bytes, Role role, std::int64_t slot = -1,
                          std::uint64_t handle = 0) {
        if (bytes > 0) span({from, bytes, role, type_number, slot, handle});
    };

    const auto rows = look_rows(type);
    std::vector<bool> found(rows.length);  // rows that the map points to; the others are orphans (003-L2)
    const auto map = look_map(type);
    std::uint64_t empty = 0;  // empty slots just before
    for (std::uint64_t i = 0; i < map.capacity; ++i) {
        const Address at = map.slots + i * sizeof(HashSlot);
        const auto slot = look<HashSlot>(at);
        if (slot.key == 0) {
            ++empty;
            continue;
        }
        rest(at - empty * sizeof(HashSlot), empty * sizeof(HashSlot), Role::Index);
        empty = 0;
        rest(at, sizeof(HashSlot), Role::Index, static_cast<std::int64_t>(i), slot.key - key_of_id_0);
        if (slot.position < rows.length) found[slot.position] = true;
    }
    rest(map.slots + (map.capacity - empty) * sizeof(HashSlot), empty * sizeof(HashSlot), Role::Index);

    if (rows.capacity == 0) return;
    const RowLayout& layout = layouts_[type];
    const std::uint64_t size = types()[type]->size;
    for (std::uint64_t i = 0; i < rows.length; ++i) {
        const Address at = rows.data + i * layout.bytes, value = at + layout.value_offset;
        const auto slot = static_cast<std::int64_t>(i);
        const std::uint64_t handle = look<EntityId>(at);
        rest(at, id_bytes, Role::EntityId, slot, handle);
        rest(at + id_bytes, layout.value_offset - id_bytes, Role::Padding, slot, handle);
        rest(value, size, found[i] ? Role::Payload : Role::Hole, slot, handle);
        rest(value + size, layout.bytes - layout.value_offset - size, Role::Padding, slot, handle);
    }
    const Address used_end = rows.data + rows.length * layout.bytes;
    const Address room_end = rows.data + rows.capacity * layout.bytes;
    rest(used_end, room_end - used_end, Role::Spare);
    rest(room_end, memory_.arena().block_of(rows.data)->end() - room_end, Role::Padding);
}

std::unique_ptr<Storage> make_packed_vector(const StorageMaker& maker) { return maker.make<PackedVector>(); }

}  // namespace ecs::lab
