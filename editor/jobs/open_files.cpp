#include "editor/jobs/open_files.hpp"

#include <chrono>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

#include "files/base/process_mark.hpp"

namespace editor {

namespace fs = std::filesystem;

namespace {

constexpr double look_every_secs = 2;
constexpr std::string_view note_extension = ".txt";

fs::path real_path_of(const fs::path& file) {
    std::error_code error;
    const fs::path real = fs::weakly_canonical(file, error);
    return error ? file : real;
}

std::chrono::system_clock::time_point on_system_clock(fs::file_time_type time) {
    return std::chrono::time_point_cast<std::chrono::system_clock::duration>(std::chrono::system_clock::now() +
                                                                             (time - fs::file_time_type::clock::now()));
}

}  // namespace

OpenFiles::~OpenFiles() { opened({}); }

fs::path OpenFiles::own_note() const {
    return folder_ / (files::to_string(files::own_mark()) + std::string(note_extension));
}

void OpenFiles::opened(const fs::path& file) {
    const fs::path place = file.empty() ? fs::path() : real_path_of(file);
    if (place == file_) return;
    file_ = place;
    told_.clear();
    next_look_secs_ = 0;
    std::error_code error;
    if (file_.empty()) {
        fs::remove(own_note(), error);
        return;
    }
    fs::create_directories(folder_, error);
    std::ofstream(own_note(), std::ios::binary | std::ios::trunc) << file_.string();
}

std::vector<std::int64_t> OpenFiles::others_that_came(double now_secs) {
    std::vector<std::int64_t> came;
    if (file_.empty() || now_secs < next_look_secs_) return came;
    next_look_secs_ = now_secs + look_every_secs;
    std::set<std::int64_t> there;
    std::error_code error;
    std::vector<fs::path> gone;
    for (fs::directory_iterator at(folder_, error), end; !error && at != end; at.increment(error)) {
        const fs::path note = at->path();
        const auto mark = files::process_mark_from(note.stem().string());
        if (!mark || note.extension() != note_extension) continue;
        std::error_code none;
        const auto written = on_system_clock(fs::last_write_time(note, none));
        const files::Whereabouts whereabouts = files::whereabouts(*mark, written);
        if (whereabouts == files::Whereabouts::Gone) gone.push_back(note);
        if (whereabouts != files::Whereabouts::Runs) continue;
        std::ifstream in(note, std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(in), {}};
        if (fs::path(text) != file_) continue;
        there.insert(mark->pid);
        if (told_.count(mark->pid) == 0) came.push_back(mark->pid);
    }
    for (const fs::path& each : gone) fs::remove(each, error);
    told_ = std::move(there);  // one that closed the file and opens it again is told of again
    return came;
}

}  // namespace editor
