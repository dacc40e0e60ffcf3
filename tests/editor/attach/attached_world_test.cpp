#include "editor/attach/attached_world.hpp"

#include <atomic>
#include <memory>
#include <thread>

#include "catch.hpp"
#include "ecs/language/text_query.hpp"
#include "ecs/types/field_path.hpp"
#include "editor/attach/program_finder.hpp"
#include "editor/demo/demo_game.hpp"
#include "editor/remote/session_server.hpp"
#include "editor/session/session_attached.hpp"
#include "editor/session/session_file.hpp"
#include "files/support/temporary_folder.hpp"
#include "remote/support/fake_bevy.hpp"
#include "remote/support/fake_flecs.hpp"
#include "remote/support/raw_client.hpp"

namespace attached_world_test {

using namespace editor;

namespace {

/// A scene that another thread serves, as `chunkscope serve` does.
class ServedScene {
public:
    explicit ServedScene(const char* scene = "chase", std::uint16_t at = 0, bool may_edit = true)
        : session(Session::from_scene(demo_game(), *demo_game().find_scene(scene))) {
        auto started = SessionServer::start({.port = at});
        REQUIRE(started);
        server = std::move(*started);
        const std::string address = server->address();
        port = static_cast<std::uint16_t>(std::stoi(address.substr(address.find(':') + 1)));
        SessionServer::Perform perform;
        if (may_edit)
            perform = [this](std::string label, std::vector<ecs::Edit> edits) {
                return remote::perform_step(session->history, std::move(label), std::move(edits));
            };
        thread_ = std::thread([this, perform] {
            while (!stopping_) {
                server->wait_until(std::chrono::steady_clock::now() + std::chrono::milliseconds(2));
                server->serve(*session, perform);
            }
        });
    }
    ~ServedScene() { stop(); }
    void stop() {
        stopping_ = true;
        if (thread_.joinable()) thread_.join();
        server.reset();
    }

    std::unique_ptr<Session> session;  // of the thread until stop()
    std::unique_ptr<SessionServer> server;
    std::uint16_t port = 0;

private:
    std::atomic<bool> stopping_ = false;
    std::thread thread_;
};

std::unique_ptr<Session> attach_to(std::uint16_t port) {
    return make_attached_session(demo_game(), {.kind = remote::find_owner_kind("chunkscope"), .port = port});
}

/// Updates until it is so.
template <class Condition>
bool comes(const Session& session, Condition&& condition) {
    return test::until([&] {
        session.attached->update();
        return condition();
    });
}
bool arrives(const Session& session) {
    return comes(session, [&] { return session.attached->arrived(); });
}

double number_of(const Session& session, ecs::Entity entity, const char* path) {
    const auto field = ecs::find_field(session.world.types(), path);
    REQUIRE(field);
    const void* const value = session.world.get(entity, field->component);
    REQUIRE(value != nullptr);
    return ecs::read_number(*field, value);
}

}  // namespace

TEST_CASE("AttachedWorld: a session shows what another program has, and sends it what a person changes", "[attach]") {
    if (!remote::HttpServer::available()) {
        SUCCEED("built without cpp-httplib");
        return;
    }
    ServedScene served;
    const auto session = attach_to(served.port);
    REQUIRE(arrives(*session));
    CHECK(session->world.entity_count() == 32);
    const ecs::Entity player = session->world.find_by_name("Player");
    REQUIRE(session->world.alive(player));
    REQUIRE(session->world.children(player).size() == 1);
    CHECK(session->world.name(session->world.children(player)[0]) == "Shield");

    const auto set_hp = [&](int hp) {
        const ecs::ComponentType& type = *session->world.types().find("Health");
        ecs::Value value(type, session->world.get(player, type.id));
        ecs::write_number(*ecs::find_field(session->world.types(), "Health.hp"), value.data(), hp);
        return session->history.perform({"Set hp", {ecs::SetComponent{player, std::move(value), {0}}}});
    };
    CHECK(set_hp(42).empty());
    CHECK(comes(*session, [&] { return session->attached->mirror().unanswered() == 0; }));
    CHECK(number_of(*session, player, "Health.hp") == 42);
    CHECK(session->history.undo().empty());
    CHECK(comes(*session, [&] { return session->attached->mirror().unanswered() == 0; }));
    CHECK_FALSE(session->unsaved());
    CHECK(session->attached->take_messages().empty());
    served.stop();
    CHECK(served.session->history.steps().size() == 2);  // the program saw both
    const ecs::Entity theirs = served.session->world.find_by_name("Player");
    CHECK(number_of(*served.session, theirs, "Health.hp") == 100);
}

TEST_CASE("AttachedWorld: what was destroyed comes back with its children, also while the view stands still",
          "[attach]") {
    if (!remote::HttpServer::available()) {
        SUCCEED("built without cpp-httplib");
        return;
    }
    ServedScene served;
    const auto session = attach_to(served.port);
    REQUIRE(arrives(*session));
    const ecs::Entity player = session->world.find_by_name("Player");
    REQUIRE(session->world.children(player).size() == 1);

    // As the window does it at a breakpoint.
    AttachedWorld& attached = *session->attached;
    int updates = 0;
    const auto answered = [&] {
        return test::until([&] {
            if (attached.wants_update(true)) {
                attached.update();
                ++updates;
            }
            return attached.mirror().unanswered() == 0;
        });
    };
    CHECK_FALSE(attached.wants_update(true));
    CHECK(attached.wants_update(false));
    REQUIRE(session->history.perform({"Destroy", {ecs::DestroyEntity{player}}}).empty());
    REQUIRE(answered());
    REQUIRE(session->history.undo().empty());
    REQUIRE(answered());
    CHECK(updates > 0);
    CHECK_FALSE(attached.wants_update(true));
    // Both have their former ids there, so there is nothing to tell, and what refers to them is right again.
    CHECK(attached.take_messages().empty());
    REQUIRE(session->world.alive(player));
    REQUIRE(session->world.children(player).size() == 1);
    served.stop();
    const ecs::Entity theirs = served.session->world.find_by_name("Player");
    REQUIRE(served.session->world.alive(theirs));
    REQUIRE(served.session->world.children(theirs).size() == 1);
    CHECK(served.session->world.name(served.session->world.children(theirs)[0]) == "Shield");
}

TEST_CASE("AttachedWorld: its systems are listed, and queries find its entities", "[attach]") {
    if (!remote::HttpServer::available()) {
        SUCCEED("built without cpp-httplib");
        return;
    }
    ServedScene served;
    const auto session = attach_to(served.port);
    REQUIRE(comes(*session, [&] { return session->schedule.find("Seek") != nullptr; }));
    REQUIRE(arrives(*session));
    auto query = ecs::TextQuery::parse("Enemy & Health.hp > 0");
    REQUIRE(query);
    REQUIRE(query->bind(session->world) == nullptr);
    std::size_t found = 0;
    query->each(session->world, [&](ecs::Entity) { ++found; });
    CHECK(found == 8);
}

TEST_CASE("AttachedWorld: when the program goes, its world stays, and goes on when it is back", "[attach]") {
    if (!remote::HttpServer::available()) {
        SUCCEED("built without cpp-httplib");
        return;
    }
    auto served = std::make_unique<ServedScene>();
    const std::uint16_t port = served->port;
    const auto session = attach_to(port);
    REQUIRE(arrives(*session));
    served.reset();
    REQUIRE(comes(*session, [&] { return !session->attached->lost().empty(); }));
    CHECK(session->world.entity_count() == 32);
    const auto messages = session->attached->take_messages();
    REQUIRE(messages.size() == 1);
    CHECK_THAT(messages[0].text, test::contains("127.0.0.1:" + std::to_string(port)));
    CHECK_FALSE(messages[0].good);
    CHECK(messages[0].connected == false);

    served = std::make_unique<ServedScene>("increment", port);
    REQUIRE(comes(*session, [&] { return session->attached->lost().empty() && session->world.entity_count() == 9; }));
    const auto again = session->attached->take_messages();
    // If the world lies elsewhere in memory, the same message says that it may be another program.
    REQUIRE(again.size() == 1);
    CHECK_THAT(again[0].text, test::contains("answers again"));
    CHECK(again[0].connected == true);
    CHECK(session->world.alive(session->world.find_by_name("Point 1")));
}

TEST_CASE("AttachedWorld: a program that nobody may change refuses, and the edit is taken back", "[attach]") {
    if (!remote::HttpServer::available()) {
        SUCCEED("built without cpp-httplib");
        return;
    }
    ServedScene served("chase", 0, false);
    const auto session = attach_to(served.port);
    REQUIRE(arrives(*session));
    const std::size_t before = session->world.entity_count();
    const ecs::Entity player = session->world.find_by_name("Player");
    (void)session->history.perform({"Destroy Player", {ecs::DestroyEntity{player}}});
    std::vector<AttachedWorld::Message> messages;
    REQUIRE(comes(*session, [&] {
        for (auto& each : session->attached->take_messages()) messages.push_back(std::move(each));
        return session->attached->mirror().unanswered() == 0 && session->world.entity_count() == before;
    }));
    REQUIRE_FALSE(messages.empty());
    CHECK_THAT(messages[0].text, test::contains("Chunkscope refused \"Destroy Player\""));
}

TEST_CASE("AttachedWorld: before entities are destroyed it says what undo would not bring back", "[attach]") {
    SECTION("components that a Bevy program does not register") {
        test::FakeBevy fake(18);
        const auto session =
            make_attached_session(demo_game(), {.kind = remote::find_owner_kind("bevy"), .port = fake.program->port()});
        REQUIRE(arrives(*session));
        const ecs::Entity hero = session->world.find_by_name("Hero");
        REQUIRE(session->world.alive(hero));
        ecs::DestroyEntities several;
        several.entities = {hero};
        ecs::DestroyMany many;
        many.entities.push_back(hero);
        for (const ecs::Edit& edit : {ecs::Edit(ecs::DestroyEntity{hero}), ecs::Edit(several), ecs::Edit(many)})
            CHECK(
                session->attached->lost_by({edit}) ==
                "Hit, components that the program does not register, which nobody sees from here");  // an enum with values
        CHECK(session->attached->lost_by({ecs::SetParent{hero, {}}}).empty());
        CHECK(session->attached->lost_by({ecs::CreateEntities{{{}}}}).empty());
        CHECK(session->attached->lost_by({ecs::DestroyEntity{{9999, 1}}}).empty());
        session->attached->accept_losses();
        CHECK(session->attached->lost_by({ecs::DestroyEntity{hero}}).empty());
        CHECK(session->attached->kind() == "Bevy");
        CHECK(session->attached->y_grows_up());
    }
    SECTION("values that a Flecs program does not describe, also of what is below") {
        test::FakeFlecs fake;
        fake.things[501].components["Raw"] = nullptr;
        fake.instead = [](const test::Asked& asked) {
            if (!asked.target.starts_with("/query?expr=flecs.core.Component")) return false;
            asked.answer(R"({"results":[{"name":"Raw","id":80,"components":{"flecs.core.Component":{"size":4}}}]})");
            return true;
        };
        const auto session = make_attached_session(
            demo_game(), {.kind = remote::find_owner_kind("flecs"), .port = fake.program->port()});
        REQUIRE(arrives(*session));
        const ecs::Entity hero = session->world.find_by_name("Hero"), helmet = session->world.find_by_name("Helmet");
        REQUIRE(session->world.parent(helmet) == hero);
        for (const ecs::Entity each : {helmet, hero})
            CHECK(session->attached->lost_by({ecs::DestroyEntity{each}}) == "values that Flecs does not describe: Raw");
        fake.change([&] { fake.things[501].components.erase("Raw"); });
        CHECK(comes(*session, [&] { return session->attached->lost_by({ecs::DestroyEntity{hero}}).empty(); }));
        CHECK(session->attached->kind() == "Flecs");
        CHECK_FALSE(session->attached->y_grows_up());
    }
    SECTION("a Chunkscope program describes all") {
        if (!remote::HttpServer::available()) {
            SUCCEED("built without cpp-httplib");
            return;
        }
        ServedScene served;
        const auto session = attach_to(served.port);
        REQUIRE(arrives(*session));
        CHECK(session->attached->lost_by({ecs::DestroyEntity{session->world.find_by_name("Player")}}).empty());
        CHECK(session->attached->kind() == "Chunkscope");
    }
}

TEST_CASE("AttachedWorld: saved, it is a world file like any other", "[attach]") {
    if (!remote::HttpServer::available()) {
        SUCCEED("built without cpp-httplib");
        return;
    }
    const TemporaryFolder folder;
    ServedScene served;
    const auto session = attach_to(served.port);
    REQUIRE(arrives(*session));
    save_world(*session, folder.path / "copy.json");
    const auto loaded = load_world(demo_game(), folder.path / "copy.json");
    CHECK(loaded->world.entity_count() == 32);
    CHECK(loaded->losses.empty());
    CHECK(number_of(*loaded, loaded->world.find_by_name("Player"), "Health.hp") == 100);
}

TEST_CASE("AttachedWorld: let go of, it is a world of its own that no file has", "[attach]") {
    if (!remote::HttpServer::available()) {
        SUCCEED("built without cpp-httplib");
        return;
    }
    ServedScene served;
    const auto session = attach_to(served.port);
    REQUIRE(comes(*session, [&] { return session->schedule.find("Seek") != nullptr; }));
    REQUIRE(session->program_kind());
    const Session::ProgramKind kind = *session->program_kind();
    release_attached(*session);
    served.stop();
    // It is drawn as before.
    REQUIRE(session->program_kind());
    CHECK(session->program_kind()->name == kind.name);
    CHECK(session->program_kind()->y_grows_up == kind.y_grows_up);
    CHECK(session->attached == nullptr);
    CHECK(session->unsaved());
    CHECK(session->schedule.systems().empty());
    CHECK(session->world.entity_count() == 32);
    const ecs::Entity player = session->world.find_by_name("Player");
    CHECK(session->history.perform({"Destroy Player", {ecs::DestroyEntity{player}}}).empty());
    CHECK(session->world.entity_count() == 30);  // with its shield
    CHECK(session->history.undo().empty());
    CHECK(session->world.entity_count() == 32);
}

TEST_CASE("ProgramFinder: what speaks Bevy's protocol under another name is not taken for Bevy", "[attach]") {
    test::FakeBevy fake(19);
    const auto found = [&] {
        ProgramFinder finder;
        finder.start({{remote::find_owner_kind("bevy"), fake.program->port()}});
        REQUIRE(test::until([&] { return !finder.searching(); }));
        REQUIRE(finder.found().size() == 1);
        return finder.found().front();
    };
    CHECK(found().what == "Bevy 0.19.0");
    CHECK(found().why_not.empty());
    fake.change([&] { fake.title = "Other Engine"; });
    CHECK(found().what == "Other Engine 0.19.0");
    CHECK(found().why_not == "Other Engine 0.19.0 is of a kind that this version does not know");
}

TEST_CASE("ProgramFinder: it finds the programs that answer, but not its own", "[attach]") {
    if (!remote::HttpServer::available()) {
        SUCCEED("built without cpp-httplib");
        return;
    }
    ServedScene served;
    const std::vector<Door> doors{{remote::find_owner_kind("flecs"), served.port},
                                  {remote::find_owner_kind("bevy"), served.port}};
    ProgramFinder finder;
    finder.start(doors);
    REQUIRE(test::until([&] { return !finder.searching(); }));
    REQUIRE(finder.found().size() == 1);
    CHECK(finder.found()[0].target.kind == remote::find_owner_kind("chunkscope"));
    CHECK(finder.found()[0].target.port == served.port);

    finder.start(doors, {"127.0.0.1:" + std::to_string(served.port)});
    REQUIRE(test::until([&] { return !finder.searching(); }));
    CHECK(finder.found().empty());
}

}  // namespace attached_world_test
