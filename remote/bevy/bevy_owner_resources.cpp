// The resources of a Bevy program. Each is shown as an entity with one component, below no other, when a person wants to
// see what is left out otherwise.
#include <algorithm>
#include <string>
#include <utility>

#include "ecs/base/language.hpp"
#include "remote/bevy/bevy_owner.hpp"

namespace remote {

namespace {

// No entity of a program has such a key: its place would have been used again 4 billion times.
constexpr ecs::OwnerKey first_resource = 0xfffffffdull << 32;
constexpr std::size_t most_resources = 1024;
constexpr std::chrono::milliseconds resources_every{1000};

}  // namespace

bool BevyOwner::is_resource(ecs::OwnerKey key) {
    return key >= first_resource && key < first_resource + most_resources;
}

bool BevyOwner::says_resources() const {
    return !dialect_.own && dialect_.knows(Method::ListResources) && dialect_.knows(Method::GetResource);
}

std::string BevyOwner::why_not_show_hidden() const {
    return says_resources() ? std::string() : ecs::Owner::why_not_show_hidden();
}

void BevyOwner::show_hidden(bool shown) {
    if (std::exchange(shows_resources_, shown) == shown) return;
    next_resources_ = {};
    pace_.at_once();
}

void BevyOwner::ask_which_resources() {
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

void BevyOwner::see_resources() {
    if (!shows_resources_) return;
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

std::string BevyOwner::why_not_with_resources(const ecs::OwnerRequest& request) const {
    if (request.kind == ecs::OwnerRequest::Kind::SetParent || request.kind == ecs::OwnerRequest::Kind::Create) {
        if (is_resource(request.parent)) return std::string(ecs::tr("a resource has nothing below it"));
    }
    if (!is_resource(request.key) || request.kind == ecs::OwnerRequest::Kind::Create ||
        request.kind == ecs::OwnerRequest::Kind::Switch)
        return {};
    if (request.kind != ecs::OwnerRequest::Kind::Set)
        return std::string(ecs::tr("this is a resource of the program: only its values can be changed"));
    return dialect_.knows(Method::InsertResource) ? std::string()
                                                  : ecs::phrase("{} does not offer that to other programs", name_);
}

}  // namespace remote
