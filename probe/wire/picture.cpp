#include "probe/wire/picture.hpp"

namespace probe {

void write_head(ByteWriter& to, const PictureHead& head) {
    to.number(head.number);
    to.number(head.owner_run);
    to.number(head.tick);
    to.number(head.merged);
    to.number(static_cast<std::uint8_t>(head.whole));
    to.text(head.cannot);
    to.text(head.name);
    for (const std::string& each : head.why_not) to.text(each);
    to.number(head.hidden);
    to.number(static_cast<std::uint8_t>(head.shows_hidden));
    to.text(head.why_not_show_hidden);
    to.count(head.answers.size());
    for (const ecs::Pull::Answer& each : head.answers) {
        to.number(each.number);
        write_reply(to, each.reply);
    }
    to.number(head.first_type);
}

PictureHead read_head(ByteReader& from) {
    PictureHead head;
    head.number = from.number<std::uint64_t>();
    head.owner_run = from.number<std::uint64_t>();
    head.tick = from.number<std::uint64_t>();
    head.merged = from.number<std::uint32_t>();
    head.whole = from.flag();
    head.cannot = from.text();
    head.name = from.text();
    for (std::string& each : head.why_not) each = from.text();
    head.hidden = from.number<std::uint64_t>();
    head.shows_hidden = from.flag();
    head.why_not_show_hidden = from.text();
    const std::size_t answers = from.count(21);
    for (std::size_t i = 0; i < answers && from.fine(); ++i) {
        const auto number = from.number<std::uint64_t>();
        head.answers.push_back({number, read_reply(from)});
    }
    head.first_type = from.number<std::uint32_t>();
    return head;
}

// With its size before it, so that later versions can add to it.
void write_clock(ByteWriter& to, const PictureClock& clock) {
    const std::size_t begin = to.size();
    to.number(std::uint32_t{0});
    to.number(clock.done);
    to.number(clock.clock.tick);
    to.number(static_cast<std::uint8_t>(clock.clock.paused));
    to.number(clock.clock.speed);
    to.text(clock.clock.next_system);
    to.text(clock.clock.why_not_systems);
    to.number(clock.log.left_out);
    to.count(clock.log.lines.size());
    for (const LogLine& line : clock.log.lines) {
        to.number(line.tick);
        to.text(line.text);
    }
    to.count(clock.worlds.names.size());
    for (const std::string& name : clock.worlds.names) to.text(name);
    to.number(static_cast<std::uint32_t>(clock.worlds.shown));
    to.text(clock.clock.why_not_control);
    to.set(begin, static_cast<std::uint32_t>(to.size() - begin - sizeof(std::uint32_t)));
}

namespace {

/// More than anybody sends is refused before memory is taken for it.
std::size_t limited(ByteReader& from, std::size_t count, std::size_t most) {
    if (count > most) return from.fail(), 0;
    return count;
}

}  // namespace

std::optional<PictureClock> read_clock(ByteReader& from) {
    if (!from.fine() || from.at_end()) return std::nullopt;
    ByteReader own(from.skip(from.number<std::uint32_t>()));
    PictureClock clock;
    clock.done = own.number<std::uint64_t>();
    clock.clock.tick = own.number<std::uint64_t>();
    clock.clock.paused = own.flag();
    clock.clock.speed = own.number<double>();
    clock.clock.next_system = own.text();
    clock.clock.why_not_systems = own.text();
    if (!own.at_end()) {
        clock.log.left_out = own.number<std::uint64_t>();
        clock.log.lines.resize(limited(own, own.count(12), most_lines));
        for (LogLine& line : clock.log.lines) {
            line.tick = own.number<std::uint64_t>();
            line.text = own.text();
        }
        clock.worlds.names.resize(limited(own, own.count(4), most_worlds));
        for (std::string& name : clock.worlds.names) name = own.text();
        clock.worlds.shown = own.number<std::uint32_t>();
        clock.clock.why_not_control = own.text();
        if (clock.worlds.shown >= std::max<std::size_t>(clock.worlds.names.size(), 1)) from.fail();
    }
    if (!own.fine() || !(clock.clock.speed > 0 && clock.clock.speed <= 1)) from.fail();
    return clock;
}

void write_control(ByteWriter& to, const ecs::OwnerControl& control) {
    to.number(control.kind);
    to.number(control.ticks);
    to.number(control.speed);
}

ecs::OwnerControl read_control(ByteReader& from) {
    ecs::OwnerControl control;
    control.kind = from.choice<ecs::OwnerControl::Kind>(ecs::OwnerControl::kinds);
    control.ticks = from.number<std::uint64_t>();
    control.speed = from.number<double>();
    return control;
}

}  // namespace probe
