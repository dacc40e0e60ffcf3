#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "ecs/snapshot/state_hash.hpp"
#include "ecs/support/test_types.hpp"
#include "ecs/support/world_state.hpp"
#include "ecs/timeline/timeline.hpp"
#include "editor/attach/attached_world.hpp"
#include "files/world_file/world_file.hpp"
#include "fuzz_targets.hpp"
#include "hostile_end.hpp"
#include "probe/wire/picture.hpp"
#include "remote/program/program_owner.hpp"

namespace test {

namespace {

using probe::FrameKind;

void must(bool holds, const char* what) {
    if (!holds) throw std::logic_error(what);
}

constexpr const char* the_end = "this is the end of the input";

/// What a window with this program does, without the window.
struct Looking {
    explicit Looking(std::uint16_t port) : attached(make(port, owner), world, schedule, history, timeline) {}
    static std::unique_ptr<remote::RemoteOwner> make(std::uint16_t port, remote::ProgramOwner*& owner) {
        auto made = std::make_unique<remote::ProgramOwner>(remote::LinkOptions{.port = port, .token = "any"});
        owner = made.get();
        return made;
    }

    /// Memory, breakpoints, systems: all that a panel asks for.
    void look() {
        const ecs::OwnerMemory memory = owner->memory();
        for (std::size_t p = 0; p < std::min<std::size_t>(memory.pools.size(), 4); ++p)
            for (std::size_t b = 0; b < std::min<std::size_t>(memory.pools[p].blocks.size(), 2); ++b) {
                const auto read = owner->read_block(memory, {p, b, 0, memory.pools[p].blocks[b].bytes});
                if (read) must(read->bytes.size() <= probe::most_part_bytes, "a part of a block is bounded");
            }
        if (ecs::OwnerBreakpoints* const checks = owner->breakpoints()) {
            checks->want({{.id = 1, .text = "Health.hp < 0", .enabled = true}});
            (void)checks->take_news();
            (void)checks->take_stop();
        }
        if (const ecs::OwnerClock* const clock = owner->clock()) must(clock->speed > 0, "a speed is one");
    }
    /// A person edits what is there, and takes it back.
    void edit(std::size_t round) {
        const std::vector<ecs::Entity> all = entities_of(world);
        if (round % 3 == 2 && history.can_undo()) (void)history.undo();
        if (all.empty()) return;
        const ecs::Entity one = all[round % all.size()];
        if (round % 3 == 0) (void)history.perform({"Destroy", {ecs::DestroyEntity{one}}});
        if (round % 3 != 1) return;
        for (const ecs::ComponentId id : world.archetype_of(one).components()) {
            const ecs::ComponentType& type = world.types()[id];
            if (!type.is_tag()) (void)history.perform({"Set", {ecs::SetComponent{one, ecs::Value(type), {}}}});
        }
        (void)owner->control({.kind = ecs::OwnerControl::Kind::Pause});
    }
    void check() const {
        const std::string fault = storage_fault(world, true);
        if (!fault.empty()) throw std::logic_error(fault);
    }

    ecs::World world;
    ecs::Schedule schedule{world};
    ecs::History history{world, schedule};
    ecs::Timeline timeline{world, schedule, history};
    remote::ProgramOwner* owner = nullptr;
    editor::AttachedWorld attached;
};

/// It can be kept in a file, and comes back from it. Types of our own names may have lost members that ours have not.
void save(const ecs::World& world) {
    const std::string text = files::write_world(world, {});
    ecs::World again;
    files::read_world(text, "fuzz.json", again, {.losses = files::Losses::Accept});
    must(again.entity_count() == world.entity_count(), "what was seen is saved");
}

}  // namespace

void fuzz_link_program(std::span<const std::uint8_t> input) {
    const std::span<const std::byte> bytes = std::as_bytes(input);
    const FoundFrames found(bytes, probe::most_picture_bytes);
    std::uint16_t port = 0;
    std::string why;
    const probe::Descriptor listener = probe::listening(port, why);
    must(static_cast<bool>(listener), "a port is free");
    Looking looking(port);
    probe::Descriptor accepted;
    steps_until([&] { accepted = probe::accepted(listener); }, [&] { return static_cast<bool>(accepted); },
                "the editor connects");
    HostileEnd program(std::move(accepted));
    std::size_t sent = 0, pictures = 0;
    const auto step = [&] {
        program.take();
        (void)looking.attached.update();
    };
    const auto is_taken = [&] { return program.ended || program.count(FrameKind::Seen) >= pictures; };
    for (std::size_t i = 0; i < found.frames.size() && !program.ended; ++i) {
        if (found.frames[i].kind != FrameKind::Picture) continue;
        program.send(bytes.subspan(sent, found.ends[i] - sent));
        sent = found.ends[i];
        ++pictures;
        steps_until(step, is_taken, "the editor takes a picture in");
        looking.look();
        looking.edit(pictures);
    }
    program.send(bytes.subspan(sent, found.end_of(found.frames.size()) - sent));
    ++pictures;
    program.send(hostile_frame(FrameKind::Picture, [&](auto& to) {
                     probe::write_head(to, {.number = pictures, .cannot = the_end});
                 }).bytes());
    steps_until(step, is_taken, "the editor takes in what comes, or ends the connection");
    program.send(bytes.subspan(found.end_of(found.frames.size())));
    looking.look();
    (void)looking.attached.take_messages();
    looking.check();
    (void)ecs::state_hash(looking.world);
    save(looking.world);
    if (looking.timeline.first_tick() < looking.world.tick()) {
        (void)looking.timeline.seek(looking.timeline.first_tick());
        looking.check();
    }
}

}  // namespace test
