#include "files/bundle/order_text.hpp"

#include "files/bundle/json_members.hpp"

namespace files {

void append_order(std::string& out, const ecs::WorldOrder& order) {
    MemberWriter object(out);
    object.count("structural_changes", order.structural_changes);
    object.handles("parked", order.parked);
    if (!order.nans.empty()) {
        ListWriter nans(object.member("nans"), ",\n      ");
        for (const ecs::WorldOrder::OfNan& nan : order.nans) {
            MemberWriter each(nans.element());
            each.entity("of", nan.entity);
            each.text("component", nan.component);
            each.count("offset", nan.offset);
            append_hex(each.member("bits"), nan.bits);
            each.end();
        }
        nans.end();
    }
    if (!order.families.empty()) {
        ListWriter families(object.member("children"), ",\n      ");
        for (const ecs::WorldOrder::OfChildren& family : order.families) {
            MemberWriter each(families.element());
            each.entity("of", family.parent);
            each.handles("are", family.children);
            each.end();
        }
        families.end();
    }
    ListWriter archetypes(object.member("archetypes"), ",\n      ");
    for (const ecs::WorldOrder::OfArchetype& archetype : order.archetypes) {
        MemberWriter each(archetypes.element());
        ListWriter names(each.member("components"));
        for (const std::string& name : archetype.components) append_string(names.element(), name);
        names.end();
        each.count("block_bytes", archetype.block_bytes);
        if (!archetype.made_at_ticks.empty()) {
            ListWriter ticks(each.member("made_at"));
            for (const std::uint64_t tick : archetype.made_at_ticks) append_integer(ticks.element(), tick);
            ticks.end();
        }
        each.handles("rows", archetype.rows);
        each.end();
    }
    archetypes.end();
    object.end();
}

namespace {

ecs::WorldOrder::OfArchetype read_archetype(JsonReader& json, std::size_t& room) {
    ecs::WorldOrder::OfArchetype archetype;
    read_members(json, "an archetype", [&](std::string_view key) {
        if (key == "components")
            read_list(json, [&] { archetype.components.push_back(read_text(json)); });
        else if (key == "block_bytes")
            archetype.block_bytes = read_number_as<std::uint32_t>(json);
        else if (key == "made_at")
            read_list(json, [&] { archetype.made_at_ticks.push_back(read_count(json)); });
        else if (key == "rows")
            archetype.rows = read_handles(json, room);
        else
            return false;
        return true;
    });
    return archetype;
}

ecs::WorldOrder::OfNan read_nan(JsonReader& json) {
    ecs::WorldOrder::OfNan nan;
    read_members(json, "a float", [&](std::string_view key) {
        if (key == "of")
            nan.entity = read_handle(json);
        else if (key == "component")
            nan.component = read_text(json);
        else if (key == "offset")
            nan.offset = read_number_as<std::uint32_t>(json);
        else if (key == "bits")
            nan.bits = read_hex(json);
        else
            return false;
        return true;
    });
    return nan;
}

}  // namespace

ecs::WorldOrder read_order(JsonReader& json) {
    ecs::WorldOrder order;
    std::size_t rows = most_handles, parked = most_handles, children = most_handles;
    read_members(json, "an order", [&](std::string_view key) {
        if (key == "structural_changes")
            order.structural_changes = read_count(json);
        else if (key == "parked")
            order.parked = read_handles(json, parked);
        else if (key == "children")
            read_list(json, [&] {
                ecs::WorldOrder::OfChildren& family = order.families.emplace_back();
                read_members(json, "a list of children", [&](std::string_view member) {
                    if (member == "of")
                        family.parent = read_handle(json);
                    else if (member == "are")
                        family.children = read_handles(json, children);
                    else
                        return false;
                    return true;
                });
            });
        else if (key == "nans")
            read_list(json, [&] { order.nans.push_back(read_nan(json)); });
        else if (key == "archetypes")
            read_list(json, [&] { order.archetypes.push_back(read_archetype(json, rows)); });
        else
            return false;
        return true;
    });
    return order;
}

}  // namespace files
