// Finds texts that call a storage by the number of its article alone, as `002 is the fastest`.
#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

namespace test {

/// The numbers 000 to 004 in a text, each with what stands around it. Not those that are a part of something else: of
/// `1,000`, of `0x1000`, of the rule `002-L1`. Not those directly behind one of `names`, as `002` behind `Columns (`.
inline std::vector<std::string> bare_storage_numbers(std::string_view text, const std::vector<std::string>& names) {
    const auto belongs = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
    std::vector<std::string> found;
    for (std::size_t at = text.find("00"); at != std::string_view::npos; at = text.find("00", at + 1)) {
        const std::string_view before = text.substr(0, at), behind = text.substr(at + 2);
        if (behind.empty() || behind[0] < '0' || behind[0] > '4') continue;
        if (behind.size() > 1 && (belongs(behind[1]) || behind[1] == '-' || behind[1] == '.')) {
            const bool ends = behind[1] == '.' && (behind.size() == 2 || behind[2] == ' ' || behind[2] == '\n');
            if (!ends) continue;
        }
        if (!before.empty() && (belongs(before.back()) || before.back() == ',' || before.back() == '.')) continue;
        bool named = false;
        for (const std::string& name : names) named = named || before.ends_with(name);
        if (!named) found.emplace_back(text.substr(at - std::min<std::size_t>(at, 30), 60));
    }
    return found;
}

}  // namespace test
