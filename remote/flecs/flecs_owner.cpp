#include "remote/flecs/flecs_owner.hpp"

#include <algorithm>
#include <random>
#include <utility>

#include "ecs/base/language.hpp"

namespace remote {

namespace {

using Kind = ecs::OwnerRequest::Kind;
constexpr const char* world_target = "/entity/flecs/core/World?entity_id=true";
constexpr std::chrono::milliseconds systems_every{2000}, hidden_every{3000};

std::optional<Json> world_in(const LinkReply& reply, std::string& why) {
    if (!reply.answered()) {
        why = reply.why;
        return std::nullopt;
    }
    std::optional<Json> world = read_json(reply.body);
    if (world && world->is_object() && world->contains("jsonrpc")) {
        why = ecs::tr("what answers there speaks Bevy's remote protocol: choose Bevy or Chunkscope");
        return std::nullopt;
    }
    if (!reply.good() || !world || !world->is_object()) {
        why = ecs::phrase("what answers there is no Flecs program (it answered with {}): choose another kind",
                          std::to_string(reply.status));
        return std::nullopt;
    }
    if (world->contains("ids") || world->contains("path")) {
        why = ecs::tr("this is Flecs 3, which speaks another protocol; version 4.0 or later is needed");
        return std::nullopt;
    }
    if (word_in(*world, "name") != "World") {
        why = ecs::tr("what answers there is no Flecs program: choose another kind");
        return std::nullopt;
    }
    return world;
}

const Json* build_info_in(const Json& world) {
    const auto parts = world.find("components");
    if (parts == world.end() || !parts->is_object()) return nullptr;
    if (const auto info = parts->find("flecs.core.BuildInfo"); info != parts->end() && info->is_object()) return &*info;
    if (const auto summary = parts->find("flecs.stats.WorldSummary"); summary != parts->end() && summary->is_object())
        if (const auto info = summary->find("build_info"); info != summary->end() && info->is_object()) return &*info;
    return nullptr;
}

/// How long the program has been running, in seconds. It says so with its statistics.
std::optional<double> age_in(const Json& world) {
    const auto parts = world.find("components");
    if (parts == world.end() || !parts->is_object()) return std::nullopt;
    const auto summary = parts->find("flecs.stats.WorldSummary");
    if (summary == parts->end() || !summary->is_object()) return std::nullopt;
    const auto uptime = summary->find("uptime");
    if (uptime == summary->end() || !uptime->is_number()) return std::nullopt;
    return uptime->get<double>();
}

/// Flecs before 4.1.1 does not say which it is, without its statistics.
std::string program_name_in(const Json& world) {
    const Json* const info = build_info_in(world);
    const std::string version = info == nullptr ? std::string() : cleaned(word_in(*info, "version"), 16);
    return version.empty() ? "Flecs 4" : "Flecs " + version;
}

/// Asks the program whether it is younger than it was.
bool is_another(const SameProgram& same, Line& line) {
    std::string why;
    const std::optional<Json> world = world_in(line.ask({.target = world_target}), why);
    return world && same.is_younger(age_in(*world));
}

}  // namespace

std::unique_ptr<RemoteOwner> make_flecs_owner(LinkOptions options) {
    return std::make_unique<FlecsOwner>(std::move(options));
}

std::string flecs_at(const LinkOptions& options, const std::atomic<bool>& stop, std::string& why) {
    const std::optional<Json> world = world_in(exchange(options, {.target = world_target}, stop), why);
    return world ? program_name_in(*world) : std::string();
}

FlecsOwner::FlecsOwner(LinkOptions options) : link_(std::make_unique<Link>(std::move(options))) {
    lost_ = ecs::phrase("asking {}", link_->address());
}

FlecsOwner::~FlecsOwner() = default;

std::string FlecsOwner::why_not(ecs::OwnerAbility ability) const {
    if (ability == ecs::OwnerAbility::SeeMemory)
        return std::string(ecs::tr("Flecs does not say over HTTP where its bytes are"));
    if (ability == ecs::OwnerAbility::SeeSystems && !systems_known_)
        return std::string(ecs::tr("the program has not said yet which systems it has"));
    return {};
}

std::string FlecsOwner::pull(ecs::Pull& pull) {
    ask_for_more(true);
    pull.answers = std::exchange(answers_, {});
    if (lost_.empty()) replica_.fill(pull);
    return lost_;
}

std::string FlecsOwner::check() {
    // What was lost comes back with the first round.
    ask_for_more(!lost_.empty());
    return lost_;
}

void FlecsOwner::ask_for_more(bool rounds) {
    link_->deliver();
    const auto now = Clock::now();
    if (phase_ == Phase::Away && backoff_.due(now)) greet();
    if (phase_ != Phase::Running) return;
    if (rounds && !page_waits_ && pace_.due(now)) {
        ask_unsaid_again();
        begin_round();
    }
    if (rounds) ask_looked_at(now);
    if (now >= next_systems_) {
        next_systems_ = now + systems_every;
        poll_systems();
        poll_world();
        if (has_stats_) poll_times();
    }
    if (now >= next_hidden_) {
        next_hidden_ = now + hidden_every;
        count_hidden();
    }
    if (tables_asked_ && now >= next_tables_ && now - tables_wanted_ < std::chrono::seconds(5)) {
        next_tables_ = now + std::chrono::seconds(2);
        poll_tables();
    }
}

void FlecsOwner::greet() {
    phase_ = Phase::Greeting;
    ++on_;
    link_->post(LinkPriority::Visible, "greet", [this](Line& line) -> Link::Delivery {
        LinkReply reply = line.ask({.target = world_target});
        std::string why;
        std::optional<Json> world = world_in(reply, why);
        reply.why = std::move(why);
        return [this, reply = std::move(reply), world = std::move(world), breaks = link_->breaks()] {
            greeted(reply, world, breaks);
        };
    });
}

void FlecsOwner::greeted(const LinkReply& reply, const std::optional<Json>& world, std::uint64_t breaks) {
    if (!world) {
        lose(reply.why);
        return;
    }
    (void)pace_.answered(reply.secs);
    name_ = program_name_in(*world);
    read_version(*world);
    const auto parts = world->find("components");
    // Asking a program for statistics that it does not keep ends it.
    has_stats_ =
        parts != world->end() && parts->is_object() && parts->contains("(flecs.stats.WorldStats,flecs.stats.Period1s)");
    time_scale_.reset();
    if (parts != world->end() && parts->is_object())
        if (const auto summary = parts->find("flecs.stats.WorldSummary");
            summary != parts->end() && summary->is_object() && summary->contains("time_scale") &&
            (*summary)["time_scale"].is_number())
            time_scale_ = (*summary)["time_scale"].get<double>();
    breaks_ = breaks;
    const auto now = Clock::now();
    known_types_.clear();
    if (!same_.is_same(age_in(*world), now)) {
        same_.forget();
        replica_.forget_all();
        unsaid_types_.clear();
        told_.clear();
        systems_known_ = false;
        make_systems();
        if (rounds_ > 0) ++run_;
    }
    (void)same_.answered(age_in(*world), now);
    paths_.clear();
    ids_.clear();
    exprs_.clear();
    times_.clear();
    order_.clear();
    wants_schemas_ = true;
    page_waits_ = looked_at_waits_ = false;
    left_out_.clear();
    unsaid_.clear();
    unsaid_waits_.clear();
    no_values_.clear();
    sought_.clear();
    searched_.clear();
    phase_ = Phase::Types;
    poll_types(0, false);
}

/// A program that is started again at once may never be missed, but is younger than it was.
void FlecsOwner::poll_world() {
    if (!has_stats_) return;
    poll(LinkPriority::Background, "world", world_target, [this](const Got& got) {
        const Json& world = got.answer;
        if (world.is_object() && !same_.answered(age_in(world), Clock::now())) lose_to_another();
    });
}

void FlecsOwner::lose_to_another() {
    lose(std::string(ecs::tr(started_again)));
    backoff_.worked();
}

void FlecsOwner::show_hidden(bool shown) {
    if (shows_hidden_ == shown) return;
    shows_hidden_ = shown;
    pace_.at_once();
    next_hidden_ = {};
}

void FlecsOwner::read_version(const Json& world) {
    version_[0] = 4;
    version_[1] = version_[2] = 0;
    const Json* const info = build_info_in(world);
    if (info == nullptr) return;
    version_[0] = static_cast<int>(std::min<std::uint64_t>(count_in(*info, "version_major"), 99));
    version_[1] = static_cast<int>(std::min<std::uint64_t>(count_in(*info, "version_minor"), 99));
    version_[2] = static_cast<int>(std::min<std::uint64_t>(count_in(*info, "version_patch"), 99));
}

bool FlecsOwner::at_least(int major, int minor, int patch) const {
    const int wanted[3] = {major, minor, patch};
    return !std::lexicographical_compare(version_, version_ + 3, wanted, wanted + 3);
}

void FlecsOwner::lose(const std::string& why) {
    lost_ = ecs::phrase("{}: {}", link_->address(), why);
    phase_ = Phase::Away;
    page_size_ = {};
    backoff_.failed(Clock::now());
    link_->drop_waiting();
}

void FlecsOwner::poll(LinkPriority priority, std::string key, std::string target, Found found, bool with_types) {
    link_->post(priority, std::move(key),
                [this, on = on_, target = std::move(target), found = std::move(found),
                 with_types](Line& line) -> Link::Delivery {
                    LinkReply reply = line.ask({.target = target});
                    Got got;
                    got.secs = reply.secs;
                    got.bytes = reply.body.size();
                    if (reply.good()) {
                        std::optional<Json> answer = read_json(reply.body);
                        if (answer)
                            got.answer = std::move(*answer);
                        else
                            got.why = is_too_large(reply.body) ? ecs::tr("its answer holds more than can be kept")
                                                               : ecs::tr("what it answers makes no sense");
                        if (answer && with_types) got.type_info = FlecsTypes::schemas_in(reply.body);
                    } else if (reply.answered()) {
                        got.refusal = refusal_in(reply);
                    }
                    reply.body = {};
                    return [this, on, found, reply = std::move(reply), got = std::move(got)] {
                        if (on != on_ || phase_ == Phase::Away) return;
                        if (!reply.answered()) return lose(reply.why);
                        if (phase_ == Phase::Running) (void)same_.answered(std::nullopt, Clock::now());
                        found(got);
                    };
                });
}

std::vector<std::string> FlecsOwner::notes() const {
    std::vector<std::string> notes;
    if (!has_stats_)
        notes.emplace_back(ecs::tr("times of systems are not known: the program does not import FlecsStats"));
    if (!says_versions())
        notes.emplace_back(
            ecs::tr("an id that is used again looks like the entity that had it: Flecs tells them apart since 4.1.5"));
    if (std::string note = replica_.misfits_note(); !note.empty()) notes.push_back(std::move(note));
    if (time_scale_ && *time_scale_ == 0)
        notes.emplace_back(ecs::tr("the time of its world stands still: its scale is 0"));
    // Not of the types that stand only inside of components.
    for (const Unsaid& each : unsaid_)
        if (replica_.find_type("?" + each.path) != Replica::no_type)
            notes.push_back(ecs::phrase("{} is not known: {}", readable_name(shown_path(each.path)), each.why));
    if (!no_values_.empty()) notes.push_back(ecs::phrase("no values are known: {}", no_values_));
    append_left_out(notes, left_out_.size(), replica_.left_out());
    return notes;
}

std::string FlecsOwner::why_not(const ecs::OwnerRequest& request) const {
    if (std::string why = replica_.why_not_written(request); !why.empty()) return why;
    if (request.kind != Kind::Add && request.kind != Kind::Remove && request.kind != Kind::Set) return {};
    for (const ecs::OwnerRequest::Part& part : request.parts) {
        if (part.type >= replica_.types().size())
            return std::string(ecs::tr("the program does not have this component"));
        if (unsaid_types_.contains(part.type))
            return ecs::phrase("Flecs does not say what it holds: {}", replica_.types()[part.type].description);
        // Circles of prefabs and the like end a program.
        if (request.kind != Kind::Set && replica_.shape(part.type).path.starts_with("(flecs.core."))
            return ecs::phrase("{} is one of Flecs' own relationships, which stay as they are",
                               replica_.shape(part.type).name);
    }
    return {};
}

std::string FlecsOwner::lost_by_destroying(ecs::OwnerKey key) const {
    std::string names;
    for (const std::uint32_t type : replica_.types_of(key)) {
        const TypeShape& shape = replica_.shape(type);
        if (!shape.members.empty() || known_types_.size_of(shape.path) == 0) continue;
        names += (names.empty() ? "" : ", ") + shape.name;
    }
    return names.empty() ? names : ecs::phrase("values that Flecs does not describe: {}", names);
}

ecs::OwnerReply FlecsOwner::ask(std::uint64_t number, const ecs::OwnerRequest& request) {
    // Names of this run that no other run has given.
    static const std::uint64_t salt = (std::uint64_t{std::random_device{}()} << 32) & 0x7fffffff00000000u;
    FlecsOrder order;
    order.kind = request.kind;
    order.number = salt + number;
    order.again = request.again;
    order.key = request.key;
    order.parent = request.parent;
    order.name = request.name;
    order.on = request.on;
    if (!says_versions() && request.kind != Kind::Switch) order.seen = replica_.name(request.key);
    if (request.kind == Kind::Switch) {
        const auto system = system_keys_.find(request.name);
        if (system == system_keys_.end())
            return ecs::OwnerReply::refused(std::string(ecs::tr("there is no such system")));
        order.key = system->second;
    }
    for (const ecs::OwnerRequest::Part& part : request.parts) {
        const TypeShape& shape = replica_.shape(part.type);
        const ecs::ComponentType& type = replica_.types()[part.type];
        FlecsOrder::Part made{shape.path};
        if (part.value && part.value.data() != nullptr && !type.is_tag()) {
            Json whole = write_json(shape, type, part.value.data(), words());
            if (whole.is_object() && !shape.bare) {
                made.value = Json::object();
                for (std::size_t i = 0; i < shape.members.size(); ++i) {
                    const bool asked = request.fields.empty() || std::find(request.fields.begin(), request.fields.end(),
                                                                           i) != request.fields.end();
                    Json& value = whole[shape.members[i].name];
                    if (asked && !value.is_null()) made.value[shape.members[i].name] = std::move(value);
                }
            } else {
                made.value = std::move(whole);
            }
        }
        order.parts.push_back(std::move(made));
    }
    orders_->add({std::move(order), number, breaks_});
    link_->post(LinkPriority::Edit, {},
                [this, orders = orders_, same = same_, ages = has_stats_](Line& line) -> Link::Delivery {
                    // An order that came before may have taken this one along.
                    std::vector<FlecsOrders::Asked> asked = orders->take();
                    if (asked.empty()) return {};
                    std::vector<FlecsOutcome> outcomes;
                    // They were made for a program that may be gone.
                    const std::uint64_t breaks = asked.front().breaks;
                    // Each request has a connection of its own, so a program that was started again since the last look would
                    // answer this one, too.
                    const bool other = ages && link_->breaks() == breaks && is_another(same, line);
                    if (other)
                        outcomes.resize(asked.size(),
                                        {.reply = ecs::OwnerReply::refused(std::string(ecs::tr(started_again)))});
                    else if (link_->breaks() != breaks)
                        outcomes.resize(asked.size(), {.reply = {ecs::OwnerReply::Outcome::Unknown}});
                    else
                        outcomes = carry_out(asked, line);
                    const bool broke = link_->breaks() != breaks;
                    return [this, asked = std::move(asked), outcomes = std::move(outcomes), broke, other] {
                        for (std::size_t i = 0; i < asked.size(); ++i) carried_out(asked[i], outcomes[i], broke);
                        if (other && asked.front().breaks == breaks_ && phase_ == Phase::Running) lose_to_another();
                    };
                });
    return {ecs::OwnerReply::Outcome::Later};
}

void FlecsOwner::carried_out(const FlecsOrders::Asked& asked, const FlecsOutcome& outcome, bool broke) {
    const FlecsOrder& order = asked.order;
    if (broke && asked.breaks == breaks_ && phase_ == Phase::Running)
        lose(std::string(ecs::tr("the connection broke")));
    ++written_;
    if (order.kind == Kind::Switch) next_systems_ = {};
    if (asked.breaks != breaks_) return answers_.push_back({asked.number, outcome.reply});  // of the run before
    if (order.kind == Kind::Destroy && outcome.reply.outcome == ecs::OwnerReply::Outcome::Done)
        replica_.gone(order.key);
    if (outcome.row && order.kind != Kind::Switch && phase_ == Phase::Running) read_row(*outcome.row, outcome.whole);
    answers_.push_back({asked.number, outcome.reply});
}

OwnerKind flecs_kind() {
    return {.name = "flecs",
            .title = "Flecs",
            .how_to_answer = ecs::tr_later("The program imports flecs::Rest, and calls progress()"),
            .port = flecs_port,
            .ports = flecs_ports,
            .make_owner = make_flecs_owner,
            .ask = flecs_at};
}

}  // namespace remote
