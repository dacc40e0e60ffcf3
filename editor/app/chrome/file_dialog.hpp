// The FileDialog asks for a file to open, to save or to export to: a list of folders and files, and a line where a path
// can be typed. What is wrong stands in the dialog, which stays open until it worked or the person gives up.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "panels/base/style.hpp"

namespace editor {

class FileDialog {
public:
    enum class Purpose { Open, OpenScenario, OpenOther, Save, SaveState, Export };
    /// Starts what is to be done with the file. The dialog waits until answer().
    using Chosen = std::function<void(const std::filesystem::path&)>;

    /// `start` is a folder, or a file whose name is offered. Files are listed that end as worlds do, or as `start` does
    /// when it is to be exported.
    void open(Purpose purpose, const std::filesystem::path& start, Chosen chosen);
    /// A world file for another purpose, with the dialog's own title and the label of its button.
    void open_for(std::string title, std::string verb, const std::filesystem::path& start, Chosen chosen);
    void draw(const panels::Style& style);
    bool is_open() const { return open_ && !closing_; }
    /// Whether no tick runs meanwhile: the name that is offered tells the tick.
    bool holds_world() const { return is_open() && purpose_ == Purpose::SaveState; }
    /// Its title while it is open; empty otherwise.
    std::string_view shown() const { return is_open() ? title() : std::string_view(); }

    /// Whether a file was chosen and nobody knows yet how that goes. The person can still give up, which closes it.
    bool waiting() const { return is_open() && waiting_; }
    /// What went wrong, as a sentence for a person; empty when all went well, or goes on without the dialog: that
    /// closes it.
    void answer(const std::string& problem);

    /// The names that are listed, for their characters.
    const std::string& listed_names() const { return listed_names_; }

private:
    struct Entry {
        std::string name;
        bool folder = false;
        std::uintmax_t bytes = 0;
    };
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
    Chosen chosen_;
    std::string extension_;  // of the files that are listed, in small letters
    std::filesystem::path folder_;
    std::vector<Entry> entries_;
    std::string name_, suggested_name_, problem_, listed_names_;
    std::filesystem::path replace_;  // exists, and the person was told; confirming again replaces it
};

}  // namespace editor
