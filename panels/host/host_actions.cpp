// The list of what can be done in a Host.
#include <utility>

#include "panels/base/general_keys.hpp"
#include "panels/base/language.hpp"
#include "panels/host/host.hpp"
#include "panels/host/host_action.hpp"
#include "panels/host/languages.hpp"
#include "panels/inspector/entity_edits.hpp"
#include "panels/menus/entity_clipboard.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr std::pair<const char*, ThemeName> host_themes[] = {{tr_later("Dark"), ThemeName::Dark},
                                                             {tr_later("Light"), ThemeName::Light},
                                                             {tr_later("High contrast"), ThemeName::Contrast}};
constexpr float text_step = 1.125f;

/// Ctrl+Tab is the game's: its Dear ImGui may show a list of windows then.
constexpr KeyCommand without_second_key(KeyCommand command) {
    command.alternative = {};
    return command;
}
constexpr KeyCommand host_next_panel = without_second_key(keys::next_panel);
constexpr KeyCommand host_previous_panel = without_second_key(keys::previous_panel);

struct HostKeys {
    std::string_view menu;
    std::vector<KeyCommand> commands;
};
const std::vector<HostKeys>& host_keys() {
    static const std::vector<HostKeys> all{
        {tr_later("File"), {keys::open, keys::save, keys::save_as}},
        {tr_later("Edit"),
         {keys::undo, keys::redo, keys::create, keys::duplicate, keys::cut, keys::copy, keys::paste, keys::destroy}},
        {tr_later("Run"),
         {keys::play_or_pause, keys::step_tick, keys::step_ticks, keys::go_to_tick, keys::step_system, keys::slower,
          keys::faster}},
        {tr_later("Workspace"),
         {keys::inspect, keys::memory, keys::author, keys::learn, keys::debug, keys::fill_window, keys::find,
          host_next_panel, host_previous_panel}},
        {tr_later("Help"), {keys::palette, keys::all_keys}}};
    return all;
}

std::string with_label(const char* word, std::string_view label) {
    return label.empty() ? word : word + (" " + std::string(label));
}

}  // namespace

struct Host::ActionList {
    Host& host;
    const Context& context;
    std::vector<HostAction> all = {};

    void add(HostAction action) {
        if (action.command != nullptr) action.keys = keys_text(context, *action.command);
        if (action.command != nullptr && action.id.empty()) action.id = action.command->id;
        all.push_back(std::move(action));
    }
    std::function<void()> ask(Request request) const {
        return [&requests = host.desk_.requests, request = std::move(request)] { requests.push_back(request); };
    }

    void add_files() {
        if (!host.file_menu) return;
        add({.command = &keys::open,
             .menu = "File",
             .label = tr("Open…"),
             .hint = tr("A world file, instead of the present world"),
             .run = [this_host = &host] { this_host->ask_to_open(); }});
        add({.command = &keys::save,
             .menu = "File",
             .label = host.shown_->on_disk ? tr("Save") : tr("Save…"),
             .hint = tr("The world as a file"),
             .run = [this_host = &host] { this_host->save_or_ask(); }});
        add({.command = &keys::save_as,
             .menu = "File",
             .label = tr("Save as…"),
             .hint = tr("The world as another file"),
             .run = [this_host = &host] { this_host->ask_to_save(); }});
    }

    void add_edits() {
        const HistoryState& history = context.history;
        const auto& selected = host.desk_.selection.entities();
        const char* const why_none = selected.empty() ? tr("No entity is selected") : "";
        add({.command = &keys::undo,
             .menu = "Edit",
             .label = with_label(tr("Undo"), history.undo_label),
             .hint = tr("Takes the last step back"),
             .why_not = history.can_undo ? "" : tr("There is nothing to undo"),
             .run = ask(HistoryRequest{.undo = true}),
             .repeats = true});
        add({.command = &keys::redo,
             .menu = "Edit",
             .label = with_label(tr("Redo"), history.redo_label),
             .hint = tr("Does again what was undone"),
             .why_not = history.can_redo ? "" : tr("There is nothing to redo"),
             .run = ask(HistoryRequest{.undo = false}),
             .repeats = true});
        add({.command = &keys::create,
             .menu = "Edit",
             .label = tr("Create entity"),
             .hint = tr("Without components"),
             .run = [this_host = &host] { request_create(this_host->context()); },
             .begins_group = true});
        add({.command = &keys::duplicate,
             .menu = "Edit",
             .label = tr("Duplicate"),
             .hint = tr("What is selected, with all values"),
             .why_not = why_none,
             .run = [this_host = &host] {
                 request_duplicate(this_host->context(), this_host->desk_.selection.entities());
             }});
        add({.command = &keys::cut,
             .menu = "Edit",
             .label = tr("Cut"),
             .hint = tr("What is selected, with all below it"),
             .why_not = why_none,
             .run = [this_host = &host] {
                 cut_entities(this_host->desk_.selection.entities(), this_host->context());
             }});
        add({.command = &keys::copy,
             .menu = "Edit",
             .label = tr("Copy"),
             .hint = tr("What is selected, as text of world files"),
             .why_not = why_none,
             .run = [this_host = &host] {
                 copy_entities(this_host->desk_.selection.entities(), this_host->context());
             }});
        add({.command = &keys::paste,
             .menu = "Edit",
             .label = tr("Paste"),
             .hint = tr("The entities that the clipboard holds"),
             .run = [this_host = &host] { paste_entities(this_host->context()); }});
        add({.command = &keys::destroy,
             .menu = "Edit",
             .label = tr("Destroy"),
             .hint = tr("What is selected"),
             .why_not = why_none,
             .run = [this_host = &host] {
                 request_destroy(this_host->context(), this_host->desk_.selection.entities());
             }});
        add({.id = "edit.select_before",
             .menu = "Edit",
             .label = tr("Select what was selected before"),
             .why_not = host.desk_.selection.can_go_back(context.world) ? "" : tr("Nothing was selected before"),
             .run = [this_host = &host] { this_host->desk_.selection.go_back(this_host->shown_->world); },
             .begins_group = true});
    }

    void add_running() {
        using Kind = TransportRequest::Kind;
        const auto transport = [&](const KeyCommand& command, const char* label, const char* hint, Kind kind,
                                   double speed = 1) {
            const bool of_systems = kind == Kind::StepSystem && context.schedule.systems().empty();
            add({.command = &command,
                 .menu = "Run",
                 .label = label,
                 .hint = hint,
                 .why_not = !host.desk_.transport.why_not.empty() ? host.desk_.transport.why_not
                            : of_systems                          ? tr("This world has no systems")
                                                                  : "",
                 .run = ask(TransportRequest{kind, speed}),
                 .repeats = kind != Kind::Play && kind != Kind::Pause});
        };
        const bool playing = host.desk_.transport.playing;
        const double speed = host.desk_.transport.speed;
        transport(keys::play_or_pause, playing ? tr("Pause") : tr("Play"),
                  playing ? tr("The world stands still") : tr("The world goes on"), playing ? Kind::Pause : Kind::Play);
        transport(keys::step_tick, tr("Step one tick"), tr("Pauses, then runs one tick"), Kind::StepTick);
        const auto ticks = [&](const KeyCommand& command, std::string label, const char* hint,
                               void (*ask_of)(TickQuestion&)) {
            add({.command = &command,
                 .menu = "Run",
                 .label = std::move(label),
                 .hint = hint,
                 .why_not = host.desk_.transport.why_not,
                 .run = [this_host = &host, ask_of] { ask_of(this_host->desk_.transport_bar.question()); }});
        };
        ticks(keys::step_ticks, phrase("Step {}", format_count(host.desk_.transport_bar.question().count(), "tick")),
              tr("As many as the last time, as fast as they go"),
              [](TickQuestion& question) { question.step(question.count()); });
        ticks(keys::go_to_tick, tr("Go to tick…"), tr("Back in recorded time, or runs until there"),
              [](TickQuestion& question) { question.ask_for_tick(); });
        transport(keys::step_system, tr("Step to next system"), tr("Pauses, then runs one system"), Kind::StepSystem);
        const auto in_time = [&](const KeyCommand& command, const char* label, const char* hint, std::string why_not,
                                 void (*go)(const Context&)) {
            add({.command = &command,
                 .menu = "Run",
                 .label = label,
                 .hint = hint,
                 .why_not = !host.desk_.transport.why_not.empty() ? host.desk_.transport.why_not : std::move(why_not),
                 .run = [this_host = &host, go] { go(this_host->context()); },
                 .repeats = true});
        };
        if (context.timeline != nullptr) {
            in_time(keys::step_back, tr("Step one tick back"), tr("Brings back the world of the tick before"),
                    why_not_back(context), [](const Context& now) { request_back(now, 1); });
            in_time(keys::back_second, tr("One second back"), tr("Brings back the world of 60 ticks before"),
                    why_not_back(context), [](const Context& now) { request_back(now, 60); });
            in_time(keys::to_now, tr("Back to now"), tr("Goes to the newest tick of this branch of time"),
                    why_not_now(context), [](const Context& now) { request_now(now); });
        }
        transport(keys::slower, tr("Half speed"), tr("Ticks come half as fast"), Kind::SetSpeed, speed / 2);
        transport(keys::faster, tr("Double speed"), tr("Ticks come twice as fast"), Kind::SetSpeed, speed * 2);
    }

    void add_workspaces() {
        Workbench& workbench = host.desk_.workbench;
        const Workspaces& workspaces = workbench.workspaces();
        for (std::size_t i = 0; i < workspaces.all().size(); ++i) {
            const Workspace& each = workspaces.all()[i];
            add({.command = each.command,
                 .id = "workspace " + each.id,
                 .menu = "Workspace",
                 .label = std::string(tr(each.title)),
                 .hint = std::string(tr(each.description)),
                 .run = [&workbench, i] { workbench.choose_workspace(i); },
                 .checked = i == workspaces.current_number(),
                 .in_palette = !each.own,
                 .palette_label = phrase("Workspace {}", tr(each.title))});
        }
        add({.id = "workspace.save_as",
             .menu = "Workspace",
             .label = tr("Save workspace as…"),
             .hint = tr("Keeps the panels as they stand now, under a name"),
             .run = [this_host = &host] { this_host->ask_for_workspace_name(); },
             .begins_group = true});
        const Workspace& current = workspaces.current();
        add({.id = "workspace.delete",
             .menu = "Workspace",
             .label = tr("Delete workspace"),
             .hint = tr("Deletes the workspace in view"),
             .why_not = current.own ? "" : phrase("{} is built in; it can be reset", tr(current.title)),
             .run = [&workbench] { workbench.remove_workspace(); }});
        add({.id = "workspace.reset",
             .menu = "Workspace",
             .label = tr("Reset panels"),
             .hint = tr("Puts the panels of this workspace back where they were at first"),
             .run = [&workbench] { workbench.reset(); }});
        const bool fills = !workbench.maximized().empty();
        add({.command = &keys::fill_window,
             .menu = "Workspace",
             .label = fills ? tr("Back to all panels") : tr("Fill the window with this panel"),
             .hint = tr("Shows the panel that has the keyboard alone; again leads back"),
             .why_not = fills || !workbench.focused().empty() ? "" : tr("No panel has the keyboard; click into one"),
             .run =
                 [&workbench] {
                     workbench.maximize(workbench.maximized().empty() ? workbench.focused() : std::string());
                 },
             .begins_group = true});
        add({.command = &keys::find,
             .menu = "Workspace",
             .label = tr("Find…"),
             .hint = tr("Goes to the search field of the panel in focus; searches everything where there is none"),
             .run = [this_host = &host] {
                 Workbench& in = this_host->desk_.workbench;
                 if (!in.find_in_focused()) this_host->open_palette(in.palette_search());
             }});
        add({.command = &host_next_panel,
             .menu = "Workspace",
             .label = tr("Next panel"),
             .hint = tr("Gives the next panel the keyboard"),
             .run = [&workbench] { workbench.focus_neighbour(1); }});
        add({.command = &host_previous_panel,
             .menu = "Workspace",
             .label = tr("Previous panel"),
             .hint = tr("Gives the panel before it the keyboard"),
             .run = [&workbench] { workbench.focus_neighbour(-1); }});
    }

    void add_panels(const char* menu) {
        bool first = host.one_window();
        for (const auto& panel : host.panels()) {
            const std::string id = panel->id();
            if (!host.desk_.workbench.offers(id)) continue;
            const bool is_open = host.one_window() ? host.desk_.workbench.open(id) : panel->open;
            // One behind another is brought to the front: who looks for it here does not see it.
            const bool in_view = is_open && (!host.one_window() || host.desk_.workbench.visible(id));
            add({.id = "panel " + id,
                 .menu = menu,
                 .label = panel->title(),
                 .hint = panel->description(),
                 .run = [this_host = &host, id,
                         in_view] { in_view ? this_host->close_panel(id) : this_host->open_panel(id); },
                 .checked = is_open,
                 .begins_group = std::exchange(first, false),
                 .in_palette = !host.one_window(),
                 .palette_label = in_view ? phrase("Close {}", panel->title()) : phrase("Go to {}", panel->title())});
        }
    }

    void add_looks() {
        for (const auto& [label, theme] : host_themes)
            add({.id = std::string("theme ") + label,
                 .menu = "View",
                 .label = tr(label),
                 .hint = tr("Colours of the panels"),
                 .why_not = host.own_look ? "" : tr("The panels have the colours of this program"),
                 .run = [this_host = &host, theme = theme] { this_host->set_theme(theme); },
                 .checked = host.style_.theme_name == theme,
                 .palette_label = phrase("Theme: {}", tr(label))});
        const auto size = [&](const char* id, const char* label, float to, bool group) {
            add({.id = id,
                 .menu = "View",
                 .label = label,
                 .hint = tr("Of the panels only"),
                 .why_not = to == host.scale_ ? tr("It is so now") : "",
                 .run = [this_host = &host, to] { this_host->set_scale(to); },
                 .begins_group = group});
        };
        add_languages();
        size("view.larger", tr("Larger text"), host.scale_ * text_step, true);
        size("view.smaller", tr("Smaller text"), host.scale_ / text_step, false);
        size("view.normal_size", tr("Normal size of text"), 1, false);
    }

    /// Each under its own name, for who does not read the present one.
    void add_languages() {
        const auto language = [&](const std::string& code, const std::string& name, const ecs::Catalog* catalog) {
            add({.id = "language " + code,
                 .menu = "View",
                 .label = name,
                 .hint = tr("The language of the panels"),
                 .why_not = catalog == nullptr || font_can_write(*catalog)
                                ? ""
                                : tr("The font of this program lacks its characters"),
                 .run = [this_host = &host, code] { this_host->set_language(code); },
                 .checked = ecs::spoken() == catalog,
                 .begins_group = catalog == nullptr,
                 .palette_label = phrase("Language: {}", name)});
        };
        language("en", "English", nullptr);
        for (const ecs::Catalog& each : built_in_languages()) language(each.code(), each.name(), &each);
    }

    void add_help() {
        add({.command = &keys::palette,
             .menu = "Help",
             .label = tr("Search everything…"),
             .hint = tr("Commands, panels, systems, components and entities"),
             .run = [this_host = &host] { this_host->open_palette(); },
             .in_palette = false});
        add({.command = &keys::all_keys,
             .menu = "Help",
             .label = tr("Keys…"),
             .hint = tr("What to press for what; each can be changed"),
             .run = [this_host = &host] { this_host->desk_.keys_window.open(); }});
    }

    void add_worlds() {
        if (host.chooser_ == nullptr) return;
        for (std::size_t i = 0; i < host.chooser_->hosts_.size(); ++i) {
            const std::string& name = host.chooser_->hosts_[i]->name();
            const std::string label = name.empty() ? tr("World") : name;
            add({.id = "world " + label,
                 .menu = "World",
                 .label = label,
                 .hint = tr("Looks into this world"),
                 .run = [this_host = &host, i] { this_host->chosen_ = i; },
                 .checked = i == host.chooser_->chosen_,
                 .palette_label = phrase("World: {}", label)});
        }
    }
};

std::vector<HostAction> Host::actions(const Context& context) {
    ActionList list{*this, context};
    list.add_files();
    list.add_edits();
    list.add_running();
    if (one_window()) list.add_workspaces();
    list.add_panels(one_window() ? tr("Workspace") : tr("Panels"));
    list.add_looks();
    list.add_help();
    list.add_worlds();
    return std::move(list.all);
}

/// The commands depend on what the program shows and on its panels; what a person changed stays.
void Host::renew_keys() {
    const KeysFor wanted{shape == HostShape::Here ? std::nullopt : toggle_key, file_menu, one_window(),
                         records_time_.has_value()};
    if (keys_for_ == wanted) return;
    keys_for_ = wanted;
    const std::vector<std::string> changed = desk_.key_map.save();
    desk_.key_map = KeyMap();
    if (wanted.toggle) {
        KeyCommand toggle = host_toggle;
        toggle.key = plain(*wanted.toggle);
        desk_.key_map.add(toggle, "Chunkscope");
    }
    for (const HostKeys& each : host_keys()) {
        const bool there = each.menu == "File" ? wanted.files : each.menu != "Workspace" || wanted.one_window;
        if (!there) continue;
        for (const KeyCommand& command : each.commands) desk_.key_map.add(command, each.menu);
        if (each.menu == "Run" && wanted.time)
            for (const KeyCommand& command : {keys::step_back, keys::back_second, keys::to_now})
                desk_.key_map.add(command, each.menu);
    }
    desk_.key_map.add_panels(panels());
    (void)desk_.key_map.load(changed);  // those of commands that are not there are kept
}

}  // namespace panels
