#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include "ecs/mirror/fake_owner.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/support/world_state.hpp"
#include "fuzz_targets.hpp"
#include "hostile_end.hpp"
#include "probe/wire/memory_bytes.hpp"
#include "remote/support/recorded_program.hpp"

namespace test {

namespace {

using probe::FrameKind;

void must(bool holds, const char* what) {
    if (!holds) throw std::logic_error(what);
}

/// What the editor meets, by the last byte of the input. That of the recordings is a 0.
enum class Met : std::uint8_t { Worlds, OtherLibrary, AnotherEditor, ReadOnly };

std::atomic<bool> never = false;

HostileEnd connect_to(const probe::Probe& probe) {
    std::string why;
    probe::Descriptor socket = probe::connected("127.0.0.1", probe.port(), std::chrono::seconds(10), never, why);
    must(static_cast<bool>(socket), "the program listens");
    return HostileEnd(std::move(socket));
}

probe::ByteWriter show_world() {
    return hostile_frame(FrameKind::ShowWorld, [](probe::ByteWriter& to) {
        to.text("main");
        to.number(std::uint8_t{0});  // not in parts
    });
}

struct Scene {
    explicit Scene(Met what) : met(what), program(what == Met::ReadOnly), first(connect_to(program.probe)) {
        if (met == Met::OtherLibrary) {
            for (int i = 0; i < 3; ++i) fake.set(fake.spawn(), FakeOwner::health, std::int32_t{i});
            program.probe.hide("main");
            program.probe.show("main", fake);
        }
        if (met != Met::AnotherEditor) return;
        first.send(hello().bytes());
        first.send(show_world().bytes());
        steps_until([this] { step(); }, [this] { return first.count(FrameKind::Picture) > 0; },
                    "an editor is shown the world");
    }
    probe::ByteWriter hello() const {
        return hostile_frame(FrameKind::Hello, [this](probe::ByteWriter& to) {
            to.number(probe::link_magic);
            to.number(probe::link_major);
            to.number(probe::link_minor);
            to.text(program.probe.token());
            to.text("0.1.0");
        });
    }
    void step() {
        program.run();
        if (met == Met::AnotherEditor) first.take();
    }
    bool untouched() const;

    const Met met;
    FakeOwner fake;
    recorded_program::Program program;
    HostileEnd first;  // of another editor
};

/// It is what it would be without an editor.
bool Scene::untouched() const {
    recorded_program::Program same;
    while (same.world.tick() < program.world.tick()) same.schedule.tick();
    return ecs::state_hash(same.world) == ecs::state_hash(program.world) &&
           ecs::state_hash(same.other) == ecs::state_hash(program.other) && fake.asked.empty() &&
           program.schedule.find("Move")->enabled;
}

/// The program has taken all that came before this. A request of another world is answered and does nothing; who only
/// reads sees the answer to a wish.
bool is_taken(Scene& scene, HostileEnd& guest, const FoundFrames& found, std::size_t frames, std::size_t& requests) {
    constexpr std::uint64_t number = ~std::uint64_t{0};
    const auto step = [&] {
        scene.step();
        guest.take();
    };
    const auto wait = [&](auto&& done) {
        steps_until(
            step, [&] { return guest.ended || done(); }, "the program takes what comes");
        return !guest.ended;
    };
    if (scene.met == Met::AnotherEditor) {
        const std::size_t before = guest.count(FrameKind::Memory);
        const auto sent_end = found.frames.begin() + static_cast<std::ptrdiff_t>(frames);
        const bool chose = std::any_of(found.frames.begin(), sent_end,
                                       [](const probe::Frame& each) { return each.kind == FrameKind::ShowWorld; });
        // Until it has chosen one of several worlds, it is sent nothing.
        if (!chose) guest.send(show_world().bytes());
        guest.send(
            hostile_frame(FrameKind::WantMemory, [&](auto& to) { probe::write_wish(to, {.number = number}); }).bytes());
        return wait([&] {
            if (guest.count(FrameKind::Memory) == before) return false;
            probe::ByteReader from(guest.last[static_cast<std::size_t>(FrameKind::Memory)].body);
            return from.number<std::uint64_t>() == number;
        });
    }
    std::uint64_t who = 0;  // another client would make the program forget what this one has asked
    std::size_t asked = 1;
    for (std::size_t i = 1; i < frames; ++i) {
        const probe::Frame& frame = found.frames[i];
        if (frame.kind != FrameKind::Request && frame.kind != FrameKind::Control) continue;
        asked += frame.kind == FrameKind::Request ? 1 : 0;
        who = probe::ByteReader(frame.body).number<std::uint64_t>();
    }
    guest.send(hostile_frame(FrameKind::Request, [&](auto& to) {
                   to.number(who);
                   to.number(number);
                   to.number(std::uint64_t{0});
               }).bytes());
    const std::size_t wanted = asked + requests++;
    return wait([&] { return scene.program.probe.counts().requests >= wanted; });
}

}  // namespace

void fuzz_link_editor(std::span<const std::uint8_t> input) {
    constexpr std::size_t frames_at_once = 4;
    std::string text(reinterpret_cast<const char*>(input.data()), input.size());
    Scene scene(static_cast<Met>(text.empty() ? 0 : static_cast<std::uint8_t>(text.back()) % 4));
    const std::string& token = scene.program.probe.token();
    const std::size_t at = text.find(std::string(token.size(), '0'));
    if (at != std::string::npos) text.replace(at, token.size(), token);
    const std::span<const std::byte> bytes = std::as_bytes(std::span(text));
    const FoundFrames found(bytes, probe::most_asked_bytes);
    HostileEnd guest = connect_to(scene.program.probe);
    std::size_t sent = 0, requests = 0;
    for (std::size_t frames = 0; frames < found.frames.size() && !guest.ended;) {
        frames = frames == 0 ? 1 : std::min(frames + frames_at_once, found.frames.size());
        guest.send(bytes.subspan(sent, found.end_of(frames) - sent));
        sent = found.end_of(frames);
        const auto step = [&] {
            scene.step();
            guest.take();
        };
        if (frames == 1)
            steps_until(
                step, [&] { return guest.ended || guest.count(FrameKind::Welcome) > 0; }, "a guest is answered");
        else if (!is_taken(scene, guest, found, frames, requests))
            break;
    }
    const bool welcome = guest.count(FrameKind::Welcome) > 0;
    must(!welcome || at < found.end_of(1), "nobody is welcome without the token");
    guest.send(bytes.subspan(sent));
    scene.step();
    const bool writes = welcome && (scene.met == Met::Worlds || scene.met == Met::OtherLibrary);
    must(writes || scene.untouched(), "nothing is written by who has no right to");
    for (const ecs::World* const world : {&scene.program.world, &scene.program.other}) {
        const std::string fault = storage_fault(*world);
        if (!fault.empty()) throw std::logic_error(fault);
    }
    { const HostileEnd gone = std::move(guest); }
    // It holds nobody up.
    const bool alone = scene.met != Met::AnotherEditor;
    if (alone)
        steps_until([&] { scene.step(); }, [&] { return !scene.program.probe.connected(); }, "the guest has gone");
    const std::uint64_t before = scene.program.world.tick();
    for (int i = 0; i < 2; ++i) scene.step();
    must(scene.program.world.tick() > before, "the program goes on");
}

}  // namespace test
