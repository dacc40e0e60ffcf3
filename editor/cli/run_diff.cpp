// The subcommand `diff`.
#include <limits>
#include <ostream>
#include <utility>

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

std::string in_json(std::string_view text) {
    std::string quoted;
    files::append_string(quoted, text);
    return quoted;
}

class DiffPrinter {
public:
    DiffPrinter(const ecs::WorldDiff& diff, const ecs::World& before, const ecs::World& after, std::ostream& out)
        : diff_(diff), before_(before), after_(after), out_(out) {}

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
            out_ << std::exchange(between, ", ") << "{\"id\": \"" << ecs::to_string(entry.entity)
                 << "\", \"field\": " << in_json(path_of(diff_, before_, entry)) << ", \"from\": " << from
                 << ", \"to\": " << to << "}";
        }
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
        if (diff_.empty() && head.empty())
            out_ << "no differences\n";
        else
            out_ << counted(diff_.added, "entity", "entities") << " added, " << with_commas(diff_.removed)
                 << " removed, " << with_commas(diff_.changed) << " changed\n";
    }

private:
    static bool is_whole(const ecs::DiffEntry& entry) {
        return entry.kind == ecs::DiffKind::EntityAdded || entry.kind == ecs::DiffKind::EntityRemoved;
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
    const std::vector<HeadChange> head = head_changes(*before, *after, diff.empty());
    DiffPrinter printer(diff, before->world, after->world, out);
    if (!options.title.empty()) out << "world " << terminal_text(options.title) << "\n";
    if (options.json)
        printer.print_json(head);
    else
        printer.print_text(head);
    return !diff.empty() || !head.empty();
}

}  // namespace editor
