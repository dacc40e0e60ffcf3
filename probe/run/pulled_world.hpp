// What the Owner of another library's world says goes to two places: the client's pictures, and a copy of that world in
// this program. Breakpoints are checked in the copy, and it is what clients see that only read. One pull serves all:
//
//     update_copy() ──► pull ──► copy                     at each tick and zone
//     for_picture() ──► the same pull, or what the copy has where any pull since the last picture changed it ──► client
//
// Private to probe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "ecs/mirror/mirror.hpp"
#include "ecs/mirror/owner.hpp"

namespace probe {

class PulledWorld {
public:
    /// The owner outlives it, or leave() comes first. It is asked only while it is shown.
    explicit PulledWorld(ecs::Owner& owner);
    ~PulledWorld();
    PulledWorld(const PulledWorld&) = delete;
    PulledWorld& operator=(const PulledWorld&) = delete;

    /// The owner may go, or run on without being asked, until it is shown again. Only its keys are kept, because an Owner
    /// says everything by itself at its first pull only. The next picture must be whole.
    void leave();

    /// The owner has run on, or is asked next: the values of the last pull are not valid any more.
    void owner_runs();
    /// All that changed since the last picture. All there is if `whole`, which is set when too much changed. Valid until the
    /// next call of anything here, and until the owner runs on or is asked. The text is why the owner can say nothing now.
    std::pair<const ecs::Pull&, std::string> for_picture(bool& whole);
    /// The same from the copy, for another client, by the number of its connection. The first picture of a client, and of
    /// a run, must be whole.
    std::pair<const ecs::Pull&, std::string> for_reader(std::uint64_t reader, bool& whole);
    void forget_reader(std::uint64_t reader) { unsaid_to_.erase(reader); }
    /// Answers to requests that came with a pull.
    std::vector<ecs::Pull::Answer> take_answers() { return std::exchange(answers_, {}); }

    /// From now on there is a copy of the world as it is now.
    ecs::World& make_copy();
    void drop_copy();
    bool has_copy() const { return mirror_ != nullptr; }
    const ecs::Mirror& copy() const { return *mirror_; }
    ecs::World& copied_world() { return mirror_->world(); }
    /// Returns false when the copy became that of another world.
    bool update_copy();
    /// The handle by which the owner knows this entity of the copy.
    ecs::Entity handle_of(ecs::Entity entity) const;

private:
    class Source;
    /// What pulls said since the last picture: only where, because the copy has the values.
    struct Unsaid {
        std::vector<ecs::OwnerKey> destroyed, moved, named;
        std::vector<ecs::Pull::Created> created;
        std::vector<std::vector<ecs::OwnerKey>> types;  // by type: that have it, or have it no more
        std::size_t size = 0, unique = 0;               // unique: of them, when they were counted last
        bool too_much = false;                          // nothing is kept: the next picture is a whole one

        void add(const ecs::Pull& pull, std::size_t entities);
        void add(const ecs::Pull::Created& entity, std::size_t type_count);
        void keep_unique();
    };
    void pull();
    void say_from_copy(Unsaid& unsaid);
    ecs::Pull::Created known_as(ecs::OwnerKey key) const;

    ecs::Owner* const owner_;
    ecs::Pull pull_;
    std::string why_;                                      // of the last pull
    bool fresh_ = false;                                   // the owner did not run since
    bool unsaid_ = false;                                  // no picture has what pull_ says, and its values are valid
    Unsaid unsaid_before_;                                 // of earlier pulls
    std::unordered_map<std::uint64_t, Unsaid> unsaid_to_;  // by reader
    ecs::Pull from_copy_;
    std::uint64_t run_ = 0;
    std::vector<ecs::Pull::Answer> answers_;
    std::unordered_set<ecs::OwnerKey> keys_;
    std::unordered_set<ecs::OwnerKey> without_handle_;  // whose Pull::Created::wanted was null
    std::unique_ptr<Source> source_;
    std::unique_ptr<ecs::Mirror> mirror_;
};

}  // namespace probe
