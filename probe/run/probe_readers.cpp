// Clients that came later than the first one. Each sees the world that the first one looks at: an ecs::World by a
// WorldOwner of its own, another library's world by its copy.
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
        const bool gone = std::none_of(
            all.begin(), all.end(), [&](const ProbeLine::Came& each) { return each.connection == reader.connection; });
        if (gone) pulled.forget_reader(reader.connection);
        return gone;
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
            if (pulled.has_copy()) pulled.say_again_to(reader.connection, again);
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

WorldOwner& Probe::State::reading_owner(Viewer& reader) {
    if (reader.owner == nullptr) {
        const ShownWorld& chosen = *worlds.chosen();
        reader.owner = std::make_unique<WorldOwner>(*chosen.world, chosen.schedule);
        reader.begin_again();
    }
    return *reader.owner;
}

/// Also that of the first client: who becomes the first keeps its entities.
std::uint64_t Probe::State::run_for(const Viewer& viewer) const {
    if (viewer.owner == nullptr) return run_of_owner();
    return (worlds.chosen()->number << 32) + viewer.owner->run();
}

}  // namespace probe
