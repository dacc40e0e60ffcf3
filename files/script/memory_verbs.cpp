#include <optional>

#include "files/json/json_text.hpp"
#include "files/script/script_text.hpp"
#include "files/script/script_verb.hpp"

namespace files {

namespace {

ecs::FitBlocks::Block read_block(EditReader& reader) {
    JsonReader& json = reader.json();
    const ecs::Archetype* archetype = nullptr;
    std::optional<std::uint32_t> bytes;
    if (json.peek() != JsonKind::Object) json.fail_expected(R"(an object with "components" and "bytes")");
    const std::size_t start = json.offset();
    json.begin_object();
    while (const auto key = json.next_member()) {
        if (*key == "components") {
            archetype = reader.world().find_archetype(reader.read_components());
            if (!archetype) json.fail_about("no entity ever had exactly these components");
        } else if (*key == "bytes") {
            bytes = read_number_as<std::uint32_t>(json);
        } else {
            json.fail_about_key("unknown member " + in_quotes(*key) + " of a block" +
                                did_you_mean(*key, {"components", "bytes"}));
        }
    }
    if (!archetype || !bytes) json.fail_about_from(start, R"(a block needs "components" and "bytes")");
    return {archetype->id(), *bytes};
}

ecs::Edit read_fit_blocks(EditReader& reader) {
    ecs::FitBlocks fit;
    reader.go_to("fit_blocks");
    reader.json().begin_array();
    while (reader.json().next_element()) fit.blocks.push_back(read_block(reader));
    return fit;
}

std::string write_fit_blocks(const ecs::World& world, const ecs::Edit& edit) {
    std::string line = "{ \"fit_blocks\": [";
    const char* separator = "";
    for (const ecs::FitBlocks::Block& block : std::get<ecs::FitBlocks>(edit).blocks) {
        line += separator;
        separator = ", ";
        line += "{ \"components\": ";
        append_components(line, world, world.archetype(block.archetype).components());
        append_member(line, "bytes");
        line += std::to_string(block.bytes) + " }";
    }
    return line + "] }";
}

ecs::Edit read_gather_blocks(EditReader& reader) {
    reader.go_to("gather_blocks");
    return ecs::GatherBlocks{!reader.json().read_bool()};
}

std::string write_gather_blocks(const ecs::World&, const ecs::Edit& edit) {
    return std::string("{ \"gather_blocks\": ") + (std::get<ecs::GatherBlocks>(edit).undo ? "false }" : "true }");
}

std::vector<ecs::ComponentId> read_tags(EditReader& reader) {
    reader.go_to("tags");
    return reader.read_components();
}

std::string fold_line(const ecs::World& world, std::string_view verb, std::string_view component,
                      const std::vector<ecs::ComponentId>& tags) {
    std::string line = open_edit(verb, component);
    append_member(line, "tags");
    append_components(line, world, tags);
    return line + " }";
}

ecs::Edit read_fold_tags(EditReader& reader) {
    std::vector<ecs::ComponentId> tags = read_tags(reader);
    reader.go_to("fold_tags");
    return ecs::FoldTags{std::move(tags), std::string(reader.json().read_string("the name of a component")), {}};
}

std::string write_fold_tags(const ecs::World& world, const ecs::Edit& edit) {
    const auto& fold = std::get<ecs::FoldTags>(edit);
    return fold_line(world, "fold_tags", fold.into, fold.tags);
}

ecs::Edit read_unfold_tags(EditReader& reader) {
    std::vector<ecs::ComponentId> tags = read_tags(reader);
    reader.go_to("unfold_tags");
    return ecs::UnfoldTags{reader.find_component(reader.json().read_string()).id, std::move(tags)};
}

std::string write_unfold_tags(const ecs::World& world, const ecs::Edit& edit) {
    const auto& unfold = std::get<ecs::UnfoldTags>(edit);
    return fold_line(world, "unfold_tags", world.types()[unfold.from].name, unfold.tags);
}

}  // namespace

std::span<const ScriptVerb> memory_verbs() {
    static const ScriptVerb verbs[] = {
        {"fit_blocks", {}, {}, read_fit_blocks, write_fit_blocks},
        {"gather_blocks", {}, {}, read_gather_blocks, write_gather_blocks},
        {"fold_tags", {"tags"}, {}, read_fold_tags, write_fold_tags},
        {"unfold_tags", {"tags"}, {}, read_unfold_tags, write_unfold_tags},
    };
    return verbs;
}

}  // namespace files
