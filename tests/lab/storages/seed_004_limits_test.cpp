// Article 004, row by row of the checklist: what it cannot do, what bites, and where it ends.
#include <memory>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/lab/storages/ledger.hpp"
#include "lab/support/seed_004.hpp"

namespace seed_004_limits_test {

using namespace seed_004;

TEST_CASE("004-L1: the article's loop lets objects collide with themselves; repaired compacts first",
          "[lab][seed004]") {
    for (const Mode mode : both_modes) {
        Game game(mode);
        auto a = std::make_shared<Player>(Vector2{0, 0}, Vector2{}, 1);
        auto b = std::make_shared<Player>(Vector2{1000, 0}, Vector2{}, 1);
        auto c = std::make_shared<Player>(Vector2{2000, 0}, Vector2{}, 1);
        for (const auto& player : {a, b, c}) game.add(player);
        a->delete_();
        game.update_game(0);
        using Collisions = std::vector<Game::Collision>;
        CHECK(game.collisions() ==
              (mode == Mode::Faithful ? Collisions{{b.get(), b.get()}, {c.get(), c.get()}} : Collisions{}));
        CHECK(b->collisions() == (mode == Mode::Faithful ? 2 : 0));
        CHECK(game.collidables().length() == 2);
        game.update_game(0);  // nothing moves any more, so nobody is met twice
        CHECK(game.collisions().empty());
    }
}

TEST_CASE("004-L2: what is appended during the container's own pass is lost; repaired keeps it", "[lab][seed004]") {
    for (const bool spare : {false, true}) {
        CAPTURE(spare);
        Items items = items_of({"a", "b"});
        if (spare) {  // room for four, three in use
            items.append(std::make_shared<Named>("c"));
            CHECK(items.length() < items.capacity());
        } else {
            CHECK(items.length() == items.capacity());
        }
        const std::string before = names_of(items);
        std::string met;
        for (auto [position, item] : compacting_all(items)) {
            met += item->name;
            if (position == 0) items.append(std::make_shared<Named>("new"));
        }
        CHECK(names_of(items) == before);
        CHECK(met.find("new") == std::string::npos);

        each_living(items, [&](std::size_t position, Named&) {
            if (position == 0) items.append(std::make_shared<Named>("new"));
        });
        CHECK(names_of(items) == before + " new");
    }
    for (const int count : {1, 2, 3, 4}) {
        CAPTURE(count);
        const TypeIndex join[]{lab_test::health};
        Lab faithful(Mode::Faithful), repaired(Mode::Repaired);
        for (int i = 0; i < count; ++i) {
            faithful.create(1);
            repaired.create(1);
        }
        const lab_test::Health value{9};
        const Value values[]{{lab_test::health, &value}};
        int visits = 0;
        faithful.storage->each(join, [&](Row&) {
            ++visits;
            const Outcome made = faithful.storage->create(values);
            CHECK(made.verdict == Verdict::Bitten);
            CHECK(made.rule == "004-L2");
            CHECK(faithful.storage->alive(made.handle));
        });
        CHECK(visits == count);
        CHECK(faithful.visit({lab_test::health}).size() == static_cast<std::size_t>(count));
        CHECK(faithful.storage->size() == static_cast<std::uint64_t>(2 * count));
        CHECK(fault_of(*faithful.storage, faithful.arena) == "");
        CHECK(faithful.storage->supports(OperationKind::ChangeInEach).rule == "004-L2");

        visits = 0;
        repaired.storage->each(join, [&](Row&) {
            ++visits;
            for (int i = 0; i < 10; ++i) CHECK(repaired.storage->create(values).verdict == Verdict::Done);
        });
        CHECK(visits == count);
        CHECK(repaired.visit({lab_test::health}).size() == static_cast<std::size_t>(11 * count));
    }
}

TEST_CASE("004-L3: behind its end the array still holds objects; repaired clears it", "[lab][seed004]") {
    Items items = items_of({"a", "b", "c"});
    const std::weak_ptr<Named> last = items[2];
    items[2]->delete_();
    for ([[maybe_unused]] auto element : compacting_all(items)) {
    }
    CHECK(items.length() == 2);
    CHECK_FALSE(last.expired());
    CHECK(items.slot(2)->name == "c");
    each_living(items, [](std::size_t, Named&) {});
    CHECK(last.expired());

    Lab faithful(Mode::Faithful);
    std::vector<Handle> entities;
    for (int i = 0; i < 4; ++i) entities.push_back(faithful.create(static_cast<float>(i)));
    faithful.storage->destroy(entities[0]);
    faithful.storage->destroy(entities[3]);
    faithful.visit({lab_test::health});
    CHECK(faithful.listed(lab_test::health) == 2);
    CHECK(faithful.behind_end(lab_test::health) == 2);  // c, which lives, and d, which is deleted
    CHECK(faithful.objects() == 3);                     // a was overwritten, and freed
    faithful.create(5);
    CHECK(faithful.objects() == 4);  // over c: d stays
    faithful.create(6);              // over d, which nothing holds now
    faithful.visit({lab_test::health});
    CHECK(faithful.objects() == 4);
    CHECK(fault_of(*faithful.storage, faithful.arena) == "");

    Lab repaired(Mode::Repaired);
    entities.clear();
    for (int i = 0; i < 4; ++i) entities.push_back(repaired.create(static_cast<float>(i)));
    repaired.storage->destroy(entities[0]);
    repaired.storage->destroy(entities[3]);
    repaired.visit({lab_test::health});
    CHECK(repaired.behind_end(lab_test::health) == 0);
    CHECK(repaired.objects() == 2);
}

TEST_CASE("004-L3: a pass inside of a pass on the same container sees some twice; repaired, all once",
          "[lab][seed004]") {
    const auto nested = [](const auto& outer, const auto& inner) {
        // The inner pass runs in the first turn of the outer one, which then goes on over what the array holds now.
        std::string met;
        bool first = true;
        outer([&](const std::string& name) {
            met += name;
            if (first) inner();
            first = false;
        });
        return met;
    };
    Items items = items_of({"a", "b", "c", "d"});
    const auto victim = items[1];
    const std::string met = nested(
        [&](const auto& yield) {
            for (auto [position, item] : compacting_all(items)) yield(item->name);
        },
        [&] {
            victim->delete_();
            for ([[maybe_unused]] auto element : compacting_all(items)) {
            }
        });
    CHECK(met == "acdd");
    CHECK(names_of(items) == "a c d d");

    for (const Mode mode : both_modes) {
        Lab lab(mode);
        std::vector<Handle> entities;
        for (int i = 0; i < 4; ++i) entities.push_back(lab.create(static_cast<float>(i)));
        const TypeIndex join[]{lab_test::health};
        std::string seen;
        lab.storage->each(join, [&](Row& row) {
            lab_test::Health value;
            row.read(0, &value);
            seen += std::to_string(static_cast<int>(value.points));
            if (seen.size() == 1) {
                lab.storage->destroy(entities[1]);
                lab.storage->each(join, [](Row&) {});
            }
        });
        CHECK(seen == (mode == Mode::Faithful ? "0233" : "023"));
        CHECK(fault_of(*lab.storage, lab.arena) == "");
    }
}

TEST_CASE("004-L3: a pass that would write behind the end of a container that shrank ends there", "[lab][seed004]") {
    // Go stops with `index out of range`. b, c and d have been counted when they are deleted in the turn of e.
    Items items = items_of({"a", "b", "c", "d", "e", "f"});
    items[0]->delete_();
    std::string met;
    CompactingRange<Named> range = compacting_all(items);
    for (auto [position, item] : range) {
        met += item->name;
        if (item->name != "e") continue;
        for (const std::size_t i : {0u, 1u, 2u}) items[i]->delete_();
        for ([[maybe_unused]] auto element : compacting_all(items)) {
        }
        CHECK(names_of(items) == "e e f");
    }
    CHECK(met == "bcde");
    CHECK(range.failed());

    for (const Mode mode : both_modes) {
        Lab lab(mode);
        std::vector<Handle> entities;
        for (int i = 0; i < 6; ++i) entities.push_back(lab.create(static_cast<float>(i)));
        lab.storage->destroy(entities[0]);
        const TypeIndex join[]{lab_test::health};
        int visits = 0;
        const Outcome outcome = lab.storage->each(join, [&](Row&) {
            if (++visits != 4) return;
            for (const std::size_t i : {1u, 2u, 3u}) lab.storage->destroy(entities[i]);
            lab.storage->each(join, [](Row&) {});
        });
        CHECK(fault_of(*lab.storage, lab.arena) == "");
        CHECK(visits == (mode == Mode::Faithful ? 4 : 5));
        CHECK(outcome.verdict == (mode == Mode::Faithful ? Verdict::Bitten : Verdict::Done));
        CHECK(outcome.rule == (mode == Mode::Faithful ? "004-L3" : ""));
    }
}

TEST_CASE("004-L4: a deleted object stays as long as a container holds it that was not walked since",
          "[lab][seed004]") {
    for (const Mode mode : both_modes) {
        Lab lab(mode);
        const Handle entity = lab.create_moving(7);
        lab.create_moving(8);
        lab.storage->destroy(entity);
        CHECK_FALSE(lab.storage->alive(entity));
        lab.visit({lab_test::position});
        lab.visit({lab_test::position});
        CHECK(lab.objects() == 2);
        lab_test::Position read{};
        const Outcome got = lab.storage->get(entity, lab_test::position, &read);
        if (mode == Mode::Faithful) {
            CHECK(got.verdict == Verdict::Bitten);
            CHECK(got.rule == "004-L4");
            CHECK(read.x == 7);
        } else {
            CHECK(got.verdict == Verdict::Refused);
        }
        lab.visit({lab_test::velocity});
        CHECK(lab.objects() == 1);
        CHECK(lab.storage->get(entity, lab_test::position, &read).verdict == Verdict::Refused);
        // Its place and number are used again, but its handle is not that of the new object.
        const Handle next = lab.create_moving(9);
        CHECK(static_cast<std::uint32_t>(next.bits) == static_cast<std::uint32_t>(entity.bits));
        CHECK_FALSE(lab.storage->alive(entity));
        CHECK_FALSE(lab.storage->has(entity, lab_test::position));
    }
}

TEST_CASE("004-L5: (in part) a shared position is one value however many containers hold its object, without a cast",
          "[lab][seed004]") {
    // What the article asks of an ECS and a test can show: no type assertion, and one place for what is shared.
    static_assert(std::is_same_v<decltype(CompactingRange<Drawable>::Element::item), std::shared_ptr<Drawable>>);
    for (const Mode mode : both_modes) {
        Lab lab(mode);
        const Handle entity = lab.create_moving(1);
        CHECK(account_of(*lab.storage, lab.arena).payload == 24);
        const TypeIndex move[]{lab_test::velocity, lab_test::position}, draw[]{lab_test::position};
        lab.storage->each(move, [](Row& row) {
            lab_test::Position p;
            row.read(1, &p);
            p.x += 1;
            CHECK(row.write(1, &p));
        });
        lab_test::Position seen{}, got{};
        lab.storage->each(draw, [&](Row& row) { row.read(0, &seen); });
        lab.storage->get(entity, lab_test::position, &got);
        CHECK(seen.x == 2);
        CHECK(got == seen);
    }
    // And the layout is not optimised by itself: a value of 4 bytes costs a line of its own.
    Lab lab(Mode::Repaired, true);
    for (int i = 0; i < 64; ++i) lab.create(1);
    const TypeIndex join[]{lab_test::health};
    const Work work = lab.work_of([&] {
        lab.storage->each(join, [](Row& row) {
            lab_test::Health value;
            row.read(0, &value);
        });
    });
    CHECK(work.lines >= 64 + 8);
}

}  // namespace seed_004_limits_test
