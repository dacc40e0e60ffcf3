// Random edits of prefabs and instances, compared with a model that keeps overrides as a list, as other editors do.
#include <algorithm>
#include <map>
#include <optional>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/prefab/prefab_world.hpp"

namespace random_prefabs_test {

using namespace prefab_world;

namespace {

/// What each part says about hp: its own value, or nothing where it follows its source. Of Hot: whether it has it.
struct Model {
    struct Part {
        ecs::Entity source;
        std::optional<std::int32_t> hp;
        std::optional<bool> hot;
    };
    std::map<ecs::Entity, Part> parts;

    std::int32_t hp(ecs::Entity entity) const {
        const Part& part = parts.at(entity);
        return part.hp ? *part.hp : hp(part.source);
    }
    bool hot(ecs::Entity entity) const {
        const Part& part = parts.at(entity);
        return part.hot ? *part.hot : hot(part.source);
    }
    /// What is as in the source is no override.
    void settle() {
        for (bool again = true; again;) {
            again = false;
            for (auto& [entity, part] : parts) {
                if (!part.source) continue;
                if (part.hp && *part.hp == hp(part.source)) part.hp.reset(), again = true;
                if (part.hot && *part.hot == hot(part.source)) part.hot.reset(), again = true;
            }
        }
    }
    std::size_t overrides(ecs::Entity entity) const {
        const Part& part = parts.at(entity);
        return part.source ? (part.hp ? 1u : 0u) + (part.hot ? 1u : 0u) : 0u;
    }
};

}  // namespace

TEST_CASE("Prefabs: random edits of nested prefabs and instances are as in a list of overrides", "[ecs][prefab]") {
    std::size_t compared = 0;
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
        ecs::Random random(seed);
        const auto below = [&](std::size_t count) {
            return static_cast<std::size_t>(random.below(static_cast<std::uint32_t>(count)));
        };
        PrefabWorld test;
        const ecs::ComponentId hot = test.world.id<Hot>();
        // Prefabs, each with some parts and perhaps instances of the ones before.
        std::vector<ecs::Entity> prefabs;
        for (std::size_t i = 0, count = 1 + below(3); i < count; ++i) {
            const ecs::Entity root = test.world.create(ecs::Name{"P"}, Life{});
            if (below(2) == 0) test.world.create(ecs::Parent{root}, Life{});
            for (const ecs::Entity prefab : prefabs)
                if (below(2) == 0) REQUIRE(test.place(prefab, {.parent = root}));
            prefabs.push_back(test.prefab_from(root));
            REQUIRE(prefabs.back());
        }
        for (std::size_t i = 0, count = below(4); i < count; ++i) REQUIRE(test.place(prefabs[below(prefabs.size())]));

        Model model;
        const ecs::Prefabs look = test.prefabs();
        const std::vector<ecs::Entity> all = test.entities();
        for (const ecs::Entity entity : all) {
            const ecs::Entity source = look.source_of(entity);
            model.parts[entity] = {source, source ? std::nullopt : std::optional(10),
                                   source ? std::nullopt : std::optional(false)};
        }
        const std::uint64_t start = ecs::state_hash(test.world);
        const std::size_t steps_before = test.history.done();

        for (std::size_t step = 0; step < 12; ++step) {
            const ecs::Entity entity = all[below(all.size())];
            Model::Part& part = model.parts.at(entity);
            const std::size_t what = below(6);
            if (what <= 1) {
                const auto hp = static_cast<std::int32_t>(10 + below(4));
                part.hp = hp;
                test.set_hp(entity, hp);
            } else if (what == 2) {
                const bool has = model.hot(entity);
                part.hot = !has;
                if (has)
                    REQUIRE(test.perform(ecs::RemoveComponent{entity, hot}).empty());
                else
                    REQUIRE(test.perform(ecs::AddComponent{entity, ecs::Value(test.world.types()[hot])}).empty());
            } else if (part.source) {
                const std::vector<ecs::Override> found = ecs::overrides_of_part(test.world, entity, test.placing);
                if (what == 3) {
                    part.hp.reset();
                    part.hot.reset();
                    REQUIRE(test.perform(ecs::revert(test.world, found, test.placing)).empty());
                } else {
                    const std::size_t levels = what == 4 ? 1 : look.levels(entity);
                    REQUIRE(test.perform(ecs::apply_to_prefab(test.world, found, test.placing, levels)).empty());
                    const bool of_hp = part.hp.has_value(), of_hot = part.hot.has_value();
                    const std::int32_t hp = model.hp(entity);
                    const bool is_hot = model.hot(entity);
                    ecs::Entity target = entity;
                    for (std::size_t level = 0; level < levels; ++level) {
                        target = model.parts.at(target).source;
                        if (of_hp) model.parts.at(target).hp = hp;
                        if (of_hot) model.parts.at(target).hot = is_hot;
                    }
                }
            }
            model.settle();
            for (const ecs::Entity each : all) {
                CAPTURE(seed, step, what, ecs::to_string(each));
                REQUIRE(test.hp(each) == model.hp(each));
                REQUIRE(test.world.has(each, hot) == model.hot(each));
                REQUIRE(ecs::overrides_of_part(test.world, each, test.placing).size() == model.overrides(each));
                ++compared;
            }
        }
        while (test.history.done() > steps_before) REQUIRE(test.history.undo().empty());
        REQUIRE(ecs::state_hash(test.world) == start);
    }
    CHECK(compared > 50'000);
}

}  // namespace random_prefabs_test
