#include "files/bundle/json_members.hpp"

#include <charconv>
#include <optional>

namespace files {

void append_hex(std::string& out, std::uint64_t number) {
    constexpr std::string_view digits = "0123456789abcdef";
    out += '"';
    for (int shift = 60; shift >= 0; shift -= 4) out += digits[(number >> shift) & 15];
    out += '"';
}

std::uint64_t read_hex(JsonReader& json) {
    const std::string_view text = json.read_string("16 hex digits");
    std::uint64_t number = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), number, 16);
    if (text.size() != 16 || result.ec != std::errc() || result.ptr != text.data() + text.size())
        json.fail_expected("16 hex digits");
    return number;
}

ecs::Entity read_handle(JsonReader& json) {
    if (json.peek() == JsonKind::Null) {
        json.read_null();
        return {};
    }
    const std::optional<ecs::Entity> entity = ecs::parse_entity(json.read_string("an entity like \"12v3\""));
    if (!entity) json.fail_expected("an entity like \"12v3\"");
    return *entity;
}

void append_handles(std::string& out, const std::vector<ecs::Entity>& handles) {
    constexpr std::size_t short_run = 4;
    ListWriter list(out);
    for (std::size_t i = 0; i < handles.size();) {
        const ecs::Entity first = handles[i];
        std::size_t count = 1;
        while (i + count < handles.size() && handles[i + count].generation == first.generation &&
               handles[i + count].index == first.index + count)
            ++count;
        if (count < short_run) {
            append_entity(list.element(), first);
            ++i;
            continue;
        }
        list.element() += '"' + ecs::to_string(first) + ".." + ecs::to_string(handles[i + count - 1]) + '"';
        i += count;
    }
    list.end();
}

std::vector<ecs::Entity> read_handles(JsonReader& json, std::size_t& room) {
    constexpr std::string_view expected = "an entity like \"12v3\" or a range like \"5v1..9v1\"";
    std::vector<ecs::Entity> handles;
    read_list(json, [&] {
        const std::string_view text = json.read_string(expected);
        const std::size_t dots = text.find("..");
        const std::optional<ecs::Entity> first = ecs::parse_entity(text.substr(0, dots));
        const std::optional<ecs::Entity> last =
            dots == std::string_view::npos ? first : ecs::parse_entity(text.substr(dots + 2));
        if (!first || !last || first->generation != last->generation || last->index < first->index)
            json.fail_expected(expected);
        const std::size_t count = std::size_t{last->index - first->index} + 1;
        if (count > room) json.fail("names more entities than a world can have");
        room -= count;
        for (std::uint32_t slot = first->index; slot <= last->index; ++slot)
            handles.push_back({slot, first->generation});
    });
    return handles;
}

}  // namespace files
