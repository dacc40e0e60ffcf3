#include "files/script/edit_script.hpp"

#include <algorithm>
#include <set>

#include "ecs/base/utf8.hpp"
#include "files/script/edit_reader.hpp"
#include "files/script/script_verb.hpp"

namespace files {

namespace {

/// One edit of the script, its members not read yet.
struct Entry {
    std::size_t offset = 0;  // of its text
    std::string text;        // for messages
};

class ScriptRunner {
public:
    ScriptRunner(ecs::World& world, ecs::Schedule& schedule, const SystemsByName& systems, std::string_view text,
                 const std::string& name)
        : world_(world), schedule_(schedule), reader_(world, schedule, systems, text, name), json_(reader_.json()) {}

    /// The edits with all handles filled in. The world is as it was before.
    std::vector<ecs::Edit> run();

private:
    void find_entries();
    ecs::Edit run_entry();
    const ScriptVerb& find_verb_of_edit();
    void check_members(const ScriptVerb& verb);
    [[noreturn]] void fail_entry(const FileError& error) const;

    ecs::World& world_;
    ecs::Schedule& schedule_;
    EditReader reader_;
    JsonReader& json_;  // of reader_
    std::vector<Entry> entries_;
    std::size_t number_ = 0;  // of the present edit, from 0
};

void ScriptRunner::find_entries() {
    bool has_edits = false;
    if (json_.peek() != JsonKind::Object) json_.fail_expected(R"(an object like { "edits": [ … ] })");
    const std::size_t start = json_.offset();
    json_.begin_object();
    while (const auto key = json_.next_member()) {
        if (*key != "edits")
            json_.fail_about_key("unknown member " + in_quotes(*key) + " of an edit script" +
                                 did_you_mean(*key, {"edits"}));
        has_edits = true;
        json_.begin_array();
        while (json_.next_element()) {
            if (json_.peek() != JsonKind::Object) json_.fail_expected("an object");
            const std::size_t offset = json_.offset();
            entries_.push_back({offset, json_.read_raw()});
        }
    }
    json_.finish();
    if (!has_edits) json_.fail_about_from(start, "an edit script needs \"edits\": [ … ]");
}

void ScriptRunner::fail_entry(const FileError& error) const {
    constexpr std::size_t max_bytes = 160;
    std::string text = entries_[number_].text;
    if (text.size() > max_bytes) text = std::string(ecs::whole_characters(text, max_bytes)) + "…";
    throw FileError(error.file(), error.line(), error.column(),
                    "edit " + std::to_string(number_ + 1) + " of " + std::to_string(entries_.size()) + " `" + text +
                        "`: " + error.problem());
}

// Only after the earlier edits is it known which handle a creation takes, and whether a later edit fits. So each edit
// is applied as soon as it is read. In the end all are taken back, and their handles are filled in.
std::vector<ecs::Edit> ScriptRunner::run() {
    find_entries();
    std::vector<ecs::Edit> done;
    done.reserve(entries_.size());
    const auto take_back = [&] { return ecs::apply_all_backwards(world_, schedule_, done).why; };
    try {
        for (number_ = 0; number_ < entries_.size(); ++number_) done.push_back(run_entry());
    } catch (const FileError& error) {
        take_back();
        fail_entry(error);
    } catch (...) {
        take_back();
        throw;
    }
    if (const std::string why = take_back(); !why.empty()) throw FileError(json_.file(), 0, 0, why);
    return done;
}

ecs::Edit ScriptRunner::run_entry() {
    reader_.start_edit(number_, entries_[number_].offset);
    const ScriptVerb& verb = find_verb_of_edit();
    check_members(verb);
    reader_.set_verb(verb.name);
    ecs::Edit edit = verb.read(reader_);
    const std::string why = ecs::why_not(world_, schedule_, edit);
    if (!why.empty()) json_.fail_at(entries_[number_].offset, why);
    ecs::apply(world_, schedule_, edit);
    if (reader_.announced()) reader_.set_announced(std::get<ecs::DestroyEntities>(edit).entities.front());
    return edit;
}

const ScriptVerb& ScriptRunner::find_verb_of_edit() {
    const ScriptVerb* verb = nullptr;
    for (const std::string& member : reader_.members()) {
        const ScriptVerb* const found = find_verb(member);
        if (!found) continue;
        if (verb) {
            reader_.go_to(member);
            json_.fail_about_key("an edit does one thing, this one has " + in_quotes(verb->name) + " and " +
                                 in_quotes(member));
        }
        verb = found;
    }
    if (verb) return *verb;
    const std::vector<std::string> known = names_of_verbs();
    std::string text = "an edit needs one of ";
    for (const std::string& each : known) text += (&each == &known.front() ? "" : ", ") + in_quotes(each);
    for (const std::string& member : std::set(reader_.members().begin(), reader_.members().end()))
        if (const std::string hint = did_you_mean(member, known); !hint.empty()) {
            text += hint;
            break;
        }
    reader_.go_to_edit();
    json_.fail_about(text);
}

void ScriptRunner::check_members(const ScriptVerb& verb) {
    std::vector<std::string> allowed(verb.needed.begin(), verb.needed.end());
    allowed.insert(allowed.end(), verb.optional.begin(), verb.optional.end());
    for (const std::string& member : std::set(reader_.members().begin(), reader_.members().end())) {
        if (member == verb.name || std::find(allowed.begin(), allowed.end(), member) != allowed.end()) continue;
        reader_.go_to(member);
        json_.fail_about_key("unknown member " + in_quotes(member) + " of " + in_quotes(verb.name) +
                             did_you_mean(member, allowed));
    }
    for (const std::string_view member : verb.needed) {
        if (reader_.has(member)) continue;
        reader_.go_to_edit();
        json_.fail_about(in_quotes(verb.name) + " needs " + in_quotes(member));
    }
}

}  // namespace

void run_script(ecs::World& world, ecs::Schedule& schedule, ecs::History& history, std::string_view text,
                const std::string& name, const SystemsByName& systems) {
    ecs::HistoryStep step{"Run script " + std::filesystem::path(name).filename().string(), {}};
    step.edits = ScriptRunner(world, schedule, systems, text, name).run();
    const std::string why = history.perform(std::move(step));
    history.seal();
    if (!why.empty()) throw FileError(name, 0, 0, why);
}

}  // namespace files
