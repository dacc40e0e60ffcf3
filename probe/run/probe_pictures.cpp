#include <algorithm>
#include <cstddef>
#include <utility>

#include "probe/run/probe_state.hpp"
#include "probe/wire/new_rows.hpp"

namespace probe {

namespace {

constexpr double systems_every_secs = 0.25;
/// A longer one was a pause of the program.
constexpr double longest_part_interval_secs = 0.5;

}  // namespace

void Probe::State::send_picture(Viewer& viewer) {
    PictureHead head;
    head.number = ++viewer.sent;
    head.tick = ticks;
    head.merged = viewer.merged - 1;
    viewer.merged = 0;
    ByteWriter frame(line.take_spare());
    const std::size_t begin = begin_frame(frame, FrameKind::Picture);
    if (owner == nullptr) {
        head.cannot = "the program shows no world now";
        head.answers = std::exchange(viewer.answers, {});
        write_head(frame, head);
    } else {
        write_world(frame, head, viewer);
    }
    if (frame.size() - begin > most_picture_bytes) {
        frame.clear();
        begin_frame(frame, FrameKind::Picture);
        head.cannot = "a picture of its world is larger than 1 GiB";
        write_head(frame, head);
        viewer.begin_again();
    }
    end_frame(frame, begin);
    viewer.hurries = false;
    ++counts.pictures;
    counts.bytes += frame.size();
    line.send(viewer.connection, frame.take());
}

void Probe::State::write_world(ByteWriter& to, PictureHead& head, Viewer& viewer) {
    const bool reads = &viewer != &first;
    const ShownWorld& shown = world_of(viewer);
    if (reads && std::exchange(viewer.looks_at, shown.number) != shown.number) {
        forget_pictures(viewer);
        viewer.looks_at = shown.number;
    }
    const ecs::Owner* types_of = shown.owner;
    const ecs::Pull* said = &pull;
    const bool takes_rows = viewer.minor >= parts_minor;
    // Of another run than before, the client finds by their names what it knows, and needs all for that.
    const bool in_parts = viewer.in_parts && (viewer.run_sent == 0 || viewer.run_sent == run_for(viewer));
    std::span<const NewRows> new_rows;
    std::size_t still_to_come = 0;
    std::vector<ecs::Pull::Answer> late;
    if (shown.made != nullptr) {
        WorldOwner& of = reads ? reading_owner(viewer) : *shown.made;
        types_of = &of;
        if (viewer.whole) of.say_all_again();
        pull.clear(of.types().size());
        head.cannot =
            !takes_rows ? of.pull(pull) : of.pull_part(pull, in_parts ? end_of_part(viewer) : Clock::time_point::max());
        if (takes_rows) new_rows = of.new_rows();
        still_to_come = of.still_to_come();
    } else if (reads) {
        viewer.whole = viewer.whole || run_for(viewer) != viewer.run_sent;
        auto [of_copy, why] = shown.pulled->for_reader(viewer.connection, viewer.whole);
        said = &of_copy;
        head.cannot = std::move(why);
    } else {
        auto [foreign, why] = shown.pulled->for_picture(viewer.whole);
        said = &foreign;
        head.cannot = std::move(why);
        late = shown.pulled->take_answers();
    }
    const std::uint64_t run = run_for(viewer);
    if (head.cannot.empty() && run != viewer.run_sent) viewer.types_sent = 0;
    head.whole = viewer.whole || run != viewer.run_sent;
    head.owner_run = run;
    head.name = shown.owner->name();
    write_whys(head, viewer);
    head.hidden = shown.owner->hidden();
    head.shows_hidden = shown.owner->shows_hidden();
    head.why_not_show_hidden = reads ? only_first : shown.owner->why_not_show_hidden();
    for (ecs::Pull::Answer& each : late)
        if (const auto found = pending.find(each.number); found != pending.end()) {
            answer(found->second, std::move(each.reply));
            pending.erase(found);
        }
    head.answers = std::exchange(viewer.answers, {});
    head.first_type = static_cast<std::uint32_t>(viewer.types_sent);
    write_head(to, head);
    if (!head.cannot.empty()) return;
    viewer.whole = false;
    viewer.run_sent = run;
    const std::span<const ecs::ComponentType> types = types_of->types();
    to.count(types.size() - viewer.types_sent);
    for (; viewer.types_sent < types.size(); ++viewer.types_sent) write_type(to, types[viewer.types_sent]);
    write_pull(to, *said, types);
    const bool tells_systems = Clock::now() >= viewer.systems_due || !head.answers.empty() || viewer.hurries;
    to.number(static_cast<std::uint8_t>(tells_systems));
    if (tells_systems) {
        const std::span<const ecs::OwnerSystem> systems = shown.owner->systems();
        write_systems(to, shown.owner == owner && zones.any() ? zones.systems(systems) : systems);
        viewer.systems_due = later(systems_every_secs);
    }
    write_clock(to, {clock_for(viewer), viewer.controls_done, std::exchange(viewer.log, {}), worlds.names(shown)});
    if (takes_rows) write_new_rows(to, new_rows, still_to_come, types);
    if (viewer.minor >= writes_minor) reads ? write_no_writes(to) : writes.tell(to);
    viewer.arrives = still_to_come > 0;
}

/// A program that seldom ticks has more time in each of them.
Clock::time_point Probe::State::end_of_part(Viewer& viewer) const {
    const Clock::time_point now = Clock::now();
    const auto before = std::exchange(viewer.last_part, now);
    const double secs = before ? std::chrono::duration<double>(now - *before).count() : 0;
    return now + in_clock(std::max(options.part_secs, options.share * std::min(secs, longest_part_interval_secs)));
}

void Probe::State::write_whys(PictureHead& head, const Viewer& viewer) const {
    const ecs::Owner& of = *world_of(viewer).owner;
    const char* const none = &viewer != &first ? only_first : options.read_only ? only_read : nullptr;
    for (std::size_t i = 0; i < ecs::owner_ability_count; ++i) {
        const bool changes = i <= static_cast<std::size_t>(ecs::OwnerAbility::SwitchSystem);
        head.why_not[i] = changes && none != nullptr ? none : of.why_not(static_cast<ecs::OwnerAbility>(i));
    }
    if (zones.any() && &of == owner) head.why_not[static_cast<std::size_t>(ecs::OwnerAbility::SeeSystems)].clear();
}

/// Of this moment: of the picture that was sent just now, if one was.
MemoryAnswer Probe::State::say_memory(const Viewer& viewer) const {
    MemoryAnswer answer{.number = viewer.wish->number};
    if (owner == nullptr) {
        answer.memory.unknown = "the program shows no world now";
        return answer;
    }
    answer.owner_run = run_for(viewer);
    const ecs::Owner& of = *world_of(viewer).owner;
    answer.memory = of.memory();
    for (std::uint32_t i = 0; i < viewer.wish->parts.size(); ++i) {
        const std::optional<ecs::PoolPart> part = viewer.wish->parts[i].find_in(answer.memory);
        if (!part) continue;
        std::optional<ecs::PoolBytes> read = of.read_block(answer.memory, *part);
        if (read) answer.parts.push_back({i, part->first, std::move(*read)});
    }
    return answer;
}

void Probe::State::send_breakpoints(Viewer& viewer) {
    std::optional<BreakpointsTold> news;
    if (&viewer == &first)
        news = breakpoints.news(viewer.sent);
    else if (std::exchange(viewer.owes_breakpoints, false))
        news = {.picture = viewer.sent, .checks = false};
    if (!news) return;
    ByteWriter frame;
    const std::size_t begin = begin_frame(frame, FrameKind::BreakpointsTold);
    const EntityWords of_owner = [&](ecs::Entity entity) { return pulled->handle_of(entity); };
    write_told(frame, *news, pulled != nullptr && pulled->has_copy() ? of_owner : EntityWords());
    end_frame(frame, begin);
    line.send(viewer.connection, frame.take());
}

void Probe::State::send_memory(Viewer& viewer) {
    MemoryAnswer answer = say_memory(viewer);
    if (answer.memory.on_its_way) return;  // the owner has to ask another process first
    viewer.wish.reset();
    ByteWriter frame;
    std::size_t begin = begin_frame(frame, FrameKind::Memory);
    write_memory(frame, answer);
    if (frame.size() - begin > most_picture_bytes) {
        frame.clear();
        begin = begin_frame(frame, FrameKind::Memory);
        answer.memory = {.unknown = "what is to be said of its memory is larger than 1 GiB"};
        answer.parts.clear();
        write_memory(frame, answer);
    }
    end_frame(frame, begin);
    ++counts.memories;
    line.send(viewer.connection, frame.take());
}

}  // namespace probe
