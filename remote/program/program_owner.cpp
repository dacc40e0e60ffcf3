#include "remote/program/program_owner.hpp"

#include <algorithm>
#include <chrono>
#include <random>
#include <utility>

#include "ecs/base/language.hpp"
#include "probe/run/running_programs.hpp"
#include "probe/wire/new_rows.hpp"
#include "remote/program/readable_text.hpp"
#include "remote/program/world_copy.hpp"
#include "remote/replica/owner_kind.hpp"

namespace remote {

namespace {

constexpr std::string_view title = "Program";
constexpr std::size_t most_types_of_program = 1u << 16;
constexpr std::chrono::seconds silence{2};
constexpr std::size_t most_kept_bytes = 64u << 20;
using Clock = probe::Clock;

std::uint64_t random_number() {
    std::random_device random;
    return std::uint64_t{random()} << 32 | random();
}

probe::ByteWriter frame_of(probe::FrameKind kind, auto&& write) {
    probe::ByteWriter frame;
    const std::size_t begin = probe::begin_frame(frame, kind);
    write(frame);
    probe::end_frame(frame, begin);
    return frame;
}

std::unique_ptr<RemoteOwner> make_program_owner(LinkOptions options) {
    return std::make_unique<ProgramOwner>(std::move(options));
}

}  // namespace

OwnerKind program_kind() {
    return {.name = "program",
            .title = title,
            .how_to_answer = ecs::tr_later("a program that links chunkscope::probe"),
            .takes_token = true,
            .make_owner = make_program_owner};
}

ProgramOwner::ProgramOwner(LinkOptions options)
    : line_(options), client_(random_number()), world_(std::move(options.world)) {
    look();
}

std::string ProgramOwner::name() const {
    return std::string(title) + (welcome_.name.empty() ? std::string() : " " + welcome_.name);
}

std::string ProgramOwner::why_not(ecs::OwnerAbility ability) const {
    if (ability == ecs::OwnerAbility::SeeMemory && greeted_ && welcome_.minor < probe::memory_minor)
        return std::string(ecs::tr("the program's library is older, and does not say its memory"));
    return std::string(ecs::tr(std::string_view(head_.why_not[static_cast<std::size_t>(ability)])));
}

/// Takes what came, and notices another connection.
void ProgramOwner::look() {
    ProgramLine::Came came = line_.take();
    if (came.welcome.connection == 0) {
        // What came before is still pulled.
        welcome_.connection = 0;
        lost_ = std::move(came.why);
        return;
    }
    if (came.welcome.connection != welcome_.connection) {
        clear_frames();
        // A client that only read saw a world that another one chose, and may be the first one now.
        if (greeted_ && came.welcome.run == welcome_.run && world_.empty() && !worlds_.names.empty())
            world_ = worlds_.names[worlds_.shown];
        const bool other_run = greeted_ && came.welcome.run != welcome_.run;
        if (other_run) {
            begin_run();
            clock_.reset();
            controls_.clear();
        }
        greeted_ = true;
        welcome_ = came.welcome;
        heard_ = Clock::now();
        // Nothing was seen of it yet, however fast the connection was.
        if ((pictures_ == 0 || other_run) && lost_.empty()) lost_ = ecs::phrase("asking {}", address());
        memory_.connect_again();
        breakpoints_.connect_again();
        writes_.connect_again();
        head_.number = 0;  // the count of pictures begins again
        send_world();
        // The program knows by their numbers which of these it has done.
        for (const auto& [number, request] : open_) (void)send(number, request);
        for (const auto& [number, control] : controls_) send(number, control);
    }
    const auto now = Clock::now();
    if (!came.frames.empty()) heard_ = now;
    for (probe::Frame& frame : came.frames) {
        if (frame.kind == probe::FrameKind::Memory) {
            probe::ByteReader from(frame.body);
            if (!memory_.take_in(from)) return lose(std::string(ecs::tr("what it answers makes no sense")));
            continue;
        }
        if (frame.kind == probe::FrameKind::BreakpointsTold) {
            probe::ByteReader from(frame.body);
            if (!breakpoints_.take_in(from)) return lose(std::string(ecs::tr("what it answers makes no sense")));
            continue;
        }
        frames_bytes_ += frame.body.size();
        frames_.push_back(std::move(frame));
    }
    ask_for_memory();
    send_breakpoints();
    send_writes_wish();
    for (; keeps_ && seen_ < frames_.size() && frames_bytes_ <= most_kept_bytes; ++seen_) say_seen(frames_[seen_]);
    // A program that ticks sends another picture for each one that the editor answers.
    if (now - heard_ > silence && frames_.empty())
        lost_ = ecs::phrase("{} does not answer: {}", name(), ecs::tr("it does not tick"));
}

void ProgramOwner::ask_for_memory() {
    if (const std::optional<probe::MemoryWish> wish = memory_.wish())
        line_.send(welcome_.connection,
                   frame_of(probe::FrameKind::WantMemory, [&](auto& to) { probe::write_wish(to, *wish); }));
}

void ProgramOwner::send_breakpoints() {
    if (welcome_.minor < probe::breakpoints_minor) return;
    const std::vector<ecs::WantedBreakpoint>* const wanted = breakpoints_.to_send();
    if (wanted != nullptr)
        line_.send(welcome_.connection,
                   frame_of(probe::FrameKind::Breakpoints, [&](auto& to) { probe::write_wanted(to, *wanted); }));
}

void ProgramOwner::send_writes_wish() {
    if (welcome_.minor < probe::writes_minor || pictures_ == 0) return;
    if (const probe::WishedWrites* const wish = writes_.to_send())
        line_.send(welcome_.connection,
                   frame_of(probe::FrameKind::WantWrites, [&](auto& to) { probe::write_wish(to, *wish); }));
}

ecs::OwnerWrites* ProgramOwner::writes() {
    return greeted_ && welcome_.minor >= probe::writes_minor ? &writes_ : nullptr;
}

ecs::OwnerBreakpoints* ProgramOwner::breakpoints() {
    return greeted_ && welcome_.minor >= probe::breakpoints_minor && breakpoints_.checks() ? &breakpoints_ : nullptr;
}

void ProgramOwner::know(const ecs::Mirror* mirror) {
    mirror_ = mirror;
    breakpoints_.know(mirror);
    writes_.know(mirror);
    if (mirror == nullptr) open_.clear();  // their values are of its types
}

ecs::OwnerMemory ProgramOwner::memory() const {
    // Without a connection it comes with the next one, and what came before stays.
    ecs::OwnerMemory none;
    none.unknown = why_not(ecs::OwnerAbility::SeeMemory);
    return none.unknown.empty() ? memory_.take(owner_run_) : none;
}

std::optional<ecs::PoolBytes> ProgramOwner::read_block(const ecs::OwnerMemory& memory,
                                                       const ecs::PoolPart& part) const {
    return memory_.read_block(memory, part);
}

void ProgramOwner::begin_run() {
    ++run_;
    memory_.forget();
    writes_.begin_run();
    open_.clear();
    values_.clear();  // of these types
    types_.clear();
    layout_ = std::make_unique<ecs::TypeRegistry>();
    systems_.clear();
    keys_.clear();
    wanted_.clear();
    moves_.clear();
    still_to_come_ = 0;
}

void ProgramOwner::lose(std::string why) {
    lost_ = ecs::phrase("{} does not answer: {}", name(), why);
    line_.give_up(welcome_.connection, lost_);
    welcome_.connection = 0;
    clear_frames();
}

void ProgramOwner::clear_frames() {
    frames_.clear();
    frames_bytes_ = seen_ = 0;
}

/// The program may send another picture.
void ProgramOwner::say_seen(const probe::Frame& picture) {
    if (picture.kind != probe::FrameKind::Picture) return;
    probe::ByteReader from(picture.body);
    const auto number = from.number<std::uint64_t>();
    line_.send(welcome_.connection, frame_of(probe::FrameKind::Seen, [&](auto& to) { to.number(number); }));
}

std::string ProgramOwner::check() {
    look();
    return lost_;
}

std::optional<std::size_t> ProgramOwner::moments() {
    look();
    return frames_.size();
}

std::string ProgramOwner::pull(ecs::Pull& pull) {
    look();
    values_.clear();
    if (frames_.empty()) return lost_;
    if (seen_ == 0)
        say_seen(frames_.front());
    else
        --seen_;
    const probe::Frame frame = std::move(frames_.front());
    frames_.pop_front();
    frames_bytes_ -= frame.body.size();
    probe::ByteReader from(frame.body);
    if (frame.kind != probe::FrameKind::Picture) {
        lose(std::string(ecs::tr("what it answers makes no sense")));
        return lost_;
    }
    probe::PictureHead head = probe::read_head(from);
    if (from.fine()) {
        for (ecs::Pull::Answer& each : head.answers) {
            open_.erase(each.number);
            pull.answers.push_back(std::move(each));
        }
        head.answers.clear();
    }
    if (from.fine() && !head.cannot.empty()) {
        head_ = std::move(head);
        return lost_ = ecs::phrase("{}: {}", name(), head_.cannot);
    }
    if (from.fine() && head.owner_run != owner_run_) {
        if (owner_run_ != 0) begin_run();
        owner_run_ = head.owner_run;
    }
    head_ = std::move(head);
    breakpoints_.shows(head_.number);
    // A new connection repeats the types. They are the same unless it is another run.
    if (!read_types(from)) {
        lose(std::string(ecs::tr("what it answers makes no sense")));
        return lost_;
    }
    if (pull.columns.size() < types_.size()) {
        const std::size_t first = pull.columns.size();
        pull.columns.resize(types_.size());
        for (std::size_t i = first; i < types_.size(); ++i) pull.columns[i].type = static_cast<std::uint32_t>(i);
    }
    probe::read_pull(from, pull, types_, values_);
    if (from.flag()) systems_ = probe::read_systems(from);
    std::optional<probe::PictureClock> clock = probe::read_clock(from);
    still_to_come_ = from.at_end() ? 0 : probe::read_new_rows(from, pull, types_, values_);
    probe::ToldWrites writes = from.at_end() ? probe::ToldWrites() : probe::read_told_writes(from);
    if (!from.fine()) {
        // A partial picture is discarded.
        const std::vector<ecs::Pull::Answer> answers = std::move(pull.answers);
        pull.clear(types_.size());
        pull.answers = answers;
        lose(std::string(ecs::tr("what it answers makes no sense")));
        return lost_;
    }
    for (const ecs::OwnerKey key : pull.destroyed) keys_.erase(key);
    if (head_.whole) complete(pull);
    for (const ecs::Pull::Created& each : pull.created) {
        keys_.insert(each.key);
        if (each.wanted && each.wanted.bits() != each.key) wanted_[each.key] = each.wanted;
    }
    if (still_to_come_ > 0 || !moves_.empty()) hold_moves(pull);
    if (clock) {
        take_clock(*clock);
        take_log(std::move(clock->log));
    }
    writes_.take_in(std::move(writes));
    ++pictures_;
    lost_.clear();
    return {};
}

/// Its texts can be anything.
void ProgramOwner::take_log(probe::LogLines log) {
    log_.left_out += log.left_out;
    for (probe::LogLine& line : log.lines) {
        if (log_.lines.size() == probe::most_lines) {
            ++log_.left_out;
            continue;
        }
        log_.lines.push_back({line.tick, readable_text(line.text)});
    }
}

bool ProgramOwner::read_types(probe::ByteReader& from) {
    const std::size_t count = from.count(20);
    if (head_.first_type > types_.size() || head_.first_type + count > most_types_of_program) return false;
    for (std::size_t i = 0; i < count; ++i) {
        ecs::ComponentType type = probe::read_type(from);
        if (!from.fine()) return false;
        const std::size_t position = head_.first_type + i;
        if (position < types_.size()) {
            if (types_[position].name != type.name || types_[position].fields.size() != type.fields.size())
                return false;
            continue;
        }
        const std::vector<std::byte> value = std::exchange(type.default_bytes, {});
        // Values without fields that memcpy cannot copy do not travel.
        if (type.fields.empty() && !type.trivial) {
            type.hidden_bytes = type.size;
            type.size = type.align = 0;
        }
        ecs::Result<ecs::ComponentId> id = layout_->add_at_run_time(type);
        if (!id) {
            // Its fields lie elsewhere in the program.
            type.size = type.align = 0;
            id = layout_->add_at_run_time(type);
        }
        if (!id || *id != position) return false;  // two of one name, or fields that no component can have
        types_.push_back((*layout_)[*id]);
        ecs::ComponentType& made = types_.back();
        if (value.empty() || made.is_tag() || !made.trivial) continue;
        made.default_bytes.assign(made.size, std::byte{0});
        probe::ByteReader start(value);
        probe::read_value(start, made, made.default_bytes.data());
        if (!start.fine()) return false;
    }
    return true;
}

/// After a reconnect: removes what the whole picture no longer contains.
void ProgramOwner::complete(ecs::Pull& pull) {
    if (keys_.empty()) return;
    std::unordered_map<ecs::OwnerKey, std::unordered_set<std::uint32_t>> said;
    for (const ecs::Pull::Created& each : pull.created) said[each.key];
    for (auto key = keys_.begin(); key != keys_.end();)
        if (said.contains(*key)) {
            ++key;
        } else {
            pull.destroyed.push_back(*key);
            key = keys_.erase(key);
        }
    for (const ecs::Pull::Column& column : pull.columns)
        for (const ecs::OwnerKey key : column.keys) said[key].insert(column.type);
    std::unordered_set<ecs::OwnerKey> below, named;
    for (const ecs::Pull::Moved& each : pull.moved) below.insert(each.key);
    for (const ecs::Pull::Named& each : pull.named) named.insert(each.key);
    if (mirror_ == nullptr) return;
    for (const ecs::OwnerKey key : keys_) {
        const ecs::Entity entity = mirror_->entity_of(key);
        if (!entity) continue;
        for (const ecs::ComponentId component : mirror_->world().archetype_of(entity).components()) {
            const std::uint32_t type = mirror_->type_of(component);
            if (type != ecs::OwnerPool::no_type && !said[key].contains(type)) pull.removed.push_back({type, key});
        }
        if (!below.contains(key)) pull.moved.push_back({key, ecs::no_owner_key});
        if (!named.contains(key)) pull.named.push_back({key, {}});
    }
}

/// A parent may come after its child, and where it is now after where its child is: parents are told when all have come.
void ProgramOwner::hold_moves(ecs::Pull& pull) {
    for (const ecs::OwnerKey key : pull.destroyed) moves_.erase(key);
    for (const ecs::Pull::Moved& each : pull.moved) moves_[each.key] = each.parent;
    pull.moved.clear();
    if (still_to_come_ > 0) return;
    for (const auto& [key, parent] : std::exchange(moves_, {})) pull.moved.push_back({key, parent});
}

ecs::Entity ProgramOwner::program_handle_of(ecs::Entity handle) const {
    if (mirror_ == nullptr) return handle;
    const ecs::OwnerKey key = mirror_->key_of(handle);
    if (key == ecs::no_owner_key) return mirror_->may_mislead(handle) ? ecs::null_entity : handle;
    const auto found = wanted_.find(key);
    return found != wanted_.end() ? found->second : ecs::entity_of_bits(key);
}

void ProgramOwner::send_again(std::span<const ecs::OwnerKey> keys) {
    constexpr std::size_t keys_a_frame = 100'000;
    while (!keys.empty()) {
        const auto some = keys.first(std::min(keys.size(), keys_a_frame));
        keys = keys.subspan(some.size());
        line_.send(welcome_.connection,
                   frame_of(probe::FrameKind::SendAgain, [&](auto& to) { probe::write_keys(to, some); }));
    }
}

void ProgramOwner::show_hidden(bool shown) {
    line_.send(welcome_.connection,
               frame_of(probe::FrameKind::ShowHidden, [&](auto& to) { to.number(static_cast<std::uint8_t>(shown)); }));
}

void ProgramOwner::show_world(std::string_view name) {
    world_ = name;
    if (welcome_.connection != 0) send_world();
}

ecs::Owner::CopyWorld ProgramOwner::copy_of(std::string_view name) const {
    if (welcome_.minor < probe::worlds_minor) return {};
    ecs::Mirror::HandlesByPath handles;
    if (mirror_ != nullptr) handles = mirror_->handles_by_path();
    return [options = line_.options(), world = std::string(name), handles = std::move(handles)](
               ecs::Progress& progress) { return copy_world(options, world, handles, progress); };
}

void ProgramOwner::send_world() {
    if (welcome_.minor < probe::worlds_minor) return;
    // Of a world that it knows, the mirror needs all at once: slots that others have now are free then, and after a restart
    // entities are found by their names.
    const bool in_parts = in_parts_ && run_ == 0 && keys_.empty();
    line_.send(welcome_.connection, frame_of(probe::FrameKind::ShowWorld, [&](auto& to) {
                   to.text(world_);
                   if (welcome_.minor < probe::parts_minor) return;
                   to.number(static_cast<std::uint8_t>(in_parts));
               }));
}

std::string ProgramOwner::why_not(const ecs::OwnerRequest&) const { return lost_; }

ecs::OwnerReply ProgramOwner::ask(std::uint64_t number, const ecs::OwnerRequest& request) {
    ++asked_;
    if (!send(number, request)) return ecs::OwnerReply::refused(ecs::tr("it is too long for one request"));
    open_.insert_or_assign(number, request);
    return {.outcome = ecs::OwnerReply::Outcome::Later};
}

bool ProgramOwner::send(std::uint64_t number, const ecs::OwnerRequest& request) {
    const probe::ByteWriter frame = frame_of(probe::FrameKind::Request, [&](auto& to) {
        to.number(client_);
        to.number(number);
        to.number(owner_run_);
        probe::write_request(to, request, [this](ecs::Entity entity) { return program_handle_of(entity); });
    });
    if (frame.size() > probe::most_asked_bytes) return false;
    line_.send(welcome_.connection, frame);
    return true;
}

void ProgramOwner::take_clock(probe::PictureClock& clock) {
    worlds_ = std::move(clock.worlds);
    for (std::string& name : worlds_.names) name = readable_text(name);
    clock_ = std::move(clock.clock);
    for (std::string* const why : {&clock_->why_not_systems, &clock_->why_not_control})
        *why = ecs::tr(std::string_view(*why));
    controls_.erase(controls_.begin(), controls_.upper_bound(clock.done));
}

std::string ProgramOwner::control(const ecs::OwnerControl& control) {
    if (!lost_.empty()) return lost_;
    if (!clock_) return Owner::control(control);
    if (std::string why = ecs::why_not(*clock_, control); !why.empty()) return why;
    send_breakpoints();  // a program that goes on stops at those that are wanted now
    send_writes_wish();
    controls_.emplace(++last_control_, control);
    send(last_control_, control);
    return {};
}

void ProgramOwner::send(std::uint64_t number, const ecs::OwnerControl& control) {
    line_.send(welcome_.connection, frame_of(probe::FrameKind::Control, [&](auto& to) {
                   to.number(client_);
                   to.number(number);
                   probe::write_control(to, control);
               }));
}

std::vector<std::string> ProgramOwner::notes() const {
    if (welcome_.version.empty() || welcome_.version == probe::library_version()) return {};
    return {ecs::phrase("The program has version {} of the library, and this is version {}", welcome_.version,
                        std::string(probe::library_version()))};
}

}  // namespace remote
