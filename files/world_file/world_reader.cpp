#include "files/world_file/world_reader.hpp"

#include <algorithm>

#include "files/world_file/mark_text.hpp"

namespace files {

WorldReader::WorldReader(const ReadInto& into, std::string_view text, const std::string& name, Job& job)
    : job_(job),
      text_bytes_(text.size()),
      json_(text, name),
      fields_(json_, [this](std::string_view local) { return find_local(local); }),
      world_(into.world),
      options_(into.options),
      types_(into.types),
      max_bytes_(max_value_bytes(text_bytes_)) {
    name_.type = &world_.types()[world_.name_id()];
    fields_.count_losses();
}

WorldReader::WorldReader(const ReadInto& into, TextWindow& window, const std::string& name, Job& job)
    : WorldReader(into, window.text(), name, job) {
    window_ = &window;
    text_bytes_ = window.file_bytes();
    max_bytes_ = max_value_bytes(text_bytes_);
}

WorldFile WorldReader::read() {
    read_members();
    read_scene();  // names the scene whose types the components are
    read_components();
    read_systems();
    assign_free_ids();
    read_entities();
    collect_losses();
    return std::move(file_);
}

void WorldReader::collect_losses() {
    std::vector<std::string> lost = fields_.losses();
    if (direct_ && !lost.empty()) throw NotDirect();  // only the general reader knows the lines of a long text
    file_.losses.insert(file_.losses.end(), lost.begin(), lost.end());
    constexpr std::size_t named = 3;
    if (!file_.conflicts.empty())
        file_.warnings.insert(file_.warnings.begin(),
                              "conflicts of a merge are marked in this file: " + places_of(file_.conflicts, named) +
                                  "; the world has ours there");
}

void WorldReader::fail_unknown_member(std::string_view key, std::string_view where,
                                      std::initializer_list<std::string_view> known) {
    const std::vector<std::string> names(known.begin(), known.end());
    json_.fail_about_key("unknown member " + in_quotes(key) + " of " + std::string(where) + did_you_mean(key, names));
}

void WorldReader::read_members() {
    if (json_.peek() != JsonKind::Object) json_.fail_expected("an object");
    const std::size_t start = json_.offset();
    bool has_format = false, has_version = false;
    std::optional<std::size_t> unknown_at;
    std::string unknown;
    json_.begin_object();
    while (const auto key = json_.next_member()) {
        const auto remember = [&](std::optional<std::size_t>& place) {
            json_.peek();
            place = json_.offset();
            json_.skip();
        };
        if (*key == "format") {
            read_format();
            has_format = true;
        } else if (*key == "version") {
            read_version();
            has_version = true;
        } else if (*key == "conflicts") {
            file_.conflicts = read_marks(json_);
        } else if (*key == "components") {
            remember(components_at_);
        } else if (*key == "systems") {
            remember(systems_at_);
        } else if (*key == "scene") {
            remember(scene_at_);
        } else if (*key == "entities") {
            json_.peek();
            entities_at_ = json_.offset();
            scan_entities();
        } else {
            if (has_format && has_version)
                fail_unknown_member(*key, "a world file",
                                    {"format", "version", "conflicts", "components", "systems", "scene", "entities"});
            // For a file that is no world file, or a newer one, that message is better than one about unknown
            // members.
            if (unknown.empty()) unknown = *key;
            json_.peek();
            if (!unknown_at) unknown_at = json_.offset();
            json_.skip();
        }
    }
    json_.finish();
    if (!has_format) json_.fail_about_from(start, R"(this is no world file, it has no "format": "chunkscope.world")");
    if (!has_version) json_.fail_about_from(start, R"(the file has no "version": 1)");
    if (unknown_at) {
        json_.go_to(*unknown_at, unknown);
        json_.fail_about(
            "unknown member " + in_quotes(unknown) + " of a world file" +
            did_you_mean(unknown, {"format", "version", "conflicts", "components", "systems", "scene", "entities"}));
    }
}

void WorldReader::read_format() {
    const std::string expected = in_quotes(format_name);
    if (json_.read_string(expected) != format_name) json_.fail_expected(expected);
}

void WorldReader::read_version() {
    if (json_.peek() != JsonKind::Number) json_.fail_expected("a whole number from 1 on");
    const auto version = read_number_as<std::int64_t>(json_);
    if (version < 1) json_.fail_expected("a whole number from 1 on");
    if (version > format_version)
        json_.fail("is " + std::to_string(version) + ", but this program reads up to " +
                   std::to_string(format_version) + ": the file was saved by a newer one");
}

// Ids

void WorldReader::scan_entities() {
    json_.begin_array();
    while (json_.next_element()) {
        if (json_.peek() != JsonKind::Object) json_.fail_expected("an object");
        const std::size_t number = places_.size();
        if (number % entities_a_look == 0) job_.advance_to(json_.offset() / 2);
        places_.push_back({json_.offset(), {}});
        bool has_id = false;
        json_.begin_object();
        while (const auto key = json_.next_member()) {
            if (*key == "id") {
                scan_id(number);
                has_id = true;
            } else if (*key == "of") {
                instance_lines_.push_back(number);
                json_.skip();
            } else if (*key == "parts") {
                scan_parts(number);
            } else {
                json_.skip();
            }
        }
        if (!has_id) without_id_.push_back(number);
    }
    take_ids_of_parts();
}

ecs::Entity WorldReader::read_id() {
    const std::string text(json_.read_string(R"(an id like "12v3")"));
    const std::optional<ecs::Entity> id = ecs::parse_entity(text);
    if (!id)
        json_.fail("is " + in_quotes(text) + ", which is not an id: the first number goes from 1 to " +
                   std::to_string(highest_index) + ", the second from 1 to 4294967295, without zeros in front");
    if (id->index > highest_index)
        json_.fail("must have an index up to " + std::to_string(highest_index) + ", found " + in_quotes(text));
    return *id;
}

void WorldReader::scan_id(std::size_t number) {
    if (json_.peek() != JsonKind::String) json_.fail_expected(R"(an id like "12v3", or a name of its own)");
    const std::size_t start = json_.offset();
    const std::string text(json_.read_string());
    if (text.empty()) json_.fail("must not be empty");
    if (!looks_like_id(text)) {
        const auto [other, added] = local_ids_.emplace(text, number);
        if (!added)
            json_.fail("is used by /entities/" + std::to_string(other->second) + " already: " + in_quotes(text));
        without_id_.push_back(number);
        return;
    }
    json_.go_back(start);
    const ecs::Entity id = read_id();
    if (id.index >= generations_.size())
        generations_.resize(
            std::min(std::max<std::size_t>(id.index + 1, generations_.size() * 2), std::size_t{highest_index} + 1));
    if (generations_[id.index] != 0) {
        const auto other = std::find_if(places_.begin(), places_.end(),
                                        [&](const Place& place) { return place.entity.index == id.index; });
        json_.fail("uses index " + std::to_string(id.index) + ", which /entities/" +
                   std::to_string(other - places_.begin()) + " uses already: " + in_quotes(text));
    }
    generations_[id.index] = id.generation;
    places_[number].entity = id;
}

void WorldReader::assign_free_ids() {
    std::unordered_map<std::uint32_t, std::uint32_t> next_generations;
    if (free_list_)
        for (const ecs::FreeRun& run : *free_list_)
            if (run.first.generation != 1) next_generations.emplace(run.first.index, run.first.generation);

    std::uint32_t index = 1;
    for (std::size_t number : without_id_) {
        while (index < generations_.size() && generations_[index] != 0) ++index;
        if (index > highest_index) {
            json_.go_to(places_[number].offset, "entities", number);
            json_.fail("is one entity too many, a world file can hold " + std::to_string(highest_index));
        }
        const auto next = next_generations.find(index);
        places_[number].entity = {index, next == next_generations.end() ? 1 : next->second};
        if (index >= generations_.size()) generations_.resize(std::size_t{index} + 1 + without_id_.size());
        generations_[index] = places_[number].entity.generation;
    }
}

ecs::Entity WorldReader::find_local(std::string_view name) const {
    if (direct_) throw NotDirect();
    const auto found = local_ids_.find(name);
    if (found != local_ids_.end()) return places_[found->second].entity;
    std::vector<std::string> known;
    constexpr std::size_t enough = 10'000;
    for (const auto& [local, number] : local_ids_)
        if (known.size() < enough) known.push_back(local);
    std::sort(known.begin(), known.end());
    json_.fail("names " + in_quotes(name) + ", but no entity of the file has that id" + did_you_mean(name, known));
}

}  // namespace files
