// The past of a world that another program runs.
#include <algorithm>
#include <atomic>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/diff/world_diff.hpp"
#include "ecs/ecs.hpp"
#include "editor/attach/attached_world.hpp"
#include "editor/demo/demo_game.hpp"
#include "editor/document/document.hpp"
#include "editor/session/session_attached.hpp"
#include "editor/session/session_bundle.hpp"
#include "editor/support/command_line_run.hpp"
#include "editor/support/demo.hpp"
#include "editor/support/left_recovery.hpp"
#include "editor/support/person.hpp"
#include "files/base/file_error.hpp"
#include "files/support/temporary_folder.hpp"
#include "probe/run/probe.hpp"
#include "remote/kinds/owner_kinds.hpp"
#include "remote/support/raw_client.hpp"

namespace attached_record_test {

using namespace editor;

namespace {

struct Steps {
    int count = 0;
};

/// A program with a probe, and a session that is attached to it: in one thread, in turns.
struct Both {
    ecs::World world;
    ecs::Schedule schedule{world};  // whose ticks are counted
    ecs::Entity walker;
    std::unique_ptr<probe::Probe> probe =
        std::make_unique<probe::Probe>("walker", probe::ProbeOptions{.announced = false, .share = 0});
    std::unique_ptr<Session> session;

    Both() {
        world.types().add<Steps>("Steps").field("count", &Steps::count);
        walker = world.create(Steps{}, ecs::Name{"Walker"});
        probe->show(world, schedule);
        session = make_attached_session(
            demo_game(), {.kind = remote::find_owner_kind("program"), .port = probe->port(), .token = probe->token()});
    }
    /// What the session does in a frame.
    void frame() {
        if (session->attached->wants_update(false))
            session->attached->update();
        else
            session->attached->check();
    }
    /// One tick, which a picture of its own shows.
    void tick() {
        world.get_mut<Steps>(walker).count += 1;
        world.set_tick(world.tick() + 1);
        const std::uint64_t pictures = probe->counts().pictures;
        (void)test::until([&] {
            probe->tick();
            frame();
            return probe->counts().pictures > pictures;
        });
    }
    /// The program ticks, and the session does what it does in a frame, until it is so.
    bool comes(const std::function<bool()>& condition) {
        return test::until([&] {
            tick();
            frame();
            return condition();
        });
    }
    const ecs::Timeline& time() const { return session->timeline; }
    int count() const {
        const ecs::ComponentType* const type = session->world.types().find("Steps");
        const ecs::Entity entity = session->world.find_by_name("Walker");
        if (type == nullptr || !entity) return -1;
        return *static_cast<const int*>(session->world.get(entity, type->id));
    }
};

}  // namespace

TEST_CASE("AttachedWorld: the past of a running program is recorded, and each recorded tick comes back",
          "[editor][attach]") {
    Both both;
    std::map<std::uint64_t, int> seen;
    REQUIRE(both.comes([&] {
        if (both.time().recording()) seen.insert_or_assign(both.session->world.tick(), both.count());
        return seen.size() > 60;
    }));
    CHECK(both.time().by_states());
    const std::map<std::uint64_t, int> copy = seen;
    for (const auto& [tick, count] : copy) {
        REQUIRE(both.session->timeline.seek(tick).empty());
        CHECK(both.count() == count);
    }
    REQUIRE(both.session->timeline.return_to_now().empty());
    CHECK(both.count() == copy.rbegin()->second);
}

TEST_CASE("AttachedWorld: while an earlier tick is in view, it stands still, edits are refused, and the record goes on",
          "[editor][attach]") {
    Both both;
    REQUIRE(
        both.comes([&] { return both.time().recording() && both.time().last_tick() > both.time().first_tick() + 20; }));
    const std::uint64_t then = both.time().first_tick() + 5, last = both.time().last_tick();
    REQUIRE(both.session->timeline.seek(then).empty());
    const int count = both.count();
    const std::uint64_t pictures = both.probe->counts().pictures;
    REQUIRE(both.comes([&] { return both.probe->counts().pictures > pictures + 100; }));
    CHECK(both.count() == count);
    CHECK(both.session->world.tick() == then);
    CHECK(both.session->attached->lost().empty());
    const ecs::Entity entity = both.session->world.find_by_name("Walker");
    const std::string why = both.session->history.perform({"Destroy", {ecs::DestroyEntity{.entity = entity}}});
    CHECK_FALSE(why.empty());
    CHECK(both.session->world.alive(entity));
    CHECK(both.world.alive(both.walker));

    REQUIRE(both.session->timeline.return_to_now().empty());
    CHECK(both.time().last_tick() == last);
    CHECK_FALSE(both.session->attached->is_now());  // what came meanwhile is not in view yet
    REQUIRE(both.comes([&] { return both.session->attached->is_now(); }));
    CHECK(both.time().last_tick() > last + 50);
    REQUIRE(both.comes([&] { return both.time().last_tick() > last + 100; }));
    for (const ecs::MissingTicks& each : both.time().find(both.time().branch())->missing)
        UNSCOPED_INFO("not seen: " << each.first << " to " << each.last << ", looked at " << then << ", now " << last);
    // Nothing of what came meanwhile was left out, and the mirror did not take it for a strange change.
    CHECK(both.time().stats().unseen_ticks == 0);
    REQUIRE(both.session->timeline.seek(last + 50).empty());
    const int middle = both.count();
    REQUIRE(both.session->timeline.step_on().empty());
    CHECK(both.count() > middle);
    CHECK(both.session->world.tick() == last + 51);
}

TEST_CASE("AttachedWorld: edits reach the program again as soon as now is in view", "[editor][attach]") {
    Both both;
    REQUIRE(
        both.comes([&] { return both.time().recording() && both.time().last_tick() > both.time().first_tick() + 5; }));
    REQUIRE(both.session->timeline.seek(both.time().first_tick()).empty());
    REQUIRE(both.session->timeline.return_to_now().empty());
    const ecs::Entity entity = both.session->world.find_by_name("Walker");
    REQUIRE(both.session->history.perform({"Destroy", {ecs::DestroyEntity{.entity = entity}}}).empty());
    CHECK(test::until([&] {
        both.probe->tick();
        both.session->attached->update();
        return !both.world.alive(both.walker);
    }));
}

TEST_CASE("AttachedWorld: the record outlives the program", "[editor][attach]") {
    Both both;
    REQUIRE(
        both.comes([&] { return both.time().recording() && both.time().last_tick() > both.time().first_tick() + 20; }));
    both.probe.reset();
    REQUIRE(test::until([&] {
        both.session->attached->update();
        return !both.session->attached->lost().empty();
    }));
    const int now = both.count();
    REQUIRE(both.session->timeline.seek(both.time().first_tick() + 3).empty());
    CHECK(both.count() < now);
    REQUIRE(both.session->timeline.return_to_now().empty());
    CHECK(both.count() == now);
}

TEST_CASE("AttachedWorld: the lines of the program's log are marks at their ticks, also what is no text",
          "[editor][attach]") {
    Both both;
    REQUIRE(both.comes([&] { return both.time().recording(); }));
    both.tick();
    const auto marks = [&] { return both.time().find(both.time().branch())->marks; };
    REQUIRE(marks().empty());
    std::vector<std::string> told;
    both.session->attached->on_log_line = [&](std::string_view text) { told.emplace_back(text); };
    both.probe->log("a wave begins");
    const std::uint64_t tick = both.world.tick() + 1;
    REQUIRE(both.comes([&] { return !marks().empty(); }));
    CHECK(marks().front().kind == ecs::MarkKind::Log);
    CHECK(marks().front().text == "a wave begins");
    CHECK(marks().front().tick == tick);

    std::thread([&] { both.probe->log("from \xff another thread"); }).join();
    REQUIRE(both.comes([&] { return marks().size() == 2; }));
    CHECK(marks().back().text == "from \uFFFD another thread");
    CHECK(told == std::vector<std::string>{"a wave begins", "from \uFFFD another thread"});

    for (std::size_t i = 0; i < probe::most_lines + 50; ++i) both.probe->log("many");
    REQUIRE(both.comes([&] { return marks().size() > 2 + probe::most_lines; }));
    CHECK(marks().back().text == "50 more lines were left out");
}

TEST_CASE("AttachedWorld: the record as a bundle has each recorded tick again, without the program",
          "[editor][attach]") {
    Both both;
    ecs::Random random(3);
    std::vector<ecs::Entity> more;
    REQUIRE(both.comes([&] {
        if (random.below(3) == 0)
            more.push_back(both.world.create(Steps{7}, ecs::Name{"n" + std::to_string(more.size())}));
        if (!more.empty() && random.below(4) == 0) {
            const std::uint32_t gone = random.below(static_cast<std::uint32_t>(more.size()));
            both.world.destroy(more[gone]);
            more.erase(more.begin() + gone);
        }
        if (!more.empty() && random.below(2) == 0) both.world.set_parent(more.front(), both.walker);
        return both.time().recording() && both.time().last_tick() > both.time().first_tick() + 80;
    }));
    ecs::Timeline& time = both.session->timeline;
    const SessionBundle bundle = bundle_of(*both.session, {});
    CHECK(bundle.start == nullptr);  // it is made where the file is written
    const std::string text = text_of(bundle);
    const std::unique_ptr<Session> read =
        read_bundle(demo_game(), text, "record", nullptr, files::Losses::Refuse, BundleRun{});
    CHECK(read->attached == nullptr);
    CHECK_FALSE(read->timeline.divergence());
    for (std::uint64_t tick = time.first_tick(); tick <= time.last_tick(); tick += 7) {
        const auto recorded = time.world_at({time.branch(), tick});
        REQUIRE(recorded);
        REQUIRE(read->timeline.seek(tick).empty());
        CHECK(ecs::diff(**recorded, read->world).entries.empty());
    }

    const TemporaryFolder folder;
    ecs::Progress cancelled;
    cancelled.cancel();
    CHECK_THROWS_AS(save(bundle, folder.path / "record.json", &cancelled), files::Cancelled);
    CHECK_FALSE(std::filesystem::exists(folder.path / "record.json"));
    CHECK(save(bundle, folder.path / "record.json").empty());
    CHECK(std::filesystem::file_size(folder.path / "record.json") == text.size());
    const CommandLineRun replayed({"replay", (folder.path / "record.json").string()});
    CHECK(replayed.fine());
    CHECK_THAT(replayed.out, test::contains("nothing was compared"));
    CHECK_THAT(replayed.out, test::contains("states of another program's ticks"));
}

TEST_CASE("AttachedWorld: the offer to recover unsaved work does not end the attachment by Enter",
          "[editor][attach][document]") {
    Settings settings;
    Person person;
    Both both;
    REQUIRE(both.comes([&] { return both.time().recording(); }));
    const TemporaryFolder folder;
    auto before = demo::start("chase", 3);
    std::vector<ecs::Edit> edits{ecs::CreateEntities{.entities = {{}}}};
    REQUIRE(before->history.perform({"Create", std::move(edits)}).empty());
    Recovery recovery(folder.path);
    REQUIRE(recovery.write(*before).empty());
    (void)test::leave_as(recovery.file_for(*before), test::gone());
    Document document(person, settings, std::move(both.session));
    document.keep_safe(folder.path);
    document.offer_recovery();
    CHECK(person.question == "Recover unsaved work");
    CHECK(person.answer_of_enter() == "Decide later");
    person.answer("Decide later");
    CHECK(document.session().attached != nullptr);
    document.detach();
    CHECK(person.was_told("Detached from "));
    document.offer_recovery();
    CHECK(person.answer_of_enter() == "Recover");
}

TEST_CASE("AttachedWorld: much recorded time is not dropped without a question", "[editor][attach][document]") {
    Settings settings;
    Person person;
    Both both;
    const auto ticks = [&] { return both.time().last_tick() - both.time().first_tick(); };
    const bool much = GENERATE(false, true);
    REQUIRE(both.comes([&] { return both.time().recording() && ticks() > (much ? 1300u : 100u); }));
    const std::shared_ptr<SavedPast> saved = both.session->saved_past;
    const ecs::BranchId branch = both.time().branch();
    const std::uint64_t last_tick = both.time().last_tick();
    Session& session = *both.session;
    Document document(person, settings, std::move(both.session));
    bool may_go = false;
    const auto quit = [&]() -> Flow {
        co_await document.nothing_lost("Quit", true);
        may_go = true;
    };
    const auto answer_and_go = [&](const char* answer) {
        CHECK(person.question == "Recorded time");
        person.answer(answer);
    };
    SECTION("by Detach and a new world") {
        for (const bool detaches : {true, false}) {
            if (!much) continue;
            detaches ? document.detach() : document.new_world();
            answer_and_go("Cancel");
            CHECK(document.session().attached != nullptr);
        }
        document.detach();
        if (much) answer_and_go("Discard");
        CHECK(document.session().attached == nullptr);
    }
    SECTION("which goes on when the record is saved") {
        document.detach();
        CHECK(person.question.empty() != much);
        if (!much) return;
        answer_and_go("Save repro bundle…");
        CHECK(person.past_saved == 1);
        CHECK(document.session().attached != nullptr);
        saved->note(branch, last_tick);
        person.past_is_saved();
        CHECK(person.question.empty());
        CHECK(document.session().attached == nullptr);
    }
    SECTION("unless a bundle has it") {
        saved->note(branch, last_tick - 10);
        document.new_world();
        CHECK(person.question.empty());
        CHECK(document.session().attached == nullptr);
    }
    SECTION("when Chunkscope ends, only that of a program that has ended") {
        quit();
        CHECK(std::exchange(may_go, false));
        both.probe.reset();
        REQUIRE(test::until([&] {
            session.attached->update();
            return !session.attached->lost().empty();
        }));
        quit();
        answer_and_go("Discard");
        CHECK(may_go);
    }
    SECTION("nor that of a run that ended, when another one is recorded") {
        ecs::World other;
        both.probe->show(other);
        REQUIRE(test::until([&] {
            both.probe->tick();
            session.attached->update();
            return session.timeline.branch() != branch;
        }));
        quit();
        answer_and_go("Go there");
        CHECK(person.branch_looked_at == branch);
        CHECK_FALSE(may_go);
        quit();
        answer_and_go("Discard");
        CHECK(may_go);
        both.probe->hide();
    }
}

}  // namespace attached_record_test
