#include "probe/wire/breakpoint_bytes.hpp"

#include "ecs/breakpoints/breakpoints.hpp"

namespace probe {

namespace {

constexpr std::size_t breakpoint_kinds = static_cast<std::size_t>(ecs::BreakpointKind::System) + 1;
// The size of their numbers and of the lengths of their texts.
constexpr std::size_t least_wanted_bytes = 4 + 4 + 1, least_state_bytes = 4 + 4 + 8 + 8;

/// Of all values of one hit. A text may be longer; then the hit has no values.
constexpr std::size_t most_hit_value_bytes = 1u << 20;

void write_value_of_hit(ByteWriter& to, const ecs::Value& value, const EntityWords& words) {
    ByteWriter bytes;
    if (value && !value.type().is_tag()) write_value(bytes, value.type(), value.data(), words);
    const std::size_t size = bytes.size() <= most_hit_value_bytes ? bytes.size() : 0;
    to.count(size);
    to.raw(bytes.bytes().data(), size);
}

std::vector<std::byte> read_value_of_hit(ByteReader& from) {
    std::vector<std::byte> bytes(from.count(1));
    from.raw(bytes.data(), bytes.size());
    return bytes;
}

void write_hit(ByteWriter& to, const ecs::BreakpointHit& hit, const EntityWords& words) {
    to.number(hit.breakpoint);
    to.number(hit.kind);
    to.number(hit.tick);
    to.number(hit.number);
    to.number(hit.writer);
    to.text(hit.writer_name);
    to.number((words && hit.entity ? words(hit.entity) : hit.entity).bits());
    to.text(hit.entity_name);
    to.number(static_cast<std::uint64_t>(hit.more));
    to.text(hit.field);
    to.number(static_cast<std::uint8_t>(hit.same));
    const ecs::Value& value = hit.after ? hit.after : hit.before;
    to.text(value ? std::string_view(value.type().name) : std::string_view());
    write_value_of_hit(to, hit.before, words);
    write_value_of_hit(to, hit.after, words);
}

ecs::BreakpointHit read_hit(ByteReader& from) {
    ecs::BreakpointHit hit;
    hit.breakpoint = from.number<ecs::BreakpointId>();
    hit.kind = from.choice<ecs::BreakpointKind>(breakpoint_kinds);
    hit.tick = from.number<std::uint64_t>();
    hit.number = from.number<std::uint64_t>();
    hit.writer = from.choice<ecs::WriterKind>(ecs::writer_kind_count);
    hit.writer_name = from.text();
    hit.entity = ecs::entity_of_bits(from.number<std::uint64_t>());
    hit.entity_name = from.text();
    hit.more = static_cast<std::size_t>(from.number<std::uint64_t>());
    hit.field = from.text();
    hit.same = from.flag();
    return hit;
}

HitValues read_values_of_hit(ByteReader& from) {
    HitValues values{.component = std::string(from.text())};
    values.before = read_value_of_hit(from);
    values.after = read_value_of_hit(from);
    return values;
}

}  // namespace

void write_wanted(ByteWriter& to, const std::vector<ecs::WantedBreakpoint>& wanted) {
    to.count(wanted.size());
    for (const ecs::WantedBreakpoint& each : wanted) {
        to.number(each.id);
        to.text(each.text);
        to.number(static_cast<std::uint8_t>(each.enabled));
    }
}

std::vector<ecs::WantedBreakpoint> read_wanted(ByteReader& from) {
    const std::size_t count = from.count(least_wanted_bytes);
    if (count > ecs::Breakpoints::most_texts) from.fail();
    std::vector<ecs::WantedBreakpoint> wanted(from.fine() ? count : 0);
    for (ecs::WantedBreakpoint& each : wanted) {
        each.id = from.number<ecs::BreakpointId>();
        each.text = from.text();
        each.enabled = from.flag();
    }
    return wanted;
}

void write_told(ByteWriter& to, const BreakpointsTold& told, const EntityWords& words) {
    to.number(told.picture);
    to.number(static_cast<std::uint8_t>(told.checks));
    to.count(told.states.size());
    for (const BreakpointState& each : told.states) {
        to.number(each.id);
        to.text(each.error);
        to.number(each.hits);
        to.number(each.stops);
    }
    to.number(static_cast<std::uint8_t>(told.hit.has_value()));
    if (told.hit) write_hit(to, *told.hit, words);
}

BreakpointsTold read_told(ByteReader& from) {
    BreakpointsTold told{.picture = from.number<std::uint64_t>()};
    told.checks = from.flag();
    const std::size_t states = from.count(least_state_bytes);
    if (states > ecs::Breakpoints::most_texts) from.fail();
    told.states.resize(from.fine() ? states : 0);
    for (BreakpointState& each : told.states) {
        each.id = from.number<ecs::BreakpointId>();
        each.error = from.text();
        each.hits = from.number<std::uint64_t>();
        each.stops = from.number<std::uint64_t>();
    }
    if (!from.flag()) return told;
    told.hit = read_hit(from);
    told.values = read_values_of_hit(from);
    return told;
}

}  // namespace probe
