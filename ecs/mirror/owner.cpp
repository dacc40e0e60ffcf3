#include "ecs/mirror/owner.hpp"

#include <algorithm>

#include "ecs/base/language.hpp"

namespace ecs {

std::string_view name_of(PoolBlockKind kind) {
    switch (kind) {
        case PoolBlockKind::SparsePage:
            return "sparse page";
        case PoolBlockKind::Packed:
            return "packed array";
        case PoolBlockKind::ValuePage:
            return "value page";
        case PoolBlockKind::Column:
            return "column";
        case PoolBlockKind::Chunk:
            return "chunk";
    }
    return {};
}

std::string_view name_of(PoolByteRole role) {
    switch (role) {
        case PoolByteRole::Position:
            return "position";
        case PoolByteRole::NoEntity:
            return "no entity";
        case PoolByteRole::Entity:
            return "entity";
        case PoolByteRole::Tombstone:
            return "tombstone";
        case PoolByteRole::Field:
            return "field";
        case PoolByteRole::Padding:
            return "padding";
        case PoolByteRole::Unused:
            return "unused";
        case PoolByteRole::Header:
            return "header";
    }
    return {};
}

std::size_t OwnerPool::bytes() const {
    std::size_t sum = 0;
    for (const PoolBlock& block : blocks) sum += block.bytes;
    return sum;
}

std::size_t OwnerPool::bytes(PoolBlockKind of) const {
    std::size_t sum = 0;
    for (const PoolBlock& block : blocks)
        if (block.kind == of) sum += block.bytes;
    return sum;
}

std::size_t OwnerMemory::bytes() const {
    std::size_t sum = 0;
    for (const OwnerPool& pool : pools) sum += pool.bytes();
    return sum;
}

std::size_t OwnerMemory::wasted_bytes() const {
    std::size_t sum = 0;
    for (const OwnerPool& pool : pools) sum += pool.wasted_bytes();
    return sum;
}

std::string as_if_archetypes(std::string_view owner, std::optional<PoolKind> really) {
    if (really == PoolKind::SparseSet)
        return phrase("As if these were archetypes: {} keeps its components in pools", owner);
    if (really == PoolKind::Table)
        return phrase("As if {} kept its archetypes in chunks: it has tables of its own", owner);
    if (really == PoolKind::Archetype) return phrase("These are chunks of the copy: {} has its own", owner);
    return phrase("As if these were archetypes: the memory of {} is not known", owner);
}

std::string why_not(const OwnerClock& clock, const OwnerControl& control) {
    if (!clock.why_not_control.empty()) return clock.why_not_control;
    switch (control.kind) {
        case OwnerControl::Kind::StepSystem:
            return clock.why_not_systems;
        case OwnerControl::Kind::RunToTick:
            return control.ticks > clock.tick ? std::string()
                                              : phrase("Tick {} is past", std::to_string(control.ticks));
        case OwnerControl::Kind::SetSpeed:
            if (control.speed > 0 && control.speed <= 1) return {};
            return tr("The program's own loop decides how fast it ticks: it can only be slowed down");
        default:
            return {};
    }
}

void Pull::clear(std::size_t types) {
    answers.clear();
    destroyed.clear();
    created.clear();
    removed.clear();
    if (columns.size() < types) columns.resize(types);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        columns[i].type = static_cast<std::uint32_t>(i);
        columns[i].keys.clear();
        columns[i].values.clear();
    }
    moved.clear();
    named.clear();
}

std::string Owner::why_not_show_hidden() const { return phrase("{} hides nothing", name()); }

std::string Owner::control(const OwnerControl&) { return phrase("{} runs its ticks itself", name()); }

OwnerMemory Owner::memory() const { return {phrase("{} does not say what its memory is", name()), {}}; }

std::vector<PoolSpan> Owner::describe(std::size_t, std::size_t) const { return {}; }

std::optional<PoolBytes> Owner::read_block(const OwnerMemory& memory, const PoolPart& part) const {
    PoolBytes read;
    const PoolBlock& block = memory.pools[part.pool].blocks[part.block];
    if (block.begin == nullptr) return read;
    const std::size_t begin = std::min(part.first, block.bytes), end = begin + std::min(part.size, block.bytes - begin);
    read.bytes.assign(block.begin + begin, block.begin + end);
    for (PoolSpan span : describe(part.pool, part.block)) {
        const std::size_t from = std::max(span.offset, begin), to = std::min(span.offset + span.size, end);
        if (from >= to) continue;
        span.offset = from;
        span.size = to - from;
        read.spans.push_back(span);
    }
    return read;
}

}  // namespace ecs
