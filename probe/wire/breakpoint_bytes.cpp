#include "probe/wire/breakpoint_bytes.hpp"

#include "ecs/breakpoints/breakpoints.hpp"

namespace probe {

namespace {

constexpr std::size_t breakpoint_kinds = static_cast<std::size_t>(ecs::BreakpointKind::System) + 1;
constexpr std::size_t writer_kinds = static_cast<std::size_t>(ecs::WriterKind::ByHook) + 1;
// The size of their numbers and of the lengths of their texts.
constexpr std::size_t least_wanted_bytes = 4 + 4 + 1, least_state_bytes = 4 + 4 + 8 + 8;

void write_hit(ByteWriter& to, const ecs::BreakpointHit& hit) {
    to.number(hit.breakpoint);
    to.number(hit.kind);
    to.number(hit.tick);
    to.number(hit.number);
    to.number(hit.writer);
    to.text(hit.writer_name);
    to.number(hit.entity.bits());
    to.text(hit.entity_name);
    to.number(static_cast<std::uint64_t>(hit.more));
}

ecs::BreakpointHit read_hit(ByteReader& from) {
    ecs::BreakpointHit hit;
    hit.breakpoint = from.number<ecs::BreakpointId>();
    hit.kind = from.choice<ecs::BreakpointKind>(breakpoint_kinds);
    hit.tick = from.number<std::uint64_t>();
    hit.number = from.number<std::uint64_t>();
    hit.writer = from.choice<ecs::WriterKind>(writer_kinds);
    hit.writer_name = from.text();
    hit.entity = ecs::entity_of_bits(from.number<std::uint64_t>());
    hit.entity_name = from.text();
    hit.more = static_cast<std::size_t>(from.number<std::uint64_t>());
    return hit;
}

}  // namespace

void write_wanted(ByteWriter& to, const std::vector<WantedBreakpoint>& wanted) {
    to.count(wanted.size());
    for (const WantedBreakpoint& each : wanted) {
        to.number(each.id);
        to.text(each.text);
        to.number(static_cast<std::uint8_t>(each.enabled));
    }
}

std::vector<WantedBreakpoint> read_wanted(ByteReader& from) {
    const std::size_t count = from.count(least_wanted_bytes);
    if (count > ecs::Breakpoints::most_texts) from.fail();
    std::vector<WantedBreakpoint> wanted(from.fine() ? count : 0);
    for (WantedBreakpoint& each : wanted) {
        each.id = from.number<ecs::BreakpointId>();
        each.text = from.text();
        each.enabled = from.flag();
    }
    return wanted;
}

void write_told(ByteWriter& to, const BreakpointsTold& told) {
    to.number(told.picture);
    to.count(told.states.size());
    for (const BreakpointState& each : told.states) {
        to.number(each.id);
        to.text(each.error);
        to.number(each.hits);
        to.number(each.stops);
    }
    to.number(static_cast<std::uint8_t>(told.hit.has_value()));
    if (told.hit) write_hit(to, *told.hit);
}

BreakpointsTold read_told(ByteReader& from) {
    BreakpointsTold told{.picture = from.number<std::uint64_t>()};
    told.states.resize(from.count(least_state_bytes));
    for (BreakpointState& each : told.states) {
        each.id = from.number<ecs::BreakpointId>();
        each.error = from.text();
        each.hits = from.number<std::uint64_t>();
        each.stops = from.number<std::uint64_t>();
    }
    if (from.flag()) told.hit = read_hit(from);
    return told;
}

}  // namespace probe
