#include "panels/host/settings_text.hpp"

#include <algorithm>

namespace panels {

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

}  // namespace panels
