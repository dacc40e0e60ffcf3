// A Flecs program as its REST server behaves: entities with values, ids that are used again, answers that are 200 ms
// old, one write after the other. A test switches on what else real ones do.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "remote/rpc/json_rpc.hpp"
#include "remote/support/fake_program.hpp"

namespace test {

class FakeFlecs {
public:
    using Json = remote::Json;
    struct Thing {
        std::uint64_t version = 0;
        std::string name, parent;
        Json components = Json::object();
        std::vector<std::string> tags;
    };

    FakeFlecs() {
        things[500] = {0, "Hero", "", {{"Position", {{"x", 1.0}, {"y", 2.0}}}}, {"Player"}};
        things[501] = {0, "Helmet", "Hero", {{"Position", {{"x", 0.0}, {"y", 1.0}}}}, {}};
        things[502] = {3, "", "", {{"Numbers", {{"wide", -9007199254740993}, {"widest", "18446744073709551615"}}}}, {}};
        systems[600] = {0, "Move", "", {}, {}};
        systems[601] = {0, "DequeueRest", "flecs.rest", {}, {}};
        program = std::make_unique<FakeProgram>([this](const Asked& asked) { answer(asked); });
    }
    ~FakeFlecs() { program->end(); }

    /// Under the lock, as the program does between two requests.
    template <class Change>
    void change(Change&& change_it) {
        const std::lock_guard lock(mutex);
        change_it();
    }
    Thing get(std::uint64_t id) {
        const std::lock_guard lock(mutex);
        return things.contains(id) ? things[id] : Thing();
    }
    bool has(std::uint64_t id) {
        const std::lock_guard lock(mutex);
        return things.contains(id);
    }
    double number(std::uint64_t id, const char* component, const char* member) {
        const std::lock_guard lock(mutex);
        return things[id].components[component][member].get<double>();
    }

    std::mutex mutex;
    std::map<std::uint64_t, Thing> things, systems, modules;
    std::uint64_t next_id = 700;
    bool stats = false;
    std::uint32_t uptime = 100;  // seconds, which it says with its statistics

    // How it misbehaves. A test says so under the lock, or before anything is asked.
    bool stale = false;                         // answers of equal requests are 200 ms old
    bool ignores_writes = false;                // 200, and nothing changes
    int late_writes = 0;                        // so many are carried out, and answered never
    bool refuses_values = false;                // 400 with a text in colours
    bool two_documents = false;                 // an error and an empty object in one body
    std::string odd_part, odd_type;             // of this component of this type no value can be said
    bool finds_by_ids = true;                   // queries such as "$this == #500 || $this == #501"
    std::size_t looks_together = 0;             // so many looks at entities get their answers when all have come
    std::function<bool(const Asked&)> instead;  // answers itself, or says false
    std::string crashed;                        // what would have ended a real program

    std::string more_types;  // `,"Path":{…}` for each
    std::unique_ptr<FakeProgram> program;

private:
    static std::string decoded(std::string_view text) {
        std::string made;
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text[i] == '%' && i + 2 < text.size()) {
                made += static_cast<char>(std::stoi(std::string(text.substr(i + 1, 2)), nullptr, 16));
                i += 2;
            } else {
                made += text[i];
            }
        }
        return made;
    }
    static std::string parameter(std::string_view query, std::string_view name) {
        while (!query.empty()) {
            const std::size_t end = query.find('&');
            const std::string_view part = query.substr(0, end);
            if (part.starts_with(std::string(name) + "=")) return decoded(part.substr(name.size() + 1));
            query = end == std::string_view::npos ? std::string_view() : query.substr(end + 1);
        }
        return {};
    }
    std::string path_of(const Thing& thing, std::uint64_t id) const {
        const std::string own = thing.name.empty() ? "#" + std::to_string(id) : thing.name;
        return thing.parent.empty() ? own : thing.parent + "." + own;
    }
    std::map<std::uint64_t, Thing>::iterator find(std::string path) {
        std::replace(path.begin(), path.end(), '/', '.');
        for (auto* list : {&things, &systems}) {
            if (path.starts_with("#")) {
                const auto found = list->find(std::stoull(path.substr(1)));
                if (found != list->end()) return found;
                continue;
            }
            for (auto each = list->begin(); each != list->end(); ++each)
                if (path_of(each->second, each->first) == path) return each;
        }
        return things.end();
    }
    Json row(std::uint64_t id, const Thing& thing) const {
        Json made{{"name", thing.name.empty() ? "#" + std::to_string(id) : thing.name}, {"id", id}};
        if (thing.version > 0) made["version"] = thing.version;
        if (!thing.parent.empty()) made["parent"] = thing.parent;
        if (!thing.tags.empty()) made["tags"] = thing.tags;
        if (!thing.components.empty()) made["components"] = thing.components;
        return made;
    }

    void answer(const Asked& asked) {
        const std::lock_guard lock(mutex);
        if (instead && instead(asked)) return;
        if (asked.target.starts_with("/stats/") && !stats) {
            crashed = asked.target;
            return;
        }
        if (asked.method != "GET") return write(asked);
        if (looks_together > 0 && asked.target.starts_with("/entity/%23")) return look_together(asked);
        const auto now = std::chrono::steady_clock::now();
        if (stale) {
            const auto old = cache_.find(asked.target);
            if (old != cache_.end() && now - old->second.first < std::chrono::milliseconds(200))
                return asked.answer(old->second.second);
        }
        const auto [status, body] = read(asked.target);
        cache_[asked.target] = {now, body};
        asked.answer(body, status);
    }

    std::pair<int, std::string> read(const std::string& target) {
        const std::size_t mark = target.find('?');
        const std::string path = decoded(target.substr(0, mark));
        const std::string_view query =
            mark == std::string::npos ? std::string_view() : std::string_view(target).substr(mark + 1);
        if (path == "/entity/flecs/core/World") {
            Json world{{"parent", "flecs.core"}, {"name", "World"}, {"id", 259}};
            world["components"]["flecs.core.BuildInfo"] = {
                {"version", "4.1.6"}, {"version_major", 4}, {"version_minor", 1}, {"version_patch", 6}};
            if (stats) {
                world["components"]["(flecs.stats.WorldStats,flecs.stats.Period1s)"] = nullptr;
                world["components"]["flecs.stats.WorldSummary"] = {{"uptime", uptime}};
            }
            return {200, world.dump()};
        }
        if (path.starts_with("/entity/")) {
            const auto found = find(path.substr(8));
            if (found == things.end()) return {404, "{\"error\":\"entity '" + path.substr(8) + "' not found\"}"};
            if (parameter(query, "values") == "false") {
                Json made = row(found->first, found->second);
                if (made.contains("components"))
                    for (auto& value : made["components"]) value = nullptr;
                return {200, made.dump()};
            }
            if (is_odd(found->second)) return {400, odd_answer()};
            return {200, row(found->first, found->second).dump()};
        }
        if (path.starts_with("/component/")) {
            const auto found = find(path.substr(11));
            const std::string component = parameter(query, "component");
            if (found == things.end() || !found->second.components.contains(component)) return {500, ""};
            if (component == odd_part) return {400, odd_answer()};
            return {200, found->second.components[component].dump()};
        }
        if (path == "/query" && parameter(query, "expr").starts_with("$this == #")) {
            if (!finds_by_ids) return {400, "{\"error\":\"unexpected token\"}"};
            Json results = Json::array();
            const std::string expr = parameter(query, "expr");
            for (const auto& [id, thing] : things)
                if ((expr + " ").find("#" + std::to_string(id) + " ") != std::string::npos ||
                    expr.find("#" + std::to_string(id) + ",") != std::string::npos)
                    results.push_back(row(id, thing));
            return {200, Json{{"results", results}}.dump()};
        }
        if (path == "/query") {
            std::string text = query_answer(query);
            if (text.empty()) return {400, odd_answer()};
            return {200, std::move(text)};
        }
        return {404, ""};
    }

    /// As Flecs does between two frames.
    void look_together(const Asked& asked) {
        looks_.push_back(asked);
        looks_.back().socket = ::dup(asked.socket);
        if (looks_.size() < looks_together) return;
        for (const Asked& each : looks_) {
            const auto [status, body] = read(each.target);
            each.answer(body, status);
            ::close(each.socket);
        }
        looks_.clear();
    }

    bool is_odd(const Thing& thing) const { return !odd_part.empty() && thing.components.contains(odd_part); }
    std::string odd_answer() const {
        return "{\"error\":\"value for bitmask " + odd_type +
               " contains bits (8) that cannot be mapped to a constant\"}";
    }

    /// Empty: refused.
    std::string query_answer(std::string_view query) {
        const std::string expr = parameter(query, "expr");
        Json results = Json::array();
        if (expr.starts_with("flecs.system.System")) {
            for (const auto& [id, system] : systems) {
                results.push_back(row(id, system));
                results.back()["pairs"]["flecs.core.DependsOn"] =
                    id == 601 ? "flecs.pipeline.PostFrame" : "flecs.pipeline.OnUpdate";
            }
        } else if (expr.starts_with("Module ||")) {
            for (const auto& [id, module] : modules) results.push_back(row(id, module));
        } else if (!expr.starts_with("flecs.core.Component")) {
            // Without "!Module" it has all of them.
            if (expr.find("!Module,") == std::string::npos && parameter(query, "offset") == "0")
                for (const auto& [id, module] : modules) results.push_back(row(id, module));
            const std::size_t offset = std::stoul("0" + parameter(query, "offset")),
                              limit = std::stoul("0" + parameter(query, "limit"));
            // A component that is asked for alone.
            const bool is_alone =
                !expr.starts_with('!') && !expr.starts_with('[') && expr.find(", ?Prefab") == expr.find(',');
            const std::string alone = is_alone ? expr.substr(0, expr.find(',')) : std::string();
            std::size_t i = 0;
            for (const auto& [id, thing] : things) {
                // The terms that a test may see: without, and with, the component whose values are odd.
                if (is_odd(thing) && expr.find("!" + odd_part + ",") != std::string::npos) continue;
                if (expr.starts_with("[none] ") && !(is_odd(thing) && expr.starts_with("[none] " + odd_part + ",")))
                    continue;
                if (!alone.empty() && !thing.components.contains(alone)) continue;
                if (i++ < offset || results.size() >= limit) continue;
                const bool fields = parameter(query, "fields") == "true",
                           values = parameter(query, "values") != "false";
                const bool says = values && !expr.starts_with("[none] ") && (alone.empty() || alone == odd_part);
                if (is_odd(thing) && says) return {};
                results.push_back(row(id, thing));
                if (results.back().contains("components") && (!values || fields))
                    for (auto& value : results.back()["components"]) value = nullptr;
                if (fields) results.back()["fields"] = fields_of(thing, expr);
            }
        } else if (!odd_type.empty()) {
            results.push_back(
                {{"name", odd_type}, {"id", 80}, {"components", {{"flecs.core.Component", {{"size", 4}}}}}});
            results.push_back(
                {{"name", odd_part},
                 {"id", 81},
                 {"components",
                  {{"flecs.core.Component", {{"size", 4}}},
                   {"flecs.meta.struct", {{"members", Json::array({{{"name", "bits"}, {"type", odd_type}}})}}}}}});
        }
        std::string text = "{";
        if (parameter(query, "type_info") == "true")
            text +=
                "\"type_info\":{\"Position\":{\"x\":[\"float\"],\"y\":[\"float\"]},"
                "\"Numbers\":{\"wide\":[\"int\"],\"widest\":[\"int\"]},\"Health\":{\"hp\":[\"int\"]}" +
                more_types + "},";
        return text + "\"results\":" + results.dump() + "}";
    }

    /// Of the terms that may be there: "?Position".
    static Json fields_of(const Thing& thing, const std::string& expr) {
        Json values = Json::array(), set = Json::array();
        for (std::size_t at = 0; at < expr.size();) {
            const std::size_t end = std::min(expr.find(", ", at), expr.size());
            const std::string term = expr.substr(at, end - at);
            const std::string path = term.starts_with("?") ? term.substr(1) : std::string();
            const bool has = thing.components.contains(path);
            values.push_back(has ? thing.components[path] : Json(0));
            set.push_back(has || path.empty());
            at = end + 2;
        }
        return {{"values", values}, {"is_set", set}};
    }

    void write(const Asked& asked) {
        if (refuses_values && asked.target.find("value=") != std::string::npos)
            return asked.answer("{\"error\":\"\\u001b[0;31mcannot parse\\u001b[0m\\n  > here\"}", 400);
        if (two_documents) return asked.answer("{\"error\":\"is no such thing\"}{}", 404);
        std::string body;
        if (!ignores_writes) body = carry_out(asked);
        if (late_writes > 0) {
            --late_writes;
            return;  // closed without a word
        }
        asked.answer(body);
    }

    std::string carry_out(const Asked& asked) {
        const std::size_t mark = asked.target.find('?');
        const std::string path = decoded(asked.target.substr(0, mark));
        const std::string_view query =
            mark == std::string::npos ? std::string_view() : std::string_view(asked.target).substr(mark + 1);
        const std::string component = parameter(query, "component"), value = parameter(query, "value");
        const bool put = asked.method == "PUT";
        if (path.starts_with("/entity/")) {
            const auto found = find(path.substr(8));
            if (!put) {
                if (found != things.end()) things.erase(found);
                return {};
            }
            const std::uint64_t id = found != things.end() ? found->first : next_id++;
            if (found == things.end()) things[id].name = path.substr(8);
            return "{\"id\":\"" + std::to_string(id) + "\"}";
        }
        const auto found = find(path.substr(path.find('/', 1) + 1));
        if (found == things.end()) return {};
        Thing& thing = found->second;
        if (path.starts_with("/toggle/")) {
            std::erase(thing.tags, "flecs.core.Disabled");
            if (parameter(query, "enable") == "false") thing.tags.push_back("flecs.core.Disabled");
        } else if (component == "(flecs.core.Identifier,flecs.core.Name)") {
            thing.name = put ? Json::parse(value)["value"].get<std::string>() : std::string();
        } else if (component.starts_with("(flecs.core.ChildOf,")) {
            const std::string to = component.substr(20, component.size() - 21);
            thing.parent.clear();
            if (put) {
                const auto parent = find(to);
                if (parent != things.end()) thing.parent = path_of(parent->second, parent->first);
                if (parent == found) crashed = "a circle of parents";
            }
        } else if (!put) {
            thing.components.erase(component);
            std::erase(thing.tags, component);
        } else if (value.empty()) {
            thing.tags.push_back(component);
        } else {
            const Json given = Json::parse(value, nullptr, false);
            if (given.is_object())
                for (const auto& [name, part] : given.items()) {
                    // Flecs reads a number as a signed one, and a text as what it is.
                    const bool cut = part.is_number_unsigned() && part.get<std::uint64_t>() > std::uint64_t{INT64_MAX};
                    thing.components[component][name] = cut ? Json(INT64_MAX) : part;
                }
        }
        return {};
    }

    std::map<std::string, std::pair<std::chrono::steady_clock::time_point, std::string>> cache_;
    std::vector<Asked> looks_;  // that wait for others
};

}  // namespace test
