// The Compare panel: what differs between the world in view and another one, one line for each entity, component or
// field. The other world is the one before Play, a step of the history, another moment of recorded time, a file, or
// another world of the program that is attached. A person ticks what they want: of a played world what to keep when it
// stops, of the others what to take over, as one step of undo.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ecs/base/background_task.hpp"
#include "ecs/timeline/time_facts.hpp"
#include "files/base/file_stamp.hpp"
#include "panels/base/language.hpp"
#include "panels/base/panel.hpp"
#include "panels/compare/compared_worlds.hpp"
#include "panels/compare/played_differences.hpp"

namespace panels {

class ComparePanel : public Panel {
public:
    ComparePanel()
        : Panel("compare", tr_later("Compare"), DockPlace::Right,
                tr_later(
                    "What differs from the world before Play, from a step of the history, from another moment, from a "
                    "file, or from another world of the program")) {}

    /// "play"; "file:" and a path, or "saved:" for the file that this world itself was saved to; "step:" and how many
    /// steps of the history are then in force; "branch:" and the id of a branch of time, which is compared at the tick
    /// of the world in view; "world:" and the name of another world of the program whose world is in view.
    void show_part(std::string_view part) override;

    const ComparedWorlds& worlds() const { return worlds_; }

protected:
    void draw(const Context& context) override;

private:
    struct With {
        enum class What : std::uint8_t { Play, Step, File, Branch, World };
        What what = What::Play;
        std::string file = {};
        std::string world = {};  // of the program, its name
        bool own = false;        // the file of the world in view: one id is one entity
        std::size_t steps = 0;   // in force
        std::string label = {};  // of the last of them
        ecs::BranchId branch = 0;
        std::optional<std::uint64_t> moment = {};  // a tick of that branch; nothing: the tick of the world in view
        std::uint64_t made_of = 0;  // what the other world was made of; another number: it must be made anew
    };

    void choose(With with);
    void draw_choice(const Context& context);
    std::string words_for(const With& with) const;
    bool draw_state_of_play(const Context& context);
    void follow_play(const Context& context);
    void follow_other(const Context& context);
    void look_at_file(const Context& context);
    ComparedWorlds::Make world_of_branch(const Context& context);
    ComparedWorlds::Make world_of_program(const Context& context);
    void draw_head(const Context& context);
    void draw_rows(const Context& context);
    void share_columns(const Context& context, float room);
    void draw_row(const Context& context, std::uint32_t entry);
    const ecs::World& world_that_names(const Context& context, const ecs::DiffEntry& entry) const;
    std::vector<const char*> value_titles() const;
    /// Here and there, or before Play and now.
    std::pair<std::string, std::string> value_texts(const Context& context, const ecs::DiffEntry& entry) const;
    float width_of_values(const std::string& from, const std::string& to) const;
    std::string words_for_what(const Context& context, const ecs::DiffEntry& entry) const;
    void draw_foot(const Context& context);
    std::string words_for_main_button() const;
    float foot_height() const;
    void take_over(const Context& context);
    std::size_t row_count() const;
    std::uint32_t entry_of_row(std::size_t row) const;
    bool with_play() const { return with_.what == With::What::Play; }
    void ask_for_file(const Context& context) const;

    With with_;
    ComparedWorlds worlds_;
    std::vector<std::uint32_t> by_person_;  // positions in the entries, of a played world
    std::vector<WentAlong> along_;          // with what the person moved
    bool only_by_person_ = true;
    bool narrow_ = false;  // the table, in this frame
    /// How wide its columns are at first, in pixels. A person may drag them.
    struct Columns {
        float room = 0, entity = 0, what = 0, value = 0;  // value: that one needs, if there is room
        float font = 0;  // its size, and the number of rows, that they were measured for
        std::size_t rows = 0;
        int layout = 0;  // other widths are another table
    };
    Columns columns_;
    float widest_value_ = 0;  // that was drawn in the last frame
    std::string problem_;     // of taking over
    using Made = ecs::Result<std::unique_ptr<ecs::World>>;
    // The world of another branch, which a request brings. It may outlive this panel.
    struct Arriving {
        bool asked = false;
        std::shared_ptr<Made> world;
    };
    std::shared_ptr<Arriving> arriving_ = std::make_shared<Arriving>();
    // What the file was when it was read, and what it is now; a disk may take its time.
    std::shared_ptr<files::FileStamp> read_as_ = std::make_shared<files::FileStamp>();
    ecs::BackgroundTask<files::FileStamp> looking_;
    double looked_secs_ = 0, followed_secs_ = -1e9;
    // A file that was chosen in a dialog, which may outlive this panel.
    std::shared_ptr<std::optional<std::string>> chosen_file_ = std::make_shared<std::optional<std::string>>();
};

}  // namespace panels
