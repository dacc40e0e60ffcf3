#include "panels/query/query_table.hpp"

#include <algorithm>
#include <cmath>

#include "catch.hpp"
#include "ecs/world/commands.hpp"

namespace query_table_test {

using panels::QueryOrder;
using panels::QueryTable;
using Entities = std::vector<ecs::Entity>;

namespace {

enum class Mood : std::int16_t { Calm = 0, Chasing = 3 };
struct Health {
    int hp = 0;
    double heat = 0;
};
struct Ai {
    Mood mood = Mood::Calm;
    std::string order;
};
struct Frozen {};

struct Scene {
    ecs::World world;
    ecs::Random random{7};
    QueryTable table;
    double now_secs = 0;
    double slowest_secs = 0;

    Scene() {
        world.types().add<Health>("Health").field("hp", &Health::hp).field("heat", &Health::heat);
        world.types()
            .add<Ai>("Ai")
            .field("mood", &Ai::mood, {.names = {{"Calm", 0}, {"Chasing", 3}}})
            .field("order", &Ai::order);
        world.types().add<Frozen>("Frozen");
    }
    void ask(const std::string& text) {
        auto query = ecs::TextQuery::parse(text);
        REQUIRE(query);
        REQUIRE(query->bind(world) == nullptr);
        table.set_query(std::move(*query));
    }
    void update() {
        now_secs += 1.0 / 60;
        const auto before = std::chrono::steady_clock::now();
        table.update(world, now_secs, random);
        slowest_secs =
            std::max(slowest_secs, std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count());
    }
    /// Until nothing is left to do.
    void settle() {
        now_secs += 1;
        do update();
        while (!table.up_to_date());
    }
    Entities brute_force(const std::string& text) {
        auto query = ecs::TextQuery::parse(text);
        REQUIRE(query);
        REQUIRE(query->bind(world) == nullptr);
        Entities all;
        query->collect(world, all);
        std::sort(all.begin(), all.end());
        return all;
    }
    void fill(std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            const int hp = static_cast<int>(random.below(1000));
            const ecs::Entity entity = world.create(Health{hp, static_cast<double>(random.unit())});
            if (i % 3 == 0) world.add(entity, ecs::Name{"E" + std::to_string(random.below(50))});
            if (i % 5 == 0) world.add(entity, Frozen{});
        }
    }
};

}  // namespace

TEST_CASE("Query table: its rows are those that match, in the order of their ids", "[panels][query]") {
    Scene s;
    s.fill(2000);
    for (const char* text : {"Health", "Health.hp < 300", "Frozen & !(Health.hp < 300)", "name ~ \"e1\"", "!Health"}) {
        INFO(text);
        s.ask(text);
        s.settle();
        CHECK(s.table.rows() == s.brute_force(text));
        CHECK(s.table.matched() == s.table.rows().size());
        std::size_t in_archetypes = 0;
        for (const QueryTable::Share& share : s.table.archetypes()) in_archetypes += share.matched;
        CHECK(in_archetypes == s.table.rows().size());
    }
}

TEST_CASE("Query table: it sorts by numbers, names, texts and computed values, up and down", "[panels][query]") {
    Scene s;
    s.fill(500);
    const auto check_sorted = [&](const QueryOrder& order, const auto& comes_before) {
        s.table.set_order(order);
        s.settle();
        const Entities& rows = s.table.rows();
        REQUIRE(rows.size() == s.brute_force("Health").size());
        for (std::size_t i = 1; i < rows.size(); ++i) REQUIRE_FALSE(comes_before(rows[i], rows[i - 1]));
        Entities same = rows;
        std::sort(same.begin(), same.end());
        CHECK(same == s.brute_force("Health"));
    };
    const auto hp = [&](ecs::Entity entity) { return s.world.get<Health>(entity).hp; };
    s.ask("Health");
    check_sorted({QueryOrder::By::Column, "Health.hp", false},
                 [&](ecs::Entity a, ecs::Entity b) { return hp(a) < hp(b); });
    check_sorted({QueryOrder::By::Column, "Health.hp", true},
                 [&](ecs::Entity a, ecs::Entity b) { return hp(a) > hp(b); });
    check_sorted({QueryOrder::By::Column, "Health.hp % 10", false},
                 [&](ecs::Entity a, ecs::Entity b) { return hp(a) % 10 < hp(b) % 10; });
    check_sorted({QueryOrder::By::Id, "", true}, [&](ecs::Entity a, ecs::Entity b) { return b < a; });
    // Who has no name comes last, whichever way is up.
    for (const bool descending : {false, true})
        check_sorted({QueryOrder::By::Name, "", descending}, [&](ecs::Entity a, ecs::Entity b) {
            const std::string_view x = s.world.name(a), y = s.world.name(b);
            if (x.empty() != y.empty()) return y.empty();
            return descending ? x > y : x < y;
        });
}

TEST_CASE("Query table: texts that begin alike are told apart, and NaN comes after all numbers", "[panels][query]") {
    Scene s;
    const auto with_order = [&](const char* text) { return s.world.create(Ai{Mood::Calm, text}); };
    const ecs::Entity c = with_order("go to the third tower"), a = with_order("Go to the first tower"),
                      b = with_order("go to the second"), none = with_order("");
    s.ask("Ai");
    s.table.set_order({QueryOrder::By::Column, "Ai.order", false});
    s.settle();
    CHECK(s.table.rows() == Entities{a, b, c, none});
    const ecs::Entity nan = s.world.create(Health{1, std::nan("")}), low = s.world.create(Health{2, -1e300}),
                      high = s.world.create(Health{3, 1e300}), zero = s.world.create(Health{4, -0.0});
    s.ask("Health");
    s.table.set_order({QueryOrder::By::Column, "Health.heat", false});
    s.settle();
    CHECK(s.table.rows() == Entities{low, zero, high, nan});
}

TEST_CASE("Query table: rows come and go with the world, while it runs", "[panels][query]") {
    Scene s;
    s.fill(300);
    s.ask("Health.hp < 500");
    s.table.set_order({QueryOrder::By::Column, "Health.hp", false});
    s.settle();
    for (int round = 0; round < 20; ++round) {
        for (int i = 0; i < 10; ++i) {
            const Entities all = s.brute_force("Health");
            s.world.get_mut<Health>(all[s.random.below(static_cast<std::uint32_t>(all.size()))]).hp =
                static_cast<int>(s.random.below(1000));
            s.world.destroy(all[s.random.below(static_cast<std::uint32_t>(all.size()))]);
        }
        s.fill(5);
        s.settle();
        Entities sorted = s.table.rows();
        std::sort(sorted.begin(), sorted.end());
        REQUIRE(sorted == s.brute_force("Health.hp < 500"));
    }
}

TEST_CASE("Query table: while rows are kept, the world only changes their count", "[panels][query]") {
    Scene s;
    s.fill(50);
    s.ask("Health");
    s.settle();
    const Entities before = s.table.rows();
    s.table.keep_rows(true);
    const ecs::Entity fresh = s.world.create(Health{1});
    for (int i = 0; i < 100; ++i) s.update();
    CHECK(s.table.rows() == before);
    CHECK(s.table.matched() == before.size() + 1);
    // What a person asks for comes at once.
    s.table.set_order({QueryOrder::By::Id, "", true});
    while (!s.table.up_to_date()) s.update();
    CHECK(s.table.rows().size() == before.size() + 1);
    CHECK(s.table.row_of(fresh) != QueryTable::no_row);
}

TEST_CASE("Query table: it knows what changed in the last tick, and forgets it in the next", "[panels][query]") {
    Scene s;
    s.fill(20);
    s.ask("changed(Health.hp)");
    ecs::Schedule schedule;
    const auto tick = [&] {
        schedule.tick(s.world);
        s.settle();
    };
    tick();
    const ecs::Entity one = s.brute_force("Health").front();
    s.world.get_mut<Health>(one).hp += 1;
    tick();
    CHECK(s.table.rows() == Entities{one});
    tick();
    CHECK(s.table.rows().empty());
}

TEST_CASE("Query table: a large world is asked in parts, and a narrow query answered whole", "[panels][query]") {
    Scene s;
    constexpr std::size_t many = 300'000;
    Entities entities(many);
    s.world.create_many(entities, std::vector<ecs::ComponentId>{s.world.id<Health>()});
    for (std::size_t i = 0; i < many; ++i) s.world.get_mut<Health>(entities[i]).hp = static_cast<int>(i * 7919 % many);
    s.ask("Health");
    s.table.set_order({QueryOrder::By::Column, "Health.hp", false});
    std::size_t frames = 0;
    float progress = 0;
    do {
        s.update();
        ++frames;
        REQUIRE(s.table.progress() >= progress);
        progress = s.table.progress();
    } while (!s.table.up_to_date());
    CHECK(frames > 2);
    REQUIRE(s.table.rows().size() == many);
    for (std::size_t i = 0; i < many; ++i)
        if (s.world.get<Health>(s.table.rows()[i]).hp != static_cast<int>(i)) FAIL(i);
}

TEST_CASE("Query table: a look that takes long is taken in fewer ticks, and tells what changed in one",
          "[panels][query]") {
    Scene s;
    Entities entities(200'000);
    s.world.create_many(entities, std::vector<ecs::ComponentId>{s.world.id<Health>()});
    s.ask("changed(Health.hp)");
    ecs::Schedule schedule;
    std::size_t found = 0;
    // In each tick another one changes, so rows of more than one tick would be more than one.
    for (std::size_t tick = 0; found < 3; ++tick) {
        s.world.get_mut<Health>(entities[tick % entities.size()]).hp += 1;
        schedule.tick(s.world);
        const Entities before = s.table.rows();
        s.update();
        REQUIRE(s.table.rows().size() <= 1);
        found += !s.table.rows().empty() && s.table.rows() != before;
    }
    CHECK(s.table.rows().size() == 1);
}

TEST_CASE("Query table: it says which tick its rows are of, while the world runs away from them", "[panels][query]") {
    Scene s;
    s.fill(20);
    s.ask("Health");
    s.settle();
    CHECK_FALSE(s.table.behind_since(s.world));
    ecs::Schedule schedule;
    for (int i = 0; i < 100; ++i) {
        s.world.get_mut<Health>(s.table.rows().front()).hp += 1;
        schedule.tick(s.world);
    }
    CHECK(s.table.behind_since(s.world) == std::optional<std::uint64_t>(0));
    s.settle();
    CHECK_FALSE(s.table.behind_since(s.world));
}

}  // namespace query_table_test
