#include "ecs/lab/storages/shared_object_storage.hpp"

namespace ecs::lab {

namespace {

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

}  // namespace

template <class Memory>
void SharedObjectStorage<Memory>::describe_container(TypeIndex type, const SpanFunction& span) const {
    const Arena& arena = memory_.arena();
    const auto array = GrowingArray<Memory>::look(arena, container(type));
    if (array.data == 0) return;
    const auto component = static_cast<std::int32_t>(type);
    std::uint64_t spare = array.capacity;  // start of the empty slots
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
    table_.describe(span, [&](Address object) {
        if (!pooled_) describe_object(object, arena.block_of(object)->bytes, span);
    });
    const auto pools = GrowingArray<Memory>::look(arena, head_ + pools_at);
    for (std::uint64_t i = 0; i < pools.length; ++i) {
        const Address at = pools.data + i * sizeof(Address);
        span({at, sizeof(Address), Role::Pointer, -1, static_cast<std::int64_t>(i)});
        Address pool;
        std::memcpy(&pool, arena.at(at), sizeof pool);
        for (std::uint64_t place = 0; place < pool_objects; ++place)
            describe_object(pool + place * object_bytes_, object_bytes_, span);
    }
    if (pools.data == 0) return;
    const Address used = pools.data + pools.length * sizeof(Address);
    const Address end = pools.data + pools.capacity * sizeof(Address);
    if (used < end) span({used, end - used, Role::Spare});
    if (const Address block = arena.block_of(pools.data)->end(); end < block) span({end, block - end, Role::Padding});
}

template <class Memory>
Outcome SharedObjectStorage<Memory>::supports(OperationKind operation) const {
    if (!faithful()) return Outcome::done();
    if (operation == OperationKind::Add || operation == OperationKind::Remove)
        return Outcome::refused("004-C4", class_fixed);
    if (operation == OperationKind::ChangeInEach) return Outcome::bitten("004-L2", append_lost);
    return Outcome::done();
}

template <class Memory>
std::span<const std::string_view> SharedObjectStorage<Memory>::pseudo_code(OperationKind operation) const {
    PseudoCode code{.create = create_lines,
                    .destroy = destroy_lines,
                    .add = add_lines,
                    .set = set_lines,
                    .remove = remove_lines,
                    .get = get_lines,
                    .has = get_lines,
                    .each = each_repaired_lines};
    if (faithful()) code.each = each_faithful_lines;
    return code.of(operation);
}

template void SharedObjectStorage<PlainMemory>::describe(const SpanFunction&) const;
template void SharedObjectStorage<TracedMemory>::describe(const SpanFunction&) const;
template Outcome SharedObjectStorage<PlainMemory>::supports(OperationKind) const;
template Outcome SharedObjectStorage<TracedMemory>::supports(OperationKind) const;
template std::span<const std::string_view> SharedObjectStorage<PlainMemory>::pseudo_code(OperationKind) const;
template std::span<const std::string_view> SharedObjectStorage<TracedMemory>::pseudo_code(OperationKind) const;

}  // namespace ecs::lab
