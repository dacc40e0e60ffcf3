// A running program that speaks Bevy's protocol as an Owner.
//
//     rpc.discover --> registry.schema --> rounds: one query --> Replica --> Pull
//                                          what is looked at closely: a stream
//                                          schedules: once
//
// Private to remote.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "remote/bevy/bevy.hpp"
#include "remote/bevy/bevy_dialect.hpp"
#include "remote/bevy/bevy_edits.hpp"
#include "remote/bevy/bevy_types.hpp"
#include "remote/bevy/bevy_watches.hpp"
#include "remote/replica/replica.hpp"
#include "remote/replica/round_pace.hpp"
#include "remote/replica/same_program.hpp"

namespace remote {

class BevyOwner final : public RemoteOwner {
public:
    explicit BevyOwner(LinkOptions options);
    ~BevyOwner() override;

    std::string name() const override { return name_; }
    std::span<const ecs::ComponentType> types() const override { return replica_.types(); }
    std::string why_not(ecs::OwnerAbility ability) const override;
    std::uint64_t run() const override { return run_; }
    std::size_t hidden() const override { return resources_.size() + events_.size(); }
    std::string why_not_show_hidden() const override;
    void show_hidden(bool shown) override;
    bool shows_hidden() const override { return shows_resources_; }
    std::string pull(ecs::Pull& pull) override;
    std::string check() override;
    void look_at(std::span<const ecs::OwnerKey> keys) override { watches_.want(keys); }
    double interval_secs() const override { return watches_.any_news() ? 1.0 / 60 : RemoteOwner::interval_secs(); }
    void send_again(std::span<const ecs::OwnerKey> keys) override { replica_.send_again(keys); }
    std::string why_not(const ecs::OwnerRequest& request) const override;
    std::string lost_by_destroying(ecs::OwnerKey key) const override;
    ecs::OwnerReply ask(std::uint64_t number, const ecs::OwnerRequest& request) override;
    std::span<const ecs::OwnerSystem> systems() const override { return systems_; }
    ecs::OwnerMemory memory() const override;

    void know(const ecs::Mirror* mirror) override { replica_.know(mirror); }
    std::string address() const override { return link_->address(); }
    std::uint64_t rounds() const override { return rounds_; }
    std::uint64_t asked() const override { return link_->asked(); }
    std::vector<std::string> notes() const override;
    bool details_known() const override;

private:
    using Clock = std::chrono::steady_clock;
    using Method = BevyDialect::Method;
    using Found = std::function<void(const BevyReply& reply)>;

    void greet();
    void greeted(const BevyReply& reply, const BevyReply& time, std::uint64_t breaks);
    void ask_more(bool rounds);
    void ask_run();
    void lose_to_another();
    void lose(const std::string& why);
    void call(LinkPriority priority, std::string key, Method method, Json params, Found found);
    void begin();
    void ask_schemas(bool all);
    void ask_list();
    // bevy_owner_rounds.cpp
    void ask_round();
    void read_round(const BevyReply& reply);
    void read_row(const Json& row);
    void seek(const Json& rows);
    std::uint32_t type_of(const std::string& path, const Json* value);
    EntityWords words();
    // bevy_owner_watches.cpp
    void read_watches(Clock::time_point now);
    std::vector<std::string> watched_paths(ecs::OwnerKey key) const;
    // bevy_owner_hidden.cpp
    static bool is_resource(ecs::OwnerKey key);
    static bool is_event(ecs::OwnerKey key);
    bool says_resources() const;
    bool says_events() const;
    void ask_what_is_hidden();
    void ask_resources(Clock::time_point now);
    void see_hidden();
    std::string why_not_with_hidden(const ecs::OwnerRequest& request) const;
    std::string why_not_make(const TypeShape& shape) const;

    // bevy_owner_systems.cpp
    void ask_schedules();
    void read_schedule(const std::string& label, const Json& data);
    void ask_time();
    void make_systems();

    std::string name_ = "Bevy";
    std::string lost_;
    BevyDialect dialect_;
    enum class Phase { Away, Greeting, Types, Running } phase_ = Phase::Away;
    std::uint64_t on_ = 0;                // counts connections
    std::uint64_t run_ = 0, breaks_ = 0;  // breaks_: of the Link, when the program was greeted
    std::string run_text_;                // of a world of ours
    SameProgram same_;
    Backoff backoff_;
    std::uint64_t rounds_ = 0;

    BevyTypes known_types_;
    Replica replica_;
    std::vector<std::string> paths_;              // of components that are asked for
    std::map<std::string, std::size_t> endings_;  // short names of the paths, and how many have each
    std::string without_;                         // entities with this are no entities of the program's world
    std::set<std::string> left_out_;              // paths of components beyond the most that are types
    bool all_schemas_asked_ = false;
    bool round_waits_ = false;
    RoundPace pace_;
    BevyWatches watches_;
    Clock::time_point next_schedules_;

    struct Resource {
        std::string path;
        Json value;  // null: it has none now
    };
    std::vector<Resource> resources_;  // in the order in which the program lists them
    std::vector<std::string> events_;  // paths of the kinds that others may trigger
    bool shows_resources_ = false, resources_known_ = false, events_known_ = false;
    std::size_t resources_waited_ = 0;
    Clock::time_point next_resources_;

    struct Schedule {
        std::string label;
        std::vector<ecs::OwnerSystem> systems;
    };
    std::vector<Schedule> schedules_;
    std::optional<std::size_t> graphs_waited_;  // nothing: the list of schedules has not come yet
    bool schedules_known_ = false;              // has come once from this run of the program
    bool time_known_ = false;
    std::optional<bool> paused_;
    std::optional<double> speed_;  // of the time of the world
    std::vector<ecs::OwnerSystem> systems_;

    struct Sought {
        std::uint64_t number = 0;
        BevySought what;
        Clock::time_point until;
    };
    void give_up(const Sought& sought);
    std::vector<Sought> sought_;
    std::vector<ecs::Pull::Answer> answers_, held_;  // held: until a round that was read later
    std::unique_ptr<Link> link_;  // goes first: its thread uses nothing of the above, its deliveries do
};

}  // namespace remote
