#include "files/bundle/bundle.hpp"

#include <algorithm>
#include <utility>

#include "files/base/atomic_file.hpp"
#include "files/bundle/json_members.hpp"
#include "files/bundle/order_text.hpp"
#include "files/bundle/time_text.hpp"

namespace files {

namespace {

constexpr std::string_view bundle_format = "chunkscope.bundle";
constexpr std::int64_t bundle_version = 1;
constexpr std::size_t most_selected = 100'000;

void append_view(std::string& out, const BundleView& view) {
    MemberWriter object(out);
    object.count("tick", view.tick);
    object.handles("selection", view.selection);
    if (view.camera) {
        MemberWriter camera(object.member("camera"));
        append_float(camera.member("x"), view.camera->x);
        append_float(camera.member("y"), view.camera->y);
        append_float(camera.member("zoom"), view.camera->zoom);
        camera.end();
    }
    if (!view.layout.empty()) object.text("layout", view.layout);
    object.end();
}

BundleView read_view(JsonReader& json) {
    BundleView view;
    read_members(json, "a view", [&](std::string_view key) {
        if (key == "tick") {
            view.tick = read_count(json);
        } else if (key == "selection") {
            std::size_t room = most_selected;
            view.selection = read_handles(json, room);
        } else if (key == "camera") {
            Camera& camera = view.camera.emplace();
            read_members(json, "a camera", [&](std::string_view member) {
                float* const to = member == "x"      ? &camera.x
                                  : member == "y"    ? &camera.y
                                  : member == "zoom" ? &camera.zoom
                                                     : nullptr;
                if (to == nullptr) return false;
                *to = read_number_as<float>(json);
                return true;
            });
            if (!(camera.zoom > 0)) json.fail_about("a camera needs a zoom above 0");
        } else if (key == "layout") {
            view.layout = read_text(json);
        } else {
            return false;
        }
        return true;
    });
    return view;
}

}  // namespace

std::string write_bundle(const ecs::World& start, const BundleContent& content, ecs::Progress* progress) {
    std::string out = "{\n  \"format\": ";
    append_string(out, bundle_format);
    out += ",\n  \"version\": ";
    append_integer(out, bundle_version);
    out += ",\n  \"note\": ";
    append_string(out, content.note.substr(0, JsonReader::longest_string_bytes / 8));
    out += ",\n  \"view\": ";
    append_view(out, content.view);
    out += ",\n  \"order\": ";
    append_order(out, ecs::order_of(start));
    out += ",\n  \"time\": ";
    out += content.time;
    out += ",\n  \"world\": ";
    std::string world = write_world(start, content.head, progress);
    while (!world.empty() && world.back() == '\n') world.pop_back();
    out += world;
    out += "\n}\n";
    if (out.size() > most_bundle_bytes)
        throw FileError("the bundle", 0, 0,
                        "would have " + std::to_string(out.size() >> 20) + " MB, and at most " +
                            std::to_string(most_bundle_bytes >> 20) + " can be opened: save fewer seconds of it");
    return out;
}

FileStamp save_bundle(const ecs::World& start, const BundleContent& content, const std::filesystem::path& to,
                      ecs::Progress* progress) {
    const std::string text = write_bundle(start, content, progress);
    FileWriter file(to);
    file.write(text);
    file.flush();
    if (progress != nullptr && progress->cancelled()) throw Cancelled(to.string(), "saving");
    file.commit();
    return file.stamp();
}

bool is_bundle_text(std::string_view text) {
    const std::size_t key = text.find("\"format\"");
    if (key == std::string_view::npos) return false;
    const std::size_t value = text.find('"', key + 8);
    return value != std::string_view::npos && text.substr(value + 1).starts_with(bundle_format);
}

bool is_bundle(const std::filesystem::path& file) {
    try {
        FileReader reader(file);
        if (!reader.size()) return false;  // what a pipe gives is gone afterwards
        char first[256];
        return is_bundle_text({first, reader.read(first)});
    } catch (const FileError&) {
        return false;
    }
}

BundleReader::BundleReader(std::string text, std::string name) : text_(std::move(text)), name_(std::move(name)) {
    JsonReader json(text_, name_);
    bool has_format = false, has_version = false, has_order = false;
    std::size_t world_at = 0, world_end = 0;
    const auto note_value = [&](std::size_t& at) {
        if (json.peek() != JsonKind::Object) json.fail_expected("an object");
        at = json.offset();
        json.skip();
    };
    read_members(json, "a bundle", [&](std::string_view key) {
        if (key == "format") {
            has_format = true;
            if (json.read_string(in_quotes(bundle_format)) != bundle_format)
                json.fail_expected(in_quotes(bundle_format));
        } else if (key == "version") {
            has_version = true;
            const auto version = read_number_as<std::int64_t>(json);
            if (version < 1) json.fail_expected("a whole number from 1 on");
            if (version > bundle_version)
                json.fail("is " + std::to_string(version) + ", but this program reads up to " +
                          std::to_string(bundle_version) + ": the file was saved by a newer one");
        } else if (key == "note") {
            note_ = read_text(json);
        } else if (key == "view") {
            view_ = read_view(json);
        } else if (key == "order") {
            has_order = true;
            order_ = read_order(json);
        } else if (key == "time") {
            note_value(time_at_);
        } else if (key == "world") {
            note_value(world_at);
            world_end = json.end_offset();
        } else {
            return false;
        }
        return true;
    });
    json.finish();
    if (!has_format || !has_version)
        throw FileError(name_, 0, 0, R"(this is no bundle, it has no "format": "chunkscope.bundle" or no "version")");
    if (world_at == 0 || time_at_ == 0 || !has_order)
        throw FileError(name_, 0, 0, R"(a bundle has a "world", its "order" and its "time")");
    const auto lines = std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(world_at), '\n');
    world_.assign(static_cast<std::size_t>(lines), '\n');
    world_.append(text_, world_at, world_end - world_at);
}

ecs::TimeTape BundleReader::time(const ecs::World& world, const SystemsByName& systems) const {
    JsonReader json(text_, name_);
    json.begin_object();
    while (const auto key = json.next_member()) {
        if (*key == "time") {
            ecs::TimeTape tape = read_time(json, world, systems);
            if (view_.tick < tape.first_tick || view_.tick > tape.last_tick)
                throw FileError(name_, 0, 0, "its view is of a tick that it does not have");
            return tape;
        }
        // All of it was checked before.
        if (const JsonKind kind = json.peek(); kind == JsonKind::Object || kind == JsonKind::Array)
            json.skip_unchecked();
        else
            json.skip();
    }
    throw FileError(name_, 0, 0, R"(a bundle has a "time")");
}

}  // namespace files
