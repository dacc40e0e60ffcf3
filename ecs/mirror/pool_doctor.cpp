#include "ecs/mirror/pool_doctor.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "ecs/base/language.hpp"

namespace ecs {

namespace {

constexpr std::uint64_t least_waste = 4096;
constexpr std::size_t least_walk = 1000;  // a loop over fewer entities costs too little to speak of
constexpr std::size_t most_walked = 100'000;
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
        const std::uint64_t dense = pool.bytes() - pool.bytes(PoolBlockKind::SparsePage);
        const std::uint64_t needed = pool.entities.size() * entry_bytes(pool) + pool.blocks.size() * pool.header_bytes;
        if (pool.kind != PoolKind::SparseSet && pool.entities.empty()) continue;  // find_tables() has it
        // The last page of values may be as good as empty; that is how pools grow.
        const auto page = std::find_if(pool.blocks.begin(), pool.blocks.end(),
                                       [](const PoolBlock& block) { return block.kind == PoolBlockKind::ValuePage; });
        const std::uint64_t usual = page == pool.blocks.end() ? 0 : page->bytes;
        if (dense > 2 * needed + usual) {
            PoolFinding finding;
            finding.shape = PoolShape::RoomyPool;
            finding.pools = {p};
            finding.wasted_bytes = dense - needed;
            const std::string room = number(pool.capacity), used = number(pool.entities.size());
            switch (pool.kind) {
                case PoolKind::SparseSet:
                    finding.cause = phrase("{} has room for {} entries and uses {}", pool.name, room, used);
                    finding.remedy = phrase("Call shrink_to_fit() on the pool of {}", pool.name);
                    break;
                case PoolKind::Table:
                    finding.cause = phrase("The table {} has room for {} rows and uses {}", pool.name, room, used);
                    finding.remedy = tr("Let the owner shrink its tables when most entities went");
                    break;
                case PoolKind::Archetype:
                    finding.cause = phrase("The archetype {} has room for {} rows and uses {}", pool.name, room, used);
                    finding.remedy = tr("Call World::fit_block() on it: blocks do not shrink by themselves");
                    break;
            }
            findings.push_back(std::move(finding));
        }
    }
}

void find_tables(const OwnerMemory& memory, std::vector<PoolFinding>& findings) {
    constexpr std::size_t many = 32, few_in_table = 2;
    PoolFinding empty, lonely;
    empty.shape = PoolShape::EmptyTables;
    lonely.shape = PoolShape::LonelyTables;
    std::size_t tables = 0, in_lonely = 0, with_pairs = 0;
    bool archetypes = false;
    for (std::size_t p = 0; p < memory.pools.size(); ++p) {
        const OwnerPool& pool = memory.pools[p];
        if (pool.kind == PoolKind::SparseSet) continue;
        ++tables;
        archetypes = pool.kind == PoolKind::Archetype;
        if (pool.entities.empty()) {
            empty.pools.push_back(p);
            empty.wasted_bytes += pool.bytes();
        } else if (pool.entities.size() <= few_in_table) {
            lonely.pools.push_back(p);
            lonely.wasted_bytes += pool.wasted_bytes();
            in_lonely += pool.entities.size();
            with_pairs += std::any_of(pool.tags.begin(), pool.tags.end(),
                                      [](const std::string& tag) { return tag.starts_with('('); })
                              ? 1u
                              : 0u;
        }
    }
    if (empty.pools.size() >= many && empty.pools.size() * 2 >= tables) {
        const std::string count = number(empty.pools.size()), of = number(tables);
        empty.cause = archetypes
                          ? phrase("{} of {} archetypes are empty, and queries that match them look at each", count, of)
                          : phrase("{} of {} tables are empty, and queries that match them look at each", count, of);
        empty.remedy = archetypes
                           ? tr("Add and remove fewer components one by one: each step on the way makes an archetype")
                           : tr("Let the owner delete empty tables, or add and remove fewer components one by one");
        findings.push_back(std::move(empty));
    }
    if (lonely.pools.size() >= many && lonely.pools.size() * 2 >= tables) {
        const std::string count = number(lonely.pools.size()), entities = number(in_lonely);
        lonely.cause =
            archetypes
                ? phrase("{} archetypes hold {} entities, so a loop over them goes from chunk to chunk", count,
                         entities)
                : phrase("{} tables hold {} entities, so a loop over them goes from table to table", count, entities);
        lonely.remedy =
            archetypes ? tr("Sets of components that few entities have make these archetypes: keep what differs in "
                            "values")
            : with_pairs * 2 >= lonely.pools.size()
                ? tr("Pairs with different targets make these tables: let the relationship not fragment, or "
                     "keep the target in a component")
                : tr("Sets of components that few entities have make these tables: keep what differs in "
                     "values");
        findings.push_back(std::move(lonely));
    }
}

/// Where the entities of a pool stand, for many look-ups.
class PoolPlaces {
public:
    explicit PoolPlaces(const OwnerPool& pool) {
        std::size_t slots = 16;
        while (slots < pool.entities.size() * 2) slots *= 2;
        slots_.assign(slots, {no_owner_key, 0});
        for (std::size_t i = 0; i < pool.entities.size(); ++i) {
            if (pool.entities[i] == no_owner_key) continue;
            std::size_t at = slot_of(pool.entities[i]);
            while (slots_[at].key != no_owner_key) at = (at + 1) & (slots_.size() - 1);
            slots_[at] = {pool.entities[i], i};
        }
    }
    std::optional<std::size_t> find(OwnerKey key) const {
        if (key == no_owner_key) return std::nullopt;
        for (std::size_t at = slot_of(key);; at = (at + 1) & (slots_.size() - 1)) {
            if (slots_[at].key == key) return slots_[at].place;
            if (slots_[at].key == no_owner_key) return std::nullopt;
        }
    }

private:
    struct Slot {
        OwnerKey key = no_owner_key;
        std::size_t place = 0;
    };
    // Ids are numbers one after another, so their low bits spread well, and neighbours stay neighbours in memory.
    std::size_t slot_of(OwnerKey key) const { return static_cast<std::size_t>(key ^ key >> 20) & (slots_.size() - 1); }

    std::vector<Slot> slots_;
};

/// Of the first `most` entities of `walked`.
std::size_t jumps_to(const PoolPlaces& places, const OwnerPool& walked, std::size_t most) {
    std::size_t jumps = 0;
    std::optional<std::size_t> last;
    for (std::size_t i = 0; i < std::min(walked.entities.size(), most); ++i) {
        const std::optional<std::size_t> found = places.find(walked.entities[i]);
        if (!found) continue;
        if (last && *found != *last + 1 && *found + 1 != *last) ++jumps;
        last = found;
    }
    return jumps;
}

void find_scattered(const OwnerMemory& memory, std::vector<PoolFinding>& findings) {
    std::vector<std::size_t> pools;
    for (std::size_t p = 0; p < memory.pools.size(); ++p)
        if (memory.pools[p].kind == PoolKind::SparseSet && memory.pools[p].value_bytes > 0 &&
            memory.pools[p].size() >= least_walk)
            pools.push_back(p);
    std::sort(pools.begin(), pools.end(),
              [&](std::size_t a, std::size_t b) { return memory.pools[a].size() > memory.pools[b].size(); });
    if (pools.size() > most_compared) pools.resize(most_compared);
    for (std::size_t i = 0; i + 1 < pools.size(); ++i) {
        const PoolPlaces places(memory.pools[pools[i]]);
        for (std::size_t k = i + 1; k < pools.size(); ++k) {
            const OwnerPool &larger = memory.pools[pools[i]], &smaller = memory.pools[pools[k]];
            std::size_t jumps = jumps_to(places, smaller, most_walked);
            if (smaller.entities.size() > most_walked)
                jumps = static_cast<std::size_t>(static_cast<double>(jumps) *
                                                 static_cast<double>(smaller.entities.size()) / most_walked);
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
                                                                   "roomy-pool",      "empty-tables", "lonely-tables"};
    return names[static_cast<std::size_t>(shape)];
}

std::string_view title_of(PoolShape shape, PoolKind kind) {
    if (kind == PoolKind::Archetype) {
        if (shape == PoolShape::RoomyPool) return tr_later("Roomy archetype");
        if (shape == PoolShape::EmptyTables) return tr_later("Empty archetypes");
        if (shape == PoolShape::LonelyTables) return tr_later("Archetypes with few entities");
    }
    constexpr std::array<std::string_view, pool_shape_count> titles{
        tr_later("Scattered pools"), tr_later("Sparse pages"), tr_later("Tombstones"),
        tr_later("Roomy pool"),      tr_later("Empty tables"), tr_later("Tables with few entities")};
    return titles[static_cast<std::size_t>(shape)];
}

std::size_t jumps_between(const OwnerPool& walked, const OwnerPool& visited) {
    return jumps_to(PoolPlaces(visited), walked, walked.entities.size());
}

std::vector<PoolFinding> diagnose(const OwnerMemory& memory) {
    std::vector<PoolFinding> findings;
    find_sparse_pages(memory, findings);
    find_unused(memory, findings);
    std::erase_if(findings, [](const PoolFinding& finding) { return finding.wasted_bytes < least_waste; });
    find_tables(memory, findings);
    find_scattered(memory, findings);
    std::stable_sort(findings.begin(), findings.end(), [](const PoolFinding& a, const PoolFinding& b) {
        return a.wasted_bytes != b.wasted_bytes ? a.wasted_bytes > b.wasted_bytes : a.jumps > b.jumps;
    });
    return findings;
}

}  // namespace ecs
