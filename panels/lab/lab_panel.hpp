// The Storage Lab panel: the storages of five articles and our own at the same work, side by side. Which scenario and
// how many of its steps stands at the top; below are views of the outcome: the board of all six, the bytes of one, how
// a table of its values becomes those, what its operations did one by one, the cache lines of its last query, what its
// handles lead to, and how many rows would fit into a chunk. The bench needs no scenario.
#pragma once

#include <optional>
#include <span>

#include "panels/base/panel.hpp"
#include "panels/lab/lab_bench.hpp"
#include "panels/lab/lab_cache.hpp"
#include "panels/lab/lab_capacity.hpp"
#include "panels/lab/lab_files.hpp"
#include "panels/lab/lab_handles.hpp"
#include "panels/lab/lab_map.hpp"
#include "panels/lab/lab_six.hpp"
#include "panels/lab/lab_state.hpp"
#include "panels/lab/lab_steps.hpp"
#include "panels/lab/lab_table.hpp"

namespace panels {

enum class LabMode : std::uint8_t { Board, Six, Bytes, Table, Steps, Lines, Handles, Capacity, Bench };

class LabPanel : public Panel {
public:
    LabPanel();

    /// The words by which settings name its views, in the order of their buttons.
    static std::vector<std::string_view> view_words();

    std::string save_settings() const override;
    void load_settings(std::string_view line) override;

    LabState& state() { return state_; }
    LabMode mode() const { return mode_; }
    const LabSix& six() const { return six_; }
    const LabMap& map() const { return map_; }
    const LabSteps& steps() const { return steps_; }
    const LabTable& table() const { return table_; }
    LabCache& cache() { return cache_; }
    const LabCapacity& capacity() const { return capacity_; }
    const LabHandles& handles() const { return handles_; }
    LabBench& bench() { return bench_; }
    const LabFiles& files() const { return files_; }

protected:
    void draw(const Context& context) override;

private:
    struct View;
    static std::span<const View> views();
    const View& view() const;  // that is shown

    /// The runs whose title and numbers stand on the screen, or, before there are any, those that are wanted.
    LabRequest titled() const;
    void draw_bar(const Context& context);
    /// What runs meanwhile: how far it is, and Cancel.
    void draw_work(const Context& context);
    void draw_steps_bar(const Context& context);
    void draw_kinds(const Context& context);
    void show_board(const Context& context);
    void show_six(const Context& context);
    void show_bytes(const Context& context);
    void show_steps(const Context& context);
    void show_table(const Context& context);
    void show_lines(const Context& context);
    void show_capacity(const Context& context);
    void show_handles(const Context& context);
    void show_bench(const Context& context);

    LabState state_;
    LabSix six_;
    LabMap map_;
    LabSteps steps_;
    LabTable table_;
    LabCache cache_;
    LabCapacity capacity_;
    LabHandles handles_;
    LabBench bench_;
    LabFiles files_;
    LabMode mode_ = LabMode::Board;
    std::optional<double> working_since_;
    std::string wanted_scenario_ = "move";  // from the settings, opened when the panel is shown first
};

}  // namespace panels
