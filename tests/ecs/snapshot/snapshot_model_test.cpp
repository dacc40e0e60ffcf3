// A tree of histories: a world goes from one remembered moment to another, is restored to any of them in any order, and
// must each time be what a deep copy made without snapshots says; the same operations must lead to the same end again.
#include <array>
#include <cstdlib>
#include <optional>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/snapshot/snapshot.hpp"
#include "ecs/support/deep_state.hpp"
#include "ecs/support/test_types.hpp"
#include "ecs/support/tracked.hpp"
#include "ecs/world/commands.hpp"
#include "ecs/world/query.hpp"

namespace snapshot_model_test {

using namespace ecs;
using namespace test;

namespace {

/// What a host keeps beside the world, and so has to remember with a snapshot.
struct Host {
    std::vector<Entity> parked;
};

struct Moment {
    Snapshot snapshot;
    DeepState state;
    Host host;
};

/// From one moment to the next: with the same seed, always the same.
struct Step {
    std::size_t from = 0, to = 0;
    std::uint64_t seed = 0;
};

class Histories {
public:
    explicit Histories(std::uint64_t seed) : random_(seed) {
        register_types(world_);
        register_tracked(world_);
        ComponentType type;
        type.name = "RunTime";
        Field text;
        text.name = "text";
        text.kind = FieldKind::String;
        type.fields = {text};
        run_time_ = *world_.types().add_at_run_time(std::move(type));
        components_ = {world_.id<Position>(), world_.id<Health>(), world_.id<Label>(), world_.id<Wide>(),
                       world_.id<Tracked>(),  world_.id<Frozen>(), run_time_,          world_.name_id()};
        // Queries visit archetypes in the order in which they came to be: here it is the same in all histories.
        for (std::uint32_t set = 0; set < 1u << components_.size(); ++set) {
            std::vector<ComponentId> ids;
            for (std::size_t i = 0; i < components_.size(); ++i)
                if (set >> i & 1) ids.push_back(components_[i]);
            const Entity child = world_.create_with(ids), parent = world_.create();
            world_.set_parent(child, parent);
            world_.destroy(parent);
        }
        remember();
    }

    void go_on() {
        const std::size_t from = random_.below(static_cast<std::uint32_t>(moments_.size()));
        restore(from);
        if (random_.below(3) == 0) return repeat();
        const Step step{from, moments_.size(), random_.next()};
        operate(step.seed);
        REQUIRE(snapshots_.stats().taken == moments_taken_);
        remember();
        steps_.push_back(step);
        if (moments_.size() > 12) forget();
    }

private:
    void restore(std::size_t moment) {
        const Result<std::size_t> written = snapshots_.restore(moments_[moment].snapshot);
        REQUIRE(written);
        REQUIRE(difference(moments_[moment].state, deep_state(world_)) == "");
        host_ = moments_[moment].host;
        REQUIRE(*snapshots_.restore(moments_[moment].snapshot) == 0);
    }
    void repeat() {
        if (steps_.empty()) return;
        const Step step = steps_[random_.below(static_cast<std::uint32_t>(steps_.size()))];
        restore(step.from);
        operate(step.seed);
        REQUIRE(difference(moments_[step.to].state, deep_state(world_)) == "");
    }
    void remember() {
        moments_.push_back({*snapshots_.take(), deep_state(world_), host_});
        ++moments_taken_;
        const std::uint64_t copied = snapshots_.stats().chunks_copied;
        moments_.back().snapshot = *snapshots_.take();  // a second one of the same is for nothing
        ++moments_taken_;
        REQUIRE(snapshots_.stats().chunks_copied == copied);
    }
    void forget() {
        const std::size_t gone = random_.below(static_cast<std::uint32_t>(moments_.size()));
        moments_.erase(moments_.begin() + static_cast<std::ptrdiff_t>(gone));
        std::erase_if(steps_, [&](const Step& step) { return step.from == gone || step.to == gone; });
        for (Step& step : steps_) {
            if (step.from > gone) --step.from;
            if (step.to > gone) --step.to;
        }
    }

    void operate(std::uint64_t seed) {
        Random random(seed);
        world_.set_tick(world_.tick() + 1);
        for (std::uint32_t left = random.below(40); left > 0; --left) operate_once(random);
    }
    Entity any(Random& random) const {
        const auto slots = static_cast<std::uint32_t>(world_.slot_count());
        const std::uint32_t first = random.below(slots);
        for (std::uint32_t i = 0; i < slots; ++i)
            if (const Entity entity = world_.entity_at_slot((first + i) % slots)) return entity;
        return null_entity;
    }
    ComponentId any_component(Random& random) const {
        return components_[random.below(static_cast<std::uint32_t>(components_.size()))];
    }
    void operate_once(Random& random) {
        const Entity entity = any(random);
        const std::uint32_t kind = random.below(16);
        if (!entity || kind < 2) return create(random);
        switch (kind) {
            case 2:
            case 3:
            case 4:
                return static_cast<void>(world_.add(entity, any_component(random)));
            case 5:
            case 6:
                return static_cast<void>(world_.remove(entity, any_component(random)));
            case 7:
            case 8:
                return write(entity, static_cast<int>(random.below(1000)));
            case 9:
                return world_.destroy(entity);
            case 10:
                return park(entity, random);
            case 11:
            case 12:
                world_.set_parent(entity, random.below(4) ? any(random) : null_entity);
                return;
            case 13:
                return batch(random);
            case 14:
                return command(entity, random);
            default:
                if (world_.entity_count() > 400) world_.destroy(entity);
                return;
        }
    }
    void create(Random& random) {
        if (random.below(3)) {
            const Entity made = world_.create_with(std::array{any_component(random), any_component(random)});
            return write(made, static_cast<int>(random.below(1000)));
        }
        if (world_.entity_count() > 1500) return;
        std::vector<Entity> made(random.below(300));
        world_.create_many(made, std::array{any_component(random), any_component(random)});
    }
    void write(Entity entity, int number) {
        if (world_.has<Position>(entity)) world_.get_mut<Position>(entity).x = static_cast<float>(number);
        if (world_.has<Health>(entity)) world_.get_mut<Health>(entity).hp = number;
        if (world_.has<Label>(entity)) world_.get_mut<Label>(entity).text = std::string(std::size_t(number) % 40, 'l');
        if (world_.has<Tracked>(entity)) world_.get_mut<Tracked>(entity).value = number;
        if (world_.has<Name>(entity)) world_.get_mut<Name>(entity).value = "name " + std::to_string(number);
        if (void* text = world_.get_mut(entity, run_time_)) *static_cast<std::string*>(text) = std::to_string(number);
    }
    void park(Entity entity, Random& random) {
        if (random.below(3) == 0 || host_.parked.empty()) {
            if (!world_.children(entity).empty()) return;
            world_.destroy_and_park(entity);
            host_.parked.push_back(entity);
            return;
        }
        const std::size_t position = random.below(static_cast<std::uint32_t>(host_.parked.size()));
        const Entity parked = host_.parked[position];
        host_.parked.erase(host_.parked.begin() + static_cast<std::ptrdiff_t>(position));
        if (random.below(2))
            REQUIRE(world_.create_at(parked, std::array{any_component(random)}));
        else
            world_.unpark(parked);
    }
    void batch(Random& random) {
        Query query(world_, {{any_component(random)}, {any_component(random), Presence::Without, Access::None}});
        switch (random.below(6)) {
            case 0:
                world_.destroy_all(query);
                return;
            case 1:
                world_.add_to_all(query, any_component(random));
                return;
            case 2:
                world_.remove_from_all(query, any_component(random));
                return;
            default:
                return;
        }
    }
    void command(Entity entity, Random& random) {
        Commands commands(world_);
        const Entity made = commands.create(Position{1, 2, 3}, Label{"by command"});
        commands.destroy(entity);
        if (random.below(3) == 0) return;  // dropped
        commands.set_parent(made, any(random));
        commands.play_back();
    }

    World world_;
    Snapshots snapshots_{world_};
    Random random_;
    ComponentId run_time_ = no_component;
    std::vector<ComponentId> components_;
    Host host_;
    std::vector<Moment> moments_;
    std::vector<Step> steps_;
    std::uint64_t moments_taken_ = 0;
};

}  // namespace

TEST_CASE("Snapshots: any history can be left and entered again at any moment", "[ecs][snapshot][model]") {
    const char* const asked = std::getenv("CHUNKSCOPE_SNAPSHOT_STEPS");
    const long steps = asked ? std::atol(asked) : 120;
    for (const std::uint64_t seed : {1u, 2u, 3u, 4u}) {
        TrackedScope scope;
        {
            Histories histories(seed);
            for (long i = 0; i < steps; ++i) histories.go_on();
        }
        CHECK(TrackedScope::clean());
    }
}

}  // namespace snapshot_model_test
