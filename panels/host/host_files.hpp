// What a Host does with files: it saves and opens its world, and exports what panels show. Large worlds are written and
// read off the thread of the program, from a copy and into a world of their own.
#pragma once

#include <set>

#include "files/world_file/world_file.hpp"
#include "panels/host/host.hpp"

namespace panels {

class Host::Files {
public:
    explicit Files(Host& host) : host_(host) {}

    /// Another world is shown: it has no file yet.
    void world_came();
    /// Both return for a person what went wrong, or nothing. `was_read`: once already, without a fault.
    std::string save(const std::string& to);
    std::string open(const std::string& from, bool was_read = false);

    // What a person asks for

    void save_or_ask();
    void ask_to_save();
    void ask_to_open();
    void choose(const ChooseFileRequest& request);
    void export_figure(const ExportRequest& request);
    void export_text(const ExportTextRequest& request);
    /// Call it when nobody draws any more: the file that they chose is opened.
    void open_chosen();

private:
    std::string why_not_replace(const std::string& to) const;
    std::string save_as_person_wants(const std::string& to);
    std::string save_in_background(const std::string& to, const ecs::Snapshot& snapshot);
    std::string read_in_background(const std::string& from);
    /// Once for each type: what no file of this world can hold.
    void tell_what_is_left_out();
    void saved(const std::string& to, const files::FileStamp& stamp, std::uint64_t state);
    files::WorldFile head_of_file() const;
    std::unique_ptr<ecs::World> world_for_trial() const;
    void follow_file();

    /// The file that was saved or opened last.
    struct OnDisk {
        files::WorldFile file;  // what stood in it beside the world
        files::FileStamp stamp;
    };
    static std::string read(const std::string& from, ecs::World& world, OnDisk& read);

    Shown& shown() const { return *host_.shown_; }

    Host& host_;
    std::optional<OnDisk> on_disk_;  // none until a file was saved or opened
    std::set<std::string> told_;     // types of which a person knows that files lack parts of them
    std::uint64_t worlds_ = 0;       // that came so far
    std::string chosen_;             // to be opened
    bool chosen_was_read_ = false;
};

}  // namespace panels
