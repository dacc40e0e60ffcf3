#include "editor/session/session_bundle.hpp"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/language/rule.hpp"
#include "editor/demo/components.hpp"
#include "editor/support/demo.hpp"
#include "editor/support/scene_player.hpp"
#include "files/base/atomic_file.hpp"
#include "files/support/hostile_disk.hpp"
#include "files/support/temporary_folder.hpp"

namespace session_bundle_test {

using namespace editor;
using demo::Player;

namespace {

struct Case {
    const char* scene;
    std::size_t count, threads;
};
constexpr Case all_cases[] = {{"bullets", 300, 1}, {"bullets", 300, 4}, {"traffic", 400, 1},
                              {"traffic", 400, 4}, {"chase", 200, 1},   {"chase", 200, 4}};

std::unique_ptr<Session> reopened(const SessionBundle& bundle, const BundleRun& run = {}) {
    return read_bundle(demo_game(), text_of(bundle), "bug.json", nullptr, files::Losses::Refuse, run);
}

std::string divergence_of(const Session& session) {
    return session.timeline.divergence() ? session.timeline.divergence()->sentence : "";
}

/// What FileError says, or an empty text.
template <class F>
std::string failure_of(F&& run) {
    try {
        run();
    } catch (const files::FileError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("Session bundle: an opened one is as it was saved and runs on exactly as it would have", "[editor][bundle]") {
    for (const Case& each : all_cases)
        for (const bool edits : {false, true}) {
            CAPTURE(each.scene, each.threads, edits);
            Player player(each.scene, each.count, each.threads, 21);
            player.play(250, edits);
            Session& saved = *player.session;
            const SessionBundle bundle = bundle_of(saved, {});
            CHECK(bundle.first_tick == 0);
            CHECK(bundle.last_tick == 250);
            const std::unique_ptr<Session> opened = reopened(bundle, {.threads = 5 - each.threads});
            CHECK(divergence_of(*opened) == "");
            CHECK(opened->hash_line() == saved.hash_line());
            CHECK(ecs::order_of(opened->world) == ecs::order_of(saved.world));
            CHECK(opened->history.steps().size() == saved.history.steps().size());
            CHECK(opened->history.done() == saved.history.done());
            CHECK_FALSE(opened->history.unsaved());
            for (Session* session : {&saved, opened.get()}) {
                session->keys = {.up = true, .down = false, .left = false, .right = true};
                for (int i = 0; i < 5 && session->history.can_undo(); ++i) (void)session->history.undo();
                for (int i = 0; i < 200; ++i) session->tick();
            }
            CHECK(opened->hash_line() == saved.hash_line());
            REQUIRE(saved.timeline.seek(123).empty());
            REQUIRE(opened->timeline.seek(123).empty());
            CHECK(opened->hash_line() == saved.hash_line());
            CHECK(divergence_of(*opened) == "");
        }
}

TEST_CASE("Session bundle: the last seconds are enough to go on from", "[editor][bundle]") {
    Player player("traffic", 400, 1, 5);
    player.play(900, true);
    const SessionBundle all = bundle_of(*player.session, {});
    const SessionBundle last = bundle_of(*player.session, {.last_ticks = 120});
    CHECK(last.first_tick == 780);
    CHECK(last.last_tick == 900);
    CHECK(text_of(last).size() < text_of(all).size());
    const std::unique_ptr<Session> opened = reopened(last);
    CHECK(divergence_of(*opened) == "");
    CHECK(opened->hash_line() == player.session->hash_line());
    CHECK(opened->timeline.first_tick() == last.first_tick);
    for (Session* session : {player.session.get(), opened.get()})
        for (int i = 0; i < 100; ++i) session->tick();
    CHECK(opened->hash_line() == player.session->hash_line());

    const SessionBundle none = bundle_of(*player.session, {.last_ticks = 0});
    const std::unique_ptr<Session> now = reopened(none);
    CHECK(now->hash_line() == player.session->hash_line());
}

TEST_CASE("Session bundle: note, selection, camera and layout come back", "[editor][bundle]") {
    Player player("chase", 60, 1, 5);
    player.play(40, false);
    player.session->camera = {12, 34, 2.5f};
    const ecs::Entity first = player.session->world.entity_at_slot(1), second = player.session->world.entity_at_slot(2);
    const SessionBundle bundle =
        bundle_of(*player.session,
                  {.note = "The fox stands still.\n\"Why?\" 狐", .selection = {first, second}, .layout = "[x]\ny=1"});
    const std::unique_ptr<Session> opened = reopened(bundle);
    REQUIRE(opened->from_bundle);
    CHECK(opened->from_bundle->note == "The fox stands still.\n\"Why?\" 狐");
    CHECK(opened->from_bundle->selection == std::vector{first, second});
    CHECK(opened->from_bundle->layout == "[x]\ny=1");
    CHECK(opened->camera == CameraState{12, 34, 2.5f});
    CHECK(opened->file.empty());
}

TEST_CASE("Session bundle: a bundle of what was opened is the same text", "[editor][bundle]") {
    for (const Case& each : all_cases) {
        CAPTURE(each.scene, each.threads);
        Player player(each.scene, each.count, each.threads, 4);
        player.play(120, true);
        const std::string text = text_of(bundle_of(*player.session, {.note = "again"}));
        const std::unique_ptr<Session> opened = read_bundle(demo_game(), text, "bug.json");
        CHECK(divergence_of(*opened) == "");
        CHECK(text_of(bundle_of(*opened, {.note = "again"})) == text);
    }
}

TEST_CASE("Session bundle: who looked at the past looks at it again, and now is still there", "[editor][bundle]") {
    Player player("bullets", 100, 1, 5);
    player.play(200, true);
    const std::string now = player.session->hash_line();
    REQUIRE(player.session->timeline.seek(77).empty());
    const std::unique_ptr<Session> opened = reopened(bundle_of(*player.session, {}));
    CHECK(opened->world.tick() == 77);
    CHECK_FALSE(opened->timeline.at_now());
    CHECK(opened->hash_line() == player.session->hash_line());
    REQUIRE(opened->timeline.return_to_now().empty());
    CHECK(opened->hash_line() == now);
}

TEST_CASE("Session bundle: systems and rules are those of each tick", "[editor][bundle]") {
    Player player("chase", 60, 1, 5);
    player.play(20, false);
    Session& saved = *player.session;
    const auto perform = [&](ecs::Edit edit) {
        std::vector<ecs::Edit> edits;
        edits.push_back(std::move(edit));
        REQUIRE(saved.history.perform({"Step", std::move(edits)}).empty());
        saved.history.seal();
    };
    const std::string first = saved.schedule.systems().front()->description.name;
    perform(ecs::AddSystem{ecs::make_rule("Slide", "Position : Position.x += 1"), 0});
    player.play(20, false);
    perform(ecs::RemoveSystem{first});
    player.play(20, false);
    perform(ecs::NoteSystem{"Slide", "mine", 40});
    const std::unique_ptr<Session> opened = reopened(bundle_of(saved, {}));
    CHECK(divergence_of(*opened) == "");
    CHECK(opened->hash_line() == saved.hash_line());
    CHECK(opened->schedule.find(first) == nullptr);
    for (Session* session : {&saved, opened.get()}) {
        while (session->history.can_undo()) REQUIRE(session->history.undo().empty());
        for (int i = 0; i < 30; ++i) session->tick();
    }
    CHECK(opened->schedule.find(first) != nullptr);
    CHECK(opened->hash_line() == saved.hash_line());
    // From then on the rule is of the world that the bundle begins with.
    const std::unique_ptr<Session> again = reopened(bundle_of(*opened, {.last_ticks = 1}));
    CHECK(again->hash_line() == saved.hash_line());
}

TEST_CASE("Session bundle: a tick that comes out otherwise is said, and nothing else is lost", "[editor][bundle]") {
    Player player("chase", 60, 1, 5);
    player.play(100, false);
    SessionBundle bundle = bundle_of(*player.session, {});
    // How many ticks before the last one have hashes depends on the machine's load.
    const std::string_view key = "\"end_hash\": \"";
    const std::size_t digits = bundle.content.time.find(key) + key.size();
    REQUIRE(digits < bundle.content.time.size());
    bundle.content.time[digits] = bundle.content.time[digits] == '0' ? '1' : '0';
    const std::unique_ptr<Session> opened = reopened(bundle);
    REQUIRE(opened->from_bundle->divergence);
    CHECK_FALSE(opened->from_bundle->divergence->sentence.empty());
    CHECK(opened->hash_line() == player.session->hash_line());
}

TEST_CASE("Session bundle: five hundred damaged ones are refused with a sentence, or are whole after all",
          "[editor][bundle]") {
    Player player("chase", 12, 1, 9);
    player.play(30, true);
    const std::string text = text_of(bundle_of(*player.session, {.note = "n", .selection = {{1, 1}}}));
    ecs::Random random(77);
    int refused = 0, opened = 0;
    for (int i = 0; i < 500; ++i) {
        std::string damaged = text;
        const std::size_t at = random.below(static_cast<std::uint32_t>(text.size()));
        switch (random.below(5)) {
            case 0:
                damaged.resize(at);
                break;
            case 1:
                damaged[at] = static_cast<char>(random.below(256));
                break;
            case 2:
                damaged.erase(at, 1 + random.below(200));
                break;
            case 3:
                damaged.insert(at,
                               text.substr(random.below(static_cast<std::uint32_t>(text.size())), random.below(200)));
                break;
            default:  // another digit is the damage that is hardest to see
                for (std::size_t digit = at; digit < damaged.size(); ++digit)
                    if (damaged[digit] >= '0' && damaged[digit] <= '9') {
                        damaged[digit] = static_cast<char>('0' + random.below(10));
                        break;
                    }
        }
        const std::string why =
            failure_of([&] { (void)read_bundle(demo_game(), damaged, "bug.json", nullptr, files::Losses::Accept); });
        if (why.empty()) {
            ++opened;
        } else {
            ++refused;
            CHECK(why.starts_with("bug.json"));
            CHECK(why.size() > 12);
            CHECK(why.find('\n') == std::string::npos);
        }
    }
    CHECK(refused > 250);
    CHECK(refused + opened == 500);
}

TEST_CASE("Session bundle: messages name the place", "[editor][bundle]") {
    Player player("chase", 12, 1, 9);
    player.play(10, false);
    const std::string text = text_of(bundle_of(*player.session, {}));
    const auto with = [&](const std::string& from, const std::string& to) {
        std::string changed = text;
        const std::size_t at = changed.find(from);
        REQUIRE(at != std::string::npos);
        changed.replace(at, from.size(), to);
        return failure_of([&] { (void)read_bundle(demo_game(), changed, "bug.json"); });
    };
    CHECK_THAT(with("\"version\": 1", "\"version\": 9"), test::contains("saved by a newer one"));
    CHECK_THAT(with("\"note\": ", "\"notes\": "), test::contains("unknown member \"notes\" of a bundle"));
    CHECK_THAT(with("\"last\": 10", "\"last\": \"ten\""), test::contains("/time/last"));
    CHECK_THAT(with("\"first\": 0", "\"first\": 4"), test::contains("/time: the hashes of tick 1 stand too late"));
    CHECK_THAT(with("\"block_bytes\": ", "\"block_bytes\": 1"), test::contains("blocks of"));
    CHECK_THAT(with("\"format\": \"chunkscope.bundle\"", "\"format\": \"other\""), test::contains("chunkscope.bundle"));
    CHECK_THAT(with("\"entities\": [", "\"entities\": [ 7, "), test::contains("/entities/0"));
}

TEST_CASE("Session bundle: a full disk leaves the older file whole", "[editor][bundle]") {
    const TemporaryFolder folder;
    Player player("chase", 60, 1, 9);
    player.play(20, false);
    const SessionBundle older = bundle_of(*player.session, {.note = "older"});
    const std::filesystem::path file = folder.path / "bug.json";
    save(older, file);
    const std::string before = folder.read("bug.json");
    player.play(200, true);
    const SessionBundle newer = bundle_of(*player.session, {.note = "newer"});
    std::string why;
    {
        const SmallFiles small(4096);
        why = failure_of([&] { save(newer, file); });
    }
    CHECK_THAT(why, test::contains("cannot be written"));
    CHECK(folder.read("bug.json") == before);
    CHECK(std::distance(std::filesystem::directory_iterator(folder.path), {}) == 1);
    CHECK(load_bundle(demo_game(), file)->from_bundle->note == "older");
}

TEST_CASE("Session bundle: who is killed while saving leaves a whole one", "[editor][bundle]") {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder.path / "bug.json";
    Player player("chase", 60, 1, 9);
    player.play(20, false);
    const SessionBundle older = bundle_of(*player.session, {.note = "older"});
    player.play(100, true);
    const SessionBundle newer = bundle_of(*player.session, {.note = "newer"});
    const std::string texts[] = {text_of(older), text_of(newer)};
    save(older, file);
    for (int kill_after = 1; kill_after <= 12; ++kill_after) {
        int ends[2];
        REQUIRE(::pipe(ends) == 0);
        const ::pid_t child = ::fork();
        if (child == 0) {
            for (bool which = false;; which = !which) {
                (void)save(which ? older : newer, file);
                if (::write(ends[1], "x", 1) != 1) ::_exit(1);
            }
        }
        ::close(ends[1]);
        char told = 0;
        for (int i = 0; i < kill_after; ++i) REQUIRE(::read(ends[0], &told, 1) == 1);
        ::kill(child, SIGKILL);
        REQUIRE(::waitpid(child, nullptr, 0) == child);
        ::close(ends[0]);
        const std::string now = folder.read("bug.json");
        CHECK((now == texts[0] || now == texts[1]));
    }
    save(older, file);
    CHECK(folder.read("bug.json") == texts[0]);
    CHECK(std::distance(std::filesystem::directory_iterator(folder.path), {}) == 1);
}

TEST_CASE("Session bundle: what is cancelled leaves no file and no session", "[editor][bundle]") {
    const TemporaryFolder folder;
    Player player("chase", 60, 1, 9);
    player.play(20, false);
    const SessionBundle bundle = bundle_of(*player.session, {});
    ecs::Progress cancelled;
    cancelled.cancel();
    CHECK_THROWS_AS(save(bundle, folder.path / "bug.json", &cancelled), files::Cancelled);
    CHECK_FALSE(std::filesystem::exists(folder.path / "bug.json"));
    save(bundle, folder.path / "bug.json");
    CHECK_THROWS_AS(load_bundle(demo_game(), folder.path / "bug.json", &cancelled), files::Cancelled);
}

TEST_CASE("Session bundle: those of earlier versions are replayed to the same hash", "[editor][bundle]") {
    const std::filesystem::path folder = std::filesystem::path(TEST_DATA_DIR) / "bundles";
    const auto hash_of = [&](const char* name) {
        const std::unique_ptr<Session> opened = load_bundle(demo_game(), folder / name);
        CHECK(divergence_of(*opened) == "");
        CHECK(opened->warnings.empty());
        return opened->hash_line();
    };
    CHECK(hash_of("chase.json") == "tick 90 hash 34226e665f1fa7c2");
    CHECK(hash_of("edited.json") == "tick 60 hash b6ee56da5c7ec47c");
}

TEST_CASE("Session bundle: wherever worlds are opened, bundles are", "[editor][bundle]") {
    const TemporaryFolder folder;
    Player player("chase", 60, 1, 9);
    player.play(20, false);
    save(bundle_of(*player.session, {}), folder.path / "bug.json");
    CHECK(files::is_bundle(folder.path / "bug.json"));
    const std::unique_ptr<Session> opened = demo::load(folder.path / "bug.json");
    CHECK(opened->hash_line() == player.session->hash_line());
    save_world(*opened, folder.path / "world.json");
    CHECK_FALSE(files::is_bundle(folder.path / "world.json"));
    CHECK(demo::load(folder.path / "world.json")->from_bundle == nullptr);
    CHECK_FALSE(files::is_bundle(folder.path / "none.json"));
}

}  // namespace session_bundle_test
