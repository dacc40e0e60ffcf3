#include "files/world_file/type_migration.hpp"

#include <algorithm>

#include "files/json/json_fields.hpp"

namespace files {

namespace {

const ecs::Field* field_named(const std::vector<ecs::Field>& fields, const std::string& name) {
    const auto found =
        std::find_if(fields.begin(), fields.end(), [&](const auto& field) { return field.name == name; });
    return found == fields.end() ? nullptr : &*found;
}

std::string shape_of(const ecs::Field& field) {
    const std::string kind(ecs::name_of(field.kind));
    return field.count == 1 ? kind : kind + '[' + std::to_string(field.count) + ']';
}

std::vector<std::string> names_gone(const ecs::Field& in_file, const ecs::Field& field) {
    std::vector<std::string> gone;
    for (const ecs::EnumName& each : in_file.names)
        if (std::none_of(field.names.begin(), field.names.end(),
                         [&](const auto& own) { return own.name == each.name; }))
            gone.push_back(in_quotes(each.name));
    return gone;
}

struct Differences {
    std::vector<std::string> added, left_out, changed, lost;
    bool other_names = false;  // of enums
};

void compare(const std::string& prefix, const std::vector<ecs::Field>& ours, const std::vector<ecs::Field>& theirs,
             Differences& found) {
    for (const ecs::Field& field : ours)
        if (!field_named(theirs, field.name)) found.added.push_back(prefix + field.name);
    for (const ecs::Field& in_file : theirs) {
        const std::string name = prefix + in_file.name;
        const ecs::Field* const field = field_named(ours, in_file.name);
        if (!field) {
            found.left_out.push_back(name);
            continue;
        }
        const std::string was = shape_of(in_file), is = shape_of(*field);
        if (!convertible(in_file, *field)) {
            found.changed.push_back("left out " + name + ", which was " + was + " and is " + is + " now");
            found.lost.push_back(found.changed.back());
            continue;
        }
        if (was != is) found.changed.push_back("made " + name + " " + is + ", which was " + was);
        // Whether numbers and names are lost depends on the values: FieldReader counts those.
        if (in_file.count > field->count) found.lost.push_back(found.changed.back());
        if (const std::vector<std::string> gone = names_gone(in_file, *field); !gone.empty())
            found.changed.push_back("left out " + listed(gone) + ", which " + name + " could be");
        found.other_names |= field->names != in_file.names;
        if (field->kind == ecs::FieldKind::Struct) compare(name + '.', field->fields, in_file.fields, found);
    }
}

bool same_names(const std::vector<ecs::Field>& ours, const std::vector<ecs::Field>& theirs) {
    return std::equal(ours.begin(), ours.end(), theirs.begin(), theirs.end(),
                      [](const ecs::Field& field, const ecs::Field& in_file) {
                          return field.names == in_file.names && same_names(field.fields, in_file.fields);
                      });
}

}  // namespace

std::string listed(const std::vector<std::string>& texts, const char* separator) {
    std::string text;
    for (const std::string& each : texts) text += (text.empty() ? "" : separator) + each;
    return text;
}

bool same_type(const ecs::ComponentType& type, const FileType& in_file) {
    ecs::ComponentType described = in_file.type;
    if (described.size == 0 && !described.fields.empty()) {
        described.size = ecs::lay_out(described.fields).size;
        described.size = (described.size + described.align - 1) / described.align * described.align;
    }
    return ecs::layout_difference(type, described).empty() && same_names(type.fields, described.fields);
}

Migration migration(const ecs::ComponentType& type, const FileType& in_file) {
    Migration result;
    if (!in_file.describes_fields) return result;
    Differences found;
    compare({}, type.fields, in_file.type.fields, found);
    if (!found.added.empty()) result.notes.push_back("added " + listed(found.added) + " (default)");
    if (!found.left_out.empty()) {
        result.notes.push_back("left out " + listed(found.left_out));
        result.losses.push_back(result.notes.back());
    }
    result.notes.insert(result.notes.end(), found.changed.begin(), found.changed.end());
    result.losses.insert(result.losses.end(), found.lost.begin(), found.lost.end());
    for (const std::string& loss : result.losses)
        if (std::find(result.notes.begin(), result.notes.end(), loss) == result.notes.end())
            result.notes.push_back(loss);
    result.by_name = !result.notes.empty() || found.other_names;
    return result;
}

}  // namespace files
