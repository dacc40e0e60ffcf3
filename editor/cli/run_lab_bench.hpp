// `chunkscope lab --bench`: the cost of the Storage Lab's storages, as a table, JSON or a figure. Private to the
// command line.
#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "editor/cli/command_line.hpp"

namespace editor {

struct LabBenchOptions {
    std::string name;                     // of an ecs::lab::BenchKind
    std::vector<std::uint64_t> entities;  // empty: the bench's own
    std::optional<std::size_t> repetitions;
    bool json = false;
    std::filesystem::path out;  // empty: print
    LookOptions look;           // no theme: light, no scale: 2
};

void list_lab_benches(std::ostream& out);
/// The options must be valid (LabBenchArguments). Prints the size being measured to `err`. Throws InputError when the
/// storages disagree, FileError when the figure cannot be written.
void run_lab_bench(const LabBenchOptions& options, std::ostream& out, std::ostream& err);

}  // namespace editor
