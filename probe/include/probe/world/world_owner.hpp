// A WorldOwner is an ecs::World, and perhaps its Schedule, as the Owner of a world that another program shows. It finds
// changes by the versions of the columns, and by a copy of the values in the last picture:
//
//     chunk of the world   | entities | Position     | Name |     written since?  compare with
//     what was said        | entities | its bytes    |            the copy, and say the rows that differ
//
// Of columns in which only single values were written, only those rows are compared: an ecs::WriteLog names them.
//
// A chunk of which nothing was said is said as a whole, and is copied for that only once (NewRows). pull_part() says as many
// of them as it has time for.
//
// Values are of the world's own types, in their own layout: the link sends them field by field. Do not use it with a Mirror
// in the same process. The key of an entity is Entity::bits().
//
// It belongs to the thread that runs the world. The world and the schedule outlive it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ecs/mirror/owner.hpp"
#include "ecs/schedule/schedule.hpp"
#include "ecs/world/world.hpp"
#include "ecs/world/write_log.hpp"
#include "probe/wire/new_rows.hpp"

namespace probe {

class WorldOwner final : public ecs::Owner {
public:
    /// `run`: the number of its first one.
    explicit WorldOwner(ecs::World& world, ecs::Schedule* schedule = nullptr, std::uint64_t run = 0)
        : world_(world), schedule_(schedule), run_(run) {}
    ~WorldOwner() override;
    WorldOwner(const WorldOwner&) = delete;
    WorldOwner& operator=(const WorldOwner&) = delete;

    std::string name() const override;
    std::span<const ecs::ComponentType> types() const override { return types_; }
    std::string why_not(ecs::OwnerAbility ability) const override;
    std::uint64_t run() const override { return run_; }

    std::string pull(ecs::Pull& pull) override;
    /// As pull(), but what was never said is in new_rows(), and of the chunks that there were at the first call only as many
    /// as it has time for until then, one at least.
    std::string pull_part(ecs::Pull& pull, std::chrono::steady_clock::time_point until);
    /// Of the last pull_part(). Valid until the world runs on or the next pull.
    std::span<const NewRows> new_rows() const { return new_rows_; }
    std::size_t still_to_come() const override { return still_to_come_; }
    void send_again(std::span<const ecs::OwnerKey> keys) override;
    /// The next pull contains the whole world, as the first one did. Frees the copy of the last picture.
    void say_all_again();

    std::string why_not(const ecs::OwnerRequest& request) const override;
    ecs::OwnerReply ask(std::uint64_t number, const ecs::OwnerRequest& request) override;
    std::span<const ecs::OwnerSystem> systems() const override;

    /// Of the schedule: the tick that it runs next; nothing without one.
    std::optional<std::uint64_t> tick() const { return schedule_ ? std::optional(world_.tick()) : std::nullopt; }
    /// The system that is next while a tick is half done; empty: no tick is half done.
    std::string_view next_system() const;
    /// Runs the next system, unless somebody iterates over the world.
    void step_system();
    std::uint64_t version() const { return world_.version(); }
    /// By ComponentId: the position in types(), or OwnerPool::no_type. Valid until the next pull.
    std::span<const std::uint32_t> positions() const { return positions_; }
    bool iterating() const { return world_.iterating(); }
    /// The types of which a value was written since the world had this version, as positions in types().
    std::vector<std::uint32_t> written_since(std::uint64_t version) const;
    /// A pool for each archetype that has chunks.
    ecs::OwnerMemory memory() const override;
    std::vector<ecs::PoolSpan> describe(std::size_t pool, std::size_t block) const override;

private:
    /// What was said of one chunk.
    struct SaidChunk {
        std::vector<ecs::Entity> entities;
        std::unique_ptr<std::byte[]> values;  // where the block of the chunk has them; null: nothing was said of it
        std::uint32_t block_bytes = 0;        // of that block
    };
    struct Said {
        std::uint32_t generation = 0;  // 0: nothing was said of this slot
        ecs::ArchetypeId archetype = 0;
    };

    /// A value that was written alone.
    struct SingleValue {
        ecs::WriteLog::Row row;
        const std::byte* value = nullptr;  // null: another look finds it
        std::byte* copy = nullptr;         // in said_chunks_; null: memcpy cannot copy it
        std::size_t size = 0;
    };

    bool look_at_types();
    bool types_fit() const;
    void look_at_rows(ecs::Pull& pull, std::chrono::steady_clock::time_point until);
    void look_at_new_chunk(ecs::Pull& pull, const ecs::Archetype& archetype, std::size_t position);
    void look_at_values(ecs::Pull& pull, const ecs::Archetype& archetype, std::size_t position, SaidChunk& said,
                        bool rows_changed, const ecs::WriteLog* log);
    void look_at_single_values(ecs::Pull& pull, const ecs::WriteLog& log);
    SingleValue single_value(const ecs::WriteLog::Row& row);
    void look_at_value(ecs::Pull& pull, const SingleValue& single);
    void look_at_row(ecs::Pull& pull, ecs::Entity entity, const ecs::Archetype& archetype);
    const ecs::Archetype* take_in(ecs::Pull& pull, ecs::Entity entity, const ecs::Archetype& archetype);
    void look_at_who_left(ecs::Pull& pull);
    static constexpr std::size_t slots_a_page = 4096;
    Said& said_of(ecs::Entity entity);
    void say_value(ecs::Pull& pull, ecs::Entity entity, ecs::ComponentId component, const void* value) const;
    void say_without(ecs::Pull& pull, ecs::Entity entity, ecs::ComponentId component) const;
    void say_all_of(ecs::Pull& pull, ecs::OwnerKey key) const;
    std::uint32_t type_of(ecs::ComponentId component) const {
        return component < positions_.size() ? positions_[component] : ecs::OwnerPool::no_type;
    }
    void destroy(ecs::Entity entity);
    void add(ecs::Entity entity, const ecs::OwnerRequest::Part& part);
    ecs::Entity create(const ecs::OwnerRequest& request);

    ecs::World& world_;
    ecs::Schedule* schedule_;
    std::vector<ecs::ComponentType> types_;  // of the world, but for Name and Parent
    std::vector<std::uint32_t> positions_;   // in types_, by ComponentId
    std::uint64_t run_ = 0;
    std::uint64_t version_ = 0;      // of the world, when it was looked at last
    std::uint64_t tick_ = 0;         // likewise
    bool arrives_ = true;            // nothing, or only a part, was said yet
    std::size_t still_to_come_ = 0;  // entities
    std::vector<NewRows> new_rows_;
    std::vector<std::vector<SaidChunk>> said_chunks_;  // by archetype and position
    std::vector<std::unique_ptr<Said[]>> said_;        // by slot, in pages: one tick cannot fill them all
    std::vector<ecs::Entity> left_;                    // former entities of chunks that changed
    std::vector<ecs::Entity> on_the_way_;  // that were said, and are in chunks of which nothing was said yet
    std::optional<ecs::WriteLog> log_;     // since it was looked at last
    std::set<std::pair<ecs::Entity, ecs::ComponentId>> said_alone_;  // in this pull, of what memcpy cannot copy
    std::vector<ecs::OwnerKey> again_;
    std::deque<ecs::Entity> parked_;  // destroyed by requests
    mutable std::vector<ecs::OwnerSystem> systems_;
};

}  // namespace probe
