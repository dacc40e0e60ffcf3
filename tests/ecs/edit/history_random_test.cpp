// Undo everything: thousands of random steps with every kind of edit, there and back.
#include <algorithm>
#include <concepts>
#include <map>
#include <set>
#include <string>

#include "catch.hpp"
#include "ecs/edit/history.hpp"
#include "ecs/support/random_edits.hpp"
#include "ecs/support/random_members.hpp"
#include "ecs/world/hierarchy.hpp"

namespace history_random_test {

using namespace ecs;
using namespace test;

namespace {

/// Kinds with members that only an edit has that was applied.
template <class Kind>
concept IsInverse = std::same_as<Kind, CreateEntities> || std::same_as<Kind, DestroyEntities> ||
    std::same_as<Kind, RestoreRows> || std::same_as<Kind, SetType>;

/// The edits of RandomEdits, those of the kinds that it lacks, and what RandomMembers makes of any kind.
class EveryKind {
public:
    EveryKind(EditFixture& fixture, std::uint64_t seed)
        : f_(fixture), edits_(fixture, seed), members_(fixture.world, systems(), seed * 17), random_(seed * 31) {}

    HistoryStep step() {
        HistoryStep made{"Step", {}};
        const std::uint32_t count = 1 + (random_.below(6) == 0 ? random_.below(4) : 0);
        for (std::uint32_t i = 0; i < count; ++i) made.edits.push_back(edit());
        return made;
    }

private:
    Edit edit() {
        // Or the world would grow without end.
        if (f_.world.entity_count() > 60) return random_.below(2) == 0 ? Edit(DestroyEntity{some_entity()}) : many();
        constexpr std::uint32_t seldom = 60;  // types that were changed stay in the registry
        if (random_.below(seldom) == 0) return type();
        switch (random_.below(17)) {
            case 14:
                return many();
            case 15:
                return component_of_many(f_.world.id<Frozen>());
            case 16:
                return component_of_many(f_.world.id<Health>());
            case 0:
            case 1:
                return any_kind();
            case 2:
                return fold();
            case 3:
                return system();
            case 4:
                return leaves();
            case 5:
                return one_field();
            case 6:
                return component_of_made_type();
            default:
                return edits_.next();
        }
    }
    static std::vector<std::string> systems() { return {"Added 0", "Added 1", "Added 2"}; }
    Edit any_kind() {
        Edit made = GatherBlocks{};
        std::uint32_t chosen = random_.below(std::variant_size_v<Edit>);
        each_kind([&]<class Kind>(std::type_identity<Kind>) {
            if constexpr (!IsInverse<Kind>)
                if (chosen-- == 0) made = members_.edit<Kind>();
        });
        return made;
    }
    Edit fold() {
        const std::vector<ComponentId> tags{f_.world.id<Enemy>(), f_.world.id<Frozen>()};
        const ComponentType* const folded = f_.world.types().find("Flags");
        if (folded != nullptr && random_.below(2) == 0) return UnfoldTags{folded->id, tags};
        return FoldTags{tags, "Flags", {}};
    }
    Edit system() {
        const std::string name = "Added " + std::to_string(random_.below(3));
        if (f_.schedule.find(name) != nullptr) return RemoveSystem{name};
        SystemDescription made;
        made.name = name;
        made.run = [](SystemContext&) {};
        return AddSystem{std::move(made), random_.below(3)};
    }
    std::string made_type() { return "Made" + std::to_string(random_.below(2)); }
    /// Makes, changes, or takes away a type.
    Edit type() {
        SetType made;
        const std::string name = made_type();
        const bool there = f_.world.types().find(name) != nullptr;
        if (there) made.from = name;
        if (there && random_.below(4) == 0) return made;
        made.to->name = name;
        constexpr FieldKind kinds[] = {FieldKind::F32, FieldKind::I32, FieldKind::String};
        for (const char* const field : {"a", "b", "c"}) {
            if (random_.below(3) == 0) continue;
            made.to->fields.emplace_back();
            made.to->fields.back().name = field;
            made.to->fields.back().kind = kinds[random_.below(std::size(kinds))];
        }
        return made;
    }
    Edit component_of_made_type() {
        const ComponentType* const type = f_.world.types().find(made_type());
        if (type == nullptr) return GatherBlocks{};
        const Entity entity = some_entity();
        if (f_.world.has(entity, type->id)) return RemoveComponent{entity, type->id};
        return AddComponent{entity, Value(*type)};
    }
    /// The hit points of some that have them.
    Edit one_field() {
        SetField made;
        made.component = f_.world.id<Health>();
        for (const Entity entity : entities_of(f_.world)) {
            if (!f_.world.has<Health>(entity) || random_.below(3) == 0) continue;
            const auto hp = static_cast<std::int32_t>(random_.below(100));
            const auto* const bytes = reinterpret_cast<const std::byte*>(&hp);
            made.entities.push_back(entity);
            made.values.insert(made.values.end(), bytes, bytes + sizeof hp);
        }
        if (made.entities.empty()) return GatherBlocks{};
        return made;
    }
    /// A share of all, who may stand below each other; seldom all of them.
    Edit many() {
        DestroyMany made;
        const std::uint32_t share = random_.below(8);
        for (const Entity entity : entities_of(f_.world))
            if (share == 0 || random_.below(share + 1) == 0) made.entities.push_back(entity);
        return made;
    }
    /// Adds the component to a share of those that lack it, or removes it from a share of those that have it.
    Edit component_of_many(ComponentId component) {
        const bool adds = random_.below(2) == 0;
        EntityRuns chosen;
        for (const Entity entity : entities_of(f_.world))
            if (f_.world.has(entity, component) != adds && random_.below(3) != 0) chosen.push_back(entity);
        if (chosen.empty()) return GatherBlocks{};
        if (adds) return add_to_many(std::move(chosen), Value(f_.world.types()[component]));
        return RemoveFromMany{component, std::move(chosen)};
    }
    Edit leaves() {
        DestroyEntities made;
        for (int i = 0; i < 3; ++i) {
            const Entity entity = some_entity();
            const bool listed = std::find(made.entities.begin(), made.entities.end(), entity) != made.entities.end();
            if (entity && !listed && f_.world.children(entity).empty()) made.entities.push_back(entity);
        }
        return made;
    }
    Entity some_entity() {
        const std::vector<Entity> all = entities_of(f_.world);
        return all.empty() ? null_entity : all[random_.below(static_cast<std::uint32_t>(all.size()))];
    }

    EditFixture& f_;
    RandomEdits edits_;
    RandomMembers members_;
    Random random_;
};

std::vector<std::string> names_of_systems(const Schedule& schedule) {
    std::vector<std::string> names;
    for (const System* system : schedule.systems()) names.push_back(system->description.name);
    return names;
}

}  // namespace

TEST_CASE("History: 10,000 random steps of every kind are undone and done again without a trace", "[history]") {
    const TrackedScope scope;
    {
        EditFixture f;
        History history(f.world, f.schedule);
        history.set_memory_limit(~std::size_t{0});
        EveryKind random(f, 16);
        // States of every 500th step, with ids and the list of free ones.
        std::map<std::size_t, State> states{{0, f.state()}};
        std::map<std::size_t, std::vector<std::string>> systems{{0, names_of_systems(f.schedule)}};
        std::set<std::size_t> kinds;
        while (history.done() < 10'000) {
            HistoryStep step = random.step();
            std::vector<std::size_t> of_step;
            for (const Edit& edit : step.edits) of_step.push_back(edit.index());
            const std::size_t before = history.done();
            const bool fitted = history.perform(std::move(step)).empty();
            history.seal();
            if (!fitted) continue;
            kinds.insert(of_step.begin(), of_step.end());
            REQUIRE(history.done() == before + 1);
            if (history.done() % 500 != 0) continue;
            states[history.done()] = f.state();
            systems[history.done()] = names_of_systems(f.schedule);
        }
        // RestoreRows is only made by undoing.
        CHECK(kinds.size() == std::variant_size_v<Edit> - 1);
        for (int round = 0; round < 2; ++round) {
            for (auto at = states.rbegin(); at != states.rend(); ++at) {
                REQUIRE(history.go_to(at->first) == "");
                REQUIRE(f.state() == at->second);
                REQUIRE(names_of_systems(f.schedule) == systems[at->first]);
            }
            for (const auto& [position, state] : states) {
                REQUIRE(history.go_to(position) == "");
                REQUIRE(f.state() == state);
                REQUIRE(names_of_systems(f.schedule) == systems[position]);
            }
        }
        CHECK(history.forgotten() == 0);
    }
    CHECK(scope.clean());
}

TEST_CASE("History: while the world runs, an undo is right or refused with a reason", "[history]") {
    std::size_t refused = 0, undone = 0;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        EditFixture f;
        Random random(seed * 7);
        // A game that creates, destroys and changes what it likes.
        SystemDescription game;
        game.name = "Game";
        game.run = [&random](SystemContext& context) {
            const std::vector<Entity> all = entities_of(context.world);
            if (all.empty()) return;
            const Entity one = all[random.below(static_cast<std::uint32_t>(all.size()))];
            switch (random.below(4)) {
                case 0:
                    context.commands.destroy(one);
                    break;
                case 1:
                    context.commands.add(one, Health{7});
                    break;
                case 2:
                    context.commands.remove<Health>(one);
                    break;
                default:
                    context.commands.create(Health{3});
            }
        };
        REQUIRE(f.schedule.add(std::move(game)));
        History history(f.world, f.schedule);
        EveryKind steps(f, seed);
        for (int round = 0; round < 300; ++round) {
            // Not the game itself: it is what runs.
            HistoryStep step = steps.step();
            (void)history.perform(std::move(step));
            history.seal();
            if (f.schedule.within_tick()) continue;
            f.schedule.tick(f.world);
            if (round % 3 != 0 || !history.can_undo()) continue;
            const State before = f.state();
            const std::size_t done = history.done();
            const std::string reason = history.undo();
            REQUIRE(history.done() == done - 1);
            if (!reason.empty()) {
                ++refused;
                REQUIRE(reason.find("Cannot undo step: ") == 0);
                // All or nothing. Only the handles that the step had kept are free again.
                REQUIRE(f.state().hash == before.hash);
                REQUIRE(f.state().systems == before.systems);
                continue;
            }
            ++undone;
            const State after = f.state();
            REQUIRE(history.redo().empty());
            REQUIRE(f.state().hash == before.hash);
            REQUIRE(history.undo().empty());
            REQUIRE(f.state().hash == after.hash);
        }
    }
    CHECK(refused > 10);
    CHECK(undone > 200);
}

}  // namespace history_random_test
