#include "remote/bevy/bevy_edits.hpp"

#include <algorithm>
#include <charconv>
#include <set>

#include "ecs/base/language.hpp"
#include "remote/replica/shape.hpp"
#include "remote/rpc/json_number.hpp"

namespace remote {

namespace {

using Kind = ecs::OwnerRequest::Kind;
using Method = BevyDialect::Method;
using ecs::OwnerReply;

constexpr int entity_gone = -23401, not_of_entity = -23403;
constexpr int deepest_tree = 256;

OwnerReply not_known() { return {OwnerReply::Outcome::Unknown}; }
OwnerReply entity_is_gone() { return OwnerReply::refused(std::string(ecs::tr("the entity is gone"))); }

class BevyEdit {
public:
    BevyEdit(const BevyOrder& order, const BevyDialect& dialect, Line& line)
        : order_(order), dialect_(dialect), line_(line) {}

    BevyOutcome run() {
        BevyOutcome outcome{carry_out()};
        outcome.sought = std::move(sought_);
        return outcome;
    }

private:
    OwnerReply carry_out() {
        switch (order_.kind) {
            case Kind::Create:
                return create();
            case Kind::Destroy:
                return destroy();
            case Kind::Add:
                return add();
            case Kind::Remove:
                return remove();
            case Kind::Set:
                return set();
            case Kind::SetParent:
                return set_parent();
            case Kind::Rename:
                return rename();
            case Kind::Switch:
                return switch_time();
        }
        return {};
    }
    BevyReply call(Method method, const Json& params) {
        return reply_in(line_.ask(call_text(dialect_.name_of(method), params)));
    }
    /// One component of an entity. Its value, or null in `value` when the entity has none; a reply when that is not
    /// known.
    std::optional<OwnerReply> read(ecs::OwnerKey key, const std::string& path, Json& value, bool written) {
        const BevyReply got =
            order_.resource
                ? call(Method::GetResource, {{"resource", path}})
                : call(Method::Get, {{"entity", key}, {"components", Json::array({path})}, {"strict", false}});
        if (got.result) {
            const Json& result = *got.result;
            if (order_.resource) {
                value = result.is_object() && result.contains("value") ? result["value"] : Json();
                return std::nullopt;
            }
            // Programs of 0.15 answer with the components alone when all is well.
            const Json& parts = result.is_object() && result.contains("components") ? result["components"] : result;
            value = parts.is_object() && parts.contains(path) ? parts[path] : Json();
            return std::nullopt;
        }
        if (got.code == entity_gone) return entity_is_gone();
        if (!got.answered || written) return written || order_.again ? not_known() : OwnerReply::refused(got.why);
        return OwnerReply::refused(got.why);
    }
    /// Whether the entity has the component; also one whose values nobody can read.
    std::optional<OwnerReply> look_for(ecs::OwnerKey key, const std::string& path, bool& has, bool written) {
        // A list of components would have their names in Rust, which may be others than the paths.
        const BevyReply got =
            call(Method::Get, {{"entity", key}, {"components", Json::array({path})}, {"strict", false}});
        if (got.result) {
            const Json& result = *got.result;
            const Json& parts = result.is_object() && result.contains("components") ? result["components"] : result;
            has = parts.is_object() && parts.contains(path);
            if (has || !result.is_object() || !result.contains("errors")) return std::nullopt;
            const Json& errors = result["errors"];
            const auto error = errors.is_object() ? errors.find(path) : errors.end();
            if (error == errors.end() || !error->is_object()) return std::nullopt;
            const Json code = error->value("code", Json());
            has = code.is_number_integer() && code != not_of_entity;
            return std::nullopt;
        }
        if (got.code == entity_gone) return entity_is_gone();
        return written || (order_.again && !got.answered) ? not_known() : OwnerReply::refused(got.why);
    }
    static bool failed(const BevyReply& reply) { return !reply.result && reply.answered; }
    /// Before 0.17, what was written as JSON is none of the program's components until it is deserialized as one, which
    /// only some types can be.
    static bool is_not_deserialized(const BevyReply& reply) {
        return failed(reply) && reply.why.find("`bevy_reflect::Dynamic") != std::string::npos;
    }
    OwnerReply ignored() const {
        return OwnerReply::refused(std::string(ecs::tr("the program said yes, and nothing changed")));
    }
    /// A write that nobody answered may be done in a later frame.
    template <class Done>
    OwnerReply until_done(const BevyReply& reply, Done&& done) {
        if (!reply.sent || failed(reply))
            return reply.code == entity_gone    ? entity_is_gone()
                   : is_not_deserialized(reply) ? OwnerReply::refused(std::string(ecs::tr(not_deserialized)))
                                                : OwnerReply::refused(reply.why);
        for (int turn = 0; turn < (reply.answered ? 2 : 4); ++turn) {
            if (turn > 0) line_.wait(std::chrono::milliseconds(100));
            bool is_done = false;
            if (std::optional<OwnerReply> ended = done(is_done)) return *ended;
            if (is_done) return {};
        }
        return reply.answered ? ignored() : not_known();
    }

    OwnerReply set() {
        const BevyOrder::Part& part = order_.parts.front();
        Json before;
        if (auto ended = read(order_.key, part.path, before, false)) return *ended;
        if (before.is_null() && order_.resource)
            return OwnerReply::refused(ecs::phrase("the program has no {} now", cleaned(part.path, 256)));
        if (before.is_null()) return OwnerReply::refused(ecs::phrase("the entity has no {}", cleaned(part.path, 256)));
        const OwnerReply other_shape = OwnerReply::refused(std::string(ecs::tr("the value has another shape now")));
        Json wanted;
        // What the program has now, with the edited members. False: it has another shape.
        const auto make_wanted = [&] {
            wanted = part.members.empty() ? part.value : before;
            for (const std::string& member : part.members) {
                Json* const place = member_of(wanted, member);
                const Json* const value = member_of(part.value, member);
                if (place == nullptr || value == nullptr) return false;
                *place = *value;
            }
            return true;
        };
        if (!make_wanted()) return other_shape;
        if (before == wanted) return {};
        Json kept;
        BevyReply written;
        if (dialect_.own && part.members.size() == 1 && dialect_.knows(Method::Mutate))
            // Ours refuses where Bevy's would end, and leaves the other fields as they are.
            written = call(Method::Mutate, {{"entity", order_.key},
                                            {"component", part.path},
                                            {"path", "." + part.members.front()},
                                            {"value", *member_of(part.value, part.members.front())}});
        else if (order_.resource)
            written = call(Method::InsertResource, {{"resource", part.path}, {"value", wanted}});
        else
            written = call(Method::Insert, {{"entity", order_.key}, {"components", {{part.path, wanted}}}});
        // The only other way ends the program if the entity goes between these two requests.
        if (is_not_deserialized(written) && !order_.resource) {
            if (auto ended = read(order_.key, part.path, before, false)) return *ended;
            if (before.is_null())
                return OwnerReply::refused(ecs::phrase("the entity has no {}", cleaned(part.path, 256)));
            if (!make_wanted()) return other_shape;
            written = call(Method::Mutate,
                           {{"entity", order_.key}, {"component", part.path}, {"path", ""}, {"value", wanted}});
        }
        OwnerReply reply = until_done(written, [&](bool& done) -> std::optional<OwnerReply> {
            Json& after = kept;
            if (auto ended = read(order_.key, part.path, after, true)) return ended;
            const auto there = [&] {
                for (const std::string& member : part.members) {
                    const Json *const is = member_of(after, member), *const should = member_of(part.value, member);
                    if (is == nullptr || should == nullptr || !nearly_equal(*is, *should)) return false;
                }
                return !part.members.empty() || nearly_equal(after, wanted);
            };
            // The program may write the same fields at once again.
            done = there() || (written.answered && !after.is_null() && !nearly_equal(after, before));
            return std::nullopt;
        });
        if (reply.outcome == OwnerReply::Outcome::Done) reply.why = rounded_in(wanted, kept);
        return reply;
    }
    template <class AnyJson>
    static AnyJson* member_of(AnyJson& value, const std::string& member) {
        if (value.is_object()) return value.contains(member) ? &value[member] : nullptr;
        if (!value.is_array()) return nullptr;
        std::size_t position = value.size();
        std::from_chars(member.data(), member.data() + member.size(), position);
        return position < value.size() ? &value[position] : nullptr;
    }

    OwnerReply add() {
        const BevyOrder::Part& part = order_.parts.front();
        bool has = false;
        if (auto ended = look_for(order_.key, part.path, has, false)) return *ended;
        if (has && order_.again) return {};
        return until_done(call(Method::Insert, {{"entity", order_.key}, {"components", {{part.path, part.value}}}}),
                          [&](bool& done) { return look_for(order_.key, part.path, done, true); });
    }

    OwnerReply remove() {
        const std::string& path = order_.parts.front().path;
        bool has = false;
        if (auto ended = look_for(order_.key, path, has, false)) return *ended;
        if (!has) return {};
        return until_done(call(Method::Remove, {{"entity", order_.key}, {"components", Json::array({path})}}),
                          [&](bool& done) {
                              auto ended = look_for(order_.key, path, done, true);
                              done = !done;
                              return ended;
                          });
    }

    OwnerReply destroy() {
        bool has = false;
        const auto is_there = [&](bool written) -> std::optional<OwnerReply> {
            auto ended = look_for(order_.key, dialect_.name_path, has, written);
            if (ended && ended->outcome == OwnerReply::Outcome::Refused && ended->why == entity_is_gone().why)
                return OwnerReply();
            return ended;
        };
        if (auto ended = is_there(false)) return *ended;
        return until_done(call(Method::Despawn, {{"entity", order_.key}}), [&](bool&) { return is_there(true); });
    }

    OwnerReply set_parent() {
        bool has = false;
        // A dead child ends a Bevy program.
        if (auto ended = look_for(order_.key, dialect_.parent_path, has, false)) return *ended;
        const bool top = order_.parent == ecs::no_owner_key;
        if (top && !has) return {};
        if (!top) {
            ecs::OwnerKey above = order_.parent;
            for (int depth = 0; depth < deepest_tree; ++depth) {
                if (above == order_.key)
                    return OwnerReply::refused(std::string(ecs::tr("an entity cannot be below itself")));
                Json next;
                if (auto ended = read(above, dialect_.parent_path, next, false)) return *ended;
                const auto id = id_in(next);
                if (!id) break;
                above = *id;
            }
        }
        Json params{{"entities", Json::array({order_.key})}};
        if (!top) params["parent"] = order_.parent;
        return until_done(call(Method::Reparent, params), [&](bool& done) -> std::optional<OwnerReply> {
            Json parent;
            if (auto ended = read(order_.key, dialect_.parent_path, parent, true)) return ended;
            const auto id = id_in(parent);
            done = top ? !id : id == order_.parent;
            return std::nullopt;
        });
    }

    OwnerReply rename() {
        if (dialect_.minor <= 15 && !dialect_.own)
            return OwnerReply::refused(
                std::string(ecs::tr("in Bevy 0.15 a name is written with its hash, which nobody else can make")));
        const std::string& path = dialect_.name_path;
        bool has = false;
        if (auto ended = look_for(order_.key, path, has, false)) return *ended;
        if (order_.name.empty() && !has) return {};
        const BevyReply written =
            order_.name.empty() ? call(Method::Remove, {{"entity", order_.key}, {"components", Json::array({path})}})
                                : call(Method::Insert, {{"entity", order_.key}, {"components", {{path, order_.name}}}});
        return until_done(written, [&](bool& done) -> std::optional<OwnerReply> {
            Json name;
            if (auto ended = read(order_.key, path, name, true)) return ended;
            done = order_.name.empty() ? name.is_null() : name == order_.name;
            return std::nullopt;
        });
    }

    OwnerReply switch_time() {
        const Json resource{{"resource", bevy_time_path}};
        const auto paused = [&](std::optional<bool>& is) -> std::optional<OwnerReply> {
            const BevyReply got = call(Method::GetResource, resource);
            if (!got.result) return OwnerReply::refused(got.why);
            try {
                is = got.result->at("value").at("context").at("paused").get<bool>();
            } catch (const Json::exception&) {
                return OwnerReply::refused(std::string(ecs::tr("the value has another shape now")));
            }
            return std::nullopt;
        };
        std::optional<bool> is;
        if (auto ended = paused(is)) return *ended;
        if (is == !order_.on) return {};
        Json params = resource;
        params["path"] = ".context.paused";
        params["value"] = !order_.on;
        return until_done(call(Method::MutateResource, params), [&](bool& done) {
            auto ended = paused(is);
            done = is == !order_.on;
            return ended;
        });
    }

    /// All entities that the program has now.
    std::optional<std::set<ecs::OwnerKey>> all() {
        const BevyReply got = call(Method::Query, {{"data", Json::object()}});
        if (!got.result || !got.result->is_array()) return std::nullopt;
        std::set<ecs::OwnerKey> keys;
        for (const Json& row : *got.result)
            if (row.is_object() && row.contains("entity"))
                if (const auto id = id_in(row["entity"])) keys.insert(*id);
        return keys;
    }

    OwnerReply create() {
        Json parts = Json::object();
        for (const BevyOrder::Part& part : order_.parts) parts[part.path] = part.value;
        if (!order_.name.empty()) parts[dialect_.name_path] = order_.name;
        if (order_.parent != ecs::no_owner_key) {
            bool has = false;
            if (auto ended = look_for(order_.parent, dialect_.name_path, has, false))
                return OwnerReply::refused(std::string(ecs::tr("the parent is gone")));
            if (dialect_.minor >= 17) parts[dialect_.parent_path] = order_.parent;
        }
        // Nothing is sent before it is known who is there: whoever comes later is the new one.
        auto before = all();
        if (!before) return OwnerReply::refused(std::string(ecs::tr("it does not answer")));
        Json params{{"components", parts}};
        // A world of ours gives an entity that was destroyed its former id.
        if (dialect_.own && order_.key != ecs::no_owner_key) params["entity"] = order_.key;
        const BevyReply spawned = call(Method::Spawn, params);
        if (!spawned.sent || failed(spawned)) return OwnerReply::refused(spawned.why);
        if (spawned.result) {
            const auto id = spawned.result->is_object() && spawned.result->contains("entity")
                                ? id_in((*spawned.result)["entity"])
                                : std::nullopt;
            if (id && order_.parent != ecs::no_owner_key && dialect_.minor < 17)
                (void)call(Method::Reparent, {{"entities", Json::array({*id})}, {"parent", order_.parent}});
            if (id) return {OwnerReply::Outcome::Done, {}, *id};
        }
        sought_ = BevySought{std::move(*before), std::move(parts)};
        return {OwnerReply::Outcome::Later};
    }

    std::optional<BevySought> sought_;
    const BevyOrder& order_;
    const BevyDialect& dialect_;
    Line& line_;
};

}  // namespace

BevyOutcome carry_out(const BevyOrder& order, const BevyDialect& dialect, Line& line) {
    return BevyEdit(order, dialect, line).run();
}

std::optional<ecs::OwnerKey> found_in(const Json& rows, const BevySought& sought, const std::string& name_field,
                                      bool& several) {
    std::vector<ecs::OwnerKey> fitting;
    for (const Json& row : rows) {
        if (!row.is_object() || !row.contains("entity") || !row.contains("components")) continue;
        const auto id = id_in(row["entity"]);
        const Json& parts = row["components"];
        if (!id || sought.before.contains(*id) || !parts.is_object()) continue;
        bool fits = true;
        for (const auto& [path, value] : sought.parts.items())
            fits = fits && parts.contains(path) && (path != name_field || parts[path] == value);
        if (fits) fitting.push_back(*id);
    }
    several = fitting.size() > 1;
    return fitting.size() == 1 ? std::optional(fitting.front()) : std::nullopt;
}

}  // namespace remote
