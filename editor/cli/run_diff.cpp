// The subcommand `diff`.
#include <algorithm>
#include <limits>
#include <ostream>
#include <unordered_set>
#include <utility>
#include <vector>

#include "ecs/diff/strangers.hpp"
#include "editor/base/terminal_text.hpp"
#include "editor/base/text_format.hpp"
#include "editor/cli/diff_text.hpp"
#include "editor/cli/subcommand_functions.hpp"
#include "editor/cli/world_head.hpp"
#include "files/json/json_text.hpp"

namespace editor {

namespace {

/// A difference besides entities: path, from, to.
struct HeadChange {
    std::string path, from, to;
};

std::vector<HeadChange> head_changes(const Session& before, const Session& after, bool same_entities) {
    const WorldHead mine = head_fields(before), other = head_fields(after);
    std::vector<HeadChange> changes;
    for (const std::string& path : different_paths(mine, other))
        changes.push_back({path, head_value(mine, path), head_value(other, path)});
    if (before.conflicts != after.conflicts)
        changes.push_back(
            {"conflicts", std::to_string(before.conflicts.size()), std::to_string(after.conflicts.size())});
    // The rest: ids that new entities get, the order of systems, types without entities.
    if (changes.empty() && same_entities && write_world(before) != write_world(after))
        changes.push_back({"bookkeeping", "null", "null"});
    return changes;
}

bool is_whole(const ecs::DiffEntry& entry) {
    return entry.kind == ecs::DiffKind::EntityAdded || entry.kind == ecs::DiffKind::EntityRemoved;
}

/// A value of which only the meaning can be compared, as the two worlds have its field in different forms.
struct RetypedValue {
    ecs::Entity entity;
    std::string path, from, to;
};

/// Values of fields of one name and different forms, that are not the same text: 4 and 7, not 4 and 4.0. A WorldDiff
/// compares fields of one form alone.
std::vector<RetypedValue> retyped_values(const ecs::WorldDiff& diff, const ecs::World& before,
                                         const ecs::World& after) {
    std::unordered_set<ecs::Entity> whole;
    for (const ecs::DiffEntry& entry : diff.entries)
        if (is_whole(entry)) whole.insert(entry.entity);
    std::vector<RetypedValue> found;
    for (const ecs::DiffType& type : diff.types) {
        if (type.before == ecs::no_component || type.after == ecs::no_component || type.difference.empty()) continue;
        const ecs::ComponentType &mine = before.types()[type.before], &other = after.types()[type.after];
        std::vector<std::string> names;
        for (std::uint32_t i = 0; i < mine.fields.size(); ++i)
            if (other.find_field(mine.fields[i].name) != nullptr &&
                std::none_of(type.fields.begin(), type.fields.end(),
                             [&](const auto& pair) { return pair.before == i; }))
                names.push_back(mine.fields[i].name);
        for (std::size_t slot = 1; slot < before.slot_count() && !names.empty(); ++slot) {
            const ecs::Entity entity = before.entity_at_slot(slot);
            if (!entity || whole.count(entity) != 0 || !after.alive(entity)) continue;
            if (!before.has(entity, mine.id) || !after.has(entity, other.id)) continue;
            for (const std::string& name : names) {
                RetypedValue value{entity, type.name + "." + name, value_as_json(before, entity, type.name, name),
                                   value_as_json(after, entity, type.name, name)};
                if (value.from != value.to) found.push_back(std::move(value));
            }
        }
    }
    return found;
}

std::string in_json(std::string_view text) {
    std::string quoted;
    files::append_string(quoted, text);
    return quoted;
}

class DiffPrinter {
public:
    DiffPrinter(const ecs::WorldDiff& diff, const ecs::World& before, const ecs::World& after, std::ostream& out)
        : diff_(diff), retyped_(retyped_values(diff, before, after)), before_(before), after_(after), out_(out) {}

    bool empty() const { return diff_.empty() && retyped_.empty(); }

    void print_json(const std::vector<HeadChange>& head) {
        out_ << "{\"added\": [";
        print_ids(ecs::DiffKind::EntityAdded);
        out_ << "], \"removed\": [";
        print_ids(ecs::DiffKind::EntityRemoved);
        out_ << "], \"changed\": [";
        const char* between = "";
        for (const ecs::DiffEntry& entry : diff_.entries) {
            if (is_whole(entry)) continue;
            const auto [from, to] = values_as_json(diff_, before_, after_, entry);
            print_value(std::exchange(between, ", "), entry.entity, path_of(diff_, before_, entry), from, to);
        }
        for (const RetypedValue& value : retyped_)
            print_value(std::exchange(between, ", "), value.entity, value.path, value.from, value.to);
        out_ << "]";
        if (!head.empty()) out_ << ", \"world\": [";
        between = "";
        for (const HeadChange& change : head)
            out_ << std::exchange(between, ", ") << "{\"field\": " << in_json(change.path)
                 << ", \"from\": " << change.from << ", \"to\": " << change.to << "}";
        out_ << (head.empty() ? "}\n" : "]}\n");
    }

    void print_text(const std::vector<HeadChange>& head) {
        for (const HeadChange& change : head) {
            if (change.path == "bookkeeping")
                out_ << "~ ids for new entities, or the order of systems and types\n";
            else
                print_change("~ " + terminal_text(change.path), change.from, change.to);
        }
        for (const ecs::DiffEntry& entry : diff_.entries) {
            const bool added = entry.kind == ecs::DiffKind::EntityAdded;
            if (is_whole(entry)) {
                out_ << (added ? "+ " : "- ") << entity_in_list(added ? after_ : before_, entry.entity) << "\n";
                continue;
            }
            const auto [from, to] = values_as_json(diff_, before_, after_, entry);
            print_change(
                "~ " + entity_in_list(after_, entry.entity) + "  " + terminal_text(path_of(diff_, before_, entry)),
                from, to);
        }
        for (const RetypedValue& value : retyped_)
            print_change("~ " + entity_in_list(after_, value.entity) + "  " + terminal_text(value.path), value.from,
                         value.to);
        if (empty() && head.empty())
            out_ << "no differences\n";
        else
            out_ << counted(diff_.added, "entity", "entities") << " added, " << with_commas(diff_.removed)
                 << " removed, " << with_commas(changed()) << " changed\n";
    }

private:
    std::size_t changed() const {
        std::unordered_set<ecs::Entity> more;
        for (const RetypedValue& value : retyped_) more.insert(value.entity);
        for (const ecs::DiffEntry& entry : diff_.entries) more.erase(entry.entity);
        return diff_.changed + more.size();
    }
    void print_value(const char* between, ecs::Entity entity, const std::string& path, const std::string& from,
                     const std::string& to) {
        out_ << between << "{\"id\": \"" << ecs::to_string(entity) << "\", \"field\": " << in_json(path)
             << ", \"from\": " << from << ", \"to\": " << to << "}";
    }
    void print_ids(ecs::DiffKind kind) {
        const char* between = "";
        for (const ecs::DiffEntry& entry : diff_.entries)
            if (entry.kind == kind)
                out_ << std::exchange(between, ", ") << "\"" << ecs::to_string(entry.entity) << "\"";
    }
    void print_change(const std::string& what, const std::string& from, const std::string& to) {
        const auto shown = [](const std::string& value) { return value == "null" ? "none" : terminal_text(value); };
        out_ << what << ": " << shown(from) << " -> " << shown(to) << "\n";
    }

    const ecs::WorldDiff& diff_;
    const std::vector<RetypedValue> retyped_;
    const ecs::World& before_;
    const ecs::World& after_;
    std::ostream& out_;
};

}  // namespace

bool run_diff(const DiffOptions& options, std::ostream& out) {
    const std::unique_ptr<Session> before = open_side(options.before), after = open_side(options.after);
    const std::unique_ptr<Session> base = options.base ? open_side(*options.base) : nullptr;
    ecs::PairedComparison comparison(before->world, after->world,
                                     options.one_maker ? ecs::Makers::One : ecs::Makers::Two,
                                     base ? &base->world : nullptr);
    while (!comparison.go_on(std::numeric_limits<std::size_t>::max())) continue;
    const ecs::WorldDiff diff = comparison.take();
    DiffPrinter printer(diff, before->world, after->world, out);
    const std::vector<HeadChange> head = head_changes(*before, *after, printer.empty());
    if (!options.title.empty()) out << "world " << terminal_text(options.title) << "\n";
    if (options.json)
        printer.print_json(head);
    else
        printer.print_text(head);
    return !printer.empty() || !head.empty();
}

}  // namespace editor
