#include "remote/program/program_breakpoints.hpp"

#include "ecs/language/breakpoint_text.hpp"
#include "remote/program/readable_text.hpp"

namespace remote {

void ProgramBreakpoints::want(std::vector<ecs::WantedBreakpoint> list) {
    if (list == wanted_) return;
    wanted_ = std::move(list);
    unsent_ = true;
    std::map<ecs::BreakpointId, State> states;
    for (const ecs::WantedBreakpoint& each : wanted_)
        if (const auto known = states_.find(each.id); known != states_.end())
            states.insert(states_.extract(known));
        else
            states[each.id];
    states_ = std::move(states);
}

std::vector<ecs::BreakpointNews> ProgramBreakpoints::take_news() {
    std::vector<ecs::BreakpointNews> news;
    for (auto& [id, state] : states_)
        if (std::exchange(state.is_new, false))
            news.push_back({id, state.error, std::exchange(state.new_hits, 0), std::exchange(state.new_stops, 0)});
    return news;
}

bool ProgramBreakpoints::take_in(probe::ByteReader& from) {
    probe::BreakpointsTold told = probe::read_told(from);
    if (!from.fine()) return false;
    checks_ = told.checks;
    for (const probe::BreakpointState& now : told.states) {
        const auto known = states_.find(now.id);
        if (known == states_.end()) continue;  // it is wanted no more
        State& state = known->second;
        // With another text, the program begins to count again.
        const auto more = [](std::uint64_t to, std::uint64_t since) { return to >= since ? to - since : to; };
        state.error = readable_text(now.error);
        state.new_hits += more(now.hits, std::exchange(state.hits, now.hits));
        state.new_stops += more(now.stops, std::exchange(state.stops, now.stops));
        state.is_new = true;
    }
    if (told.hit) {
        for (std::string* const text : {&told.hit->writer_name, &told.hit->entity_name, &told.hit->field})
            *text = readable_text(*text);
        hit_ = std::move(told.hit);
        values_ = std::move(told.values);
        picture_ = told.picture;
    }
    return true;
}

void ProgramBreakpoints::connect_again() {
    unsent_ = true;  // an empty list, too: the answer says whether the program checks any
    checks_ = true;
    for (auto& [id, state] : states_) state.hits = state.stops = 0;
    hit_.reset();
    shown_ = 0;  // the count of pictures begins again
}

std::optional<ecs::BreakpointHit> ProgramBreakpoints::take_stop() {
    if (!hit_ || shown_ < picture_) return std::nullopt;
    ecs::BreakpointHit hit = *std::exchange(hit_, std::nullopt);
    if (mirror_ == nullptr) return hit;
    hit.entity = mirror_->entity_called(hit.entity);
    find_values(hit);
    return hit;
}

/// Nothing where the bytes are not those of such a value.
ecs::Value ProgramBreakpoints::value_of(const ecs::ComponentType& type, const std::vector<std::byte>& bytes) const {
    if (bytes.empty() || type.is_tag() || !type.copyable()) return {};
    ecs::Value value(type);
    probe::ByteReader from(bytes);
    probe::read_value(from, type, value.data());
    mirror_->resolve_references(type, value.data());
    return from.fine() && from.at_end() ? std::move(value) : ecs::Value();
}

void ProgramBreakpoints::find_values(ecs::BreakpointHit& hit) const {
    const ecs::World& world = mirror_->world();
    const ecs::ComponentType* const type = world.types().find(values_.component);
    if (type == nullptr) return hit.field.clear();
    hit.before = value_of(*type, values_.before);
    hit.after = value_of(*type, values_.after);
    const ecs::TextResult<ecs::BreakpointText> parsed = ecs::parse_breakpoint("on change " + hit.field);
    if (!parsed || parsed->kind != ecs::BreakpointKind::Change) return;
    const ecs::TextResult<ecs::BreakpointField> field = ecs::find_field_of(world, *parsed);
    if (!field || world.types()[field->component].name != type->name) return;
    hit.shown = field->field;
    hit.offset = field->offset;
    hit.member = field->member;
}

}  // namespace remote
