// Recorded connections of each protocol that was released (tests/data/link): what a program of then sends is understood
// now, and what an editor of then sends is carried out by a program of now.
//
//     remote_tests "[.record]"     writes those of the present protocol anew, into the folder RECORD_LINKS
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "catch.hpp"
#include "ecs/ecs.hpp"
#include "ecs/record/owner_writes.hpp"
#include "ecs/support/test_types.hpp"
#include "probe/wire/frames.hpp"
#include "remote/support/linked_program.hpp"
#include "remote/support/raw_client.hpp"
#include "remote/support/recorded_program.hpp"

namespace recorded_links_test {

namespace {

namespace fs = std::filesystem;
using Control = ecs::OwnerControl;
using namespace test::recorded_program;

std::string text_of_file(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// Of a number in the name: "1.2".
std::vector<std::string> protocols() {
    std::vector<std::string> all;
    for (const auto& each : fs::directory_iterator(fs::path(TEST_DATA_DIR) / "link"))
        if (each.path().extension() == ".program") all.push_back(each.path().stem().string());
    std::sort(all.begin(), all.end());
    return all;
}

/// Each entity in a line, by its name: what is above it, and its values.
std::string text_of(const ecs::World& world) {
    std::vector<std::string> lines;
    const auto value = [&](ecs::Entity entity, const char* name) -> const void* {
        const ecs::ComponentType* const type = world.types().find(name);
        return type != nullptr && world.has(entity, type->id) ? world.get(entity, type->id) : nullptr;
    };
    for (const ecs::Entity entity : test::entities_of(world)) {
        if (world.name(entity).empty()) continue;
        std::string& line = lines.emplace_back(world.name(entity));
        if (world.parent(entity)) line += " below " + std::string(world.name(world.parent(entity)));
        if (const void* const hp = value(entity, "Health"))
            line += " hp " + std::to_string(static_cast<const Health*>(hp)->hp);
        if (const void* const label = value(entity, "Label"))
            line += " label " + static_cast<const Label*>(label)->text;
        if (const void* const target = value(entity, "Target"))
            line += " at " + std::string(world.name(static_cast<const Target*>(target)->entity));
        const ecs::ComponentType* const frozen = world.types().find("Frozen");
        if (frozen != nullptr && world.has(entity, frozen->id)) line += " frozen";
    }
    std::sort(lines.begin(), lines.end());
    std::string text;
    for (const std::string& line : lines) text += line + '\n';
    return text;
}

constexpr const char* after_edits =
    "Chief hp 77 label the second at Enemy frozen\n"
    "Enemy hp 20 at Chief\n"
    "Ice\n"
    "Made below Chief hp 9\n";

/// What the editor of the recordings does.
void use(Program& program, test::ProgramClient& client) {
    const auto until = [&](const std::function<bool()>& done) {
        return test::go_on(
            [&] {
                program.run();
                client.update();
            },
            done);
    };
    ecs::World& seen = client.mirror.world();
    client.mirror.show_world("main");
    REQUIRE(until([&] { return static_cast<bool>(seen.find_by_name("Hero")); }));
    const auto type = [&](const char* name) -> const ecs::ComponentType& { return *seen.types().find(name); };
    const auto named = [&](const char* name) { return seen.find_by_name(name); };
    const auto does = [&](std::vector<ecs::Edit> edits) {
        REQUIRE(client.history.perform({"An edit", std::move(edits)}).empty());
        REQUIRE(until([&] { return client.mirror.unanswered() == 0; }));
    };
    (void)client.owner.memory();
    const std::array recorded{named("Hero")};
    client.owner.writes()->want(recorded, {}, false);
    std::size_t writes = 0;
    REQUIRE(until([&] {
        client.owner.writes()->take([&](const ecs::FieldRecord&) { ++writes; });
        return writes > 0;
    }));
    client.owner.breakpoints()->want({{.id = 1, .text = "Health.hp < 0", .enabled = true}});
    REQUIRE(until([&] { return !client.owner.breakpoints()->take_news().empty(); }));
    REQUIRE(client.control({.kind = Control::Kind::Pause}));
    REQUIRE(until([&] { return client.owner.clock()->paused; }));
    REQUIRE(client.control({.kind = Control::Kind::StepTicks, .ticks = 2}));
    REQUIRE(client.control({.kind = Control::Kind::StepSystem}));
    const ecs::Entity hero = named("Hero");
    does({ecs::SetComponent{hero, ecs::Value::of(type("Health"), Health{77}), {0}}});
    does({ecs::SetComponent{hero, ecs::Value::of(type("Label"), Label{"the second"}), {}}});
    does({ecs::AddComponent{hero, ecs::Value::of(type("Target"), Target{named("Enemy")})}});
    does({ecs::AddComponent{hero, ecs::Value(type("Frozen"))}});
    does({ecs::RemoveComponent{named("Ice"), type("Frozen").id}});
    does({ecs::SetComponent{hero, ecs::Value::of(seen.types()[seen.name_id()], ecs::Name{"Chief"}), {}}});
    does({ecs::DestroyEntity{named("Doomed")}});
    ecs::EntityRecord made;
    made.parent = hero;
    made.values.push_back(ecs::Value::of(seen.types()[seen.name_id()], ecs::Name{"Made"}));
    made.values.push_back(ecs::Value::of(type("Health"), Health{9}));
    does({ecs::CreateEntities{{std::move(made)}}});
    does({ecs::ToggleSystem{"Move", false}});
    REQUIRE(until([&] { return text_of(seen) == after_edits && client.owner.memory().unknown.empty(); }));
}

/// Sends to whoever connects what a program sent then, and takes what comes.
class Played {
public:
    explicit Played(std::string bytes)
        : bytes_(std::move(bytes)), listener_(probe::listening(port_, why_)), thread_([this] { run(); }) {}
    ~Played() {
        stop_ = true;
        thread_.join();
    }
    std::uint16_t port() const { return port_; }

private:
    void run() {
        const auto ready = [this](const probe::Descriptor& socket) {
            return probe::wait_for(socket.number(), POLLIN, probe::Clock::now() + std::chrono::milliseconds(200),
                                   stop_) == probe::Ready::Yes;
        };
        while (!stop_) {
            if (!ready(listener_)) continue;
            const probe::Descriptor client = probe::accepted(listener_);
            std::array<std::byte, 16384> piece;
            std::span<const std::byte> left = std::as_bytes(std::span(bytes_));
            for (bool open = static_cast<bool>(client); open && !stop_;) {
                if (ready(client)) open = probe::receive_some(client, piece) >= 0;
                while (open && !left.empty() && !stop_) {
                    const std::ptrdiff_t sent = probe::send_some(client, left);
                    open = sent >= 0;
                    left = left.subspan(static_cast<std::size_t>(std::max<std::ptrdiff_t>(sent, 0)));
                }
            }
        }
    }

    const std::string bytes_;
    std::uint16_t port_ = 0;
    std::string why_;
    probe::Descriptor listener_;
    std::atomic<bool> stop_ = false;
    std::thread thread_;  // goes first
};

constexpr std::size_t token_bytes = 32;

}  // namespace

TEST_CASE("Recorded links: what a program of an earlier protocol sends is understood", "[program][link]") {
    REQUIRE_FALSE(protocols().empty());
    for (const std::string& protocol : protocols()) {
        INFO(protocol);
        const Played program(text_of_file(fs::path(TEST_DATA_DIR) / "link" / (protocol + ".program")));
        test::ProgramClient client({.port = program.port(), .token = std::string(token_bytes, '0')});
        // The switch of a system was the last edit.
        REQUIRE(client.until([&] {
            const auto systems = client.owner.systems();
            return text_of(client.mirror.world()) == after_edits && !systems.empty() && !systems.front().enabled;
        }));
        const ecs::OwnerClock* const clock = client.owner.clock();
        REQUIRE(clock != nullptr);
        CHECK(clock->paused);
        REQUIRE(client.owner.systems().size() == 1);
        CHECK(client.owner.systems().front().name == "Move");
        CHECK(*client.owner.worlds() == ecs::OwnerWorlds{{"other", "main"}, 1});
        CHECK(client.mirror.world().types().find("Health")->fields.front().max == 100);
    }
}

TEST_CASE("Recorded links: what an editor of an earlier protocol sends is carried out", "[program][link]") {
    for (const std::string& protocol : protocols()) {
        INFO(protocol);
        Program program;
        std::string sent = text_of_file(fs::path(TEST_DATA_DIR) / "link" / (protocol + ".editor"));
        const std::size_t token = sent.find(std::string(token_bytes, '0'));
        REQUIRE(token != std::string::npos);
        REQUIRE(program.probe.token().size() == token_bytes);
        sent.replace(token, token_bytes, program.probe.token());
        const test::RawClient editor(program.probe.port());
        REQUIRE(editor.connected);
        // It asks for changes when it has seen the world that it wants.
        std::size_t wish = 0;
        probe::FrameReader frames(1u << 20);
        REQUIRE(frames.take_in(std::as_bytes(std::span(sent))));
        for (std::optional<probe::Frame> each; (each = frames.next());) {
            wish += probe::frame_head_bytes + each->body.size();
            if (each->kind != probe::FrameKind::ShowWorld) continue;
            const std::string_view name(reinterpret_cast<const char*>(each->body.data()), each->body.size());
            if (name.find("main") != std::string_view::npos) break;
        }
        REQUIRE(editor.send(std::string_view(sent).substr(0, wish)));
        const auto runs_until = [&](auto done) { return test::go_on([&] { program.run(); }, done); };
        REQUIRE(runs_until([&] { return program.world.tick() > 0 && program.probe.counts().pictures > 0; }));
        const std::uint64_t pictures = program.probe.counts().pictures;
        REQUIRE(runs_until([&] { return program.probe.counts().pictures > pictures; }));
        REQUIRE(editor.send(std::string_view(sent).substr(wish)));
        REQUIRE(test::go_on([&] { program.run(); }, [&] { return text_of(program.world) == after_edits; }));
        CHECK_FALSE(program.schedule.find("Move")->enabled);
        // It is paused: with the last step made, nothing moves any more.
        for (int i = 0; i < 50; ++i) program.run();
        const std::uint64_t tick = program.world.tick();
        for (int i = 0; i < 20; ++i) program.run();
        CHECK(program.world.tick() == tick);
        CHECK(text_of(program.other) == "Of another world hp 1\n");
    }
}

TEST_CASE("Recorded links: the present protocol is among them", "[program][link]") {
    const std::vector<std::string> all = protocols();
    const std::string present = std::to_string(probe::link_major) + '.' + std::to_string(probe::link_minor);
    CHECK(std::find(all.begin(), all.end(), present) != all.end());
}

TEST_CASE("Recorded links: make those of the present protocol", "[.record]") {
    const char* const folder = std::getenv("RECORD_LINKS");
    REQUIRE(folder != nullptr);
    Program program;
    test::Relay relay(program.probe.port());
    {
        test::ProgramClient client({.port = relay.port(), .token = program.probe.token()});
        use(program, client);
    }
    relay.end();
    std::string editor = relay.from_client();
    const std::size_t token = editor.find(program.probe.token());
    REQUIRE(token != std::string::npos);
    editor.replace(token, token_bytes, std::string(token_bytes, '0'));
    const fs::path file =
        fs::path(folder) / (std::to_string(probe::link_major) + '.' + std::to_string(probe::link_minor));
    std::ofstream(file.string() + ".editor", std::ios::binary) << editor;
    std::ofstream(file.string() + ".program", std::ios::binary) << relay.from_program();
}

}  // namespace recorded_links_test
