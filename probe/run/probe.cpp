#include "probe/run/probe.hpp"

#include <algorithm>
#include <chrono>
#include <random>
#include <utility>

#include "probe/run/probe_state.hpp"

namespace probe {

namespace {

/// Pictures on their way: so many ticks the client may be late, in a long frame of its window, without missing one.
constexpr std::uint64_t most_on_the_way = 16;
/// Below that, tick() may take it in each tick.
constexpr double free_secs = 100e-6;
/// Of the usual share of time, for a world that arrives.
constexpr double arrival_shares = 2;
/// A picture that took long, as the first one does for old clients, holds up the next one for so long at most.
constexpr double longest_rest_secs = 0.5;
/// Time since the last picture was due that counts for the next one, so that a tick is not missed by a little.
constexpr double kept_secs = 0.05;
/// Answers that are kept for repeated requests.
constexpr std::size_t most_answers = 1u << 16;

std::uint64_t random_number() {
    std::random_device random;
    return std::uint64_t{random()} << 32 | random();
}

double secs_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

}  // namespace

Probe::State::State(std::string name, const ProbeOptions& given)
    : options(given), line(name, make_token(), random_number(), given.port) {
    problem = line.problem();
    if (!problem.empty() || !options.announced) return;
    ecs::Result<Announcement> made = Announcement::make(name, line.port(), line.token());
    if (made)
        announcement.emplace(std::move(*made));
    else
        problem = made.error();  // who knows port and token can still connect
}

Probe::Probe(std::string name, const ProbeOptions& options)
    : state_(std::make_unique<State>(std::move(name), options)) {}
Probe::~Probe() = default;

namespace {

ShownWorld shown_world(std::string_view name, ecs::World& world, ecs::Schedule* schedule) {
    ShownWorld shown{.name = std::string(name), .world = &world, .schedule = schedule};
    shown.made = std::make_unique<WorldOwner>(world, schedule);
    shown.owner = shown.made.get();
    return shown;
}

}  // namespace

void Probe::show(ecs::World& world) {
    state_->leave_all();
    show({}, world);
}
void Probe::show(ecs::World& world, ecs::Schedule& schedule) {
    state_->leave_all();
    show({}, world, schedule);
}
void Probe::show(ecs::Owner& owner) {
    state_->leave_all();
    show({}, owner);
}
void Probe::show(std::string_view name, ecs::World& world) { state_->show(shown_world(name, world, nullptr)); }
void Probe::show(std::string_view name, ecs::World& world, ecs::Schedule& schedule) {
    state_->show(shown_world(name, world, &schedule));
}
void Probe::show(std::string_view name, ecs::Owner& owner) {
    ShownWorld shown{.name = std::string(name)};
    shown.owner = &owner;
    std::unique_ptr<PulledWorld>& pulled = state_->pulled_worlds[&owner];
    if (pulled == nullptr) pulled = std::make_unique<PulledWorld>(owner);
    shown.pulled = pulled.get();
    state_->show(std::move(shown));
}
void Probe::hide() {
    state_->leave_all();
    state_->forget_controls();
}
void Probe::hide(std::string_view name) { state_->hide(name); }

void Probe::State::show(ShownWorld shown) {
    shown.name = ShownWorlds::kept_name(shown.name);
    // The world that is replaced is still there, and may go afterwards.
    if (const ShownWorld* const former = worlds.find(shown.name); former != nullptr) leave_world(*former);
    shown.number = ++shown_worlds;
    if (worlds.add(std::move(shown)))
        look_at_chosen();
    else
        choose_wanted();  // it may be this one
    keep_copies();        // or the one that a reader wants
}

void Probe::State::hide(std::string_view given) {
    const std::string_view name = ShownWorlds::kept_name(given);
    if (const ShownWorld* const gone = worlds.find(name); gone != nullptr) leave_world(*gone);
    if (!worlds.remove(name)) return keep_copies();
    if (worlds.chosen() == nullptr) return forget_controls();
    look_at_chosen();
}

void Probe::State::leave_all() {
    for (const ShownWorld& each : worlds.all()) leave_world(each);
    // An owner may have been shown under several names.
    for (const ShownWorld& each : worlds.all())
        if (each.pulled != nullptr) each.pulled->leave();
    worlds.clear();
}

/// It may go.
void Probe::State::leave_world(const ShownWorld& shown) {
    if (&shown == worlds.chosen()) leave_chosen();
    for (Viewer& reader : readers)
        if (reader.looks_at == shown.number) forget_pictures(reader);
    const auto shows_it = [&](const ShownWorld& other) { return other.pulled == shown.pulled && &other != &shown; };
    if (shown.pulled != nullptr && std::none_of(worlds.all().begin(), worlds.all().end(), shows_it))
        shown.pulled->leave();
}

void Probe::State::choose_wanted() {
    if (!worlds.choose(wanted_world)) return;
    leave_chosen();
    look_at_chosen();
}

/// The first client looks at another one.
void Probe::State::leave_chosen() {
    stop_listening();
    zones.forget();
    breakpoints.show(nullptr, nullptr, false);
    writes.show(nullptr, nullptr, nullptr);
    if (pulled != nullptr) (void)pulled->take_answers();
    if (pulled != nullptr && !pulled->has_copy()) pulled->leave();
    refuse_pending();
    zone_step = looks_for_writes = stands = false;
    let_go = true;
    if (own_world != nullptr) own_world->say_all_again();  // frees the copy of the last picture
    owner = nullptr;
    own_world = nullptr;
    pulled = nullptr;
}

void Probe::State::look_at_chosen() {
    const ShownWorld& chosen = *worlds.chosen();
    owner = chosen.owner;
    own_world = chosen.made.get();
    pulled = chosen.pulled;
    const bool checks = !options.read_only;
    ecs::World* const copy = pulled != nullptr && pulled->has_copy() ? &pulled->copied_world() : nullptr;
    breakpoints.show(!checks ? nullptr : pulled != nullptr ? copy : chosen.world, chosen.schedule, checks);
    writes.show(own_world, chosen.world, chosen.schedule);
    keep_copies();
    pace.forget_until();
    first.begin_again();
}

void Probe::log(std::string_view line) {
    if (state_->line.attended()) state_->log.add(line);
}

bool Probe::connected() const { return state_->line.attended(); }
const std::string& Probe::problem() const { return state_->problem; }
std::uint16_t Probe::port() const { return state_->line.port(); }
const std::string& Probe::token() const { return state_->line.token(); }
Probe::Counts Probe::counts() const { return state_->counts; }

bool Probe::tick() {
    State& state = *state_;
    state.stands_by = false;
    if (!state.attend()) return true;
    state.ran = state.zone_step || (!state.pace.holds(state.tick()) && !state.pace.leaves_out());
    if (state.ran) state.begin_tick();
    return state.ran;
}

void Probe::stand_by() {
    State& state = *state_;
    state.stands_by = true;
    if (state.line.attended()) (void)state.attend();
    state.ran = false;
}

void Probe::tick_or_wait() {
    State& state = *state_;
    state.stands_by = false;
    const Clock::time_point came = Clock::now();
    // A slowed program waits here for longer than it took from the last call to this one.
    const double own_secs = state.returned ? std::chrono::duration<double>(came - *state.returned).count() : 0;
    while (state.attend()) {
        double secs = longest_wait_secs;
        if (state.zone_step)
            secs = 0;
        else if (!state.pace.holds(state.tick()))
            secs = own_secs * (1 / state.pace.share() - 1) - secs_since(came);
        if (secs <= 0) {
            state.begin_tick();
            break;
        }
        state.ran = false;
        state.line.wait(std::min(secs, longest_wait_secs));
    }
    state.ran = true;
    state.returned = Clock::now();
}

/// False: nobody is connected, and the world ticks.
bool Probe::State::attend() {
    stop_listening();
    zone_step = std::exchange(steps_on, false);  // its tick is over
    if (line.attended()) {
        look_after();
        return true;
    }
    if (first.connection != 0 || !readers.empty()) forget_connection();
    begin_tick();  // a client, and a line of the log, may come before the next call
    return false;
}

void Probe::State::begin_tick() {
    log.set_tick(tick() + 1);
    pace.ran();
    ++ticks;
    begin_zones();
}

void Probe::State::look_after() {
    const auto begin = Clock::now();
    std::vector<ProbeLine::Came> all = line.take();
    if (all.empty()) return;
    owners_run();
    const bool controlled = bring_first(all);
    const std::span<const ProbeLine::Came> others = std::span(all).subspan(controlled ? 1 : 0);
    if (controlled) look_at_first(all.front());
    take_readers(others);
    const LogLines lines = log.take();
    if (controlled) first.add_log(lines);
    for (Viewer& reader : readers) reader.add_log(lines);
    // A picture of a world that the client does not want to see would begin another run there, and whether it takes parts
    // comes with the world that it wants. One of a step that has not
    // begun would look like its end.
    const auto knows = [&](const Viewer& viewer, bool world) {
        return world || (worlds.all().size() < 2 && viewer.minor < parts_minor);
    };
    if (controlled && !zone_step && knows(first, world_known)) send_to(first, all.front().unsent);
    for (const ProbeLine::Came& each : others)
        if (Viewer* const reader = find_reader(each.connection);
            reader != nullptr && knows(*reader, reader->world_known))
            send_to(*reader, each.unsent);
    ++counts.ticks;
    counts.secs += secs_since(begin);
}

void Probe::State::look_at_first(const ProbeLine::Came& came) {
    pause_at_breakpoint();
    writes.look_between_ticks(counted_tick());
    const std::uint64_t requests = counts.requests;
    take(came);
    if (counts.requests != requests) {
        writes.look_at_edits();
        if (breakpoints.armed()) update_copy();
        breakpoints.look_at_edits();
        pause_at_breakpoint();
    }
    carry_out_controls();
    ++first.merged;
    first.hurries = first.hurries || (ran && pace.holds(tick()));  // the last step was made
}

/// What is due, if the client has taken in what it was sent before.
void Probe::State::send_to(Viewer& viewer, std::size_t unsent) {
    if (unsent > 0) return;
    const auto begin = Clock::now();
    const bool rested = begin >= viewer.next_picture;
    const bool is_due = rested || (&viewer == &first && (viewer.hurries || !viewer.answers.empty()));
    const bool sends_picture = is_due && viewer.sent - viewer.seen < most_on_the_way;
    const bool sends_memory = rested && viewer.wish.has_value();
    if (sends_picture) {
        send_picture(viewer);
        send_breakpoints(viewer);
    }
    if (sends_memory) send_memory(viewer);
    if (!sends_picture && !sends_memory) return;
    const double secs = secs_since(begin), most = options.share * (viewer.arrives ? arrival_shares : 1);
    const double share = most / static_cast<double>(1 + readers.size());
    // After the first picture, which has everything, a pause would only make the second one large.
    if (sends_picture && viewer.sent == 1) return;
    if (secs <= free_secs || share <= 0) return;
    const Clock::time_point from = std::max(viewer.next_picture, begin - in_clock(kept_secs));
    viewer.next_picture = std::min(from + in_clock(secs / share), later(longest_rest_secs));
}

void Probe::State::take(const ProbeLine::Came& came) {
    if (came.connection != first.connection) {
        // The number of the last control goes on: its sender may be the same client.
        first = {.connection = came.connection, .minor = came.minor, .controls_done = first.controls_done};
        world_known = came.minor < worlds_minor;
        if (world_known) {
            wanted_world.clear();
            choose_wanted();
        }
        forget_controls();
        forget_breakpoints();
        writes.forget();
        first.answers.clear();
    }
    for (const Frame& frame : came.frames) take(frame);
}

void Probe::State::take(const Frame& frame) {
    ByteReader from(frame.body);
    switch (frame.kind) {
        case FrameKind::Request:
            take_request(from);
            break;
        case FrameKind::Control:
            take_control(from);
            break;
        case FrameKind::Seen:
            first.take_seen(from.number<std::uint64_t>());
            break;
        case FrameKind::SendAgain: {
            const std::vector<ecs::OwnerKey> again = read_keys(from);
            if (owner != nullptr) owner->send_again(again);
            break;
        }
        case FrameKind::ShowHidden:
            if (owner != nullptr) owner->show_hidden(from.flag());
            break;
        case FrameKind::ShowWorld:
            wanted_world = ShownWorlds::kept_name(from.text());
            world_known = true;
            choose_wanted();
            if (first.minor >= parts_minor) first.in_parts = from.flag();
            break;
        case FrameKind::WantMemory:
            first.wish = read_wish(from);
            break;
        case FrameKind::Breakpoints: {
            const std::vector<ecs::WantedBreakpoint> wanted = read_wanted(from);
            if (from.fine()) want_breakpoints(wanted);
            first.hurries = true;
            break;
        }
        case FrameKind::WantWrites: {
            WishedWrites wish = read_writes_wish(from);
            if (from.fine()) writes.want(std::move(wish));
            break;
        }
        default:
            from.fail();
    }
    if (!from.fine()) line.end(first.connection);
}

void Probe::State::take_request(ByteReader& from) {
    const auto who = from.number<std::uint64_t>(), number = from.number<std::uint64_t>();
    const auto run = from.number<std::uint64_t>();
    know_client(who);
    ++counts.requests;
    // A client that lost the connection before the answer repeats the request, and nothing is done twice.
    for (const auto& [own, theirs] : pending)
        if (theirs == number) return;
    if (const auto known = answered.find(number); known != answered.end()) {
        first.answers.push_back({number, known->second});
        return;
    }
    ecs::OwnerReply reply;
    if (options.read_only) {
        reply = ecs::OwnerReply::refused(only_read);
    } else if (owner == nullptr) {
        reply = ecs::OwnerReply::refused("the program shows no world now");
    } else if (run != run_for(first)) {
        // Its keys and types are those of another world.
        reply = ecs::OwnerReply::refused("the program shows another world now");
    } else {
        ecs::OwnerRequest request = read_request(from, owner->types());
        if (!from.fine()) return;
        request.again = false;
        if (pulled != nullptr) pulled->owner_runs();
        if (const std::string why = owner->why_not(request); why.empty())
            reply = owner->ask(next_number++, request);
        else
            reply = ecs::OwnerReply::refused(why);
    }
    if (reply.outcome == ecs::OwnerReply::Outcome::Later)
        pending.emplace(next_number - 1, number);  // a pull brings the answer
    else
        answer(number, std::move(reply));
}

/// Numbers of requests and controls are those of one client.
void Probe::State::know_client(std::uint64_t who) {
    if (who == client) return;
    client = who;
    answered.clear();
    answered_order.clear();
    pending.clear();
    first.controls_done = 0;
}

void Probe::State::answer(std::uint64_t number, ecs::OwnerReply reply) {
    if (answered.emplace(number, reply).second) answered_order.push_back(number);
    for (; answered_order.size() > most_answers; answered_order.pop_front()) answered.erase(answered_order.front());
    first.answers.push_back({number, std::move(reply)});
    if (first.answers.size() > most_unsent_answers) line.end(first.connection);
}

void Probe::State::refuse_pending() {
    for (const auto& [own, number] : std::exchange(pending, {}))
        answer(number, ecs::OwnerReply::refused("the program shows another world now"));
}

/// Nobody holds the world any more.
void Probe::State::forget_first() {
    first = {.controls_done = first.controls_done};
    forget_controls();
    forget_breakpoints();
    writes.forget();
}

/// Without a client, no copies of the world are kept.
void Probe::State::forget_connection() {
    readers.clear();
    forget_first();
    pull = {};
    if (own_world != nullptr) own_world->say_all_again();
    for (const ShownWorld& each : worlds.all())
        if (each.pulled != nullptr) each.pulled->leave();
}

}  // namespace probe
