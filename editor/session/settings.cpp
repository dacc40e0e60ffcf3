#include "editor/session/settings.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <system_error>
#include <utility>

#include <nlohmann/json.hpp>

#include "files/base/atomic_file.hpp"
#include "files/base/file_error.hpp"

namespace editor {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view recent_name = "recent_files";
constexpr std::size_t recent_limit = 10;
constexpr int deepest = 32;  // levels of JSON

fs::path absolute_folder(const char* variable) {
    const char* text = std::getenv(variable);
    const fs::path folder = text ? text : "";
    return folder.is_absolute() ? folder : fs::path();  // as the base directory specification asks
}

/// Where an offset into the text is, as people count.
std::pair<int, int> line_and_column(std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, std::min(offset, text.size()));
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    return {static_cast<int>(line), static_cast<int>(before.size() - (before.rfind('\n') + 1)) + 1};
}

nlohmann::json parse_settings(const std::string& text, const fs::path& file) {
    const auto limit_depth = [&](int depth, nlohmann::json::parse_event_t, nlohmann::json&) {
        if (depth > deepest) throw files::FileError(file.string(), 0, 0, "this is nested too deeply");
        return true;
    };
    try {
        nlohmann::json root = nlohmann::json::parse(text, limit_depth);
        if (!root.is_object()) throw files::FileError(file.string(), 1, 1, "settings must be one JSON object");
        return root;
    } catch (const nlohmann::json::parse_error& error) {
        const auto place = line_and_column(text, error.byte == 0 ? 0 : error.byte - 1);
        throw files::FileError(file.string(), place.first, place.second, "this is not valid JSON");
    } catch (const nlohmann::json::exception&) {
        throw files::FileError(file.string(), 0, 0, "this has a number that is too large");
    }
}

bool is_list_of_strings(const nlohmann::json& value) {
    return value.is_array() &&
           std::all_of(value.begin(), value.end(), [](const nlohmann::json& each) { return each.is_string(); });
}

}  // namespace

fs::path settings_folder() {
    if (const fs::path folder = absolute_folder("XDG_CONFIG_HOME"); !folder.empty()) return folder / "chunkscope";
    if (const fs::path home = absolute_folder("HOME"); !home.empty()) return home / ".config" / "chunkscope";
    return {};
}

fs::path state_folder() {
    if (const fs::path folder = absolute_folder("XDG_STATE_HOME"); !folder.empty()) return folder / "chunkscope";
    if (const fs::path home = absolute_folder("HOME"); !home.empty()) return home / ".local" / "state" / "chunkscope";
    return {};
}

Settings::Settings(fs::path file) : file_(std::move(file)) {
    if (!file_.empty()) load();
}

void Settings::load() {
    std::error_code error;
    may_write_ = true;
    if (!fs::exists(file_, error) && !error) return;
    std::string text;
    try {
        text = files::read_file(file_);
    } catch (const files::FileError& failure) {
        may_write_ = false;
        warning_ = std::string(failure.what()) + "; the defaults hold, and changes to them are not kept";
        return;
    }
    try {
        const nlohmann::json root = parse_settings(text, file_);
        for (const auto& [name, value] : root.items()) {
            if (value.is_boolean())
                entries_[name] = value.get<bool>();
            else if (value.is_number())
                entries_[name] = value.get<double>();
            else if (value.is_string())
                entries_[name] = value.get<std::string>();
            else if (is_list_of_strings(value))
                entries_[name] = value.get<std::vector<std::string>>();
            else
                entries_[name] = OtherJson{value.dump()};
        }
        recent_seen_ = list(recent_name);
    } catch (const files::FileError& failure) {
        fs::path aside = file_;
        aside += ".broken";
        fs::rename(file_, aside, error);
        may_write_ = !error;
        warning_ = std::string(failure.what()) + "; the defaults hold, " +
                   (error ? "and changes to them are not kept" : "and the file was set aside as " + aside.string());
    }
}

template <class T>
const T* Settings::find(std::string_view name) const {
    const auto entry = entries_.find(name);
    return entry == entries_.end() ? nullptr : std::get_if<T>(&entry->second);
}

bool Settings::flag(std::string_view name, bool fallback) const {
    const bool* value = find<bool>(name);
    return value ? *value : fallback;
}

double Settings::number(std::string_view name, double fallback) const {
    const double* value = find<double>(name);
    return value ? *value : fallback;
}

std::string Settings::text(std::string_view name, std::string_view fallback) const {
    const std::string* value = find<std::string>(name);
    return value ? *value : std::string(fallback);
}

std::vector<std::string> Settings::list(std::string_view name) const {
    const auto* values = find<std::vector<std::string>>(name);
    return values ? *values : std::vector<std::string>();
}

std::optional<Settings::Value> Settings::value(std::string_view name) const {
    const auto entry = entries_.find(name);
    if (entry == entries_.end()) return std::nullopt;
    return std::visit(
        [](const auto& each) -> std::optional<Value> {
            if constexpr (std::is_constructible_v<Value, decltype(each)>)
                return each;
            else
                return std::nullopt;
        },
        entry->second);
}

void Settings::set_entry(std::string_view name, Entry entry) {
    const auto found = entries_.find(name);
    if (found != entries_.end() && found->second == entry) return;
    entries_.insert_or_assign(std::string(name), std::move(entry));
    unsaved_ = true;
}

void Settings::set(std::string_view name, const Value& value) {
    if (const double* const number = std::get_if<double>(&value); number != nullptr && !std::isfinite(*number)) return;
    std::visit([&](const auto& each) { set_entry(name, each); }, value);
}

void Settings::set_flag(std::string_view name, bool value) { set(name, value); }
void Settings::set_number(std::string_view name, double value) { set(name, value); }
void Settings::set_text(std::string_view name, std::string value) { set(name, std::move(value)); }
void Settings::set_list(std::string_view name, std::vector<std::string> values) { set(name, std::move(values)); }

void Settings::remove(std::string_view name) {
    const auto found = entries_.find(name);
    if (found == entries_.end()) return;
    entries_.erase(found);
    unsaved_ = true;
}

std::vector<fs::path> Settings::recent_files() const {
    const std::vector<std::string> names = list(recent_name);
    return {names.begin(), names.end()};
}

void Settings::add_recent_file(const fs::path& file) {
    std::error_code error;
    const std::string name = fs::weakly_canonical(file, error).string();
    if (error || name.empty()) return;
    std::vector<std::string> names = list(recent_name);
    names.erase(std::remove(names.begin(), names.end(), name), names.end());
    names.insert(names.begin(), name);
    names.resize(std::min(names.size(), recent_limit));
    set_list(recent_name, std::move(names));
}

void Settings::remove_recent_file(const fs::path& file) {
    std::vector<std::string> names = list(recent_name);
    names.erase(std::remove(names.begin(), names.end(), file.string()), names.end());
    set_list(recent_name, std::move(names));
}

// What another run opened must be found by the start after its crash, too.
void Settings::take_recent_files_of_others() {
    std::vector<std::string> theirs;
    try {
        const nlohmann::json root = parse_settings(files::read_file(file_), file_);
        const auto found = root.find(recent_name);
        if (found != root.end() && is_list_of_strings(*found)) theirs = found->get<std::vector<std::string>>();
    } catch (const files::FileError&) {
        return;  // there is none yet, or it is broken and is replaced now
    }
    std::vector<std::string> names = list(recent_name);
    const auto among = [](const std::vector<std::string>& list, const std::string& name) {
        return std::find(list.begin(), list.end(), name) != list.end();
    };
    std::size_t place = std::min<std::size_t>(1, names.size());
    for (const std::string& name : theirs)
        if (!among(recent_seen_, name) && !among(names, name))
            names.insert(names.begin() + static_cast<std::ptrdiff_t>(place++), name);
    names.resize(std::min(names.size(), recent_limit));
    if (!names.empty()) set_list(recent_name, std::move(names));
}

std::string Settings::save() {
    if (!unsaved_ || !may_write_) return {};
    take_recent_files_of_others();
    nlohmann::json root = nlohmann::json::object();
    for (const auto& entry : entries_) {
        nlohmann::json& value = root[entry.first];
        if (const auto* other = std::get_if<OtherJson>(&entry.second))
            value = nlohmann::json::parse(other->text);
        else if (const auto* flag_value = std::get_if<bool>(&entry.second))
            value = *flag_value;
        else if (const auto* number_value = std::get_if<double>(&entry.second))
            value = *number_value;
        else if (const auto* text_value = std::get_if<std::string>(&entry.second))
            value = *text_value;
        else
            value = std::get<std::vector<std::string>>(entry.second);
    }
    std::error_code error;
    fs::create_directories(file_.parent_path(), error);
    if (error) return "Cannot make the folder " + file_.parent_path().string() + ": " + error.message();
    try {
        // File names need not be UTF-8, which JSON must be.
        files::write_file(file_, root.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
    } catch (const files::FileError& failure) {
        return failure.what();
    }
    unsaved_ = false;
    recent_seen_ = list(recent_name);
    return {};
}

}  // namespace editor
