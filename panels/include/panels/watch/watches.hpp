// The Watches are what a person keeps an eye on: pins, whose values are recorded in each tick, and alerts, queries
// whose matches are told in the very tick. They go on while no panel shows them. Without pins and alerts nothing is
// recorded and no tick is listened to. A program has one of them (in its WorldRecords); panels show and change it.
//
//     end of a tick ──► tick_ended() ──► alerts are evaluated, pins get a value
//     edits         ──► look()       ──► pins show the present value; the curve gets it with the next tick
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/language/change_baseline.hpp"
#include "ecs/language/kept_matches.hpp"
#include "ecs/language/text_query.hpp"
#include "ecs/language/text_value.hpp"
#include "ecs/schedule/schedule.hpp"
#include "ecs/types/field_path.hpp"
#include "panels/watch/watch_curve.hpp"

namespace panels {

/// One watch: a value of an entity, or of the whole world.
struct Pin {
    std::uint64_t number = 0;  // names it for good
    std::string name;          // unique; queries know it as $name
    std::string text;          // "Health.hp", "count(Enemy)"
    ecs::Entity entity;        // whose value it is; null: the text names none
    std::string entity_name;   // finds the entity again in another run of the world; may be empty
    int plot = 0;              // which plot it is a series of, from 1 on; 0: none

    std::optional<ecs::AnyValue> now;     // nothing: there is none
    std::optional<ecs::AnyValue> before;  // in the tick before
    ecs::TextError problem;               // why the text is not understood in this world; empty message: it is
    bool whole = false;                   // its values are whole numbers
    bool gone = false;                    // the entity does not live
    WatchCurve curve;

private:
    friend class Watches;
    std::optional<ecs::TextValue> value;
    ecs::FieldPath field;           // read directly, where the text is a number of the entity
    std::uint64_t types_known = 0;  // of the world, when that was found out
};

enum class Severity : std::uint8_t { Note, Warning, Error };

/// A query whose matches a person wants to be told of.
struct Alert {
    /// An entity that matches now, and the tick that it matches since.
    struct Hit {
        ecs::Entity entity;
        std::uint64_t since = 0;
    };
    static constexpr std::size_t most_hits = 1000;

    std::uint64_t number = 0;
    std::string text;
    Severity severity = Severity::Warning;
    std::string message;  // empty: the query speaks for itself
    bool on = true;

    ecs::TextError problem;        // as of a pin
    std::vector<Hit> hits;         // in order of the entities; at most most_hits
    std::size_t count = 0;         // entities that match
    std::uint64_t fired = 0;       // how often an entity began to match, so far
    std::uint64_t last_fired = 0;  // tick

private:
    friend class Watches;
    std::optional<ecs::TextQuery> query;
    ecs::KeptMatches kept;
};

class Watches final : public ecs::TickListener, public ecs::WatchValues {
public:
    static constexpr std::size_t sparkline_ticks = 600;
    static constexpr std::size_t most_ticks = 7200;        // two minutes; fewer with many pins
    static constexpr std::size_t most_values = 2'000'000;  // of all curves

    Watches() = default;
    ~Watches() { stop(); }
    Watches(const Watches&) = delete;
    Watches& operator=(const Watches&) = delete;

    /// Pins and alerts stay, and are of this world from now on. Curves begin again. World and schedule must stay until
    /// stop().
    void start(const ecs::World& world, ecs::Schedule& schedule);
    void stop();

    /// Call it after edits, and after ticks that no Schedule ran.
    void look();
    /// The world is at another moment of its time: pins and alerts show it. Curves stay until a tick runs again.
    void time_jumped();
    void tick_ended(const ecs::World& world) override;
    std::optional<ecs::WatchNumber> watch(std::string_view name) const override;
    /// For the evaluation of queries: values of watches.
    ecs::QueryInputs inputs() const { return {.baseline = &baseline_, .watches = this}; }

    // Pins, in the order of the list

    std::span<const Pin> pins() const { return pins_; }
    const Pin* find_pin(std::uint64_t number) const;
    /// Nothing happens when the text is wrong: the error is returned then. `entity` is for texts that ask fields of an
    /// entity, and ignored by others. The same pin is not added twice.
    std::optional<ecs::TextError> add_pin(std::string text, ecs::Entity entity = {});
    bool has_pin(std::string_view text, ecs::Entity entity) const;
    void remove_pin(std::uint64_t number);
    /// False when the name is taken, or cannot follow a $.
    bool rename_pin(std::uint64_t number, std::string name);
    void set_plot(std::uint64_t number, int plot);
    void clear_curves();

    // Alerts

    std::span<const Alert> alerts() const { return alerts_; }
    std::optional<ecs::TextError> add_alert(std::string query, Severity severity, std::string message);
    void remove_alert(std::uint64_t number);
    void switch_alert(std::uint64_t number, bool on);
    /// Alerts of this severity that have hits now.
    std::size_t raised(Severity severity) const;
    std::uint64_t evaluations() const { return evaluations_; }

    /// Grows with each change of the lists, not of values.
    std::uint64_t revision() const { return revision_; }
    /// Pins and alerts as one line.
    std::string save() const;
    void load(std::string_view text);

private:
    void changed();
    void settle_listener();
    void settle_capacity();
    void bind(Pin& pin, std::uint64_t types);
    void bind(Alert& alert);
    void read_pins();
    void record_pins();
    void evaluate(Alert& alert);
    void find_entity_again(Pin& pin) const;
    std::string free_name(std::string wanted) const;
    Pin* pin_with(std::uint64_t number);
    Alert* alert_with(std::uint64_t number);

    const ecs::World* world_ = nullptr;
    ecs::Schedule* schedule_ = nullptr;
    bool listening_ = false;
    std::vector<Pin> pins_;
    std::vector<Alert> alerts_;
    ecs::ChangeBaseline baseline_;
    std::vector<ecs::Entity> matches_;  // in one evaluation; kept for its memory, as is
    std::vector<Alert::Hit> hits_;
    std::uint64_t next_number_ = 1, revision_ = 0, evaluations_ = 0;
    std::uint64_t tick_seen_ = 0, version_seen_ = 0;
};

/// The sum of a pin for people: "Health.hp" and whose it is.
std::string name_of(const ecs::World& world, const Pin& pin);
/// The number without rounding; as ecs::number_of otherwise.
std::optional<WatchCurve::Exact> exact_number_of(const ecs::AnyValue& value);
/// As a list shows it: "12.50", "–" when there is none.
std::string value_text(const ecs::World& world, const std::optional<ecs::AnyValue>& value);

}  // namespace panels
