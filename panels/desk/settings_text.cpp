#include "panels/desk/settings_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace panels {

namespace {

struct ToText {
    std::string operator()(bool value) const { return value ? "yes" : "no"; }
    std::string operator()(double value) const { return std::to_string(std::lround(value * 100)); }
    std::string operator()(const std::string& value) const { return value; }
    std::string operator()(const std::vector<std::string>& lines) const {
        std::string text;
        for (const std::string& line : lines) text += (text.empty() ? "" : "\n") + line;
        return text;
    }
};

struct FromText {
    std::string_view text;

    std::optional<SettingValue> operator()(bool) const {
        return text.empty() ? std::nullopt : std::optional<SettingValue>(text != "no");
    }
    std::optional<SettingValue> operator()(double) const {
        int percent = 0;
        const auto read = std::from_chars(text.data(), text.data() + text.size(), percent);
        if (read.ec != std::errc() || read.ptr != text.data() + text.size()) return std::nullopt;
        return percent / 100.0;
    }
    std::optional<SettingValue> operator()(const std::string&) const { return std::string(text); }
    std::optional<SettingValue> operator()(const std::vector<std::string>&) const {
        std::vector<std::string> lines;
        std::string_view left = text;
        while (!left.empty()) {
            lines.emplace_back(left.substr(0, left.find('\n')));
            left.remove_prefix(std::min(lines.back().size() + 1, left.size()));
        }
        return lines;
    }
};

}  // namespace

std::string to_settings_text(const SettingsMap& settings) {
    std::string text;
    for (const auto& [name, value] : settings) {
        text += name + '=';
        for (const char each : value) {
            if (each == '\n')
                text += "\\n";
            else if (each == '\\')
                text += "\\\\";
            else
                text += each;
        }
        text += '\n';
    }
    return text;
}

SettingsMap from_settings_text(std::string_view text) {
    SettingsMap settings;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        const std::size_t equals = line.find('=');
        if (equals == std::string_view::npos || equals == 0) continue;
        std::string value;
        for (std::size_t i = equals + 1; i < line.size(); ++i) {
            const bool escaped = line[i] == '\\' && i + 1 < line.size();
            if (escaped) ++i;
            value += escaped && line[i] == 'n' ? '\n' : line[i];
        }
        settings.insert_or_assign(std::string(line.substr(0, equals)), std::move(value));
    }
    return settings;
}

std::string to_text(const SettingValue& value) { return std::visit(ToText(), value); }

std::optional<SettingValue> from_text(std::string_view text, const SettingValue& usual) {
    return std::visit([&](const auto& each) { return FromText{text}(each); }, usual);
}

}  // namespace panels
