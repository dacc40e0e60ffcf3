// Clients that came later than the first one. Each sees the world that it chooses, or else the one that the first one looks
// at: an ecs::World by a WorldOwner of its own, another library's world by its copy. And which client is the first.
#include <algorithm>
#include <memory>
#include <utility>

#include "probe/run/probe_state.hpp"

namespace probe {

/// Brings the client that controls the program to the front. It stays the same as long as it is connected; then it is one
/// that came just now. False: all of them only read.
bool Probe::State::bring_first(std::vector<ProbeLine::Came>& all) {
    const auto find = [&](const auto& fits) { return std::find_if(all.begin(), all.end(), fits); };
    auto found = find([&](const ProbeLine::Came& each) { return each.connection == first.connection; });
    if (found == all.end())
        found = find([&](const ProbeLine::Came& each) { return find_reader(each.connection) == nullptr; });
    if (found != all.end()) {
        std::rotate(all.begin(), found, found + 1);
        return true;
    }
    if (first.connection != 0) forget_first();
    // The oldest reader connects again, and controls the program then; or else the next one.
    constexpr double secs_to_connect = 1;
    if (Clock::now() >= next_takeover) {
        next_takeover = later(secs_to_connect);
        line.end(all.front().connection, may_be_first);
    }
    return false;
}

Viewer* Probe::State::find_reader(std::uint64_t connection) {
    const auto found =
        std::find_if(readers.begin(), readers.end(), [&](const Viewer& each) { return each.connection == connection; });
    return found != readers.end() ? &*found : nullptr;
}

void Probe::State::take_readers(std::span<const ProbeLine::Came> all) {
    std::erase_if(readers, [&](Viewer& reader) {
        const bool gone = std::none_of(
            all.begin(), all.end(), [&](const ProbeLine::Came& each) { return each.connection == reader.connection; });
        if (gone) forget_pictures(reader);
        return gone;
    });
    for (const ProbeLine::Came& each : all) {
        Viewer* reader = find_reader(each.connection);
        if (reader == nullptr)
            reader = &readers.emplace_back(
                Viewer{.connection = each.connection, .minor = each.minor, .world_known = each.minor < worlds_minor});
        ++reader->merged;
        for (const Frame& frame : each.frames) take_of_reader(*reader, frame);
    }
    keep_copies();
}

/// The next picture of its world is a whole one.
void Probe::State::forget_pictures(Viewer& reader) {
    reader.owner.reset();
    reader.looks_at = 0;
    for (const auto& [each, its] : pulled_worlds) its->forget_reader(reader.connection);
    reader.begin_again();
}

void Probe::State::take_of_reader(Viewer& reader, const Frame& frame) {
    ByteReader from(frame.body);
    switch (frame.kind) {
        case FrameKind::Request: {
            const auto who = from.number<std::uint64_t>(), number = from.number<std::uint64_t>();
            // It was done while this client was the first, and the answer was lost with the connection.
            const auto known = who == client ? answered.find(number) : answered.end();
            reader.answers.push_back(
                {number, known != answered.end() ? known->second : ecs::OwnerReply::refused(only_first)});
            if (reader.answers.size() > most_unsent_answers) from.fail();
            break;
        }
        case FrameKind::Control:
            // The client repeats a control until it is told that it is done.
            (void)from.number<std::uint64_t>();
            reader.controls_done = std::max(reader.controls_done, from.number<std::uint64_t>());
            break;
        case FrameKind::Seen:
            reader.take_seen(from.number<std::uint64_t>());
            break;
        case FrameKind::SendAgain:
            reader.whole = true;
            break;
        case FrameKind::WantMemory:
            reader.wish = read_wish(from);
            break;
        case FrameKind::Breakpoints:
            (void)read_wanted(from);
            reader.owes_breakpoints = true;
            break;
        case FrameKind::ShowWorld:
            reader.wanted_world = ShownWorlds::kept_name(from.text());
            reader.world_known = true;
            break;
        case FrameKind::ShowHidden:
        case FrameKind::WantWrites:
            break;  // the first client chooses
        default:
            from.fail();
    }
    if (!from.fine()) line.end(reader.connection);
}

const ShownWorld& Probe::State::world_of(const Viewer& viewer) const {
    const bool chooses = &viewer != &first && !viewer.wanted_world.empty();
    const ShownWorld* const own = chooses ? worlds.find_told(viewer.wanted_world) : nullptr;
    return own != nullptr ? *own : *worlds.chosen();
}

WorldOwner& Probe::State::reading_owner(Viewer& reader) {
    const ShownWorld& shown = world_of(reader);
    if (reader.owner == nullptr)
        reader.owner = std::make_unique<WorldOwner>(*shown.world, shown.schedule, shown.made->run());
    return *reader.owner;
}

/// The same number for all clients that see the same run, so that whoever becomes the first keeps its entities.
std::uint64_t Probe::State::run_for(const Viewer& viewer) const {
    const ShownWorld& shown = world_of(viewer);
    return (shown.number << 32) + (viewer.owner != nullptr ? viewer.owner->run() : shown.owner->run());
}

ecs::OwnerClock Probe::State::clock_for(const Viewer& viewer) const {
    ecs::OwnerClock now = clock();
    if (&viewer == &first) return now;
    now.why_not_control = only_first;
    const ShownWorld& shown = world_of(viewer);
    if (&shown == worlds.chosen()) return now;
    // The program's pauses and steps are about the world that the first client looks at.
    const std::optional<std::uint64_t> own = shown.made != nullptr ? shown.made->tick() : std::nullopt;
    now.tick = own.value_or(ticks - (stands ? 1 : 0));
    now.next_system = own ? shown.made->next_system() : std::string_view();
    return now;
}

}  // namespace probe
