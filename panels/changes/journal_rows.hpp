// Which entries of a journal are listed: all of them, or those that a filter lets through, found in slices so that no
// frame pays for thousands of changes. Held, the rows are a copy that the world runs away from.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "ecs/world/world.hpp"

namespace panels {

inline constexpr std::size_t change_kind_count = 9;
/// `Created`, `Filled a hole`: as people read it; and one line that says what it means.
const char* name_for_people(ecs::ChangeKind kind);
const char* explanation(ecs::ChangeKind kind);

class JournalRows {
public:
    using KindMask = std::uint32_t;  // a bit for each ChangeKind
    static constexpr KindMask all_kinds = (1u << change_kind_count) - 1;

    KindMask kinds() const { return kinds_; }
    void set_kinds(KindMask kinds);
    /// Words that must all stand somewhere in a change: kind, entity, cause, component or archetypes.
    const std::string& text() const { return text_; }
    void set_text(std::string text);
    bool filtered() const { return kinds_ != all_kinds || !words_.empty(); }

    /// Keeps what the journal holds now until released, whatever the journal does.
    void hold(const ecs::Journal& journal);
    void release();
    bool held() const { return held_; }

    /// Looks at changes that came since, as many as a slice allows.
    void update(const ecs::Journal& journal, const ecs::World& world);

    std::size_t size() const { return filtered() ? found_.size() : source_size_; }
    /// Of how many changes these are the ones that the filter leaves.
    std::size_t size_unfiltered() const { return source_size_; }
    /// Oldest first.
    ecs::StructuralChange operator[](std::size_t row) const;
    /// How many rows went from the front in the last update, because the journal dropped them.
    std::size_t gone_from_front() const { return gone_from_front_; }
    /// Whether there are changes that were not looked at yet.
    bool behind() const { return filtered() && scanned_ < source_first_ + source_size_; }

    static constexpr std::chrono::microseconds background_slice{40}, asked_for_slice{4000};

private:
    void filter_changed();
    ecs::StructuralChange at(std::uint64_t number) const;
    bool matches(const ecs::World& world, const ecs::StructuralChange& change) const;

    KindMask kinds_ = all_kinds;
    std::string text_;
    std::vector<std::string> words_;  // lower case

    const ecs::Journal* journal_ = nullptr;
    bool held_ = false;
    std::vector<ecs::StructuralChange> kept_;  // while held

    // Changes are numbered from the first one that the journal ever had.
    std::uint64_t source_first_ = 0;
    std::size_t source_size_ = 0;
    std::uint64_t scanned_ = 0;        // number of the next one to look at
    std::deque<std::uint64_t> found_;  // numbers
    std::size_t gone_from_front_ = 0;
    bool asked_ = true;
};

}  // namespace panels
