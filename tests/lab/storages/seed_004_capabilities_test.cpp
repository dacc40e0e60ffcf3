// Article 004 (objects shared by compacting containers), row by row of the checklist: what it can do.
#include <memory>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/lab/storages/ledger.hpp"
#include "lab/support/seed_004.hpp"

namespace seed_004_capabilities_test {

using namespace seed_004;

TEST_CASE("004-C1: deleting sets one flag, and deleting twice is deleting once", "[lab][seed004]") {
    ShareableImpl object;
    CHECK_FALSE(object.deleted());
    object.delete_();
    CHECK(object.deleted());
    object.delete_();
    CHECK(object.deleted());

    Lab faithful(Mode::Faithful, true);
    const Handle entity = faithful.create(1);
    CHECK(faithful.storage->destroy(entity).verdict == Verdict::Done);
    const Arena::Snapshot once = faithful.arena.snapshot();
    CHECK(faithful.storage->destroy(entity).verdict == Verdict::Done);
    CHECK(faithful.arena.snapshot() == once);
    CHECK(faithful.storage->size() == 0);
    CHECK(faithful.storage->destroy(Handle{}).rule == "004-C1");

    Lab repaired(Mode::Repaired);
    const Handle other = repaired.create(1);
    CHECK(repaired.storage->destroy(other));
    CHECK(repaired.storage->destroy(other).verdict == Verdict::Refused);
}

TEST_CASE("004-C2: one deletion empties every container, each at its next pass", "[lab][seed004]") {
    Slice<Drawable> drawables;
    Slice<Updatable> updatables;
    auto bullet = std::make_shared<Bullet>(Vector2{}, Vector2{1, 0});
    drawables.append(bullet);
    updatables.append(bullet);
    const auto draw = [&] {
        for (auto [position, drawable] : compacting_all(drawables)) drawable->draw();
    };
    const auto update = [&] {
        for (auto [position, updatable] : compacting_all(updatables)) updatable->update(1);
    };
    draw();
    update();
    CHECK(bullet->draws() == 1);
    CHECK(bullet->position().x == 1);
    bullet->delete_();
    CHECK((drawables.length() == 1 && updatables.length() == 1));
    draw();
    CHECK((drawables.length() == 0 && updatables.length() == 1));
    update();
    CHECK((drawables.length() == 0 && updatables.length() == 0));
    CHECK(bullet->draws() == 1);
    CHECK(bullet->position().x == 1);

    for (const Mode mode : both_modes) {
        Lab lab(mode);
        const Handle entity = lab.create_moving(0);
        lab.storage->destroy(entity);
        CHECK((lab.listed(lab_test::position) == 1 && lab.listed(lab_test::velocity) == 1));
        CHECK(lab.visit({lab_test::position}).empty());
        CHECK((lab.listed(lab_test::position) == 0 && lab.listed(lab_test::velocity) == 1));
        CHECK(lab.visit({lab_test::velocity}).empty());
        CHECK((lab.listed(lab_test::position) == 0 && lab.listed(lab_test::velocity) == 0));
    }
}

TEST_CASE("004-C3: a pass keeps the order, drops what is deleted meanwhile, and finishes after a break",
          "[lab][seed004]") {
    Items items = items_of({"e0", "e1", "e2", "e3", "e4"});
    items[1]->delete_();
    items[3]->delete_();
    std::string yielded;
    for (auto [position, item] : compacting_all(items)) {
        yielded += std::to_string(position) + ":" + item->name;
        break;
    }
    CHECK(yielded == "0:e0");
    CHECK(names_of(items) == "e0 e2 e4");

    yielded.clear();
    for (auto [position, item] : compacting_all(items)) {
        yielded += std::to_string(position) + ":" + item->name + " ";
        if (item->name == "e2") item->delete_();  // in its own turn
    }
    CHECK(yielded == "0:e0 1:e2 1:e4 ");
    CHECK(names_of(items) == "e0 e4");

    items.append(std::make_shared<Named>("e5"));
    yielded.clear();
    for (auto [position, item] : compacting_all(items)) {
        if (item->name == "e0") items[1]->delete_();  // before its turn
        yielded += item->name + " ";
    }
    CHECK(yielded == "e0 e5 ");
    CHECK(names_of(items) == "e0 e5");

    for (const Mode mode : both_modes) {
        Lab lab(mode);
        std::vector<Handle> entities;
        for (int i = 0; i < 5; ++i) entities.push_back(lab.create(static_cast<float>(i)));
        lab.storage->destroy(entities[1]);
        lab.storage->destroy(entities[3]);
        const TypeIndex join[]{lab_test::health};
        std::vector<Handle> seen;
        lab.storage->each(join, [&](Row& row) {
            seen.push_back(row.entity());
            if (row.entity() == entities[2]) lab.storage->destroy(row.entity());
        });
        CHECK(seen == std::vector{entities[0], entities[2], entities[4]});
        CHECK(lab.visit({lab_test::health}) == std::vector{entities[0], entities[4]});
        CHECK(lab.listed(lab_test::health) == 2);
    }
}

TEST_CASE("004-C4: a player draws, moves, collides and can be hurt to death", "[lab][seed004]") {
    Player player({100, 50}, {4, -2}, 3);
    player.update(0.5);
    CHECK((player.position().x == 102 && player.position().y == 49));
    const Rect bounds = player.bounds();
    CHECK((bounds.x == 92 && bounds.y == 39 && bounds.w == 20 && bounds.h == 20));
    player.draw();
    CHECK(player.draws() == 1);
    player.on_collision(player);
    CHECK(player.collisions() == 1);
    player.take_damage(2);
    CHECK((player.health() == 1 && !player.is_dead() && !player.deleted()));
    player.take_damage(5);
    CHECK((player.is_dead() && player.deleted()));

    // A class cannot gain or lose an interface; in the lab's repair, an object can.
    Lab faithful(Mode::Faithful), repaired(Mode::Repaired);
    const lab_test::Position p{1, 2, 3};
    const Handle fixed = faithful.create(1), free = repaired.create(1);
    CHECK(faithful.storage->add(fixed, {lab_test::position, &p}).rule == "004-C4");
    CHECK(faithful.storage->remove(fixed, lab_test::health).rule == "004-C4");
    CHECK(faithful.storage->supports(OperationKind::Add).verdict == Verdict::Refused);
    CHECK(repaired.storage->add(free, {lab_test::position, &p}));
    CHECK(repaired.storage->remove(free, lab_test::health));
    CHECK(repaired.listed(lab_test::health) == 1);  // it leaves at the next pass
    CHECK(repaired.visit({lab_test::health}).empty());
    CHECK(repaired.listed(lab_test::health) == 0);
    CHECK(repaired.visit({lab_test::position}) == std::vector{free});
}

TEST_CASE("004-C4: repaired, a component taken away and given back is listed once", "[lab][seed004]") {
    Lab lab(Mode::Repaired);
    const lab_test::Health value{5};
    const Handle entity = lab.create(1);
    CHECK(lab.storage->remove(entity, lab_test::health));
    CHECK(lab.storage->add(entity, {lab_test::health, &value}));
    CHECK(lab.listed(lab_test::health) == 1);
    CHECK(lab.visit({lab_test::health}) == std::vector{entity});
    CHECK(lab.storage->destroy(entity));
    CHECK(lab.visit({lab_test::health}).empty());
    CHECK(lab.objects() == 0);
}

TEST_CASE("004-C5: the loop updates, lets bullets hit players and deletes the dead; drawing is a pass of its own",
          "[lab][seed004]") {
    for (const Mode mode : both_modes) {
        Game game(mode);
        auto weak = std::make_shared<Player>(Vector2{0, 0}, Vector2{}, 1);
        auto strong = std::make_shared<Player>(Vector2{100, 0}, Vector2{}, 2);
        auto hits_weak = std::make_shared<Bullet>(Vector2{-30, 0}, Vector2{20, 0});
        auto misses = std::make_shared<Bullet>(Vector2{0, 500}, Vector2{20, 0});
        game.add(weak);
        game.add(strong);
        game.add(hits_weak);
        game.add(misses);
        game.update_game(0.5);  // at -20: 12 away from touching
        CHECK(game.collisions().empty());
        game.draw_game();
        CHECK((weak->draws() == 1 && hits_weak->draws() == 1));
        game.update_game(0.5);  // at -10: it overlaps
        // Faithful: the weak one's death moves the others left, so they meet themselves, too (004-L1).
        CHECK(game.collisions().size() == (mode == Mode::Faithful ? 3 : 1));
        CHECK(game.collisions()[0] == Game::Collision{weak.get(), hits_weak.get()});
        CHECK((weak->deleted() && hits_weak->deleted() && !strong->deleted() && !misses->deleted()));
        CHECK(game.destructibles().length() == 1);  // its pass came after the collision
        CHECK(game.drawables().length() == 4);      // and theirs is yet to come
        game.draw_game();
        CHECK(game.drawables().length() == 2);
        CHECK((weak->draws() == 1 && strong->draws() == 2 && misses->draws() == 2));
        game.update_game(0.5);
        CHECK((game.updatables().length() == 2 && game.collidables().length() == 2));
    }
}

TEST_CASE("004-C6: the TypeScript variant still meets who is deleted during the loop, the Go variant does not",
          "[lab][seed004]") {
    std::vector<std::shared_ptr<Named>> array{std::make_shared<Named>("a"), std::make_shared<Named>("b"),
                                              std::make_shared<Named>("c")};
    array[0]->delete_();
    const auto victim = array[2];
    std::string met;
    for (const auto& item : compacting_all(array)) {
        met += item->name;
        victim->delete_();
    }
    CHECK(met == "bc");
    CHECK(array.size() == 2);  // it leaves at the next call
    CHECK(compacting_all(array).size() == 1);
    CHECK(array.size() == 1);

    Items items = items_of({"a", "b", "c"});
    items[0]->delete_();
    const auto other = items[2];
    met.clear();
    for (auto [position, item] : compacting_all(items)) {
        met += item->name;
        other->delete_();
    }
    CHECK(met == "b");
    CHECK(items.length() == 1);
}

TEST_CASE("004-C7: objects from pools take fewer allocations and fewer bytes, and do the same", "[lab][seed004]") {
    for (const Mode mode : both_modes) {
        Lab single(mode, true), pooled(mode, true, true);
        const auto fill = [](Lab& lab) {
            std::vector<Handle> handles;
            for (int i = 0; i < 100; ++i) handles.push_back(lab.create_moving(static_cast<float>(i)));
            for (std::size_t i = 0; i < 100; i += 3) lab.storage->destroy(handles[i]);
            return handles;
        };
        const Work alone = single.work_of([&] { fill(single); }), together = pooled.work_of([&] { fill(pooled); });
        CHECK(alone.allocations > 100);
        CHECK(together.allocations < 40);
        CHECK(account_of(*pooled.storage, pooled.arena).allocated <
              account_of(*single.storage, single.arena).allocated);
        const std::vector<Handle> left = single.visit({lab_test::position, lab_test::velocity});
        CHECK(left.size() == 66);
        CHECK(pooled.visit({lab_test::position, lab_test::velocity}) == left);
        pooled.visit({lab_test::velocity});
        CHECK(fault_of(*pooled.storage, pooled.arena) == "");
        // A freed place is taken again before a new pool is made.
        const std::uint64_t allocated = account_of(*pooled.storage, pooled.arena).allocated;
        if (mode == Mode::Repaired) {
            CHECK(pooled.objects() == 66);
            for (int i = 0; i < 34; ++i) pooled.create_moving(0);
            CHECK(account_of(*pooled.storage, pooled.arena).allocated == allocated);
        }
    }
}

}  // namespace seed_004_capabilities_test
