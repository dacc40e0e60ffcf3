// A Bevy program as its remote protocol behaves, in the dialect of any version: names of methods, paths of types, ids.
// It notes what would have ended a real one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <sys/socket.h>
#include <unistd.h>

#include "remote/rpc/json_rpc.hpp"
#include "remote/support/fake_program.hpp"

namespace test {

class FakeBevy {
public:
    using Json = remote::Json;
    static constexpr const char* transform = "bevy_transform::components::transform::Transform";
    static constexpr const char* time = "bevy_time::time::Time<bevy_time::virt::Virtual>";

    explicit FakeBevy(int version) : minor(version) {
        hero = id(10);
        child = id(11);
        things[hero] = {
            {name_path(), name("Hero")},
            {transform,
             {{"translation", {1.0, 2.0, 3.0}}, {"rotation", {0.0, 0.0, 0.0, 1.0}}, {"scale", {1.0, 1.0, 1.0}}}},
            {"game::Lives", 3},
            {"game::Mood", "Calm"},
            {"game::Hit", Json{{"At", {1, 2}}}},
            {"game::Marker", Json::object()}};
        things[child] = {{name_path(), name("Child")}, {parent_path(), hero}};
        program = std::make_unique<FakeProgram>([this](const Asked& asked) { answer(asked); });
    }
    ~FakeBevy() {
        program->end();
        for (const Stream& each : streams) ::close(each.socket);
    }

    std::uint64_t id(std::uint32_t index) const {
        return minor >= 17 ? std::uint64_t{~index} : (std::uint64_t{1} << 32 | index);
    }
    std::string name_path() const { return minor <= 15 ? "bevy_core::name::Name" : "bevy_ecs::name::Name"; }
    std::string parent_path() const {
        return minor <= 15 ? "bevy_hierarchy::components::parent::Parent" : "bevy_ecs::hierarchy::ChildOf";
    }
    Json name(const std::string& text) const {
        return minor <= 15 ? Json{{"hash", 12345}, {"name", text}} : Json(text);
    }
    template <class Change>
    void change(Change&& change_it) {
        const std::lock_guard lock(mutex);
        change_it();
    }
    void spawn_held() {
        const std::lock_guard lock(mutex);
        for (const Json& parts : held_spawns) {
            const std::uint64_t made = id(next_index++);
            for (const auto& [path, value] : parts.items()) things[made][path] = value;
        }
        held_spawns.clear();
    }
    /// Says it in the last stream of this entity that was opened, as a frame does in which these components changed.
    /// Whether somebody listens.
    bool say(std::uint64_t entity, const Json& components, const Json& removed = Json::array()) {
        return say_result(entity, {{"components", components}, {"removed", removed}, {"errors", Json::object()}});
    }
    bool say_result(std::uint64_t entity, const Json& result) {
        const std::lock_guard lock(mutex);
        const auto stream = std::find_if(streams.rbegin(), streams.rend(),
                                         [&](const Stream& each) { return each.params["entity"] == entity; });
        if (stream == streams.rend()) return false;
        const std::string event = "data: " + Json{{"jsonrpc", "2.0"}, {"id", 1}, {"result", result}}.dump() + "\n\n";
        char size[32];
        std::snprintf(size, sizeof size, "%zx\r\n", event.size());
        Asked to;
        to.socket = stream->socket;
        return to.send(size + event + "\r\n");
    }
    /// Streams of this entity that were opened so far, and of the last one what it is about.
    std::size_t streams_of(std::uint64_t entity, Json* params = nullptr) {
        const std::lock_guard lock(mutex);
        std::size_t count = 0;
        for (const Stream& each : streams) {
            if (each.params["entity"] != entity) continue;
            ++count;
            if (params != nullptr) *params = each.params;
        }
        return count;
    }
    /// Whether the other side has closed the last one.
    bool stream_ended(std::uint64_t entity) {
        const std::lock_guard lock(mutex);
        const auto stream = std::find_if(streams.rbegin(), streams.rend(),
                                         [&](const Stream& each) { return each.params["entity"] == entity; });
        char byte = 0;
        return stream != streams.rend() && ::recv(stream->socket, &byte, 1, MSG_DONTWAIT) == 0;
    }
    Json get(std::uint64_t entity, const std::string& path) {
        const std::lock_guard lock(mutex);
        return things.contains(entity) && things[entity].contains(path) ? things[entity][path] : Json();
    }

    const int minor;
    std::mutex mutex;
    std::uint64_t hero = 0, child = 0;
    std::map<std::uint64_t, std::map<std::string, Json>> things;
    std::uint32_t next_index = 50;
    std::string title = "Bevy Remote Protocol";
    bool paused = false;
    double speed = 1;                     // of its time
    int age_secs = 100;                   // of its virtual time
    std::vector<std::string> more_paths;  // of components that it registers
    std::map<std::string, Json> resources;
    std::map<std::string, std::string> rust_names;  // of components whose paths are others
    int late_writes = 0;                            // so many are carried out, and answered never
    bool ignores_writes = false;
    bool holds_spawns = false;  // they are not answered, and carried out by spawn_held()
    std::vector<Json> held_spawns;
    int spawns = 0;        // asked so far
    int lists_sought = 0;  // queries that name the components
    Json more_schemas = Json::object();
    std::function<bool(const Asked&)> instead;
    struct Stream {
        int socket = -1;
        Json params;
    };
    bool offers_streams = true;
    std::vector<Stream> streams;     // in the order in which they were opened
    std::string crashed;             // what would have ended a real program
    std::vector<std::string> wrong;  // calls that this version does not know
    std::unique_ptr<FakeProgram> program;

private:
    struct Error {
        int code;
        std::string text;
    };
    void answer(const Asked& asked) {
        const std::lock_guard lock(mutex);
        if (instead && instead(asked)) return;
        const Json message = Json::parse(asked.body, nullptr, false);
        if (!message.is_object())
            return asked.answer("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"bad\"}}");
        // Since 0.19 nothing else may stand in a message.
        for (const auto& [member, value] : message.items())
            if (member != "jsonrpc" && member != "id" && member != "method" && member != "params")
                wrong.push_back(member);
        const std::string method = message.value("method", std::string());
        if (method == (minor >= 17 ? "world.get_components+watch" : "bevy/get+watch")) {
            asked.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
            streams.push_back({::dup(asked.socket), message["params"]});
            return;
        }
        Json reply{{"jsonrpc", "2.0"}, {"id", message.value("id", Json())}};
        bool silent = false;
        try {
            reply["result"] = call(method, message.value("params", Json()), silent);
        } catch (const Error& error) {
            reply["error"] = {{"code", error.code}, {"message", error.text}};
        }
        if (!silent) asked.answer(reply.dump());
    }

    Json call(std::string method, const Json& params, bool& silent) {
        static const std::map<std::string, std::string> old_names{{"bevy/get", "world.get_components"},
                                                                  {"bevy/query", "world.query"},
                                                                  {"bevy/spawn", "world.spawn_entity"},
                                                                  {"bevy/insert", "world.insert_components"},
                                                                  {"bevy/remove", "world.remove_components"},
                                                                  {"bevy/destroy", "world.despawn_entity"},
                                                                  {"bevy/reparent", "world.reparent_entities"},
                                                                  {"bevy/list", "world.list_components"},
                                                                  {"bevy/mutate_component", "world.mutate_components"},
                                                                  {"bevy/get_resource", "world.get_resources"},
                                                                  {"bevy/mutate_resource", "world.mutate_resources"},
                                                                  {"bevy/list_resources", "world.list_resources"},
                                                                  {"bevy/insert_resource", "world.insert_resources"},
                                                                  {"bevy/registry/schema", "registry.schema"}};
        if (method == "rpc.discover") {
            if (minor < 16) throw Error{-32601, "Method `rpc.discover` not found"};
            Json methods = Json::array();
            for (const auto& [before, now] : old_names) methods.push_back({{"name", minor >= 17 ? now : before}});
            if (offers_streams)
                methods.push_back({{"name", minor >= 17 ? "world.get_components+watch" : "bevy/get+watch"}});
            if (minor >= 18) methods.push_back({{"name", "world.trigger_event"}});
            if (minor >= 19)
                for (const char* each : {"schedule.list", "schedule.graph"}) methods.push_back({{"name", each}});
            return {{"info", {{"title", title}, {"version", "0." + std::to_string(minor) + ".0"}}},
                    {"methods", std::move(methods)}};
        }
        const auto old = old_names.find(method);
        const bool is_old = old != old_names.end();
        if (is_old == (minor >= 17) && !method.starts_with("schedule.")) {
            wrong.push_back(method);
            throw Error{-32601, "Method `" + method + "` not found"};
        }
        if (is_old) method = old->second;
        if (method == "registry.schema") {
            Json all = schema();
            all.update(more_schemas);
            return all;
        }
        if (method == "world.list_components" && params.is_null()) {
            Json paths = Json::array();
            for (const char* path : {transform, "game::Lives", "game::Mood", "game::Hit", "game::Marker"})
                paths.push_back(path);
            for (const std::string& path : more_paths) paths.push_back(path);
            return paths;
        }
        if (method == "world.query") return query(params);
        if (method == "world.list_resources") {
            Json paths = Json::array({time});
            for (const auto& [path, value] : resources) paths.push_back(path);
            return paths;
        }
        if (method == "world.insert_resources") {
            resources[params["resource"].get<std::string>()] = params["value"];
            return nullptr;
        }
        if (method == "world.get_resources") {
            if (const auto found = resources.find(params.value("resource", std::string())); found != resources.end())
                return {{"value", found->second}};
            if (minor < 16 || params.value("resource", std::string()) != time) throw Error{-23502, "not present"};
            return {{"value",
                     {{"context", {{"paused", paused}, {"relative_speed", speed}}},
                      {"elapsed", {{"secs", age_secs}, {"nanos", 0}}}}}};
        }
        if (method == "schedule.list") return {{"schedule_labels", {"Update"}}};
        if (method == "schedule.graph") {
            Json access{{"reads", {0}}, {"writes", {0}}};
            Json system{{"name", "game::move_hero"}, {"filtered_accesses", Json::array({Json{{"access", access}}})}};
            return {{"schedule_data",
                     {{"systems", Json::array({system})}, {"components", Json::array({Json{{"name", transform}}})}}}};
        }
        return with_entity(method, params, silent);
    }

    Json query(const Json& params) {
        Json rows = Json::array();
        const Json data = params.value("data", Json::object());
        const Json option = data.value("option", Json::array());
        if (option == "all" && minor < 17) throw Error{-32602, "invalid type: string \"all\", expected a sequence"};
        lists_sought += option.is_array() && option.size() > 2 ? 1 : 0;
        for (const auto& [entity, parts] : things) {
            Json found = Json::object();
            for (const auto& [path, value] : parts)
                if (option == "all" || std::find(option.begin(), option.end(), path) != option.end())
                    found[path] = value;
            rows.push_back({{"entity", entity}, {"components", std::move(found)}});
        }
        return rows;
    }

    Json with_entity(const std::string& method, const Json& params, bool& silent) {
        const bool writes = method != "world.get_components" && method != "world.list_components";
        if (writes && ignores_writes) return nullptr;
        if (writes && late_writes > 0) {
            --late_writes;
            silent = true;
        }
        if (method == "world.mutate_resources") {
            paused = params["value"].get<bool>();
            return nullptr;
        }
        if (method == "world.spawn_entity") {
            ++spawns;
            if (holds_spawns) {
                held_spawns.push_back(params["components"]);
                silent = true;
                return nullptr;
            }
            const std::uint64_t made = id(next_index++);
            things[made];
            for (const auto& [path, value] : params["components"].items()) {
                need_deserialized(path);
                things[made][path] = value;
            }
            return {{"entity", made}};
        }
        if (method == "world.reparent_entities") {
            for (const Json& each : params["entities"]) {
                const auto entity = each.get<std::uint64_t>();
                if (!things.contains(entity)) crashed = "a dead child";
                if (params.contains("parent"))
                    things[entity][parent_path()] = params["parent"];
                else
                    things[entity].erase(parent_path());
            }
            return nullptr;
        }
        const auto entity = params["entity"].get<std::uint64_t>();
        if (!things.contains(entity)) {
            if (method == "world.mutate_components") crashed = "a dead entity is mutated";
            throw Error{-23401, "Entity " + std::to_string(entity) + " not found"};
        }
        auto& parts = things[entity];
        if (method == "world.list_components") {
            Json paths = Json::array();
            for (const auto& [path, value] : parts)
                paths.push_back(rust_names.contains(path) ? rust_names[path] : path);
            return paths;
        }
        if (method == "world.get_components") {
            Json found = Json::object();
            for (const Json& path : params["components"])
                if (parts.contains(path.get<std::string>()))
                    found[path.get<std::string>()] = parts[path.get<std::string>()];
            return {{"components", std::move(found)}, {"errors", Json::object()}};
        }
        if (method == "world.insert_components")
            for (const auto& [path, value] : params["components"].items()) {
                need_deserialized(path);
                if (path == transform && (!value.is_object() || value.size() != 3))
                    crashed = "a value that is not whole";
                parts[path] = value;
            }
        if (method == "world.mutate_components") {
            if (minor > 16 || params["path"] != "") wrong.push_back("a value is changed in place");
            parts[params["component"].get<std::string>()] = params["value"];
        }
        if (method == "world.remove_components")
            for (const Json& path : params["components"]) parts.erase(path.get<std::string>());
        if (method == "world.despawn_entity") things.erase(entity);
        return nullptr;
    }

    /// As before 0.17: the entity that was to have it is there by then.
    void need_deserialized(const std::string& path) const {
        if (minor > 16 || path == name_path() || path == parent_path()) return;
        const Json all = schema();
        const Json traits = all.contains(path) ? all[path].value("reflectTypes", Json::array()) : Json::array();
        if (std::find(traits.begin(), traits.end(), "Deserialize") == traits.end())
            throw Error{-23402, "Unknown component type: `bevy_reflect::DynamicStruct`"};
    }

    static Json schema() {
        const auto to = [](const char* path) { return Json{{"type", {{"$ref", std::string("#/$defs/") + path}}}}; };
        Json all = Json::object();
        all["glam::Vec3"] = {{"kind", "Struct"},
                             {"required", {"x", "y", "z"}},
                             {"properties", {{"x", to("f32")}, {"y", to("f32")}, {"z", to("f32")}}}};
        all["glam::Quat"] = {{"kind", "Struct"},
                             {"required", {"x", "y", "z", "w"}},
                             {"properties", {{"x", to("f32")}, {"y", to("f32")}, {"z", to("f32")}, {"w", to("f32")}}}};
        all[transform] = {
            {"kind", "Struct"},
            {"reflectTypes", {"Component", "Default", "Serialize", "Deserialize"}},
            {"required", {"translation", "rotation", "scale"}},
            {"properties",
             {{"translation", to("glam::Vec3")}, {"rotation", to("glam::Quat")}, {"scale", to("glam::Vec3")}}}};
        all["game::Lives"] = {
            {"kind", "TupleStruct"}, {"reflectTypes", {"Component"}}, {"prefixItems", Json::array({to("u8")})}};
        all["game::Mood"] = {{"kind", "Enum"}, {"reflectTypes", {"Component"}}, {"oneOf", {"Calm", "Angry"}}};
        all["game::Hit"] = {{"kind", "Enum"},
                            {"reflectTypes", {"Component"}},
                            {"oneOf", Json::array({"None", Json{{"shortPath", "At"}, {"kind", "Tuple"}}})}};
        all["game::Marker"] = {{"kind", "Struct"}, {"reflectTypes", {"Component", "Default"}}};
        all["game::Sealed"] = {{"kind", "Struct"},
                               {"reflectTypes", {"Component"}},
                               {"required", {"inside"}},
                               {"properties", {{"inside", to("game::Unknown")}}}};
        return all;
    }
};

}  // namespace test
