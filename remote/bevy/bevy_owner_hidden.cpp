// What a Bevy program has besides entities: resources, and kinds of events that others may trigger. When a person wants to
// see what is left out otherwise, each is shown as an entity below no other: a resource has one component, a kind of
// event the tag Event.
//
// Nobody listens to the events: the program would keep an observer for each kind for good, and what it sees would pile up
// there as soon as this connection ends.
#include <algorithm>
#include <string>
#include <utility>

#include "ecs/base/language.hpp"
#include "remote/bevy/bevy_owner.hpp"

namespace remote {

namespace {

using Kind = ecs::OwnerRequest::Kind;

// No entity of a program has such a key: its place would have been used again 4 billion times.
constexpr ecs::OwnerKey first_resource = 0xfffffffdull << 32, first_event = 0xfffffffcull << 32;
constexpr std::size_t most_resources = 1024, most_events = 1024;
constexpr const char* event_tag = "a kind of event";
constexpr std::chrono::milliseconds resources_every{1000};

}  // namespace

bool BevyOwner::is_resource(ecs::OwnerKey key) {
    return key >= first_resource && key < first_resource + most_resources;
}

bool BevyOwner::is_event(ecs::OwnerKey key) { return key >= first_event && key < first_event + most_events; }

bool BevyOwner::says_events() const { return !dialect_.own && dialect_.knows(Method::TriggerEvent); }

bool BevyOwner::says_resources() const {
    return !dialect_.own && dialect_.knows(Method::ListResources) && dialect_.knows(Method::GetResource);
}

std::string BevyOwner::why_not_show_hidden() const {
    return says_resources() || says_events() ? std::string() : ecs::Owner::why_not_show_hidden();
}

void BevyOwner::show_hidden(bool shown) {
    if (std::exchange(shows_resources_, shown) == shown) return;
    next_resources_ = {};
    pace_.at_once();
}

void BevyOwner::ask_what_is_hidden() {
    // Their schemas, which programs say since 0.18.
    if (says_events())
        call(LinkPriority::Background, "events", Method::Schemas,
             {{"type_limit", {{"with", Json::array({"Event"})}, {"without", Json::array()}}}},
             [this](const BevyReply& reply) {
                 events_known_ = true;
                 if (!reply.result) return;
                 events_ = BevyTypes::events_in(*reply.result);
                 if (events_.size() > most_events) events_.resize(most_events);
             });
    if (!says_resources()) return;
    call(LinkPriority::Background, "resources", Method::ListResources, nullptr, [this](const BevyReply& reply) {
        resources_known_ = true;
        if (!reply.result || !reply.result->is_array()) return;
        for (const Json& path : *reply.result)
            if (path.is_string() && resources_.size() < most_resources)
                resources_.push_back({path.get<std::string>(), {}});
    });
}

/// Their values, one request each: the protocol knows no other way.
void BevyOwner::ask_resources(Clock::time_point now) {
    if (!shows_resources_ || resources_waited_ > 0 || now < next_resources_) return;
    next_resources_ = now + resources_every;
    if (!all_schemas_asked_) {
        all_schemas_asked_ = true;
        ask_schemas(true);
    }
    resources_waited_ = resources_.size();
    for (std::size_t i = 0; i < resources_.size(); ++i)
        call(LinkPriority::Background, "resource " + resources_[i].path, Method::GetResource,
             {{"resource", resources_[i].path}}, [this, i](const BevyReply& reply) {
                 --resources_waited_;
                 // One that is registered and not there, or that cannot be written as text, has no value.
                 const bool said = reply.result && reply.result->is_object() && reply.result->contains("value");
                 resources_[i].value = said ? (*reply.result)["value"] : Json();
             });
}

void BevyOwner::see_hidden() {
    if (!shows_resources_) return;
    std::uint32_t event = replica_.find_type(event_tag);
    if (event == Replica::no_type && !events_.empty())
        event = replica_.add_type({.name = "Event",
                                   .path = event_tag,
                                   .description = ecs::tr("A kind of event, which observers of the program answer")});
    for (std::size_t i = 0; i < events_.size(); ++i) {
        SeenEntity seen;
        seen.key = first_event + i;
        seen.name = short_path(events_[i]);
        seen.parts.emplace_back(event, nullptr);
        replica_.see(seen, words());
    }
    for (std::size_t i = 0; i < resources_.size(); ++i) {
        const Json& value = resources_[i].value;
        if (value.is_null()) continue;
        SeenEntity seen;
        seen.key = first_resource + i;
        seen.name = short_path(resources_[i].path);
        if (const std::uint32_t type = type_of(resources_[i].path, &value); type != Replica::no_type)
            seen.parts.emplace_back(type, &value);
        replica_.see(seen, words());
    }
}

std::string BevyOwner::why_not_with_hidden(const ecs::OwnerRequest& request) const {
    if (request.kind == Kind::SetParent || request.kind == Kind::Create) {
        if (is_resource(request.parent)) return std::string(ecs::tr("a resource has nothing below it"));
        if (is_event(request.parent)) return std::string(ecs::tr("an event has nothing below it"));
    }
    if (is_event(request.key) && request.kind != Kind::Create && request.kind != Kind::Switch)
        return std::string(ecs::tr("this is a kind of event of the program, and no entity"));
    for (const ecs::OwnerRequest::Part& part : request.parts)
        if (part.type < replica_.types().size() && replica_.shape(part.type).path == event_tag)
            return std::string(ecs::tr("entities cannot have it: it marks the kinds of events"));
    if (!is_resource(request.key) || request.kind == Kind::Create || request.kind == Kind::Switch) return {};
    if (request.kind != Kind::Set)
        return std::string(ecs::tr("this is a resource of the program: only its values can be changed"));
    return dialect_.knows(Method::InsertResource) ? std::string()
                                                  : ecs::phrase("{} does not offer that to other programs", name_);
}

}  // namespace remote
