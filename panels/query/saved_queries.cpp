#include "panels/query/saved_queries.hpp"

#include <algorithm>
#include <charconv>

#include "panels/base/language.hpp"

namespace panels {

void SavedQueries::save(SavedQuery query) {
    const auto same =
        std::find_if(named_.begin(), named_.end(), [&](const SavedQuery& each) { return each.name == query.name; });
    if (same != named_.end())
        *same = std::move(query);
    else
        named_.push_back(std::move(query));
}

std::string SavedQueries::why_not_rename(std::size_t query, std::string_view name) const {
    if (name.empty()) return tr("A query needs a name");
    for (std::size_t i = 0; i < named_.size(); ++i)
        if (i != query && named_[i].name == name) return phrase("There is a query {}", std::string(name));
    return {};
}

void SavedQueries::rename(std::size_t query, std::string name) {
    if (query < named_.size() && why_not_rename(query, name).empty()) named_[query].name = std::move(name);
}

void SavedQueries::remove(std::size_t query) {
    if (query >= named_.size()) return;
    note_recent(std::string(named_[query].text));
    named_.erase(named_.begin() + static_cast<std::ptrdiff_t>(query));
}

void SavedQueries::note_recent(const std::string& text) {
    if (text.find_first_not_of(" \t") == std::string::npos) return;
    std::string first = text;
    std::erase(recent_, first);
    recent_.insert(recent_.begin(), std::move(first));
    if (recent_.size() > recent_max) recent_.resize(recent_max);
}

std::string SavedQueries::save_settings() const {
    std::string line;
    for (const SavedQuery& each : named_)
        line += (line.empty() ? "saved=" : " saved=") + to_setting(each.name) + "," + to_setting(each.text) +
                (each.columns.empty() ? "" : "," + to_setting(each.columns));
    if (!recent_.empty()) line += (line.empty() ? "recent=" : " recent=") + to_setting(recent_);
    return line;
}

void SavedQueries::load_settings(std::string_view line) {
    named_.clear();
    recent_.clear();
    each_setting(line, [&](std::string_view key, std::string_view value) {
        if (key == "recent") {
            recent_ = list_from_setting(value);
            if (recent_.size() > recent_max) recent_.resize(recent_max);
        }
        if (key != "saved") return;
        std::vector<std::string> parts = list_from_setting(value);
        if (parts.size() < 2 || parts[0].empty()) return;
        save({parts[0], parts[1], {parts.begin() + 2, parts.end()}});
    });
}

std::string to_setting(std::string_view text) {
    constexpr char digits[] = "0123456789abcdef";
    std::string word;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte <= ' ' || c == ',' || c == '%' || c == '=' || byte == 0x7f)
            word.append({'%', digits[byte >> 4], digits[byte & 15]});
        else
            word += c;
    }
    return word;
}

std::string from_setting(std::string_view word) {
    std::string text;
    for (std::size_t i = 0; i < word.size(); ++i) {
        unsigned int byte = 0;
        const char* const at = word.data() + i + 1;
        if (word[i] == '%' && i + 2 < word.size() && std::from_chars(at, at + 2, byte, 16).ptr == at + 2) {
            text += static_cast<char>(byte);
            i += 2;
        } else {
            text += word[i];
        }
    }
    return text;
}

std::string to_setting(const std::vector<std::string>& list) {
    std::string word;
    for (std::size_t i = 0; i < list.size(); ++i) word += (i == 0 ? "" : ",") + to_setting(std::string_view(list[i]));
    return word;
}

std::vector<std::string> list_from_setting(std::string_view word) {
    std::vector<std::string> list;
    while (!word.empty()) {
        const std::string_view part = word.substr(0, word.find(','));
        list.push_back(from_setting(part));
        word.remove_prefix(part.size() < word.size() ? part.size() + 1 : part.size());
    }
    return list;
}

}  // namespace panels
