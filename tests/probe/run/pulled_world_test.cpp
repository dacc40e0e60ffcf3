#include "probe/run/pulled_world.hpp"

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/mirror/owner_model.hpp"

namespace pulled_world_test {

using test::FakeOwner;

namespace {

/// A client: pulls pictures, as they travel to it.
class Pictures final : public ecs::Owner {
public:
    /// The first client, or another one that has this number.
    Pictures(FakeOwner& owner, probe::PulledWorld& pulled, std::uint64_t reader = 0)
        : owner_(owner), pulled_(pulled), reader_(reader) {}

    std::string name() const override { return owner_.name(); }
    std::span<const ecs::ComponentType> types() const override { return owner_.types(); }
    std::string why_not(ecs::OwnerAbility) const override { return {}; }
    std::uint64_t run() const override { return owner_.run(); }
    std::string pull(ecs::Pull& pull) override {
        std::string why;
        if (reader_ != 0) {
            const bool new_run = std::exchange(run_, owner_.run()) != owner_.run();
            bool whole = std::exchange(all, false) || new_run;
            const auto [said, problem] = pulled_.for_reader(reader_, whole);
            pull = said;
            why = problem;
            if (whole) forget_others(pull);
            for (const ecs::Pull::Created& each : pull.created) known_.insert(each.key);
        } else {
            bool whole = std::exchange(all, false);
            const auto [said, problem] = pulled_.for_picture(whole);
            pull = said;
            why = problem;
        }
        values = 0;
        for (const ecs::Pull::Column& column : pull.columns) values += column.keys.size();
        return why;
    }
    void send_again(std::span<const ecs::OwnerKey> keys) override {
        if (reader_ != 0)
            all = true;
        else
            owner_.send_again(keys);
    }
    std::string why_not(const ecs::OwnerRequest&) const override { return "nothing is asked"; }
    ecs::OwnerReply ask(std::uint64_t, const ecs::OwnerRequest&) override { return {}; }

    bool all = true;         // the next picture says everything
    std::size_t values = 0;  // in the last picture

private:
    /// What a whole picture does not say is gone.
    void forget_others(ecs::Pull& pull) {
        std::set<ecs::OwnerKey> gone = std::exchange(known_, {});
        for (const ecs::Pull::Created& each : pull.created) gone.erase(each.key);
        pull.destroyed.insert(pull.destroyed.end(), gone.begin(), gone.end());
    }

    FakeOwner& owner_;
    probe::PulledWorld& pulled_;
    std::uint64_t reader_, run_ = 0;
    std::set<ecs::OwnerKey> known_;
};

class CountingOwner final : public FakeOwner {
public:
    std::string pull(ecs::Pull& pull) override {
        ++pulls;
        return FakeOwner::pull(pull);
    }
    int pulls = 0;
};

}  // namespace

TEST_CASE("Pulled world: one pull serves the copy and the picture, and a picture says what earlier ones told the copy",
          "[probe][break]") {
    CountingOwner owner;
    const ecs::OwnerKey hero = owner.spawn(), sword = owner.spawn();
    probe::PulledWorld pulled(owner);
    Pictures pictures(owner, pulled);
    ecs::Mirror client(pictures);
    client.update();
    (void)pulled.make_copy();
    CHECK(test::difference(pulled.copy(), owner) == "");
    client.update();
    owner.set(hero, FakeOwner::health, 5);
    const int pulls = owner.pulls;
    CHECK(pulled.update_copy());
    client.update();
    CHECK(owner.pulls == pulls + 1);
    CHECK(pictures.values == 1);
    owner.set(hero, FakeOwner::health, 6);
    CHECK(pulled.update_copy());
    owner.set(sword, FakeOwner::health, 7);
    CHECK(pulled.update_copy());
    client.update();
    CHECK(test::difference(client, owner) == "");
    client.update();
    CHECK(pictures.values == 0);
}

TEST_CASE(
    "Pulled world: client and copy equal the owner's world through 2,000 random ticks, whoever pulls when, "
    "and so does another client",
    "[probe][break][model]") {
    FakeOwner owner;
    probe::PulledWorld pulled(owner);
    Pictures pictures(owner, pulled);
    ecs::Mirror client(pictures);
    Pictures others(owner, pulled, 5);
    ecs::Mirror other_client(others);
    ecs::Random random(7);
    int compared = 0;
    for (int tick = 0; tick < 2000; ++tick) {
        test::run_owner(owner, random);
        pulled.owner_runs();
        if (random.next() % 200 == 0) owner.begin_again();
        if (const auto roll = random.next() % 20; roll == 0) {
            pulled.drop_copy();
            pulled.forget_reader(5);
            others.all = true;
        } else if (roll <= 2) {
            (void)pulled.make_copy();
        }
        if (pulled.has_copy() && random.next() % 4 != 0) {
            const std::uint64_t before = pulled.copy().run();
            REQUIRE(pulled.update_copy() == (before == owner.run()));
            REQUIRE(test::difference(pulled.copy(), owner) == "");
            ++compared;
        }
        if (pulled.has_copy() && random.next() % 4 == 0) {
            // The other client is told what the copy has.
            (void)pulled.update_copy();
            other_client.update();
            REQUIRE(test::difference(other_client, owner) == "");
            if (random.next() % 20 == 0) {
                // Whose copy somebody else changed asks for all of it again.
                ecs::World& shown = other_client.world();
                for (std::size_t slot = 0; slot < shown.slot_count(); slot += 2)
                    if (const ecs::Entity entity = shown.entity_at_slot(slot)) shown.destroy(entity);
                other_client.update();
                other_client.update();
                REQUIRE(test::difference(other_client, owner) == "");
            }
        }
        if (random.next() % 3 != 0) continue;
        pictures.all = random.next() % 10 == 0;
        client.update();
        REQUIRE(test::difference(client, owner) == "");
        if (pulled.has_copy()) REQUIRE(test::difference(pulled.copy(), owner) == "");
        ++compared;
    }
    CHECK(compared > 1000);
}

TEST_CASE("Pulled world: entities of the copy are told by the handles that the owner wants, or else by its keys",
          "[probe][break]") {
    class Unnamed final : public FakeOwner {
    public:
        std::string pull(ecs::Pull& pull) override {
            std::string why = FakeOwner::pull(pull);
            for (ecs::Pull::Created& each : pull.created) each.wanted = {};
            return why;
        }
    };
    FakeOwner named;
    Unnamed unnamed;
    const auto told = [&](FakeOwner& owner) {
        const ecs::OwnerKey key = owner.spawn();
        probe::PulledWorld pulled(owner);
        (void)pulled.make_copy();
        const ecs::Entity handle = pulled.handle_of(pulled.copy().entity_of(key));
        return handle == ecs::entity_of_bits(key) ? "key" : handle == ecs::Entity{101, 1} ? "handle" : "neither";
    };
    CHECK(told(named) == std::string("handle"));
    CHECK(told(unnamed) == std::string("key"));
}

TEST_CASE("Pulled world: an owner that is shown again says all it has, and what came meanwhile", "[probe][break]") {
    FakeOwner owner;
    const ecs::OwnerKey hero = owner.spawn(), sword = owner.spawn();
    probe::PulledWorld pulled(owner);
    (void)pulled.make_copy();
    pulled.leave();
    CHECK_FALSE(pulled.has_copy());
    owner.kill(sword);
    owner.set(hero, FakeOwner::health, 5);
    owner.spawn();
    (void)pulled.make_copy();
    CHECK(test::difference(pulled.copy(), owner) == "");
    Pictures pictures(owner, pulled);
    ecs::Mirror client(pictures);
    client.update();
    CHECK(test::difference(client, owner) == "");
}

}  // namespace pulled_world_test
