#include "probe/run/client_breakpoints.hpp"

#include <algorithm>
#include <utility>

namespace probe {

void ClientBreakpoints::show(ecs::World* world, ecs::Schedule* schedule, bool can_check) {
    breakpoints_.detach();
    hit_.reset();
    told_.reset();
    can_check_ = can_check;
    has_schedule_ = schedule != nullptr;
    breakpoints_.set_updated_by(has_schedule_ ? std::string() : updated_by);
    if (world != nullptr) breakpoints_.attach(*world, has_schedule_ ? *schedule : nobodys_);
}

void ClientBreakpoints::forget() {
    breakpoints_.clear();
    ids_.clear();
    hit_.reset();
    wanted_ = false;
}

void ClientBreakpoints::want(const std::vector<ecs::WantedBreakpoint>& wanted) {
    wanted_ = true;
    told_.reset();
    std::erase_if(ids_, [&](const auto& known) {
        const bool stays = std::any_of(wanted.begin(), wanted.end(),
                                       [&](const ecs::WantedBreakpoint& each) { return each.id == known.first; });
        if (!stays) breakpoints_.remove(known.second);
        return !stays;
    });
    for (const ecs::WantedBreakpoint& each : wanted) {
        const auto known = ids_.find(each.id);
        if (known == ids_.end()) {
            const ecs::BreakpointId own = breakpoints_.add(each.text, each.enabled);
            if (own != ecs::no_breakpoint) ids_.emplace(each.id, own);
        } else {
            breakpoints_.set_text(known->second, each.text);
            breakpoints_.set_enabled(known->second, each.enabled);
        }
    }
}

bool ClientBreakpoints::look(std::uint64_t tick, bool within_tick) {
    if (!breakpoints_.armed()) return false;
    if (has_schedule_) return take_stop(std::nullopt);
    if (!within_tick) breakpoints_.look_at_update();
    return take_stop(tick - 1);
}

bool ClientBreakpoints::look_before_zone(std::string_view zone, std::uint64_t tick) {
    if (!breakpoints_.armed()) return false;
    breakpoints_.look_at_edit(ecs::WriterKind::Direct, updated_by);
    breakpoints_.look_before(zone, tick);
    return take_stop(tick);
}

bool ClientBreakpoints::look_after_zone(std::string_view zone, std::uint64_t tick) {
    if (!breakpoints_.armed()) return false;
    breakpoints_.look_at_edit(ecs::WriterKind::BySystem, zone);
    return take_stop(tick);
}

/// `tick`: of a world whose ticks are counted here, because nobody else counts them.
bool ClientBreakpoints::take_stop(std::optional<std::uint64_t> tick) {
    std::optional<ecs::BreakpointHit> hit = breakpoints_.take_stop();
    if (!hit) return false;
    if (tick) hit->tick = *tick;
    hit_ = std::move(hit);
    return true;
}

std::optional<BreakpointsTold> ClientBreakpoints::news(std::uint64_t picture) {
    if (!wanted_) return std::nullopt;
    BreakpointsTold told{.picture = picture, .checks = can_check_};
    for (const auto& [theirs, own] : ids_) {
        const ecs::Breakpoint* const each = breakpoints_.find(own);
        told.states.push_back({theirs, each->error ? each->error->message : std::string(), each->hits, each->stops});
        if (hit_ && hit_->breakpoint == own) {
            told.hit = hit_;
            told.hit->breakpoint = theirs;
        }
    }
    hit_.reset();
    if (!told.hit && told_ == told.states) return std::nullopt;
    told_ = told.states;
    return told;
}

}  // namespace probe
