#include "remote/bevy/bevy_dialect.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "ecs/base/language.hpp"
#include "remote/replica/shape.hpp"

namespace remote {

namespace {

struct MethodNames {
    std::string_view now, before;  // since 0.17, and in 0.15 and 0.16
};
constexpr std::array<MethodNames, 18> method_names{{{"world.get_components", "bevy/get"},
                                                    {"world.query", "bevy/query"},
                                                    {"world.spawn_entity", "bevy/spawn"},
                                                    {"world.insert_components", "bevy/insert"},
                                                    {"world.remove_components", "bevy/remove"},
                                                    {"world.despawn_entity", "bevy/destroy"},
                                                    {"world.reparent_entities", "bevy/reparent"},
                                                    {"world.list_components", "bevy/list"},
                                                    {"world.mutate_components", "bevy/mutate_component"},
                                                    {"world.get_resources", "bevy/get_resource"},
                                                    {"world.mutate_resources", "bevy/mutate_resource"},
                                                    {"registry.schema", "bevy/registry/schema"},
                                                    {"schedule.list", ""},
                                                    {"schedule.graph", ""},
                                                    {"world.list_resources", "bevy/list_resources"},
                                                    {"world.insert_resources", "bevy/insert_resource"},
                                                    {"world.get_components+watch", "bevy/get+watch"},
                                                    {"world.trigger_event", ""}}};

const MethodNames& names_of(BevyDialect::Method method) { return method_names[static_cast<std::size_t>(method)]; }

bool is_in(const std::vector<std::string>& list, std::string_view text) {
    return !text.empty() && std::find(list.begin(), list.end(), text) != list.end();
}

}  // namespace

BevyDialect BevyDialect::of(const Json& discovered) {
    BevyDialect dialect;
    if (discovered.is_object()) {
        if (const auto info = discovered.find("info"); info != discovered.end() && info->is_object()) {
            if (const auto version = info->find("version"); version != info->end() && version->is_string())
                dialect.version = cleaned(version->get<std::string>(), 16);
            if (const auto title = info->find("title"); title != info->end() && title->is_string()) {
                std::string said = cleaned(title->get<std::string>(), 64);
                dialect.own = said.starts_with("Chunkscope");
                if (!said.empty() && !said.starts_with("Bevy")) dialect.title = std::move(said);
            }
            if (const auto run = info->find("x-run"); run != info->end() && run->is_string())
                dialect.run = cleaned(run->get<std::string>(), 64);
        }
        if (const auto methods = discovered.find("methods"); methods != discovered.end() && methods->is_array())
            for (const Json& method : *methods)
                if (method.is_object() && method.contains("name") && method["name"].is_string())
                    dialect.methods.push_back(method["name"].get<std::string>());
        dialect.minor = 16;
    }
    if (dialect.version.starts_with("0.")) {
        int minor = 0;
        const std::string_view text = std::string_view(dialect.version).substr(2);
        if (std::from_chars(text.data(), text.data() + text.size(), minor).ec == std::errc()) dialect.minor = minor;
    }
    const bool old = dialect.minor <= 15;
    dialect.name_path = old ? "bevy_core::name::Name" : "bevy_ecs::name::Name";
    dialect.parent_path = old ? "bevy_hierarchy::components::parent::Parent" : "bevy_ecs::hierarchy::ChildOf";
    dialect.children_path = old ? "bevy_hierarchy::components::children::Children" : "bevy_ecs::hierarchy::Children";
    return dialect;
}

std::string_view BevyDialect::name_of(Method method) const {
    const MethodNames& names = names_of(method);
    // The list is right where the version is not: programs add and leave out methods.
    if (is_in(methods, names.now)) return names.now;
    if (is_in(methods, names.before)) return names.before;
    return minor >= 17 ? names.now : names.before;
}

bool BevyDialect::knows(Method method) const {
    // The others came later.
    if (methods.empty()) return method < Method::Mutate;
    const MethodNames& names = names_of(method);
    return is_in(methods, names.now) || is_in(methods, names.before);
}

ecs::Entity BevyDialect::wanted(std::uint64_t id) const {
    if (own) return ecs::entity_of_bits(id);
    const auto low = static_cast<std::uint32_t>(id), high = static_cast<std::uint32_t>(id >> 32);
    // Slot 0 is none of ours. Since 0.17 the index is inverted, and generations begin with 0.
    const std::uint32_t index = minor >= 17 ? ~low : low, generation = minor >= 17 ? high + 1 : high;
    if (index == std::numeric_limits<std::uint32_t>::max() || generation == 0) return {};
    return {index + 1, generation};
}

Json BevyDialect::entity_json(ecs::OwnerKey key) const {
    if (key == ecs::no_owner_key) return own ? Json(std::uint64_t{0}) : Json(std::numeric_limits<std::uint64_t>::max());
    return key;
}

LinkRequest call_text(std::string_view method, const Json& params) {
    Json message{{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", params}};
    return {.method = "POST", .target = "/", .body = text_of(message)};
}

BevyReply reply_in(const LinkReply& reply) {
    BevyReply made;
    made.sent = reply.outcome != LinkReply::Outcome::NotSent;
    made.answered = reply.answered();
    made.secs = reply.secs;
    if (!reply.answered()) {
        made.why = reply.why;
        return made;
    }
    std::optional<Json> message = read_json(reply.body, 256);
    if (message && message->is_object()) {
        if (const auto result = message->find("result"); result != message->end()) {
            made.result = std::move(*result);
            return made;
        }
        if (const auto error = message->find("error"); error != message->end() && error->is_object()) {
            if (error->contains("code") && (*error)["code"].is_number_integer())
                made.code = (*error)["code"].get<int>();
            if (error->contains("message") && (*error)["message"].is_string())
                made.why = cleaned((*error)["message"].get<std::string>());
            if (made.why.empty()) made.why = ecs::phrase("the program answered with {}", std::to_string(made.code));
            return made;
        }
    }
    if (reply.status == 401)
        made.why = ecs::tr("it wants a token");
    else if (!message && is_too_large(reply.body))
        made.why = ecs::tr("its answer holds more than can be kept");
    else if (reply.good())
        made.why = ecs::tr("what answers there does not speak Bevy's remote protocol: choose another kind");
    else if (reply.status == 404 || reply.status == 405 || reply.status == 501)
        made.why = ecs::phrase(
            "what answers there does not speak Bevy's remote protocol (it answered with {}): choose another kind",
            std::to_string(reply.status));
    else
        made.why = ecs::phrase("the program answered with {}", std::to_string(reply.status));
    return made;
}

std::optional<std::uint64_t> id_in(const Json& number) {
    if (number.is_number_unsigned()) return number.get<std::uint64_t>();
    if (number.is_number_integer() && number.get<std::int64_t>() >= 0) return number.get<std::uint64_t>();
    return std::nullopt;
}

}  // namespace remote
