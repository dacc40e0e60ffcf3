#include "remote/flecs/flecs_edits.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "ecs/base/language.hpp"
#include "ecs/base/utf8.hpp"
#include "remote/flecs/flecs_types.hpp"
#include "remote/replica/shape.hpp"
#include "remote/rpc/json_number.hpp"

namespace remote {

namespace {

using Kind = ecs::OwnerRequest::Kind;
using ecs::OwnerReply;

constexpr int deepest = 64;
constexpr const char* name_pair = "(flecs.core.Identifier,flecs.core.Name)";

OwnerReply unknown() { return {OwnerReply::Outcome::Unknown}; }

/// What was read of an entity.
struct Look {
    enum class State { There, Gone, NoAnswer };
    State state = State::NoAnswer;
    Json row = {};
    std::string why = {};
};

/// A path in the words of a URL: its parts between slashes.
std::string url_path(std::string_view path) {
    std::string made, part;
    const auto end_part = [&] {
        if (!made.empty()) made += '/';
        made += percent_encoded(part);
        part.clear();
    };
    for (std::size_t i = 0; i < path.size(); ++i) {
        if (path[i] == '\\' && i + 1 < path.size()) {
            part += path[++i];
        } else if (path[i] == '.') {
            end_part();
        } else if (path[i] == '/') {
            part += "\\/";
        } else {
            part += path[i];
        }
    }
    end_part();
    return made;
}

/// Looks at entities that several threads want to see: when each of them wants to, one request asks for all.
class LooksTogether {
public:
    LooksTogether(Line& line, std::size_t threads) : line_(line), threads_(threads) {}

    /// The entity as it is said then; nothing where that is not known so.
    std::optional<Json> look(ecs::OwnerKey key) {
        const auto id = static_cast<std::uint32_t>(key);
        std::unique_lock lock(mutex_);
        wanted_.push_back(id);
        const std::uint64_t round = round_;
        if (wanted_.size() == threads_)
            ask(lock);
        else
            asked_.wait(lock, [&] { return round_ != round; });
        // The next round waits for all, so these stay until they were taken.
        const auto found = rows_.find(id);
        return found == rows_.end() ? std::nullopt : std::optional(std::move(found->second));
    }
    /// This thread looks at nothing more.
    void leave() {
        std::unique_lock lock(mutex_);
        if (--threads_ > 0 && wanted_.size() == threads_) ask(lock);
    }

private:
    void ask(std::unique_lock<std::mutex>& lock) {
        std::string expr;
        for (const std::uint32_t id : wanted_)
            expr += (expr.empty() ? "$this == #" : " || $this == #") + std::to_string(id);
        wanted_.clear();
        rows_.clear();
        lock.unlock();
        const LinkReply reply =
            line_.ask({.target = "/query?expr=" + percent_encoded(expr + ", ?Prefab, ?Disabled") +
                                 "&table=true&fields=false&entity_ids=true&values=true&limit=100&" + fresh()});
        const std::optional<Json> answer = reply.good() ? read_json(reply.body) : std::nullopt;
        lock.lock();
        if (const Json* const results = answer ? results_in(*answer) : nullptr)
            for (const Json& row : *results)
                if (row.is_object()) rows_[static_cast<std::uint32_t>(count_in(row, "id"))] = row;
        ++round_;
        asked_.notify_all();
    }

    Line& line_;
    std::mutex mutex_;
    std::condition_variable asked_;
    std::size_t threads_;
    std::vector<std::uint32_t> wanted_;
    std::map<std::uint32_t, Json> rows_;
    std::uint64_t round_ = 0;
};

class Edit {
public:
    Edit(const FlecsOrder& order, Line& line, LooksTogether* together = nullptr)
        : order_(order), line_(line), together_(together) {}

    FlecsOutcome run() {
        FlecsOutcome outcome;
        outcome.reply = order_.kind == Kind::Create ? create() : change();
        if (row_) outcome.row = std::move(row_);
        outcome.whole = whole_;
        return outcome;
    }

private:
    Look look(const std::string& path) {
        const LinkReply reply = line_.ask({.target = "/entity/" + path + "?entity_id=true&" + fresh()});
        whole_ = true;
        if (!reply.answered()) return {.why = reply.why};
        if (reply.status == 404) return {.state = Look::State::Gone};
        if (std::optional<Json> row = read_json(reply.body); reply.good() && row && row->is_object())
            return {.state = Look::State::There, .row = std::move(*row)};
        return reply.status == 400 || reply.status == 500 ? look_without_values(path) : Look{.why = refusal_in(reply)};
    }
    /// One value that is none of its type hides all of an entity: so only the values that the order is about are asked.
    Look look_without_values(const std::string& path) {
        const LinkReply reply = line_.ask({.target = "/entity/" + path + "?entity_id=true&values=false&" + fresh()});
        std::optional<Json> row = read_json(reply.body);
        if (!reply.good() || !row || !row->is_object()) return {.why = refusal_in(reply)};
        whole_ = false;
        for (const FlecsOrder::Part& part : order_.parts) {
            if (!has(*row, part.path) || !row->contains("components")) continue;
            const LinkReply value = line_.ask(
                {.target = "/component/" + path + "?component=" + percent_encoded(part.path) + "&" + fresh()});
            std::optional<Json> read = read_json(value.body);
            if (value.good() && read) (*row)["components"][part.path] = std::move(*read);
        }
        return {.state = Look::State::There, .row = std::move(*row)};
    }
    /// As look(), but an entity that took the id of another is not that one.
    Look look(ecs::OwnerKey key) {
        Look found;
        std::optional<Json> row = together_ != nullptr ? together_->look(key) : std::nullopt;
        whole_ = true;
        if (row)
            found = {.state = Look::State::There, .row = std::move(*row)};
        else
            found = look(flecs_id(key));
        if (found.state == Look::State::There &&
            flecs_key(count_in(found.row, "id"), count_in(found.row, "version")) != key)
            found = {.state = Look::State::Gone};
        if (found.state == Look::State::There && key == order_.key && order_.seen &&
            ecs::whole_characters(own_name(found.row), most_flecs_name) != *order_.seen &&
            own_name(found.row) != order_.name)
            found = {.state = Look::State::Gone};
        if (found.state == Look::State::There && key == order_.key) row_ = found.row;
        return found;
    }
    LinkReply write(const char* method, std::string target) {
        return line_.ask({.method = method, .target = std::move(target)});
    }
    /// Flecs reads a number as a signed one, and cuts what is larger; from a text it reads all 64 bits.
    static Json with_large_numbers_as_texts(Json value) {
        if (value.is_structured())
            for (Json& part : value) part = with_large_numbers_as_texts(std::move(part));
        else if (value.is_number_unsigned() && value.get<std::uint64_t>() > std::uint64_t{INT64_MAX})
            value = value.dump();
        return value;
    }
    LinkReply put_part(ecs::OwnerKey key, const std::string& path, const Json& value) {
        std::string target = "/component/" + flecs_id(key) + "?component=" + percent_encoded(path);
        if (!value.is_null()) target += "&value=" + percent_encoded(text_of(with_large_numbers_as_texts(value)));
        return write("PUT", std::move(target));
    }
    LinkReply remove_part(ecs::OwnerKey key, const std::string& path) {
        return write("DELETE", "/component/" + flecs_id(key) + "?component=" + percent_encoded(path));
    }

    static bool has(const Json& row, const std::string& path) {
        if (const auto parts = row.find("components"); parts != row.end() && parts->contains(path)) return true;
        const auto says = [&](const Json& list, const std::string& text) {
            return list == text || (list.is_array() && std::find(list.begin(), list.end(), text) != list.end());
        };
        if (const auto tags = row.find("tags"); tags != row.end() && says(*tags, path)) return true;
        const std::size_t comma = path.find(',');
        if (path.empty() || path.front() != '(' || comma == std::string::npos) return false;
        const auto pairs = row.find("pairs");
        if (pairs == row.end() || !pairs->is_object()) return false;
        const auto targets = pairs->find(path.substr(1, comma - 1));
        return targets != pairs->end() && says(*targets, path.substr(comma + 1, path.size() - comma - 2));
    }
    static Json value_in(const Json& row, const std::string& path) {
        const auto parts = row.find("components");
        return parts != row.end() && parts->contains(path) ? (*parts)[path] : Json();
    }
    static OwnerReply gone() { return OwnerReply::refused(std::string(ecs::tr("the entity is gone"))); }

    /// Before anything was written.
    OwnerReply not_asked(const std::string& why) const { return order_.again ? unknown() : OwnerReply::refused(why); }
    /// Writes, then looks until `done` says so of what is there; nothing when it is there no more.
    template <class Done>
    OwnerReply write_and_look(const LinkReply& reply, Done&& done, const std::string& nothing_changed) {
        if (reply.outcome == LinkReply::Outcome::NotSent) return OwnerReply::refused(reply.why);
        if (reply.answered() && !reply.good()) return OwnerReply::refused(refusal_in(reply));
        // What was sent and not answered may be carried out later.
        for (int turn = 0; turn < (reply.answered() ? 2 : 4); ++turn) {
            if (turn > 0) line_.wait(std::chrono::milliseconds(100));
            const Look found = look(order_.key);
            if (found.state == Look::State::NoAnswer) return unknown();
            if (done(found.state == Look::State::There ? &found.row : nullptr)) return {};
            if (found.state == Look::State::Gone) return gone();
        }
        return reply.answered() ? OwnerReply::refused(nothing_changed) : unknown();
    }

    OwnerReply change() {
        const Look now = look(order_.key);
        if (now.state == Look::State::NoAnswer) return not_asked(now.why);
        if (now.state == Look::State::Gone) return order_.kind == Kind::Destroy ? OwnerReply() : gone();
        const std::string ignored(ecs::tr("the program said yes, and nothing changed"));
        switch (order_.kind) {
            case Kind::Destroy:
                return write_and_look(
                    write("DELETE", "/entity/" + flecs_id(order_.key)), [](const Json* row) { return row == nullptr; },
                    ignored);
            case Kind::Add:
                return add(now.row, ignored);
            case Kind::Remove: {
                const std::string& path = order_.parts.front().path;
                if (!has(now.row, path)) return {};
                return write_and_look(
                    remove_part(order_.key, path), [&](const Json* row) { return row != nullptr && !has(*row, path); },
                    ignored);
            }
            case Kind::Set:
                return set(now.row, ignored);
            case Kind::SetParent:
                return set_parent(now.row, ignored);
            case Kind::Rename:
                return rename(now.row, ignored);
            case Kind::Switch:
                return switch_it(ignored);
            case Kind::Create:
                break;
        }
        return {};
    }

    OwnerReply add(const Json& row, const std::string& ignored) {
        const FlecsOrder::Part& part = order_.parts.front();
        if (has(row, part.path) && order_.again) return {};
        return write_and_look(
            put_part(order_.key, part.path, part.value),
            [&](const Json* found) { return found != nullptr && has(*found, part.path); }, ignored);
    }

    /// The program may write the same fields at once again; then they are neither what they were nor what was asked.
    OwnerReply set(const Json& row, const std::string& ignored) {
        const FlecsOrder::Part& part = order_.parts.front();
        const Json before = value_in(row, part.path);
        if (before.is_null()) return OwnerReply::refused(ecs::phrase("the entity has no {}", shown_path(part.path)));
        const auto is_there = [&](const Json& value) {
            if (!part.value.is_object() || !value.is_object()) return nearly_equal(value, part.value);
            for (const auto& [name, wanted] : part.value.items())
                if (!value.contains(name) || !nearly_equal(value[name], wanted)) return false;
            return true;
        };
        const auto is_same = [&] {
            if (!part.value.is_object() || !before.is_object()) return before == part.value;
            for (const auto& [name, wanted] : part.value.items())
                if (!before.contains(name) || before[name] != wanted) return false;
            return true;
        };
        if (is_same()) return {};
        Json value;
        const LinkReply reply = put_part(order_.key, part.path, part.value);
        OwnerReply written = write_and_look(
            reply,
            [&](const Json* found) {
                if (found == nullptr) return false;
                value = value_in(*found, part.path);
                return is_there(value) || (reply.answered() && !value.is_null() && !nearly_equal(value, before));
            },
            ignored);
        if (written.outcome == OwnerReply::Outcome::Done) written.why = rounded_in(part.value, value);
        return written;
    }

    /// Empty, or why no entity below `parent` may have this name now: two with one name end a Flecs program.
    std::string name_is_free(const std::string& parent, const std::string& name) {
        if (name.empty()) return {};
        const std::string path = parent.empty() ? std::string() : url_path(parent) + "/";
        std::string own;
        for (const char c : name) own += c == '/' ? std::string("\\/") : std::string(1, c);
        const Look other = look(path + percent_encoded(own));
        if (other.state == Look::State::Gone) return {};
        if (other.state == Look::State::NoAnswer) return other.why;
        if (flecs_key(count_in(other.row, "id"), count_in(other.row, "version")) == order_.key) return {};
        return ecs::phrase("there is a {} already", cleaned(name, 64));
    }

    OwnerReply set_parent(const Json& row, const std::string& ignored) {
        const std::string name = own_name(row);
        if (order_.parent == ecs::no_owner_key) {
            if (word_in(row, "parent").empty()) return {};
            if (std::string why = name_is_free({}, name); !why.empty()) return OwnerReply::refused(std::move(why));
            return write_and_look(
                remove_part(order_.key, "(flecs.core.ChildOf,*)"),
                [](const Json* found) { return found != nullptr && word_in(*found, "parent").empty(); }, ignored);
        }
        const Look parent = look(order_.parent);
        if (parent.state == Look::State::NoAnswer) return not_asked(parent.why);
        if (parent.state == Look::State::Gone) return OwnerReply::refused(std::string(ecs::tr("the parent is gone")));
        const std::string path = flecs_path(parent.row);
        if (word_in(row, "parent") == path) return {};
        // A circle of parents ends a Flecs program.
        Json above = parent.row;
        for (int depth = 0; !word_in(above, "parent").empty(); ++depth) {
            const Look next = look(url_path(word_in(above, "parent")));
            if (next.state != Look::State::There || depth > deepest)
                return not_asked(std::string(ecs::tr("the place in the tree could not be read")));
            above = next.row;
            if (flecs_key(count_in(above, "id"), count_in(above, "version")) == order_.key)
                return OwnerReply::refused(std::string(ecs::tr("an entity cannot be below itself")));
        }
        if (std::string why = name_is_free(path, name); !why.empty()) return OwnerReply::refused(std::move(why));
        const std::string pair = "(flecs.core.ChildOf,#" + std::to_string(order_.parent & 0xffffffffu) + ")";
        return write_and_look(
            put_part(order_.key, pair, {}),
            [&](const Json* found) { return found != nullptr && word_in(*found, "parent") == path; }, ignored);
    }

    /// Without the number that Flecs writes where there is no name.
    static std::string own_name(const Json& row) {
        std::string name = word_in(row, "name");
        return name == "#" + std::to_string(count_in(row, "id")) ? std::string() : name;
    }

    OwnerReply rename(const Json& row, const std::string& ignored) {
        if (own_name(row) == order_.name) return {};
        if (std::string why = name_is_free(word_in(row, "parent"), order_.name); !why.empty())
            return OwnerReply::refused(std::move(why));
        const LinkReply reply = order_.name.empty() ? remove_part(order_.key, name_pair)
                                                    : put_part(order_.key, name_pair, {{"value", order_.name}});
        return write_and_look(
            reply, [&](const Json* found) { return found != nullptr && own_name(*found) == order_.name; }, ignored);
    }

    OwnerReply switch_it(const std::string& ignored) {
        const LinkReply reply =
            write("PUT", "/toggle/" + flecs_id(order_.key) + (order_.on ? "?enable=true" : "?enable=false"));
        return write_and_look(
            reply,
            [&](const Json* found) { return found != nullptr && has(*found, "flecs.core.Disabled") != order_.on; },
            ignored);
    }

    /// Under a name of its own first: who asks twice for that gets the same entity.
    OwnerReply create() {
        const std::string passing = "chunkscope-" + std::to_string(order_.number);
        Look found;
        if (order_.again) found = look(passing);
        LinkReply made;
        if (found.state != Look::State::There) {
            made = write("PUT", "/entity/" + passing);
            if (made.outcome == LinkReply::Outcome::NotSent) return not_asked(made.why);
            if (made.answered() && !made.good()) return OwnerReply::refused(refusal_in(made));
        }
        for (int turn = 0; turn < 4; ++turn) {
            if (turn > 0) line_.wait(std::chrono::milliseconds(100));
            found = look(passing);
            if (found.state == Look::State::There) break;
        }
        if (found.state != Look::State::There) return unknown();
        key_ = flecs_key(count_in(found.row, "id"), count_in(found.row, "version"));
        std::string why = fill_new();
        if (!why.empty()) {
            (void)write("DELETE", "/entity/" + flecs_id(key_));
            return OwnerReply::refused(std::move(why));
        }
        found = look(flecs_id(key_));
        if (found.state == Look::State::There) row_ = std::move(found.row);
        return {OwnerReply::Outcome::Done, {}, key_};
    }

    std::string fill_new() {
        for (const FlecsOrder::Part& part : order_.parts)
            if (const LinkReply reply = put_part(key_, part.path, part.value); !reply.good()) return refusal_in(reply);
        std::string path;
        if (order_.parent != ecs::no_owner_key) {
            const Look parent = look(order_.parent);
            if (parent.state != Look::State::There) return std::string(ecs::tr("the parent is gone"));
            path = flecs_path(parent.row);
        }
        if (std::string why = name_is_free(path, order_.name); !why.empty()) return why;
        const LinkReply named =
            order_.name.empty() ? remove_part(key_, name_pair) : put_part(key_, name_pair, {{"value", order_.name}});
        if (!named.good()) return refusal_in(named);
        if (path.empty()) return {};
        const std::string pair = "(flecs.core.ChildOf,#" + std::to_string(order_.parent & 0xffffffffu) + ")";
        const LinkReply moved = put_part(key_, pair, {});
        return moved.good() ? std::string() : refusal_in(moved);
    }

    const FlecsOrder& order_;
    Line& line_;
    LooksTogether* const together_;  // null: it looks alone
    std::optional<Json> row_;
    bool whole_ = true;                      // the last look saw all values
    ecs::OwnerKey key_ = ecs::no_owner_key;  // Create: of the new entity
};

}  // namespace

std::string flecs_id(ecs::OwnerKey key) { return "%23" + std::to_string(key & 0xffffffffu); }

std::string fresh() {
    static std::atomic<std::uint64_t> number = 0;
    return "_=" + std::to_string(++number);
}

std::string refusal_in(const LinkReply& reply) {
    if (!reply.answered()) return reply.why;
    if (const std::optional<Json> body = read_json(reply.body); body && body->is_object())
        if (const std::string text = word_in(*body, "error"); !text.empty()) return cleaned(text);
    // Two documents in one body: the first has the error.
    if (const std::size_t end = reply.body.find("}{"); end != std::string::npos)
        if (const std::optional<Json> body = read_json(std::string_view(reply.body).substr(0, end + 1));
            body && body->is_object())
            if (const std::string text = word_in(*body, "error"); !text.empty()) return cleaned(text);
    return ecs::phrase("the program answered with {}", std::to_string(reply.status));
}

FlecsOutcome carry_out(const FlecsOrder& order, Line& line) { return Edit(order, line).run(); }

void FlecsOrders::add(Asked asked) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(asked));
}

std::vector<FlecsOrders::Asked> FlecsOrders::take() {
    const auto alone = [](const Asked& each) {
        return each.order.kind != Kind::Set && each.order.kind != Kind::Add && each.order.kind != Kind::Remove;
    };
    const std::lock_guard lock(mutex_);
    std::vector<Asked> taken;
    std::set<std::uint32_t> ids;
    while (!waiting_.empty() && taken.size() < most_at_once) {
        Asked& next = waiting_.front();
        const bool goes_along = taken.empty() || (!alone(next) && next.breaks == taken.front().breaks &&
                                                  !ids.contains(static_cast<std::uint32_t>(next.order.key)));
        if (!goes_along) break;
        ids.insert(static_cast<std::uint32_t>(next.order.key));
        taken.push_back(std::move(next));
        waiting_.pop_front();
        if (alone(taken.front())) break;
    }
    return taken;
}

std::vector<FlecsOutcome> carry_out(const std::vector<FlecsOrders::Asked>& asked, Line& line) {
    std::vector<FlecsOutcome> outcomes(asked.size());
    LooksTogether together(line, asked.size());
    const auto run = [&](std::size_t i) {
        outcomes[i] = Edit(asked[i].order, line, asked.size() > 1 ? &together : nullptr).run();
        together.leave();
    };
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < asked.size(); ++i) others.emplace_back(run, i);
    if (!asked.empty()) run(0);
    for (std::thread& each : others) each.join();
    return outcomes;
}

}  // namespace remote
