// Clients that came later than the first one. Each sees the world that the first one looks at, by an owner of its own:
// over the world itself, or over the copy of another library's world.
#include <algorithm>
#include <memory>
#include <utility>

#include "probe/run/probe_state.hpp"

namespace probe {

Viewer* Probe::State::find_reader(std::uint64_t connection) {
    const auto found =
        std::find_if(readers.begin(), readers.end(), [&](const Viewer& each) { return each.connection == connection; });
    return found != readers.end() ? &*found : nullptr;
}

void Probe::State::take_readers(std::span<const ProbeLine::Came> all) {
    std::erase_if(readers, [&](const Viewer& reader) {
        return std::none_of(all.begin(), all.end(),
                            [&](const ProbeLine::Came& each) { return each.connection == reader.connection; });
    });
    for (const ProbeLine::Came& each : all) {
        Viewer* reader = find_reader(each.connection);
        if (reader == nullptr) reader = &readers.emplace_back(Viewer{.connection = each.connection});
        ++reader->merged;
        for (const Frame& frame : each.frames) take_of_reader(*reader, frame);
    }
    keep_copy();
}

void Probe::State::take_of_reader(Viewer& reader, const Frame& frame) {
    ByteReader from(frame.body);
    switch (frame.kind) {
        case FrameKind::Request: {
            (void)from.number<std::uint64_t>();
            const auto number = from.number<std::uint64_t>();
            reader.answers.push_back({number, ecs::OwnerReply::refused(only_first)});
            if (reader.answers.size() > most_unsent_answers) from.fail();
            break;
        }
        case FrameKind::Control:
            // It would wait for it, although it was told that it cannot control anything.
            (void)from.number<std::uint64_t>();
            reader.controls_done = std::max(reader.controls_done, from.number<std::uint64_t>());
            reader.hurries = true;
            break;
        case FrameKind::Seen:
            reader.take_seen(from.number<std::uint64_t>());
            break;
        case FrameKind::SendAgain: {
            std::vector<ecs::OwnerKey> again(from.count(sizeof(ecs::OwnerKey)));
            for (ecs::OwnerKey& key : again) key = from.number<ecs::OwnerKey>();
            if (reader.owner != nullptr) reader.owner->send_again(again);
            break;
        }
        case FrameKind::WantMemory:
            reader.wish = read_wish(from);
            break;
        case FrameKind::Breakpoints:
            (void)read_wanted(from);
            reader.told_breakpoints = false;
            reader.hurries = true;
            break;
        case FrameKind::ShowHidden:
        case FrameKind::ShowWorld:
            break;  // the first client chooses
        default:
            from.fail();
    }
    if (!from.fine()) line.end(reader.connection);
}

ecs::Owner& Probe::State::owner_for(Viewer& viewer) {
    if (&viewer == &first) return *owner;
    if (viewer.owner == nullptr) {
        const ShownWorld& chosen = *worlds.chosen();
        viewer.owner = own_world != nullptr ? std::make_unique<WorldOwner>(*chosen.world, chosen.schedule)
                                            : std::make_unique<WorldOwner>(pulled.world());
        viewer.run = ++reader_runs;
        viewer.begin_again();
    }
    return *viewer.owner;
}

/// Of a world of our own it is that of the first client, too: who becomes the first keeps its entities. Entities of the
/// copy have other keys than the owner's.
std::uint64_t Probe::State::run_for(const Viewer& viewer) const {
    if (&viewer == &first) return run_of_owner();
    if (own_world != nullptr) return (worlds.chosen()->number << 32) + viewer.owner->run();
    return (std::uint64_t{1} << 63) + (viewer.run << 32) + viewer.owner->run();
}

}  // namespace probe
