// What a person looks at closely in a Bevy program.
#include <chrono>
#include <cstring>
#include <string>
#include <vector>

#include "catch.hpp"
#include "remote/bevy/bevy.hpp"
#include "remote/support/fake_bevy.hpp"
#include "remote/support/remote_client.hpp"

namespace bevy_watches_test {

using test::FakeBevy;
using test::until;
using Json = remote::Json;

namespace {

class WatchedBevy : public test::RemoteClient {
public:
    explicit WatchedBevy(int minor = 19) : fake(minor) {
        attach(remote::make_bevy_owner(
            {.port = fake.program->port(), .per_second = 1e6, .to_answer = std::chrono::seconds(20)}));
    }
    ~WatchedBevy() override {
        detach();
        for (const test::Asked& each : held) ::close(each.socket);
    }

    void look_at(std::vector<ecs::Entity> entities) { mirror->look_at(entities); }
    float x(ecs::Entity entity) const {
        const ecs::ComponentType* const type = mirror->world().types().find("Transform");
        const void* const value = type == nullptr ? nullptr : mirror->world().get(entity, type->id);
        if (value == nullptr) return -1;
        float x = 0;
        std::memcpy(&x, static_cast<const std::byte*>(value) + type->find_field("translation")->offset, sizeof x);
        return x;
    }
    bool has(ecs::Entity entity, const char* name) const {
        const ecs::ComponentType* const type = mirror->world().types().find(name);
        return type != nullptr && mirror->world().has(entity, type->id);
    }
    /// A frame of the program, of which nobody but the stream tells.
    static Json at(float x) {
        return {{FakeBevy::transform,
                 {{"translation", {x, 2.0, 3.0}}, {"rotation", {0.0, 0.0, 0.0, 1.0}}, {"scale", {1.0, 1.0, 1.0}}}}};
    }
    bool comes(const std::function<bool()>& condition) {
        return until([&] {
            turn();
            return condition();
        });
    }
    /// The next round is asked for, and not answered: what is seen meanwhile comes from a stream.
    [[nodiscard]] bool hold_round() {
        fake.change([&] {
            fake.instead = [&](const test::Asked& asked) {
                if (asked.body.find("query") == std::string::npos) return false;
                held.push_back(asked);
                held.back().socket = ::dup(asked.socket);
                return true;
            };
        });
        return comes([&] {
            bool asked = false;
            fake.change([&] { asked = !held.empty(); });
            return asked;
        });
    }

    FakeBevy fake;
    std::vector<test::Asked> held;
};

}  // namespace

TEST_CASE("Bevy watches: what a person looks at is seen in each frame, between rounds", "[bevy][watch]") {
    WatchedBevy shown(GENERATE(16, 19));
    REQUIRE(shown.seen());
    const ecs::Entity hero = shown.named("Hero");
    CHECK(shown.owner->interval_secs() == 0.05);
    shown.look_at({hero});
    REQUIRE(shown.comes([&] { return shown.fake.streams_of(shown.fake.hero) > 0; }));
    Json params;
    CHECK(shown.fake.streams_of(shown.fake.hero, &params) == 1);
    // No names and no tags: these come with the rounds.
    CHECK(params["components"].size() == 4);
    CHECK(params["strict"] == false);

    REQUIRE(shown.hold_round());
    const std::uint64_t rounds = shown.owner->rounds();
    for (int frame = 1; frame <= 20; ++frame) {
        REQUIRE(shown.fake.say(shown.fake.hero, WatchedBevy::at(static_cast<float>(10 + frame))));
        // It is read as soon as it has come.
        REQUIRE(until([&] { return shown.owner->interval_secs() < 0.02; }));
        shown.turn();
        CHECK(shown.x(hero) == static_cast<float>(10 + frame));
        CHECK(shown.owner->interval_secs() == 0.05);
    }
    CHECK(shown.owner->rounds() == rounds);

    // What is removed is not believed before a round says so.
    REQUIRE(shown.fake.say(shown.fake.hero, WatchedBevy::at(40), {"game::Lives"}));
    REQUIRE(shown.comes([&] { return shown.x(hero) == 40; }));
    CHECK(shown.has(hero, "Lives"));
    shown.fake.change([&] {
        shown.fake.things[shown.fake.hero].erase("game::Lives");
        shown.fake.instead = nullptr;
        ::shutdown(shown.held.back().socket, SHUT_RDWR);
    });
    CHECK(shown.comes([&] { return shown.owner->rounds() > rounds && !shown.has(hero, "Lives"); }));
    shown.fake.change([&] { CHECK(shown.fake.wrong.empty()); });
}

TEST_CASE("Bevy watches: a round that was answered before a change does not take it back", "[bevy][watch]") {
    WatchedBevy shown;
    REQUIRE(shown.seen());
    const ecs::Entity hero = shown.named("Hero");
    shown.look_at({hero});
    REQUIRE(shown.comes([&] { return shown.fake.streams_of(shown.fake.hero) > 0; }));
    REQUIRE(shown.hold_round());
    // Its answer is made now, and comes late.
    Json row{{"entity", shown.fake.hero}, {"components", Json::object()}};
    shown.fake.change([&] {
        for (const auto& [path, value] : shown.fake.things[shown.fake.hero]) row["components"][path] = value;
    });
    REQUIRE(shown.fake.say(shown.fake.hero, WatchedBevy::at(50)));
    REQUIRE(shown.comes([&] { return shown.x(hero) == 50; }));
    const std::uint64_t rounds = shown.owner->rounds();
    shown.fake.change([&] {
        shown.fake.instead = nullptr;
        shown.held.back().answer(Json{{"jsonrpc", "2.0"}, {"id", 1}, {"result", Json::array({row})}}.dump());
        ::shutdown(shown.held.back().socket, SHUT_RDWR);
    });
    REQUIRE(shown.comes([&] {
        CHECK((shown.owner->rounds() > rounds + 1 || shown.x(hero) == 50));
        return shown.owner->rounds() > rounds;
    }));
    // A later round knows better.
    CHECK(shown.comes([&] { return shown.x(hero) == 1; }));
}

TEST_CASE("Bevy watches: streams follow what is looked at, and end with it", "[bevy][watch]") {
    WatchedBevy shown;
    REQUIRE(shown.seen());
    const ecs::Entity hero = shown.named("Hero"), child = shown.named("Child");
    shown.look_at({hero});
    REQUIRE(shown.comes([&] { return shown.fake.streams_of(shown.fake.hero) > 0; }));
    // It has nothing but a name and a parent.
    shown.look_at({child});
    REQUIRE(shown.comes([&] { return shown.fake.stream_ended(shown.fake.hero); }));
    CHECK(shown.fake.streams_of(shown.fake.child) == 0);
    CHECK(shown.owner->interval_secs() == 0.05);

    shown.look_at({hero});
    REQUIRE(shown.comes([&] { return shown.fake.streams_of(shown.fake.hero) == 2; }));
    // A component that comes with a round is watched from then on.
    shown.fake.change([&] { shown.fake.things[shown.fake.hero].erase("game::Lives"); });
    REQUIRE(shown.comes([&] { return shown.fake.streams_of(shown.fake.hero) == 3; }));
    Json params;
    (void)shown.fake.streams_of(shown.fake.hero, &params);
    CHECK(params["components"].size() == 3);

    SECTION("while an earlier tick is in view, nothing is asked") {
        REQUIRE(until([&] {
            shown.mirror->check();
            return shown.fake.stream_ended(shown.fake.hero);
        }));
        CHECK(shown.owner->interval_secs() == 0.05);
        CHECK(shown.comes([&] { return shown.fake.streams_of(shown.fake.hero) == 4; }));
    }
    SECTION("an entity that is gone ends its own") {
        shown.fake.change([&] { shown.fake.things.erase(shown.fake.hero); });
        REQUIRE(shown.comes([&] { return !shown.mirror->world().alive(hero); }));
        CHECK(shown.comes([&] { return shown.owner->interval_secs() == 0.05; }));
    }
    SECTION("one that breaks is opened again") {
        shown.fake.change([&] { ::shutdown(shown.fake.streams.back().socket, SHUT_RDWR); });
        CHECK(shown.comes([&] { return shown.fake.streams_of(shown.fake.hero) == 4; }));
    }
    SECTION("one that says what nobody understands is opened again, later and later") {
        for (std::size_t count = 3; count < 5; ++count) {
            REQUIRE(shown.fake.say_result(shown.fake.hero, "what"));
            REQUIRE(shown.comes([&] { return shown.fake.streams_of(shown.fake.hero) == count + 1; }));
        }
    }
}

TEST_CASE("Bevy watches: a program without streams is asked in rounds alone", "[bevy][watch]") {
    WatchedBevy shown;
    shown.fake.change([&] { shown.fake.offers_streams = false; });
    REQUIRE(shown.seen());
    const ecs::Entity hero = shown.named("Hero");
    shown.look_at({hero});
    const std::uint64_t rounds = shown.owner->rounds();
    REQUIRE(shown.comes([&] { return shown.owner->rounds() > rounds + 3; }));
    CHECK(shown.fake.streams_of(shown.fake.hero) == 0);
    CHECK(shown.owner->interval_secs() == 0.05);
}

}  // namespace bevy_watches_test
