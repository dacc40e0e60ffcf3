// The subcommand `merge`.
#include <algorithm>
#include <ostream>
#include <system_error>
#include <utility>

#include "ecs/diff/merge.hpp"
#include "editor/base/terminal_text.hpp"
#include "editor/base/text_format.hpp"
#include "editor/cli/diff_text.hpp"
#include "editor/cli/subcommand_functions.hpp"
#include "editor/cli/world_head.hpp"

namespace editor {

namespace {

/// The Game of a session, with other descriptions of some types.
std::unique_ptr<const Game> game_with_types(const Game& game, std::vector<ecs::ComponentType> types) {
    auto changed = std::make_unique<Game>(game);
    changed->register_types = [add = game.register_types, types = std::move(types)](ecs::TypeRegistry& registry) {
        if (add) add(registry);
        for (const ecs::ComponentType& type : types)
            if (!registry.find(type.name)) (void)registry.add_at_run_time(type);
    };
    return changed;
}

/// The same world in that Game: values of those types are read by the names of their fields.
std::unique_ptr<Session> with_types(const Session& session, const Game& game, const std::vector<std::string>& names) {
    CarriedWorld carried = carried_world_of(session);
    carried.names_of_game.insert(carried.names_of_game.end(), names.begin(), names.end());
    std::unique_ptr<Session> changed = with_other_game(carried, game, nullptr);
    changed->file = session.file;
    changed->on_disk = session.on_disk;
    return changed;
}

void print_conflict(std::ostream& out, const std::string& what, const std::string& base, const std::string& ours,
                    const std::string& theirs) {
    const auto shown = [](const std::string& value) { return value == "null" ? "none" : terminal_text(value); };
    out << "conflict: " << what << ": base " << shown(base) << ", ours " << shown(ours) << ", theirs " << shown(theirs)
        << "\n";
}

class MergeOfFiles {
public:
    explicit MergeOfFiles(const MergeOptions& options)
        : base_(open_side(options.base)),
          ours_(open_side(options.ours)),
          theirs_(open_side(options.theirs)),
          base_head_(head_fields(*base_)),
          our_head_(head_fields(*ours_)),
          their_head_(head_fields(*theirs_)),
          head_(merge_heads(base_head_, our_head_, their_head_)),
          merged_(ecs::merge(base_->world, ours_->world, theirs_->world)) {}

    std::size_t conflicts() const { return head_.conflicts.size() + merged_.conflicts.size(); }

    void print_conflicts(std::ostream& out) const {
        for (const std::string& path : head_.conflicts)
            print_conflict(out, terminal_text(path), head_value(base_head_, path), head_value(our_head_, path),
                           head_value(their_head_, path));
        for (const ecs::MergeConflict& each : merged_.conflicts) {
            const bool mine = ours_->world.alive(each.entity);
            const auto value = [&](const Session& session) {
                return session.world.alive(each.entity)
                           ? value_as_json(session.world, each.entity, each.component, each.field)
                           : std::string("destroyed");
            };
            print_conflict(
                out,
                entity_in_list(mine ? ours_->world : theirs_->world, each.entity) + "  " + terminal_text(path_of(each)),
                base_->world.alive(each.entity) ? value(*base_) : "null", value(*ours_), value(*theirs_));
        }
    }

    /// Makes the merged world of ours, and saves it. There must be no conflicts.
    void save(const std::filesystem::path& file, std::ostream& out) {
        const files::WorldFile their_head = head_of(*theirs_);
        share_types();
        if (const std::string why = ecs::bring_types(ours_->world, theirs_->world); !why.empty()) throw InputError(why);
        auto edits = ecs::edits_of(merged_, ours_->world, theirs_->world);
        if (!edits) throw InputError(edits.error());
        const ecs::ApplyFailure failure = ecs::apply_all(ours_->world, ours_->schedule, *edits);
        if (!failure.why.empty()) throw InputError(failure.why);
        // Nobody undoes it, so the slots of those that are gone can be used again.
        for (const ecs::Edit& edit : *edits) ecs::release(ours_->world, edit);

        files::WorldFile head = head_of(*ours_);
        std::uint64_t tick = ours_->world.tick();
        take_paths(head, tick, their_head, theirs_->world.tick(), head_.taken);
        ours_->world.set_tick(tick);
        describe_types(head);
        std::error_code error;
        const bool own_input = std::filesystem::equivalent(file, ours_->file, error) && !error;
        files::save_world(ours_->world, head, file, nullptr, own_input ? &ours_->on_disk : nullptr);

        for (const auto& [theirs, here] : sorted(merged_.renumbered))
            out << ecs::to_string(theirs) << " of theirs is " << ecs::to_string(here) << " now, because both made a "
                << ecs::to_string(theirs) << "\n";
        out << "merged: of theirs " << counted(merged_.taken.added, "entity", "entities") << " added, "
            << with_commas(merged_.taken.removed) << " removed, " << with_commas(merged_.taken.changed) << " changed; "
            << terminal_text(file.string()) << " has " << counted(ours_->world.entity_count(), "entity", "entities")
            << "\n";
    }

private:
    static std::vector<std::pair<ecs::Entity, ecs::Entity>> sorted(const ecs::Renumbered& renumbered) {
        std::vector<std::pair<ecs::Entity, ecs::Entity>> list(renumbered.begin(), renumbered.end());
        std::sort(list.begin(), list.end());
        return list;
    }

    // Where one side changed the fields of a type, all three take that type over, and values follow by name.
    void share_types() {
        std::vector<std::string> names = types_among(different_paths(our_head_, their_head_));
        if (names.empty()) return;
        const std::vector<std::string> of_theirs = types_among(head_.taken);
        std::vector<ecs::ComponentType> types;
        for (const std::string& name : names) {
            const bool theirs = std::find(of_theirs.begin(), of_theirs.end(), name) != of_theirs.end();
            types.push_back(*(theirs ? theirs_ : ours_)->world.types().find(name));
        }
        shared_game_ = game_with_types(ours_->game, std::move(types));
        base_ = with_types(*base_, *shared_game_, names);
        ours_ = with_types(*ours_, *shared_game_, names);
        theirs_ = with_types(*theirs_, *shared_game_, names);
        merged_ = ecs::merge(base_->world, ours_->world, theirs_->world);
    }

    /// Types that only their file describes, and that no entity needs to have.
    void describe_types(files::WorldFile& head) {
        for (const ecs::ComponentId id : head_of(*theirs_).described_types) {
            const ecs::ComponentType& type = theirs_->world.types()[id];
            const ecs::ComponentType* mine = ours_->world.types().find(type.name);
            if (base_head_.count("components." + type.name) != 0) continue;  // we took it out
            if (mine == nullptr) {
                if (!ours_->world.types().why_not(type).empty()) continue;
                mine = &ours_->world.types()[ours_->world.types().add_copy(type)];
            }
            auto& described = head.described_types;
            if (std::find(described.begin(), described.end(), mine->id) == described.end())
                described.push_back(mine->id);
        }
    }

    std::unique_ptr<const Game> shared_game_;  // outlives the sessions
    std::unique_ptr<Session> base_, ours_, theirs_;
    WorldHead base_head_, our_head_, their_head_;
    HeadMerge head_;
    ecs::WorldMerge merged_;
};

}  // namespace

std::unique_ptr<Session> open_side(const WorldSource& source) {
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(source.file, error);
    // Git passes these for a file that one side does not have.
    const bool is_nothing = source.file == "/dev/null" || (!error && size == 0);
    return is_nothing && source.or_nothing ? std::make_unique<Session>(*source.game) : open_source(source);
}

bool run_merge(const MergeOptions& options, std::ostream& out, std::ostream& err) {
    MergeOfFiles merge(options);
    if (merge.conflicts() == 0) {
        merge.save(options.save, out);
        return true;
    }
    merge.print_conflicts(out);
    err << "chunkscope merge: " << counted(merge.conflicts(), "conflict", "conflicts") << "; nothing was written\n";
    return false;
}

}  // namespace editor
