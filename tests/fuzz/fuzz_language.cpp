#include <stdexcept>
#include <string>

#include "ecs/breakpoints/breakpoints.hpp"
#include "ecs/edit/history.hpp"
#include "ecs/language/change_baseline.hpp"
#include "ecs/language/language_world.hpp"
#include "ecs/language/text_change.hpp"
#include "ecs/language/text_query.hpp"
#include "ecs/language/text_value.hpp"
#include "ecs/language/why.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "fuzz_targets.hpp"

namespace test {

namespace {

using namespace language_world;

void must(bool holds, const char* what) {
    if (!holds) throw std::logic_error(what);
}

struct FuzzedScene {
    FuzzedScene() {
        register_types(world.types());
        for (int i = 0; i < 300; ++i) {
            const ecs::Entity entity = world.create(Health{i, 100});
            if (i % 2 == 0) world.add(entity, Position{static_cast<float>(i), 1});
            if (i % 3 == 0) world.add(entity, Target{{static_cast<std::uint32_t>(i + 1), 1}});
            if (i % 50 == 0) world.add(entity, ecs::Name{"Boss"});
            if (i > 250) world.set_parent(entity, {1, 1});
        }
        world.create(Ai{}, Numbers{-1, 2, 3, 4, 5, 6, ~std::uint64_t{0}}, Bag{}, Enemy{}, Frozen{});
    }
    ecs::World world;
    ecs::Schedule schedule;
    ecs::History history{world, schedule};
    ecs::ChangeBaseline baseline;
    ecs::Random random{3};
};

void check_error(const std::string& text, const ecs::TextError& error) {
    must(!error.message.empty(), "an error says what is wrong");
    must(error.offset <= text.size() && error.column >= 1, "an error says where");
    must(!with_caret(text, error).empty(), "an error can be shown");
}

void ask(FuzzedScene& scene, const std::string& text) {
    auto query = ecs::TextQuery::parse(text);
    if (!query) return check_error(text, query.error());
    if (const ecs::TextError* error = query->bind(scene.world)) return check_error(text, *error);
    scene.baseline.track(*query);
    scene.baseline.advance(scene.world);
    ecs::QueryInputs inputs{.baseline = &scene.baseline, .random = &scene.random};
    std::vector<ecs::Entity> found;
    ecs::Random same = scene.random;
    query->collect(scene.world, found, inputs);
    inputs.random = &same;
    must(query->count(scene.world, inputs) == found.size(), "count and collect agree");
    for (std::size_t slot = 1; slot < scene.world.slot_count(); slot += 50)
        ecs::why(scene.world, *query, scene.world.entity_at_slot(slot), inputs);
    ecs::near_archetypes(scene.world, *query);
}

void evaluate(FuzzedScene& scene, const std::string& text) {
    auto value = ecs::TextValue::parse(text);
    if (!value) return check_error(text, value.error());
    if (const ecs::TextError* error = value->bind(scene.world)) return check_error(text, *error);
    if (const auto result = value->value(scene.world, {1, 1}, {.random = &scene.random}))
        must(!to_string(*result).empty(), "a value has a text");
}

void stop_at(FuzzedScene& scene, const std::string& text) {
    const auto parsed = ecs::parse_breakpoint(text);
    if (!parsed) return check_error(text, parsed.error());
    must(parsed->times > 0, "it stops at some time");
    ecs::Breakpoints breakpoints;
    breakpoints.attach(scene.world, scene.schedule);
    const ecs::BreakpointId id = breakpoints.add(text);
    if (const auto& error = breakpoints.find(id)->error) check_error(text, *error);
    scene.schedule.tick(scene.world);
}

void change(FuzzedScene& scene, const std::string& text) {
    auto parsed = ecs::TextChange::parse(text);
    if (!parsed) return check_error(text, parsed.error());
    if (const ecs::TextError* error = parsed->bind(scene.world)) return check_error(text, *error);
    const std::uint64_t before = ecs::state_hash(scene.world);
    ecs::ChangePlan plan = parsed->plan(scene.world, {.random = &scene.random});
    must(ecs::state_hash(scene.world) == before, "a plan changes nothing");
    if (!plan.error.empty() || plan.edits.empty()) return;
    // Two matches that are given parents in one change can be in each other's way.
    if (!scene.history.perform({"change", std::move(plan.edits)}).empty()) {
        must(ecs::state_hash(scene.world) == before, "a change is all or nothing");
        return;
    }
    must(scene.history.undo().empty() && ecs::state_hash(scene.world) == before, "a change can be undone");
}

}  // namespace

void fuzz_language(std::span<const std::uint8_t> bytes) {
    const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    FuzzedScene scene;
    ask(scene, text);
    stop_at(scene, text);
    evaluate(scene, text);
    change(scene, text);
}

}  // namespace test
