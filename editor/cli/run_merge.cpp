// The subcommand `merge`.
#include <algorithm>
#include <array>
#include <ostream>
#include <set>
#include <sstream>
#include <system_error>
#include <utility>

#include "ecs/diff/merge.hpp"
#include "ecs/diff/merged_prefabs.hpp"
#include "editor/base/terminal_text.hpp"
#include "editor/base/text_format.hpp"
#include "editor/cli/diff_text.hpp"
#include "editor/cli/merge_types.hpp"
#include "editor/cli/subcommand_functions.hpp"
#include "editor/cli/world_head.hpp"
#include "files/world_file/entity_text.hpp"
#include "files/world_file/free_slots.hpp"

namespace editor {

namespace {

std::string why_of(const ecs::MergeConflict& conflict, const ecs::World& ours, const ecs::World& theirs) {
    using Why = ecs::MergeConflict::Why;
    if (conflict.why == Why::BothChanged) return "both changed it";
    if (conflict.why == Why::Circle) return "together they would be below each other";
    const bool by_us = conflict.why == Why::OursDestroyed;
    const ecs::World& world = by_us ? ours : theirs;
    const std::string who = by_us ? "ours" : "theirs";
    if (!world.alive(conflict.entity)) return who + " destroyed the entity";
    if (conflict.component.empty()) return who + " destroyed the parent";
    const ecs::ComponentType* const type = world.types().find(conflict.component);
    const bool has = type != nullptr && world.has(conflict.entity, type->id);
    return who + (has ? " took the field out of the type" : " removed the component");
}

void print_mark(std::ostream& out, const files::MergeMark& mark) {
    const auto shown = [](const std::string& value) {
        return value.empty() ? "destroyed" : value == "null" ? "none" : terminal_text(value);
    };
    out << "conflict: " << terminal_text(files::entity_of(mark)) << (mark.entity.empty() ? "" : "  ")
        << terminal_text(mark.path) << ": base " << (mark.base.empty() ? "none" : shown(mark.base)) << ", ours "
        << shown(mark.ours) << ", theirs " << shown(mark.theirs) << "\n";
}

/// Where marks are: entity and path. A merge of two worlds that both ran has hundreds of thousands.
class Places {
public:
    Places() = default;
    explicit Places(const std::vector<files::MergeMark>& marks) {
        for (const files::MergeMark& mark : marks) add(mark);
    }
    /// Whether it is new.
    bool add(const files::MergeMark& mark) { return places_.emplace(mark.entity, mark.path).second; }
    bool has(const files::MergeMark& mark) const { return places_.count({mark.entity, mark.path}) != 0; }

private:
    std::set<std::pair<std::string, std::string>> places_;
};

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
          merged_(ecs::merge(base_->world, ours_->world, theirs_->world)) {
        keep_former_marks();
        mark_head();
        mark_conflicts();
        mark_values_without_field();
        // What cannot be seen while the types differ may be in conflict when all three have the same.
        if (share_types()) mark_conflicts();
        mark_instances_without_prefab();
        std::erase_if(marks_, [&](const files::MergeMark& former) { return places_found_.has(former); });
        marks_.insert(marks_.end(), found_.begin(), found_.end());
    }

    const std::vector<files::MergeMark>& marks() const { return marks_; }

    /// Makes the merged world of ours, and saves it with the marks of what is in conflict.
    void save(const std::filesystem::path& file, std::ostream& out) {
        const files::WorldFile their_head = head_of(*theirs_);
        const bool free_as_in_base = same_free_slots(ours_->world, base_->world);
        if (const std::string why = ecs::bring_types(ours_->world, theirs_->world); !why.empty()) throw InputError(why);
        auto edits = ecs::edits_of(merged_, ours_->world, theirs_->world);
        if (!edits) throw InputError(edits.error());
        ecs::OverridesOfSides overrides;
        const bool prefabs = ecs::Prefabs(ours_->world).any() || ecs::Prefabs(theirs_->world).any();
        if (prefabs) {
            overrides.add(ours_->world, [](ecs::Entity same) { return same; });
            overrides.add(theirs_->world, [this](ecs::Entity entity) { return merged_handle(entity); });
        }
        apply(*edits);
        for (auto more = overrides.follow(ours_->world); !more.empty(); more = overrides.follow(ours_->world))
            apply(more);
        if (free_as_in_base) take_free_slots_of_theirs();

        files::WorldFile head = head_of(*ours_);
        std::uint64_t tick = ours_->world.tick();
        take_paths(head, tick, their_head, theirs_->world.tick(), head_.taken);
        merge_order(head, head_of(*base_), their_head);
        ours_->world.set_tick(tick);
        describe_types(head);
        head.conflicts = marks_;
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
    void apply(std::vector<ecs::Edit>& edits) {
        const ecs::ApplyFailure failure = ecs::apply_all(ours_->world, ours_->schedule, edits);
        if (!failure.why.empty()) throw InputError(failure.why);
        // Nobody undoes it, so the slots of those that are gone can be used again.
        for (const ecs::Edit& edit : edits) ecs::release(ours_->world, edit);
    }
    /// Of an entity of theirs.
    ecs::Entity merged_handle(ecs::Entity entity) const {
        const auto renumbered = merged_.renumbered.find(entity);
        return renumbered == merged_.renumbered.end() ? entity : renumbered->second;
    }
    void mark_instances_without_prefab() {
        for (const auto& [part, of_theirs] :
             ecs::instances_without_prefab(base_->world, ours_->world, theirs_->world, merged_)) {
            const ecs::World& world = of_theirs ? theirs_->world : ours_->world;
            files::MergeMark mark{.path = "InstanceOf.source",
                                  .why = std::string(of_theirs ? "ours" : "theirs") + " destroyed the prefab"};
            mark.entity = ecs::to_string(of_theirs ? merged_handle(part) : part);
            mark.name = world.name(part);
            const std::string source = value_as_json(world, part, "InstanceOf", "source");
            mark.ours = of_theirs ? "null" : source;
            mark.theirs = of_theirs ? with_ids_of_ours(source) : "null";
            if (places_found_.add(mark)) found_.push_back(std::move(mark));
        }
    }

    static std::vector<std::pair<ecs::Entity, ecs::Entity>> sorted(const ecs::Renumbered& renumbered) {
        std::vector<std::pair<ecs::Entity, ecs::Entity>> list(renumbered.begin(), renumbered.end());
        std::sort(list.begin(), list.end());
        return list;
    }

    void take_free_slots_of_theirs() {
        const files::FreeSlots slots = files::free_slots(theirs_->world);
        ecs::World& ours = ours_->world;
        if (slots.slot_count < ours.slot_count()) {
            const auto first = static_cast<std::uint32_t>(slots.slot_count);
            ours.set_free_runs(
                std::array{ecs::FreeRun{{first, 1}, static_cast<std::uint32_t>(ours.slot_count()) - first}});
            ours.take_back({}, slots.slot_count);  // forgets those behind, unless one is in use
        }
        files::restore_free_slots(ours, slots);
    }
    static bool same_free_slots(const ecs::World& a, const ecs::World& b) {
        return files::free_slots(a) == files::free_slots(b);
    }

    // Conflicts of an earlier merge that nobody decided, unless one side decided them.
    void keep_former_marks() {
        const Places before(base_->conflicts), mine(ours_->conflicts), other(theirs_->conflicts);
        for (const files::MergeMark& mark : ours_->conflicts)
            if (other.has(mark) || !before.has(mark)) marks_.push_back(mark);
        for (const files::MergeMark& mark : theirs_->conflicts)
            if (!mine.has(mark) && !before.has(mark)) marks_.push_back(mark);
    }
    void mark_head() {
        for (const std::string& path : head_.conflicts) {
            files::MergeMark mark{.path = path, .why = "both changed it"};
            mark.base = head_value(base_head_, path);
            mark.ours = head_value(our_head_, path);
            mark.theirs = head_value(their_head_, path);
            marks_.push_back(std::move(mark));
        }
    }
    void mark_conflicts() {
        const ecs::World &base = base_->world, &ours = ours_->world, &theirs = theirs_->world;
        for (const ecs::MergeConflict& each : merged_.conflicts) {
            // One handle may be an entity of ours and another one of theirs.
            const bool two = merged_.renumbered.count(each.entity) != 0;
            const bool is_theirs = two && each.why != ecs::MergeConflict::Why::TheirsDestroyed;
            const bool in_ours = ours.alive(each.entity) && !is_theirs;
            const bool in_theirs = theirs.alive(each.entity) && (!two || is_theirs);
            const auto value = [&](const ecs::World& world, bool has) {
                return has ? value_as_json(world, each.entity, each.component, each.field) : std::string();
            };
            files::MergeMark mark;
            mark.entity = ecs::to_string(is_theirs ? merged_.renumbered.at(each.entity) : each.entity);
            mark.name = (in_ours ? ours : theirs).name(each.entity);
            if (in_ours && in_theirs && theirs.name(each.entity) != ours.name(each.entity))
                mark.their_name = theirs.name(each.entity);
            mark.path = path_of(each);
            if (!places_found_.add(mark)) continue;
            mark.why = why_of(each, ours, theirs);
            mark.base = value(base, base.alive(each.entity));
            mark.ours = value(ours, in_ours);
            mark.theirs = with_ids_of_ours(value(theirs, in_theirs));
            const bool first = found_.empty() || found_.back().entity != mark.entity;
            if (first && !in_ours && base.alive(each.entity))
                mark.line = with_ids_of_ours(files::entity_text(theirs, each.entity));
            found_.push_back(std::move(mark));
        }
    }
    // Both changed a type, and the world has that of ours: values of a field that only theirs has find no place.
    void mark_values_without_field() {
        const ecs::World& theirs = theirs_->world;
        for (const std::string& name : types_among(head_.conflicts)) {
            const ecs::ComponentType* const mine = ours_->world.types().find(name);
            const ecs::ComponentType* const other = theirs.types().find(name);
            if (mine == nullptr || other == nullptr) continue;
            const ecs::Value usual(*other);
            for (std::size_t slot = 1; slot < theirs.slot_count(); ++slot) {
                const ecs::Entity entity = theirs.entity_at_slot(slot);
                const void* const data =
                    entity && theirs.has(entity, other->id) ? theirs.get(entity, other->id) : nullptr;
                if (data == nullptr) continue;
                for (const ecs::Field& field : other->fields) {
                    if (mine->find_field(field.name) != nullptr || ecs::field_equal(field, data, usual.data()))
                        continue;
                    files::MergeMark mark{.path = name + "." + field.name, .why = "ours has no such field"};
                    mark.entity = ecs::to_string(merged_handle(entity));
                    mark.name = theirs.name(entity);
                    mark.ours = "null";
                    mark.theirs = with_ids_of_ours(value_as_json(theirs, entity, name, field.name));
                    if (places_found_.add(mark)) found_.push_back(std::move(mark));
                }
            }
        }
    }
    /// JSON of theirs, in which ids are those that the merged world has.
    std::string with_ids_of_ours(const std::string& json) const {
        if (merged_.renumbered.empty()) return json;
        std::string text;
        for (std::size_t at = 0; at < json.size();) {
            std::size_t end = at + 1;
            if (json[at] == '"') {
                while (end < json.size() && json[end] != '"') end += json[end] == '\\' ? 2 : 1;
                const auto id = ecs::parse_entity(std::string_view(json).substr(at + 1, end - at - 1));
                const auto found = id ? merged_.renumbered.find(*id) : merged_.renumbered.end();
                end = std::min(end + 1, json.size());
                if (found != merged_.renumbered.end()) {
                    text += '"' + ecs::to_string(found->second) + '"';
                    at = end;
                    continue;
                }
            }
            text.append(json, at, end - at);
            at = end;
        }
        return text;
    }

    // Where one side changed the fields of a type, all three take that type over, and values follow by name. Where both
    // did, all take ours. Returns whether there was such a type.
    bool share_types() {
        std::vector<std::string> names = types_among(different_paths(our_head_, their_head_));
        if (names.empty()) return false;
        const std::vector<std::string> of_theirs = types_among(head_.taken);
        std::vector<ecs::ComponentType> types;
        for (const std::string& name : names) {
            const bool theirs = std::find(of_theirs.begin(), of_theirs.end(), name) != of_theirs.end();
            types.push_back(*(theirs ? theirs_ : ours_)->world.types().find(name));
        }
        shared_game_ = game_with_types(ours_->game, std::move(types));
        const Sides written{std::move(base_), std::move(ours_), std::move(theirs_)};
        base_ = with_types(*written.base, *shared_game_, names);
        ours_ = with_types(*written.ours, *shared_game_, names);
        theirs_ = with_types(*written.theirs, *shared_game_, names);
        for (const std::string& name : names) {
            mark_values_that_do_not_fit(written, *written.ours, name);
            mark_values_that_do_not_fit(written, *written.theirs, name);
        }
        merged_ = ecs::merge(base_->world, ours_->world, theirs_->world);
        return true;
    }

    struct Sides {
        std::unique_ptr<Session> base, ours, theirs;
    };
    // A value that one side changed, and that the shared type cannot hold. The merged world keeps the one of ours.
    void mark_values_that_do_not_fit(const Sides& written, const Session& side, const std::string& type_name) {
        const ecs::World& world = side.world;
        const ecs::ComponentType* const type = world.types().find(type_name);
        const ecs::ComponentType& shared = *ours_->world.types().find(type_name);
        if (type == nullptr) return;
        const bool is_theirs = &side == written.theirs.get();
        for (std::size_t slot = 1; slot < world.slot_count(); ++slot) {
            const ecs::Entity entity = world.entity_at_slot(slot);
            if (!entity || !world.has(entity, type->id)) continue;
            const auto* const data = static_cast<const std::byte*>(world.get(entity, type->id));
            const bool two = merged_.renumbered.count(entity) != 0;
            const bool in_ours = !(two && is_theirs) && written.ours->world.alive(entity);
            const bool in_theirs = !(two && !is_theirs) && written.theirs->world.alive(entity);
            for (const ecs::Field& field : type->fields) {
                const ecs::Field* const place = shared.find_field(field.name);
                if (place == nullptr || value_fits(field, data + field.offset, *place)) continue;
                const auto value = [&](const Session& of, bool has) {
                    return has ? value_as_json(of.world, entity, type_name, field.name) : std::string();
                };
                const std::string before = value(*written.base, written.base->world.alive(entity));
                if (value(side, true) == before) continue;  // what the other side changed holds
                if (is_theirs) keep_field_of_ours(entity, shared, *place, in_ours);
                files::MergeMark mark{.path = type_name + "." + field.name,
                                      .why = std::string(ecs::name_of(place->kind)) + " cannot hold the value of " +
                                             (is_theirs ? "theirs" : "ours")};
                mark.entity = ecs::to_string(is_theirs ? merged_handle(entity) : entity);
                mark.name = world.name(entity);
                mark.base = before;
                mark.ours = value(*written.ours, in_ours);
                mark.theirs = with_ids_of_ours(value(*written.theirs, in_theirs));
                if (places_found_.add(mark)) found_.push_back(std::move(mark));
            }
        }
    }
    void keep_field_of_ours(ecs::Entity entity, const ecs::ComponentType& shared, const ecs::Field& field,
                            bool in_ours) {
        if (!in_ours || !ours_->world.has(entity, shared.id)) return;
        const ecs::ComponentId theirs = theirs_->world.types().find(shared.name)->id;
        if (theirs_->world.has(entity, theirs))
            ecs::copy_field(field, theirs_->world.get_mut(entity, theirs), ours_->world.get(entity, shared.id));
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
    std::vector<files::MergeMark> marks_, found_;  // all; those of this merge's entities
    Places places_found_;
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
    std::ostringstream saved;  // nothing is said of what cannot be saved
    merge.save(options.save, saved);
    for (const files::MergeMark& mark : merge.marks()) print_mark(out, mark);
    out << saved.str();
    if (merge.marks().empty()) return true;
    err << "chunkscope merge: " << counted(merge.marks().size(), "conflict", "conflicts") << "; "
        << terminal_text(options.save.string()) << " has ours there, and marks "
        << (merge.marks().size() == 1 ? "it" : "them") << " in \"conflicts\"\n";
    return false;
}

}  // namespace editor
