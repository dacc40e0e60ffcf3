#include <utility>

#include "probe/run/probe_state.hpp"

namespace probe {

namespace {

constexpr double systems_every_secs = 0.25;

}  // namespace

void Probe::State::send_picture() {
    PictureHead head;
    head.number = ++sent;
    head.tick = ticks;
    head.merged = merged - 1;
    merged = 0;
    ByteWriter frame;
    const std::size_t begin = begin_frame(frame, FrameKind::Picture);
    if (owner == nullptr) {
        head.cannot = "the program shows no world now";
        head.answers = std::exchange(answers, {});
        write_head(frame, head);
    } else {
        write_world(frame, head);
    }
    if (frame.size() - begin > most_picture_bytes) {
        frame.clear();
        begin_frame(frame, FrameKind::Picture);
        head.cannot = "a picture of its world is larger than 1 GiB";
        write_head(frame, head);
        begin_again();
    }
    end_frame(frame, begin);
    hurries = false;
    ++counts.pictures;
    counts.bytes += frame.size();
    line.send(connection, frame.take());
}

void Probe::State::write_world(ByteWriter& to, PictureHead& head) {
    const bool first = whole;
    const ecs::Pull* said = &pull;
    std::vector<ecs::Pull::Answer> late;
    if (own_world != nullptr) {
        if (first) own_world->say_all_again();
        pull.clear(owner->types().size());
        head.cannot = own_world->pull(pull);
    } else {
        auto [foreign, why] = pulled.for_picture(first);
        said = &foreign;
        head.cannot = std::move(why);
        late = pulled.take_answers();
    }
    if (head.cannot.empty() && run_of_owner() != run_sent) types_sent = 0;
    head.whole = first || run_of_owner() != run_sent;
    head.owner_run = run_of_owner();
    head.name = owner->name();
    for (std::size_t i = 0; i < ecs::owner_ability_count; ++i)
        head.why_not[i] = owner->why_not(static_cast<ecs::OwnerAbility>(i));
    if (options.read_only)
        for (std::size_t i = 0; i <= static_cast<std::size_t>(ecs::OwnerAbility::SwitchSystem); ++i)
            head.why_not[i] = only_read;
    if (zones.any()) head.why_not[static_cast<std::size_t>(ecs::OwnerAbility::SeeSystems)].clear();
    head.hidden = owner->hidden();
    head.shows_hidden = owner->shows_hidden();
    head.why_not_show_hidden = owner->why_not_show_hidden();
    for (ecs::Pull::Answer& each : late)
        if (const auto found = pending.find(each.number); found != pending.end()) {
            answer(found->second, std::move(each.reply));
            pending.erase(found);
        }
    head.answers = std::exchange(answers, {});
    head.first_type = static_cast<std::uint32_t>(types_sent);
    write_head(to, head);
    if (!head.cannot.empty()) return;
    whole = false;
    run_sent = run_of_owner();
    const std::span<const ecs::ComponentType> types = owner->types();
    to.count(types.size() - types_sent);
    for (; types_sent < types.size(); ++types_sent) write_type(to, types[types_sent]);
    write_pull(to, *said, types);
    const bool tells_systems = Clock::now() >= systems_due || !head.answers.empty() || hurries;
    to.number(static_cast<std::uint8_t>(tells_systems));
    if (tells_systems) {
        write_systems(to, zones.any() ? zones.systems(owner->systems()) : owner->systems());
        systems_due = later(systems_every_secs);
    }
    write_clock(to, {clock(), controls_done, log.take(), worlds.names()});
}

/// Of this moment: of the picture that was sent just now, if one was.
MemoryAnswer Probe::State::say_memory() const {
    MemoryAnswer answer{.number = wish->number};
    if (owner == nullptr) {
        answer.memory.unknown = "the program shows no world now";
        return answer;
    }
    answer.owner_run = run_of_owner();
    answer.memory = owner->memory();
    for (std::uint32_t i = 0; i < wish->parts.size(); ++i) {
        const std::optional<ecs::PoolPart> part = wish->parts[i].find_in(answer.memory);
        if (!part) continue;
        std::optional<ecs::PoolBytes> read = owner->read_block(answer.memory, *part);
        if (read) answer.parts.push_back({i, part->first, std::move(*read)});
    }
    return answer;
}

void Probe::State::send_breakpoints() {
    const std::optional<BreakpointsTold> news = breakpoints.news(sent);
    if (!news) return;
    ByteWriter frame;
    const std::size_t begin = begin_frame(frame, FrameKind::BreakpointsTold);
    const EntityWords of_owner = [&](ecs::Entity entity) { return pulled.handle_of(entity); };
    write_told(frame, *news, pulled.has_copy() ? of_owner : EntityWords());
    end_frame(frame, begin);
    line.send(connection, frame.take());
}

void Probe::State::send_memory() {
    MemoryAnswer answer = say_memory();
    if (answer.memory.on_its_way) return;  // the owner has to ask another process first
    wish.reset();
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
    line.send(connection, frame.take());
}

}  // namespace probe
