// The BulkPreview shows what a change of the language would do to the world. It makes a plan, and another one when the
// text or the world changes. After two slow plans in a row it waits until a person asks: one alone may be slow because
// the machine was busy. Plans take at most a twentieth of the time. The Bulk edit panel owns it, for one world at a time.
// Nothing here changes the world.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "ecs/language/text_change.hpp"
#include "ecs/schedule/schedule.hpp"

namespace panels {

class BulkPreview {
public:
    static constexpr std::size_t sampled_entities = 100;
    static constexpr double longest_ms = 4;  // of a plan that nobody asked for
    using Clock = std::function<double()>;   // seconds that only grow; tests have their own

    BulkPreview();
    explicit BulkPreview(Clock clock) : clock_(std::move(clock)) {}

    /// An empty text is no change. A wrong one keeps the last plan, which is then `stale`.
    void set_text(const ecs::World& world, const std::string& text);
    /// Makes the plan where it is due. `step`: how often changes were made, so that random() draws other numbers in the
    /// next one. `now_secs` only grows.
    void update(const ecs::World& world, const ecs::WatchValues* watches, const ecs::Random& random, std::uint64_t step,
                double now_secs);
    /// Makes the plan now, however long it takes: with the values of this moment.
    void plan_now(const ecs::World& world, const ecs::WatchValues* watches, const ecs::Random& random,
                  std::uint64_t step, double now_secs);
    void forget();
    /// Whether update() will make another plan soon.
    bool busy(const ecs::World& world, std::uint64_t step) const;

    bool has_change() const { return change_.has_value(); }
    const std::string& text() const { return change_->text(); }
    /// Of the text; empty: it can be read. `wrong_at` is a byte of it.
    const std::string& problem() const { return problem_; }
    std::optional<std::size_t> wrong_at() const { return wrong_at_; }
    /// Null before the first one.
    const ecs::ChangePlan* plan() const { return plan_ ? &*plan_ : nullptr; }
    ecs::ChangePlan take_plan();
    /// The tick of which the plan is, when it is not of the present world: it takes too long to be made all the time.
    std::optional<std::uint64_t> behind_since(const ecs::World& world) const;
    /// Nobody made a plan of the text yet, because it takes long in a world of this size.
    bool waits_for_person() const { return change_ && waits_; }

private:
    Clock clock_;
    const ecs::World* world_ = nullptr;
    std::optional<ecs::TextChange> change_;
    std::string problem_;
    std::optional<std::size_t> wrong_at_;
    std::optional<ecs::ChangePlan> plan_;
    std::uint64_t plan_version_ = 0, plan_tick_ = 0, plan_step_ = 0;
    bool due_ = false, waits_ = false;
    int slow_plans_ = 0;  // in a row
    double next_secs_ = 0;
};

}  // namespace panels
