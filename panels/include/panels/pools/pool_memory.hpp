// What the owner of a mirrored world has in memory, as panels see it: OwnerMemory costs as much as there are entities,
// so it is asked at most four times a second, while a panel shows it, and at most for a fiftieth of the time. Whoever
// shows panels keeps one and lends it (Context::pool_memory), so that all panels show the same.
//
// Addresses and bytes are the owner's, which runs on between two frames. So code that reads bytes copies them while
// fresh() is true, and shows the copy. The memory of another process is on its way for a while: until it is here, what
// came before stays.
#pragma once

#include <chrono>
#include <cstdint>
#include <future>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "ecs/mirror/mirror.hpp"
#include "ecs/mirror/pool_doctor.hpp"

namespace panels {

class Selection;

/// The numbers of one pool.
struct PoolFacts {
    std::uint64_t bytes = 0, used = 0, entities = 0, capacity = 0, tombstones = 0, sparse_pages = 0;
    std::vector<std::size_t> groups = {};  // positions in OwnerMemory::groups that own it or look at it

    std::uint64_t wasted() const { return bytes - used; }
};

class PoolMemory {
public:
    static constexpr std::size_t nowhere = ~std::size_t{0};

    /// Asks the owner if it is due; each panel that shows memory calls it in each frame. Null: the world is not a copy.
    void update(const ecs::Mirror* mirror, double now_secs);
    /// The same, but only if it was never asked.
    void update_once(const ecs::Mirror* mirror, double now_secs) {
        if (!asked_ || mirror != mirror_) update(mirror, now_secs);
    }
    /// A panel that asks the owner for more in the frame of an answer says how long that took, so that answers come
    /// less often.
    void also_took(double secs);
    /// The next update() asks, however short ago the last one was.
    void ask_now() { next_secs_ = -1; }

    /// Whether the first answer is on its way. Then there is nothing to show yet.
    bool on_its_way() const { return on_its_way_; }
    /// Whether the owner said what its memory is. The rest is about that.
    bool known() const { return asked_ && memory_->unknown.empty(); }
    /// How the owner keeps its components; nothing when that is not known.
    std::optional<ecs::PoolKind> kind() const;
    const ecs::OwnerMemory& memory() const { return *memory_; }
    const PoolFacts& facts(std::size_t pool) const { return facts_[pool]; }
    const PoolFacts& sums() const { return sums_; }
    /// Grows with each answer.
    std::uint64_t number() const { return number_; }
    double age_secs(double now_secs) const { return now_secs - asked_secs_; }
    double cost_secs() const { return cost_secs_; }
    /// Whether the answer came in this frame: only then addresses are valid.
    bool fresh() const;

    /// How many of the first `position` entries of the packed array are tombstones.
    std::size_t tombstones_before(std::size_t pool, std::size_t position) const;
    /// The entity's place in the packed array, or nowhere.
    std::size_t position_of(std::size_t pool, ecs::OwnerKey key);
    /// The block of this kind that has the entity's entry; the first one of a table's column. `entry` is its number in
    /// the block.
    const ecs::PoolBlock* block_of(std::size_t pool, ecs::PoolBlockKind kind, ecs::OwnerKey key, std::size_t& entry);
    /// The places of the selected entities, ascending. With more than one, of the first 4,096.
    std::span<const std::size_t> selected(std::size_t pool, const Selection& selection, const ecs::Mirror& mirror);

    /// The findings of ecs::diagnose, made off this thread from a copy; those of before until then.
    const std::vector<ecs::PoolFinding>& findings();
    bool diagnosed() const { return diagnosed_ > 0; }
    /// Names of the groups of a pool: "Position, Velocity", or nothing.
    std::string groups_text(std::size_t pool) const;

    ~PoolMemory();
    PoolMemory() = default;
    PoolMemory(const PoolMemory&) = delete;
    PoolMemory& operator=(const PoolMemory&) = delete;

private:
    void count();
    void forget();

    const ecs::Mirror* mirror_ = nullptr;
    std::uint64_t run_ = 0;
    bool asked_ = false, on_its_way_ = false;  // asked: and answered
    std::shared_ptr<const ecs::OwnerMemory> memory_ = std::make_shared<const ecs::OwnerMemory>();
    std::vector<PoolFacts> facts_;
    PoolFacts sums_;
    std::uint64_t number_ = 0;
    double asked_secs_ = 0, next_secs_ = -1, cost_secs_ = 0;
    int asked_frame_ = -1;

    // By pool.
    std::vector<std::vector<std::uint32_t>> tombstones_;  // before each 256th position; empty: there are none
    std::unordered_map<ecs::OwnerKey, std::vector<std::size_t>> places_;  // of entities that were looked up
    std::vector<std::vector<std::size_t>> selected_;
    std::uint64_t selected_number_ = 0;
    std::size_t selected_revision_ = 0;

    std::future<std::vector<ecs::PoolFinding>> diagnosing_;
    std::vector<ecs::PoolFinding> findings_;
    std::uint64_t diagnosed_ = 0;  // the number whose findings these are; 0: none yet
    std::uint64_t diagnosing_number_ = 0;
    std::chrono::steady_clock::time_point diagnosing_since_, next_diagnosis_;
};

/// What the owner calls its pools: "Pools" or "Tables"; and what the chunks of the copy are called beside them.
const char* title_of(ecs::PoolKind kind);
const char* copy_title_of(ecs::PoolKind kind);
/// "3 tables".
std::string count_text(ecs::PoolKind kind, std::size_t pools);

}  // namespace panels
