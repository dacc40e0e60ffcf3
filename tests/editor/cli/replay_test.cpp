// `run --bundle`, `replay` and `check` of bundles.
#include <memory>
#include <optional>
#include <string>

#include "catch.hpp"
#include "editor/session/session_bundle.hpp"
#include "editor/support/command_line_run.hpp"
#include "editor/support/demo.hpp"
#include "files/support/temporary_folder.hpp"

namespace replay_test {

using namespace editor;
using test::contains;

namespace {

struct Place {
    float x = 0, y = 0;
};

/// A Game of one system that may draw from something outside of its world, as `strange` says.
struct StrangeGame {
    Game game;
    int runs = 0;
    bool strange = false;

    StrangeGame() {
        game.name = "strange";
        game.register_types = [](ecs::TypeRegistry& types) {
            types.add<Place>("Place").field("x", &Place::x).field("y", &Place::y);
        };
        game.systems.push_back({"Drift", [this](const ecs::World&, const HeldKeys&) {
                                    ecs::SystemDescription drift;
                                    drift.name = "Drift";
                                    drift.run = [this](ecs::SystemContext& context) {
                                        ++runs;
                                        for (std::size_t slot = 1; slot < context.world.slot_count(); ++slot)
                                            if (const ecs::Entity each = context.world.entity_at_slot(slot))
                                                context.world.get_mut<Place>(each).x +=
                                                    strange && context.tick >= 20 ? static_cast<float>(runs) : 1;
                                    };
                                    return drift;
                                }});
    }
};

}  // namespace

TEST_CASE("Command line: a bundle that was recorded is replayed to the same hash", "[editor][cli][bundle]") {
    const TemporaryFolder folder;
    const std::string bug = (folder.path / "bug.json").string(), later = (folder.path / "later.json").string();
    const CommandLineRun recorded(
        {"run", "--scene", "chase", "--count", "20", "--ticks", "120", "--bundle", bug, "--hash"});
    REQUIRE(recorded.fine());
    const CommandLineRun hashed({"replay", bug, "--hash", "--threads", "3"});
    CHECK(hashed.fine());
    CHECK(hashed.out == recorded.out);
    const CommandLineRun told({"replay", bug});
    CHECK(told.fine());
    CHECK(told.out == "replayed 120 ticks, 0 to 120: 120 hashes as recorded\n");
    const CommandLineRun half({"replay", bug, "--to", "60", "--hash", "--save", later});
    CHECK(half.fine());
    CHECK(half.out == CommandLineRun({"run", "--scene", "chase", "--count", "20", "--ticks", "60", "--hash"}).out);
    CHECK(CommandLineRun({"run", later, "--ticks", "60", "--hash"}).out == recorded.out);
    CHECK(CommandLineRun({"run", bug, "--ticks", "0", "--hash"}).out == recorded.out);
    CHECK(CommandLineRun({"check", bug}).fine());
    CHECK_THAT(CommandLineRun({"check", bug}).out, contains("ok: "));
}

TEST_CASE("Command line: what cannot be replayed is told in one line", "[editor][cli][bundle]") {
    const TemporaryFolder folder;
    const std::string bug = (folder.path / "bug.json").string();
    REQUIRE(CommandLineRun({"run", "--scene", "chase", "--count", "20", "--ticks", "30", "--bundle", bug}).fine());
    const CommandLineRun late({"replay", bug, "--to", "31"});
    CHECK(late.fails(1));
    CHECK_THAT(late.err, contains("has no tick 31: its ticks are 0 to 30"));
    CHECK(CommandLineRun({"replay"}).fails(2));
    CHECK(CommandLineRun({"replay", bug, "--to", "soon"}).fails(2));
    CHECK(CommandLineRun({"run", "--scene", "chase", "--ticks", "1", "--bundle", ""}).fails(2));
    CHECK(CommandLineRun({"replay", (folder.path / "none.json").string()}).fails(1));
    const CommandLineRun other({"replay", folder.write("other.json", "{}").string()});
    CHECK(other.fails(1));
    CHECK_THAT(other.err, contains("this is no bundle"));
    std::string text = folder.read("bug.json");
    text.resize(text.size() / 2);
    CHECK(CommandLineRun({"replay", folder.write("half.json", text).string()}).fails(1));
}

TEST_CASE("Command line: a tick that comes out otherwise ends replay with 1 and names it", "[editor][cli][bundle]") {
    const TemporaryFolder folder;
    const std::string bug = (folder.path / "bug.json").string();
    (void)CommandLineRun({"run", "--scene", "chase", "--count", "20", "--ticks", "60", "--bundle", bug});
    std::string text = folder.read("bug.json");
    const std::size_t at = text.find("[41, \"") + 6;
    text[at] = text[at] == '0' ? '1' : '0';
    const std::string changed = folder.write("changed.json", text).string();
    for (const char* command : {"replay", "check"}) {
        const CommandLineRun run({command, changed});
        CHECK(run.fails(1));
        CHECK_THAT(run.err, contains("tick 41 is not as it was recorded"));
    }
    CHECK(CommandLineRun({"replay", changed, "--to", "40"}).fine());
}

TEST_CASE("Command line: a system that depends on something else is named with the entity and the field",
          "[editor][cli][bundle]") {
    StrangeGame strange;
    Session session(strange.game);
    REQUIRE(session.add_system("Drift"));
    session.world.create(ecs::Name{"Cork"}, Place{1, 2});
    ecs::TimelineOptions options;
    options.hash_every = 1;
    options.hash_share = 1e9;
    session.record(options);
    strange.strange = true;
    for (int i = 0; i < 40; ++i) session.tick();
    const std::string text = text_of(bundle_of(session, {}));
    const std::unique_ptr<Session> opened = read_bundle(strange.game, text, "bug.json");
    REQUIRE(opened->from_bundle->divergence);
    const ecs::Divergence& divergence = *opened->from_bundle->divergence;
    CHECK(divergence.found.tick == 21);
    CHECK(divergence.system == "Drift");
    CHECK(divergence.field == "Place.x");
    CHECK_THAT(divergence.sentence, contains("Cork"));
    CHECK_THAT(divergence.sentence, contains("Drift depends on something that is not in the world"));
}

}  // namespace replay_test
