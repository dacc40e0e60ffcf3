#include "remote/bevy/bevy_owner.hpp"

#include <algorithm>
#include <utility>

#include "ecs/base/language.hpp"
#include "remote/bevy/bevy_edits.hpp"
#include "remote/replica/owner_kind.hpp"

namespace remote {

namespace {

using Kind = ecs::OwnerRequest::Kind;

constexpr std::chrono::milliseconds schedules_every{2000};
constexpr const char* resource_marker = "bevy_ecs::resource::IsResource";

BevyReply discovered_in(const LinkReply& reply) {
    BevyReply found = reply_in(reply);
    // Before 0.16 nobody knew this method.
    if (!found.result && found.code == method_not_found) found.result = Json();
    return found;
}

/// How long the time of the world has been going by, in seconds.
std::optional<double> age_in(const BevyReply& time) {
    if (!time.result || !time.result->is_object()) return std::nullopt;
    const Json value = time.result->value("value", Json());
    const auto elapsed = value.find("elapsed");
    if (!value.is_object() || elapsed == value.end() || !elapsed->is_object()) return std::nullopt;
    const auto secs = elapsed->find("secs"), nanos = elapsed->find("nanos");
    if (secs == elapsed->end() || !secs->is_number()) return std::nullopt;
    return secs->get<double>() + (nanos != elapsed->end() && nanos->is_number() ? nanos->get<double>() * 1e-9 : 0.0);
}

LinkOptions with_larger_requests(LinkOptions options) {
    options.request_bytes = 4u << 20;
    if (options.to_answer == LinkOptions().to_answer) options.to_answer = std::chrono::milliseconds(5000);
    return options;
}

/// Asks the program whether it is another one than the dialect and the age are of. Bevy's own says no name of its run,
/// but how long the time of its world goes by.
bool is_another(const BevyDialect& dialect, const SameProgram& same, Line& line) {
    if (!dialect.run.empty()) {
        const BevyReply reply = discovered_in(line.ask(call_text("rpc.discover", nullptr)));
        return reply.result && BevyDialect::of(*reply.result).run != dialect.run;
    }
    if (dialect.own || !dialect.knows(BevyDialect::Method::GetResource)) return false;
    return same.is_younger(age_in(reply_in(
        line.ask(call_text(dialect.name_of(BevyDialect::Method::GetResource), {{"resource", bevy_time_path}})))));
}

}  // namespace

std::unique_ptr<RemoteOwner> make_bevy_owner(LinkOptions options) {
    return std::make_unique<BevyOwner>(std::move(options));
}

std::string bevy_at(const LinkOptions& options, const std::atomic<bool>& stop, std::string& why) {
    const BevyReply reply = discovered_in(exchange(options, call_text("rpc.discover", nullptr), stop));
    why = reply.why;
    return reply.result ? BevyDialect::of(*reply.result).program() : std::string();
}

BevyOwner::BevyOwner(LinkOptions options) : link_(std::make_unique<Link>(with_larger_requests(std::move(options)))) {
    lost_ = ecs::phrase("asking {}", link_->address());
}

BevyOwner::~BevyOwner() = default;

std::string BevyOwner::why_not(ecs::OwnerAbility ability) const {
    using enum ecs::OwnerAbility;
    const auto lacks = [&](Method method) {
        return dialect_.knows(method) ? std::string() : ecs::phrase("{} does not offer that to other programs", name_);
    };
    switch (ability) {
        case Create:
            return lacks(Method::Spawn);
        case Destroy:
            return lacks(Method::Despawn);
        case AddComponent:
        case SetValue:
            return lacks(Method::Insert);
        case RemoveComponent:
            return lacks(Method::Remove);
        case SetParent:
            return lacks(Method::Reparent);
        case Rename:
            return dialect_.minor <= 15 && !dialect_.own
                       ? std::string(
                             ecs::tr("in Bevy 0.15 a name is written with its hash, which nobody else can make"))
                       : lacks(Method::Insert);
        case SwitchSystem:
            return paused_ ? std::string() : ecs::phrase("{} does not let other programs switch systems", name_);
        case SeeSystems:
            if (dialect_.knows(Method::ScheduleGraph) && !schedules_known_)
                return std::string(ecs::tr("the program has not said yet which systems it has"));
            return lacks(Method::ScheduleGraph);
        case SeeMemory:
            break;
    }
    return ecs::phrase("{} does not say over HTTP where its bytes are", name_);
}

bool BevyOwner::details_known() const {
    const bool asks_time = dialect_.knows(Method::GetResource) && !dialect_.own;
    const bool asks_systems = dialect_.knows(Method::ScheduleList) && dialect_.knows(Method::ScheduleGraph);
    return rounds_ > 0 && (!asks_time || time_known_) && (!asks_systems || graphs_waited_ == 0) &&
           (!says_resources() || resources_known_) && (!says_events() || events_known_);
}

ecs::OwnerMemory BevyOwner::memory() const { return {why_not(ecs::OwnerAbility::SeeMemory), {}, {}}; }

std::vector<std::string> BevyOwner::notes() const {
    std::vector<std::string> notes;
    if (!dialect_.own) notes.emplace_back(ecs::tr("components that the program does not register are not shown"));
    if (!dialect_.knows(Method::ScheduleGraph))
        notes.push_back(ecs::phrase("{} does not say which systems it has", name_));
    if (std::string note = replica_.misfits_note(); !note.empty()) notes.push_back(std::move(note));
    if (paused_ == true)
        notes.emplace_back(ecs::tr("the time of its world is paused"));
    else if (speed_ && *speed_ == 0)
        notes.emplace_back(ecs::tr("the time of its world stands still: its scale is 0"));
    append_left_out(notes, left_out_.size(), replica_.left_out());
    return notes;
}

std::string BevyOwner::pull(ecs::Pull& pull) {
    ask_more(true);
    if (phase_ == Phase::Running && lost_.empty()) read_watches(Clock::now());
    pull.answers = std::exchange(answers_, {});
    if (lost_.empty()) replica_.fill(pull);
    return lost_;
}

std::string BevyOwner::check() {
    watches_.close();  // nobody takes what they say
    // What was lost comes back with the first round.
    ask_more(!lost_.empty());
    return lost_;
}

void BevyOwner::ask_more(bool rounds) {
    link_->deliver();
    const auto now = Clock::now();
    if (phase_ == Phase::Away && backoff_.due(now)) greet();
    if (phase_ != Phase::Running) return;
    if (rounds && !round_waits_ && pace_.due(now)) ask_round();
    ask_resources(now);
    if (now < next_schedules_) return;
    next_schedules_ = now + schedules_every;
    ask_time();
    // A Bevy program may have to build a schedule to show it.
    if (schedules_.empty() || dialect_.own) ask_schedules();
}

void BevyOwner::greet() {
    phase_ = Phase::Greeting;
    ++on_;
    link_->post(LinkPriority::Visible, "greet", [this](Line& line) -> Link::Delivery {
        BevyReply reply = discovered_in(line.ask(call_text("rpc.discover", nullptr))), time;
        if (reply.result) {
            const BevyDialect dialect = BevyDialect::of(*reply.result);
            if (!dialect.own && dialect.knows(Method::GetResource))
                time =
                    reply_in(line.ask(call_text(dialect.name_of(Method::GetResource), {{"resource", bevy_time_path}})));
        }
        return [this, reply = std::move(reply), time = std::move(time), breaks = link_->breaks()] {
            greeted(reply, time, breaks);
        };
    });
}

void BevyOwner::greeted(const BevyReply& reply, const BevyReply& time, std::uint64_t breaks) {
    if (!reply.result) {
        lose(reply.why);
        return;
    }
    (void)pace_.answered(reply.secs);
    dialect_ = BevyDialect::of(*reply.result);
    name_ = dialect_.program();
    known_types_.clear();
    breaks_ = breaks;
    const auto now = Clock::now();
    const bool same =
        dialect_.run.empty() ? same_.is_same(age_in(time), now) : !dialect_.own || dialect_.run == run_text_;
    if (!same) {
        same_.forget();
        replica_.forget_all();
        schedules_known_ = false;
        held_.clear();
        if (rounds_ > 0) ++run_;
    }
    run_text_ = dialect_.run;
    (void)same_.answered(age_in(time), now);
    paths_.clear();
    without_.clear();
    schedules_.clear();
    graphs_waited_.reset();
    time_known_ = false;
    paused_.reset();
    speed_.reset();
    left_out_.clear();
    resources_.clear();
    events_.clear();
    resources_waited_ = 0;
    all_schemas_asked_ = round_waits_ = resources_known_ = events_known_ = false;
    phase_ = Phase::Types;
    if (dialect_.knows(Method::Schemas))
        ask_schemas(false);
    else
        ask_list();
}

void BevyOwner::lose(const std::string& why) {
    lost_ = ecs::phrase("{}: {}", link_->address(), why);
    phase_ = Phase::Away;
    watches_.close();
    // Who answers next may be another process.
    for (const Sought& each : sought_) give_up(each);
    sought_.clear();
    backoff_.failed(Clock::now());
    link_->drop_waiting();
}

void BevyOwner::call(LinkPriority priority, std::string key, Method method, Json params, Found found) {
    link_->post(priority, std::move(key),
                [this, on = on_, text = call_text(dialect_.name_of(method), params),
                 found = std::move(found)](Line& line) -> Link::Delivery {
                    BevyReply reply = reply_in(line.ask(text));
                    return [this, on, found, reply = std::move(reply)] {
                        if (on != on_ || phase_ == Phase::Away) return;
                        if (!reply.answered) return lose(reply.why);
                        if (phase_ == Phase::Running) (void)same_.answered(std::nullopt, Clock::now());
                        found(reply);
                    };
                });
}

void BevyOwner::ask_schemas(bool all) {
    Json params;
    if (!all) params = {{"type_limit", {{"with", Json::array({"Component"})}, {"without", Json::array()}}}};
    call(all ? LinkPriority::Background : LinkPriority::Visible, "schema", Method::Schemas, std::move(params),
         [this](const BevyReply& reply) {
             if (reply.result) known_types_.read_schemas(*reply.result);
             if (phase_ != Phase::Types) return;
             if (!all_schemas_asked_ && known_types_.lacks_some()) {
                 all_schemas_asked_ = true;
                 ask_schemas(true);
                 return;
             }
             paths_ = known_types_.components();
             begin();
         });
}

void BevyOwner::ask_list() {
    call(LinkPriority::Visible, "list", Method::List, nullptr, [this](const BevyReply& reply) {
        if (reply.result && reply.result->is_array())
            for (const Json& path : *reply.result)
                if (path.is_string()) paths_.push_back(path.get<std::string>());
        begin();
    });
}

void BevyOwner::begin() {
    if (std::find(paths_.begin(), paths_.end(), resource_marker) != paths_.end()) without_ = resource_marker;
    endings_.clear();
    for (const std::string& path : paths_) ++endings_[short_path(path)];
    std::erase(paths_, dialect_.children_path);
    for (const std::string& path : {dialect_.name_path, dialect_.parent_path})
        if (std::find(paths_.begin(), paths_.end(), path) == paths_.end()) paths_.push_back(path);
    // So that a person can add what nobody has yet.
    for (const std::string& path : paths_)
        if (dialect_.own && path != dialect_.name_path && path != dialect_.parent_path) (void)type_of(path, nullptr);
    phase_ = Phase::Running;
    pace_.at_once();
    next_schedules_ = next_resources_ = {};
    ask_what_is_hidden();
}

std::string BevyOwner::why_not(const ecs::OwnerRequest& request) const {
    if (std::string why = replica_.why_not_written(request); !why.empty()) return why;
    if (std::string why = why_not_with_hidden(request); !why.empty()) return why;
    const bool makes = request.kind == Kind::Add || request.kind == Kind::Create;
    if (!makes && request.kind != Kind::Set && request.kind != Kind::Remove) return {};
    for (const ecs::OwnerRequest::Part& part : request.parts) {
        if (part.type >= replica_.types().size())
            return std::string(ecs::tr("the program does not have this component"));
        const TypeShape& shape = replica_.shape(part.type);
        if (dialect_.own || request.kind == Kind::Remove) continue;
        if (!known_types_.is_mutable(shape.path)) return ecs::phrase("{} never changes once it is there", shape.name);
        if (!makes) continue;
        if (std::string why = why_not_make(shape); !why.empty()) return why;
    }
    return {};
}

std::string BevyOwner::why_not_make(const TypeShape& shape) const {
    if (!known_types_.knows(shape.path)) return ecs::phrase("{} is not described, so nobody can make one", shape.name);
    if (dialect_.minor <= 16 && !known_types_.is_deserialized(shape.path))
        return std::string(ecs::tr(not_deserialized));
    const bool whole = std::none_of(shape.members.begin(), shape.members.end(),
                                    [](const Shape& each) { return each.form == Shape::Form::Any; });
    // A value that is not whole, of a type without a default, ends a Bevy program.
    if (!whole && !known_types_.has_default(shape.path))
        return ecs::phrase("{} has parts that nobody outside can make, and no default", shape.name);
    return {};
}

std::string BevyOwner::lost_by_destroying(ecs::OwnerKey key) const {
    if (dialect_.own) return {};
    std::string lost;
    for (const std::uint32_t type : replica_.types_of(key))
        if (!why_not_make(replica_.shape(type)).empty()) lost += replica_.types()[type].name + ", ";
    return lost + ecs::tr("components that the program does not register, which nobody sees from here");
}

ecs::OwnerReply BevyOwner::ask(std::uint64_t number, const ecs::OwnerRequest& request) {
    if (std::string why = why_not(request); !why.empty()) return ecs::OwnerReply::refused(std::move(why));
    if (request.kind == Kind::Switch && request.name != bevy_time_name)
        return ecs::OwnerReply::refused(ecs::phrase("{} does not let other programs switch systems", name_));
    BevyOrder order;
    order.kind = request.kind;
    order.again = request.again;
    order.resource = is_resource(request.key);
    order.key = request.key;
    order.parent = request.parent;
    order.name = request.name;
    order.on = request.on;
    for (const ecs::OwnerRequest::Part& part : request.parts) {
        const TypeShape& shape = replica_.shape(part.type);
        const ecs::ComponentType& type = replica_.types()[part.type];
        BevyOrder::Part made{shape.path};
        made.listed = shape.listed;
        made.value = Json::object();
        if (part.value && part.value.data() != nullptr && !type.is_tag()) {
            made.value = write_json(shape, type, part.value.data(), words());
            if (!shape.bare)
                for (const std::uint32_t field : request.fields) made.members.push_back(shape.members[field].name);
            if (request.kind != Kind::Set && made.value.is_object() && !dialect_.own)
                for (const Shape& member : shape.members)
                    if (member.form == Shape::Form::Any && made.value.contains(member.name) &&
                        made.value[member.name].is_null())
                        made.value.erase(member.name);
        }
        order.parts.push_back(std::move(made));
    }
    link_->post(
        LinkPriority::Edit, {},
        [this, order = std::move(order), dialect = dialect_, same = same_, number, breaks = breaks_](Line& line) {
            BevyOutcome outcome{.reply = {ecs::OwnerReply::Outcome::Unknown}};
            // It was made for a program that may be gone. Each request has a connection of its own, so a
            // program that was started again since the last look would answer this one, too.
            const bool other = link_->breaks() == breaks && is_another(dialect, same, line);
            if (other)
                outcome.reply = ecs::OwnerReply::refused(std::string(ecs::tr(started_again)));
            else if (link_->breaks() == breaks)
                outcome = carry_out(order, dialect, line);
            const bool broke = link_->breaks() != breaks;
            return [this, number, kind = order.kind, key = order.key, outcome = std::move(outcome), breaks, broke,
                    other]() mutable {
                if (other && breaks == breaks_) {
                    answers_.push_back({number, outcome.reply});
                    if (phase_ == Phase::Running) lose_to_another();
                    return;
                }
                if (broke && breaks == breaks_ && phase_ == Phase::Running)
                    lose(std::string(ecs::tr("the connection broke")));
                if (breaks != breaks_) return answers_.push_back({number, outcome.reply});  // of the run before
                const bool done = outcome.reply.outcome == ecs::OwnerReply::Outcome::Done;
                if (kind == Kind::Destroy && done) replica_.gone(key);
                // What was read before the edit is still on its way: the answer comes with a later picture.
                pace_.at_once();
                if (kind == Kind::Switch) next_schedules_ = {};
                if (outcome.sought)
                    sought_.push_back(
                        {number, std::move(*outcome.sought), Clock::now() + 12 * link_->options().to_answer});
                else
                    held_.push_back({number, outcome.reply});
            };
        });
    return {ecs::OwnerReply::Outcome::Later};
}

/// A program that is started again at once may never be missed.
void BevyOwner::ask_run() {
    if (dialect_.run.empty()) return;
    link_->post(LinkPriority::Background, "run", [this, on = on_](Line& line) -> Link::Delivery {
        const BevyReply reply = discovered_in(line.ask(call_text("rpc.discover", nullptr)));
        return [this, on, answered = reply.answered, why = reply.why,
                run = reply.result ? BevyDialect::of(*reply.result).run : std::string()] {
            if (on != on_ || phase_ != Phase::Running) return;
            if (!answered) return lose(why);
            if (!run.empty() && run != run_text_) lose_to_another();
        };
    });
}

void BevyOwner::lose_to_another() {
    lose(std::string(ecs::tr(started_again)));
    backoff_.worked();
}

void BevyOwner::ask_time() {
    ask_run();
    if (!dialect_.knows(Method::GetResource) || dialect_.own) return;
    call(LinkPriority::Background, "time", Method::GetResource, {{"resource", bevy_time_path}},
         [this](const BevyReply& reply) {
             time_known_ = true;
             paused_.reset();
             speed_.reset();
             if (!same_.answered(age_in(reply), Clock::now())) return lose_to_another();
             if (!reply.result || !reply.result->is_object()) return;
             const Json value = reply.result->value("value", Json());
             if (!value.is_object() || !value.contains("context") || !value["context"].is_object()) return;
             const Json& context = value["context"];
             if (context.contains("paused") && context["paused"].is_boolean()) paused_ = context["paused"].get<bool>();
             if (context.contains("relative_speed") && context["relative_speed"].is_number())
                 speed_ = context["relative_speed"].get<double>();
             make_systems();
         });
}

OwnerKind bevy_kind() {
    return {.name = "bevy",
            .title = "Bevy",
            .how_to_answer = ecs::tr_later("The program adds RemotePlugin and RemoteHttpPlugin"),
            .port = bevy_port,
            .ports = bevy_ports,
            .y_grows_up = true,
            .make_owner = make_bevy_owner,
            .ask = bevy_at};
}

}  // namespace remote
