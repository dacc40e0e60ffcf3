#include "panels/pools/pool_memory.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <chrono>
#include <memory>

#include <imgui.h>

#include "panels/base/format.hpp"
#include "panels/base/language.hpp"
#include "panels/base/selection.hpp"

namespace panels {

namespace {

constexpr double shortest_pause_secs = 0.25, pause_for_cost = 50;
constexpr std::size_t tombstone_step = 256, most_places_kept = 64, most_selected = 4096;

using Clock = std::chrono::steady_clock;

}  // namespace

const char* title_of(ecs::PoolKind kind) {
    switch (kind) {
        case ecs::PoolKind::SparseSet:
            break;
        case ecs::PoolKind::Table:
            return tr("Tables");
        case ecs::PoolKind::Archetype:
            return tr("In the program");
    }
    return tr("Pools");
}

const char* copy_title_of(ecs::PoolKind kind) {
    return kind == ecs::PoolKind::Archetype ? tr("In the copy") : tr("As archetypes");
}

std::string count_text(ecs::PoolKind kind, std::size_t pools) {
    switch (kind) {
        case ecs::PoolKind::SparseSet:
            break;
        case ecs::PoolKind::Table:
            return format_count(pools, "table");
        case ecs::PoolKind::Archetype:
            return format_count(pools, "archetype");
    }
    return format_count(pools, "pool");
}

PoolMemory::~PoolMemory() {
    if (diagnosing_.valid()) diagnosing_.wait();
}

void PoolMemory::forget() {
    asked_ = on_its_way_ = false;
    memory_ = std::make_shared<const ecs::OwnerMemory>();
    facts_.clear();
    sums_ = {};
    next_secs_ = -1;
    places_.clear();
    selected_.clear();
    findings_.clear();
    diagnosed_ = 0;
}

void PoolMemory::update(const ecs::Mirror* mirror, double now_secs) {
    const std::uint64_t run = mirror == nullptr ? 0 : mirror->run();
    if (mirror != mirror_ || run != run_) {
        forget();
        mirror_ = mirror;
        run_ = run;
    }
    if (mirror == nullptr || asked_frame_ == ImGui::GetFrameCount()) return;
    // Who is lost cannot be asked, and what it said last stays.
    if (!mirror->lost().empty() && asked_) return;
    if (now_secs < next_secs_ && now_secs >= asked_secs_) return;
    const auto start = Clock::now();
    ecs::OwnerMemory answer = mirror->owner().memory();
    on_its_way_ = answer.on_its_way && !asked_;
    if (answer.on_its_way) return;  // asked again in the next frame
    memory_ = std::make_shared<const ecs::OwnerMemory>(std::move(answer));
    count();
    cost_secs_ = std::chrono::duration<double>(Clock::now() - start).count();
    asked_ = true;
    ++number_;
    asked_secs_ = now_secs;
    asked_frame_ = ImGui::GetFrameCount();
    next_secs_ = now_secs + std::max(shortest_pause_secs, pause_for_cost * cost_secs_);
}

void PoolMemory::also_took(double secs) {
    cost_secs_ += secs;
    next_secs_ = asked_secs_ + std::max(shortest_pause_secs, pause_for_cost * cost_secs_);
}

bool PoolMemory::fresh() const { return asked_ && asked_frame_ == ImGui::GetFrameCount(); }

std::optional<ecs::PoolKind> PoolMemory::kind() const {
    if (!known()) return std::nullopt;
    return memory_->pools.empty() ? ecs::PoolKind::SparseSet : memory_->pools.front().kind;
}

void PoolMemory::count() {
    facts_.assign(memory_->pools.size(), {});
    tombstones_.assign(memory_->pools.size(), {});
    places_.clear();
    sums_ = {};
    for (std::size_t p = 0; p < memory_->pools.size(); ++p) {
        const ecs::OwnerPool& pool = memory_->pools[p];
        PoolFacts& facts = facts_[p];
        facts.bytes = pool.bytes();
        facts.used = std::min<std::uint64_t>(pool.used_bytes(), facts.bytes);
        facts.entities = pool.size();
        facts.capacity = pool.capacity;
        facts.tombstones = pool.tombstones;
        for (const ecs::PoolBlock& block : pool.blocks)
            facts.sparse_pages += block.kind == ecs::PoolBlockKind::SparsePage ? 1u : 0u;
        sums_.bytes += facts.bytes;
        sums_.used += facts.used;
        sums_.entities += facts.entities;
        sums_.capacity += facts.capacity;
        sums_.tombstones += facts.tombstones;
        sums_.sparse_pages += facts.sparse_pages;
        if (pool.tombstones == 0) continue;
        std::vector<std::uint32_t>& before = tombstones_[p];
        std::uint32_t so_far = 0;
        for (std::size_t i = 0; i < pool.entities.size(); ++i) {
            if (i % tombstone_step == 0) before.push_back(so_far);
            so_far += pool.entities[i] == ecs::no_owner_key ? 1u : 0u;
        }
    }
    for (std::size_t g = 0; g < memory_->groups.size(); ++g)
        for (const auto* pools : {&memory_->groups[g].owned, &memory_->groups[g].observed})
            for (const std::size_t pool : *pools)
                if (pool < facts_.size()) facts_[pool].groups.push_back(g);
}

std::size_t PoolMemory::tombstones_before(std::size_t pool, std::size_t position) const {
    const std::vector<std::uint32_t>& before = tombstones_[pool];
    const std::vector<ecs::OwnerKey>& entities = memory_->pools[pool].entities;
    if (before.empty()) return 0;
    position = std::min(position, entities.size());
    const std::size_t step = std::min(position / tombstone_step, before.size() - 1);
    std::size_t found = before[step];
    for (std::size_t i = step * tombstone_step; i < position; ++i) found += entities[i] == ecs::no_owner_key ? 1u : 0u;
    return found;
}

std::size_t PoolMemory::position_of(std::size_t pool, ecs::OwnerKey key) {
    if (key == ecs::no_owner_key || pool >= memory_->pools.size()) return nowhere;
    if (places_.size() > most_places_kept && !places_.contains(key)) places_.clear();
    std::vector<std::size_t>& places = places_[key];
    if (places.empty()) {
        places.reserve(memory_->pools.size());
        for (const ecs::OwnerPool& each : memory_->pools) {
            const auto found = std::find(each.entities.begin(), each.entities.end(), key);
            places.push_back(found == each.entities.end() ? nowhere
                                                          : static_cast<std::size_t>(found - each.entities.begin()));
        }
    }
    return places[pool];
}

const ecs::PoolBlock* PoolMemory::block_of(std::size_t pool, ecs::PoolBlockKind kind, ecs::OwnerKey key,
                                           std::size_t& entry) {
    const std::size_t position = position_of(pool, key);
    if (position == nowhere) return nullptr;
    const ecs::OwnerPool& in = memory_->pools[pool];
    const std::size_t at =
        kind == ecs::PoolBlockKind::SparsePage ? static_cast<std::size_t>(key & in.sparse_mask) : position;
    for (const ecs::PoolBlock& block : in.blocks) {
        if (block.kind != kind || at < block.first || at - block.first >= block.entries) continue;
        entry = at - block.first;
        return &block;
    }
    return nullptr;
}

std::span<const std::size_t> PoolMemory::selected(std::size_t pool, const Selection& selection,
                                                  const ecs::Mirror& mirror) {
    if (selected_number_ != number_ || selected_revision_ != selection.revision() ||
        selected_.size() != memory_->pools.size()) {
        selected_number_ = number_;
        selected_revision_ = selection.revision();
        selected_.assign(memory_->pools.size(), {});
        const std::size_t count = std::min(selection.entities().size(), most_selected);
        // Most entities are ruled out by one bit.
        constexpr std::size_t bits = 1u << 16;
        const auto bit_of = [](ecs::OwnerKey key) { return (key * 0x9e3779b97f4a7c15u) >> 48; };
        auto may_be = std::make_unique<std::bitset<bits>>();
        std::vector<ecs::OwnerKey> keys;
        for (std::size_t i = selection.entities().size() - count; i < selection.entities().size(); ++i) {
            const ecs::OwnerKey key = mirror.key_of(selection.entities()[i]);
            if (key == ecs::no_owner_key) continue;
            keys.push_back(key);
            may_be->set(bit_of(key));
        }
        std::sort(keys.begin(), keys.end());
        for (std::size_t p = 0; p < memory_->pools.size() && !keys.empty(); ++p) {
            const std::vector<ecs::OwnerKey>& entities = memory_->pools[p].entities;
            for (std::size_t i = 0; i < entities.size(); ++i)
                if (may_be->test(bit_of(entities[i])) && std::binary_search(keys.begin(), keys.end(), entities[i]))
                    selected_[p].push_back(i);
        }
    }
    return pool < selected_.size() ? std::span<const std::size_t>(selected_[pool]) : std::span<const std::size_t>();
}

const std::vector<ecs::PoolFinding>& PoolMemory::findings() {
    using namespace std::chrono_literals;
    if (diagnosing_.valid() && diagnosing_.wait_for(0s) == std::future_status::ready) {
        findings_ = diagnosing_.get();
        diagnosed_ = diagnosing_number_;
        next_diagnosis_ = Clock::now() + 4 * (Clock::now() - diagnosing_since_);
        std::erase_if(findings_, [&](const ecs::PoolFinding& finding) {
            return std::any_of(finding.pools.begin(), finding.pools.end(),
                               [&](std::size_t pool) { return pool >= memory_->pools.size(); });
        });
    }
    if (!diagnosing_.valid() && known() && diagnosed_ != number_ && Clock::now() >= next_diagnosis_) {
        diagnosing_since_ = Clock::now();
        diagnosing_number_ = number_;
        std::size_t entries = 0;
        for (const ecs::OwnerPool& pool : memory_->pools) entries += pool.entities.size();
        constexpr std::size_t soon = 50'000;  // so few are diagnosed before the thread would have begun
        if (entries <= soon) {
            findings_ = ecs::diagnose(*memory_);
            diagnosed_ = number_;
        } else {
            diagnosing_ = std::async(std::launch::async, [copy = memory_] { return ecs::diagnose(*copy); });
        }
    }
    return findings_;
}

std::string PoolMemory::groups_text(std::size_t pool) const {
    std::string text;
    for (const std::size_t group : facts_[pool].groups)
        text.append(text.empty() ? "" : "; ").append(memory_->groups[group].name);
    return text;
}

}  // namespace panels
