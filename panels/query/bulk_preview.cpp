#include "panels/query/bulk_preview.hpp"

#include <chrono>
#include <utility>

namespace panels {

namespace {

// A plan looks at all entities, and makes an edit of each match. In a larger world a person asks for the first one.
constexpr std::size_t planned_unasked = 50'000;
constexpr double most_share = 0.05;
constexpr int slow_enough_to_stop = 2;

}  // namespace

BulkPreview::BulkPreview()
    : BulkPreview(
          [] { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }) {}

void BulkPreview::forget() { *this = BulkPreview(std::move(clock_)); }

void BulkPreview::set_text(const ecs::World& world, const std::string& text) {
    world_ = &world;
    problem_.clear();
    wrong_at_.reset();
    if (text.find_first_not_of(" \t") == std::string::npos) {
        change_.reset();
        plan_.reset();
        return;
    }
    auto parsed = ecs::TextChange::parse(text);
    const ecs::TextError* const error = parsed ? parsed->bind(world) : &parsed.error();
    if (error != nullptr) {
        problem_ = error->message;
        wrong_at_ = error->offset;
        change_.reset();
        return;
    }
    change_ = std::move(*parsed);
    plan_.reset();
    due_ = true;
    waits_ = world.entity_count() > planned_unasked;
    slow_plans_ = 0;
    next_secs_ = 0;
}

void BulkPreview::update(const ecs::World& world, const ecs::WatchValues* watches, const ecs::Random& random,
                         std::uint64_t step, double now_secs) {
    if (!busy(world, step) || now_secs < next_secs_) return;
    plan_now(world, watches, random, step, now_secs);
}

bool BulkPreview::busy(const ecs::World& world, std::uint64_t step) const {
    if (!change_ || &world != world_ || waits_ || slow_plans_ >= slow_enough_to_stop) return false;
    return due_ || world.version() != plan_version_ || step != plan_step_;
}

void BulkPreview::plan_now(const ecs::World& world, const ecs::WatchValues* watches, const ecs::Random& random,
                           std::uint64_t step, double now_secs) {
    if (!change_ || &world != world_) return;
    if (change_->bind(world) != nullptr) return;  // types went; the panel reads the text anew
    ecs::Random own(random.state() ^ ecs::Random(step).next());
    const double start_secs = clock_();
    plan_ = change_->plan(world, {.watches = watches, .random = &own}, sampled_entities);
    const double cost_secs = clock_() - start_secs;
    slow_plans_ = cost_secs * 1e3 > longest_ms ? slow_plans_ + 1 : 0;
    next_secs_ = now_secs + cost_secs / most_share;
    plan_version_ = world.version();
    plan_tick_ = world.tick();
    plan_step_ = step;
    due_ = waits_ = false;
}

ecs::ChangePlan BulkPreview::take_plan() {
    ecs::ChangePlan plan = std::move(*plan_);
    plan_.reset();
    due_ = true;
    return plan;
}

std::optional<std::uint64_t> BulkPreview::behind_since(const ecs::World& world) const {
    if (!plan_ || plan_version_ == world.version()) return std::nullopt;
    return plan_tick_;
}

}  // namespace panels
