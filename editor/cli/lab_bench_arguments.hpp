// `--bench [NAME] [--entities N,N,…] [--repetitions R]` of `chunkscope lab`. Private to the command line.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "editor/cli/run_lab_bench.hpp"

namespace editor {

class LabBenchArguments {
public:
    void add_to(CLI::App& app);
    bool given() const { return bench_->count() > 0; }
    /// Without a name, the benches are listed.
    bool named() const { return !name_.empty(); }
    /// Whether any bench argument was given.
    bool any() const { return given() || entities_->count() + repetitions_->count() > 0; }

    /// What is wrong with the arguments, as one sentence without a full stop; empty when they are valid. Call it only
    /// when a bench was named.
    std::string problem() const;
    /// The arguments must be valid: problem() is empty.
    LabBenchOptions take() const;

private:
    bool parse(LabBenchOptions& options, std::string& problem) const;

    CLI::Option *bench_ = nullptr, *entities_ = nullptr, *repetitions_ = nullptr;
    std::string name_, entities_text_, repetitions_text_;
};

}  // namespace editor
