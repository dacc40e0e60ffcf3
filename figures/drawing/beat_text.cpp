#include "figures/drawing/beat_text.hpp"

#include "figures/drawing/format.hpp"
#include "figures/drawing/value_text.hpp"

namespace figures {

namespace {

using ecs::BeatKind;

std::string place_text(const ecs::Location& place) {
    return "row " + format_count(place.row) + " of chunk " + format_count(place.chunk);
}

}  // namespace

std::string beat_text(const ecs::World& world, const ecs::Beat& beat) {
    const auto name = [&] { return std::string(short_name(world.types()[beat.component].name)); };
    const auto bytes = [&] { return beat.bytes == 0 ? std::string("no bytes") : format_bytes_exact(beat.bytes); };
    const auto archetype = [&](ecs::ArchetypeId id) { return "[" + archetype_name(world.archetype(id)) + "]"; };
    switch (beat.kind) {
        case BeatKind::MakeRoom:
            return beat.bytes > 0 ? "The only block of " + archetype(beat.to.archetype) +
                                        " is full: its rows are copied to a larger one, " + bytes()
                                  : "A chunk is made in " + archetype(beat.to.archetype) + ", which has no room";
        case BeatKind::Lift:
            return "The row is looked up: " + place_text(beat.from);
        case BeatKind::CopyId:
            return beat.from.archetype == ecs::no_archetype
                       ? "The new handle is written to " + place_text(beat.to) + ", and the index notes where it is"
                       : "The id is copied to " + place_text(beat.to) + ", " + bytes() +
                             ", and the index notes where it is now";
        case BeatKind::CopyColumn:
            return beat.bytes == 0 ? name() + " is a tag: there is nothing to copy"
                                   : name() + " is copied to its column there, " + bytes();
        case BeatKind::NewColumn:
            return world.types()[beat.component].is_tag() ? name() + " is a tag: being in this archetype is all it is"
                                                          : name() + " gets its value in the new row";
        case BeatKind::DropColumn:
            return name() + " ends with the old row";
        case BeatKind::FillHole:
            return "The archetype's last row fills the hole, so that rows stay dense: " + bytes();
        case BeatKind::Shrink:
            return "The rows of " + archetype(beat.to.archetype) + " are copied to a smaller block, " + bytes();
        case BeatKind::GiveBack:
            return "The last chunk is empty now and is given back";
    }
    return {};
}

std::string change_title(const ecs::World& world, const ecs::StructuralChange& change) {
    const std::string who = change.entity ? name_or_id(world, change.entity) : std::string();
    const std::string what = change.component == ecs::no_component
                                 ? std::string()
                                 : std::string(short_name(world.types()[change.component].name));
    switch (change.kind) {
        case ecs::ChangeKind::Created:
            return "Create " + who;
        case ecs::ChangeKind::Destroyed:
            return "Destroy " + who;
        case ecs::ChangeKind::Moved:
            return what.empty() ? "Move " + who
                                : (change.added ? "Add " + what + " to " : "Remove " + what + " from ") + who;
        case ecs::ChangeKind::Restored:
            return "World restored";
        default:
            return "Chunk";
    }
}

}  // namespace figures
