// The queries that a person keeps: those with a name, and the last few that were asked. They go into the settings of
// the panel as text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace panels {

struct SavedQuery {
    std::string name;
    std::string text;
    std::vector<std::string> columns = {};  // beside those of the components that the query names
    friend bool operator==(const SavedQuery&, const SavedQuery&) = default;
};

class SavedQueries {
public:
    static constexpr std::size_t recent_max = 8;

    const std::vector<SavedQuery>& named() const { return named_; }
    /// Texts, the last one first.
    const std::vector<std::string>& recent() const { return recent_; }

    /// A query of this name is replaced.
    void save(SavedQuery query);
    /// Why it cannot have this name; empty: it can.
    std::string why_not_rename(std::size_t query, std::string_view name) const;
    void rename(std::size_t query, std::string name);
    /// Its text becomes a recent one, so it is not lost.
    void remove(std::size_t query);
    void note_recent(const std::string& text);

    std::string save_settings() const;
    void load_settings(std::string_view line);

private:
    std::vector<SavedQuery> named_;
    std::vector<std::string> recent_;
};

// Words of a line of settings: no blanks, no commas and no = in them.

std::string to_setting(std::string_view text);
std::string from_setting(std::string_view word);
/// Calls `take(key, value)` for each `key=value` of the line; the value is as it was written.
template <class F>
void each_setting(std::string_view line, const F& take) {
    while (!line.empty()) {
        const std::string_view word = line.substr(0, line.find(' '));
        line.remove_prefix(word.size() < line.size() ? word.size() + 1 : word.size());
        const std::size_t equals = word.find('=');
        if (equals != std::string_view::npos) take(word.substr(0, equals), word.substr(equals + 1));
    }
}
std::string to_setting(const std::vector<std::string>& list);
std::vector<std::string> list_from_setting(std::string_view word);

}  // namespace panels
