// The names of recovery files and their parts:
//
//     level.json.3fa8c21d-77aa01bc-12345-998877-5d41402a.recovery.json     untitled-3fa8c21d-….recovery.json
//               the mark of the run that wrote it ^      ^ low half of the hash of level.json when it was read
//
// Earlier versions wrote `level.json.recovery.json` and `untitled-12345.recovery.json`. Private to this library.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "files/base/process_mark.hpp"

namespace editor {

struct RecoveryName {
    std::optional<files::ProcessMark> mark;  // nothing: written by a version without marks
    std::int64_t pid = 0;                    // also known without a mark, for worlds that were never saved
    std::uint32_t base = 0;                  // 0: unknown
};

/// `world` is the name of the world file, or empty for a world that was never saved.
std::string recovery_name(std::string_view world, std::uint32_t base);
/// Nothing when `name` is not a recovery file of `world`.
std::optional<RecoveryName> recovery_name_from(std::string_view name, std::string_view world);

}  // namespace editor
