#include "probe/run/probe.hpp"

#include <atomic>
#include <chrono>
#include <span>
#include <string>

#include <poll.h>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/ecs.hpp"
#include "probe/net/socket.hpp"
#include "probe/run/running_programs.hpp"
#include "probe/wire/frames.hpp"

namespace probe_test {

namespace {

const std::atomic<bool> never = false;

probe::Descriptor connect_to(const probe::Probe& probe) {
    std::string why;
    probe::Descriptor socket = probe::connected("127.0.0.1", probe.port(), std::chrono::milliseconds(5000), never, why);
    REQUIRE(socket);
    return socket;
}

probe::ByteWriter hello(const std::string& token, std::uint16_t major = probe::link_major) {
    probe::ByteWriter frame;
    const std::size_t begin = probe::begin_frame(frame, probe::FrameKind::Hello);
    frame.number(probe::link_magic);
    frame.number(major);
    frame.number(probe::worlds_minor);
    frame.text(token);
    frame.text("9.9");
    probe::end_frame(frame, begin);
    return frame;
}

/// The first frame that comes; nothing when the connection ends without one.
std::optional<probe::Frame> first_frame(const probe::Descriptor& socket) {
    probe::FrameReader reader(probe::most_picture_bytes);
    std::vector<std::byte> piece(4096);
    const auto end = probe::Clock::now() + std::chrono::seconds(30);
    while (probe::wait_for(socket.number(), POLLIN, end, never) == probe::Ready::Yes) {
        const std::ptrdiff_t count = probe::receive_some(socket, piece);
        if (count < 0) return std::nullopt;
        REQUIRE(reader.take_in(std::span(piece).first(static_cast<std::size_t>(count))));
        if (auto frame = reader.next()) return frame;
    }
    return std::nullopt;
}

}  // namespace

TEST_CASE("Probe: says its name to who knows the token", "[probe]") {
    probe::Probe probe("my game", {.announced = false});
    REQUIRE(probe.problem().empty());
    const probe::Descriptor socket = connect_to(probe);
    probe::send_some(socket, hello(probe.token()).bytes());
    const auto frame = first_frame(socket);
    REQUIRE(frame);
    REQUIRE(frame->kind == probe::FrameKind::Welcome);
    probe::ByteReader from(frame->body);
    CHECK(from.number<std::uint16_t>() == probe::link_major);
    from.number<std::uint16_t>();
    CHECK(from.text() == "my game");
    CHECK(from.text() == probe::library_version());
}

TEST_CASE("Probe: another protocol, another token and no hello at all are refused in one sentence", "[probe]") {
    probe::Probe probe("my game", {.announced = false});
    const auto refusal = [&](const probe::ByteWriter& sent) {
        const probe::Descriptor socket = connect_to(probe);
        probe::send_some(socket, sent.bytes());
        const auto frame = first_frame(socket);
        if (!frame || frame->kind != probe::FrameKind::Refused) return std::string("no refusal");
        probe::ByteReader from(frame->body);
        return std::string(from.text());
    };
    CHECK(refusal(hello("guessed")) == "the token is not that of the program");
    CHECK(refusal(hello(probe.token(), probe::link_major + 1)).find("the program (") == 0);
    CHECK(refusal(hello(probe.token(), probe::link_major - 1)).find("the editor (9.9) is older") == 0);
    probe::ByteWriter other;
    probe::end_frame(other, probe::begin_frame(other, probe::FrameKind::Seen));
    CHECK(refusal(other).find("another protocol") != std::string::npos);
    probe::ByteWriter http;
    http.raw("GET / HTTP/1.1\r\n\r\n", 18);
    CHECK(refusal(http).find("another protocol") != std::string::npos);
    CHECK_FALSE(probe.connected());
}

TEST_CASE("Probe: random bytes from who knows the token change nothing and end nothing but the connection", "[probe]") {
    struct Place {
        float x = 1;
    };
    ecs::World world;
    world.create(Place{});
    probe::Probe probe("my game", {.announced = false, .share = 0});
    probe.show(world);
    ecs::Random random(11);
    const std::uint64_t hash = ecs::state_hash(world);
    int ended = 0;
    for (int round = 0; round < 60; ++round) {
        const probe::Descriptor socket = connect_to(probe);
        probe::send_some(socket, hello(probe.token()).bytes());
        // The one before may not have been noticed to be gone.
        const auto frame = first_frame(socket);
        if (!frame || frame->kind != probe::FrameKind::Welcome) continue;
        probe::ByteWriter noise;
        for (int i = 0; i < 20; ++i) {
            using Kind = probe::FrameKind;
            constexpr Kind kinds[] = {Kind::Request,    Kind::Seen,       Kind::SendAgain,
                                      Kind::ShowHidden, Kind::WantMemory, Kind::Control};
            const std::size_t begin = probe::begin_frame(noise, kinds[random.below(6)]);
            for (std::uint32_t bytes = random.below(40); bytes > 0; --bytes)
                noise.number(static_cast<std::uint8_t>(random.below(256)));
            probe::end_frame(noise, begin);
        }
        probe::send_some(socket, noise.bytes());
        const auto end = probe::Clock::now() + std::chrono::seconds(20);
        while (probe.connected() && probe::Clock::now() < end) probe.tick();
        ++ended;
        CHECK_FALSE(probe.connected());
    }
    CHECK(ended > 10);
    CHECK(ecs::state_hash(world) == hash);
}

TEST_CASE("Probe: who does not take its pictures does not hold up the program, and gets no more of them", "[probe]") {
    struct Place {
        float x = 1;
    };
    ecs::World world;
    const ecs::Entity entity = world.create(Place{});
    probe::Probe probe("my game", {.announced = false, .share = 0});
    probe.show(world);
    const probe::Descriptor socket = connect_to(probe);
    probe::send_some(socket, hello(probe.token()).bytes());
    REQUIRE(first_frame(socket));
    for (int i = 0; i < 2'000; ++i) {
        world.get_mut<Place>(entity).x += 1;
        probe.tick();
    }
    CHECK(probe.counts().ticks == 2'000);
    CHECK(probe.counts().pictures <= 16);
}

}  // namespace probe_test
