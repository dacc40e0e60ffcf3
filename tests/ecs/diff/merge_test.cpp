#include <set>

#include "catch.hpp"
#include "ecs/diff/diff_world.hpp"
#include "ecs/diff/merge.hpp"
#include "ecs/edit/history.hpp"
#include "ecs/support/world_state.hpp"

namespace merge_test {

using namespace ecs;
using namespace diff_world;

namespace {

std::string word(Entity entity, const std::string& path) { return to_string(entity) + " " + path; }

std::vector<std::string> words(const WorldMerge& merged) {
    std::vector<std::string> list;
    for (const MergeConflict& each : merged.conflicts) list.push_back(word(each.entity, path_of(each)));
    return list;
}

std::string merge_into(RandomWorld& ours, const WorldMerge& merged, const World& theirs) {
    REQUIRE(bring_types(ours.world, theirs).empty());
    auto edits = edits_of(merged, ours.world, theirs);
    if (!edits) return edits.error();
    History history(ours.world, ours.schedule);
    return history.perform({"Merge", std::move(*edits)});
}

/// A three-way merge of plain texts, path by path. An entity or a component that one side has no more is a conflict
/// when the other side changed any of it.
struct PlainMerge {
    Content result;
    std::set<std::string> conflicts;

    PlainMerge(const Content& base, const Content& ours, const Content& theirs) {
        std::set<Entity> entities;
        for (const Content* content : {&base, &ours, &theirs})
            for (const auto& each : *content) entities.insert(each.first);
        for (const Entity entity : entities)
            merge(entity, find(base, entity), find(ours, entity), find(theirs, entity));
    }

private:
    static const Fields* find(const Content& content, Entity entity) {
        const auto found = content.find(entity);
        return found == content.end() ? nullptr : &found->second;
    }
    static std::string at(const Fields* fields, const std::string& path) {
        if (fields == nullptr) return "gone";
        const auto found = fields->find(path);
        return found == fields->end() ? "none" : "=" + found->second;
    }
    void merge(Entity entity, const Fields* base, const Fields* ours, const Fields* theirs) {
        const Fields* const side = ours == nullptr ? theirs : ours;
        if (ours == nullptr || theirs == nullptr) {
            const bool created = base == nullptr, untouched = base != nullptr && side != nullptr && *side == *base;
            if (created)
                result[entity] = *side;
            else if (!untouched && side != nullptr)
                conflicts.insert(to_string(entity));
            return;
        }
        std::set<std::string> paths;
        for (const Fields* fields : {base, ours, theirs})
            if (fields != nullptr)
                for (const auto& each : *fields) paths.insert(each.first);
        Fields& fields = result[entity];
        for (const std::string& path : paths) {
            const std::string was = at(base, path), mine = at(ours, path), other = at(theirs, path);
            const std::string& chosen = mine == was ? other : mine;
            if (mine != was && other != was && mine != other) conflicts.insert(to_string(entity));
            if (chosen != "none" && chosen != "gone") fields[path] = chosen.substr(1);
        }
        // A component that went while the other side changed a field of it leaves that field alone: a conflict.
        for (const auto& each : fields) {
            const std::string component = each.first.substr(0, each.first.find('.'));
            if (component != each.first && fields.count(component) == 0) conflicts.insert(to_string(entity));
        }
    }
};

std::set<std::string> entities_in(const WorldMerge& merged) {
    std::set<std::string> list;
    for (const MergeConflict& each : merged.conflicts) list.insert(to_string(each.entity));
    return list;
}

/// Whether the parents of a content exist and lead to the top.
bool tree_is_sound(const Content& content) {
    for (const auto& each : content) {
        Entity above = each.first;
        std::set<Entity> chain;
        while (true) {
            const auto here = content.find(above);
            if (here == content.end() || !chain.insert(above).second) return false;
            const auto parent = here->second.find("parent");
            if (parent == here->second.end()) break;
            above = *parse_entity(parent->second);
        }
    }
    return true;
}

/// A path of `result` that neither is what the side that changed it made of it nor is in conflict. Empty: there is
/// none.
std::string leaf_of_nobody(const Content& base, const Content& ours, const Content& theirs, const Content& result,
                           const WorldMerge& merged) {
    const auto at = [](const Content& content, Entity entity, const std::string& path) -> std::string {
        const auto found = content.find(entity);
        if (found == content.end()) return "gone";
        const auto value = found->second.find(path);
        return value == found->second.end() ? "none" : "=" + value->second;
    };
    const auto marked = [&](Entity entity, const auto& is) {
        return std::any_of(merged.conflicts.begin(), merged.conflicts.end(),
                           [&](const MergeConflict& each) { return each.entity == entity && is(each); });
    };
    // Ours stays whole where theirs took away what ours changed: the component, the entity, or what is above it.
    std::set<Entity> kept;
    for (const MergeConflict& each : merged.conflicts)
        for (Entity above = each.entity; above && kept.insert(above).second;) {
            const std::string parent = at(result, above, "parent");
            above = parent.starts_with('=') ? *parse_entity(parent.substr(1)) : Entity{};
        }
    std::map<Entity, std::set<std::string>> paths;
    for (const Content* content : {&base, &ours, &theirs, &result})
        for (const auto& [entity, fields] : *content)
            for (const auto& each : fields) paths[entity].insert(each.first);
    for (const auto& [entity, all] : paths)
        for (const std::string& path : all) {
            const std::string was = at(base, entity, path), mine = at(ours, entity, path),
                              other = at(theirs, entity, path), now = at(result, entity, path);
            const std::string component = path.substr(0, path.find('.'));
            if (marked(entity, [&](const MergeConflict& each) { return path_of(each) == path; })) {
                if (now != mine && now != other && now != "none") return word(entity, path) + ": marked, and is " + now;
                continue;
            }
            if (now == (mine == was || mine == other ? other : mine) && (mine == was || other == was || mine == other))
                continue;
            const bool whole = marked(
                entity, [&](const MergeConflict& each) { return each.component == component && !component.empty(); });
            const bool stays = (other == "gone" && kept.count(entity) != 0) || whole;
            if (now != mine || !stays)
                return word(entity, path) + ": was " + was + ", ours " + mine + ", theirs " + other + ", is " + now;
        }
    return {};
}

}  // namespace

TEST_CASE("Merge: equals a merge of plain texts, field by field, in random worlds", "[diff][merge]") {
    std::size_t clean = 0, conflicting = 0, unsound = 0;
    for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
        INFO("seed " << seed);
        RandomWorld base(seed), ours(seed, seed % 2 == 0), theirs(seed, seed % 3 == 0);
        // Ids that only one side uses, so that plain texts can be merged.
        theirs.world.set_free_runs(std::array{FreeRun{{200, 1}, 100}});
        Changer(ours.world, seed + 1000).change(seed % 4);
        Changer(theirs.world, seed + 5000).change(seed % 5);
        if (base.world.resource_holder() != ours.world.resource_holder() ||
            base.world.resource_holder() != theirs.world.resource_holder())
            continue;
        const WorldMerge merged = merge(base.world, ours.world, theirs.world);
        const PlainMerge plain(content_of(base.world), content_of(ours.world), content_of(theirs.world));
        if (merged.conflicts.empty()) CHECK(merged.renumbered.empty());
        if (!plain.conflicts.empty()) {
            const std::set<std::string> found = entities_in(merged);
            for (const std::string& entity : plain.conflicts) REQUIRE(found.count(entity) == 1);
            ++conflicting;
            continue;
        }
        if (!tree_is_sound(plain.result)) {
            REQUIRE_FALSE(merged.conflicts.empty());
            for (const MergeConflict& each : merged.conflicts) CHECK(path_of(each) == "parent");
            ++unsound;
            continue;
        }
        REQUIRE(words(merged).empty());
        REQUIRE(merge_into(ours, merged, theirs.world) == "");
        REQUIRE(content_of(ours.world) == plain.result);
        REQUIRE(test::storage_fault(ours.world) == "");
        ++clean;
    }
    CHECK(clean > 500);
    CHECK(conflicting > 50);
    CHECK(unsound > 3);
}

TEST_CASE("Merge: whatever is not in conflict comes from the side that changed it, in random worlds", "[diff][merge]") {
    std::size_t conflicting = 0, renumbered = 0;
    for (std::uint64_t seed = 1; seed <= 800; ++seed) {
        INFO("seed " << seed);
        RandomWorld base(seed), ours(seed, seed % 2 == 0), theirs(seed, seed % 3 == 0);
        theirs.world.set_free_runs(std::array{FreeRun{{200, 1}, 100}});
        Changer(ours.world, seed + 2000).change(6);
        Changer(theirs.world, seed + 7000).change(6);
        if (base.world.resource_holder() != ours.world.resource_holder() ||
            base.world.resource_holder() != theirs.world.resource_holder())
            continue;
        const Content was = content_of(base.world), mine = content_of(ours.world), other = content_of(theirs.world);
        const WorldMerge merged = merge(base.world, ours.world, theirs.world);
        REQUIRE(merge_into(ours, merged, theirs.world) == "");
        REQUIRE(test::storage_fault(ours.world) == "");
        const Content result = content_of(ours.world);
        REQUIRE(tree_is_sound(result));
        conflicting += !merged.conflicts.empty();
        renumbered += !merged.renumbered.empty();
        if (!merged.renumbered.empty()) continue;
        REQUIRE(leaf_of_nobody(was, mine, other, result, merged) == "");
    }
    CHECK(conflicting > 200);
    CHECK(renumbered < 100);
}

TEST_CASE("Merge: theirs in the slot of an entity that ours keeps gets another handle", "[diff][merge]") {
    RandomWorld base(4), ours(4), theirs(4);
    for (RandomWorld* each : {&base, &ours, &theirs}) each->world.create_at({100, 1});
    const Entity old{100, 1}, reused{100, 2};
    ours.world.add(old, test::Health{5});
    theirs.world.destroy(old);
    REQUIRE(theirs.world.create_at(reused));
    theirs.world.add(reused, Name{"Theirs"});
    const WorldMerge merged = merge(base.world, ours.world, theirs.world);
    CHECK(words(merged) == std::vector{word(old, "Health")});
    REQUIRE(merged.renumbered.count(reused) == 1);
    REQUIRE(merge_into(ours, merged, theirs.world) == "");
    CHECK(ours.world.get<test::Health>(old).hp == 5);
    CHECK(ours.world.name(merged.renumbered.at(reused)) == "Theirs");
}

TEST_CASE("Merge: what ours keeps below a parent that theirs destroyed keeps the parent, too", "[diff][merge]") {
    RandomWorld base(4), ours(4), theirs(4);
    const Entity top{100, 1}, middle{101, 1}, low{102, 1};
    for (RandomWorld* each : {&base, &ours, &theirs}) {
        for (const Entity entity : {top, middle, low}) REQUIRE(each->world.create_at(entity));
        each->world.set_parent(middle, top);
        each->world.set_parent(low, middle);
    }
    ours.world.add(low, test::Health{5});
    theirs.world.destroy(top);
    REQUIRE_FALSE(theirs.world.alive(low));
    const WorldMerge merged = merge(base.world, ours.world, theirs.world);
    REQUIRE(merge_into(ours, merged, theirs.world) == "");
    CHECK(ours.world.parent(low) == middle);
    CHECK(ours.world.parent(middle) == top);
    // The other way round: theirs put a new one below what ours destroyed.
    RandomWorld mine(4), other(4);
    for (RandomWorld* each : {&mine, &other}) REQUIRE(each->world.create_at(top));
    RandomWorld before(4);
    REQUIRE(before.world.create_at(top));
    mine.world.destroy(top);
    REQUIRE(other.world.create_at({200, 1}));
    other.world.set_parent({200, 1}, top);
    const WorldMerge orphan = merge(before.world, mine.world, other.world);
    CHECK(words(orphan) == std::vector{word({200, 1}, "parent")});
    REQUIRE(merge_into(mine, orphan, other.world) == "");
    CHECK(mine.world.alive({200, 1}));
    CHECK_FALSE(mine.world.parent({200, 1}));
}

TEST_CASE("Merge: with one side unchanged it is the other side", "[diff][merge]") {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        INFO("seed " << seed);
        RandomWorld base(seed), ours(seed), theirs(seed);
        Changer(theirs.world, seed + 5000).change(12);
        const WorldMerge there = merge(base.world, ours.world, theirs.world);
        CHECK(words(there).empty());
        CHECK(there.renumbered.empty());
        REQUIRE(merge_into(ours, there, theirs.world) == "");
        REQUIRE(content_of(ours.world) == content_of(theirs.world));

        const WorldMerge again = merge(base.world, theirs.world, ours.world);
        CHECK(again.conflicts.empty());
        CHECK(again.taken.empty());
        CHECK(merge(base.world, theirs.world, base.world).taken.empty());
    }
}

TEST_CASE("Merge: where both changed one field differently, it names entity and field and takes nothing",
          "[diff][merge]") {
    RandomWorld base(1), ours(1), theirs(1);
    for (RandomWorld* each : {&base, &ours, &theirs}) each->world.create_at({100, 1});
    const Entity entity{100, 1};
    base.world.add(entity, test::Health{1});
    ours.world.add(entity, test::Health{2});
    theirs.world.add(entity, test::Health{3});
    CHECK(words(merge(base.world, ours.world, theirs.world)) == std::vector{word(entity, "Health.hp")});
    theirs.world.add(entity, test::Health{2});
    CHECK(merge(base.world, ours.world, theirs.world).conflicts.empty());

    theirs.world.remove<test::Health>(entity);
    const WorldMerge removed = merge(base.world, ours.world, theirs.world);
    REQUIRE(words(removed) == std::vector{word(entity, "Health.hp")});
    CHECK(removed.conflicts.front().why == MergeConflict::Why::TheirsDestroyed);

    theirs.world.destroy(entity);
    CHECK(words(merge(base.world, ours.world, theirs.world)) == std::vector{word(entity, "Health.hp")});
    const WorldMerge other_way = merge(base.world, theirs.world, ours.world);
    REQUIRE(words(other_way) == std::vector{word(entity, "Health.hp")});
    CHECK(other_way.conflicts.front().why == MergeConflict::Why::OursDestroyed);
}

TEST_CASE("Merge: two creations with one id both stay, and what refers to theirs follows", "[diff][merge]") {
    RandomWorld base(2), ours(2), theirs(2);
    const auto create = [](World& world, int hp) {
        const Entity door = world.create(Name{"Door"}, test::Health{hp});
        const Entity key = world.create(Name{"Key"}, Parent{door}, test::Chain{{}, door});
        world.get_mut<test::Chain>(key).links[1].many[2] = key;
        return std::pair{door, key};
    };
    const auto [our_door, our_key] = create(ours.world, 1);
    const auto [door, key] = create(theirs.world, 2);
    REQUIRE(door == our_door);
    const Entity old = test::entities_of(base.world).front();
    theirs.world.add(old, test::Chain{{}, key});

    const WorldMerge merged = merge(base.world, ours.world, theirs.world);
    REQUIRE(words(merged).empty());
    REQUIRE(merged.renumbered.size() == 2);
    const Entity new_door = merged.renumbered.at(door), new_key = merged.renumbered.at(key);
    REQUIRE(merge_into(ours, merged, theirs.world) == "");
    CHECK(ours.world.get<test::Health>(door).hp == 1);
    CHECK(ours.world.get<test::Health>(new_door).hp == 2);
    CHECK(ours.world.parent(our_key) == our_door);
    CHECK(ours.world.parent(new_key) == new_door);
    CHECK(ours.world.get<test::Chain>(new_key).end == new_door);
    CHECK(ours.world.get<test::Chain>(new_key).links[1].many[2] == new_key);
    CHECK(ours.world.get<test::Chain>(our_key).end == our_door);
    CHECK(ours.world.get<test::Chain>(old).end == new_key);
}

TEST_CASE("Merge: one creation on both sides is one entity; a reference to one of two twins is a conflict",
          "[diff][merge]") {
    RandomWorld base(2), ours(2), theirs(2);
    const Entity old = base.world.create();
    CHECK(ours.world.create() == theirs.world.create());
    const Entity mine = ours.world.create(test::Health{1});
    REQUIRE(theirs.world.create(test::Health{1}) == mine);
    ours.world.add(old, test::Chain{{}, mine});
    theirs.world.add(old, test::Chain{{}, mine});
    const WorldMerge same = merge(base.world, ours.world, theirs.world);
    CHECK(same.conflicts.empty());
    CHECK(same.taken.empty());

    theirs.world.get_mut<test::Health>(mine).hp = 7;
    base.world.add(old, test::Chain{});
    CHECK(words(merge(base.world, ours.world, theirs.world)) == std::vector{word(old, "Chain.end")});
}

TEST_CASE("Merge: a circle and a parent that is gone are conflicts", "[diff][merge]") {
    RandomWorld base(3), ours(3), theirs(3);
    Entity one, two;
    for (RandomWorld* each : {&base, &ours, &theirs}) one = each->world.create(), two = each->world.create();
    ours.world.set_parent(one, two);
    theirs.world.set_parent(two, one);
    const WorldMerge circle = merge(base.world, ours.world, theirs.world);
    REQUIRE(words(circle) == std::vector{word(two, "parent")});
    CHECK(circle.conflicts.front().why == MergeConflict::Why::Circle);

    theirs.world.set_parent(two, {});
    theirs.world.destroy(two);
    CHECK(words(merge(base.world, ours.world, theirs.world)) == std::vector{word(one, "parent")});
    CHECK(words(merge(base.world, theirs.world, ours.world)) == std::vector{word(one, "parent")});
    ours.world.set_parent(one, {});
    const Entity below = ours.world.create(Parent{two});
    CHECK(words(merge(base.world, ours.world, theirs.world)) == std::vector{word(below, "parent")});
}

}  // namespace merge_test
