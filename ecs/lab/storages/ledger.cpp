#include "ecs/lab/storages/ledger.hpp"

#include "ecs/base/language.hpp"

#include <algorithm>

#include "ecs/lab/storages/storage.hpp"

namespace ecs::lab {

std::string_view name_of(Role role) {
    static constexpr std::array<std::string_view, role_count> names{
        tr_later("payload"),    tr_later("entity id"), tr_later("index"),  tr_later("generation"),
        tr_later("option tag"), tr_later("pointer"),   tr_later("header"), tr_later("free list"),
        tr_later("flag"),       tr_later("padding"),   tr_later("hole"),   tr_later("spare")};
    return names[static_cast<std::size_t>(role)];
}

std::string_view name_of(RoleGroup group) {
    static constexpr std::array<std::string_view, role_groups.size()> names{
        tr_later("payload"), tr_later("index"), tr_later("holes"), tr_later("spare"), tr_later("padding")};
    return names[static_cast<std::size_t>(group)];
}

RoleGroup group_of(Role role) {
    switch (role) {
        case Role::Payload:
            return RoleGroup::Payload;
        case Role::Padding:
            return RoleGroup::Padding;
        case Role::Hole:
            return RoleGroup::Holes;
        case Role::Spare:
            return RoleGroup::Spare;
        default:
            return RoleGroup::Index;
    }
}

std::uint64_t Account::operator[](RoleGroup group) const {
    const std::array<std::uint64_t, role_groups.size()> bytes{payload, index, holes, spare, padding};
    return bytes[static_cast<std::size_t>(group)];
}

Account account_of(const Storage& storage, const Arena& arena) {
    Account account;
    account.allocated = arena.allocated();
    account.blocks = arena.heap_blocks();
    // Spans mostly come block by block, so try the last span's block first.
    const Block* block = nullptr;
    storage.describe([&](const Span& span) {
        if (block == nullptr || span.at < block->begin || span.at >= block->end()) block = arena.block_of(span.at);
        if (block != nullptr && block->kind == BlockKind::Heap)
            account.by_role[static_cast<std::size_t>(span.role)] += span.bytes;
    });
    for (std::size_t i = 0; i < role_count; ++i) {
        std::uint64_t* sums[]{&account.payload, &account.index, &account.holes, &account.spare, &account.padding};
        *sums[static_cast<std::size_t>(group_of(static_cast<Role>(i)))] += account.by_role[i];
    }
    return account;
}

std::vector<Span> spans_of(const Storage& storage) {
    std::vector<Span> spans;
    storage.describe([&](const Span& span) { spans.push_back(span); });
    std::stable_sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) { return a.at < b.at; });
    return spans;
}

std::string fault_of(const Storage& storage, const Arena& arena) {
    const std::vector<Span> spans = spans_of(storage);
    auto span = spans.begin();
    for (const auto& [begin, block] : arena.blocks()) {
        Address next = begin;
        for (; span != spans.end() && span->at < block.end(); ++span) {
            if (span->bytes == 0)
                return "an empty span at " + std::to_string(span->at) + " (" + std::string(block.what) + ")";
            if (span->at != next)
                return (span->at < next ? "an overlap at " : "a gap before ") + std::to_string(span->at) + " (" +
                       std::string(block.what) + ")";
            next = span->end();
        }
        if (next != block.end())
            return (next < block.end() ? "a gap at " : "a span reaches behind ") + std::to_string(next) + " (" +
                   std::string(block.what) + ")";
    }
    return span == spans.end() ? std::string{} : "a span outside of every block at " + std::to_string(span->at);
}

}  // namespace ecs::lab
