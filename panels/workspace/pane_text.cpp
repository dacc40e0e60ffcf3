#include <algorithm>
#include <charconv>
#include <set>

#include "panels/workspace/pane_tree.hpp"

namespace panels {

namespace {

constexpr int levels_max = 16;
constexpr std::size_t tabs_max = 256, id_bytes_max = 64;
constexpr float size_max = 32767;

std::string_view word_of(Pane::Division division) {
    return division == Pane::Division::Tabs ? "tabs" : division == Pane::Division::Row ? "row" : "column";
}

void write_pane(const Pane& pane, std::string& text) {
    const auto number = [&](float value) {
        char digits[32];
        const auto written = std::to_chars(digits, digits + sizeof digits, value);
        text.append(digits, written.ptr);
    };
    (text += '(') += word_of(pane.division);
    text += ' ';
    number(pane.size.small);
    text += '/';
    number(pane.size.large);
    for (const std::string& tab : pane.tabs) ((text += ' ') += tab == pane.front ? "*" : "") += tab;
    for (const Pane& part : pane.parts) {
        text += ' ';
        write_pane(part, text);
    }
    text += ')';
}

class PaneReader {
public:
    explicit PaneReader(std::string_view text) : rest_(text) {}

    ecs::Result<PaneTree> read() {
        Pane root;
        if (!read_pane(root, 0)) return ecs::Error{problem_};
        skip_blanks();
        if (!rest_.empty()) return ecs::Error{"something stands behind the last pane"};
        const Pane as_read = root;
        PaneTree tree(std::move(root));
        // What had to be tidied up was never written like this.
        if (tree.root() != as_read) return ecs::Error{"a pane is divided without need"};
        return tree;
    }

private:
    bool fail(std::string problem) {
        problem_ = std::move(problem);
        return false;
    }

    void skip_blanks() {
        while (!rest_.empty() && rest_.front() == ' ') rest_.remove_prefix(1);
    }

    std::string_view take_word() {
        skip_blanks();
        const std::size_t end = std::min(rest_.find_first_of(" ()"), rest_.size());
        const std::string_view word = rest_.substr(0, end);
        rest_.remove_prefix(end);
        return word;
    }

    bool read_size(std::string_view word, PaneSize& size) {
        const char* const end = word.data() + word.size();
        const auto small = std::from_chars(word.data(), end, size.small);
        const bool slash = small.ec == std::errc() && small.ptr != end && *small.ptr == '/';
        const auto large = slash ? std::from_chars(small.ptr + 1, end, size.large) : small;
        const auto can_be = [](float value) { return value >= 0 && value <= size_max; };
        if (!slash || large.ec != std::errc() || large.ptr != end || !can_be(size.small) || !can_be(size.large))
            return fail("\"" + std::string(word.substr(0, 40)) + "\" is not a size");
        return true;
    }

    bool read_pane(Pane& pane, int level) {
        skip_blanks();
        if (level > levels_max) return fail("panes are divided too often");
        if (rest_.empty() || rest_.front() != '(') return fail("a pane begins with (");
        rest_.remove_prefix(1);
        const std::string_view word = take_word();
        if (word == word_of(Pane::Division::Row))
            pane.division = Pane::Division::Row;
        else if (word == word_of(Pane::Division::Column))
            pane.division = Pane::Division::Column;
        else if (word != word_of(Pane::Division::Tabs))
            return fail("\"" + std::string(word.substr(0, 40)) + "\" is no pane");
        if (!read_size(take_word(), pane.size)) return false;
        return pane.divided() ? read_parts(pane, level) : read_tabs(pane);
    }

    bool read_parts(Pane& pane, int level) {
        for (;;) {
            skip_blanks();
            if (rest_.empty()) return fail("a pane has no end");
            if (rest_.front() == ')') break;
            pane.parts.emplace_back();
            if (!read_pane(pane.parts.back(), level + 1)) return false;
        }
        rest_.remove_prefix(1);
        return pane.parts.size() >= 2 || fail("a pane is divided into one");
    }

    bool read_tabs(Pane& pane) {
        for (;;) {
            skip_blanks();
            if (rest_.empty()) return fail("a pane has no end");
            if (rest_.front() == ')') break;
            std::string_view id = take_word();
            const bool front = !id.empty() && id.front() == '*';
            if (front) id.remove_prefix(1);
            if (id.empty() || id.size() > id_bytes_max) return fail("a tab has no id");
            if (!seen_.insert(std::string(id)).second)
                return fail("the panel \"" + std::string(id) + "\" stands in two places");
            if (seen_.size() > tabs_max) return fail("there are too many tabs");
            if (front && !pane.front.empty()) return fail("two tabs are in front");
            pane.tabs.emplace_back(id);
            if (front) pane.front = id;
        }
        rest_.remove_prefix(1);
        if (!pane.tabs.empty() && pane.front.empty()) return fail("no tab is in front");
        return true;
    }

    std::string_view rest_;
    std::string problem_;
    std::set<std::string> seen_;
};

}  // namespace

std::string PaneTree::to_text() const {
    std::string text;
    write_pane(root_, text);
    return text;
}

ecs::Result<PaneTree> PaneTree::from_text(std::string_view text) { return PaneReader(text).read(); }

}  // namespace panels
