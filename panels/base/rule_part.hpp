// ShowPanelRequest::part of the Systems panel: opens what changes a rule, or what makes a new one.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace panels {

inline constexpr std::string_view rule_part = "rule ", new_rule_part = "new rule ";

inline std::string part_for_rule(std::string_view rule) { return std::string(rule_part) + std::string(rule); }
/// `change` may be the beginning of one.
inline std::string part_for_new_rule(std::string_view change) {
    return std::string(new_rule_part) + std::string(change);
}

}  // namespace panels
