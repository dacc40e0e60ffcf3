#include "files/bundle/time_text.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "files/bundle/bundle.hpp"
#include "files/bundle/edit_text.hpp"
#include "files/bundle/json_members.hpp"

namespace files {

namespace {

constexpr std::string_view line_each = ",\n      ";

/// By position in ecs::MarkKind. A line of a log becomes a note, which earlier versions can read.
constexpr std::string_view mark_kinds[] = {"edited", "burst", "alert", "breakpoint", "diverged", "note", "note"};

void append_edits(std::string& out, const ecs::World& world, const std::vector<ecs::Edit>& edits) {
    ListWriter list(out);
    for (const ecs::Edit& edit : edits) append_edit(list.element(), world, edit);
    list.end();
}

void append_systems(std::string& out, const std::vector<ecs::TimeTape::OfSystem>& systems) {
    ListWriter list(out);
    for (const ecs::TimeTape::OfSystem& system : systems) {
        MemberWriter each(list.element());
        each.text("name", system.name);
        each.flag("enabled", system.enabled);
        each.flag("waiting", system.waiting);
        each.flag("created", system.created);
        each.end();
    }
    list.end();
}

void append_event(std::string& out, const ecs::World& world, const ecs::TimeEvent& event) {
    MemberWriter each(out);
    each.count("tick", event.tick);
    each.flag("within", event.within_tick);
    if (!event.before_system.empty()) each.text("before", event.before_system);
    each.flag("backwards", event.backwards);
    each.count("state", event.history_state);
    if (std::find(event.seen.begin(), event.seen.end(), true) != event.seen.end()) {
        ListWriter seen(each.member("seen"));
        for (const bool one : event.seen) seen.element() += one ? "true" : "false";
        seen.end();
    }
    each.handles("released", event.released);
    if (!event.edits.empty()) {
        try {
            append_edits(each.member("edits"), world, event.edits);
        } catch (const std::invalid_argument& why) {
            throw FileError("the bundle", 0, 0,
                            "cannot hold an edit of tick " + std::to_string(event.tick) + ": " + why.what());
        }
    }
    each.end();
}

void append_step(std::string& out, const ecs::World& world, const ecs::HistoryStep& step, std::uint64_t mark) {
    MemberWriter each(out);
    each.text("label", step.label);
    if (!step.kind.empty()) each.text("kind", step.kind);
    each.count("tick", step.tick);
    each.count("state", mark);
    each.count("entities", step.entities);
    each.count("bytes", step.bytes);
    each.flag("repeatable", step.repeatable);
    append_edits(each.member("edits"), world, step.edits);
    if (!step.done_edits.empty()) append_edits(each.member("done_edits"), world, step.done_edits);
    each.end();
}

/// The steps that can be written and lie next to the present state.
void append_history(std::string& out, const ecs::World& world, const ecs::HistorySteps& steps) {
    std::vector<std::optional<std::string>> texts(steps.steps.size());
    const auto write = [&](std::size_t i) {
        try {
            append_step(texts[i].emplace(), world, steps.steps[i], steps.marks[i]);
            return true;
        } catch (const std::invalid_argument&) {
            texts[i].reset();
            return false;
        }
    };
    std::size_t first = steps.done, last = steps.done;
    while (first > 0 && write(first - 1)) --first;
    while (last < texts.size() && write(last)) ++last;
    MemberWriter object(out);
    object.count("base", first == 0 ? steps.base_mark : steps.marks[first - 1]);
    object.count("done", steps.done - first);
    ListWriter list(object.member("steps"), line_each);
    for (std::size_t i = first; i < last; ++i) list.element() += *texts[i];
    list.end();
    object.end();
}

}  // namespace

std::string time_text(const ecs::World& world, const ecs::TimeTape& tape) {
    std::string out;
    MemberWriter object(out);
    object.count("first", tape.first_tick);
    object.count("last", tape.last_tick);
    append_hex(object.member("random"), tape.random);
    object.count("state", tape.history_state);
    append_systems(object.member("systems"), tape.systems);
    ListWriter inputs(object.member("keys"));
    for (const ecs::TimeInput& input : tape.inputs) {
        ListWriter pair(inputs.element());
        append_integer(pair.element(), input.tick);
        append_string(pair.element(), input.bytes);
        pair.end();
    }
    inputs.end();
    ListWriter events(object.member("edits"), line_each);
    for (const ecs::TimeEvent& event : tape.events) append_event(events.element(), world, event);
    events.end();
    ListWriter marks(object.member("marks"), line_each);
    for (const ecs::TimeMark& mark : tape.marks) {
        MemberWriter each(marks.element());
        each.count("tick", mark.tick);
        each.text("kind", mark_kinds[static_cast<std::size_t>(mark.kind)]);
        each.text("text", mark.text);
        each.end();
    }
    marks.end();
    append_history(object.member("history"), world, tape.steps);
    ListWriter hashes(object.member("hashes"), line_each);
    for (const auto& [tick, hash] : tape.hashes) {
        ListWriter pair(hashes.element());
        append_integer(pair.element(), tick);
        append_hex(pair.element(), hash);
        pair.end();
    }
    hashes.end();
    if (tape.end_hash) append_hex(object.member("end_hash"), *tape.end_hash);
    object.end();
    return out;
}

namespace {

class TimeReader {
public:
    TimeReader(JsonReader& json, const ecs::World& world, const SystemsByName& systems)
        : json_(json), world_(world), systems_(systems) {}

    ecs::TimeTape read() {
        bool has_first = false, has_last = false;
        read_members(json_, "recorded time", [&](std::string_view key) {
            if (key == "first")
                has_first = true, tape_.first_tick = read_count(json_);
            else if (key == "last")
                has_last = true, tape_.last_tick = read_count(json_);
            else if (key == "random")
                tape_.random = read_hex(json_);
            else if (key == "state")
                tape_.history_state = read_state();
            else if (key == "systems")
                read_list(json_, [&] { read_system(); });
            else if (key == "keys")
                read_list(json_, [&] { read_input(); });
            else if (key == "edits")
                read_list(json_, [&] { read_event(); });
            else if (key == "marks")
                read_list(json_, [&] { read_mark(); });
            else if (key == "history")
                read_history();
            else if (key == "hashes")
                read_list(json_, [&] { read_hash(); });
            else if (key == "end_hash")
                tape_.end_hash = read_hex(json_);
            else
                return false;
            return true;
        });
        if (!has_first || !has_last) json_.fail_about(R"(the recorded time has no "first" or "last" tick)");
        if (tape_.last_tick < tape_.first_tick) json_.fail_about("the last tick is before the first one");
        if (tape_.last_tick - tape_.first_tick > most_ticks)
            json_.fail_about("these are more ticks than anybody recorded");
        check_ticks();
        return std::move(tape_);
    }

private:
    static constexpr std::uint64_t most_ticks = std::uint64_t{1} << 32;
    /// Names of states are counted on from the highest one.
    static constexpr std::uint64_t most_states = std::uint64_t{1} << 62;

    std::uint64_t read_state() {
        const std::uint64_t state = read_count(json_);
        if (state > most_states) json_.fail("is too large");
        return state;
    }
    /// `[tick, value]`
    template <class F>
    std::uint64_t read_pair(F&& read) {
        std::uint64_t tick = 0;
        std::size_t position = 0;
        read_list(json_, [&] {
            if (position == 0)
                tick = read_count(json_);
            else if (position == 1)
                read();
            else
                json_.fail_expected("a tick and a value");
            ++position;
        });
        if (position != 2) json_.fail_expected("a tick and a value");
        return tick;
    }
    void read_system() {
        ecs::TimeTape::OfSystem system;
        system.enabled = false;
        read_members(json_, "a system", [&](std::string_view key) {
            if (key == "name")
                system.name = read_text(json_);
            else if (key == "enabled")
                system.enabled = json_.read_bool();
            else if (key == "waiting")
                system.waiting = json_.read_bool();
            else if (key == "created")
                system.created = json_.read_bool();
            else
                return false;
            return true;
        });
        tape_.systems.push_back(std::move(system));
    }
    void read_input() {
        ecs::TimeInput input;
        input.tick = read_pair([&] { input.bytes = read_text(json_); });
        tape_.inputs.push_back(std::move(input));
    }
    void read_hash() {
        std::uint64_t hash = 0;
        const std::uint64_t tick = read_pair([&] { hash = read_hex(json_); });
        tape_.hashes.emplace_back(tick, hash);
    }
    void read_mark() {
        ecs::TimeMark mark;
        read_members(json_, "a mark", [&](std::string_view key) {
            if (key == "tick") {
                mark.tick = read_count(json_);
            } else if (key == "kind") {
                const std::string kind = read_text(json_);
                const auto found = std::ranges::find(mark_kinds, kind);
                if (found == std::end(mark_kinds)) json_.fail("is no kind of mark");
                mark.kind = static_cast<ecs::MarkKind>(found - std::begin(mark_kinds));
            } else if (key == "text") {
                mark.text = read_text(json_);
            } else {
                return false;
            }
            return true;
        });
        tape_.marks.push_back(std::move(mark));
    }
    std::vector<ecs::Edit> read_edits() {
        std::vector<ecs::Edit> edits;
        read_list(json_, [&] { edits.push_back(read_edit(json_, world_, systems_)); });
        return edits;
    }
    void read_event() {
        ecs::TimeEvent event;
        read_members(json_, "an edit", [&](std::string_view key) {
            if (key == "tick")
                event.tick = read_count(json_);
            else if (key == "within")
                event.within_tick = json_.read_bool();
            else if (key == "before")
                event.before_system = read_text(json_);
            else if (key == "backwards")
                event.backwards = json_.read_bool();
            else if (key == "state")
                event.history_state = read_state();
            else if (key == "seen")
                read_list(json_, [&] { event.seen.push_back(json_.read_bool()); });
            else if (key == "released")
                event.released = handles();
            else if (key == "edits")
                event.edits = read_edits();
            else
                return false;
            return true;
        });
        const auto destroys = std::ranges::count_if(
            event.edits, [](const ecs::Edit& edit) { return std::holds_alternative<ecs::DestroyEntities>(edit); });
        event.seen.resize(static_cast<std::size_t>(destroys));
        tape_.events.push_back(std::move(event));
    }
    std::vector<ecs::Entity> handles() {
        std::size_t room = most_handles;
        return read_handles(json_, room);
    }
    void read_history() {
        ecs::HistorySteps& steps = tape_.steps;
        read_members(json_, "a history", [&](std::string_view key) {
            if (key == "base")
                steps.base_mark = read_state();
            else if (key == "done")
                steps.done = read_count(json_);
            else if (key == "steps")
                read_list(json_, [&] { read_step(); });
            else
                return false;
            return true;
        });
        if (steps.done > steps.steps.size()) json_.fail_about("more steps are done than there are");
    }
    void read_step() {
        ecs::HistoryStep step;
        std::uint64_t mark = 0;
        read_members(json_, "a step", [&](std::string_view key) {
            if (key == "label") {
                step.label = read_text(json_);
            } else if (key == "kind") {
                const std::string kind = read_text(json_);
                const auto kinds = ecs::names_of_kinds();
                const auto found = std::ranges::find(kinds, kind, &ecs::KindNames::verb);
                if (found == kinds.end()) json_.fail("is no kind of edit");
                step.kind = found->verb;  // points to a text that stays
            } else if (key == "tick") {
                step.tick = read_count(json_);
            } else if (key == "state") {
                mark = read_state();
            } else if (key == "entities") {
                step.entities = read_count(json_);
            } else if (key == "bytes") {
                step.bytes = read_number_as<std::uint32_t>(json_);
            } else if (key == "repeatable") {
                step.repeatable = json_.read_bool();
            } else if (key == "edits") {
                step.edits = read_edits();
            } else if (key == "done_edits") {
                step.done_edits = read_edits();
            } else {
                return false;
            }
            return true;
        });
        tape_.steps.steps.push_back(std::move(step));
        tape_.steps.marks.push_back(mark);
    }
    /// All lists are by tick, and within the recorded time.
    void check_ticks() const {
        const auto check = [&](const auto& list, const auto& tick_of, std::uint64_t first, const char* what) {
            std::uint64_t before = first;
            for (const auto& each : list) {
                const std::uint64_t tick = tick_of(each);
                if (tick < before || tick > tape_.last_tick)
                    json_.fail_about(std::string(what) + " of tick " + std::to_string(tick) +
                                     (tick < before ? " stand too late" : " are not of the recorded time"));
                before = tick;
            }
        };
        const auto tick = [](const auto& each) { return each.tick; };
        check(tape_.events, tick, tape_.first_tick, "the edits");
        check(tape_.inputs, tick, 0, "the keys");
        check(tape_.marks, tick, 0, "the marks");
        check(
            tape_.hashes, [](const auto& each) { return each.first; }, tape_.first_tick, "the hashes");
    }

    JsonReader& json_;
    const ecs::World& world_;
    const SystemsByName& systems_;
    ecs::TimeTape tape_;
};

}  // namespace

ecs::TimeTape read_time(JsonReader& json, const ecs::World& world, const SystemsByName& systems) {
    return TimeReader(json, world, systems).read();
}

}  // namespace files
