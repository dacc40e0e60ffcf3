// The FileDialog asks for a file to open, to save or to export to: a list of folders and files, and a line where a path
// can be typed. What is wrong stands in the dialog, which stays open until it worked or the person gives up.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "editor/base/flow.hpp"
#include "panels/base/style.hpp"

namespace editor {

class FileDialog {
public:
    enum class Purpose { Open, OpenScenario, OpenOther, Save, SaveState, Export };
    using Chosen = Reply<std::filesystem::path>;

    /// The file that the person chooses. The dialog waits then, until close() or choose_again(). `start` is a folder, or
    /// a file whose name is offered. Files are listed that end as worlds do, or as `start` does when it is to be
    /// exported. OpenOther is a world file for another purpose, with its own title and label of the button.
    Chosen choose(Purpose purpose, std::filesystem::path start, std::string title = {}, std::string verb = {});
    /// Another one, because something went wrong with the last one: a sentence for a person.
    Chosen choose_again(std::string problem);
    /// All went well, or goes on without the dialog.
    void close();
    void draw(const panels::Style& style);
    bool is_open() const { return open_ && !closing_; }
    /// Whether no tick runs meanwhile: the name that is offered tells the tick.
    bool holds_world() const { return is_open() && purpose_ == Purpose::SaveState; }
    /// Its title while it is open; empty otherwise.
    std::string_view shown() const { return is_open() ? title() : std::string_view(); }

    /// Whether a file was chosen and nobody knows yet how that goes. The person can still give up, which closes it.
    bool waiting() const { return is_open() && waiting_; }
    /// The names and what went wrong, for their characters.
    std::string texts() const { return listed_names_ + name_ + problem_; }

private:
    struct Entry {
        std::string name;
        bool folder = false;
        std::uintmax_t bytes = 0;
    };
    void open(Purpose purpose, const std::filesystem::path& start);
    std::string_view title() const;
    bool opens() const { return purpose_ < Purpose::Save; }
    void go_to(const std::filesystem::path& folder);
    void draw_path(const panels::Style& style);
    void draw_entries(const panels::Style& style);
    void draw_bottom(const panels::Style& style);
    /// What the typed line means, from the folder that is shown.
    std::filesystem::path typed_path() const;
    void confirm();

    bool open_ = false, closing_ = false, waiting_ = false, just_opened_ = false, focus_name_ = false,
         all_files_ = false;
    Purpose purpose_ = Purpose::Open;
    std::string other_title_, other_verb_;  // of OpenOther
    Chosen::Answered chosen_;               // empty while it waits
    std::string extension_;                 // of the files that are listed, in small letters
    std::string added_;                     // to a name that is typed without one
    std::filesystem::path folder_;
    std::vector<Entry> entries_;
    std::string name_, suggested_name_, problem_, listed_names_;
    std::filesystem::path replace_;  // exists, and the person was told; confirming again replaces it
};

}  // namespace editor
