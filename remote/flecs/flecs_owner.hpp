// A running Flecs program as an Owner.
//
//     handshake --> types --> rounds: pages of rows --> Replica --> Pull
//                             systems, times, tables: now and then
//
// What comes in is judged here, on the owner's thread; requests and the parsing of answers are on the thread of the
// Link. Private to remote.
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "remote/flecs/flecs.hpp"
#include "remote/flecs/flecs_edits.hpp"
#include "remote/flecs/flecs_types.hpp"
#include "remote/flecs/page_size.hpp"
#include "remote/replica/owner_kind.hpp"
#include "remote/replica/replica.hpp"
#include "remote/replica/round_pace.hpp"
#include "remote/replica/same_program.hpp"

namespace remote {

class FlecsOwner final : public RemoteOwner {
public:
    explicit FlecsOwner(LinkOptions options);
    ~FlecsOwner() override;

    std::string name() const override { return name_; }
    std::span<const ecs::ComponentType> types() const override { return replica_.types(); }
    std::string why_not(ecs::OwnerAbility ability) const override;
    std::uint64_t run() const override { return run_; }
    std::size_t hidden() const override { return hidden_ + parts_; }
    std::string why_not_show_hidden() const override { return {}; }
    void show_hidden(bool shown) override;
    bool shows_hidden() const override { return shows_hidden_; }
    std::string pull(ecs::Pull& pull) override;
    std::string check() override;
    void look_at(std::span<const ecs::OwnerKey> keys) override;
    void send_again(std::span<const ecs::OwnerKey> keys) override { replica_.send_again(keys); }
    std::string why_not(const ecs::OwnerRequest& request) const override;
    std::string lost_by_destroying(ecs::OwnerKey key) const override;
    ecs::OwnerReply ask(std::uint64_t number, const ecs::OwnerRequest& request) override;
    std::span<const ecs::OwnerSystem> systems() const override { return systems_; }
    std::vector<ecs::OwnerInherited> inherited(ecs::OwnerKey key) const override;
    ecs::OwnerMemory memory() const override;

    void know(const ecs::Mirror* mirror) override { replica_.know(mirror); }
    std::string address() const override { return link_->address(); }
    std::uint64_t rounds() const override { return rounds_; }
    std::uint64_t asked() const override { return link_->asked(); }
    std::vector<std::string> notes() const override;
    bool details_known() const override { return systems_known_ && hidden_known_; }

private:
    using Clock = std::chrono::steady_clock;
    struct Got {
        double secs = 0;  // that the program took
        std::size_t bytes = 0;
        Json answer = {};  // null: it is no success, or no JSON
        Schema type_info = {};
        std::string refusal = {};  // the answer is no success: what the program says
        std::string why = {};      // no answer can be read: for a person
    };
    /// What a poll found, when there is an answer.
    using Found = std::function<void(const Got& got)>;

    // flecs_owner.cpp: the connection
    void ask_for_more(bool rounds);
    void lose_to_another();
    void greet();
    void greeted(const LinkReply& reply, const std::optional<Json>& world, std::uint64_t breaks);
    void poll_world();
    void read_version(const Json& world);
    bool at_least(int major, int minor, int patch) const;
    /// Before, an id that was used again looks like the entity that had it.
    bool says_versions() const { return at_least(4, 1, 5); }
    void lose(const std::string& why);
    /// Asks, and reads the answer on the Link's thread. `on` counts connections: what an earlier one found is dropped.
    void poll(LinkPriority priority, std::string key, std::string target, Found found, bool with_types = false);

    // flecs_rows.cpp: types and entities
    void poll_types(std::size_t offset, bool members);
    void ask_schemas();
    void poll_page(std::size_t offset);
    /// What a person looks at closely, between the pages of a large world, or while no round is due.
    void ask_looked_at(Clock::time_point now);
    static constexpr std::size_t page_rows = PageSize::least;
    static std::string page_target(const std::string& expr, std::size_t offset, bool values = true,
                                   std::size_t rows = page_rows);
    /// The query for all entities of the program's world for which these terms hold, too.
    std::string all_with(const std::string& terms) const;
    void begin_round();
    void read_page(const Got& got, std::size_t offset, std::size_t rows);
    void end_round(bool one_piece);
    /// `whole`: what is null is so because the program does not describe it.
    void read_row(const Json& row, bool whole = true);
    void note_path(const Json& row);
    static bool is_part_of_type(const Json& row);
    /// Whether a person sees it; counts what is hidden.
    bool shows(const Json& row);
    std::uint32_t type_of(const std::string& path, const Json* value);
    ecs::OwnerKey key_at(std::string_view path) const;
    EntityWords words();
    std::string path_of(ecs::OwnerKey key) const;
    void count_hidden();

    void carried_out(const FlecsOrders::Asked& asked, const FlecsOutcome& outcome, bool broke);

    // flecs_unsaid.cpp: components with values that Flecs refuses to say
    bool leave_unsaid(const std::string& sentence);
    void leave_all_unsaid(const std::string& sentence);
    void add_unsaid(const std::string& path, const std::string& sentence);
    static std::string values_target(const std::string& path, std::size_t offset);
    void search_unsaid();
    void poll_search(std::size_t offset);
    bool is_unsaid(std::string_view path) const;
    std::uint32_t unsaid_type(const std::string& path);
    std::string without_unsaid() const;
    std::string holder_term(std::size_t holder) const;
    void poll_holders(std::size_t holder, std::size_t offset);
    void begin_values();
    void poll_values(std::size_t offset);
    void read_values(const Json& results, const std::vector<std::string>& parts);
    void ask_unsaid_again();
    void poll_said(const std::string& path, std::size_t offset);

    // flecs_systems.cpp: systems and tables
    void poll_systems();
    void read_systems(const Json& results);
    void poll_times();
    void read_times(const Json& pipeline);
    void poll_queries();
    void read_queries(const Json& queries);
    void poll_tables();
    void make_systems();

    std::string name_ = "Flecs";
    std::string lost_;
    int version_[3] = {};
    bool has_stats_ = false, systems_known_ = false;
    std::optional<double> time_scale_;  // where the program says it
    enum class Phase { Away, Greeting, Types, Running } phase_ = Phase::Away;
    std::uint64_t on_ = 0;
    std::uint64_t run_ = 0, breaks_ = 0;  // breaks_: of the Link, when the program was greeted
    SameProgram same_;
    Backoff backoff_;
    std::uint64_t rounds_ = 0;

    FlecsTypes known_types_;
    Replica replica_;
    std::unordered_map<std::string, ecs::OwnerKey> paths_, next_paths_;  // of this round, and of the one before it
    std::unordered_map<std::uint32_t, ecs::OwnerKey> ids_;
    bool wants_schemas_ = true;   // a page had types that are not known yet
    bool schemas_asked_ = false;  // the present page has them
    bool page_waits_ = false;
    PageSize page_size_;
    static constexpr std::size_t most_looked_at = 8;
    std::vector<ecs::OwnerKey> looked_at_;
    bool looked_at_waits_ = false;
    Clock::time_point next_looked_at_, round_began_;
    Clock::duration round_every_{};  // from the beginning of the last round to that of the present one
    RoundPace pace_;
    std::uint64_t written_ = 0;       // edits so far: what was cached before one is old
    std::set<std::string> left_out_;  // paths of components and pairs beyond the most that are types

    /// A component of which Flecs says no value, because one of them is none of its type.
    struct Unsaid {
        std::string path;
        std::string why;  // in Flecs' words
        Clock::time_point again;
        std::chrono::seconds wait{5};
        bool said = false;  // by now
    };
    std::vector<Unsaid> unsaid_;
    std::map<std::string, std::chrono::seconds> unsaid_waits_;  // of those that were said again
    std::string no_values_;                                     // why Flecs says no value at all
    Clock::time_point values_again_;
    std::string sought_;              // in Flecs' words: what refuses the page, in a component that is not known yet
    std::set<std::string> searched_;  // what was sought already
    std::vector<std::string> search_;
    bool found_unsaid_ = false;
    std::set<std::uint32_t> unsaid_types_;
    std::map<std::uint64_t, Json> holders_;  // rows of entities with an unsaid component, by id
    struct Values {
        std::size_t holder = 0;
        std::vector<std::string> parts;
    };
    std::deque<Values> values_wanted_;
    std::size_t hidden_ = 0;                  // modules, components, systems and observers
    std::size_t parts_ = 0, next_parts_ = 0;  // members and constants of types, in this round and in the next
    bool shows_hidden_ = false, hidden_known_ = false;
    Clock::time_point next_systems_, next_times_, next_hidden_;

    struct Told {
        std::uint64_t id = 0, version = 0;
        std::string path, phase;
        bool enabled = true;
    };
    struct Times {
        double last = -1, mean = -1, min = -1, max = -1;
        std::uint64_t entities = 0;
    };
    std::vector<Told> told_;
    std::map<std::string, Times> times_;
    std::vector<std::string> order_;            // of the pipeline, when it is known
    std::map<std::string, std::string> exprs_;  // what systems ask for
    std::vector<ecs::OwnerSystem> systems_;
    std::map<std::string, ecs::OwnerKey> system_keys_;

    mutable Clock::time_point tables_wanted_;
    mutable bool tables_asked_ = false;
    Clock::time_point next_tables_;
    Json tables_;

    std::vector<ecs::Pull::Answer> answers_;
    std::shared_ptr<FlecsOrders> orders_ = std::make_shared<FlecsOrders>();
    std::unique_ptr<Link> link_;  // goes first: its thread uses nothing of the above, its deliveries do
};

}  // namespace remote
