#include "files/world_file/mark_text.hpp"

#include <algorithm>
#include <utility>

#include "files/json/json_text.hpp"

namespace files {

namespace {

/// As the text has it, so that saving leaves its line as it is; without white space where it has lines.
std::string read_value_text(JsonReader& json) {
    (void)json.peek();
    const std::size_t start = json.end_offset();
    const std::string_view rest = json.rest();
    json.skip();
    const std::string_view written = rest.substr(0, json.end_offset() - start);
    if (written.find('\n') == std::string_view::npos) return std::string(written);
    json.go_back(start);
    return json.read_raw();
}

MergeMark read_mark(JsonReader& json) {
    constexpr std::string_view text = "a text";
    MergeMark mark;
    if (json.peek() != JsonKind::Object) json.fail_expected("an object");
    const std::size_t start = json.offset();
    json.begin_object();
    while (const auto key = json.next_member()) {
        if (*key == "entity")
            mark.entity = json.read_string(text);
        else if (*key == "name")
            mark.name = json.read_string(text);
        else if (*key == "their_name")
            mark.their_name = json.read_string(text);
        else if (*key == "path")
            mark.path = json.read_string(text);
        else if (*key == "why")
            mark.why = json.read_string(text);
        else if (*key == "base")
            mark.base = read_value_text(json);
        else if (*key == "ours")
            mark.ours = read_value_text(json);
        else if (*key == "theirs")
            mark.theirs = read_value_text(json);
        else if (*key == "line")
            mark.line = read_value_text(json);
        else
            json.fail_about_key(
                "unknown member " + in_quotes(*key) + " of a conflict" +
                did_you_mean(*key, {"entity", "name", "their_name", "path", "why", "base", "ours", "theirs", "line"}));
    }
    if (mark.path.empty()) json.fail_about_from(start, R"(a conflict needs its "path", like "Health.hp")");
    return mark;
}

std::string list_of_places(const std::vector<MergeMark>& marks, std::size_t most, bool lines) {
    std::string text;
    for (std::size_t i = 0; i < std::min(marks.size(), most); ++i) {
        const MergeMark& mark = marks[i];
        const std::string entity = entity_of(mark);
        text += (i > 0 ? ", " : "") + entity + (entity.empty() ? "" : " ") + mark.path;
        if (lines && i > 0 && mark.at_line > 0) text += " (line " + std::to_string(mark.at_line) + ")";
    }
    return marks.size() > most ? text + ", …" : text;
}

}  // namespace

std::string entity_of(const MergeMark& mark) {
    std::string text = mark.entity;
    if (!mark.name.empty()) text += (text.empty() ? "" : " ") + mark.name;
    if (!mark.their_name.empty()) text += " (theirs: " + mark.their_name + ")";
    return text;
}

std::string places_of(const std::vector<MergeMark>& marks, std::size_t most) {
    return list_of_places(marks, most, false);
}

std::string places_with_lines(const std::vector<MergeMark>& marks, std::size_t most) {
    return list_of_places(marks, most, true);
}

std::vector<MergeMark> read_marks(JsonReader& json) {
    std::vector<MergeMark> marks;
    json.begin_array();
    while (json.next_element()) {
        (void)json.peek();
        // A place is found by counting lines from the start of the text.
        const TextPlace place = marks.size() < most_placed_marks ? json.place() : TextPlace{0, 0};
        marks.push_back(read_mark(json));
        marks.back().at_line = place.line;
        marks.back().at_column = place.column;
    }
    return marks;
}

void append_marks(std::string& out, const std::vector<MergeMark>& marks) {
    if (marks.empty()) return;
    out += ",\n  \"conflicts\": [";
    const char* between = "\n    { ";
    for (const MergeMark& mark : marks) {
        out += std::exchange(between, ",\n    { ");
        const char* separator = "";
        const auto append = [&](std::string_view key, const std::string& value, bool quote) {
            if (value.empty()) return;
            out += std::exchange(separator, ", ");
            append_string(out, key);
            out += ": ";
            if (quote)
                append_string(out, value);
            else
                out += value;
        };
        append("entity", mark.entity, true);
        append("name", mark.name, true);
        append("their_name", mark.their_name, true);
        append("path", mark.path, true);
        append("why", mark.why, true);
        append("base", mark.base, false);
        append("ours", mark.ours, false);
        append("theirs", mark.theirs, false);
        append("line", mark.line, false);
        out += " }";
    }
    out += "\n  ]";
}

}  // namespace files
