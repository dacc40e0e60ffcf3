#include "editor/app/window/saved_arrangement.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace editor {

namespace {

// Dear ImGui keeps places and sizes as 16 bits, and the levels of docks in eight.
constexpr int farthest = 32767, levels_max = 32;
constexpr std::size_t nodes_max = 256, sections_max = 4096, name_bytes_max = 256;
constexpr int columns_max = 64;  // of a table, in the oldest release that is used

struct Damage {
    std::string what;
};

std::string_view trimmed(std::string_view text) {
    const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    while (!text.empty() && blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && blank(text.back())) text.remove_suffix(1);
    return text;
}

template <class T>
T number(std::string_view text, T least, T most) {
    T value{};
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    // Written so that it is false for what is not a number, too.
    if (read.ec != std::errc() || read.ptr != text.data() + text.size() || !(value >= least && value <= most))
        throw Damage{"\"" + std::string(text.substr(0, 40)) + "\" is not a number that can stand here"};
    return value;
}

std::uint32_t id(std::string_view text) {
    std::uint32_t value = 0;
    const bool marked = text.size() == 10 && text.substr(0, 2) == "0x";
    const auto read = std::from_chars(text.data() + (marked ? 2 : 0), text.data() + text.size(), value, 16);
    if (!marked || read.ec != std::errc() || read.ptr != text.data() + text.size())
        throw Damage{"\"" + std::string(text.substr(0, 40)) + "\" is not an id"};
    return value;
}

struct Pair {
    std::string_view first, second;
};
Pair split(std::string_view text, char at) {
    const std::size_t place = text.find(at);
    if (place == std::string_view::npos)
        throw Damage{"\"" + std::string(text.substr(0, 40)) + "\" has no '" + at + "'"};
    return {text.substr(0, place), text.substr(place + 1)};
}

void check_pair(std::string_view text, int least, int most) {
    const Pair both = split(text, ',');
    number(both.first, least, most);
    number(both.second, least, most);
}

/// "ID=0x00000001", "Split=X": what a name is set to.
struct WordValue {
    std::string_view name, value;
};
WordValue word_value(std::string_view word) {
    const Pair both = split(word, '=');
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    if (both.first.empty() || !std::all_of(both.first.begin(), both.first.end(), letter))
        throw Damage{"\"" + std::string(word.substr(0, 40)) + "\" means nothing here"};
    return {both.first, both.second};
}

std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    for (line = trimmed(line); !line.empty(); line = trimmed(line)) {
        const std::size_t end = std::min(line.find(' '), line.size());
        words.push_back(line.substr(0, end));
        line.remove_prefix(end);
    }
    return words;
}

struct Node {
    std::uint32_t parent = 0;
    int level = 0, children = 0, line = 0;
    bool space = false, central = false;
    bool in_space = false;  // a dock space, or below it
    bool foreign = false;   // in a dock space that the program does not have
    std::uint32_t space_id = 0;
    char axis = 0;  // 'X' or 'Y' of a node that is split
    int reference[2] = {0, 0};
    int child_references[2] = {0, 0};  // sums over its children
};

class Checker {
public:
    Checker(std::span<const std::uint32_t> dock_spaces, std::span<const std::string> open)
        : dock_spaces_(dock_spaces), open_(open) {}

    SavedArrangement check(std::string_view text) {
        SavedArrangement result;
        try {
            if (text.size() > arrangement_bytes_max) throw Damage{"this is too long for an arrangement of panels"};
            if (trimmed(text).empty()) throw Damage{"this is empty"};
            if (text.find('\0') != std::string_view::npos) throw Damage{"this is not text"};
            while (!text.empty()) {
                ++line_;
                const std::size_t end = std::min(text.find('\n'), text.size());
                read_line(trimmed(text.substr(0, end)));
                text.remove_prefix(std::min(end + 1, text.size()));
            }
            line_ = 0;
            check_docks();
            result.text = std::move(text_);
        } catch (const Damage& damage) {
            result = {{}, damage.what, line_};
        }
        return result;
    }

private:
    enum class Section { None, Window, Table, Docks, Unknown };

    void keep(std::string_view line) { (text_ += line) += '\n'; }

    void read_line(std::string_view line) {
        if (line.empty() || line.front() == ';') return;
        if (line.front() == '[' && line.back() == ']') return open_section(line);
        switch (section_) {
            case Section::None:
                throw Damage{"\"" + std::string(line.substr(0, 40)) + "\" stands before the first section"};
            case Section::Window:
                return read_window(line);
            case Section::Table:
                return read_table(line);
            case Section::Docks:
                return read_node(line);
            case Section::Unknown:
                return;  // of another release
        }
    }

    void open_section(std::string_view line) {
        const std::size_t between = line.find("][");
        if (between == std::string_view::npos) throw Damage{"a section is \"[Kind][Name]\""};
        const std::string_view kind = line.substr(1, between - 1),
                               name = line.substr(between + 2, line.size() - between - 3);
        if (name.empty() || name.size() > name_bytes_max) throw Damage{"a section has a name that cannot be"};
        if (!sections_.insert(std::string(line)).second) throw Damage{std::string(line) + " stands here twice"};
        if (sections_.size() > sections_max) throw Damage{"this has too many sections"};
        section_ = Section::Unknown;
        if (kind == "Window") {
            section_ = Section::Window;
            window_ = name;
        } else if (kind == "Table") {
            section_ = Section::Table;
            const Pair both = split(name, ',');
            id(both.first);
            columns_ = number(both.second, 1, columns_max - 1);
            columns_seen_.clear();
        } else if (kind == "Docking" && name == "Data") {
            section_ = Section::Docks;
        }
        if (section_ != Section::Unknown) keep(line);
    }

    void read_window(std::string_view line) {
        const WordValue set = word_value(line);
        if (set.name == "Pos")
            check_pair(set.value, -farthest, farthest);
        else if (set.name == "Size")
            check_pair(set.value, 0, farthest);
        else if (set.name == "Collapsed" || set.name == "IsChild")
            number(set.value, 0, 1);
        else if (set.name == "DockId") {
            const std::size_t comma = std::min(set.value.find(','), set.value.size());
            docked_[window_] = {id(set.value.substr(0, comma)), line_};
            if (comma < set.value.size()) number(set.value.substr(comma + 1), -1, farthest);
        } else {
            return;  // of another release, or of windows beyond the program's own
        }
        keep(line);
    }

    void read_table(std::string_view line) {
        std::vector<std::string_view> words = words_of(line);
        if (words.front() != "Column") {
            const WordValue set = word_value(line);
            if (set.name != "RefScale") return;
            number(set.value, 0.01f, 1e4f);
            return keep(line);
        }
        if (words.size() < 2) throw Damage{"a column has no number"};
        if (!columns_seen_.insert(number(words[1], 0, columns_ - 1)).second) throw Damage{"a column stands here twice"};
        std::string kept = "Column " + std::string(words[1]);
        // In this order Dear ImGui looks for them, and no further than to the first that is not there.
        for (std::size_t i = 2; i < words.size(); ++i) {
            const WordValue set = word_value(words[i]);
            if (set.name == "UserID" || set.name == "ID")
                id(set.value);
            else if (set.name == "Width")
                number(set.value, 0, farthest);
            else if (set.name == "Weight")
                number(set.value, 0.0f, 1e4f);
            else if (set.name == "Visible")
                number(set.value, 0, 1);
            else if (set.name == "Order")
                number(set.value, 0, columns_ - 1);
            else if (set.name == "Sort")
                check_sort(set.value);
            else
                continue;
            (kept += ' ') += words[i];
        }
        keep(kept);
    }

    void check_sort(std::string_view value) const {
        const bool marked = !value.empty() && (value.back() == 'v' || value.back() == '^');
        if (!marked) throw Damage{"a column is sorted neither up nor down"};
        number(value.substr(0, value.size() - 1), 0, columns_ - 1);
    }

    void read_node(std::string_view line) {
        std::vector<std::string_view> words = words_of(line);
        Node node;
        node.line = line_;
        node.space = words.front() == "DockSpace";
        if (!node.space && words.front() != "DockNode")
            throw Damage{"\"" + std::string(words.front().substr(0, 40)) + "\" is no dock"};
        std::uint32_t own = 0;
        std::map<std::string_view, std::string_view> settings;
        for (std::size_t i = 1; i < words.size(); ++i) {
            if (words[i].front() == ';') break;
            const WordValue set = word_value(words[i]);
            if (!settings.insert({set.name, set.value}).second)
                throw Damage{std::string(set.name) + " stands on this line twice"};
        }
        // Dear ImGui reads them in this order only.
        std::string kept(words.front());
        for (const char* name : {"ID", "Parent", "Window", "Pos", "Size", "SizeRef", "Split", "NoResize", "CentralNode",
                                 "NoTabBar", "HiddenTabBar", "NoWindowMenuButton", "NoCloseButton", "Selected"}) {
            const auto found = settings.find(name);
            if (found == settings.end()) continue;
            const std::string_view key = found->first, value = found->second;
            if (key == "ID")
                own = id(value);
            else if (key == "Parent")
                node.parent = id(value);
            else if (key == "Window" || key == "Selected")
                id(value);
            else if (key == "Pos")
                check_pair(value, -farthest, farthest);
            else if (key == "Size")
                check_pair(value, 1, farthest);
            else if (key == "SizeRef") {
                const Pair both = split(value, ',');
                node.reference[0] = number(both.first, 0, farthest);
                node.reference[1] = number(both.second, 0, farthest);
            } else if (key == "Split") {
                if (value != "X" && value != "Y") throw Damage{"a dock is split along X or Y"};
                node.axis = value.front();
            } else {
                const int on = number(value, 0, 1);
                if (key == "CentralNode") node.central = on != 0;
            }
            (((kept += ' ') += key) += '=') += value;
        }
        const bool foreign = add_node(own, node);
        if (node.parent == 0 && (settings.count("Pos") == 0 || settings.count("Size") == 0))
            throw Damage{"a dock has no place"};
        if (!foreign) keep(kept);
    }

    /// Returns whether it belongs to a dock space that the program does not have.
    bool add_node(std::uint32_t own, Node node) {
        if (own == 0) throw Damage{"a dock has no id"};
        if (nodes_.size() >= nodes_max) throw Damage{"this has too many docks"};
        if (node.space) {
            if (node.parent != 0) throw Damage{"a dock space cannot stand in a dock"};
            // Of a workspace that was deleted, or of an earlier version: it goes, with all its docks.
            node.foreign = std::find(dock_spaces_.begin(), dock_spaces_.end(), own) == dock_spaces_.end();
            node.space_id = own;
        }
        if (node.parent != 0) {
            const auto parent = nodes_.find(node.parent);
            if (parent == nodes_.end()) throw Damage{"a dock stands in one that is not there"};
            if (++parent->second.children > 2) throw Damage{"a dock is split into more than two"};
            for (int axis = 0; axis < 2; ++axis) parent->second.child_references[axis] += node.reference[axis];
            node.level = parent->second.level + 1;
            if (node.level > levels_max) throw Damage{"docks are split too often"};
            node.in_space = parent->second.in_space;
            node.foreign = parent->second.foreign;
            node.space_id = parent->second.space_id;
        } else {
            node.in_space = node.space;
        }
        if (node.central && !node.in_space) throw Damage{"the central dock is outside a dock space"};
        if (node.central && !centers_.insert(node.space_id).second) throw Damage{"there is a second central dock"};
        if (!nodes_.insert({own, node}).second) throw Damage{"two docks have one id"};
        return node.foreign;
    }

    void check_docks() {
        const auto fail_at = [&](int line, const char* what) {
            line_ = line;
            throw Damage{what};
        };
        for (const auto& entry : nodes_) {
            const Node& node = entry.second;
            if (node.children == 1) fail_at(node.line, "a dock is split into one");
            if ((node.children == 2) != (node.axis != 0)) fail_at(node.line, "a dock is split, but not into two");
            if (node.children == 0) continue;
            if (node.central) fail_at(node.line, "the central dock is split");
            if (node.child_references[node.axis == 'X' ? 0 : 1] == 0)
                fail_at(node.line, "both parts of a dock are empty");
        }
        if (dock_spaces_.empty()) return;
        for (const std::string& title : open_) {
            const auto place = docked_.find(title);
            if (place == docked_.end() || place->second.node == 0) continue;
            const auto node = nodes_.find(place->second.node);
            if (node == nodes_.end() || node->second.foreign)
                fail_at(place->second.line, "a panel is docked where no dock is");
            if (node->second.children != 0) fail_at(place->second.line, "a panel is docked in a dock that is split");
        }
    }

    struct Docked {
        std::uint32_t node = 0;
        int line = 0;
    };

    std::span<const std::uint32_t> dock_spaces_;
    std::span<const std::string> open_;
    std::string text_;
    int line_ = 0;
    Section section_ = Section::None;
    std::set<std::string> sections_;
    std::string window_;                    // of this section
    std::map<std::string, Docked> docked_;  // by title
    int columns_ = 0;                       // of the table of this section
    std::set<int> columns_seen_;
    std::map<std::uint32_t, Node> nodes_;
    std::set<std::uint32_t> centers_;  // dock spaces that have a central dock
};

}  // namespace

SavedArrangement check_arrangement(std::string_view text, std::span<const std::uint32_t> dock_spaces,
                                   std::span<const std::string> open) {
    return Checker(dock_spaces, open).check(text);
}

}  // namespace editor
