#include "probe/run/pulled_world.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/mirror/owner_model.hpp"

namespace pulled_world_test {

using test::FakeOwner;

namespace {

/// The client: pulls pictures, as they travel to it.
class Pictures final : public ecs::Owner {
public:
    explicit Pictures(FakeOwner& owner) : owner_(owner) { pulled.show(&owner); }

    std::string name() const override { return owner_.name(); }
    std::span<const ecs::ComponentType> types() const override { return owner_.types(); }
    std::string why_not(ecs::OwnerAbility) const override { return {}; }
    std::uint64_t run() const override { return owner_.run(); }
    std::string pull(ecs::Pull& pull) override {
        const auto [said, why] = pulled.for_picture(std::exchange(all, false));
        pull = said;
        values = 0;
        for (const ecs::Pull::Column& column : said.columns) values += column.keys.size();
        return why;
    }
    void send_again(std::span<const ecs::OwnerKey> keys) override { owner_.send_again(keys); }
    std::string why_not(const ecs::OwnerRequest&) const override { return "nothing is asked"; }
    ecs::OwnerReply ask(std::uint64_t, const ecs::OwnerRequest&) override { return {}; }

    probe::PulledWorld pulled;
    bool all = true;         // the next picture says everything
    std::size_t values = 0;  // in the last picture

private:
    FakeOwner& owner_;
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
    Pictures pictures(owner);
    ecs::Mirror client(pictures);
    client.update();
    (void)pictures.pulled.make_copy();
    CHECK(test::difference(pictures.pulled.copy(), owner) == "");
    client.update();
    owner.set(hero, FakeOwner::health, 5);
    const int pulls = owner.pulls;
    CHECK(pictures.pulled.update_copy());
    client.update();
    CHECK(owner.pulls == pulls + 1);
    CHECK(pictures.values == 1);
    owner.set(hero, FakeOwner::health, 6);
    CHECK(pictures.pulled.update_copy());
    owner.set(sword, FakeOwner::health, 7);
    CHECK(pictures.pulled.update_copy());
    client.update();
    CHECK(test::difference(client, owner) == "");
    client.update();
    CHECK(pictures.values == 0);
}

TEST_CASE("Pulled world: client and copy equal the owner's world through 2,000 random ticks, whoever pulls when",
          "[probe][break][model]") {
    FakeOwner owner;
    Pictures pictures(owner);
    ecs::Mirror client(pictures);
    ecs::Random random(7);
    int compared = 0;
    for (int tick = 0; tick < 2000; ++tick) {
        test::run_owner(owner, random);
        pictures.pulled.owner_runs();
        if (random.next() % 200 == 0) owner.begin_again();
        if (const auto roll = random.next() % 20; roll == 0)
            pictures.pulled.drop_copy();
        else if (roll <= 2)
            (void)pictures.pulled.make_copy();
        if (pictures.pulled.has_copy() && random.next() % 4 != 0) {
            const std::uint64_t before = pictures.pulled.copy().run();
            REQUIRE(pictures.pulled.update_copy() == (before == owner.run()));
            REQUIRE(test::difference(pictures.pulled.copy(), owner) == "");
            ++compared;
        }
        if (random.next() % 3 != 0) continue;
        pictures.all = random.next() % 10 == 0;
        client.update();
        REQUIRE(test::difference(client, owner) == "");
        if (pictures.pulled.has_copy()) REQUIRE(test::difference(pictures.pulled.copy(), owner) == "");
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
    probe::PulledWorld pulled;
    const auto told = [&](FakeOwner& owner) {
        const ecs::OwnerKey key = owner.spawn();
        pulled.show(&owner);
        (void)pulled.make_copy();
        const ecs::Entity handle = pulled.handle_of(pulled.copy().entity_of(key));
        pulled.show(nullptr);
        return handle == ecs::entity_of_bits(key) ? "key" : handle == ecs::Entity{101, 1} ? "handle" : "neither";
    };
    CHECK(told(named) == std::string("handle"));
    CHECK(told(unnamed) == std::string("key"));
}

}  // namespace pulled_world_test
