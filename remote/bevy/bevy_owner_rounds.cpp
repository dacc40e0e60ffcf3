// All of a Bevy program's world, read again and again.
#include <algorithm>
#include <string_view>

#include "ecs/base/language.hpp"
#include "ecs/base/utf8.hpp"
#include "remote/bevy/bevy_owner.hpp"

namespace remote {

namespace {

constexpr std::uint32_t most_bevy_types = 2048;
constexpr std::size_t most_name = 1024;

}  // namespace

void BevyOwner::ask_round() {
    round_waits_ = true;
    pace_.begin(Clock::now());
    watches_.round_begins();
    Json data = Json::object(), filter = Json::object();
    // All that an entity has costs the program less than a list of all kinds, which it seeks in each entity.
    data["option"] = dialect_.own || dialect_.minor >= 17 ? Json("all") : Json(paths_);
    if (!without_.empty()) filter["without"] = Json::array({without_});
    Json params{{"data", std::move(data)}, {"filter", std::move(filter)}};
    if (dialect_.minor >= 16) params["strict"] = false;
    call(LinkPriority::Visible, "round", Method::Query, std::move(params),
         [this](const BevyReply& reply) { read_round(reply); });
}

void BevyOwner::read_round(const BevyReply& reply) {
    round_waits_ = false;
    if (!reply.result || !reply.result->is_array()) {
        lose(reply.why.empty() ? std::string(ecs::tr("what it answers makes no sense")) : reply.why);
        return;
    }
    replica_.begin_round();
    for (const Json& row : *reply.result)
        if (row.is_object()) read_row(row);
    see_hidden();
    replica_.end_round(true);
    ++rounds_;
    seek(*reply.result);
    answers_.insert(answers_.end(), held_.begin(), held_.end());
    held_.clear();
    lost_.clear();
    backoff_.worked();
    (void)pace_.answered_in_round(reply.secs);
    pace_.end();
}

/// Creations that were not answered: the entity may be there by now.
void BevyOwner::seek(const Json& rows) {
    const auto now = Clock::now();
    std::erase_if(sought_, [&](const Sought& each) {
        bool several = false;
        if (const auto key = found_in(rows, each.what, dialect_.name_path, several)) {
            held_.push_back({each.number, {ecs::OwnerReply::Outcome::Done, {}, *key}});
        } else if (several || now >= each.until) {
            give_up(each);
        } else {
            return false;
        }
        return true;
    });
}

void BevyOwner::give_up(const Sought& sought) {
    held_.push_back(
        {sought.number, ecs::OwnerReply::refused(std::string(ecs::tr(
                            "it did not answer. It is not asked a second time: what it makes later will be seen")))});
}

void BevyOwner::read_row(const Json& row) {
    const auto id = row.contains("entity") ? id_in(row["entity"]) : std::nullopt;
    if (!id || *id == ecs::no_owner_key) return;
    SeenEntity seen;
    seen.key = *id;
    seen.wanted = dialect_.wanted(*id);
    const auto parts = row.find("components");
    if (parts != row.end() && parts->is_object())
        for (const auto& [path, value] : parts->items()) {
            if (path == dialect_.name_path) {
                const Json* name = &value;
                if (value.is_object() && value.contains("name")) name = &value["name"];
                if (name->is_string())
                    seen.name = ecs::whole_characters(name->get_ref<const std::string&>(), most_name);
            } else if (path == dialect_.parent_path) {
                seen.parent = id_in(value).value_or(ecs::no_owner_key);
            } else if (path != dialect_.children_path) {
                const Json* const newer = watches_.newer(*id, path);
                const Json& known = newer != nullptr ? *newer : value;
                const std::uint32_t type = type_of(path, &known);
                if (type != Replica::no_type) seen.parts.emplace_back(type, &known);
            }
        }
    replica_.see(seen, words());
}

std::uint32_t BevyOwner::type_of(const std::string& path, const Json* value) {
    const std::uint32_t known = replica_.find_type(path);
    if (known != Replica::no_type) return value == nullptr ? known : replica_.type_for(known, *value);
    if (replica_.types().size() >= most_bevy_types) {
        left_out_.insert(path);
        return Replica::no_type;
    }
    TypeShape shape = known_types_.shape_of(path, value);
    constexpr std::string_view world_crate = "world::";
    if (dialect_.own) {
        shape.name = path.starts_with(world_crate) ? path.substr(world_crate.size()) : path;
        if (shape.description == path) shape.description.clear();
    } else {
        // Two that end alike have their whole paths, also the one that comes first.
        const auto ending = endings_.find(shape.name);
        const bool shared =
            (ending != endings_.end() && ending->second > 1) ||
            std::any_of(replica_.types().begin(), replica_.types().end(),
                        [&](const ecs::ComponentType& type) { return type.name == readable_name(shape.name); });
        if (shared) shape.name = path;
    }
    return replica_.add_type(std::move(shape), known_types_.start_value(path), words());
}

EntityWords BevyOwner::words() {
    return {[this](const Json& word) {
                const auto id = id_in(word);
                return id ? dialect_.wanted(*id) : ecs::Entity();
            },
            [this](ecs::Entity entity) {
                ecs::OwnerKey key = entity ? replica_.key_of(entity) : ecs::no_owner_key;
                if (key == ecs::no_owner_key && entity && dialect_.own) key = entity.bits();
                return dialect_.entity_json(key);
            }};
}

}  // namespace remote
