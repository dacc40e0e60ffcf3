// A client that is no more than a socket controls the ticks of a program.
#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include <poll.h>

#include "catch.hpp"
#include "ecs/ecs.hpp"
#include "ecs/mirror/fake_owner.hpp"
#include "probe/net/socket.hpp"
#include "probe/run/probe.hpp"
#include "probe/run/running_programs.hpp"
#include "probe/wire/frames.hpp"
#include "probe/wire/picture.hpp"

namespace probe_control_test {

namespace {

using Control = ecs::OwnerControl;

const std::atomic<bool> never = false;

class Client {
public:
    explicit Client(const probe::Probe& probe) {
        std::string why;
        socket_ = probe::connected("127.0.0.1", probe.port(), std::chrono::milliseconds(5000), never, why);
        REQUIRE(socket_);
        send(probe::FrameKind::Hello, [&](probe::ByteWriter& to) {
            to.number(probe::link_magic);
            to.number(probe::link_major);
            to.number(probe::worlds_minor);
            to.text(probe.token());
            to.text("1");
        });
        REQUIRE(next());  // the welcome
    }
    void control(std::uint64_t number, const Control& control, std::uint64_t who = 5) {
        send(probe::FrameKind::Control, [&](probe::ByteWriter& to) {
            to.number(who);
            to.number(number);
            probe::write_control(to, control);
        });
    }
    /// Takes in so many pictures.
    bool see(int pictures) {
        for (int i = 0; i < pictures; ++i) {
            const auto frame = next();
            if (!frame || frame->kind != probe::FrameKind::Picture) return false;
            probe::ByteReader from(frame->body);
            const probe::PictureHead head = probe::read_head(from);
            send(probe::FrameKind::Seen, [&](probe::ByteWriter& to) { to.number(head.number); });
        }
        return true;
    }

private:
    void send(probe::FrameKind kind, const std::function<void(probe::ByteWriter&)>& write) {
        probe::ByteWriter frame;
        const std::size_t begin = probe::begin_frame(frame, kind);
        write(frame);
        probe::end_frame(frame, begin);
        probe::send_some(socket_, frame.bytes());
    }
    std::optional<probe::Frame> next() {
        const auto end = probe::Clock::now() + std::chrono::seconds(30);
        while (true) {
            if (auto frame = reader_.next()) return frame;
            if (probe::wait_for(socket_.number(), POLLIN, end, never) != probe::Ready::Yes) return std::nullopt;
            std::vector<std::byte> piece(4096);
            const std::ptrdiff_t count = probe::receive_some(socket_, piece);
            if (count < 0 || !reader_.take_in(std::span(piece).first(static_cast<std::size_t>(count))))
                return std::nullopt;
        }
    }

    probe::Descriptor socket_;
    probe::FrameReader reader_{probe::most_picture_bytes};
};

/// A program with three systems, of which each counts its runs.
struct Game {
    ecs::World world;
    ecs::Schedule schedule{world};
    probe::Probe probe{"game", {.announced = false, .share = 0}};
    std::string ran;
    int ticks = 0;

    Game() {
        for (const char* name : {"A", "B", "C"})
            schedule.system<>(name, [this, name](ecs::SystemContext&) { ran += name; });
        probe.show(world, schedule);
    }
    void run() {
        if (!probe.tick()) return;
        ++ticks;
        schedule.tick();
    }
    bool until(const std::function<bool()>& done) {
        const auto end = probe::Clock::now() + std::chrono::seconds(30);
        while (!done()) {
            if (probe::Clock::now() > end) return false;
            run();
        }
        return true;
    }
    bool carried_out(std::uint64_t controls) {
        return until([&] { return probe.counts().controls >= controls; });
    }
    /// Ticks in so many calls.
    int in(int calls) {
        const int before = ticks;
        for (int i = 0; i < calls; ++i) run();
        return ticks - before;
    }
};

}  // namespace

TEST_CASE("Probe control: the program pauses, steps as many ticks as it is told, and goes on", "[probe][control]") {
    Game game;
    Client client(game.probe);
    client.control(1, {.kind = Control::Kind::Pause});
    REQUIRE(game.carried_out(1));
    CHECK(game.in(20) == 0);
    int before = game.ticks;
    client.control(2, {.kind = Control::Kind::StepTicks, .ticks = 1});
    client.control(3, {.kind = Control::Kind::StepTicks, .ticks = 5});
    REQUIRE(game.carried_out(3));
    game.in(20);
    CHECK(game.ticks - before == 6);
    const std::uint64_t tick = game.world.tick();
    client.control(4, {.kind = Control::Kind::RunToTick, .ticks = tick + 7});
    REQUIRE(game.carried_out(4));
    game.in(20);
    CHECK(game.world.tick() == tick + 7);
    client.control(5, {.kind = Control::Kind::Go});
    REQUIRE(game.carried_out(5));
    CHECK(game.in(20) == 20);
    client.control(6, {.kind = Control::Kind::Pause});
    client.control(7, {.kind = Control::Kind::SetSpeed, .speed = 0.25});
    client.control(8, {.kind = Control::Kind::SetSpeed, .speed = 2});  // changes nothing
    client.control(9, {.kind = Control::Kind::SetSpeed, .speed = -1});
    REQUIRE(game.carried_out(9));
    client.control(10, {.kind = Control::Kind::Go});
    before = game.ticks;
    REQUIRE(game.carried_out(10));
    // The call that took it in is the first of these.
    game.in(99);
    CHECK(game.ticks - before == 25);
}

TEST_CASE("Probe control: one system at a time through a tick, and what is left of it runs with the next tick",
          "[probe][control]") {
    Game game;
    Client client(game.probe);
    client.control(1, {.kind = Control::Kind::Pause});
    REQUIRE(game.carried_out(1));
    game.ran.clear();
    const std::uint64_t tick = game.world.tick();
    for (std::uint64_t i = 0; i < 3; ++i) {
        CHECK(game.world.tick() == tick);
        client.control(2 + i, {.kind = Control::Kind::StepSystem});
        REQUIRE(game.carried_out(2 + i));
        CHECK(game.ran == std::string("ABC").substr(0, i + 1));
    }
    CHECK(game.world.tick() == tick + 1);
    // A system that is asked for behind a tick runs behind it.
    client.control(5, {.kind = Control::Kind::StepTicks, .ticks = 1});
    client.control(6, {.kind = Control::Kind::StepSystem});
    REQUIRE(game.carried_out(6));
    CHECK(game.ran == "ABCABCA");
    CHECK(game.schedule.within_tick());
    client.control(7, {.kind = Control::Kind::Go});
    REQUIRE(game.carried_out(7));
    CHECK(game.ran == "ABCABCABC");
    CHECK(game.world.tick() == tick + 3);
}

TEST_CASE("Probe control: what is repeated is not done again, also after the connection broke", "[probe][control]") {
    Game game;
    {
        Client client(game.probe);
        client.control(1, {.kind = Control::Kind::Pause});
        client.control(2, {.kind = Control::Kind::StepTicks, .ticks = 3});
        client.control(2, {.kind = Control::Kind::StepTicks, .ticks = 3});
        client.control(1, {.kind = Control::Kind::Go});
        client.control(3, {.kind = Control::Kind::Pause});
        REQUIRE(game.carried_out(3));
        CHECK(game.probe.counts().controls == 3);
    }
    // Who held it is gone: it goes on.
    REQUIRE(game.until([&] { return !game.probe.connected(); }));
    CHECK(game.in(10) == 10);
    {
        Client client(game.probe);
        client.control(3, {.kind = Control::Kind::Pause});
        client.control(4, {.kind = Control::Kind::SetSpeed, .speed = 0.5});
        REQUIRE(game.carried_out(4));
        CHECK(game.probe.counts().controls == 4);
        CHECK(game.in(10) == 5);
    }
    REQUIRE(game.until([&] { return !game.probe.connected(); }));
    Client other(game.probe);
    other.control(1, {.kind = Control::Kind::Pause}, 6);
    REQUIRE(game.carried_out(5));
    CHECK(game.in(10) == 0);
}

TEST_CASE("Probe control: tick_or_wait() stands still, answers meanwhile, and returns when the client is gone",
          "[probe][control]") {
    Game game;
    Client client(game.probe);
    client.control(1, {.kind = Control::Kind::Pause});
    REQUIRE(game.carried_out(1));
    const std::uint64_t pictures = game.probe.counts().pictures;
    bool saw = false;
    std::thread looker([&saw, mine = std::move(client)]() mutable {
        Client gone = std::move(mine);
        saw = gone.see(20);
    });
    game.probe.tick_or_wait();
    CHECK(game.probe.counts().pictures >= pictures + 10);
    looker.join();
    CHECK(saw);
    game.probe.tick_or_wait();  // nobody holds it any more
}

TEST_CASE("Probe control: single steps do not wait in tick_or_wait(), however slow the program is",
          "[probe][control]") {
    Game game;
    Client client(game.probe);
    client.control(1, {.kind = Control::Kind::StepTicks, .ticks = 3});
    REQUIRE(game.carried_out(1));
    game.in(10);
    client.control(2, {.kind = Control::Kind::SetSpeed, .speed = 1e-9});
    client.control(3, {.kind = Control::Kind::StepTicks, .ticks = 3});
    for (int i = 0; i < 3; ++i) game.probe.tick_or_wait();
    CHECK(game.probe.counts().controls == 3);
    CHECK_FALSE(game.probe.tick());
}

TEST_CASE("Probe control: a world of another library is paused and stepped, but not system by system",
          "[probe][control]") {
    test::FakeOwner owner;
    owner.spawn();
    probe::Probe probe("game", {.announced = false, .share = 0});
    probe.show(owner);
    Client client(probe);
    client.control(1, {.kind = Control::Kind::StepSystem});
    client.control(2, {.kind = Control::Kind::StepTicks, .ticks = 2});
    const auto end = probe::Clock::now() + std::chrono::seconds(30);
    int ticks = 0;
    while (probe.counts().controls < 2 && probe::Clock::now() < end) ticks = probe.tick();
    for (int i = 0; i < 20; ++i) ticks += probe.tick();
    CHECK(probe.counts().controls == 2);
    CHECK(ticks == 2);
    probe.hide();
    CHECK(probe.tick());
}

TEST_CASE("Probe control: after the first client has gone, a second one that takes nothing does not keep the pause",
          "[probe][control]") {
    Game game;
    game.world.create(ecs::Name{std::string(std::size_t{30} << 20, 'x')});  // more than a socket holds
    std::optional<Client> first(game.probe);
    first->control(1, {.kind = Control::Kind::Pause});
    REQUIRE(game.carried_out(1));
    CHECK_FALSE(game.probe.tick());
    const std::uint64_t pictures = game.probe.counts().pictures;
    const Client second(game.probe);
    const auto end = probe::Clock::now() + std::chrono::seconds(40);
    const auto until = [&](const std::function<bool()>& done) {
        while (!done() && probe::Clock::now() < end) (void)game.probe.tick();
        return done();
    };
    REQUIRE(until([&] { return game.probe.counts().pictures > pictures; }));
    first.reset();
    CHECK(until([&] { return game.probe.tick(); }));
}

}  // namespace probe_control_test
