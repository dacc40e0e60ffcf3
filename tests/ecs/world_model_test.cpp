// The world against std::map: random operations on both, compared after each few. CHUNKSCOPE_MODEL_OPERATIONS in the
// environment asks for more than the default 100,000.
#include <array>
#include <cstdlib>
#include <map>
#include <optional>

#include "catch.hpp"
#include "ecs/query.hpp"
#include "ecs/random.hpp"
#include "test_types.hpp"
#include "tracked.hpp"

using namespace ecs;
using namespace test;

namespace {

struct ModelEntity {
    std::optional<Position> position;
    std::optional<Health> health;
    std::optional<Label> label;
    std::optional<Wide> wide;
    std::optional<int> tracked;
    std::optional<int> run_time;
    bool frozen = false;
    Entity parent;
};

class ModelTest {
public:
    ModelTest() {
        register_types(world_);
        register_tracked(world_);
        ComponentType type;
        type.name = "RunTime";
        Field number;
        number.name = "number";
        number.kind = FieldKind::I32;
        type.fields = {number};
        run_time_ = *world_.types().add_at_run_time(std::move(type));
    }

    void step() {
        switch (random_.below(20)) {
            case 0:
            case 1:
            case 2:
                return create();
            case 3:
                return destroy();
            case 4:
                return set_parent();
            case 5:
                return create_many();
            case 6:
                return batch();
            case 7:
                return park_and_revive();
            case 8:
            case 9:
                return remove();
            default:
                return add();
        }
    }

    void compare() const {
        REQUIRE(world_.entity_count() == model_.size());
        std::size_t in_archetypes = 0;
        for (ArchetypeId id = 0; id < world_.archetype_count(); ++id) {
            const Archetype& archetype = world_.archetype(id);
            std::size_t rows = 0;
            for (std::size_t c = 0; c < archetype.chunk_count(); ++c) {
                const Chunk& chunk = archetype.chunk(c);
                if (c + 1 < archetype.chunk_count()) REQUIRE(chunk.full());
                REQUIRE(chunk.position == c);
                REQUIRE(chunk.capacity == archetype.layout().capacity);
                for (std::uint32_t row = 0; row < chunk.rows; ++row)
                    REQUIRE(world_.location(chunk.entities()[row]) == Location{id, std::uint32_t(c), row});
                rows += chunk.rows;
            }
            REQUIRE(rows == archetype.entity_count());
            in_archetypes += rows;
        }
        REQUIRE(in_archetypes == model_.size());
        std::size_t tracked = 0;
        for (const auto& [entity, expected] : model_) {
            REQUIRE(world_.alive(entity));
            same(entity, expected.position);
            same(entity, expected.health);
            same(entity, expected.label);
            same(entity, expected.wide);
            REQUIRE(world_.has<Tracked>(entity) == expected.tracked.has_value());
            if (expected.tracked) REQUIRE(world_.get<Tracked>(entity).value == *expected.tracked);
            tracked += expected.tracked.has_value();
            REQUIRE(world_.has(entity, run_time_) == expected.run_time.has_value());
            if (expected.run_time)
                REQUIRE(*static_cast<const int*>(world_.get(entity, run_time_)) == *expected.run_time);
            REQUIRE(world_.has<Frozen>(entity) == expected.frozen);
            REQUIRE(world_.parent(entity) == expected.parent);
        }
        REQUIRE(Tracked::live == static_cast<std::ptrdiff_t>(tracked));
        for (Entity entity : dead_) REQUIRE_FALSE(world_.alive(entity));
    }

private:
    template <class T>
    void same(Entity entity, const std::optional<T>& expected) const {
        const T* found = world_.find<T>(entity);
        REQUIRE((found != nullptr) == expected.has_value());
        if (found) REQUIRE(*found == *expected);
    }

    Entity any() {
        if (model_.empty()) return null_entity;
        auto found = model_.lower_bound(Entity{1 + random_.below(static_cast<std::uint32_t>(world_.slot_count())), 0});
        return (found == model_.end() ? model_.begin() : found)->first;
    }
    int number() { return static_cast<int>(random_.below(1000)); }

    void create() {
        const int n = number();
        const Entity entity =
            n % 2 ? world_.create(Position{float(n), 1, 2}, Label{"label " + std::to_string(n)}) : world_.create();
        ModelEntity& made = model_[entity];
        if (n % 2) {
            made.position = Position{float(n), 1, 2};
            made.label = Label{"label " + std::to_string(n)};
        }
    }
    void create_many() {
        if (model_.size() > 3000) return;
        std::vector<Entity> made(random_.below(60));
        const std::array ids{world_.id<Health>(), world_.id<Frozen>()};
        world_.create_many(made, ids);
        for (Entity entity : made) {
            model_[entity].health = Health{};
            model_[entity].frozen = true;
        }
    }
    void forget_below(Entity entity) {
        std::vector<Entity> doomed{entity};
        for (std::size_t i = 0; i < doomed.size(); ++i)
            for (const auto& [other, values] : model_)
                if (values.parent == doomed[i]) doomed.push_back(other);
        for (Entity gone : doomed) {
            model_.erase(gone);
            if (dead_.size() < 500) dead_.push_back(gone);
        }
    }
    void destroy() {
        const Entity entity = any();
        if (!entity) return;
        world_.destroy(entity);
        forget_below(entity);
    }
    void park_and_revive() {
        const Entity entity = any();
        if (!entity || !world_.children(entity).empty()) return;
        world_.destroy_and_park(entity);
        REQUIRE_FALSE(world_.alive(entity));
        REQUIRE(world_.create_at(entity));
        model_[entity] = {};
    }
    void set_parent() {
        const Entity child = any(), parent = random_.below(3) ? any() : null_entity;
        if (!child) return;
        const bool circle = parent && world_.is_below(parent, child);
        REQUIRE(world_.set_parent(child, parent) == !circle);
        if (!circle) model_[child].parent = parent;
    }
    void add() {
        const Entity entity = any();
        if (!entity) return;
        ModelEntity& expected = model_[entity];
        const int n = number();
        switch (random_.below(7)) {
            case 0:
                world_.add(entity, *(expected.position = Position{float(n), 0, 0}));
                break;
            case 1:
                world_.add(entity, *(expected.health = Health{n}));
                break;
            case 2:
                world_.add(entity, *(expected.label = Label{std::string(std::size_t(n) % 40, 'x')}));
                break;
            case 3:
                world_.add(entity, *(expected.wide = Wide{{double(n), 0, 0, 0}}));
                break;
            case 4:
                world_.add(entity, Tracked(n)), expected.tracked = n;
                break;
            case 5:
                world_.add(entity, run_time_);
                *static_cast<int*>(world_.get_mut(entity, run_time_)) = n;
                expected.run_time = n;
                break;
            default:
                world_.add<Frozen>(entity), expected.frozen = true;
                break;
        }
    }
    void remove() {
        const Entity entity = any();
        if (!entity) return;
        ModelEntity& expected = model_[entity];
        switch (random_.below(7)) {
            case 0:
                REQUIRE(world_.remove<Position>(entity) == expected.position.has_value());
                expected.position.reset();
                break;
            case 1:
                REQUIRE(world_.remove<Health>(entity) == expected.health.has_value());
                expected.health.reset();
                break;
            case 2:
                REQUIRE(world_.remove<Label>(entity) == expected.label.has_value());
                expected.label.reset();
                break;
            case 3:
                REQUIRE(world_.remove<Wide>(entity) == expected.wide.has_value());
                expected.wide.reset();
                break;
            case 4:
                REQUIRE(world_.remove<Tracked>(entity) == expected.tracked.has_value());
                expected.tracked.reset();
                break;
            case 5:
                REQUIRE(world_.remove(entity, run_time_) == expected.run_time.has_value());
                expected.run_time.reset();
                break;
            default:
                REQUIRE(world_.remove<Frozen>(entity) == expected.frozen);
                expected.frozen = false;
                break;
        }
    }
    void batch() {
        if (random_.below(40) != 0) return;
        Query frozen(world_, {{world_.id<Frozen>()}});
        switch (random_.below(3)) {
            case 0: {
                std::vector<Entity> doomed;
                for (const auto& [entity, values] : model_)
                    if (values.frozen) doomed.push_back(entity);
                const std::size_t before = model_.size();
                for (Entity entity : doomed)
                    if (model_.count(entity)) forget_below(entity);
                REQUIRE(world_.destroy_all(frozen) == before - model_.size());
                return;
            }
            case 1:
                world_.add_to_all(frozen, world_.id<Tracked>());
                for (auto& [entity, values] : model_)
                    if (values.frozen && !values.tracked) values.tracked = Tracked().value;
                return;
            default:
                world_.remove_from_all(frozen, world_.id<Position>());
                for (auto& [entity, values] : model_)
                    if (values.frozen) values.position.reset();
                return;
        }
    }

    World world_;
    ComponentId run_time_;
    std::map<Entity, ModelEntity> model_;
    std::vector<Entity> dead_;
    Random random_{2024};
};

}  // namespace

TEST_CASE("World: does what a map of structs does, over 100,000 random operations", "[ecs][world][model]") {
    const char* const asked = std::getenv("CHUNKSCOPE_MODEL_OPERATIONS");
    const long operations = asked ? std::atol(asked) : 100'000;
    Tracked::live = 0;
    {
        ModelTest test;
        for (long i = 1; i <= operations; ++i) {
            test.step();
            if (i % 997 == 0) test.compare();
        }
        test.compare();
    }
    CHECK(Tracked::live == 0);
}
