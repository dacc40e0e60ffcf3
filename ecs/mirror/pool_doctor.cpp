#include "ecs/mirror/pool_doctor.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>

#include "ecs/base/language.hpp"

namespace ecs {

namespace {

constexpr std::uint64_t least_waste = 4096;
constexpr std::size_t least_walk = 1000;   // a loop over fewer entities costs too little to speak of
constexpr std::size_t most_compared = 16;  // largest pools that are compared with each other

std::string number(std::uint64_t count) { return std::to_string(count); }

std::uint64_t entry_bytes(const OwnerPool& pool) { return pool.entity_bytes + pool.value_bytes; }

void find_sparse_pages(const OwnerMemory& memory, std::vector<PoolFinding>& findings) {
    for (std::size_t p = 0; p < memory.pools.size(); ++p) {
        const OwnerPool& pool = memory.pools[p];
        std::size_t pages = 0, entries = 0;
        for (const PoolBlock& block : pool.blocks) {
            if (block.kind != PoolBlockKind::SparsePage) continue;
            ++pages;
            entries += block.entries;
        }
        if (pages < 2 || pool.size() * 16 >= entries) continue;
        PoolFinding finding;
        finding.shape = PoolShape::SparsePages;
        finding.pools = {p};
        finding.wasted_bytes = pool.bytes(PoolBlockKind::SparsePage) - pool.size() * pool.entity_bytes;
        finding.cause = phrase("{} has {} entities, whose ids lie so far apart that they take {} sparse pages",
                               pool.name, number(pool.size()), number(pages));
        finding.remedy = tr("Create these entities one after another, so that their ids are neighbours");
        findings.push_back(std::move(finding));
    }
}

void find_unused(const OwnerMemory& memory, std::vector<PoolFinding>& findings) {
    for (std::size_t p = 0; p < memory.pools.size(); ++p) {
        const OwnerPool& pool = memory.pools[p];
        if (pool.keeps_addresses && pool.tombstones > pool.size()) {
            PoolFinding finding;
            finding.shape = PoolShape::Tombstones;
            finding.pools = {p};
            finding.wasted_bytes = pool.tombstones * entry_bytes(pool);
            finding.cause = phrase("{} keeps its addresses, and {} of its {} entries are tombstones", pool.name,
                                   number(pool.tombstones), number(pool.entities.size()));
            finding.remedy = phrase("Call compact() on the pool of {} when nothing holds addresses", pool.name);
            findings.push_back(std::move(finding));
        }
        const std::uint64_t dense = pool.bytes(PoolBlockKind::Packed) + pool.bytes(PoolBlockKind::ValuePage);
        const std::uint64_t needed = pool.entities.size() * entry_bytes(pool);
        // The last page of values may be as good as empty; that is how pools grow.
        const auto page = std::find_if(pool.blocks.begin(), pool.blocks.end(),
                                       [](const PoolBlock& block) { return block.kind == PoolBlockKind::ValuePage; });
        const std::uint64_t usual = page == pool.blocks.end() ? 0 : page->bytes;
        if (dense > 2 * needed + usual) {
            PoolFinding finding;
            finding.shape = PoolShape::RoomyPool;
            finding.pools = {p};
            finding.wasted_bytes = dense - needed;
            finding.cause = phrase("{} has room for {} entries and uses {}", pool.name, number(pool.capacity),
                                   number(pool.entities.size()));
            finding.remedy = phrase("Call shrink_to_fit() on the pool of {}", pool.name);
            findings.push_back(std::move(finding));
        }
    }
}

void find_scattered(const OwnerMemory& memory, std::vector<PoolFinding>& findings) {
    std::vector<std::size_t> pools;
    for (std::size_t p = 0; p < memory.pools.size(); ++p)
        if (memory.pools[p].value_bytes > 0 && memory.pools[p].size() >= least_walk) pools.push_back(p);
    std::sort(pools.begin(), pools.end(),
              [&](std::size_t a, std::size_t b) { return memory.pools[a].size() > memory.pools[b].size(); });
    if (pools.size() > most_compared) pools.resize(most_compared);
    for (std::size_t i = 0; i < pools.size(); ++i) {
        for (std::size_t k = i + 1; k < pools.size(); ++k) {
            const OwnerPool &larger = memory.pools[pools[i]], &smaller = memory.pools[pools[k]];
            const std::size_t jumps = jumps_between(smaller, larger);
            if (2 * jumps < smaller.size()) continue;
            PoolFinding finding;
            finding.shape = PoolShape::ScatteredPools;
            finding.pools = {pools[i], pools[k]};
            finding.jumps = jumps;
            finding.cause = phrase("A loop over {} and {} jumps about in {} {} times", smaller.name, larger.name,
                                   larger.name, number(jumps));
            finding.remedy = phrase("Sort {} as {}, or let a group own both", larger.name, smaller.name);
            findings.push_back(std::move(finding));
        }
    }
}

}  // namespace

std::string_view name_of(PoolShape shape) {
    constexpr std::array<std::string_view, pool_shape_count> names{"scattered-pools", "sparse-pages", "tombstones",
                                                                   "roomy-pool"};
    return names[static_cast<std::size_t>(shape)];
}

std::string_view title_of(PoolShape shape) {
    constexpr std::array<std::string_view, pool_shape_count> titles{
        tr_later("Scattered pools"), tr_later("Sparse pages"), tr_later("Tombstones"), tr_later("Roomy pool")};
    return titles[static_cast<std::size_t>(shape)];
}

std::size_t jumps_between(const OwnerPool& walked, const OwnerPool& visited) {
    std::unordered_map<OwnerKey, std::size_t> positions;
    positions.reserve(visited.entities.size());
    for (std::size_t i = 0; i < visited.entities.size(); ++i)
        if (visited.entities[i] != no_owner_key) positions.emplace(visited.entities[i], i);
    std::size_t jumps = 0;
    std::optional<std::size_t> last;
    for (const OwnerKey entity : walked.entities) {
        const auto found = positions.find(entity);
        if (found == positions.end()) continue;
        if (last && found->second != *last + 1 && found->second + 1 != *last) ++jumps;
        last = found->second;
    }
    return jumps;
}

std::vector<PoolFinding> diagnose(const OwnerMemory& memory) {
    std::vector<PoolFinding> findings;
    find_sparse_pages(memory, findings);
    find_unused(memory, findings);
    std::erase_if(findings, [](const PoolFinding& finding) { return finding.wasted_bytes < least_waste; });
    find_scattered(memory, findings);
    std::stable_sort(findings.begin(), findings.end(), [](const PoolFinding& a, const PoolFinding& b) {
        return a.wasted_bytes != b.wasted_bytes ? a.wasted_bytes > b.wasted_bytes : a.jumps > b.jumps;
    });
    return findings;
}

}  // namespace ecs
