#include <algorithm>
#include <unordered_set>

#include "ecs/base/language.hpp"
#include "ecs/base/utf8.hpp"
#include "remote/flecs/flecs_owner.hpp"

namespace remote {

namespace {

constexpr std::size_t most_schemas = 200;
constexpr std::uint32_t most_types = 1024;
constexpr const char* table_options = "&table=true&fields=false&entity_ids=true";

/// Flecs' own things are no entities of the program's world.
constexpr std::string_view flecs_itself = "flecs";
constexpr const char* not_of_flecs = "!ChildOf(self|up, flecs), ?Prefab, ?Disabled";
/// Modules, components and systems are rarely looked for. What lies below a module or a component is as good as any
/// other entity: C++ programs use their types as scopes.
constexpr const char* what_people_see =
    "!ChildOf(self|up, flecs), !Module, !flecs.core.Component, !flecs.system.System(self|up), "
    "!flecs.core.Observer(self|up), ?Prefab, ?Disabled";
constexpr const char* what_is_hidden =
    "Module || flecs.core.Component || flecs.system.System || flecs.core.Observer, !ChildOf(self|up, flecs), "
    "?Prefab, ?Disabled";

bool is_bookkeeping(std::string_view path) {
    return path.starts_with("(flecs.core.Identifier,") || path.starts_with("(flecs.core.Poly,") ||
           path.starts_with("flecs.meta.TypeSerializer") || path == "flecs.core.Query" ||
           path.starts_with("(flecs.core.ChildOf,");
}

}  // namespace

/// Members of structs and constants of enums are entities below their types.
bool FlecsOwner::is_part_of_type(const Json& row) {
    const auto names_constant = [](std::string_view path) {
        return path.starts_with("flecs.") && (path.ends_with(".constant") || path.ends_with(".Constant"));
    };
    if (const auto parts = row.find("components"); parts != row.end() && parts->is_object())
        for (const auto& [path, value] : parts->items()) {
            const std::string_view pair = std::string_view(path).substr(path.starts_with('(') ? 1 : 0);
            if (path == "flecs.meta.member" || names_constant(pair.substr(0, pair.find(',')))) return true;
        }
    if (const auto pairs = row.find("pairs"); pairs != row.end() && pairs->is_object())
        for (const auto& [relationship, targets] : pairs->items())
            if (names_constant(relationship)) return true;
    if (const auto tags = row.find("tags"); tags != row.end() && tags->is_array())
        return std::any_of(tags->begin(), tags->end(), [&](const Json& tag) {
            return tag.is_string() && names_constant(tag.get_ref<const std::string&>());
        });
    return false;
}

std::string FlecsOwner::page_target(const std::string& expr, std::size_t offset, bool values, std::size_t rows) {
    return "/query?expr=" + percent_encoded(expr) + table_options + (values ? "&values=true" : "&values=false") +
           "&limit=" + std::to_string(rows) + "&offset=" + std::to_string(offset);
}

std::string FlecsOwner::all_with(const std::string& terms) const {
    return terms + (shows_hidden_ ? not_of_flecs : what_people_see);
}

void FlecsOwner::count_hidden() {
    poll(LinkPriority::Background, "hidden",
         "/query?expr=" + percent_encoded(what_is_hidden) + "&table=false&fields=false&values=false&limit=10000",
         [this](const Got& got) {
             const Json* const results = results_in(got.answer);
             hidden_known_ = true;
             if (results == nullptr) return;
             hidden_ = static_cast<std::size_t>(std::count_if(results->begin(), results->end(), [](const Json& row) {
                 return row.is_object() && flecs_path(row) != flecs_itself;
             }));
         });
}

void FlecsOwner::poll_types(std::size_t offset, bool members) {
    // Before 4.1 the members of components are entities of their own.
    const char* const expr = members ? "flecs.meta.member, !ChildOf(self|up, flecs)"
                                     : "flecs.core.Component, !ChildOf(self|up, flecs), ?Prefab, ?Disabled";
    poll(LinkPriority::Visible, "types", page_target(expr, offset), [this, offset, members](const Got& got) {
        const Json* const results = results_in(got.answer);
        if (results != nullptr) members ? known_types_.read_members(*results) : known_types_.read_components(*results);
        if (results != nullptr && results->size() >= page_rows && offset < Replica::most_entities) {
            poll_types(offset + results->size(), members);
        } else if (!members && !at_least(4, 1, 0)) {
            poll_types(0, true);
        } else {
            phase_ = Phase::Running;
            pace_.at_once();
            next_systems_ = {};
            if (at_least(4, 1, 3)) poll_queries();
        }
    });
}

/// Of components that no entity has yet, so that a person can add them.
void FlecsOwner::ask_schemas() {
    if (!at_least(4, 1, 6)) return;
    std::size_t asked = 0;
    for (const std::string& path : known_types_.components()) {
        if (replica_.find_type(path) != Replica::no_type || path.starts_with("flecs.") || asked == most_schemas)
            continue;
        ++asked;
        std::string url;
        for (const char c : path) url += c == '.' ? std::string("/") : percent_encoded(std::string_view(&c, 1));
        link_->post(LinkPriority::Background, "schema " + path,
                    [this, on = on_, path, url](Line& line) -> Link::Delivery {
                        const LinkReply reply = line.ask({.target = "/type_info/" + url});
                        Schema schema = reply.good() ? Schema::parse(reply.body, nullptr, false) : Schema();
                        return [this, on, path, schema = std::move(schema)] {
                            if (on != on_ || phase_ != Phase::Running || schema.is_discarded() || schema.is_null())
                                return;
                            Schema all;
                            all[path] = schema;
                            known_types_.read_schemas(all);
                            (void)type_of(path, nullptr);
                        };
                    });
    }
}

void FlecsOwner::begin_round() {
    if (!sought_.empty()) return search_unsaid();
    const auto now = Clock::now();
    round_every_ = now - std::exchange(round_began_, now);
    replica_.begin_round();
    next_paths_.clear();
    next_parts_ = 0;
    pace_.begin(now);
    poll_page(0);
}

void FlecsOwner::poll_page(std::size_t offset) {
    page_waits_ = true;
    schemas_asked_ = wants_schemas_;
    const std::size_t rows = page_size_.rows();
    std::string target = page_target(all_with(without_unsaid()), offset, no_values_.empty(), rows);
    if (schemas_asked_) target += "&type_info=true";
    if (written_ > 0) target += "&_=w" + std::to_string(written_);
    poll(
        LinkPriority::Visible, "page", std::move(target),
        [this, offset, rows](const Got& got) { read_page(got, offset, rows); }, schemas_asked_);
}

void FlecsOwner::look_at(std::span<const ecs::OwnerKey> keys) {
    looked_at_.assign(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(std::min(keys.size(), most_looked_at)));
}

void FlecsOwner::ask_looked_at(Clock::time_point now) {
    constexpr std::chrono::milliseconds often{250}, between_pages{300}, between_rounds{100};
    const bool rounds_do = std::max<Clock::duration>(round_every_, now - round_began_) < often;
    if (looked_at_waits_ || rounds_ == 0 || rounds_do || now < next_looked_at_ || !no_values_.empty()) return;
    std::string expr;
    for (const ecs::OwnerKey key : looked_at_) {
        // Flecs would refuse to say anything.
        const std::vector<std::uint32_t> types = replica_.types_of(key);
        if (std::any_of(types.begin(), types.end(), [&](std::uint32_t type) { return unsaid_types_.contains(type); }))
            continue;
        expr += (expr.empty() ? "$this == #" : " || $this == #") + std::to_string(static_cast<std::uint32_t>(key));
    }
    if (expr.empty()) return;
    next_looked_at_ = now + (page_waits_ ? between_pages : between_rounds);
    looked_at_waits_ = true;
    poll(LinkPriority::Visible, "looked at", page_target(expr + ", ?Prefab, ?Disabled", 0) + "&" + fresh(),
         [this](const Got& got) {
             looked_at_waits_ = false;
             const Json* const results = results_in(got.answer);
             if (results == nullptr) {
                 // The next round finds out which value Flecs does not say.
                 next_looked_at_ = Clock::now() + std::chrono::seconds(5);
                 return;
             }
             // The page that waits has the schemas, and this answer does not.
             const bool asked = std::exchange(schemas_asked_, false);
             for (const Json& row : *results)
                 if (row.is_object() && replica_.knows(flecs_key(count_in(row, "id"), count_in(row, "version"))))
                     read_row(row);
             schemas_asked_ = asked;
         });
}

void FlecsOwner::note_path(const Json& row) {
    const ecs::OwnerKey key = flecs_key(count_in(row, "id"), count_in(row, "version"));
    next_paths_[flecs_path(row)] = key;
    ids_[static_cast<std::uint32_t>(key)] = key;
}

void FlecsOwner::read_page(const Got& got, std::size_t offset, std::size_t rows) {
    page_waits_ = false;
    const Json* const results = results_in(got.answer);
    if (results == nullptr) {
        if (!got.refusal.empty() && leave_unsaid(got.refusal))
            begin_round();
        else if (!got.refusal.empty() || !got.why.empty())
            lose(got.refusal.empty() ? got.why : got.refusal);
        else
            lose(std::string(ecs::tr("what it answers makes no sense")));
        return;
    }
    page_size_.answered(results->size(), got.bytes, pace_.answered_in_round(got.secs));
    if (offset == 0) wants_schemas_ = false;
    known_types_.read_schemas(got.type_info);
    for (const Json& row : *results)
        if (row.is_object()) note_path(row);
    for (const Json& row : *results) {
        if (!row.is_object() || flecs_path(row) == flecs_itself) continue;
        if (shows(row)) read_row(row);
    }
    if (results->size() >= rows && offset + rows < Replica::most_entities) {
        poll_page(offset + results->size());
        return;
    }
    if (unsaid_.empty()) {
        end_round(offset == 0);
    } else {
        holders_.clear();
        poll_holders(0, 0);
    }
}

bool FlecsOwner::shows(const Json& row) {
    const bool part = is_part_of_type(row);
    next_parts_ += part ? 1 : 0;
    return !part || shows_hidden_;
}

void FlecsOwner::end_round(bool one_piece) {
    replica_.end_round(one_piece);
    parts_ = next_parts_;
    paths_ = std::move(next_paths_);
    next_paths_.clear();
    if (rounds_++ == 0) ask_schemas();
    pace_.end();
    if (wants_schemas_ || lost_.empty() == false) pace_.at_once();
    backoff_.worked();
    lost_.clear();
}

void FlecsOwner::read_row(const Json& row, bool whole) {
    SeenEntity seen;
    const std::uint64_t id = count_in(row, "id"), version = count_in(row, "version");
    if (id == 0) return;
    seen.key = flecs_key(id, version);
    seen.wanted = {static_cast<std::uint32_t>(id), static_cast<std::uint32_t>(version) + 1};
    ids_[static_cast<std::uint32_t>(id)] = seen.key;
    const std::string name = word_in(row, "name");
    if (name != "#" + std::to_string(id)) seen.name = ecs::whole_characters(name, most_flecs_name);
    if (const std::string parent = word_in(row, "parent"); !parent.empty()) seen.parent = key_at(parent);
    std::unordered_set<std::uint32_t> has;
    const auto add = [&](const std::string& path, const Json* value, bool is_value = false) {
        if (is_bookkeeping(path)) return;
        const bool unsaid = is_value && value == nullptr && is_unsaid(path);
        // Of an answer without values: it is what it was.
        if (is_value && value == nullptr && !whole && !unsaid && replica_.find_type(path) == Replica::no_type) return;
        const std::uint32_t type = unsaid ? unsaid_type(path) : type_of(path, value);
        if (type != Replica::no_type && has.insert(type).second) seen.parts.emplace_back(type, value);
    };
    if (const auto tags = row.find("tags"); tags != row.end() && tags->is_array())
        for (const Json& tag : *tags)
            if (tag.is_string() && !tag.get_ref<const std::string&>().starts_with("toggle|")) add(tag, nullptr);
    if (const auto pairs = row.find("pairs"); pairs != row.end() && pairs->is_object())
        for (const auto& [relationship, targets] : pairs->items()) {
            const auto add_pair = [&, &first = relationship](const Json& target) {
                if (target.is_string()) add("(" + first + "," + target.get<std::string>() + ")", nullptr);
            };
            if (targets.is_array())
                for (const Json& target : targets) add_pair(target);
            else
                add_pair(targets);
        }
    if (const auto parts = row.find("components"); parts != row.end() && parts->is_object())
        for (const auto& [path, value] : parts->items()) add(path, value.is_null() ? nullptr : &value, true);
    replica_.see(seen, words());
}

std::uint32_t FlecsOwner::type_of(const std::string& path, const Json* value) {
    const std::uint32_t known = replica_.find_type(path);
    if (known != Replica::no_type) return value == nullptr ? known : replica_.type_for(known, *value);
    // One that nobody has described yet comes with the schemas of the next page.
    if (value != nullptr && !known_types_.knows(path) && !schemas_asked_) {
        wants_schemas_ = true;
        return Replica::no_type;
    }
    if (replica_.types().size() >= most_types) {
        left_out_.insert(path);
        return Replica::no_type;
    }
    return replica_.add_type(known_types_.shape_of(path, value));
}

ecs::OwnerKey FlecsOwner::key_at(std::string_view path) const {
    if (path.empty()) return ecs::no_owner_key;
    const std::string text(path);
    if (const auto found = next_paths_.find(text); found != next_paths_.end()) return found->second;
    if (const auto found = paths_.find(text); found != paths_.end()) return found->second;
    const std::size_t sign = text.rfind('#');
    if (sign == std::string::npos || (sign > 0 && text[sign - 1] != '.')) return ecs::no_owner_key;
    std::uint64_t id = 0;
    for (const char c : text.substr(sign + 1)) {
        if (c < '0' || c > '9') return ecs::no_owner_key;
        id = id * 10 + static_cast<std::uint64_t>(c - '0');
    }
    const auto found = ids_.find(static_cast<std::uint32_t>(id));
    return found == ids_.end() ? ecs::no_owner_key : found->second;
}

EntityWords FlecsOwner::words() {
    return {[this](const Json& word) {
                if (!word.is_string()) return ecs::Entity();
                const ecs::OwnerKey key = key_at(word.get_ref<const std::string&>());
                return key == ecs::no_owner_key ? ecs::Entity() : replica_.handle_of(key);
            },
            [this](ecs::Entity entity) {
                const ecs::OwnerKey key = entity ? replica_.key_of(entity) : ecs::no_owner_key;
                return Json(key == ecs::no_owner_key ? "#0" : "#" + std::to_string(key & 0xffffffffu));
            },
            true};
}

std::string FlecsOwner::path_of(ecs::OwnerKey key) const {
    std::string path;
    for (int depth = 0; key != ecs::no_owner_key && depth < 64; ++depth) {
        std::string part;
        for (const char c : replica_.name(key)) {
            if (c == '.') part += '\\';
            part += c;
        }
        if (part.empty()) part = "#" + std::to_string(key & 0xffffffffu);
        path = path.empty() ? part : part + "." + path;
        if (part.front() == '#') break;
        key = replica_.parent(key);
    }
    return path;
}

std::vector<ecs::OwnerInherited> FlecsOwner::inherited(ecs::OwnerKey key) const {
    std::vector<ecs::OwnerInherited> found;
    const auto add_from = [&](auto& self, ecs::OwnerKey from, int depth) -> void {
        if (depth > 16) return;
        for (const std::uint32_t type : replica_.types_of(from)) {
            const std::string& path = replica_.shape(type).path;
            constexpr std::string_view is_a = "(flecs.core.IsA,";
            if (path.starts_with(is_a)) {
                const ecs::OwnerKey prefab =
                    key_at(std::string_view(path).substr(is_a.size(), path.size() - is_a.size() - 1));
                if (prefab == ecs::no_owner_key) continue;
                for (const std::uint32_t each : replica_.types_of(prefab)) {
                    const std::string& what = replica_.shape(each).path;
                    const bool own = replica_.has(key, each) || what == "flecs.core.Prefab" || what.starts_with(is_a);
                    if (!own &&
                        std::none_of(found.begin(), found.end(), [&](const auto& one) { return one.type == each; }))
                        found.push_back({each, prefab});
                }
                self(self, prefab, depth + 1);
            }
        }
    };
    add_from(add_from, key, 0);
    return found;
}

}  // namespace remote
