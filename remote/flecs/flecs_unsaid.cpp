// Flecs refuses a whole answer when one value in it is none of its type: an enum or a bitmask that has no constant for
// it. It says which type. So entities with such a component are asked for a second time: first without values, then for
// the values of their other components.
//
// Which components hold the type, Flecs does not always say. Then each component is asked for alone.
//
//     page: refused --> pages of entities without the component
//                       holders of the component, without values
//                       values of their other components, some at a time
#include <algorithm>

#include "ecs/base/language.hpp"
#include "remote/flecs/flecs_owner.hpp"

namespace remote {

namespace {

// Flecs knows queries of 32 terms at most.
constexpr std::size_t most_unsaid = 8, values_at_once = 20;
constexpr std::chrono::seconds most_unsaid_wait{60};

/// Words of a sentence, without quotes.
std::vector<std::string> words_in(std::string_view sentence) {
    std::vector<std::string> words;
    std::string word;
    for (const char c : std::string(sentence) + " ") {
        if (c != ' ' && c != '\'' && c != '"' && c != '\n') {
            word += c;
            continue;
        }
        if (!word.empty()) words.push_back(std::move(word));
        word.clear();
    }
    return words;
}

}  // namespace

/// False when nothing is left that could be left out.
bool FlecsOwner::leave_unsaid(const std::string& sentence) {
    bool more = false;
    for (const std::string& word : words_in(sentence))
        for (const std::string& path : known_types_.holders_of(word)) {
            if (is_unsaid(path)) continue;
            add_unsaid(path, sentence);
            more = true;
        }
    if (more && unsaid_.size() <= most_unsaid) return true;
    if (!no_values_.empty()) return false;
    if (unsaid_.size() <= most_unsaid && searched_.insert(sentence).second)
        sought_ = sentence;
    else
        leave_all_unsaid(sentence);
    return true;
}

void FlecsOwner::add_unsaid(const std::string& path, const std::string& sentence) {
    Unsaid unsaid{path, sentence, {}};
    std::chrono::seconds& wait = unsaid_waits_[path];
    unsaid.wait = wait = std::clamp(wait * 2, std::chrono::seconds(5), most_unsaid_wait);
    unsaid.again = Clock::now() + unsaid.wait;
    unsaid_.push_back(std::move(unsaid));
}

std::string FlecsOwner::values_target(const std::string& path, std::size_t offset) {
    return "/query?expr=" + percent_encoded(path + ", ?Prefab, ?Disabled") +
           "&fields=true&table=false&values=true&limit=" + std::to_string(page_rows) +
           "&offset=" + std::to_string(offset);
}

/// Instead of a round.
void FlecsOwner::search_unsaid() {
    page_waits_ = true;
    search_.clear();
    for (const std::string& path : known_types_.components())
        if (!is_unsaid(path) && !known_types_.is_opaque(path) && !path.starts_with("flecs.")) search_.push_back(path);
    found_unsaid_ = false;
    poll_search(0);
}

void FlecsOwner::poll_search(std::size_t offset) {
    if (search_.empty()) {
        if (!found_unsaid_ || unsaid_.size() > most_unsaid) leave_all_unsaid(sought_);
        sought_.clear();
        page_waits_ = false;
        begin_round();
        return;
    }
    poll(LinkPriority::Visible, "page", values_target(search_.back(), offset), [this, offset](const Got& got) {
        const Json* const results = results_in(got.answer);
        if (results != nullptr && results->size() >= page_rows) return poll_search(offset + results->size());
        if (results == nullptr && !got.refusal.empty()) {
            add_unsaid(search_.back(), got.refusal);
            found_unsaid_ = true;
        }
        search_.pop_back();
        poll_search(0);
    });
}

void FlecsOwner::leave_all_unsaid(const std::string& sentence) {
    unsaid_.clear();
    no_values_ = sentence.empty() ? std::string(ecs::tr("what it answers makes no sense")) : sentence;
    values_again_ = Clock::now() + most_unsaid_wait;
}

bool FlecsOwner::is_unsaid(std::string_view path) const {
    if (!no_values_.empty()) return !known_types_.is_opaque(std::string(path));
    return std::any_of(unsaid_.begin(), unsaid_.end(), [&](const Unsaid& each) {
        return path == each.path || path.starts_with("(" + each.path + ",");
    });
}

/// Stands for the component where its value is not known.
std::uint32_t FlecsOwner::unsaid_type(const std::string& path) {
    const std::string own = "?" + path;
    if (const std::uint32_t known = replica_.find_type(own); known != Replica::no_type) return known;
    std::string why = no_values_;
    for (const Unsaid& each : unsaid_)
        if (path == each.path || path.starts_with("(" + each.path + ",")) why = each.why;
    TypeShape shape;
    shape.name = shown_path(path) + " (unknown)";
    shape.path = own;
    shape.description = why;
    const std::uint32_t type = replica_.add_type(std::move(shape));
    unsaid_types_.insert(type);
    return type;
}

std::string FlecsOwner::without_unsaid() const {
    std::string terms;
    for (const Unsaid& each : unsaid_) terms += "!" + each.path + ", !(" + each.path + ", *), ";
    return terms;
}

/// Each component may stand alone, and in pairs.
std::string FlecsOwner::holder_term(std::size_t holder) const {
    const std::string& path = unsaid_[holder / 2].path;
    return "[none] " + (holder % 2 == 0 ? path : "(" + path + ", *)") + ", ";
}

void FlecsOwner::poll_holders(std::size_t holder, std::size_t offset) {
    page_waits_ = true;
    poll(LinkPriority::Visible, "page", page_target(all_with(holder_term(holder)), offset, false),
         [this, holder, offset](const Got& got) {
             const Json* const results = results_in(got.answer);
             if (results == nullptr) {
                 leave_all_unsaid(got.refusal.empty() ? got.why : got.refusal);
                 page_waits_ = false;
                 begin_round();
                 return;
             }
             for (const Json& row : *results)
                 if (row.is_object() && holders_.size() < Replica::most_entities) holders_[count_in(row, "id")] = row;
             if (results->size() >= page_rows)
                 poll_holders(holder, offset + results->size());
             else if (holder + 1 < unsaid_.size() * 2)
                 poll_holders(holder + 1, 0);
             else
                 begin_values();
         });
}

void FlecsOwner::begin_values() {
    std::set<std::string> parts;
    for (const auto& [id, row] : holders_)
        if (const auto found = row.find("components"); found != row.end() && found->is_object())
            for (const auto& [path, value] : found->items())
                if (!is_unsaid(path) && known_types_.knows(path) && !known_types_.is_opaque(path)) parts.insert(path);
    values_wanted_.clear();
    for (std::size_t holder = 0; holder < unsaid_.size() * 2; ++holder) {
        std::vector<std::string> some;
        for (const std::string& path : parts) {
            if (some.size() == values_at_once) values_wanted_.push_back({holder, std::exchange(some, {})});
            some.push_back(path);
        }
        if (!some.empty()) values_wanted_.push_back({holder, std::move(some)});
    }
    poll_values(0);
}

void FlecsOwner::poll_values(std::size_t offset) {
    if (values_wanted_.empty()) {
        page_waits_ = false;
        for (const auto& [id, row] : holders_) note_path(row);
        for (const auto& [id, row] : holders_)
            if (shows(row)) read_row(row, false);
        holders_.clear();
        end_round(false);
        return;
    }
    const Values& wanted = values_wanted_.front();
    std::string expr = holder_term(wanted.holder);
    for (const std::string& path : wanted.parts) expr += "?" + path + ", ";
    poll(LinkPriority::Visible, "page",
         "/query?expr=" + percent_encoded(expr + "?Prefab, ?Disabled") +
             "&fields=true&table=false&entity_ids=true&values=true&limit=" + std::to_string(page_rows) +
             "&offset=" + std::to_string(offset),
         [this, offset](const Got& got) {
             const Json* const results = results_in(got.answer);
             if (results != nullptr) read_values(*results, values_wanted_.front().parts);
             if (results != nullptr && results->size() >= page_rows) {
                 poll_values(offset + results->size());
                 return;
             }
             const Values asked = std::move(values_wanted_.front());
             values_wanted_.pop_front();
             if (!got.refusal.empty() && leave_unsaid(got.refusal)) {
                 page_waits_ = false;
                 begin_round();
                 return;
             }
             poll_values(0);
         });
}

void FlecsOwner::read_values(const Json& results, const std::vector<std::string>& parts) {
    for (const Json& row : results) {
        const auto holder = row.is_object() ? holders_.find(count_in(row, "id")) : holders_.end();
        if (holder == holders_.end() || !row.contains("fields") || !row["fields"].is_object()) continue;
        const Json& fields = row["fields"];
        const auto values = fields.find("values"), set = fields.find("is_set");
        if (values == fields.end() || !values->is_array()) continue;
        // The first field is the component that is not said.
        for (std::size_t i = 0; i < parts.size() && i + 1 < values->size(); ++i) {
            if (set != fields.end() && (!set->is_array() || i + 1 >= set->size() || (*set)[i + 1] != true)) continue;
            Json& components = holder->second["components"];
            if (components.is_object() && components.contains(parts[i])) components[parts[i]] = (*values)[i + 1];
        }
    }
}

/// Between two rounds: within one, all goes by the same list.
void FlecsOwner::ask_unsaid_again() {
    const auto now = Clock::now();
    if (!no_values_.empty() && now >= values_again_) {
        no_values_.clear();
        searched_.clear();
    }
    std::erase_if(unsaid_, [](const Unsaid& each) { return each.said; });
    for (Unsaid& each : unsaid_) {
        if (now < each.again) continue;
        each.again = now + most_unsaid_wait;
        poll_said(each.path, 0);
    }
}

/// Whether Flecs says all of its values by now.
void FlecsOwner::poll_said(const std::string& path, std::size_t offset) {
    poll(LinkPriority::Background, "said " + path, values_target(path, offset), [this, path, offset](const Got& got) {
        const auto found =
            std::find_if(unsaid_.begin(), unsaid_.end(), [&](const Unsaid& each) { return each.path == path; });
        if (found == unsaid_.end()) return;
        const Json* const results = results_in(got.answer);
        if (results != nullptr && results->size() >= page_rows) return poll_said(path, offset + results->size());
        if (results == nullptr)
            found->again = Clock::now() + found->wait;
        else
            found->said = true;
    });
}

}  // namespace remote
